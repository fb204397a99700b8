"""Rules of the peg game: kernels over one small record (see ``tables`` for its two words)."""

from __future__ import annotations

import numpy as np

from ...ints import add64, below, bit, has, low_bit, number, popcount, select, shl, shr, sub64
from .tables import (
    ACTION,
    BACK,
    CHANGE,
    COLOUR_AT,
    DRAW,
    FAN,
    FAN_SHIFT,
    FAR,
    FORWARD,
    GOAL,
    GOAL_COLOURS,
    GOAL_FULL,
    KEEP,
    KEY,
    LIFT,
    NOT_LEFT,
    NOT_RIGHT,
    PEGS,
    PUT_AT,
    PUT_FIELD,
    ROOM,
    ROW,
    SCORES,
    START_COLOURS,
    START_HEIGHTS,
    TAKE_AT,
    TAKE_REST,
    TAKE_TOP,
)

STATE = np.dtype(
    [
        ("heights", np.uint64),
        ("colours", np.uint64),
        ("ply", np.int32),  # moves made
        ("quiet", np.int16),  # moves since the last forward move
        ("last", np.int16),  # action number of the last move, -1 if none
        ("turn", np.int8),  # 0 Dark, 1 Light; 0 when over
        ("step", np.int8),  # 0 or 1: which move of the turn is next; 0 when over
        ("result", np.int8),  # 0 running, 1 Dark has won, 2 Light has won, 3 draw
    ]
)
CONFIG = np.dtype(
    [
        ("lanes", np.uint64, (FAR + 1,)),  # by distance in pegs: the sources that have such a lane
        ("near", np.int8),  # the shortest distance that some lane has
        ("far", np.int8),  # and the longest
        ("fan", np.int8),  # 1 when the lanes are the standard ones
        ("custom", np.int8),  # 1 for lanes of the owner's own (G-9 is then not certain)
        ("setup", np.int8),  # index into START_COLOURS
        ("first", np.int8),
        ("quiet_limit", np.int16),
    ]
)
WORK = np.dtype([("nothing", np.int8)])  # everything there is fits the state


def start(s, c):
    """G-2, GR-2, GR-6."""
    s.heights = START_HEIGHTS
    s.colours = START_COLOURS[int(c.setup)]
    s.ply = 0
    s.quiet = 0
    s.last = -1
    s.turn = int(c.first)
    s.step = 0
    s.result = 0


def derive(s, c, w):
    """Nothing is derived."""


def actor(s, c):
    if int(s.result) != 0:
        return -2
    return int(s.turn)


def legal(s, c, w, out):
    if int(s.result) != 0:
        return 0
    h = s.heights
    back = taking_back(s)
    room = ~h  # as for ``h`` itself, masks of sources pick the bits that count
    some = add64(h, LIFT)
    left = some & shl(room, 3) & NOT_LEFT & ~shl(back, 2)
    right = some & shr(room, 3) & NOT_RIGHT & ~shl(back, 1)
    near = int(c.near)
    far = int(c.far)
    sources = left | right | (h & FORWARD)
    n = 0
    while number(sources) != 0:
        place = low_bit(sources)
        sources = sources & ~bit(place)
        source = place // 3
        if has(left, place):
            out[n] = source * PEGS + source - 1
            n += 1
        if has(right, place):
            out[n] = source * PEGS + source + 1
            n += 1
        if has(h, place):
            for d in range(near, far + 1):
                if has(c.lanes[d], place) and has(room, place + 3 * d):
                    out[n] = source * PEGS + source + d
                    n += 1
    return n


def apply(s, c, w, a):
    key = int(KEY[a])
    h = add64(s.heights, CHANGE[key])
    k = threaded(s.colours, key)
    s.heights = h
    s.colours = k
    s.ply = int(s.ply) + 1
    s.last = a
    quiet = (int(s.quiet) + 1) & int(KEEP[key])
    s.quiet = quiet
    result = 0
    if int(SCORES[key]) != 0:
        result = winner(h, k)
    elif quiet >= int(c.quiet_limit):
        result = DRAW
    if result == 0 and int(c.custom) != 0 and choices(h, c, BACK[key]) == 0:
        result = DRAW
    finish(s, result, int(s.turn), int(s.step) + 1)


