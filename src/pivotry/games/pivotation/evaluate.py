"""What alpha-beta needs to know about Pivotation (kernels): an estimate, a key, an order.

Estimates are in thousandths of a unit of log odds: 1000 means that Dark wins e times as often as
Light. Terms are Dark's counts minus Light's, so half a turn of the board turns the sign;
what they weigh is in ``weights.py``.
"""

from __future__ import annotations

from ...ints import GOLDEN, ZERO, add64, bit, has, low_bit, mask, mixed, number, popcount, select
from .rules import action, finished, group
from .stacks import end_at, run
from .tables import BARS, DARK, LIGHT, MAX_BARS, NEVER

TERMS = (
    "bars", "rows", "finished", "far 1", "far 2", "far 3", "far 4", "far 5", "far 6", "far more",
    "moving ends", "moves", "stuck bars", "under enemies", "levels", "targets", "hit", "turn",
    "waiting", "far next", "turn far 1", "turn far 2", "turn far 3", "turn far 4", "right",
    "on top", "loose far",
)  # fmt: skip
"""Bars; rows that their ends have come; finished bars; how many pivots the nearest bar needs to the
far row if nothing is in its way; ends that can move, their moves; bars that cannot move at all;
ends directly under an enemy's; levels of all ends; bars that are captured by one more end, and
those of them that the enemy can reach now; whose turn it is; captured bars that wait; pivots of the
second bar; pivots of the mover's nearest bar; places to the right; ends above another's; pivots of
the nearest bar that has an end free to move."""
TERM_COUNT = 27
CONTEMPT = 0
SHARP = 1 << 20


def copy(states, works, c, i, j):
    """The game in slot ``i`` to slot ``j``: of the stacks only what is there.

    That is a fifth of a work record on a board of up to 64 holes. Nothing reads beyond ``count``.
    Loops, not slices: Numba takes two seconds to compile the check that rows are as long.
    """
    states[j] = states[i]
    a = works[i]
    b = works[j]
    for q in range(number(c.words)):
        for e in range(b.reach.shape[1]):
            b.reach[q, e] = a.reach[q, e]
        for place in range(b.go.shape[1]):
            b.go[q, place] = a.go[q, place]
        for v in range(b.free.shape[1]):
            b.free[q, v] = a.free[q, v]
        for n in range(b.pairs.shape[1]):
            b.pairs[q, n] = a.pairs[q, n]
    for e in range(b.fit.size):
        b.fit[e] = a.fit[e]
    for h in range(b.count.size):
        b.count[h] = a.count[h]
    for q in range(b.before.size):
        b.before[q] = a.before[q]
    for side in range(2):
        b.held[side] = a.held[side]
        b.home[side] = a.home[side]
        b.here[side] = a.here[side]
    b.lanes = a.lanes
    b.singles = a.singles
    b.total = a.total
    for h in range(number(c.holes)):
        for v in range(number(a.count[h])):
            b.stack[h, v] = a.stack[h, v]


def features(s, c, w, out):
    """Write the terms, Dark's minus Light's."""
    for i in range(TERM_COUNT):
        out[i] = 0
    last = number(c.rows) - 1
    for side in range(2):
        sign = 1 - 2 * side
        nearest = 30
        second = 30
        loose = 30
        bars = mask(int(w.here[side]))
        out[0] += sign * popcount(bars)
        out[2] += sign * finished(w, side)
        out[18] += sign * popcount(mask(int(w.held[side])))
        while bars != ZERO:
            i = low_bit(bars)
            bars &= ~bit(i)
            e = 2 * (i + side * MAX_BARS)
            low = number(s.hole[e])
            high = number(s.hole[e + 1])
            one = number(c.row[low])
            two = number(c.row[high])
            if side == DARK:
                out[24] += number(c.first[one + 1]) - low + number(c.first[two + 1]) - high
            else:
                out[24] -= low - number(c.first[one]) + high - number(c.first[two]) + 2
                one = last - one
                two = last - two
            out[1] += sign * (one + two)
            out[14] += sign * (number(s.level[e]) + number(s.level[e + 1]))
            out[25] += sign * (int(s.level[e] > 1) + int(s.level[e + 1] > 1))
            pivots = last - max(one, two) + 1
            if pivots < nearest:
                second = nearest
                nearest = pivots
            elif pivots < second:
                second = pivots
            first = popcount(w.reach[0, e] & w.free[0, number(w.fit[e])])
            other = popcount(w.reach[0, e + 1] & w.free[0, number(w.fit[e + 1])])
            if number(c.words) > 1:
                first += popcount(w.reach[1, e] & w.free[1, number(w.fit[e])])
                other += popcount(w.reach[1, e + 1] & w.free[1, number(w.fit[e + 1])])
            if first + other > 0 and pivots < loose:
                loose = pivots
            out[10] += sign * (int(first > 0) + int(other > 0))
            out[11] += sign * (first + other)
            out[12] += sign * int(w.fit[e] == NEVER and w.fit[e + 1] == NEVER)
            a = covered(s, w, e, side)
            b = covered(s, w, e + 1, side)
            out[13] += sign * (a + b)
            if a + b == 1:
                free = e + a
                if int(s.level[free]) == int(w.count[number(s.hole[free])]):
                    out[15] += sign
                    if side != int(s.turn) and s.result < 0:
                        out[16] += sign * int(reached(s, w, number(s.hole[free])))
        out[2 + min(7, max(1, nearest))] += sign
        out[19] += sign * min(second, 12)
        out[26] += sign * min(loose, 12)
        if int(s.turn) == side and nearest < 5:
            out[19 + max(1, nearest)] += sign
    out[17] = 1 - 2 * int(s.turn)


