"""One tree of either kind: its arrays, its kernel and what it found.

Nodes are plain records in one array that is made once, zeroed as bytes: the system gives memory
only for what is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from .. import jit
from ..contract import Record, blank, copied
from ..registry import Game
from .found import Line
from .kernels import ismcts, mcts
from .perft import derived
from .room import room

CAPACITY = 1 << 22
"""Nodes of all trees of one search, 160 MB at most with their tables. When they are used up,
simulations go on from the leaves there are."""
DEPTH = 256
LINE = 8
"""Moves of a line, at most."""


@dataclass(frozen=True)
class Setting:
    """What can be chosen about a tree search; None stands for the game's best."""

    rollout: str = "guided"
    """Games with hidden cards: the name of a kernel in the game's ``rollout.py``."""
    explore: float | None = None
    """The constant of the bounds; where cards are hidden, in standard deviations of the results."""
    limit: int | None = None
    """Moves of a playout, then ``returns`` judges."""
    trust: bool = True
    """Games with hidden cards: whether ``rollout.prior`` says where to look first."""


STANDARD = Setting()
PLAIN = Setting(rollout="uniform", trust=False)
"""The textbook's search, to compare with: playouts at random."""


class Tree(Protocol):
    """A tree at one position for the seat that is to move there."""

    name: str
    """Of the compiled kernel."""

    def prepare(self) -> None:
        """Call every kernel once, so that it is compiled."""

    def simulate(self, n: int) -> int:
        """``n`` simulations in one call; fewer once the result is certain."""

    def lines(self) -> list[Line]:
        """The moves at the root that were tried, in any order."""

    @property
    def moves(self) -> int:
        """Moves that all simulations together have made, in the tree and beyond."""

    @property
    def results(self) -> tuple[int, float]:
        """How many results of the root's seat there were, and their sum."""

    @property
    def room(self) -> int:
        """Bytes that the tree can come to take, at most."""


@dataclass(frozen=True)
class Root:
    """What a tree grows from."""

    game: Game
    state: Record
    config: Record
    players: int
    seat: int
    known: Record | None = None
    """What is certain beyond what the seat sees (``views.KNOWN``), if anything is remembered."""
    open_cards: bool = False
    """Whether what is hidden stays as ``state`` has it."""


def _space(root: Root, spare: int) -> tuple[Any, Any]:
    """States and work records for a kernel, the root's first."""
    rules = root.game.rules
    states, works = blank(rules.STATE, 2 + spare), blank(rules.WORK, 2)
    states[0] = root.state
    works[0] = derived(root.game, states[0], root.config)
    return states, works


class OpenTree:
    """``kernels.mcts``: nothing is hidden and there is no chance."""

    EXPLORE = 0.8
    """Results are -1, 0 and 1."""
    LIMIT = 2000
    """All of a playout, in practice."""

    def __init__(
        self, root: Root, seed: int, simulations: int | None, setting: Setting, capacity: int
    ) -> None:
        rules, facts = root.game.rules, root.game.facts
        self._root = root
        self._states, self._works = _space(root, 0)
        self._rng = np.array([seed], np.uint64)
        self._path = np.zeros(DEPTH, np.int32)
        self._moves = np.zeros(facts.max_moves, np.int32)
        self._values = np.zeros(8)
        self._head = np.zeros(2, np.int64)
        self._explore = self.EXPLORE if setting.explore is None else setting.explore
        self._limit = self.LIMIT if setting.limit is None else setting.limit
        if simulations is not None:
            capacity = min(capacity, 2 * facts.max_moves * (simulations + 1))
        self._nodes = room(mcts.NODE, capacity)
        self._columns = {name: self._nodes[name] for name in mcts.NODE.names or ()}
        self.name = f"{root.game.id}-mcts"
        names: dict[str, Any] = {
            "actor": rules.actor, "legal": rules.legal, "apply": rules.apply,
            "returns": rules.returns, "playout": rules.playout,
        }  # fmt: skip
        self._kernel = jit.bind(mcts.search, names, tag=self.name)

    def prepare(self) -> None:
        self.simulate(0)

    def simulate(self, n: int) -> int:
        root = self._root
        return int(
            self._kernel(
                self._states, self._works, root.config, self._nodes, self._head, self._path,
                self._moves, self._values, self._rng, root.players, self._explore, self._limit, n,
            )
        )  # fmt: skip

    @property
    def moves(self) -> int:
        return int(self._head[mcts.MOVES])

    @property
    def results(self) -> tuple[int, float]:
        tried = [self._nodes[child] for child in self._children(0)]
        return sum(int(node.visits) for node in tried), float(sum(node.value for node in tried))

    @property
    def room(self) -> int:
        return int(self._nodes.nbytes)

    def lines(self) -> list[Line]:
        lines = []
        for child in self._children(0):
            node = self._nodes[child]
            visits, sure = int(node.visits), self._sure(child, self._root.seat)
            if visits or sure is not None:
                value = node.value / visits if sure is None else float(sure)
                line = self._line(child)
                lines.append(Line(int(node.action), visits, float(value), sure, line))
        return lines

    def _children(self, node: int) -> range:
        first = int(self._nodes[node].first)
        return range(first, first + int(self._nodes[node].count)) if first > 0 else range(0)

    def _sure(self, node: int, seat: int) -> int | None:
        """1, 0 or -1: what ``seat`` surely has here; None while that is open."""
        proof = int(self._nodes[node].proof)
        if proof == 0:
            return None
        return 0 if proof == mcts.DRAWN else 1 if proof == seat + 1 else -1

    def _line(self, node: int) -> tuple[int, ...]:
        """The moves from ``node`` on that were looked at most, or that are the proof.

        Over whole columns, for a person waits for the lines: looking at single nodes from Python
        took longer than a move may overrun its time.
        """
        columns = self._columns
        moves = [int(columns["action"][node])]
        while len(moves) < LINE and int(columns["first"][node]) > 0:
            first = int(columns["first"][node])
            part = slice(first, first + int(columns["count"][node]))
            visits, proof = columns["visits"][part].astype(np.int64), columns["proof"][part]
            wins = int(columns["mover"][node]) + 1
            if not visits.any():
                break
            lost = (proof != 0) & (proof != mcts.DRAWN) & (proof != wins)
            weight = visits - (visits == 0) * 2 * _MANY - lost * _MANY + (proof == wins) * _MANY
            node = first + int(weight.argmax())
            moves.append(int(columns["action"][node]))
        return tuple(moves)


