"""Wins that were proved once and ship with the package, so that nobody has to prove them again.

A game may have a file ``proved.npz`` beside its rules: ``codes``, the table for keys that they are
of (``exact.table``), ``keys`` (n, words) of positions in which the seat named in the key wins, and
``plies`` (n,), moves to the end. ``tests/solve/`` proves them again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

GAMES = Path(__file__).parent.parent / "games"


@cache
def file_of(game: str) -> tuple[Any, Any, Any] | None:
    """Codes, keys and plies of a game's file; None if it has none."""
    path = GAMES / game / "proved.npz"
    if not path.exists():
        return None
    with np.load(path) as data:
        return data["codes"], data["keys"], data["plies"]


def proved(game: str, codes: Any) -> tuple[Any, Any] | None:
    """Keys and plies of what was proved for positions with these codes."""
    found = file_of(game)
    if found is None or not np.array_equal(found[0], codes):
        return None
    return found[1], found[2]
