"""How the rest of a round of two-ended cards is played out in a search: kernels.

Rollouts stop where the round ends: what its points are worth is ``rules.returns``' affair.

What a sensible player looks for was found by letting players of that kind play each other (see
``docs/search.md``). Worth is counted in 64ths.
"""

from __future__ import annotations

import numpy as np

from ...ints import ZERO, add64, below, bit, has, low_bit, number, popcount, rand64, select, shr
from .rules import PLAY, apply, play_on
from .shown import counts, playable, showing
from .tables import ADDS, CARDS, LOWEST, ROTATE, SETS, TAKES

SET_SQUARE, SET_SIZE, SET_NUMBER = 74, -107, 24
"""A set: so much for its size squared, for its size, and for its number."""
ADD, ADD_LAST = 118, 64
"""To add a card; more if it was the only one that shows its number."""
TAKE, TAKE_SIZE = -178, -64
FEWER = 200
"""To rotate: for each number less that the hand shows then."""
OUT = 1 << 20
"""To be out."""
_SEVEN = np.uint64(7)
_SEVENS = np.uint64(0x7777777770)
_TOPS = np.uint64(0x8888888880)


def uniform(s, c, w, rng, limit):
    """Random moves until the round is over or ``limit`` have been made; how many were."""
    if int(s.phase) != PLAY or limit < 1:
        return 0
    return play_on(s, c, w, rng, limit)


def guided(s, c, w, rng, limit):
    """The same with the moves of ``sensible``."""
    moves = 0
    while moves < limit and int(s.phase) == PLAY:
        apply(s, c, w, sensible(s, c, w, rng))
        moves += 1
    return moves


def sensible(s, c, w, rng):
    """A move of somebody who wants to get rid of cards; moves worth about the same fall at random.

    Large sets before all, and a hand that shows few different numbers.
    """
    p = int(s.turn)
    players = int(c.players)
    shown = w.shown[p]
    hand = popcount(s.hand[p])
    noise = rand64(rng)  # three bits of it for each move
    best = ROTATE
    most = FEWER * (groups(shown) - groups(rotated(s, c, p))) + grain(noise)
    free = playable(players, w, p)
    while free != ZERO:
        at = low_bit(free)
        free = free ^ bit(at)
        noise = shr(noise, 3)
        size = number(shr(shown, at - 3)) & 15
        worth = (SET_SQUARE * size + SET_SIZE) * size + SET_NUMBER * (at >> 2) + grain(noise)
        if size == hand:
            worth += OUT
        if worth > most:
            most = worth
            best = SETS + (at >> 2) - 1
    for q in range(players):
        n = int(s.number[q])
        if n > 0:
            noise = shr(noise, 3)
            worth = TAKE + TAKE_SIZE * popcount(s.set[q]) + grain(noise)
            action = TAKES + q
            size = number(shr(shown, 4 * n)) & 15
            if size > 0:
                worth = ADD + grain(noise)
                action = ADDS + 2 * CARDS * q
                if size == 1:
                    worth += ADD_LAST
                if hand == 1:
                    worth += OUT
            if worth > most:
                most = worth
                best = action
    if ADDS <= best < TAKES:
        cards = showing(c, s.hand[p], s.turned, int(s.number[(best - ADDS) // (2 * CARDS)]))
        at = select(cards, below(rng, popcount(cards)))
        best += at - LOWEST + (CARDS if has(s.turned, at) else 0)
    return best


def grain(noise):
    """0 to 56."""
    return 8 * number(noise & _SEVEN)


def groups(shown):
    """How many different numbers a hand shows."""
    return popcount(add64(shown, _SEVENS) & _TOPS)


def rotated(s, c, p):
    """What the hand of ``p`` shows when it is rotated."""
    return counts(c, s.hand[p], s.turned ^ (s.hand[p] & ~c.doubles))


def prior(s, c, w, a):
    """How good a move looks: for a set, its size squared."""
    p = int(s.turn)
    if a < ADDS:
        size = number(shr(w.shown[p], 4 * (a - SETS + 1))) & 15
        return 50.0 if size == popcount(s.hand[p]) else float(size * size)
    if a < TAKES:
        return 50.0 if popcount(s.hand[p]) == 1 else 2.5
    if a < ROTATE:
        return 0.15
    fewer = groups(w.shown[p]) - groups(rotated(s, c, p))
    return 0.3 if fewer <= 0 else 1.5 + fewer * fewer