def returns(s, c, out):
    result = int(s.result)
    out[0] = 0.0
    out[1] = 0.0
    if result == 1:
        out[0] = 1.0
        out[1] = -1.0
    if result == 2:
        out[0] = -1.0
        out[1] = 1.0


def weight(s, c, w, a):
    return 1


def deal(s, c, w, cards):
    """Nothing is dealt."""


def random(s, c, w, rng):
    if int(s.result) != 0:
        return -1
    a = int(ACTION[random_key(s.heights, c, taking_back(s), rng)])
    apply(s, c, w, a)
    return a


def playout(s, c, w, rng, limit):
    if int(s.result) != 0 or limit <= 0:
        return 0
    h = s.heights
    k = s.colours
    back = taking_back(s)
    quiet = int(s.quiet)
    quiet_limit = int(c.quiet_limit)
    moves = 0
    key = 0
    result = 0
    if int(c.fan) != 0:
        lanes4 = c.lanes[4]
        lanes5 = c.lanes[5]
        while moves < limit and result == 0:
            open_moves = fan_word(h, lanes4, lanes5) & ~back
            key = FAN + select(open_moves, below(rng, popcount(open_moves)))
            h = add64(h, CHANGE[key])
            k = threaded(k, key)
            back = BACK[key]
            moves += 1
            quiet = (quiet + 1) & int(KEEP[key])
            if int(SCORES[key]) != 0:
                result = winner(h, k)
            elif quiet >= quiet_limit:
                result = DRAW
    else:
        custom = int(c.custom)
        while moves < limit and result == 0:
            key = random_key(h, c, back, rng)
            h = add64(h, CHANGE[key])
            k = threaded(k, key)
            back = BACK[key]
            moves += 1
            quiet = (quiet + 1) & int(KEEP[key])
            if int(SCORES[key]) != 0:
                result = winner(h, k)
            elif quiet >= quiet_limit:
                result = DRAW
            if result == 0 and custom != 0 and choices(h, c, back) == 0:
                result = DRAW
    s.heights = h
    s.colours = k
    s.ply = int(s.ply) + moves
    s.quiet = quiet
    s.last = int(ACTION[key])
    finish(s, result, int(s.turn), int(s.step) + moves)
    return moves


# --- the words of legal moves ----------------------------------------------------------------


def word0(h, c):
    """Moves by -1, +1 (sideways, G-5) and +4, three bits a source peg."""
    room = ~h
    some = add64(h, LIFT)
    return (
        shr(some & shl(room, 3) & NOT_LEFT, 2)
        | shr(some & shr(room, 3) & NOT_RIGHT, 1)
        | (h & shr(room, 12) & c.lanes[4])
    )


def word1(h, c):
    """Forward moves by 3, 5 and 6 (G-6)."""
    room = ~h
    return (
        shr(h & shr(room, 9) & c.lanes[3], 2)
        | shr(h & shr(room, 15) & c.lanes[5], 1)
        | (h & shr(room, 18) & c.lanes[6])
    )


def word2(h, c):
    """Forward moves by 1, 2 and 7."""
    room = ~h
    return (
        shr(h & shr(room, 3) & c.lanes[1], 2)
        | shr(h & shr(room, 6) & c.lanes[2], 1)
        | (h & shr(room, 21) & c.lanes[7])
    )


def word3(h, c):
    """Forward moves by 8 and 9."""
    room = ~h
    return shr(h & shr(room, 24) & c.lanes[8], 2) | shr(h & shr(room, 27) & c.lanes[9], 1)


def fan_word(h, lanes4, lanes5):
    """All moves under the standard lanes: ``word0``, and +5 of pegs 4..12 above it."""
    room = ~h
    some = add64(h, LIFT)
    return (
        shr(some & shl(room, 3) & NOT_LEFT, 2)
        | shr(some & shr(room, 3) & NOT_RIGHT, 1)
        | (h & shr(room, 12) & lanes4)
        | shl(h & shr(room, 15) & lanes5, FAN_SHIFT)
    )


