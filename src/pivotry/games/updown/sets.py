"""Sets of cards as pairs of masks (see ``tables``): lists of them, and kernels that count and move.

A set's two words are called ``low`` and ``high``; only the high one holds direction cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...ints import bit, has, popcount, select, shl, shr
from .tables import (
    BASE_OF,
    BASES,
    COUNTS,
    FIELD_OF,
    HIGH_NUMBERS,
    HIGH_PIVOTS,
    HIGH_TURNS,
    KIND_AT,
    LOWEST,
    NAMES,
    UP,
)


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


# --- kernels -------------------------------------------------------------------------------


def plus(high: Any, kind: Any) -> Any:
    """The high word ``high`` with one more card of ``kind`` (64..82)."""
    if kind < UP:
        return high | bit(kind - 64)
    field = FIELD_OF[kind - UP]
    return high | (shl(high, 1) & field) | bit(BASE_OF[kind - UP])


def minus(high: Any, kind: Any) -> Any:
    """The high word ``high`` with one card of ``kind`` (64..82) less."""
    if kind < UP:
        return high & ~bit(kind - 64)
    field = FIELD_OF[kind - UP]
    return (high & ~field) | (shr(high & field, 1) & field)


def together(high: Any, more: Any) -> Any:
    """Two disjoint sets as one (their high words)."""
    both = (high | more) & HIGH_NUMBERS
    for d in range(3):
        n = popcount(high & FIELD_OF[d]) + popcount(more & FIELD_OF[d])
        both = both | shl(LOWEST[n], BASE_OF[d])
    return both


def without(high: Any, less: Any) -> Any:
    """A set without the cards of a part of it (their high words)."""
    rest = high & ~less & HIGH_NUMBERS
    for d in range(3):
        n = popcount(high & FIELD_OF[d]) - popcount(less & FIELD_OF[d])
        rest = rest | shl(LOWEST[n], BASE_OF[d])
    return rest


def size(low: Any, high: Any) -> Any:
    """How many cards a set holds."""
    return popcount(low) + popcount(high)


def points(low: Any, high: Any) -> Any:
    """What a set of cards costs at the end of a game (U-15)."""
    return (
        popcount(low)
        + popcount(high & HIGH_NUMBERS)
        + 2 * popcount(high & HIGH_TURNS)
        + 3 * popcount(high & HIGH_PIVOTS)
    )


def held(low: Any, high: Any, kind: Any) -> Any:
    """How many cards of ``kind`` a set holds."""
    if kind < 64:
        return 1 if has(low, kind) else 0
    if kind < UP:
        return 1 if has(high, kind - 64) else 0
    return popcount(high & FIELD_OF[kind - UP])


def place(low: Any, high: Any, k: Any) -> Any:
    """The place of the ``k``-th card of a set, found without a branch: none would be foreseen."""
    n = popcount(low)
    beyond = k >= n
    return select(high if beyond else low, k - n if beyond else k) + (64 if beyond else 0)


def at(low: Any, high: Any, k: Any) -> Any:
    """The kind of the ``k``-th card of a set."""
    return int(KIND_AT[place(low, high, k)])
