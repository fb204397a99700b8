"""How many moves of its own a seat needs to win, whatever the other one does: exact answers.

A win within n moves is one in which the seat makes n moves at most, the last of them included; the
moves of the other side do not count. Every way is looked at (``kernels/within.py``).
"""

from __future__ import annotations

import numpy as np

from .. import jit
from ..contract import OVER, Record, blank, copied
from ..registry import Game
from .kernels import within as kernel
from .kernels.alphabeta import HISTORY
from .perft import derived
from .room import room

SLOTS = 1 << 16
"""Positions that are kept."""
CHUNK = 20_000
"""Positions looked at in one go."""
MOST = 12
"""Moves of its own that can be asked for."""


class Undecided(Exception):
    """The question was not answered with so many positions, or how many quiet moves were made
    matters."""


class Within:
    """Questions about ``state`` and what can follow it, for a seat that is to win.

    ``nodes``: positions that may be looked at for all questions together.
    """

    def __init__(
        self,
        game: Game,
        state: Record,
        config: Record,
        attacker: int,
        *,
        nodes: int | None = None,
        slots: int = SLOTS,
    ) -> None:
        rules, exact, judge = game.rules, game.exact, game.evaluate
        if judge is None:
            raise ValueError(f"{game.facts.title} has no order of moves")
        names = {name: getattr(rules, name) for name in ("actor", "legal", "apply", "returns")}
        names |= {"pack": exact.pack, "order": judge.order}
        self._game, self._config, self._attacker = game, config, attacker
        self._name = f"{game.id}-within"
        self._kernel = jit.bind(kernel.run, names, tag=self._name)
        self._codes, self._most = exact.table(state, config), exact.most(config)
        self._states, self._works = (
            blank(rules.STATE, kernel.PLIES),
            blank(rules.WORK, kernel.PLIES),
        )
        self._frames = blank(kernel.FRAME, kernel.PLIES)
        words, width = exact.words(self._codes), game.facts.max_moves
        self._keys = np.zeros((kernel.PLIES, words), np.uint64)
        self._moves = np.zeros((kernel.PLIES, width), np.int32)
        self._ranks = np.zeros((kernel.PLIES, width), np.int32)
        self._table, self._marks = np.zeros((slots, words), np.uint64), room(kernel.MARK, slots)
        self._marks.rest = -1
        self._history = np.zeros((2, HISTORY), np.int32)
        self._values, self._head = np.zeros(8), np.zeros(kernel.HEAD, np.int64)
        self._limit = nodes

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return int(self._head[kernel.NODES])

    def actor(self, state: Record) -> int:
        """The seat to move, or ``OVER``."""
        return int(self._game.rules.actor(state, self._config))

    def forced(self, state: Record, moves: int) -> bool:
        """Whether the seat can force a win from ``state`` on with so many moves of its own at most.

        ``Undecided`` if that is not found out.
        """
        # A turn may be two moves: no more than that lies between two of the seat's own.
        plies = 2 * moves + 3
        quiet = int(self._game.exact.quiet_moves(state))
        if moves > MOST or (self._most >= 0 and quiet + plies > self._most):
            raise Undecided
        if self.actor(state) == OVER:
            self._game.rules.returns(state, self._config, self._values)
            return bool(self._values[self._attacker] > 0)
        self._states[0] = state
        self._works[0] = derived(self._game, self._states[0], self._config)
        kernel.begin(self._frames, self._head, moves)
        with jit.first_use(self._name):
            while not int(self._head[kernel.DONE]):
                left = CHUNK if self._limit is None else min(CHUNK, self._limit - self.nodes)
                if left <= 0:
                    raise Undecided
                self._run(left)
        return bool(self._head[kernel.ANSWER])

    def _run(self, n: int) -> None:
        self._kernel(
            self._states, self._works, self._config, self._codes, self._attacker, self._frames,
            self._keys, self._moves, self._ranks, self._table, self._marks, self._history,
            self._values, self._head, n,
        )  # fmt: skip

    def least(self, state: Record, most: int) -> int | None:
        """The fewest moves with which the seat can force a win; None if ``most`` do not suffice."""
        return next((n for n in range(most + 1) if self.forced(state, n)), None)

    def after(self, state: Record) -> dict[int, Record]:
        """What every move leads to, by its number."""
        rules, found = self._game.rules, {}
        work = derived(self._game, state, self._config)
        out = np.zeros(self._game.facts.max_moves, np.int32)
        for action in out[: rules.legal(state, self._config, work, out)].tolist():
            then, then_work = copied(state), copied(work)
            rules.apply(then, self._config, then_work, action)
            found[action] = then
        return found

    def line(self, state: Record, moves: int) -> tuple[int, ...]:
        """A win within ``moves``, the fewest that suffice: quickest play against the longest."""
        actions: list[int] = []
        while self.actor(state) != OVER:
            action = self.best(state, moves)
            moves -= self.actor(state) == self._attacker
            state = self.after(state)[action]
            actions.append(action)
        return tuple(actions)

    def best(self, state: Record, moves: int) -> int:
        """The move of the quickest way, or of the longest defence, where ``moves`` suffice."""
        mine = self.actor(state) == self._attacker
        needed = {}
        for action, then in self.after(state).items():
            least = self.least(then, moves - mine)
            if least is not None:
                needed[action] = least if mine else -least
        return min(needed, key=lambda action: (needed[action], action))
