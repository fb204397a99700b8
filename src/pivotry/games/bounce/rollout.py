"""How the rest of a round of two-ended cards is played out in a search: kernels.

Rollouts stop where the round ends: what its points are worth is ``rules.returns``' affair.

What a sensible player looks for was found by letting players of that kind play each other (see
``docs/search.md``). Worth is counted in 64ths.
"""

from __future__ import annotations

import math

import numpy as np

from ...ints import ZERO, add64, below, bit, has, low_bit, number, popcount, rand64, select, shr
from .rules import PLAY, apply, nibble, play_on
from .shown import counts, playable, showing
from .tables import ADDS, CARDS, LOWEST, ROTATE, SETS, TAKES

SET_SQUARE, SET_SIZE, SET_NUMBER = 74, -107, 24
"""A set: so much for its size squared, for its size, and for its number."""
ADD, ADD_LAST = 118, 64
"""To add a card; more if it was the only one that shows its number."""
TAKE, TAKE_SIZE = -192, -64
FEWER = 200
"""To rotate: for each number less that the hand shows then."""
OUT = 1 << 20
"""To be out."""
WORST = 12
LOOKS = np.array([math.exp(0.25 * (i - WORST)) for i in range(WORST + 30)])
"""``prior`` by half units of worth, from -6 on: two units more look e times as good."""
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
    most = of_rotating(s, c, p, shown) + grain(noise)
    free = playable(players, w, p)
    while free != ZERO:
        at = low_bit(free)
        free = free ^ bit(at)
        noise = shr(noise, 3)
        worth = of_set(shown, at >> 2, hand) + grain(noise)
        if worth > most:
            most = worth
            best = SETS + (at >> 2) - 1
    for q in range(players):
        n = int(s.number[q])
        if n > 0:
            noise = shr(noise, 3)
            worth = of_taking(s, q) + grain(noise)
            action = TAKES + q
            if nibble(shown, n) > 0:
                worth = of_adding(shown, n, hand) + grain(noise)
                action = ADDS + 2 * CARDS * q
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


def of_set(shown, n, hand):
    """What playing the set of ``n`` is worth to a hand of so many cards that shows ``shown``."""
    size = nibble(shown, n)
    if size == hand:
        return OUT
    return (SET_SQUARE * size + SET_SIZE) * size + SET_NUMBER * n


def of_adding(shown, n, hand):
    """What adding a card that shows ``n`` is worth."""
    if hand == 1:
        return OUT
    return ADD + ADD_LAST if nibble(shown, n) == 1 else ADD


def of_taking(s, q):
    """What taking the set of ``q`` is worth."""
    return TAKE + TAKE_SIZE * popcount(s.set[q])


def of_rotating(s, c, p, shown):
    """What it is worth to ``p`` to rotate a hand that shows ``shown``."""
    other = counts(c, s.hand[p], s.turned ^ (s.hand[p] & ~c.doubles))
    return FEWER * (groups(shown) - groups(other))


def groups(shown):
    """How many different numbers a hand shows."""
    return popcount(add64(shown, _SEVENS) & _TOPS)


def prior(s, c, w, a):
    """How good a move looks: ``LOOKS`` of what it is worth."""
    p = int(s.turn)
    shown = w.shown[p]
    if a < ADDS:
        worth = of_set(shown, a - SETS + 1, popcount(s.hand[p]))
    elif a < TAKES:
        n = int(s.number[(a - ADDS) // (2 * CARDS)])
        worth = of_adding(shown, n, popcount(s.hand[p]))
    elif a < ROTATE:
        worth = of_taking(s, a - TAKES)
    else:
        worth = of_rotating(s, c, p, shown)
    return LOOKS[max(0, min(LOOKS.shape[0] - 1, worth // 32 + WORST))]
