"""A run of a plan: play what is missing, keep it, stop when it is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import sprt
from .crews import Crew
from .journal import Journal
from .plan import Plan
from .play import Outcome
from .schedule import Fixture, block_size, fixtures, taken, whole_rounds


@dataclass
class Run:
    """The games of a plan so far, and what they say."""

    plan: Plan
    rounds: int
    test: sprt.Trial | None = None
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    interrupted: bool = False

    def __post_init__(self) -> None:
        self.course = None
        if self.test is not None:
            seats = [(first, second) for first, second in taken(self.plan)[0]]
            self.course = sprt.Course(self.test, seats)

    @property
    def total(self) -> int:
        """Games to be played, unless a test decides earlier."""
        return self.rounds * len(list(fixtures(self.plan, 1)))

    @property
    def games(self) -> int:
        """Games finished."""
        return len(self.outcomes)

    def blocks(self) -> list[list[Outcome]]:
        """The complete blocks in order; with a test, those it has looked at.

        Only these count, so that nobody is better off for having been dealt the better seats, and
        the order in which games happen to finish makes no difference.
        """
        size = block_size(self.plan)
        found: dict[int, list[Outcome]] = {}
        for number in sorted(self.outcomes):
            found.setdefault(self.outcomes[number].block, []).append(self.outcomes[number])
        whole = [block for block in found.values() if len(block) == size]
        return whole if self.course is None else whole[: self.course.blocks]

    def add(self, outcome: Outcome) -> None:
        """Count a finished game."""
        self.outcomes[outcome.number] = outcome

    @property
    def decided(self) -> bool:
        """Whether a test has come to a decision."""
        return self.course is not None and self.course.decision is not None

    def judge(self) -> None:
        """Let the test look at the blocks that are complete from the first on without a gap."""
        size = block_size(self.plan)
        while self.course is not None and not self.decided:
            first = self.course.blocks * size
            if any(first + i not in self.outcomes for i in range(size)):
                return
            block = [self.outcomes[first + i] for i in range(size)]
            self.course.look(sum(game.shares(2)[0] for game in block) / size)


def play(
    plan: Plan,
    games: int,
    crew: Crew,
    *,
    test: sprt.Trial | None = None,
    journal: Journal | None = None,
    keep: Callable[[Outcome, dict[str, Any]], None] | None = None,
    kept: Callable[[Outcome], bool] | None = None,
    listen: Callable[[Run], None] | None = None,
) -> Run:
    """Play ``games`` games of a plan, rounded up to whole rounds, and say how they went.

    ``journal`` gives those that were played before and keeps the new ones; ``keep`` gets records,
    each before its game is in the journal: whatever ends the program, no game counts without its
    record. Games of the journal for which ``kept`` is false are played again.
    ``listen`` is called after every game. With ``test`` (two players) it ends when the test does.
    Ctrl-C ends it as well: what is finished is returned, with ``interrupted`` set.
    """
    run = Run(plan, whole_rounds(plan, games), test)
    wanted = list(fixtures(plan, run.rounds))
    for outcome in journal.outcomes if journal is not None else ():
        if outcome.number < len(wanted) and (kept is None or kept(outcome)):
            run.add(outcome)
    run.judge()
    if run.decided:
        return run
    playing = crew.play(plan, _missing(wanted, run))
    try:
        for outcome, record in playing:
            if keep is not None:
                keep(outcome, record)
            if journal is not None:
                journal.add(outcome)
            run.add(outcome)
            run.judge()
            if listen is not None:
                listen(run)
            if run.decided:
                break
    except KeyboardInterrupt:
        run.interrupted = True
    finally:
        playing.close()
    return run


def _missing(wanted: Sequence[Fixture], run: Run) -> Iterator[Fixture]:
    played = set(run.outcomes)
    return (fixture for fixture in wanted if fixture.number not in played)
