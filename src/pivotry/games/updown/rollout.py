"""How the rest of a game of ``updown`` is played out in a search: kernels.

Both stop where the game ends: what its points are worth in the match is ``rules.returns``' affair.
"""

from __future__ import annotations

from ...ints import ZERO, below, popcount
from .rules import apply, random, row, turns
from .sets import at, size
from .tables import (
    DEAL,
    DRAW,
    DRAWN,
    FITS_LOW,
    HIGH_NUMBERS,
    OVER,
    PLAY,
    PLAY_HIGH,
)

STRAY = 8
"""One number in so many is not the nearest one."""


def uniform(s, c, w, rng, limit):
    """Random moves until the game is over or ``limit`` have been made; how many were."""
    moves = 0
    while moves < limit:
        phase = int(s.phase)
        if phase == DEAL or phase == OVER:
            break
        if phase == PLAY and moves + 2 <= limit and (w.low != ZERO or w.high != ZERO):
            moves += turns(s, c, w, rng, limit - moves)
            continue
        random(s, c, w, rng)
        if phase == PLAY or phase == DRAWN:
            moves += 1
    return moves


def guided(s, c, w, rng, limit):
    """The same with sensible moves: play if you can, the nearest number first, directions last."""
    moves = 0
    while moves < limit:
        phase = int(s.phase)
        if phase == PLAY:
            apply(s, c, w, sensible(s, rng))
            moves += 1
        elif phase == DRAWN:
            apply(s, c, w, int(s.drawn))
            moves += 1
        elif phase == DEAL or phase == OVER:
            break
        else:
            random(s, c, w, rng)
    return moves


def sensible(s, rng):
    """A move of somebody who wants to get rid of cards."""
    turn = int(s.turn)
    line = row(s)
    low = s.low[turn] & FITS_LOW[line]
    high = s.high[turn] & PLAY_HIGH[line]
    numbers = high & HIGH_NUMBERS
    n = popcount(low) + popcount(numbers)
    if n > 0:
        if below(rng, STRAY) == 0:
            k = below(rng, n)
        else:
            k = 0 if int(s.going) == 1 else n - 1
        return at(low, numbers, k)
    n = size(ZERO, high)
    if n > 0:
        return at(ZERO, high, below(rng, n))
    return DRAW
