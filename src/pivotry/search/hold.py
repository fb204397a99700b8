"""Making sure of a "no": a set of positions that the attacker cannot leave and does not win in."""

from __future__ import annotations

import numpy as np

from .. import jit
from ..contract import Record, blank
from .ground import Ground
from .kernels import dfpn
from .kernels import hold as kernel

MOST = 1 << 21
"""Positions of a set."""
BYTES_EACH = 24
"""What one takes, on the whole."""


class Hold:
    """Builds the set around ``state``, for the question whether ``attacker`` wins.

    After ``run``, one of these holds: ``held``, the answer is surely no; ``trouble``, a position
    that the table has to learn more about; ``full``; or there is more to do.
    """

    def __init__(self, ground: Ground, state: Record, attacker: int) -> None:
        rules, exact = ground.game.rules, ground.game.exact
        names = {name: getattr(rules, name) for name in ("actor", "legal", "apply", "returns")}
        names |= {"derive": rules.derive, "pack": exact.pack, "unpack": exact.unpack}
        self._hold = jit.bind(kernel.hold, names, tag=ground.name)
        self._keep = jit.bind(kernel.keep, tag=ground.name)
        self._clear = jit.bind(kernel.clear, tag=ground.name)
        self._ground, self._attacker = ground, attacker
        self._relaxed = exact.unhurried(ground.config)
        room = max(64, min(MOST, ground.table.nbytes // 4 // BYTES_EACH))
        words = ground.table.shape[1] - 1
        self._keys = np.zeros((room, words), np.uint64)
        self._nodes = blank(kernel.NODE, room)
        self._slots = np.zeros(1 << (2 * room - 1).bit_length(), np.int32)
        self._head = np.zeros(kernel.HEAD, np.int64)
        self._states, self._works = blank(rules.STATE, 3), blank(rules.WORK, 3)
        self._states[0] = state
        self._key, self._values = np.zeros(words, np.uint64), np.zeros(8)
        self._moves = np.zeros(ground.game.facts.max_moves, np.int32)
        self._kid = blank(dfpn.CHILD)[0]
        self._made = self._told = 0
        self.begin()

    def begin(self) -> None:
        """Start again from nothing: the table has learned something that changes the set."""
        self._made += int(self._head[kernel.MADE])
        self._clear(self._slots, self._head)
        self._told = 0

    def run(self, n: int, counts: object) -> None:
        """Make ``n`` positions more; ``counts`` is the ``head`` of the search of the table."""
        head = self._head
        head[kernel.TROUBLE] = -1
        if int(head[kernel.DONE]) < int(head[kernel.USED]) or int(head[kernel.USED]) == 0:
            self._hold(
                self._states, self._works, self._relaxed, self._ground.codes, self._attacker,
                self._ground.table, self._kid, self._keys, self._nodes, self._slots, self._key,
                self._moves, self._values, head, n,
            )  # fmt: skip
        elif not self.full:
            self.tell(n, counts)

    def tell(self, n: int, counts: object) -> None:
        """Tell the table of ``n`` positions more of a closed set."""
        table, head = self._ground.table, self._head
        self._keep(table, self._keys, self._nodes, self._key, head, counts, self._told, n)
        self._told += n

    @property
    def nodes(self) -> int:
        """Positions made."""
        return self._made + int(self._head[kernel.MADE]) + self._told

    @property
    def full(self) -> bool:
        """Whether the room did not suffice."""
        return bool(self._head[kernel.FULL])

    @property
    def held(self) -> bool:
        """Whether the set is closed, and the table knows of it."""
        used = int(self._head[kernel.USED])
        return not self.full and 0 < used <= self._told

    @property
    def trouble(self) -> tuple[bytes, Record] | None:
        """A position for which the table has no move that holds: its name and its state."""
        node = int(self._head[kernel.TROUBLE])
        if node < 0:
            return None
        return self._keys[node].tobytes() + self._nodes[node].tobytes(), self._states[1]

    @property
    def at_root(self) -> bool:
        """Whether the trouble is with the root itself."""
        return int(self._head[kernel.TROUBLE]) == 0
