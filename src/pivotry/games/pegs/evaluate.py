"""What alpha-beta needs to know about the peg game (kernels): an estimate, a key, an order.

Estimates are in thousandths of a unit of log odds: 1000 means that Dark wins e times as often as
Light. Terms are counts of Dark's rings minus the same of Light's, so turning the colours round
turns the sign; what they weigh is in ``weights.py``. Under the standard lanes ``patterns.py`` adds
what they do not see.
"""

from __future__ import annotations

import numpy as np

from ...ints import GOLDEN, ZERO, add64, has, mask, mixed, number, popcount, shl, shr
from .patterns import judged
from .rules import taking_back
from .tables import COLOUR_AT, GOAL_COLOURS, GOAL_FULL, PEGS, ROW

TERMS = (
    "A1", "A2", "A3", "A4", "B1", "B2", "B3", "C1", "C2", "D", "D pair", "ready", "ready D pair",
    "turn", "turn D pair", "turn ready", "turn ready D pair", "C D pair", "C idle", "B ready",
    "A ready", "D one",
)  # fmt: skip
"""Rings of a row by how many lie on them from the top (A1: the top ring of a long peg); in the goal
row; two there; full short pegs with the ring on top before a free hollow; whose turn it is, by how
many moves of it are left, also counted for two rings in the goal row and for ready ones; rings of
the short row once two are in the goal row; on top of a short peg whose lanes are all closed; on top
of full medium and long pegs with an open lane; one ring in the goal row."""
TERM_COUNT = 22
CONTEMPT = 400
"""A draw is always there for who shuffles sideways."""
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
    dark_pair = int(dark == 2)
    light_pair = int(light == 2)
    dark_ready = 0
    light_ready = 0
    leading = ZERO
    for d in range(int(c.near), int(c.far) + 1):
        leading |= shr(~h, 3 * d) & c.lanes[d]
    onward = h & leading
    out[18] = 0
    out[19] = 0
    out[20] = 0
    ways = number(onward)
    free = number(leading)
    for p in range(13):
        if ways >> (3 * p + 2) & 1 == 1:
            light_top = int(has(k, 4 * p))
            if p < 4:
                out[20] += 1 - 2 * light_top
            elif p < 8:
                out[19] += 1 - 2 * light_top
            else:
                light_ready += light_top
                dark_ready += 1 - light_top
    for p in range(8, 13):
        if free >> (3 * p + 2) & 1 == 0 and number(shr(h, 3 * p)) & 7 > 2:
            out[18] += 1 - 2 * int(has(k, 4 * p))
    out[9] = dark - light
    out[10] = dark_pair - light_pair
    out[11] = dark_ready - light_ready
    out[12] = dark_ready * dark_pair - light_ready * light_pair
    left = (2 - int(s.step)) * (1 - 2 * int(s.turn))
    out[13] = left
    if left > 0:
        out[14] = left * dark_pair
        out[15] = left * dark_ready
        out[16] = left * dark_ready * dark_pair
    else:
        out[14] = left * light_pair
        out[15] = left * light_ready
        out[16] = left * light_ready * light_pair
    short_light = popcount(k & (LIGHT_THERE[7] | LIGHT_THERE[8]))
    short_dark = int(out[7]) + int(out[8]) + short_light
    out[17] = short_dark * dark_pair - short_light * light_pair
    out[21] = int(dark == 1) - int(light == 1)


def evaluate(s, c, w, weights, room):
    """The estimate for Dark; ``room``: as many int64 as there are terms."""
    features(s, c, w, room)
    value = 0
    for i in range(TERM_COUNT):
        value += int(weights[i]) * int(room[i])
    if weights.shape[0] > TERM_COUNT and int(c.fan) != 0:
        value += (1 - 2 * int(s.turn)) * judged(s, weights, TERM_COUNT, room)
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
