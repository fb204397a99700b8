"""How the rest of a round of two-ended cards is played out in a search: kernels.

Rollouts stop where the round ends: what its points are worth is ``rules.returns``' affair.

What a sensible player looks for was found by letting players of that kind play each other (see
``docs/search.md``). Worth is counted in 64ths.
"""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from ...ints import (
    ONE,
    ZERO,
    add64,
    below,
    bit,
    has,
    low_bit,
    number,
    popcount,
    rand64,
    select,
    shl,
    shr,
)
from .rules import PLAY, apply, nibble, play_on
from .shown import counts, playable, showing
from .tables import ADDS, CARDS, LOWEST, ROTATE, SETS, TAKES

SET, SET_SIZE, SET_SQUARE, SET_NUMBER, HITS, HIT_CARDS = range(6)
"""Weights of a set: for playing one, its size, its size squared, its number; for each set that it
bounces and for each card of those."""
ADD, ADD_LAST, ADD_BACK, ADD_HITS = range(6, 10)
"""To add a card; if it was the only one that shows its number; if the set is bounced for that; for
each other set that it bounces."""
TAKE, TAKE_SIZE = 10, 11
FEWER = 12
"""To rotate: for each number less that the hand shows then."""
PLAYING = np.array([-7, 80, 25, 17, 82, 160, 20, 384, 200, 100, -400, -173, 400])
"""Weights of playouts; worth of a move in 64ths."""
LOOKING = np.array([85, 52, 3, -1, 70, 50, -23, 286, 166, 61, -221, -90, 218])
"""Weights of ``prior``, whose worth counts in 128ths of what the logarithm of a share grows by."""
OUT = 1 << 20
"""To be out."""
WORST = 60
LOOKS = np.array([float((Decimal(i - WORST) / 8).exp()) for i in range(WORST + 60)])
"""``prior`` by eighths of 128 of worth; ``Decimal`` rounds alike everywhere."""
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
    return best(s, c, w, rng, PLAYING)


def best(s, c, w, rng, weights):
    """The move that is worth most by some weights, give or take a grain."""
    p = int(s.turn)
    players = int(c.players)
    shown = w.shown[p]
    hand = popcount(s.hand[p])
    noise = rand64(rng)  # three bits of it for each move
    action = ROTATE
    most = of_rotating(s, c, p, shown, weights) + grain(noise)
    free = playable(players, w, p)
    sizes = tally(s, players)
    while free != ZERO:
        at = low_bit(free)
        free = free ^ bit(at)
        noise = shr(noise, 3)
        value = of_set(shown, at >> 2, hand, sizes, weights) + grain(noise)
        if value > most:
            most = value
            action = SETS + (at >> 2) - 1
    for q in range(players):
        n = int(s.number[q])
        if n > 0:
            noise = shr(noise, 3)
            if nibble(shown, n) > 0:
                value = of_adding(s, players, q, shown, hand, weights) + grain(noise)
                other = ADDS + 2 * CARDS * q
            else:
                value = of_taking(s, q, weights) + grain(noise)
                other = TAKES + q
            if value > most:
                most = value
                action = other
    if ADDS <= action < TAKES:
        cards = showing(c, s.hand[p], s.turned, int(s.number[(action - ADDS) // (2 * CARDS)]))
        at = select(cards, below(rng, popcount(cards)))
        action += at - LOWEST + (CARDS if has(s.turned, at) else 0)
    return action


def grain(noise):
    """0 to 56."""
    return 8 * number(noise & _SEVEN)


def tally(s, players):
    """Nibble k: how many sets of k cards lie on the table."""
    found = ZERO
    for q in range(players):
        if int(s.number[q]) > 0:
            found = add64(found, shl(ONE, 4 * popcount(s.set[q]) & 63))
    return found


def of_set(shown, n, hand, sizes, weights):
    """What playing the set of ``n`` is worth to a hand of so many cards that shows ``shown``.

    ``sizes``: the ``tally``. All sets of its size are lower, so they are bounced.
    """
    size = nibble(shown, n)
    if size == hand:
        return OUT
    value = int(weights[SET]) + int(weights[SET_NUMBER]) * n
    value += (int(weights[SET_SQUARE]) * size + int(weights[SET_SIZE])) * size
    hits = nibble(sizes, size)
    return value + hits * (int(weights[HITS]) + int(weights[HIT_CARDS]) * size)


def of_adding(s, players, q, shown, hand, weights):
    """What adding a card to the set of ``q`` is worth."""
    if hand == 1:
        return OUT
    n = int(s.number[q])
    value = int(weights[ADD])
    if nibble(shown, n) == 1:
        value += int(weights[ADD_LAST])
    size = popcount(s.set[q]) + 1
    back = 0
    for other in range(players):
        if popcount(s.set[other]) == size:
            if int(s.number[other]) < n:
                value += int(weights[ADD_HITS])
            elif int(s.number[other]) > n:
                back = int(weights[ADD_BACK])
    return value + back


def of_taking(s, q, weights):
    """What taking the set of ``q`` is worth."""
    return int(weights[TAKE]) + int(weights[TAKE_SIZE]) * popcount(s.set[q])


def of_rotating(s, c, p, shown, weights):
    """What it is worth to ``p`` to rotate a hand that shows ``shown``."""
    other = counts(c, s.hand[p], s.turned ^ (s.hand[p] & ~c.doubles))
    return int(weights[FEWER]) * (groups(shown) - groups(other))


def groups(shown):
    """How many different numbers a hand shows."""
    return popcount(add64(shown, _SEVENS) & _TOPS)


def prior(s, c, w, a):
    """How good a move looks: ``LOOKS`` of what it is worth."""
    return LOOKS[max(0, min(LOOKS.shape[0] - 1, worth(s, c, w, a, LOOKING) // 16 + WORST))]


def worth(s, c, w, a, weights):
    """What a move is worth by some weights: a sum of weights times numbers, or ``OUT``."""
    p = int(s.turn)
    shown = w.shown[p]
    players = int(c.players)
    hand = popcount(s.hand[p])
    if a < ADDS:
        return of_set(shown, a - SETS + 1, hand, tally(s, players), weights)
    if a < TAKES:
        return of_adding(s, players, (a - ADDS) // (2 * CARDS), shown, hand, weights)
    if a < ROTATE:
        return of_taking(s, a - TAKES, weights)
    return of_rotating(s, c, p, shown, weights)