_MANY = 1 << 40
"""More visits than any node has."""


class HiddenTree:
    """``kernels.ismcts``: what the seat cannot see is dealt anew in every simulation."""

    EXPLORE_TEXTBOOK, EXPLORE_LED = 1.0, 3.0
    """Without and with the lead of ``rollout.prior``; measured in matches of two against two."""
    LIMIT = 16
    """Moves a player of a playout at random. Longer ones drown the move in noise, shorter ones
    never reach what it was good for. Guided ones mostly end before."""

    def __init__(
        self, root: Root, seed: int, simulations: int | None, setting: Setting, capacity: int
    ) -> None:
        game, rules = root.game, root.game.rules
        self._root = root
        self._states, self._works = _space(root, 1)
        self._rng = np.array([seed], np.uint64)
        self._path = np.zeros(DEPTH, np.int32)
        self._moves = np.zeros(game.facts.max_moves, np.int32)
        self._found = np.zeros(game.facts.max_moves, np.int32)
        self._looks = np.zeros(game.facts.max_moves)
        self._values = np.zeros(8)
        self._spread = np.zeros(3)
        self._known = blank(game.views.KNOWN)[0]
        if root.known is not None:
            self._known = copied(root.known)  # with its own room to work in
        self._head = np.zeros(3, np.int64)
        self._trust = int(setting.trust)
        standard = self.EXPLORE_LED if setting.trust else self.EXPLORE_TEXTBOOK
        self._explore = standard if setting.explore is None else setting.explore
        self._limit = self.LIMIT * root.players if setting.limit is None else setting.limit
        if simulations is not None:
            capacity = min(capacity, simulations + 1)  # no more than one each, and the root
        self._nodes = room(ismcts.NODE, capacity)
        places = max(ismcts.FIRST_SIZE, 2 * capacity)
        self._table = np.zeros(1 << (places - 1).bit_length(), np.int32)
        self.name = f"{game.id}-ismcts-{setting.rollout}{'-open' * root.open_cards}"
        names: dict[str, Any] = {
            "actor": rules.actor, "legal": rules.legal, "apply": rules.apply,
            "returns": rules.returns, "random": rules.random,
            "rollout": getattr(game.rollout, setting.rollout), "prior": game.rollout.prior,
        }  # fmt: skip
        if not root.open_cards:
            names["redeal"] = game.views.redeal
        self._kernel = jit.bind(ismcts.search, names, tag=self.name)
        self._foremost = jit.bind(ismcts.foremost, tag=self.name)

    def prepare(self) -> None:
        self.simulate(0)
        self._expected(0)

    def _expected(self, node: int) -> list[int]:
        """The play expected after a node."""
        out = np.zeros(LINE - 1, np.int32)
        actions, size = self._root.game.facts.actions, int(self._head[ismcts.SIZE])
        n = self._foremost(self._nodes, self._table, size, node, actions, self._root.players, out)
        return [int(action) for action in out[: int(n)]]

    def simulate(self, n: int) -> int:
        root = self._root
        return int(
            self._kernel(
                self._states, self._works, root.config, self._known, self._nodes, self._table,
                self._head, self._path, self._moves, self._found, self._looks, self._values,
                self._spread, self._rng, root.seat, self._explore, self._trust, self._limit, n,
            )
        )  # fmt: skip

    @property
    def moves(self) -> int:
        return int(self._head[ismcts.MOVES])

    @property
    def results(self) -> tuple[int, float]:
        return int(self._spread[ismcts.COUNT]), float(self._spread[ismcts.SUM])

    @property
    def room(self) -> int:
        return int(self._nodes.nbytes + self._table.nbytes)

    def lines(self) -> list[Line]:
        lines = []
        used = int(self._head[ismcts.USED])
        for child in np.flatnonzero(self._nodes.parent[1:used] == 0) + 1:
            node = self._nodes[int(child)]
            visits, action = int(node.visits), int(node.move) >> 3
            moves = (action, *self._expected(int(child)))
            lines.append(Line(action, visits, float(node.value) / visits, None, moves))
        return lines
