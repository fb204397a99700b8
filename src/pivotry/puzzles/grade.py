"""How hard a puzzle is: the weakest player that solves it."""

from __future__ import annotations

from ..match import Match
from ..players import levels, player
from ..players.budget import Budget

TRIES = 3
"""How often a level is asked; it has to find the solution more often than not."""
MOST_NODES = 100_000
"""For a level that thinks by the clock."""
UNSOLVED = len(levels.NAMES) + 1
"""The grade of a puzzle that no level solves."""


def grade(match: Match, solution: str) -> int:
    """The lowest level that finds ``solution``; ``UNSOLVED`` if none does."""
    view = match.view(match.turn)
    for level in range(1, UNSOLVED):
        asked = player(match.game, f"level-{level}")
        budget = Budget(None, asked.budget.nodes or MOST_NODES)
        found = sum(asked.choose(view, budget, seed=seed) == solution for seed in range(TRIES))
        if 2 * found > TRIES:
            return level
    return UNSOLVED
