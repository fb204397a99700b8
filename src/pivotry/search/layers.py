"""Every position that can follow one, settled backwards: draws by shuffling are found, too."""

from __future__ import annotations

import numpy as np

from .. import jit
from ..contract import OVER, Record, blank, copied
from ..registry import Game
from .kernels import layers as kernel
from .room import touch

EDGES_EACH = 12
"""Edges for which there is room, a position."""


class Layers:
    """The positions that can follow ``state``, in a game whose ``exact.LAYERED`` is true.

    ``memory`` is in megabytes. Where it does not suffice, ``full`` becomes true and nothing is
    known.
    """

    def __init__(self, game: Game, state: Record, config: Record, *, memory: float) -> None:
        rules, exact = game.rules, game.exact
        self._game, self._config = game, config
        self._codes, self._most = exact.table(state, config), exact.most(config)
        self._relaxed = exact.unhurried(config)
        self.name = f"{game.id}-layers"
        names = {name: getattr(rules, name) for name in ("actor", "legal", "apply", "returns")}
        names |= {name: getattr(exact, name) for name in ("pack", "unpack", "layer_of", "wins_now")}
        self._grow = jit.bind(kernel.grow, names, tag=self.name)
        self._number = jit.bind(kernel.number_of, names, tag=self.name)
        self._sort = jit.bind(kernel.sort, tag=self.name)
        self._settle = jit.bind(kernel.settle, tag=self.name)
        words = exact.words(self._codes)
        each = 8 * words + kernel.NODE.itemsize + 4 * EDGES_EACH + 4 + 12
        room = max(64, int(memory * 1e6 / each))
        self._keys = np.zeros((room, words), np.uint64)
        self._nodes = np.zeros(room * kernel.NODE.itemsize, np.uint8).view(kernel.NODE)
        self._nodes = self._nodes.view(np.recarray)
        self._slots = np.zeros(1 << (2 * room - 1).bit_length(), np.int32)
        self._edges = np.zeros(EDGES_EACH * room, np.int32)
        self._order = np.zeros(0, np.int32)
        self._starts = np.zeros(kernel.LAYERS + 1, np.int64)
        self._head = np.zeros(kernel.HEAD, np.int64)
        self._key, self._values = np.zeros(words, np.uint64), np.zeros(8)
        self._moves = np.zeros(game.facts.max_moves, np.int32)
        self._states, self._works = blank(rules.STATE, 3), blank(rules.WORK, 3)
        self._states[0] = state
        self._judged = 0

    def run(self, n: int) -> None:
        """Make ``n`` positions more, or look at ``n`` more while settling; none compiles."""
        head = self._head
        if int(head[kernel.PHASE]) == 0:
            self._grow(
                self._states, self._works, self._relaxed, self._codes, self._keys, self._nodes,
                self._slots, self._edges, self._key, self._moves, self._values, head, n,
            )  # fmt: skip
            if int(head[kernel.PHASE]) == 1:
                self._order = np.zeros(self.size, np.int32)
                self._sort(self._nodes, self._order, self._starts, head)
        elif int(head[kernel.PHASE]) == 1:
            self._judged += n
            self._settle(self._nodes, self._edges, self._order, self._starts, head, self._most, n)

    def prepare(self) -> None:
        """Compile what has to be compiled."""
        with jit.first_use(self.name):
            self.run(0)
            order, head = np.zeros(1, np.int32), np.zeros(kernel.HEAD, np.int64)
            starts = np.zeros(kernel.LAYERS + 1, np.int64)
            self._sort(self._nodes[:1], order, starts, head)
            self._settle(self._nodes[:1], self._edges, order, starts, head, self._most, 0)
            self._at(self._states[0])

    def touch(self, most: int) -> None:
        """Have the system give what is hit all over from the start (see ``room.touch``)."""
        touch(self._slots, most)

    @property
    def nodes(self) -> int:
        """Positions made, and looked at again while settling."""
        return int(self._head[kernel.MADE]) + self._judged

    @property
    def size(self) -> int:
        """Different positions."""
        return int(self._head[kernel.USED])

    @property
    def bytes(self) -> int:
        """What they take."""
        used, edges = self.size, int(self._head[kernel.EDGES])
        each = self._keys.itemsize * self._keys.shape[1] + self._nodes.itemsize + 4
        return used * each + 4 * edges + self._slots.nbytes

    @property
    def full(self) -> bool:
        """Whether the room did not suffice."""
        return bool(self._head[kernel.FULL])

    @property
    def open(self) -> bool:
        """Whether there is more to do."""
        return int(self._head[kernel.PHASE]) < 2 and not self.full

    def _at(self, state: Record) -> int:
        return int(
            self._number(
                state, self._relaxed, self._codes, self._keys, self._nodes, self._slots, self._key
            )
        )

    def value(self, state: Record, seat: int) -> int | None:
        """1, 0, -1 for ``seat`` at a position that can follow; None if that is not known.

        Known are the positions that were looked into, once there is nothing more to do, and ends.
        """
        if int(self._game.rules.actor(state, self._config)) == OVER:
            self._game.rules.returns(state, self._config, self._values)
            return int(self._values[seat])
        if self.open or self.full:
            return None
        node = self._at(state)
        if node < 0:
            return None
        value, dist = int(self._nodes[node].value), int(self._nodes[node].dist)
        spare = self._most - int(self._game.exact.quiet_moves(state)) - dist
        lost_track = bool(self._head[kernel.UNCLEAR]) and (value == 0 or spare < 0)
        if lost_track or (value != 0 and spare == -1):
            return None
        if value == 0 or spare < 0:
            return 0
        return 1 if value == seat + 1 else -1

    def quiet_left(self, state: Record) -> int:
        """Quiet moves in a row that a winner needs at most from here."""
        return int(self._nodes[self._at(state)].dist)

    def moves(self, state: Record) -> dict[int, int]:
        """The values of the moves at a position, for its mover, as far as they are known."""
        rules = self._game.rules
        mover = int(rules.actor(state, self._config))
        work = self._works[1]
        rules.derive(state, self._config, work)
        found = {}
        for action in self._moves[: rules.legal(state, self._config, work, self._moves)].tolist():
            after = copied(state)
            rules.apply(after, self._config, copied(work), action)
            value = self.value(after, mover)
            if value is not None:
                found[action] = value
        return found
