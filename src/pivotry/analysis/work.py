"""Judging a match: a search for every position, some at a time, until done or cancelled."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Protocol

from ..errors import BadOption
from ..match import Match
from ..players.budget import Budget
from ..players.player import checked
from ..wording import quoted
from .hidden import HiddenCards
from .model import Analysis, Move, Progress
from .open import OpenBoard
from .sight import Sight

MOST_LINES = 20
POLL_SECONDS = 0.05
"""How long nobody looks whether the analysis is cancelled, while searches run."""


class Judge(Protocol):
    """A way to judge the moves of a match in pieces that can be worked on at the same time."""

    @property
    def pieces(self) -> int:
        """How many pieces of work there are."""

    @property
    def moves(self) -> Sequence[Move]:
        """The moves judged so far, in the order of the match."""

    def work(self, piece: int) -> Any:
        """Do a piece, in any thread, and change nothing; None if it was cancelled."""

    def take(self, piece: int, done: Any) -> None:
        """Judge what can be judged with what ``work`` brought; one thread at a time."""


def analyse(
    match: Match,
    budget: Budget | None = None,
    *,
    lines: int = 1,
    jobs: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
    cancel: threading.Event | None = None,
) -> Analysis:
    """Judge every move of a match by searches of ``budget`` a position (one second by default).

    ``lines`` is how many best moves each judgement lists, ``jobs`` how many positions are searched
    at a time, each in a thread. With a budget of nodes and no time, the same match, ``lines`` and
    ``seed`` give the same analysis, whatever ``jobs``. Setting ``cancel`` ends it within
    milliseconds with the moves judged so far. Where cards are hidden, a move is searched once from
    what its seat saw and once on the cards as they lay: who may see an analysis may see them all.
    Raises ``BadOption``.
    """
    if not isinstance(match, Match):
        raise BadOption(
            f"an analysis is of a match, such as pivotry.new('pegs'), not {quoted(match)}"
        )
    checked(budget)
    budget = Budget() if budget is None else budget
    for name, value, least, most in (
        ("lines", lines, 1, MOST_LINES), ("jobs", jobs, 1, 1024), ("seed", seed, 0, 2**32 - 1),
    ):  # fmt: skip
        if type(value) is not int or not least <= value <= most:
            raise BadOption(f"{name} is a whole number from {least} to {most}, not {quoted(value)}")
    stopped = threading.Event() if cancel is None else cancel
    sight = Sight(match, budget, lines, seed, stopped)
    judge: Judge = HiddenCards(sight) if match.facts.hidden else OpenBoard(sight)
    _run(judge, jobs, len(sight.questions), progress, stopped)
    return Analysis(
        match.game,
        match.facts.title,
        match.names,
        match.result,
        str(budget),
        match.ply,
        tuple(judge.moves),
        len(judge.moves) == len(sight.questions),
    )


def _run(
    judge: Judge, jobs: int, total: int, progress: Progress | None, cancel: threading.Event
) -> None:
    """Do all pieces in order, ``jobs`` at a time."""
    told = 0
    waiting = iter(range(judge.pieces))
    running: dict[Future[Any], int] = {}
    with ThreadPoolExecutor(jobs, "pivotry-analysis") as pool:
        try:
            while True:
                while len(running) < jobs and not cancel.is_set():
                    piece = next(waiting, None)
                    if piece is None:
                        break
                    running[pool.submit(judge.work, piece)] = piece
                if not running:
                    return
                finished, _ = wait(running, POLL_SECONDS, FIRST_COMPLETED)
                for future in finished:
                    piece, done = running.pop(future), future.result()
                    if done is not None:
                        judge.take(piece, done)
                if progress is not None and len(judge.moves) > told:
                    told = len(judge.moves)
                    progress(told, total)
        except BaseException:
            cancel.set()  # or the searches that still run would be waited for
            raise
