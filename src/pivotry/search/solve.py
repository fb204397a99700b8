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
from ..contract import OVER, Record, copied
from ..errors import BadOption
from ..match import Match, from_position
from ..registry import Game, get
from ..wording import quoted
from .found import Line, drive
from .ground import Ground
from .kernels import dfpn
from .layers import Layers
from .perft import derived
from .proved import proved
from .question import Question
from .room import touch

MEMORY = 256
"""Megabytes for the table unless the caller says otherwise."""
SLICE = 8192
"""Positions that one question may make before it is the other one's turn."""
DRAWN_NODES = 200_000
"""Positions made anew for a move of a drawn line, at most."""
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


class Solver:
    """Both questions about one position, and what is known of the answers."""

    def __init__(
        self,
        game: Game,
        state: Record,
        config: Record,
        *,
        memory: float = MEMORY,
        backwards: bool = False,
        shipped: bool = True,
    ) -> None:
        """``memory`` is in megabytes, of which the table takes at most the largest power of two.

        ``backwards``: where positions can come back, half of the memory goes to a third way, which
        is to make every position that can follow and settle them from the last ones on. Without
        ``shipped`` nothing is taken over from the proofs that the package brings along.
        """
        if game.facts.hidden or game.facts.chance:
            raise BadOption(
                f"{game.facts.title} has cards; exact answers are for games where all is open"
            )
        self.game, self.config = game, config
        self.seat = int(game.rules.actor(state, config))
        if self.seat == OVER:
            raise BadOption("the game is over: there is nothing left to solve")
        self.layers: Layers | None = None
        if backwards and game.exact.LAYERED:
            memory /= 2
            self.layers = Layers(game, state, config, memory=memory)
        self.ground = Ground(game, state, config, memory)
        self.name, self.codes, self.table = self.ground.name, self.ground.codes, self.ground.table
        self._learn = jit.bind(dfpn.learn, tag=self.name)
        self._shipped = proved(game.id, self.codes) if shipped else None
        self._state = copied(state)
        self.questions = tuple(
            Question(self.ground, state, seat) for seat in (self.seat, 1 - self.seat)
        )
        self._turn = 0
        self._until = SLICE
        self._asked = 0
        self._asked_again: dict[int, Question] = {}

    @property
    def nodes(self) -> int:
        """Positions made."""
        nodes = sum(question.nodes for question in self.questions)
        return nodes + (0 if self.layers is None else self.layers.nodes)

    @property
    def open(self) -> bool:
        """Whether there is more to search."""
        return self.value is None and any(search.open for search in self._searches)

    @property
    def _searches(self) -> tuple[Question | Layers, ...]:
        return self.questions if self.layers is None else (*self.questions, self.layers)

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
        if self.layers is not None and self.layers.open:
            parts.append(f"backwards: {self.layers.size:,}")
        return ", ".join(parts)

    def prepare(self) -> None:
        """Compile what has to be compiled, so that a time limit does not pay for it."""
        touch(self.table)
        with jit.first_use(self.name):
            self._take_over()
            for question in self.questions:
                question.prepare()
        if self.layers is not None:
            self.layers.prepare()

    def touch(self) -> None:
        """Have the system give the memory now, which a short time limit would be lost on.

        Not where it is more than usual: then that alone would take long.
        """
        most = int(MEMORY * 1e6)
        touch(self.table, most)
        if self.layers is not None:
            self.layers.touch(most)

    def _take_over(self) -> None:
        """Enter what was proved before into the table, once."""
        if self._shipped is not None:
            keys, plies = self._shipped
            self._shipped = None
            self._learn(self.table, keys, plies, np.zeros(dfpn.HEAD, np.int64))

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
        self._take_over()
        before = self._asked
        self._asked = until = before + n
        while self.nodes < until and self.value is None:
            searches = self._searches
            if not any(search.open for search in searches):
                break
            search = searches[self._turn]
            if search.open and search.nodes < self._until:
                search.run(min(until - self.nodes, self._until - search.nodes))
                continue
            self._turn = (self._turn + 1) % len(searches)
            if self._turn == 0:
                self._until += SLICE
        return min(n, max(0, self.nodes - before))

    @property
    def low(self) -> int:
        """The least that the seat to move gets."""
        if self._settled is not None:
            return self._settled
        mine, theirs = (question.answer for question in self.questions)
        return 1 if mine else 0 if theirs is False else -1

    @property
    def high(self) -> int:
        """The most that the seat to move gets."""
        if self._settled is not None:
            return self._settled
        mine, theirs = (question.answer for question in self.questions)
        return -1 if theirs else 0 if mine is False else 1

    @property
    def _settled(self) -> int | None:
        """The value that working backwards has found."""
        if self.layers is None or self.layers.open:
            return None
        return self.layers.value(self._state, self.seat)

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
        if self._settled is not None and self.layers is not None:
            values = self.layers.moves(self._state) | values
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
        """Action numbers of a way to the value, as far as time allows; none if it is not known.

        A draw is followed until a position comes back.
        """
        if self.value is None:
            return ()
        end = None if seconds is None else time.perf_counter() + seconds
        state, work = copied(self._state), derived(self.game, self._state, self.config)
        winner = None if self.value == 0 else self.seat if self.value > 0 else 1 - self.seat
        seen: set[bytes] = set()
        actions: list[int] = []
        while len(actions) < LONGEST:
            mover = int(self.game.rules.actor(state, self.config))
            if mover == OVER:
                break
            name = self._name(state)
            if winner is None and name in seen:
                break
            seen.add(name)
            action = self._from_layers(state, mover, winner)
            if action is None:
                action = self._from_questions(state, mover, winner, end, cancel)
            if action is None:
                break
            actions.append(action)
            self.game.rules.apply(state, self.config, work, action)
        return tuple(actions)

    def _name(self, state: Record) -> bytes:
        key = np.zeros(self.table.shape[1] - 1, np.uint64)
        rest = self.game.exact.pack(state, self.config, self.codes, 0, key)
        return bytes(key.tobytes()) + bytes([rest])

    def _from_layers(self, state: Record, mover: int, winner: int | None) -> int | None:
        """A move of a line, from working backwards; None where that is no help."""
        if self._settled is None or self.layers is None:
            return None
        wanted = 0 if winner is None else 1 if winner == mover else -1
        moves = [a for a, value in self.layers.moves(state).items() if value == wanted]
        if wanted != 1:
            return moves[0] if moves else None
        return min(
            moves, key=lambda action: (self.layers_left(state, action), action), default=None
        )

    def layers_left(self, state: Record, action: int) -> int:
        """Quiet moves in a row that a winner needs at most from ``action`` on, it included."""
        after, work = copied(state), derived(self.game, state, self.config)
        self.game.rules.apply(after, self.config, work, action)
        quiet = int(self.game.exact.quiet_moves(after)) > 0
        if not quiet or self.layers is None:
            return 0
        return 1 + self.layers.quiet_left(after)

    def _from_questions(
        self,
        state: Record,
        mover: int,
        winner: int | None,
        end: float | None,
        cancel: threading.Event | None,
    ) -> int | None:
        """A move of a line, from the table, which is asked again where it has forgotten."""
        attacker = 1 - mover if winner is None else winner
        question = self._asked_again.get(attacker)
        if question is None:
            question = self._asked_again[attacker] = Question(self.ground, state, attacker)
        question.ask(state)
        question.run(0)
        begun = question.nodes
        action = _chosen(question, mover, winner)
        while action is None and question.open:
            late = end is not None and time.perf_counter() > end
            if late or (cancel is not None and cancel.is_set()):
                return None
            if winner is None and question.nodes - begun > DRAWN_NODES:
                return None
            question.run(2000)
            action = _chosen(question, mover, winner)
        return action

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
    solver = Solver(game, match._s, match._c, memory=memory, backwards=True)
    solver.prepare()
    if seconds is not None:
        solver.touch()
    begun = time.perf_counter()
    while solver.open:
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
    if len(won) < question.moves:
        return None
    return max(won, key=lambda action: (won[action], -action))


def _check(name: str, value: object, least: float) -> None:
    if value is None:
        return
    if not isinstance(value, int | float) or isinstance(value, bool) or not value >= least:
        raise BadOption(f"{name} is a number from {least:g}, not {quoted(value)}")
