"""Eight levels for every game, from one that a beginner beats to the strongest there is.

A level that is meant to be beaten plays like a person who sees less, not like one who throws dice:

- it looks only so far ahead (few nodes, few plies);
- it misjudges what it sees: on the boards positions are off, the same way for the same position of
  a search, with cards it is moves, so that it errs where moves are about equally good;
- it overlooks moves: of those that its search found, the best one escapes it now and then, and then
  perhaps the second best. It never plays a move that its own search holds to be much worse.

A move that wins the match on the spot is never overlooked. What a level does depends on the view,
the seed and its nodes, the same on every machine; the highest one thinks by the clock if it is told
to. What differs between games is in their ``levels.py``; ``docs/levels.md`` says how strong the
levels are.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..contract import OVER, Skill, copied
from ..registry import Game
from ..search.found import Line, Search
from ..search.perft import derived
from ..tongue import mark
from . import engines
from .budget import Budget
from .task import Task
from .thought import Thought

NAMES = (
    mark("newcomer"), mark("learner"), mark("amateur"), mark("regular"),
    mark("skilled"), mark("expert"), mark("master"), mark("champion"),
)  # fmt: skip
"""``level-1`` to ``level-8``."""
ABOUT = (
    "Knows the rules, sees little of what a move leads to, and misses most good ones.",
    "Misjudges a lot and misses many good moves.",
    "Misjudges a good deal and misses some good moves.",
    "Plays sound moves, and misses a better one now and then.",
    "Looks a little further, and errs where it is close.",
    "Looks further than most people do, and errs now and then.",
    "Makes few mistakes that anybody else would notice.",
    "Looks furthest, and with more time for a move it is the strongest there is.",
)
LINES = 6
"""Moves that somebody who overlooks some chooses from."""
DEALS = 8
"""Deals of the hidden cards in which a move must win to be taken for a win."""
_FINE = 1 << 20


def number(name: str) -> int | None:
    """The level from 1 that ``level-3`` or ``amateur`` names, or None."""
    if name in NAMES:
        return NAMES.index(name) + 1
    levels = [f"level-{n}" for n in range(1, len(NAMES) + 1)]
    return levels.index(name) + 1 if name in levels else None


def engine(game: Game, level: int) -> engines.Engine:
    """The engine of a level. A budget can make it think less, never more than the level does."""
    skill = game.skills[level - 1]

    def think(task: Task, budget: Budget, cancel: threading.Event | None) -> Thought:
        return _think(skill, task, budget, cancel)

    return think


def budget(game: Game, level: int) -> Budget:
    """What a level spends on a move when it is not told; the highest takes more if it is."""
    skill = game.skills[level - 1]
    return Budget(nodes=skill.usual if skill.nodes is None else skill.nodes)


def _think(skill: Skill, task: Task, budget: Budget, cancel: threading.Event | None) -> Thought:
    if skill.nodes is None:
        return engines.ENGINES[engines.strongest(task.game)](task, budget, cancel)
    nodes = max(skill.nodes, len(task.legal))  # every move is looked at once
    nodes = nodes if budget.nodes is None else min(nodes, budget.nodes)
    seconds = task.left(budget.seconds)
    guess = task.legal[task.stream.below(len(task.legal))]
    search = _search(task, skill, nodes)
    search.prepare()
    search.run(seconds=seconds, nodes=nodes, cancel=cancel)
    lines = search.lines()
    if not any(line.visits or line.proof is not None for line in lines):
        lines = ()  # cancelled before its first simulation, a tree knows nothing about any move
    action = winning(task, lines)
    if lines and skill.noise and task.game.evaluate is None:
        lines = misjudged(task, skill, lines)
    if action is None:
        action = noticed(task, skill, lines).action if lines else guess
    return task.answer(action, lines, search.nodes, getattr(search, "depth", 0))


def _search(task: Task, skill: Skill, nodes: int) -> Search:
    """The search of a level: by depth where the game has an evaluation, else a tree."""
    root = (task.game, task.state, task.config, task.players, task.seat)
    word = task.stream.word()
    if task.game.evaluate is None:
        from ..search.run import Search as Tree
        from ..search.tree import PLAIN, STANDARD

        # By the view alone: only the champion remembers what it saw before.
        return Tree(*root, word, nodes, setting=STANDARD if skill.sense else PLAIN)
    from ..search.alphabeta import DEEPEST, AlphaBeta

    return AlphaBeta(
        *root,
        word,
        nodes,
        lines=LINES if skill.overlook else 1,
        depth=skill.depth or DEEPEST,
        noise=skill.noise,
        weights=None if skill.sense else task.game.weights[: task.game.evaluate.TERM_COUNT],
    )


def winning(task: Task, lines: Sequence[Line]) -> int | None:
    """A move that wins the match on the spot, however hidden cards may lie; None if none does.

    ``lines``: what a search found. It cannot have missed such a move if it looked at every one:
    whoever plays it wins all simulations.
    """
    for line in lines:
        if line.value == 1.0 and all(_wins(task, line.action) for _ in range(DEALS)):
            return line.action
    return None


def _wins(task: Task, action: int) -> bool:
    """Whether a move wins on the spot in one deal of what the seat cannot see."""
    rules, values = task.game.rules, np.zeros(8)
    state, rng = copied(task.state), np.array([task.stream.word()], np.uint64)
    work = derived(task.game, state, task.config)
    if task.game.facts.hidden:
        task.game.views.resample(state, task.config, work, task.seat, rng)
    rules.apply(state, task.config, work, action)
    if int(rules.actor(state, task.config)) != OVER:
        return False
    rules.returns(state, task.config, values)
    return bool(values[task.seat] > 0)


def misjudged(task: Task, skill: Skill, lines: Sequence[Line]) -> tuple[Line, ...]:
    """What a tree found as the skill sees it, what it takes for the best first.

    The chance to win with each move is put off by up to so much log odds, so that it is moves of
    about the same worth which change places. Simulations are few: each move is judged as if one
    more had come out as they all did on average, so that none is sure to win or lose that is not.
    """
    total = sum(line.visits * line.value for line in lines)
    mean = total / max(1, sum(line.visits for line in lines))
    return tuple(sorted((_off(task, skill, line, mean) for line in lines), key=_taken_for))


def _off(task: Task, skill: Skill, line: Line, mean: float) -> Line:
    off = (2 * task.stream.below(_FINE) / _FINE - 1) * skill.noise / 1000
    value = (line.visits * line.value + mean) / (line.visits + 1)
    if abs(value) >= 1:
        return line
    # What a chance of (1 + value) / 2 is in log odds is twice this hyperbolic arc tangent.
    return replace(line, value=math.tanh(math.atanh(value) + off / 2))


def _taken_for(line: Line) -> tuple[bool, bool, float, int]:
    return line.proof != 1, line.proof == -1, -line.value, line.action


def noticed(task: Task, skill: Skill, lines: Sequence[Line]) -> Line:
    """The move that is played of those found, the best of them first.

    Going down the list, each is overlooked with the chance of the skill. None that is expected to
    cost more than the skill allows, or that surely loses where another does not, is ever taken.
    """
    best = lines[0]
    taken = best
    for line in lines[:LINES]:
        if best.value - line.value > skill.loss or (line.proof == -1 and best.proof != -1):
            continue
        taken = line
        if best.proof == 1 or task.stream.below(_FINE) >= skill.overlook * _FINE:
            break
    return taken
