"""Games between two ways to weigh moves, without any search: how playouts are tuned."""

from __future__ import annotations

from ...contract import CHANCE, OVER

LONGEST = 5000
"""Moves after which a game counts as nobody's."""


def start(s, c):
    """Open name: the game's ``rules.start``."""


def derive(s, c, w):
    """Open name: the game's ``rules.derive``."""


def actor(s, c):
    """Open name: the game's ``rules.actor``."""
    return 0


def apply(s, c, w, a):
    """Open name: the game's ``rules.apply``."""


def random(s, c, w, rng):
    """Open name: the game's ``rules.random``."""
    return 0


def returns(s, c, out):
    """Open name: the game's ``rules.returns``."""


def best(s, c, w, rng, weights):
    """Open name: the game's ``rollout.best``."""
    return 0


def contest(states, works, c, one, two, rng, values, players, n):
    """How many of ``n`` matches the seats with the weights ``one`` win against those with ``two``.

    Every other seat has the same weights, and they change seats from match to match. A match that
    several win is shared.
    """
    s = states[0]
    w = works[0]
    won = 0.0
    for match in range(n):
        start(s, c)
        derive(s, c, w)
        for _ in range(LONGEST):
            who = actor(s, c)
            if who == OVER:
                break
            if who == CHANCE:
                random(s, c, w, rng)
            elif (who + match) % 2 == 0:
                apply(s, c, w, best(s, c, w, rng, one))
            else:
                apply(s, c, w, best(s, c, w, rng, two))
        returns(s, c, values)
        winners = 0.0
        mine = 0.0
        for seat in range(players):
            if values[seat] > 0.0:
                winners += 1.0
                if (seat + match) % 2 == 0:
                    mine += 1.0
        won += mine / winners if winners > 0.0 else 0.5
    return won
