"""How the rest of a game of ``updown`` is played out in a search: kernels.

Both stop where the game ends: what its points are worth in the match is ``rules.returns``' affair.
"""

from __future__ import annotations

from ...ints import ZERO, below
from .rules import apply, random, row, turns
from .sets import at, size
from .tables import (
    DEAL,
    DRAW,
    DRAWN,
    EXTRA,
    FITS_LOW,
    HIGH_NUMBERS,
    HIGH_TURNS,
    KEEP,
    OVER,
    PIVOT,
    PLAY,
    PLAY_HIGH,
    SKIP,
    UP,
)


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
    """The same with the moves of ``sensible``."""
    moves = 0
    while moves < limit:
        phase = int(s.phase)
        if phase == PLAY or phase == DRAWN:
            apply(s, c, w, sensible(s, c, w, rng))
            moves += 1
        elif phase == DEAL or phase == OVER:
            break
        else:
            random(s, c, w, rng)
    return moves


def sensible(s, c, w, rng):
    """A move of somebody who wants to get rid of cards: numbers first, PIVOT last; else draw.

    Which number makes no difference that matches of such players would show.
    """
    if int(s.phase) == DRAWN:
        return int(s.drawn)
    turn = int(s.turn)
    low = s.low[turn] & FITS_LOW[row(s)]
    high = s.high[turn] & PLAY_HIGH[row(s)]
    numbers = high & HIGH_NUMBERS
    n = size(low, numbers)
    if n > 0:
        return at(low, numbers, below(rng, n))
    if high & HIGH_TURNS != ZERO:
        return at(ZERO, high & HIGH_TURNS, 0)
    return PIVOT if high != ZERO else DRAW


def prior(s, c, w, a):
    """How good a move looks, as a multiple of playing any number.

    The order is that of the best of many players of this kind in matches against each other.
    """
    if a < UP:
        word = int(c.words[a])
        return 2.0 if word == EXTRA else 0.5 if word == SKIP else 1.0
    if a == PIVOT:
        return 0.1
    if a == DRAW or a == KEEP:
        return 0.05
    return 0.25
