"""Tree searches ready to run: their arrays, kernels and results.

Kernels hold no lock of Python's, and a chunk of simulations takes a few milliseconds, so a search
in a worker thread disturbs nobody, ends in time and can be cancelled at once.
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from .. import jit
from ..contract import Record, blank
from ..registry import Game
from .found import Line, drive
from .kernels import ismcts, mcts
from .perft import derived

CAPACITY = 1 << 20
"""Nodes of a tree. When they are used up, simulations go on from the leaves there are."""
DEPTH = 256
EXPLORE_OPEN = 0.8
"""The constant of the bounds where nothing is hidden and results are -1, 0 and 1."""
EXPLORE_HIDDEN = 1.0
"""The same where cards are hidden, in standard deviations of the results."""
LIMIT_OPEN = 2000
"""Moves of a playout: all of them, in practice."""
LIMIT_HIDDEN = 16
"""Moves of a playout a player, then ``returns`` judges. Longer ones drown the move in noise,
shorter ones never reach what it was good for; measured in matches of four against each other."""


class Search:
    """A search at one position, which can be run in pieces.

    ``state`` has ``seat`` to move. Where the game hides cards, those that ``seat`` cannot see are
    dealt anew in every simulation: which ones ``state`` holds makes no difference. No more than
    ``simulations`` will be run, if that is given. With ``open_cards`` nothing is dealt anew.
    """

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
        open_cards: bool = False,
    ) -> None:
        self._hidden = game.facts.hidden or game.facts.chance
        rules = game.rules
        self._states, self._works = blank(rules.STATE, 3), blank(rules.WORK, 2)
        self._states[0] = state
        self._works[0] = derived(game, self._states[0], config)
        self._config, self._seat = config, seat
        self._players = players
        self._rng = np.array([seed], np.uint64)
        self._path = np.zeros(DEPTH, np.int32)
        self._moves = np.zeros(game.facts.max_moves, np.int32)
        self._head = np.zeros(2, np.int64)
        self._values = np.zeros(8)
        names: dict[str, Any] = {
            "actor": rules.actor, "legal": rules.legal, "apply": rules.apply,
            "returns": rules.returns,
        }  # fmt: skip
        if self._hidden:
            names |= {"random": rules.random}
            if not open_cards:
                names["resample"] = game.views.resample
            self._nodes = _room(ismcts.NODE, 2, simulations)
            self._marks = np.zeros(game.facts.actions, np.int64)
            self._spread = np.zeros(3)
            self._name = f"{game.id}-ismcts{'-open' * open_cards}"
            self._kernel = jit.bind(ismcts.search, names, tag=self._name)
        else:
            names |= {"playout": rules.playout}
            self._nodes = _room(mcts.NODE, 2 * game.facts.max_moves, simulations)
            self._name = f"{game.id}-mcts"
            self._kernel = jit.bind(mcts.search, names, tag=self._name)
        self.nodes = 0

    def prepare(self) -> None:
        """Compile what has to be compiled, so that a time limit does not pay for it."""
        with jit.first_use(self._name):
            self._simulate(0)

    def _simulate(self, n: int) -> int:
        """``n`` simulations in one call; fewer once the result is certain."""
        if self._hidden:
            done = self._kernel(
                self._states, self._works, self._config, self._nodes, self._head, self._path,
                self._moves, self._marks, self._values, self._spread, self._rng, self._seat,
                EXPLORE_HIDDEN, self._players * LIMIT_HIDDEN, n,
            )  # fmt: skip
        else:
            done = self._kernel(
                self._states, self._works, self._config, self._nodes, self._head, self._path,
                self._moves, self._values, self._rng, self._players, EXPLORE_OPEN, LIMIT_OPEN, n,
            )  # fmt: skip
        self.nodes += int(done)
        return int(done)

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
        drive(self._simulate, seconds=seconds, nodes=nodes, cancel=cancel)

    @property
    def value(self) -> float:
        """Mean result of ``seat`` in all simulations, where cards are hidden.

        Then somebody else, or chance, may be to move at the root.
        """
        return float(self._spread[ismcts.SUM]) / max(1.0, float(self._spread[ismcts.COUNT]))

    def lines(self) -> tuple[Line, ...]:
        """The moves at the root that were tried, the best first."""
        lines = self._hidden_lines() if self._hidden else self._open_lines()
        return tuple(sorted(lines, key=_rank, reverse=True))

    def _hidden_lines(self) -> list[Line]:
        lines = []
        child = int(self._nodes[0].first)
        while child != 0:
            node = self._nodes[child]
            value = float(node.value) / int(node.visits)
            lines.append(Line(int(node.action), int(node.visits), value))
            child = int(node.next)
        return lines

    def _open_lines(self) -> list[Line]:
        root = self._nodes[0]
        lines = []
        for child in range(int(root.first), int(root.first) + int(root.count)):
            node = self._nodes[child]
            visits, proof = int(node.visits), int(node.proof)
            sure = None
            if proof != 0:
                sure = 0 if proof == mcts.DRAWN else 1 if proof == self._seat + 1 else -1
            if visits or sure is not None:
                value = node.value / visits if sure is None else float(sure)
                lines.append(Line(int(node.action), visits, float(value), sure))
        return lines


def _room(dtype: np.dtype[Any], each: int, simulations: int | None) -> Any:
    """An empty tree with room for ``each`` nodes a simulation and for the root.

    Zeroed as bytes: then the system gives memory only for what is used.
    """
    nodes = CAPACITY if simulations is None else min(CAPACITY, each * (simulations + 1))
    return np.zeros(nodes * dtype.itemsize, np.uint8).view(dtype).view(np.recarray)


def _rank(line: Line) -> tuple[bool, bool, int, float, int]:
    """What the better of two moves has more of; the lower action number settles ties."""
    return line.proof == 1, line.proof != -1, line.visits, line.value, -line.action
