"""What both ways to judge a match share: its positions, searches of the budget, marks."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass, field, replace

import numpy as np

from ..contract import Record, View, copied
from ..match import Match
from ..players.budget import Budget
from ..players.memory import Memory
from ..players.task import Task, task
from ..search.best import strongest
from ..search.found import Line, Search
from ..search.perft import derived
from .judge import mark
from .model import Judgement, Move

STAGES = 16, 8, 4, 2, 1
"""Parts of the budget (one in so many) after which the value of a search by depth is noted."""
TOLD_SHARE = 8
"""A move that was looked at less than the best by this factor is judged by the position after it.
"""


@dataclass(frozen=True)
class Question:
    """A position of the match and the move that was played there."""

    ply: int
    seat: int
    state: Record
    text: str
    action: int
    printed: str


@dataclass(frozen=True)
class Worth:
    """What a move is worth to its seat, and how well that is known."""

    value: float
    nodes: int
    proof: int | None = None
    doubt: float = 0.0
    """By how much the value may well be off; 0 where it is certain."""
    moves: tuple[int, ...] = ()
    """The play expected after the move, the move itself left out."""


@dataclass(frozen=True)
class Look:
    """What a search of the whole budget found at a position."""

    lines: tuple[Line, ...]
    """In the order of the search; none only if it was cancelled."""
    nodes: int
    course: tuple[dict[int, float], ...] = ()
    """Values by action, each when a part of the budget was spent; for searches by depth."""

    @property
    def best(self) -> Worth:
        """What the position is worth to its seat."""
        return self.worth(self.lines[0])

    def worth(self, line: Line) -> Worth:
        """What a line says."""
        return Worth(line.value, line.visits, line.proof, self.doubt(line), line.moves[1:])

    def doubt(self, line: Line) -> float:
        """By how much the value of a line may well be off.

        For means see ``mean_doubt``. No such law holds for a search by depth: its nodes are no
        results. There it is half of the range that the value went through since a sixteenth of the
        budget was spent (docs/analysis.md tells what marks are worth that go by it).
        """
        if line.proof is not None:
            return 0.0
        if not self.course:
            return mean_doubt(line.visits)
        told = [  # a move that had no line yet was worth no more than the last one that had
            values.get(line.action, min(values.values(), default=0.0)) for values in self.course
        ]
        return (max(line.value, *told) - min(line.value, *told)) / 2

    def told(self, action: int) -> Worth | None:
        """What the lines say about a move, if they say it well enough."""
        for place, line in enumerate(self.lines):
            if line.action == action and (
                place == 0
                or line.proof is not None
                or line.visits * TOLD_SHARE >= self.lines[0].visits
            ):
                return self.worth(line)
        return None


def mean_doubt(results: int) -> float:
    """By how much the mean of so many results from -1 to 1 may well be off.

    They lie 1 from their mean at most; the mean of that many a root of their number less, and the
    best of several is likely to be off by more.
    """
    return math.sqrt(2 / max(1, results))


@dataclass
class Sight:
    """A match to be judged and how much may be spent on it."""

    match: Match
    budget: Budget
    lines: int
    seed: int
    cancel: threading.Event
    doubting: bool = True
    """Whether a loss is believed only as far as it is beyond doubt."""
    questions: list[Question] = field(init=False)

    def __post_init__(self) -> None:
        match = self.match
        self.game, self.options = match._game, match.options
        self.config = self.game.setup.config(self.options)
        printed = match.marked()
        self.questions = [
            Question(ply, entry.seat, entry.before, entry.text, match._number(entry.text), text)
            for ply, (entry, text) in enumerate(zip(match.log(), printed, strict=True))
            if entry.kind == "move"
        ]

    def asked(self, ply: int, view: View, memory: Memory | None = None) -> Task:
        """What the seat of a view is asked, and random numbers of its own."""
        return task(view, self.seed << 32 | ply, memory)

    def view(self, state: Record, seat: int) -> View:
        """What a seat sees of a state."""
        return self.game.views.view(state, self.config, self.options, seat)

    def look(self, asked: Task, state: Record, *, open_cards: bool = False) -> Look:
        """What a search of the whole budget finds."""
        search = strongest(
            self.game, state, self.config, asked.players, asked.seat, asked.stream.word(),
            self.budget.nodes, lines=min(len(asked.legal), max(2, self.lines)),
            known=None if open_cards else asked.known, open_cards=open_cards,
        )  # fmt: skip
        if self.game.evaluate is None:
            self.spend(search)
            course = []
        else:
            course = self._watched(search)
        while not search.lines() and not self.cancel.is_set():
            search.run(nodes=100, cancel=self.cancel)  # too small a budget for any move at all
        return Look(search.lines(), search.nodes, tuple(course))

    def _watched(self, search: Search) -> list[dict[int, float]]:
        """Run a search for the whole budget; the values of its lines after each stage."""
        search.prepare()
        seconds, nodes = self.budget.seconds, self.budget.nodes
        begun = time.perf_counter()
        course = []
        for part in STAGES:
            more = None if nodes is None else nodes // part - search.nodes
            left = None if seconds is None else begun + seconds / part - time.perf_counter()
            if (more is None or more > 0) and (left is None or left > 0):
                search.run(seconds=left, nodes=more, cancel=self.cancel)
            course.append({line.action: line.value for line in search.lines()})
        return course

    def spend(self, search: Search) -> None:
        """Run a search for the whole budget."""
        search.prepare()
        search.run(seconds=self.budget.seconds, nodes=self.budget.nodes, cancel=self.cancel)

    def after(self, state: Record, action: int) -> Record:
        """The state after a move, before chance acts."""
        after = copied(state)
        self.game.rules.apply(after, self.config, derived(self.game, after, self.config), action)
        return after

    def returned(self, state: Record, seat: int) -> float:
        """The result of ``seat`` in a match that is over."""
        values = np.zeros(self.match.players)
        self.game.rules.returns(state, self.config, values)
        return float(values[seat])

    def judged(
        self, question: Question, asked: Task, found: Look, told: Worth, nodes: int
    ) -> Judgement:
        """The judgement of a move that is worth ``told`` beside what was ``found`` before it.

        A loss is believed as far as it exceeds the doubt, which is that of two values that are off
        independently; then nothing that is said contradicts it.
        """
        lines = _ranked(found.lines, question.action, told)
        best = lines[0]
        sure = told.doubt if best.action == question.action else found.doubt(best)

        def loss(value: float, doubt: float) -> float:
            """What a move gives away that is worth so much, as far as it is believed."""
            return max(0.0, best.value - value - (math.hypot(doubt, sure) if self.doubting else 0))

        given = best.value - told.value
        if best.action != question.action:
            given = loss(told.value, told.doubt)
        others = [line for line in lines if line.action != question.action]
        next_ = max(others, key=lambda line: line.value, default=None)
        second = None if next_ is None else loss(next_.value, found.doubt(next_))
        played = best.value - given if told.proof is None else told.value
        shown = _agreeing(lines[: self.lines], question.action, played, told)
        return Judgement(
            best.value,
            played,
            mark(given, second, len(asked.legal)),
            asked.answer(best.action, shown).candidates,
            nodes,
            best.proof,
        )

    def move(
        self, question: Question, asked: Task, known: Judgement, opened: Judgement | None = None
    ) -> Move:
        """The move of a question with its judgements."""
        return Move(
            question.ply, question.seat, question.text, question.printed, len(asked.legal),
            known, opened,
        )  # fmt: skip


def _ranked(lines: tuple[Line, ...], action: int, worth: Worth) -> tuple[Line, ...]:
    """The lines of a search, the move that was played first if it turned out to be worth more.

    So the first line has the value of the position, and no move is worth more than that.
    """
    if worth.value <= lines[0].value:
        return lines
    rest = tuple(line for line in lines if line.action != action)
    first = Line(action, worth.nodes, worth.value, worth.proof, (action, *worth.moves))
    return first, *rest


def _agreeing(lines: tuple[Line, ...], action: int, played: float, told: Worth) -> tuple[Line, ...]:
    """The lines as they are shown: that of the move that was played says what is said of the move.

    Its place stays, which is that of the search.
    """
    return tuple(
        replace(line, value=played, proof=told.proof, moves=(action, *told.moves))
        if line.action == action and place
        else line
        for place, line in enumerate(lines)
    )
