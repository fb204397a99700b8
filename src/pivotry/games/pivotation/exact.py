"""Positions of Pivotation as exact keys, for solvers (kernels, and the table they read).

Two positions with the same future have the same key, and no two others do. The future depends on
the bars, their holes and levels, and on who is to move; what a capture waits for (P-15) can be seen
from these. A key lists the bars that were on the board when the table was made: two neighbouring
holes as one number (0 when the bar is off), then the level of the lower-numbered end and the tilt.

Bars of one side can stand for each other except where P-15 has to choose between equally large
sets, for then the lowest numbers go. With no more than three bars a side that never happens
(``docs/solve.md`` has the argument), so their codes are sorted; otherwise each keeps its place.
"""

from __future__ import annotations

import numpy as np

from ...ints import ZERO, mask, number, shl
from .tables import BARS, MAX_BARS

LAYERED = False
"""Ends only ever climb (P-4): no position comes back."""
EDGE_BITS, LEVEL_BITS, PER_WORD, WORDS, DARK_BARS, LIGHT_BARS, LIST, EDGES = range(8)
"""Places in the table: the first six numbers, then where the list of bars and the edges begin."""
HEAD = 8
FEW = 3
"""Bars a side from which on their numbers may matter: more than this."""


def table(s, c):
    """What ``pack`` reads, as an int64 array: for positions that can follow ``s``."""
    dark = [b for b in range(MAX_BARS) if int(s.level[2 * b]) > 0]
    light = [b for b in range(MAX_BARS, BARS) if int(s.level[2 * b]) > 0]
    bars = dark + light
    holes = int(c.holes)
    edges = [0] * (4 * holes)
    count = 0
    for h in range(holes):
        later = [d for d in range(h + 1, holes) if (int(c.near[d >> 6, h]) >> (d & 63)) & 1]
        left = min((d for d in later if d > h + 1), default=0)
        edges[4 * h + 3] = left
        for d in later:
            count += 1
            edges[4 * h + (0 if d == h + 1 else 1 if d == left else 2)] = count
    edge_bits = max(1, count.bit_length())
    level_bits = max(1, (3 * len(bars) - 3).bit_length())
    per_word = 62 // (edge_bits + level_bits)
    words = max(1, -(-len(bars) // per_word))
    head = [edge_bits, level_bits, per_word, words, len(dark), len(light), HEAD, HEAD + len(bars)]
    return np.array(head + bars + edges, np.int64)


def words(t):
    """How many words a key has."""
    return int(t[WORDS])


def pack(s, c, t, attacker, key):
    """Write the key of ``s`` into ``key``; the answer is the rest of it, a number below 32."""
    for q in range(key.shape[0]):
        key[q] = ZERO
    nd = int(t[DARK_BARS])
    nl = int(t[LIGHT_BARS])
    per = int(t[PER_WORD])
    width = int(t[EDGE_BITS]) + int(t[LEVEL_BITS])
    if nd <= FEW and nl <= FEW:
        fill(s, t, key, 0, per, width, nd, 0)
        fill(s, t, key, nd, per, width, nl, 1)
    else:
        here_dark = 0
        here_light = 0
        for i in range(nd):
            here_dark += int(s.level[2 * int(t[HEAD + i])] > 0)
        for i in range(nd, nd + nl):
            here_light += int(s.level[2 * int(t[HEAD + i])] > 0)
        if here_dark <= FEW and here_light <= FEW:
            fill(s, t, key, 0, per, width, nd, 0)
            fill(s, t, key, nd, per, width, nl, 1)
        else:
            for i in range(nd + nl):
                code = bar_code(s, t, int(t[HEAD + i]))
                key[i // per] |= shl(mask(code), width * (i % per))
    key[0] |= shl(mask(int(s.turn)), 63) | shl(mask(attacker), 62)
    return 0


def fill(s, t, key, first, per, width, n, side):
    """The codes of ``n`` bars from place ``first`` of the list on, ascending; absent bars are 0."""
    a = 0
    b = 0
    d = 0
    for i in range(first, first + n):
        code = bar_code(s, t, int(t[HEAD + i]))
        if code > a:
            d = b
            b = a
            a = code
        elif code > b:
            d = b
            b = code
        elif code > d:
            d = code
    if n > 0:
        key[first // per] |= shl(mask(a), width * (first % per))
    if n > 1:
        key[(first + 1) // per] |= shl(mask(b), width * ((first + 1) % per))
    if n > 2:
        key[(first + 2) // per] |= shl(mask(d), width * ((first + 2) % per))


def bar_code(s, t, b):
    """A bar in one number; 0 when it is off the board."""
    low = number(s.level[2 * b])
    if low == 0:
        return 0
    h = number(s.hole[2 * b])
    d = number(s.hole[2 * b + 1])
    at = int(t[EDGES]) + 4 * h
    i = 2
    if d == h + 1:
        i = 0
    elif d == int(t[at + 3]):
        i = 1
    tilt = number(s.level[2 * b + 1]) - low
    return (int(t[at + i]) << int(t[LEVEL_BITS])) + 3 * low - 3 + tilt


def guess(s, c, w, attacker):
    """Proof and disproof number of a position not seen before.

    They grow with the square of the rows that the best bar still has to go, the attacker's and the
    other's; who is not to move needs an answer to every move. Measured; see ``docs/solve.md``.
    """
    mine = rows_to_go(s, c, attacker)
    theirs = rows_to_go(s, c, attacker ^ 1)
    pn = 1 + mine * mine
    dn = 1 + theirs * theirs
    if int(s.turn) == attacker:
        return pn, dn * number(w.total)
    return pn * number(w.total), dn


def rows_to_go(s, c, side):
    """Rows that the two ends of a side's most advanced bar are away from its goal, together."""
    last = 2 * int(c.rows) - 2
    fewest = 2 * last
    for b in range(MAX_BARS * side, MAX_BARS * side + MAX_BARS):
        if number(s.level[2 * b]) > 0:
            rows = number(c.row[number(s.hole[2 * b])]) + number(c.row[number(s.hole[2 * b + 1])])
            if side == 0:
                rows = last - rows
            fewest = min(fewest, rows)
    return fewest


def most(c):
    """How many quiet moves may be made in a row; -1 where no move is quiet."""
    return -1


def quiet_moves(s):
    """No move is quiet: each takes an end forward."""
    return 0


def drawish(s, c):
    """No draw depends on the moves before."""
    return 0
