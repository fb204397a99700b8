"""One question to the proof-number search: does a seat win from here?"""

from __future__ import annotations

from collections import Counter

import numpy as np

from .. import jit
from ..contract import Record, blank
from .ground import Ground
from .hold import Hold
from .kernels import dfpn
from .perft import derived
from .room import room

DEPTH = 256
"""Moves that a proof looks ahead at most."""
TRIES = 3
"""How often a position may stand in the way of making sure of a "no"."""


class Question:
    """Does ``attacker`` win from ``state``? A search that can be run in pieces.

    Where positions can come back, a "no" is made sure of by ``Hold``, unless ``sure`` is False.
    """

    def __init__(self, ground: Ground, state: Record, attacker: int, *, sure: bool = True) -> None:
        rules, exact = ground.game.rules, ground.game.exact
        names = {name: getattr(rules, name) for name in ("actor", "legal", "apply", "returns")}
        names |= {
            name: getattr(exact, name) for name in ("pack", "guess", "quiet_moves", "drawish")
        }
        self._kernel = jit.bind(dfpn.run, names, tag=ground.name)
        self._ground, self.attacker = ground, attacker
        moves = ground.game.facts.max_moves
        words = ground.table.shape[1] - 1
        self._states, self._works = blank(rules.STATE, DEPTH + 1), blank(rules.WORK, DEPTH + 1)
        self._frames = room(dfpn.FRAME, DEPTH)
        self._kids = room(dfpn.CHILD, DEPTH * moves).reshape(DEPTH, moves)
        self._keys = np.zeros((DEPTH, moves, words), np.uint64)
        self._tops, self._key = np.zeros((DEPTH, words), np.uint64), np.zeros(words, np.uint64)
        self._head = np.zeros(dfpn.HEAD, np.int64)
        self._moves, self._values = np.zeros(moves, np.int32), np.zeros(8)
        self._sure = sure and ground.game.exact.LAYERED
        self._hold: Hold | None = None
        self._held_before = 0
        self._helper: Question | None = None
        self._helping = False
        self._tried: Counter[bytes] = Counter()
        self.ask(state)

    def ask(self, state: Record) -> None:
        """Put the question about ``state``; what the table holds stays known."""
        if self._hold is not None:
            self._held_before += self._hold.nodes
        self._hold, self._helping, self._given_up = None, False, False
        self._tried.clear()
        self._doubts = 0
        self._states[0] = state
        self._works[0] = derived(self._ground.game, self._states[0], self._ground.config)
        self._head[dfpn.DEPTH], self._head[dfpn.ANSWER] = -1, -1

    def prepare(self) -> None:
        """Compile what has to be compiled."""
        self.run(0)
        if self._sure:
            hold = Hold(self._ground, self._states[0], self.attacker)
            hold.run(0, self._head)
            hold.tell(0, self._head)

    def run(self, n: int) -> None:
        """Make ``n`` positions or a few more; none still opens the root."""
        if int(self._head[dfpn.ANSWER]) < 0:
            self._search(n)
        elif self.open:
            self._make_sure(n)

    def _search(self, n: int) -> None:
        ground = self._ground
        self._kernel(
            self._states, self._works, ground.config, ground.codes, self._frames, self._kids,
            self._keys, self._tops, self._key, ground.table, self._head, self._moves,
            self._values, self.attacker, ground.most, n,
        )  # fmt: skip

    def _make_sure(self, n: int) -> None:
        """Go on building the set that proves a "no", asking about positions in its way."""
        if self._hold is None:
            self._hold = Hold(self._ground, self._states[0], self.attacker)
        hold, helper = self._hold, self._helper
        if self._helping and helper is not None:
            helper.run(n)
            if helper.open:
                return
            self._helping = False
            if int(helper._head[dfpn.ANSWER]) == 1:
                if hold.at_root:
                    self._doubts += 1
                    doubts = self._doubts
                    self.ask(self._states[0])
                    self._doubts, self._given_up = doubts, doubts > TRIES
                    return
                hold.begin()
        hold.run(n, self._head)
        trouble = hold.trouble
        if trouble is not None:
            name, state = trouble
            self._tried[name] += 1
            if self._tried[name] > TRIES:
                self._given_up = True
                return
            if helper is None:
                self._helper = Question(self._ground, state, self.attacker, sure=False)
            else:
                helper.ask(state)
            self._helping = True
        elif hold.full:
            self._given_up = True
        elif hold.held:
            self.ask(self._states[0])
            self._search(0)  # the moves at the root, as the table knows them now
            self._head[dfpn.DEPTH], self._head[dfpn.ANSWER], self._head[dfpn.INFO] = -1, 0, 0

    @property
    def nodes(self) -> int:
        """Positions made."""
        held = 0 if self._hold is None else self._hold.nodes
        helped = 0 if self._helper is None else self._helper.nodes
        return self._held_before + held + int(self._head[dfpn.NODES]) + helped

    @property
    def stored(self) -> int:
        """Slots of the table that it filled."""
        helped = 0 if self._helper is None else self._helper.stored
        return int(self._head[dfpn.STORED]) + helped

    @property
    def open(self) -> bool:
        """Whether there is more to search."""
        if int(self._head[dfpn.ANSWER]) < 0:
            return True
        return self._sure and self._doubtful and not self._given_up

    @property
    def _doubtful(self) -> bool:
        """Whether the answer is a "no" that rests on a repetition."""
        return int(self._head[dfpn.ANSWER]) == 0 and bool(int(self._head[dfpn.INFO]) & 1)

    @property
    def answer(self) -> bool | None:
        """Yes or no; None while it is open, or where a "no" could not be made sure of."""
        if int(self._head[dfpn.ANSWER]) < 0 or self._doubtful:
            return None
        return int(self._head[dfpn.ANSWER]) == 1

    @property
    def plies(self) -> int:
        """Moves to the end, once the answer is yes."""
        return int(self._head[dfpn.INFO]) & 4095

    @property
    def numbers(self) -> tuple[int, int]:
        """Proof and disproof number of the root."""
        frame, kids = self._frames[0], self._kids[0]
        pns = [int(kids[i].pn) for i in range(int(frame.count))]
        dns = [int(kids[i].dn) for i in range(int(frame.count))]
        if not pns:
            return 1, 1
        if int(frame.mine):
            return min(pns), sum(dns)
        return sum(pns), min(dns)

    @property
    def moves(self) -> int:
        """How many moves at the root were looked at."""
        return int(self._frames[0].count)

    def answers(self) -> dict[int, tuple[bool, int]]:
        """Of the moves at the root: yes and the moves to the end after it, or no and 0."""
        found = {}
        for i in range(int(self._frames[0].count)):
            kid = self._kids[0, i]
            if int(kid.pn) == 0:
                found[int(kid.move)] = True, int(kid.info) & 4095
            elif int(kid.dn) == 0 and not int(kid.info) & 1:
                found[int(kid.move)] = False, 0
        return found
