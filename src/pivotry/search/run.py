"""Tree searches ready to run: one tree, or several side by side in threads.

Kernels hold no lock of Python's, and a chunk of simulations takes a few milliseconds, so a search
in a worker thread disturbs nobody, ends in time and can be cancelled at once.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

from .. import jit
from ..contract import Record
from ..ints import GOLDEN
from ..registry import Game
from . import tree as trees
from .found import Line, drive
from .tree import STANDARD, HiddenTree, OpenTree, Root, Setting, Tree


class Search:
    """A tree search at one position, which can be run in pieces.

    ``state`` has ``seat`` to move. Where the game hides cards, those that ``seat`` cannot see are
    dealt anew in every simulation: which ones ``state`` holds makes no difference. ``known`` is
    what is certain about them beyond what ``seat`` sees (``memory.prepare``), and ``state`` fits
    that. No more than ``simulations`` will be run, if that is given. With ``open_cards`` nothing is
    dealt anew: everybody plays as if all saw what ``state`` holds.

    With ``threads`` above 1 so many trees grow side by side, each from random numbers of its own,
    and what they found about the moves at the root is added up (root parallelization, Cazenave and
    Jouandeau 2007): no locks, and the same number of threads gives the same result every time.
    """

    depth = 0
    """A tree has no plies to complete."""

    def __init__(
        self,
        game: Game,
        state: Record,
        config: Record,
        players: int,
        seat: int,
        seed: int,
        simulations: int | None = None,
        *,
        setting: Setting = STANDARD,
        threads: int = 1,
        known: Record | None = None,
        open_cards: bool = False,
    ) -> None:
        kind = HiddenTree if game.facts.hidden or game.facts.chance else OpenTree
        root = Root(game, state, config, players, seat, known, open_cards)
        capacity = trees.CAPACITY // threads
        share = None if simulations is None else -(-simulations // threads)
        self._trees: list[Tree] = [
            kind(root, (seed + i * int(GOLDEN)) % 2**64, share, setting, capacity)
            for i in range(threads)
        ]
        self._done = [0] * threads

    @property
    def nodes(self) -> int:
        """Simulations so far."""
        return sum(self._done)

    @property
    def moves(self) -> int:
        """Moves that these simulations made, in the tree and beyond."""
        return sum(tree.moves for tree in self._trees)

    @property
    def value(self) -> float:
        """Mean result of the seat the search is for, from -1 to 1; 0 before there is one."""
        found = [tree.results for tree in self._trees]
        count = sum(count for count, _ in found)
        return sum(total for _, total in found) / count if count else 0.0

    @property
    def room(self) -> int:
        """Bytes that its trees can come to take, at most."""
        return sum(tree.room for tree in self._trees)

    def prepare(self) -> None:
        """Compile what has to be compiled, so that a time limit does not pay for it."""
        with jit.first_use(self._trees[0].name):
            self._trees[0].prepare()

    def run(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Search for so long, or so many simulations, whichever comes first.

        The result depends on the number of simulations only, not on how they were cut into chunks.
        """
        if len(self._trees) == 1:
            self._drive(0, seconds, nodes, cancel)
            return
        with ThreadPoolExecutor(len(self._trees)) as pool:
            running = [
                pool.submit(self._drive, i, seconds, share, cancel)
                for i, share in enumerate(self._shares(nodes))
            ]
            for one in running:
                one.result()

    def _shares(self, nodes: int | None) -> list[int | None]:
        """How many more simulations each tree makes, so that all will have made equally many."""
        count = len(self._trees)
        if nodes is None:
            return [None] * count
        total = self.nodes + nodes
        return [max(0, (total + i) // count - self._done[i]) for i in range(count)]

    def _drive(
        self,
        i: int,
        seconds: float | None,
        nodes: int | None,
        cancel: threading.Event | None,
    ) -> None:
        def step(n: int) -> int:
            done = self._trees[i].simulate(n)
            self._done[i] += done
            return done

        drive(step, seconds=seconds, nodes=nodes, cancel=cancel)

    def lines(self) -> tuple[Line, ...]:
        """The moves at the root that were tried, the best first."""
        found: defaultdict[int, list[Line]] = defaultdict(list)
        for tree in self._trees:
            for line in tree.lines():
                found[line.action].append(line)
        return tuple(sorted((_merged(lines) for lines in found.values()), key=_rank, reverse=True))


def _merged(lines: list[Line]) -> Line:
    """What several trees found about one move; what one of them has proved is certain."""
    if len(lines) == 1:
        return lines[0]
    proof = next((line.proof for line in lines if line.proof is not None), None)
    visits = sum(line.visits for line in lines)
    value = sum(line.visits * line.value for line in lines) / max(1, visits)
    longest = max(lines, key=lambda line: (line.proof is not None, line.visits))
    if proof is not None:
        value = float(proof)
    return Line(lines[0].action, visits, value, proof, longest.moves)


def _rank(line: Line) -> tuple[bool, bool, int, float, int]:
    """What the better of two moves has more of; the lower action number settles ties."""
    return line.proof == 1, line.proof != -1, line.visits, line.value, -line.action
