"""What both ways to judge a match share: its positions, searches of the budget, marks."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

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

    @classmethod
    def of(cls, line: Line) -> Worth:
        """What a line tells."""
        return cls(line.value, line.visits, line.proof)

    @property
    def doubt(self) -> float:
        """By how much the mean of so many results from -1 to 1 may well be off."""
        return 0.0 if self.proof is not None else 1 / math.sqrt(max(1, self.nodes))


@dataclass
class Sight:
    """A match to be judged and how much may be spent on it."""

    match: Match
    budget: Budget
    lines: int
    seed: int
    cancel: threading.Event
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

    def look(
        self, asked: Task, state: Record, *, open_cards: bool = False
    ) -> tuple[tuple[Line, ...], int]:
        """The lines that a search of the whole budget finds, and the nodes that it took.

        At least one line, unless it was cancelled.
        """
        search = strongest(
            self.game, state, self.config, asked.players, asked.seat, asked.stream.word(),
            self.budget.nodes, lines=min(len(asked.legal), max(2, self.lines)),
            known=None if open_cards else asked.known, open_cards=open_cards,
        )  # fmt: skip
        self.spend(search)
        while not search.lines() and not self.cancel.is_set():
            search.run(nodes=100, cancel=self.cancel)  # too small a budget for any move at all
        return search.lines(), search.nodes

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
        self, question: Question, asked: Task, lines: Sequence[Line], told: Worth, nodes: int
    ) -> Judgement:
        """The judgement of a move that is worth ``told`` among ``lines``."""
        best = lines[0]
        value = max(best.value, told.value)
        loss = value - told.value
        if best.action != question.action:
            loss = max(0.0, loss - told.doubt - Worth.of(best).doubt)
        others = [line.value for line in lines if line.action != question.action]
        second = value - max(others) if others else None
        shown = asked.answer(best.action, tuple(lines[: self.lines])).candidates
        given = mark(loss, second, len(asked.legal))
        return Judgement(value, told.value, given, shown, nodes, best.proof)

    def move(
        self, question: Question, asked: Task, known: Judgement, opened: Judgement | None = None
    ) -> Move:
        """The move of a question with its judgements."""
        return Move(
            question.ply, question.seat, question.text, question.printed, len(asked.legal),
            known, opened,
        )  # fmt: skip


def told(action: int, lines: Sequence[Line]) -> Worth | None:
    """What a search's lines say about a move, if they say it well enough."""
    for place, line in enumerate(lines):
        if line.action == action and (
            place == 0 or line.proof is not None or line.visits * TOLD_SHARE >= lines[0].visits
        ):
            return Worth.of(line)
    return None