def choices(h, c, back):
    """How many moves there are."""
    return (
        popcount(word0(h, c) & ~back)
        + popcount(word1(h, c))
        + popcount(word2(h, c))
        + popcount(word3(h, c))
    )


def random_key(h, c, back, rng):
    """The key of a uniformly random move; there is one."""
    if int(c.fan) != 0:
        open_moves = fan_word(h, c.lanes[4], c.lanes[5]) & ~back
        return FAN + select(open_moves, below(rng, popcount(open_moves)))
    m0 = word0(h, c) & ~back
    m1 = word1(h, c)
    m2 = word2(h, c)
    m3 = word3(h, c)
    n0 = popcount(m0)
    n1 = n0 + popcount(m1)
    n2 = n1 + popcount(m2)
    i = below(rng, n2 + popcount(m3))
    if i < n0:
        return select(m0, i)
    if i < n1:
        return 64 + select(m1, i - n0)
    if i < n2:
        return 128 + select(m2, i - n1)
    return 192 + select(m3, i - n2)


# --- parts of a move -------------------------------------------------------------------------


def threaded(k, key):
    """``colours`` after a move: the source's field is halved, the destination's doubled (G-4)."""
    top = k & TAKE_TOP[key]
    ring = shr(top, int(TAKE_AT[key]))
    taken = sub64(sub64(k, top), shr(k & TAKE_REST[key], 1))
    return add64(add64(taken, k & PUT_FIELD[key]), shl(ring, int(PUT_AT[key])))


def taking_back(s):
    """The bit of ``word0`` that the last move forbids (G-7); none after no move, -1 (``KEY``)."""
    return BACK[int(KEY[int(s.last)])]


def winner(h, k):
    """G-10: 1 or 2 when three rings of that colour lie in the goal row, else 0."""
    light = popcount(k & GOAL_COLOURS)
    if light >= GOAL:
        return 2
    if popcount(h & GOAL_FULL) - light >= GOAL:
        return 1
    return 0


def finish(s, result, turn, steps):
    """G-3: whose move it is ``steps`` moves after ``turn`` began; nobody's after a result."""
    s.result = result
    if result != 0:
        s.turn = 0
        s.step = 0
    else:
        s.turn = (turn + (steps >> 1)) & 1
        s.step = steps & 1


# --- what people ask (explain, position) -----------------------------------------------------


def rings(s, peg):
    """How many rings a peg holds."""
    return number(shr(s.heights, 3 * peg)) % 8 - 4 + int(ROOM[peg])


def ring(s, peg, place):
    """The colour of the ring ``place`` rings below the top one: 0 dark, 1 light."""
    return int(has(s.colours, int(COLOUR_AT[peg]) + place))


def in_goal(s, colour):
    """How many rings of a colour lie in the goal row."""
    light = popcount(s.colours & GOAL_COLOURS)
    if colour == 1:
        return light
    return popcount(s.heights & GOAL_FULL) - light


def is_full(s, peg):
    """Whether the top ring is in the highest place of its peg (G-6, GR-1)."""
    return has(s.heights, 3 * peg + 2)


def beside(source, to):
    """Whether two pegs are next to each other in one row (G-5)."""
    return int(ROW[source]) == int(ROW[to]) and abs(source - to) == 1


def has_lane(c, source, to):
    """Whether a lane leads from one peg to the other (G-6, GR-3)."""
    if int(ROW[to]) != int(ROW[source]) + 1:
        return False
    return has(c.lanes[to - source], 3 * source + 2)


def takes_back(s, source, to):
    """Whether this is the move before it, backwards (G-7)."""
    return int(s.last) == to * PEGS + source


def stuck(s, c):
    """Whether no move is left; only lanes of the owner's own can bring that about (G-9)."""
    return choices(s.heights, c, taking_back(s)) == 0
