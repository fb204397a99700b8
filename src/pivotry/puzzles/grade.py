"""How hard a puzzle is: the weakest player that solves it."""

from __future__ import annotations

from ..match import Match
from ..players import levels, player

TRIES = 3
"""How often a level is asked; it has to find the solution more often than not."""
UNSOLVED = len(levels.NAMES) + 1
"""The grade of a puzzle that no level solves."""


def grade(match: Match, solution: str) -> int:
    """The lowest level that finds ``solution``; ``UNSOLVED`` if none does."""
    view = match.view(match.turn)
    for level in range(1, UNSOLVED):
        asked = player(match.game, f"level-{level}")
        found = sum(asked.choose(view, seed=seed) == solution for seed in range(TRIES))
        if 2 * found > TRIES:
            return level
    return UNSOLVED
