"""What alpha-beta needs to know about the peg game (kernels): an estimate, a key, an order.

Estimates are in thousandths of a unit of log odds: 1000 means that Dark wins e times as often as
Light. Terms are counts of Dark's rings minus the same of Light's, so turning the colours round
turns the sign; ``lab/tune.py`` found their weights in self-play (``docs/search.md``).
"""

from __future__ import annotations

import numpy as np

from ...ints import GOLDEN, add64, has, mask, mixed, number, popcount, shl, shr
from .rules import taking_back
from .tables import COLOUR_AT, GOAL_COLOURS, GOAL_FULL, PEGS, ROW

TERMS = (
    "A1", "A2", "A3", "A4", "B1", "B2", "B3", "C1", "C2", "D", "D pair", "ready", "ready D pair",
    "turn", "turn D pair", "turn ready",
)  # fmt: skip
"""Rings of a row by how many lie on them from the top (A1: the top ring of a long peg); in the goal
row; two there; full short pegs with the ring on top before a free hollow; whose turn it is, by how
many moves of it are left, also counted for two rings in the goal row and for ready ones."""
TERM_COUNT = 16
WEIGHTS = np.array(
    [0, 0, 0, 0, 40, 20, 10, 100, 60, 300, 500, 200, 300, 20, 200, 50],
    np.int64,
)
SHARP = 1 << 20
COVER = 40
"""Plies before the quiet limit from which on the count of quiet moves is part of the key."""


def _levels(row: int, room: int) -> list[tuple[int, int, int]]:
    """For each place from the top: what to add to ``heights``, its full bits, its colour bits."""
    pegs = [p for p in range(PEGS) if ROW[p] == row]
    full = sum(1 << (3 * p + 2) for p in pegs)
    return [
        (
            sum((room - 1 - place) << (3 * p) for p in pegs),
            full,
            sum(1 << (int(COLOUR_AT[p]) + place) for p in pegs),
        )
        for place in range(room)
    ]


_PLACES = [level for row, room in ((0, 4), (1, 3), (2, 2)) for level in _levels(row, room)]
PLACES = len(_PLACES)
RAISE = np.array([level[0] for level in _PLACES], np.uint64)
THERE = np.array([level[1] for level in _PLACES], np.uint64)
LIGHT_THERE = np.array([level[2] for level in _PLACES], np.uint64)


def copy(states, works, c, i, j):
    """The game in slot ``i`` to slot ``j``; nothing lasting is in a work record."""
    states[j] = states[i]


def features(s, c, w, out):
    """Write the terms, Dark's minus Light's."""
    h = s.heights
    k = s.colours
    for i in range(PLACES):
        light = popcount(k & LIGHT_THERE[i])
        out[i] = popcount(add64(h, RAISE[i]) & THERE[i]) - 2 * light
    light = popcount(k & GOAL_COLOURS)
    dark = popcount(h & GOAL_FULL) - light
    out[9] = dark - light
    pair = int(dark == 2) - int(light == 2)
    out[10] = pair
    ready_dark = 0
    ready_light = 0
    for d in range(int(c.near), int(c.far) + 1):
        m = number(shr(h & shr(~h, 3 * d) & c.lanes[d], 24)) & 0o44444
        for p in range(5):
            if m >> (3 * p + 2) & 1 == 1:
                if has(k, 32 + 4 * p):
                    ready_light += 1
                else:
                    ready_dark += 1
    out[11] = ready_dark - ready_light
    out[12] = ready_dark * int(dark == 2) - ready_light * int(light == 2)
    left = (2 - int(s.step)) * (1 - 2 * int(s.turn))
    out[13] = left
    if left > 0:
        out[14] = left * int(dark == 2)
        out[15] = left * ready_dark
    else:
        out[14] = left * int(light == 2)
        out[15] = left * ready_light


def evaluate(s, c, w, room):
    """The estimate for Dark; ``room``: as many int64 as there are terms."""
    features(s, c, w, room)
    value = 0
    for i in range(TERM_COUNT):
        value += int(WEIGHTS[i]) * int(room[i])
    return value


def key(s, c):
    """A number for what matters of a position: rings, turn, the move that may not be made."""
    z = add64(s.heights, shl(mask(2 * int(s.turn) + int(s.step)), 60))
    z = mixed(add64(z, GOLDEN)) ^ s.colours
    z = mixed(add64(z, GOLDEN)) ^ taking_back(s)
    quiet = int(s.quiet)
    if quiet + COVER >= int(c.quiet_limit):
        z ^= shl(mask(quiet + 1), 48)
    return mixed(add64(z, GOLDEN))


def horizon(s, c):
    """Moves until the quiet limit could end the game, 0 if the key counts them."""
    left = int(c.quiet_limit) - int(s.quiet)
    if left <= COVER:
        return 0
    return left


def pressed(s, c, w):
    """Whether the side to move has to answer at once."""
    return False


def sharp(s, c, w, out):
    """Write the moves into the goal row that are there now; return how many."""
    h = s.heights
    n = 0
    for d in range(int(c.near), int(c.far) + 1):
        m = number(shr(h & shr(~h, 3 * d) & c.lanes[d], 24)) & 0o44444
        for p in range(5):
            if m >> (3 * p + 2) & 1 == 1:
                out[n] = (8 + p) * PEGS + 8 + p + d
                n += 1
    return n


def order(s, c, w, a):
    """How promising a move looks before it is tried: into the goal row first, forward next."""
    source = a // PEGS
    to = a % PEGS
    mine = int(has(s.colours, int(COLOUR_AT[source]))) == int(s.turn)
    if to >= 13:
        if mine:
            return SHARP + 2
        return SHARP
    if to > source + 1 or ROW[to] != ROW[source]:
        if mine:
            return 60
        return 20
    return 0
