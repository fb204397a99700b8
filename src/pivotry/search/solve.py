"""Exact answers: who wins from here, for certain, and how.

Two questions are put to a proof-number search in turn, sharing one table: does the seat to move
win, and does the other one? A win comes with the moves that bring it about; when both answers are
no, the position is a draw. Only for games in which nothing is hidden and nothing is dealt.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .. import jit
from ..contract import OVER, Record, blank, copied
from ..errors import BadOption
from ..match import Match, from_position
from ..registry import Game, get
from ..wording import quoted
from .found import Line, drive
from .kernels import dfpn
from .perft import derived

DEPTH = 256
"""Moves that a proof looks ahead at most."""
MEMORY = 256
"""Megabytes for the table unless the caller says otherwise."""
SLICE = 8192
"""Positions that one question may make before it is the other one's turn."""
LONGEST = 600
"""Moves of a line that is shown."""
SAY_EVERY = 0.5
"""Seconds between two calls of ``progress``."""


@dataclass(frozen=True)
class Solution:
    """What is known for certain about a position."""

    value: int | None
    """1, 0 or -1: the seat to move wins, draws or loses; None if it is not known."""
    low: int
    high: int
    """The value lies between these, both included."""
    line: tuple[str, ...] = ()
    """Moves that lead there, both sides playing well: a winner's way to the end, or a way to keep
    a draw; it may stop short of the end when time runs out."""
    moves: tuple[tuple[str, int], ...] = ()
    """The moves whose values are known, the best first, with these values for the mover."""
    plies: int | None = None
    """Moves to the end in the proof of a win or loss; there may be a shorter one."""
    nodes: int = 0
    """Positions made."""
    stored: int = 0
    """Positions kept in the table."""
    seconds: float = 0.0

    @property
    def proven(self) -> bool:
        """Whether the value is known."""
        return self.value is not None


@dataclass(frozen=True)
class Known:
    """What a short search found out for certain."""

    value: int | None
    """For the seat to move, as in ``Solution``."""
    moves: dict[int, int] = field(default_factory=dict)
    """Action number to value for the mover, where that is known."""
    plies: dict[int, int] = field(default_factory=dict)
    """Action number to moves until the end, where somebody is proved to win after it."""


class Question:
    """Does ``attacker`` win from ``state``? A search that can be run in pieces."""

    def __init__(self, solver: Solver, state: Record, attacker: int) -> None:
        rules, exact = solver.game.rules, solver.game.exact
        names = {name: getattr(rules, name) for name in ("actor", "legal", "apply", "returns")}
        names |= {
            name: getattr(exact, name) for name in ("pack", "guess", "quiet_moves", "drawish")
        }
        self._kernel = jit.bind(dfpn.run, names, tag=solver.name)
        self._solver, self.attacker = solver, attacker
        moves = solver.game.facts.max_moves
        words = solver.table.shape[1] - 1
        self._states, self._works = blank(rules.STATE, DEPTH + 1), blank(rules.WORK, DEPTH + 1)
        self._frames = _room(dfpn.FRAME, DEPTH)
        self._kids = _room(dfpn.CHILD, DEPTH * moves).reshape(DEPTH, moves)
        self._keys = np.zeros((DEPTH, moves, words), np.uint64)
        self._tops, self._key = np.zeros((DEPTH, words), np.uint64), np.zeros(words, np.uint64)
        self._head = np.zeros(dfpn.HEAD, np.int64)
        self._moves, self._values = np.zeros(moves, np.int32), np.zeros(8)
        self.ask(state)

    def ask(self, state: Record) -> None:
        """Put the question about ``state``; what the table holds stays known."""
        self._states[0] = state
        self._works[0] = derived(self._solver.game, self._states[0], self._solver.config)
        self._head[dfpn.DEPTH], self._head[dfpn.ANSWER] = -1, -1

    def run(self, n: int) -> None:
        """Make ``n`` positions or a few more; none still opens the root."""
        solver = self._solver
        self._kernel(
            self._states, self._works, solver.config, solver.codes, self._frames, self._kids,
            self._keys, self._tops, self._key, solver.table, self._head, self._moves,
            self._values, self.attacker, solver.most, n,
        )  # fmt: skip

    @property
    def nodes(self) -> int:
        """Positions made."""
        return int(self._head[dfpn.NODES])

    @property
    def stored(self) -> int:
        """Slots of the table that it filled."""
        return int(self._head[dfpn.STORED])

    @property
    def open(self) -> bool:
        """Whether there is more to search."""
        return int(self._head[dfpn.ANSWER]) < 0

    @property
    def answer(self) -> bool | None:
        """Yes or no; None while it is open, or where a no would rest on a repetition."""
        if self.open:
            return None
        if int(self._head[dfpn.ANSWER]) == 1:
            return True
        return None if int(self._head[dfpn.INFO]) & 1 else False

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


