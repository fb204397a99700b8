"""Sets of cards between their two forms: a pair of masks, and lists of kinds or of texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from .tables import BASES, COUNTS, KIND_AT, NAMES, UP


def kinds(low: Any, high: Any) -> list[int]:
    """The kinds of a set, ascending: numbers, then UP, DOWN and PIVOT."""
    low, high = int(low), int(high)
    both = low | high << 64
    return [int(KIND_AT[i]) for i in range(both.bit_length()) if both >> i & 1]


def texts(low: Any, high: Any) -> list[str]:
    """The cards of a set as position JSON writes them, in the order of ``kinds``."""
    return [NAMES[kind] for kind in kinds(low, high)]


def masks(cards: Iterable[int]) -> tuple[np.uint64, np.uint64]:
    """The pair of masks of some kinds (no more of any than there are)."""
    low, high, directions = 0, 0, [0, 0, 0]
    for kind in cards:
        if kind < 64:
            low |= 1 << kind
        elif kind < UP:
            high |= 1 << (kind - 64)
        else:
            directions[kind - UP] += 1
    for base, n, most in zip(BASES, directions, COUNTS, strict=True):
        high |= ((1 << min(n, most)) - 1) << base
    return np.uint64(low), np.uint64(high)
