"""What a group of cards shows, and what its numbers bar (B-1, B-6): kernels.

Nibble n of a word stands for number n, so all numbers are counted and compared at once.
"""

from __future__ import annotations

import numpy as np

from ...ints import add64, mul64, shl, shr, sub64
from .tables import DECK_MASK

# One bit or value in each of the nibbles 1 to 9.
_ONES = np.uint64(0x1111111110)
_THREES = np.uint64(0x3333333330)
_FIVES = np.uint64(0x5555555550)
_SEVENS = np.uint64(0x7777777770)
_TOPS = np.uint64(0x8888888880)
_PLANE_0 = _ONES
_PLANE_1 = np.uint64(0x2222222220)
_PLANE_2 = np.uint64(0x4444444440)
_PLANE_3 = _TOPS
_NIBBLES_1_TO_8 = np.uint64(0xFFFFFFFF0)
NO_BAR = DECK_MASK
"""``bar`` of a seat without a set."""


def showing(c, cards, turned, n):
    """Those of ``cards`` whose active number is ``n`` (B-1)."""
    return cards & ((c.first[n] & ~turned) | (c.second[n] & turned))


def counts(c, cards, turned):
    """How many of ``cards`` show each number: nibble n for number n."""
    one = cards & ~turned
    two = cards & turned
    if int(c.numbers) == 9:
        two = _around_nine(two)
    else:
        two = _around_eight(one, two)
        one = one & _NIBBLES_1_TO_8
    one = sub64(one, shr(one, 1) & _FIVES)
    two = sub64(two, shr(two, 1) & _FIVES)
    return add64(
        add64(one & _THREES, shr(one, 2) & _THREES), add64(two & _THREES, shr(two, 2) & _THREES)
    )


def _around_nine(cards):
    """Cards of ``pairs9`` with their second end active, each moved to the nibble of that end.

    Bits outside the nibbles 1 to 9 are of no meaning.
    """
    moved = (
        shl(cards & _PLANE_0, 4)
        | shl(cards & _PLANE_1, 8)
        | shl(cards & _PLANE_2, 12)
        | shl(cards & _PLANE_3, 16)
    )
    return moved | shr(moved, 36)


def _around_eight(first, second):
    """The same for ``doubles8``, together with the opposite pairs of nibble 9, whichever end shows.

    Those take plane 3, which is free: it belongs to doubles, and they are never turned.
    """
    second_9 = shr(second, 36)
    second = second & _NIBBLES_1_TO_8
    moved = shl(second & _PLANE_0, 4) | shl(second & _PLANE_1, 8) | shl(second & _PLANE_2, 12)
    moved = (moved | shr(moved, 32)) & _NIBBLES_1_TO_8
    return moved | shl(_apart(shr(first, 36)), 7) | shl(_apart(second_9), 23)


def _apart(nibble):
    """The four bits of a nibble, one in each of four nibbles."""
    pairs = nibble | shl(nibble, 6)
    return (pairs | shl(pairs, 3)) & np.uint64(0x1111)


def barring(size, n):
    """The ``bar`` of a set of ``size`` cards that show ``n``: that size for numbers up to ``n``.

    Higher numbers get 15, a size that no set has.
    """
    return mul64(size, _ONES) | shl(NO_BAR, 4 * n)


def _not_barred(shown, bar):
    """Bit 3 of a nibble tells that this bar does not stand against what is shown there."""
    differs = shown ^ bar
    return add64(differs & _SEVENS, _SEVENS) | differs


def playable(players, w, p):
    """Numbers that ``p`` may play as a set (B-6): bit 3 of their nibbles.

    All seats are asked: the player to move has no set (B-4), so only opponents' sets bar.
    """
    shown = w.shown[p]
    free = add64(shown, _SEVENS) & _TOPS
    free = free & _not_barred(shown, w.bar[0]) & _not_barred(shown, w.bar[1])
    if players > 2:
        free = free & _not_barred(shown, w.bar[2])
    if players > 3:
        free = free & _not_barred(shown, w.bar[3])
    if players > 4:
        free = free & _not_barred(shown, w.bar[4])
    return free