class Solver:
    """Both questions about one position, and what is known of the answers."""

    def __init__(
        self, game: Game, state: Record, config: Record, *, memory: float = MEMORY
    ) -> None:
        """``memory`` is in megabytes, of which the table takes the largest power of two."""
        if game.facts.hidden or game.facts.chance:
            raise BadOption(
                f"{game.facts.title} has cards; exact answers are for games where all is open"
            )
        self.game, self.config = game, config
        self.name = f"{game.id}-dfpn"
        self.codes = game.exact.table(state, config)
        self.most = game.exact.most(config)
        self.seat = int(game.rules.actor(state, config))
        if self.seat == OVER:
            raise BadOption("the game is over: there is nothing left to solve")
        self.table = _table(game.exact.words(self.codes) + 1, memory)
        self._state = copied(state)
        self.questions = tuple(Question(self, state, seat) for seat in (self.seat, 1 - self.seat))
        self._turn = 0
        self._until = SLICE
        self._asked = 0

    @property
    def nodes(self) -> int:
        """Positions made."""
        return sum(question.nodes for question in self.questions)

    @property
    def stored(self) -> int:
        """Positions in the table, those that took the place of others not counted."""
        return sum(question.stored for question in self.questions)

    def report(self) -> str:
        """In a few words, how far it is."""
        names = self.game.facts.names(2)
        parts = [f"{self.nodes:,} positions"]
        for question in self.questions:
            name = names[question.attacker]
            answer = question.answer
            if question.open:
                parts.append(
                    f"{name} wins? {question.numbers[0]:,}:{question.numbers[1]:,} to prove"
                )
            elif answer is None:
                parts.append(f"{name} wins? not found")
            else:
                parts.append(f"{name} wins? {'yes' if answer else 'no'}")
        return ", ".join(parts)

    def prepare(self) -> None:
        """Compile what has to be compiled, so that a time limit does not pay for it."""
        with jit.first_use(self.name):
            for question in self.questions:
                question.run(0)

    def run(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Search until the value is known, for so long, or so many positions.

        What is found depends on the number of positions only, not on how they were cut into chunks.
        """
        drive(self._step, seconds=seconds, nodes=nodes, cancel=cancel)

    def _step(self, n: int) -> int:
        """``n`` more positions; what is made too many counts for the next call."""
        before = self._asked
        self._asked = until = before + n
        while self.nodes < until and self.value is None:
            question = self.questions[self._turn]
            if not question.open or question.nodes >= self._until:
                self._turn ^= 1
                if self._turn == 0:
                    self._until += SLICE
                if not any(question.open for question in self.questions):
                    break
                continue
            question.run(min(until - self.nodes, self._until - question.nodes))
        return min(n, max(0, self.nodes - before))

    @property
    def low(self) -> int:
        """The least that the seat to move gets."""
        mine, theirs = (question.answer for question in self.questions)
        return 1 if mine else 0 if theirs is False else -1

    @property
    def high(self) -> int:
        """The most that the seat to move gets."""
        mine, theirs = (question.answer for question in self.questions)
        return -1 if theirs else 0 if mine is False else 1

    @property
    def value(self) -> int | None:
        """1, 0 or -1 for the seat to move, once it is known."""
        return self.low if self.low == self.high else None

    def known(self) -> Known:
        """What is known of the moves at the root."""
        mine, theirs = (question.answers() for question in self.questions)
        values, plies = {}, {}
        for action in mine.keys() | theirs.keys():
            win, win_plies = mine.get(action, (None, 0))
            loss, loss_plies = theirs.get(action, (None, 0))
            if win:
                values[action], plies[action] = 1, 1 + win_plies
            elif loss:
                values[action], plies[action] = -1, 1 + loss_plies
            elif win is False and loss is False:
                values[action] = 0
        return Known(self.value, dict(sorted(values.items())), plies)

    def lines(self) -> tuple[Line, ...]:
        """The moves whose values are known, the best first: quick wins, slow losses."""
        known = self.known()
        lines = [
            Line(action, 0, float(value), value, (action,)) for action, value in known.moves.items()
        ]
        plies = known.plies
        return tuple(
            sorted(lines, key=lambda x: (-x.value, x.value * plies.get(x.action, 0), x.action))
        )

    def line(
        self, *, seconds: float | None = None, cancel: threading.Event | None = None
    ) -> tuple[int, ...]:
        """Action numbers of a way to the value, as far as time allows; none if it is not known."""
        if self.value is None:
            return ()
        end = None if seconds is None else time.perf_counter() + seconds
        state, work = copied(self._state), derived(self.game, self._state, self.config)
        winner = None if self.value == 0 else self.seat if self.value > 0 else 1 - self.seat
        asked: dict[int, Question] = {}
        actions: list[int] = []
        while len(actions) < LONGEST:
            mover = int(self.game.rules.actor(state, self.config))
            if mover == OVER:
                break
            attacker = 1 - mover if winner is None else winner
            question = asked.get(attacker)
            if question is None:
                question = asked[attacker] = Question(self, state, attacker)
            question.ask(state)
            question.run(0)
            action = _chosen(question, mover, winner)
            while action is None and question.open:
                if (end is not None and time.perf_counter() > end) or (cancel and cancel.is_set()):
                    return tuple(actions)
                question.run(2000)
                action = _chosen(question, mover, winner)
            if action is None:
                break
            actions.append(action)
            self.game.rules.apply(state, self.config, work, action)
        return tuple(actions)

    def solution(self, seconds: float, line: tuple[int, ...] = ()) -> Solution:
        """All of it, in words of the game."""
        write = self.game.notation.write
        mine, theirs = self.questions
        plies = mine.plies if mine.answer else theirs.plies if theirs.answer else None
        return Solution(
            self.value,
            self.low,
            self.high,
            tuple(write(action, self.config) for action in line),
            tuple((write(x.action, self.config), int(x.value)) for x in self.lines()),
            plies,
            self.nodes,
            self.stored,
            seconds,
        )


def solve(
    start: Match | Mapping[str, Any],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: float = MEMORY,
    cancel: threading.Event | None = None,
    progress: Callable[[Solver, float], None] | None = None,
) -> Solution:
    """The value of a match's present position, or of position JSON, with a line that shows it.

    Ends when the value is known, after ``seconds``, after ``nodes`` positions, or when ``cancel``
    is set; without any of them it goes on until it knows. ``memory`` is in megabytes. ``progress``
    is called about twice a second with the solver and the seconds spent. Raises ``BadOption`` for
    games with cards, games that are over and budgets that make no sense.
    """
    _check("seconds", seconds, 1e-3)
    _check("nodes", nodes, 1)
    _check("memory", memory, 1)
    match = start if isinstance(start, Match) else from_position(start)
    game = get(match.game)
    solver = Solver(game, match._s, match._c, memory=memory)
    solver.prepare()
    begun = time.perf_counter()
    while solver.value is None and any(question.open for question in solver.questions):
        spent = time.perf_counter() - begun
        left = None if seconds is None else seconds - spent
        more = None if nodes is None else nodes - solver.nodes
        if (left is not None and left <= 0) or (more is not None and more <= 0):
            break
        if cancel is not None and cancel.is_set():
            break
        slot = SAY_EVERY if left is None else min(SAY_EVERY, left)
        solver.run(seconds=slot, nodes=more, cancel=cancel)
        if progress is not None:
            progress(solver, time.perf_counter() - begun)
    spent = time.perf_counter() - begun
    left = None if seconds is None else max(0.05, seconds - spent)
    line = solver.line(seconds=left, cancel=cancel)
    return solver.solution(time.perf_counter() - begun, line)


def known(
    game: Game,
    state: Record,
    config: Record,
    *,
    seconds: float | None = 0.2,
    nodes: int | None = None,
    memory: float = 32,
    cancel: threading.Event | None = None,
) -> Known:
    """What can be known for certain within so much time: for players, at the root."""
    solver = Solver(game, state, config, memory=memory)
    solver.prepare()
    solver.run(seconds=seconds, nodes=nodes, cancel=cancel)
    return solver.known()


def _chosen(question: Question, mover: int, winner: int | None) -> int | None:
    """The move of a line: quickest for a winner, longest for a loser, safe in a draw."""
    found = question.answers()
    if winner is None:
        safe = [action for action, (yes, _) in found.items() if not yes]
        return safe[0] if safe else None
    won = {action: plies for action, (yes, plies) in found.items() if yes}
    if mover == winner:
        return min(won, key=lambda action: (won[action], action)) if won else None
    if len(won) < int(question._frames[0].count):
        return None
    return max(won, key=lambda action: (won[action], -action))


def _check(name: str, value: object, least: float) -> None:
    if value is None:
        return
    if not isinstance(value, int | float) or isinstance(value, bool) or not value >= least:
        raise BadOption(f"{name} is a number from {least:g}, not {quoted(value)}")


def _table(words: int, memory: float) -> Any:
    """Slots for that many megabytes; as zeroed pages the system gives only what is used."""
    slots = 1 << max(6, int(memory * 1e6 / (8 * words)).bit_length() - 1)
    try:
        return np.zeros((slots, words), np.uint64)
    except MemoryError:
        raise BadOption(f"{memory:g} MB are more than this machine gives") from None


def _room(dtype: np.dtype[Any], n: int) -> Any:
    return np.zeros(n * dtype.itemsize, np.uint8).view(dtype).view(np.recarray)
