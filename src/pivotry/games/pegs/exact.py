"""Positions of the peg game as exact keys, for solvers (kernels, and the table they read).

A key is one word: for every peg as many bits as it has room and one more, a 1 in front of its rings
(61 bits), who is to move, which move of the turn is next, and for whom the solver asks. The rest of
it tells the sideways move that may not be taken back (G-7). How many quiet moves were made (G-11)
is left out: ``docs/solve.md`` says why that keeps answers exact.
"""

from __future__ import annotations

import numpy as np

from ...contract import copied
from ...ints import ONE, ZERO, add64, has, low_bit, mask, number, shl, shr
from .rules import choices, has_lane, in_goal, is_full, ring, rings, taking_back
from .tables import ACTION, BACK, COLOUR_AT, DRAW, FAN, GOAL, PEGS, ROOM, ROW, SOURCES

LAYERED = True
"""Rings can be shuffled sideways for ever, but only forward moves lead on."""
FIELD_AT = np.cumsum(np.concatenate([[0], ROOM + 1]))[:PEGS].astype(np.int64)
"""Where the field of a peg begins in a key."""
LAST_ROW = int(np.flatnonzero(ROW == 2)[0])
"""The first peg from which rings go to the goal row."""
LAST = np.full(64, -1, np.int64)
"""The sideways move that forbids the move whose bit, counted from 1, is the index."""
for _key in range(FAN):
    if int(BACK[_key]) != 0:
        LAST[int(BACK[_key]).bit_length()] = ACTION[_key]


def table(s, c):
    """What ``pack`` reads, as an int64 array: nothing but its length, for any position."""
    return np.zeros(1, np.int64)


def words(t):
    """How many words a key has."""
    return 1


def pack(s, c, t, attacker, key):
    """Write the key of ``s`` into ``key``; the answer is the rest of it, a number below 64."""
    h = s.heights
    k = s.colours
    word = shl(mask(2 * int(s.turn) + int(s.step)), 61) | shl(mask(attacker), 63)
    for p in range(PEGS):
        room = int(ROOM[p])
        rings = (number(shr(h, 3 * p)) & 7) - 4 + room
        field = shl(ONE, rings) | (shr(k, int(COLOUR_AT[p])) & mask((1 << rings) - 1))
        word |= shl(field, int(FIELD_AT[p]))
    key[0] = word
    back = taking_back(s)
    if back == ZERO:
        return 0
    return low_bit(back) + 1


def unpack(key, rest, s):
    """Make ``s`` the position of a key, with no quiet moves made; its ``ply`` is left alone."""
    h = ZERO
    k = ZERO
    for p in range(PEGS):
        room = int(ROOM[p])
        field = number(shr(key[0], int(FIELD_AT[p]))) & ((2 << room) - 1)
        rings = 0
        while field >> (rings + 1) != 0:
            rings += 1
        h = add64(h, shl(mask(rings + 4 - room), 3 * p))
        k |= shl(mask(field & ((1 << rings) - 1)), int(COLOUR_AT[p]))
    s.heights = h
    s.colours = k
    s.quiet = 0
    s.last = int(LAST[rest])
    s.turn = int(has(key[0], 62))
    s.step = int(has(key[0], 61))
    s.result = 0


def layer_of(key):
    """How many rows the rings have come forward, all together: only forward moves add to it."""
    total = 0
    for p in range(PEGS):
        field = number(shr(key[0], int(FIELD_AT[p]))) & ((2 << int(ROOM[p])) - 1)
        while field > 1:
            total += int(ROW[p])
            field >>= 1
    return total


def guess(s, c, w, attacker):
    """Proof and disproof number of a position not seen before.

    They grow with the square of the rings that a side still needs in the goal row; who is not to
    move needs an answer to every move.
    """
    mine = GOAL - in_goal(s, attacker)
    theirs = GOAL - in_goal(s, attacker ^ 1)
    wide = choices(s.heights, c, taking_back(s))
    if int(s.turn) == attacker:
        return mine * mine, theirs * theirs * wide
    return mine * mine * wide, theirs * theirs


def most(c):
    """How many quiet moves may be made in a row before the game is a draw (G-11)."""
    return int(c.quiet_limit) - 1


def quiet_moves(s):
    """How many quiet moves were made in a row (G-11)."""
    return int(s.quiet)


def drawish(s, c):
    """Whether a game that is over is a draw because of that number."""
    return int(int(s.result) == DRAW and int(s.quiet) >= int(c.quiet_limit))


def wins_now(s, c):
    """Whether the mover can put the third ring of its colour into the goal row with one move."""
    side = int(s.turn)
    if in_goal(s, side) < GOAL - 1:
        return 0
    for source in range(LAST_ROW, SOURCES):
        if is_full(s, source) and ring(s, source, 0) == side:
            for to in range(SOURCES, PEGS):
                if has_lane(c, source, to) and rings(s, to) == 0:
                    return 1
    return 0


def unhurried(c):
    """The same set-up with a limit on quiet moves that no search reaches."""
    relaxed = copied(c)
    relaxed.quiet_limit = 32_000
    return relaxed
