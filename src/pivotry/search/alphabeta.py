"""Alpha-beta ready to run: iterations, windows and lines around the kernel, and its arrays."""

from __future__ import annotations

import math
import threading
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import jit
from ..contract import Record, blank
from ..registry import Game
from .beside import beside
from .found import Line, drive
from .kernels import alphabeta as kernel
from .perft import derived
from .room import lent, touch

ENTRIES = 1 << 21
"""Places in the table: 32 MB."""
DEEPEST = 64
"""Plies of the last iteration."""
MARGIN = 220
"""What an estimate must be beyond a window, a ply of depth left, to be believed."""
LATE = 3
"""Which move of a node is the first to be looked at less deeply."""
WINDOW = 60
"""How far from the last score the next one is expected."""


@dataclass(frozen=True)
class _Found:
    """What one pass found: the best move that was not barred."""

    action: int
    score: int
    """For the seat to move at the root."""
    settled: bool
    moves: tuple[int, ...]
    nodes: int


class AlphaBeta:
    """A search at one position, which can be run in pieces.

    ``state`` has ``seat`` to move; two seats, nothing hidden. The best ``lines`` moves get values
    of their own. No more than ``simulations`` nodes will be spent, if that is given. ``depth`` ends
    the search after so many plies. ``noise`` puts every estimate off by up to so many thousandths
    of log odds, by ``seed``; without noise the seed makes no difference. ``weights`` replace those
    of the game's evaluation. A draw counts as ``contempt`` thousandths of log odds less than even
    for ``seat``, who would rather go on. With ``steady`` the values of lines are those between the
    last two depths: an estimate likes whoever has just moved, so depths differ by who that is.
    ``plain`` reduces and prunes nothing: then a finished iteration is what plain minimax of that
    depth gives.

    With ``threads`` above 1 so many less one searches of the same position run beside this one and
    fill the same table, half of them a ply deeper ("lazy SMP"). What is found then depends on how
    they happen to run, and budgets of nodes count those of this one alone.
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
        lines: int = 1,
        depth: int = DEEPEST,
        noise: int = 0,
        weights: Any = None,
        plain: bool = False,
        contempt: int = 0,
        steady: bool = False,
        threads: int = 1,
        fellow: AlphaBeta | None = None,
    ) -> None:
        rules, judge = game.rules, game.evaluate
        if judge is None:
            raise ValueError(f"{game.facts.title} has no evaluation")
        plies = kernel.PLIES
        self._states, self._works = blank(rules.STATE, plies), blank(rules.WORK, plies)
        self._states[0] = state
        self._works[0] = derived(game, self._states[0], config)
        self._config, self._seat = config, seat
        self._frames = blank(kernel.FRAME, plies)
        self._moves = np.zeros((plies, game.facts.max_moves), np.int32)
        self._ranks = np.zeros((plies, game.facts.max_moves), np.int32)
        self._best = np.zeros((plies, plies + 1), np.int32)
        if fellow is None:
            self._table = lent(self, kernel.ENTRY, _entries(simulations))
        else:
            self._table = fellow._table
        self._killers = np.full((plies, 2), -1, np.int32)
        self._history = np.zeros((2, kernel.HISTORY), np.int32)
        self._barred = np.zeros(game.facts.max_moves, np.int32)
        self._weights = np.asarray(game.weights if weights is None else weights, np.int16)
        self._terms = np.zeros(judge.TERM_COUNT, np.int64)
        self._values = np.zeros(8)
        self._head = np.zeros(kernel.HEAD, np.int64)
        self._head[kernel.PLAIN] = int(plain)
        self._head[kernel.MARGIN] = MARGIN
        self._head[kernel.LATE] = LATE
        self._head[kernel.NOISE] = noise
        self._head[kernel.DRAWN] = (2 * seat - 1) * contempt  # seat 0's point of view
        self._head[kernel.SEED] = seed & (2**63 - 1)
        names: dict[str, Any] = {
            "actor": rules.actor, "legal": rules.legal, "apply": rules.apply,
            "returns": rules.returns, "copy": judge.copy, "evaluate": judge.evaluate,
            "key": judge.key, "horizon": judge.horizon, "pressed": judge.pressed,
            "sharp": judge.sharp, "order": judge.order,
        }  # fmt: skip
        self._name = f"{game.id}-alphabeta"
        self._kernel = jit.bind(kernel.search, names, tag=self._name)
        count = int(rules.legal(self._states[0], config, self._works[0], self._moves[0]))
        self.count = count
        """Legal moves at the root."""
        self.wanted = min(lines, count)
        """How many lines there will be."""
        self._avoided: set[int] = set()
        self._last = min(depth, DEEPEST)
        self.depth = 0
        """Plies of the last iteration that was finished."""
        self._steady = steady
        self._earlier: list[_Found] = []  # by the iteration before the last finished one
        self._before: list[_Found] = []  # by the last finished iteration, the best first
        self._now: list[_Found] = []  # by the present one
        self._over = count == 0 or self._last < 1
        self._running = False
        self._miss = 0
        self._began = 0
        self._fellows = [
            AlphaBeta(
                game, state, config, players, seat, seed,
                depth=depth, noise=noise, weights=weights, plain=plain, contempt=contempt,
                fellow=self,
            )
            for _ in range(1, threads)
        ]  # fmt: skip
        for one in self._fellows[::2]:
            one.depth = min(1, self._last - 1)  # it begins with the iteration after the first

    @property
    def nodes(self) -> int:
        """Positions entered, by those beside it as well."""
        return self._entered + sum(one.nodes for one in self._fellows)

    @property
    def _entered(self) -> int:
        return int(self._head[kernel.NODES])

    def prepare(self) -> None:
        """Compile what has to be compiled, so that a time limit does not pay for it."""
        touch(self._table)
        with jit.first_use(self._name):
            self._call(0)

    def run(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Search for so long, or so many positions, whichever comes first.

        The result depends on the number of positions only, not on how they were cut into chunks.
        """
        with self.accompanied():
            drive(self.step, seconds=seconds, nodes=nodes, cancel=cancel)

    def accompanied(self) -> AbstractContextManager[None]:
        """Has the searches beside this one run as long as a block lasts."""
        return beside([one.step for one in self._fellows])

    def lines(self) -> tuple[Line, ...]:
        """The best moves at the root, as many as were asked for, the best first."""
        found = list(self._now)
        part = self._part()
        if part is not None:
            found.append(part)
        taken = {one.action for one in found}
        told = [(one, self._moved(found, self._before)) for one in found]
        past = self._moved(self._before, self._earlier)
        told += [(one, past) for one in self._before if one.action not in taken]
        told.sort(key=lambda pair: pair[0].action in self._avoided)
        return tuple(_line(one, moved) for one, moved in told[: self.wanted])

    def _moved(self, found: list[_Found], before: list[_Found]) -> int:
        """What brings the scores of a depth half way to those of the depth before."""
        if not (self._steady and found and before):
            return 0
        best = max(one.score for one in found)
        if max(abs(best), abs(before[0].score)) >= kernel.SURE:
            return 0
        return (before[0].score - best) // 2

    def avoid(self, actions: set[int]) -> None:
        """Leave these moves out from the next pass on: they are known to lose, others are not."""
        self._avoided = actions
        self._now = [one for one in self._now if one.action not in actions]

    # --- passes ------------------------------------------------------------------------------

    def _call(self, n: int) -> int:
        return int(
            self._kernel(
                self._states, self._works, self._config, self._frames, self._moves, self._ranks,
                self._best, self._table, self._killers, self._history, self._barred,
                self._weights, self._terms, self._values, self._head, n,
            )
        )  # fmt: skip

    def step(self, n: int) -> int:
        """``n`` nodes, over as many passes as they last; fewer once nothing is left to find."""
        done = 0
        while done < n and not self._over:
            if not self._running:
                self._begin()
            done += self._call(n - done)
            if self._head[kernel.DONE]:
                self._end()
        return done

    def _begin(self) -> None:
        """Begin the pass for the next line, or again with a wider window."""
        place = len(self._now)
        barred = [*self._avoided, *(one.action for one in self._now)]
        self._barred[: len(barred)] = barred
        self._head[kernel.BARRED] = len(barred)
        low, high = -kernel.FULL, kernel.FULL
        before = [one for one in self._before if one.action not in self._avoided]
        if place < len(before) and self.depth >= 3 and self._miss < 3:
            width = WINDOW * 4**self._miss
            middle = before[place].score
            if abs(middle) < kernel.SURE:
                low, high = middle - width, middle + width
        self._low, self._high = low, high
        if self._seat == 1:
            low, high = -high, -low
        kernel.begin(self._frames, self._head, self.depth + 1, low, high)
        self._began = self._entered
        self._running = True

    def _end(self) -> None:
        """A pass is over: keep what it found, unless its window was missed."""
        self._running = False
        score = self._score(int(self._head[kernel.VALUE]))
        if not self._low < score < self._high:
            self._miss += 1
            return
        self._miss = 0
        one = self._take(score, bool(self._head[kernel.SURENESS]))
        if one.action not in self._avoided:
            self._now.append(one)
        if len(self._now) < min(self.wanted, self.count - len(self._avoided)):
            return
        self._now.sort(key=lambda one: -one.score)
        self._earlier, self._before, self._now = self._before, self._now, []
        self.depth += 1
        self._over = self.depth >= self._last or all(map(self._done, self._before))

    def _done(self, one: _Found) -> bool:
        """Whether deeper iterations can add nothing, not even a shorter way to win."""
        if abs(one.score) >= kernel.SURE:
            return kernel.WIN - abs(one.score) <= self.depth
        return one.settled

    def _part(self) -> _Found | None:
        """The best move of the pass that is going on, if it is better than what was known.

        If that surely loses and moves remain that were not looked at, one of those is better.
        """
        root = self._frames[0]
        if not self._running or self._head[kernel.PLY] == 0 or int(root.choice) < 0:
            return None
        if int(root.best) > -kernel.SURE:
            return self._take(int(root.best), False)
        left = range(max(0, int(root.index) - 1), int(root.count))
        others = [i for i in left if self._moves[0, i] != root.choice]
        if not others:
            return self._take(int(root.best), False)
        action = int(self._moves[0, max(others, key=lambda i: int(self._ranks[0, i]))])
        return _Found(action, 1 - kernel.LIMIT, False, (action,), 0)

    def _take(self, score: int, settled: bool) -> _Found:
        length = int(self._best[0, 0])
        moves = tuple(int(a) for a in self._best[0, 1 : length + 1])
        return _Found(moves[0], score, settled, moves, self._entered - self._began)

    def _score(self, value: int) -> int:
        """What is worth ``value`` to seat 0, for the seat to move at the root."""
        return -value if self._seat == 1 else value


def _entries(simulations: int | None) -> int:
    """Places of a table that suits the number of nodes."""
    if simulations is None:
        return ENTRIES
    return min(ENTRIES, 1 << max(6, simulations.bit_length()))


def _proof(one: _Found) -> int | None:
    if abs(one.score) >= kernel.SURE:
        return 1 if one.score > 0 else -1
    return 0 if one.settled else None


def worth(score: int) -> float:
    """The expected result, from -1 to 1, that a score in thousandths of log odds stands for."""
    if abs(score) >= kernel.SURE:
        return math.copysign(1.0, score)
    return math.tanh(score / 2000)


def _line(one: _Found, moved: int) -> Line:
    proof = _proof(one)
    value = worth(one.score + moved) if proof is None else float(proof)
    return Line(one.action, one.nodes, value, proof, one.moves)
