"""How the rest of a round of two-ended cards is played out in a search: kernels.

Both stop where the round ends: what its points are worth in the match is ``rules.returns``' affair.
"""

from __future__ import annotations

from ...ints import ZERO, below, bit, has, low_bit, number, shr
from .rules import PLAY, addable, apply, pick_add, play_on
from .shown import playable
from .tables import ADDS, CARDS, LOWEST, ROTATE, SETS, TAKES

SET, ADD, TAKE, TURN = 6, 4, 1, 1
"""Weights: of a set times its size squared, of adding a card, of taking a set, of rotating."""


def uniform(s, c, w, rng, limit):
    """Random moves until the round is over or ``limit`` have been made; how many were."""
    if int(s.phase) != PLAY or limit < 1:
        return 0
    return play_on(s, c, w, rng, limit)


def guided(s, c, w, rng, limit):
    """The same with sensible moves: large sets before all."""
    moves = 0
    while moves < limit and int(s.phase) == PLAY:
        apply(s, c, w, sensible(s, c, w, rng))
        moves += 1
    return moves


def sensible(s, c, w, rng):
    """A move of somebody who wants to get rid of cards."""
    p = int(s.turn)
    players = int(c.players)
    shown = w.shown[p]
    free = playable(players, w, p)
    sets = 0
    rest = free
    while rest != ZERO:
        at = low_bit(rest)
        rest = rest ^ bit(at)
        size = number(shr(shown, at - 3)) & 15
        sets += SET * size * size
    adds = addable(players, s, shown)
    takes = 0
    for q in range(players):
        takes += 1 if int(s.number[q]) > 0 else 0
    k = below(rng, sets + ADD * adds + TAKE * takes + TURN)
    if k < sets:
        rest = free
        while True:
            at = low_bit(rest)
            rest = rest ^ bit(at)
            size = number(shr(shown, at - 3)) & 15
            k -= SET * size * size
            if k < 0:
                return SETS + (at >> 2) - 1
    k -= sets
    if k < ADD * adds:
        at = pick_add(s, c, s.turned, shown, p, k // ADD)
        card = (at & 63) - LOWEST + (CARDS if has(s.turned, at & 63) else 0)
        return ADDS + 2 * CARDS * (at >> 6) + card
    k -= ADD * adds
    if k >= TAKE * takes:
        return ROTATE
    k = k // TAKE
    q = 0
    while True:
        if int(s.number[q]) > 0:
            if k == 0:
                return TAKES + q
            k -= 1
        q += 1
