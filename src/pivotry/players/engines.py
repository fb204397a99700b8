"""Ways to choose a move, by name. Each takes a task and a budget, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from ..errors import BadOption
from ..registry import Game
from ..tongue import tr
from ..wording import quoted
from .budget import Budget
from .task import Task
from .thought import Thought

if TYPE_CHECKING:
    from ..search import found
    from ..search.tree import Setting


class Engine(Protocol):
    """A way to choose. Called with at least two legal moves; safe to call from many threads."""

    def __call__(self, task: Task, budget: Budget, cancel: threading.Event | None) -> Thought: ...


def random(task: Task, budget: Budget, cancel: threading.Event | None) -> Thought:
    """Any legal move, each as likely as the others."""
    return task.answer(task.legal[task.stream.below(len(task.legal))])


def tree(task: Task, budget: Budget, cancel: threading.Event | None) -> Thought:
    """Monte-Carlo tree search on ``task.threads``; over information sets where cards are hidden."""
    from ..search.tree import STANDARD

    return _tree(task, budget, cancel, STANDARD)


def plain(task: Task, budget: Budget, cancel: threading.Event | None) -> Thought:
    """The same as the textbooks have it, with playouts at random and by the view alone."""
    from ..search.tree import PLAIN

    return _tree(replace(task, known=None), budget, cancel, PLAIN)


def _tree(task: Task, budget: Budget, cancel: threading.Event | None, setting: Setting) -> Thought:
    from ..search.run import Search

    make = partial(Search, setting=setting, known=task.known, threads=task.threads)
    return _searched(task, budget, cancel, make)


def alphabeta(task: Task, budget: Budget, cancel: threading.Event | None) -> Thought:
    """Alpha-beta with the game's evaluation, as deep as the budget lasts, on ``task.threads``."""
    from ..search.alphabeta import AlphaBeta

    return _searched(task, budget, cancel, partial(AlphaBeta, threads=_threads(task, budget)))


def sure(task: Task, budget: Budget, cancel: threading.Event | None) -> Thought:
    """The same, with a search for proofs at its side; the two take turns on the first thread.

    It plays to win: where a game has a ``CONTEMPT``, a draw is worth that much less than even.
    """
    from ..search.sure import Sure

    judge = task.game.evaluate
    contempt = 0 if judge is None else judge.CONTEMPT
    make = partial(Sure, contempt=contempt, threads=_threads(task, budget))
    return _searched(task, budget, cancel, make)


def _threads(task: Task, budget: Budget) -> int:
    """How many a search by depth uses: one where so many nodes are to give the same every time."""
    return task.threads if budget.nodes is None else 1


def _searched(
    task: Task, budget: Budget, cancel: threading.Event | None, make: Callable[..., found.Search]
) -> Thought:
    """Run the search that ``make`` makes at the task's position."""
    guess = task.legal[task.stream.below(len(task.legal))]
    search = make(
        task.game,
        task.state,
        task.config,
        task.players,
        task.seat,
        task.stream.word(),
        budget.nodes,
    )
    seconds = task.left(budget.seconds)  # what was spent already counts, compiling does not
    search.prepare()
    search.run(seconds=seconds, nodes=budget.nodes, cancel=cancel)
    lines = search.lines()
    return task.answer(lines[0].action if lines else guess, lines, search.nodes, search.depth)


ENGINES: dict[str, Engine] = {
    "random": random, "plain": plain, "tree": tree, "alphabeta": alphabeta, "sure": sure,
}  # fmt: skip
"""By the name that people write."""


def engine(game: Game, name: str) -> Engine:
    """The engine of this name for a game; ``BadOption`` lists those there are."""
    if name not in names(game):
        raise BadOption(
            tr(
                "{title} has no computer player {name}; there are {names}, computer, "
                "and level-1 to level-8",
                title=tr(game.facts.title),
                name=quoted(name),
                names=", ".join(names(game)),
            )
        )
    return ENGINES[name]


def names(game: Game) -> tuple[str, ...]:
    """The engines that can play a game."""
    return tuple(
        name for name in ENGINES if name not in ("alphabeta", "sure") or game.evaluate is not None
    )


def strongest(game: Game) -> str:
    """The engine that wins against the others at equal time (``docs/search.md``)."""
    return "tree" if game.evaluate is None else "sure"