def covered(s, w, e, side):
    """1 if an enemy end lies directly above end ``e``, else 0."""
    h = number(s.hole[e])
    v = number(s.level[e])
    return int(v < number(w.count[h]) and number(w.stack[h, v & 31]) >> 4 != side)


def reached(s, w, d):
    """Whether the side to move can set an end down in hole ``d``."""
    for i in range(4 * number(w.lanes)):
        if has(w.go[d >> 6, i], d & 63):
            return True
    return False


def evaluate(s, c, w, weights, room):
    """The estimate for Dark; ``room``: as many int64 as there are terms."""
    features(s, c, w, room)
    value = 0
    for i in range(TERM_COUNT):
        value += int(weights[i]) * int(room[i])
    return value


def key(s, c):
    """A number for the position: who is to move and where every bar stands."""
    z = mask(int(s.turn))
    for b in range(BARS):
        e = 2 * b
        if int(s.level[e]) > 0:
            place = number(s.hole[e]) << 24 | number(s.hole[e + 1]) << 16
            place |= number(s.level[e]) << 8 | number(s.level[e + 1])
            z = add64(z, mixed(add64(mask(place << 8 | b), GOLDEN)))
    return mixed(z)


def horizon(s, c):
    """The key says everything."""
    return 0


def pressed(s, c, w):
    """Whether Light has to answer a finish at once (P-18)."""
    return int(s.turn) == LIGHT and finished(w, DARK) > finished(w, LIGHT)


def sharp(s, c, w, out):
    """Write the moves that capture or finish a bar, as far as that is seen at once; how many."""
    side = number(s.turn)
    n = 0
    exposed0 = ZERO
    exposed1 = ZERO
    bars = mask(int(w.here[side ^ 1]))
    while bars != ZERO:
        i = low_bit(bars)
        bars &= ~bit(i)
        e = 2 * (i + (side ^ 1) * MAX_BARS)
        a = covered(s, w, e, side ^ 1)
        if a + covered(s, w, e + 1, side ^ 1) == 1:
            free = e + a
            h = number(s.hole[free])
            if int(s.level[free]) == int(w.count[h]):
                if h < 64:
                    exposed0 |= bit(h)
                else:
                    exposed1 |= bit(h - 64)
    edge = number(c.edge[side])
    if side == DARK:
        edge -= 1
    bars = mask(int(w.here[side]))
    while bars != ZERO:
        i = low_bit(bars)
        bars &= ~bit(i)
        for j in range(2 * i, 2 * i + 2):
            e = j + side * BARS
            want0 = exposed0
            want1 = exposed1
            if at_home(s, c, e ^ 1, side) and not at_home(s, c, e, side):
                want0 |= c.ahead[side, 0, edge]
                want1 |= c.ahead[side, 1, edge]
            want0 &= w.go[0, j]
            want1 &= w.go[1, j]
            h = number(s.hole[e])
            for x in range(popcount(want0)):
                out[n] = action(c, h, select(want0, x), 1)
                n += 1
            for x in range(popcount(want1)):
                out[n] = action(c, h, 64 + select(want1, x), 1)
                n += 1
    if exposed0 | exposed1 != ZERO:
        for q in range(number(c.words)):
            holes = w.pairs[q, side]
            while holes != ZERO:
                h = low_bit(holes)
                holes &= ~bit(h)
                h += 64 * q
                for k in range(2, run(w, h, side) + 1):
                    want0 = group(s, c, w, h, k, 0) & exposed0
                    want1 = group(s, c, w, h, k, 1) & exposed1
                    for x in range(popcount(want0)):
                        out[n] = action(c, h, select(want0, x), k)
                        n += 1
                    for x in range(popcount(want1)):
                        out[n] = action(c, h, 64 + select(want1, x), k)
                        n += 1
    return n


def at_home(s, c, e, side):
    """Whether end ``e`` stands in the opponent's back row."""
    if side == DARK:
        return int(s.hole[e]) >= int(c.edge[DARK])
    return int(s.hole[e]) < int(c.edge[LIGHT])


def order(s, c, w, a):
    """How promising a move looks untried: captures and finishes, then the way forward."""
    side = number(s.turn)
    h = number(c.source[a // MAX_BARS])
    d = number(c.dest[a // MAX_BARS])
    k = a % MAX_BARS + 1
    rank = 0
    n = number(w.count[d])
    if n > 0:
        b = number(w.stack[d, n - 1])
        if b >> 4 != side:
            rank = 40
            if covered(s, w, end_at(s, b, d) ^ 1, b >> 4) == 1:
                return SHARP + 1
    if k == 1:
        e = end_at(s, number(w.stack[h, number(w.count[h]) - 1]), h)
        if at_home(s, c, e ^ 1, side) and not at_home(s, c, e, side):
            if side == DARK:
                if d >= int(c.edge[DARK]):
                    return SHARP + 2
            elif d < int(c.edge[LIGHT]):
                return SHARP + 2
    ahead = number(c.row[d]) - number(c.row[h])
    if side == LIGHT:
        ahead = -ahead
    return rank + 40 * ahead
