"""Captures: what is captured, what can come off, and in which order (P-13 to P-16; kernels)."""

from __future__ import annotations

from ...ints import ZERO, bit, low_bit, mask, number, popcount, select
from .stacks import aim, end_at, measure, pair, refit, shrink
from .tables import BLOCK, MAX_BARS, NEVER, NO_BAR, OFF


def captured(s, w, b, gone):
    """Whether P-13 captures bar ``b`` once the bars ``gone`` of its own side are off."""
    side = b >> 4
    for e in range(2 * b, 2 * b + 2):
        h = number(s.hole[e])
        n = number(w.count[h])
        v = number(s.level[e])
        while v < n and number(w.stack[h, v]) >> 4 == side:
            if gone >> (number(w.stack[h, v]) & 15) & 1 == 0:
                return False
            v += 1
        if v == n:
            return False
    return True


def judge(s, w, b):
    """Rebuild ``held`` for bar ``b``."""
    flag = 1 << (b & 15)
    if captured(s, w, b, 0):
        w.held[b >> 4] |= flag
    else:
        w.held[b >> 4] &= ~flag


def settle(s, c, w, side):
    """Take captured bars off in the order of P-16, ``side`` having moved."""
    turn = side ^ 1
    idle = 0
    while idle < 2:
        gone = 0
        if w.held[turn] != 0:
            gone = removable(s, w, turn)
        if gone != 0:
            remove(s, c, w, turn, gone)
            idle = 0
        else:
            idle += 1
        turn ^= 1


def removable(s, w, side):
    """The set of ``side``'s bars to be taken off together (P-15), 0 if none can go.

    Taking a bar off never frees another of its own side, so everything that can come off one
    after the other forms one largest chain. If its going leaves illegal levels, all subsets are
    tried, at most 2**16; bit m - 1 - i of ``pick`` stands for the i-th member, so that of two
    sets of one size the one with the lower bar numbers is the greater number.
    """
    chain = unlocked(s, w, side, int(w.here[side]))
    if balanced(s, w, side, chain):
        return chain
    m = popcount(mask(chain))
    best = 0
    size = 0
    for pick in range((1 << m) - 2, 0, -1):
        if popcount(mask(pick)) > size:
            gone = 0
            for i in range(m):
                if pick >> (m - 1 - i) & 1:
                    gone |= 1 << select(mask(chain), i)
            if balanced(s, w, side, gone) and unlocked(s, w, side, gone) == gone:
                best = gone
                size = popcount(mask(pick))
    return best


def unlocked(s, w, side, among):
    """Those of the bars ``among`` that can come off one after the other.

    Only a bar directly below one that comes off can become captured by that.
    """
    gone = int(w.held[side]) & among
    before = 0
    while gone != before:
        before = gone
        for i in range(MAX_BARS):
            if before >> i & 1:
                for e in range(2 * (i + MAX_BARS * side), 2 * (i + MAX_BARS * side) + 2):
                    v = number(s.level[e])
                    if v > 1:
                        b = number(w.stack[number(s.hole[e]), v - 2])
                        flag = 1 << (b & 15)
                        if b >> 4 == side and among & ~gone & flag != 0 and captured(s, w, b, gone):
                            gone |= flag
    return gone


def balanced(s, w, side, gone):
    """Whether all bars that stay stand on legal levels (P-7) once ``side``'s ``gone`` are off.

    Only bars that lie above one of these change their levels.
    """
    for i in range(MAX_BARS):
        if gone >> i & 1:
            for e in range(2 * (i + MAX_BARS * side), 2 * (i + MAX_BARS * side) + 2):
                h = number(s.hole[e])
                for v in range(number(s.level[e]), number(w.count[h])):
                    b = number(w.stack[h, v])
                    if b >> 4 != side or gone >> (b & 15) & 1 == 0:
                        low = dropped(s, w, 2 * b, side, gone)
                        tilt = low - dropped(s, w, 2 * b + 1, side, gone)
                        if tilt < -1 or tilt > 1:
                            return False
    return True


def dropped(s, w, e, side, gone):
    """The level of end ``e`` once ``side``'s ``gone`` are off."""
    h = number(s.hole[e])
    n = number(s.level[e])
    for v in range(n - 1):
        b = number(w.stack[h, v])
        if b >> 4 == side and gone >> (b & 15) & 1:
            n -= 1
    return n


def remove(s, c, w, side, gone):
    """Take ``side``'s bars ``gone`` off the board; what lay above them comes down."""
    w.here[side] &= ~gone
    w.held[side] &= ~gone
    w.home[side] &= ~gone
    if (int(w.here[0]) | int(w.here[1])) >> (BLOCK // 2 * (number(w.lanes) - 1)) == 0:
        measure(w)
    touched0 = ZERO
    touched1 = ZERO
    for i in range(MAX_BARS):
        if gone >> i & 1:
            for e in range(2 * (i + MAX_BARS * side), 2 * (i + MAX_BARS * side) + 2):
                h = number(s.hole[e])
                if h < 64:
                    touched0 |= bit(h)
                else:
                    touched1 |= bit(h - 64)
                lift(s, w, h, number(s.level[e]) - 1)
                s.hole[e] = OFF
                s.level[e] = 0
                w.fit[e] = NEVER
                w.reach[0, e] = ZERO
                w.reach[1, e] = ZERO
    for q in range(int(c.words)):
        holes = touched0 if q == 0 else touched1
        while holes != ZERO:
            h = low_bit(holes)
            holes &= ~bit(h)
            h += 64 * q
            pair(s, c, w, h)
            for v in range(number(w.count[h])):
                aim(s, c, w, number(w.stack[h, v]), h)
                refit(s, w, number(w.stack[h, v]))
                judge(s, w, number(w.stack[h, v]))


def lift(s, w, h, v):
    """Take the end at place ``v`` (from 0) out of hole ``h``."""
    shrink(w, h)
    n = number(w.count[h])
    for u in range(v, n):
        b = number(w.stack[h, u + 1])
        w.stack[h, u] = b
        e = end_at(s, b, h)
        s.level[e] = u + 1
    w.stack[h, n] = NO_BAR
