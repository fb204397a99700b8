"""What ``w`` keeps about the stacks, rebuilt hole by hole and bar by bar (kernels)."""

from __future__ import annotations

from ...ints import ZERO, bit, number
from .tables import BARS, BLOCK, BLOCKS, DARK, LIGHT, NEVER, OFF

INLINE = ("pair",)


def end_at(s, b, h):
    """The end of bar ``b`` that stands in hole ``h``."""
    b &= 31
    return 2 * b + int(s.hole[2 * b] != h)


def run(w, h, side):
    """How many ends of ``side`` lie on top of hole ``h`` without another's between."""
    h &= 127
    m = number(w.count[h])
    k = 0
    while k < m and number(w.stack[h, m - 1 - k]) >> 4 == side:
        k += 1
    return k


def grow(w, h):
    """One more end in hole ``h``."""
    h &= 127
    n = number(w.count[h])
    w.count[h] = n + 1
    w.free[h >> 6, n] &= ~bit(h & 63)
    w.free[h >> 6, n + 3] |= bit(h & 63)


def shrink(w, h):
    """One end fewer in hole ``h``."""
    h &= 127
    n = number(w.count[h]) - 1
    w.count[h] = n
    w.free[h >> 6, n + 3] &= ~bit(h & 63)
    w.free[h >> 6, n] |= bit(h & 63)


def aim(s, c, w, b, h):
    """Rebuild ``reach`` for bar ``b`` turning about its end in hole ``h``.

    P-9 closes the hole of the other end of whatever lies above that end. Only the bar directly
    above matters here: one that lies higher stands so high in its other hole, too, that P-7
    forbids to come down above it.
    """
    h &= 127
    e = end_at(s, b, h)
    far = number(s.hole[e ^ 1])
    side = (b & 31) >> 4
    reach = c.near[0, h] & c.ahead[side, 0, far]
    v = number(s.level[e])
    shut = OFF
    if v < number(w.count[h]):
        top = number(w.stack[h, v])
        shut = number(s.hole[end_at(s, top, h) ^ 1])
        if shut < 64:
            reach &= ~bit(shut)
    w.reach[0, e ^ 1] = reach
    if number(c.words) > 1:
        reach = c.near[1, h] & c.ahead[side, 1, far]
        if shut > 63:
            reach &= ~bit(shut - 64)
        w.reach[1, e ^ 1] = reach


def refit(s, w, b):
    """Rebuild ``fit`` for both ends of bar ``b``."""
    e = 2 * b
    low = number(s.level[e])
    high = number(s.level[e + 1])
    w.fit[e] = high if low == number(w.count[number(s.hole[e])]) else NEVER
    w.fit[e + 1] = low if high == number(w.count[number(s.hole[e + 1])]) else NEVER


def pair(s, c, w, h):
    """Rebuild ``pairs`` for hole ``h``, whatever the levels and P-9."""
    h &= 127
    q = h >> 6
    w.pairs[q, DARK] &= ~bit(h & 63)
    w.pairs[q, LIGHT] &= ~bit(h & 63)
    m = number(w.count[h])
    if m < 2:
        return
    b = number(w.stack[h, m - 1])
    o = number(w.stack[h, m - 2])
    side = b >> 4
    if o >> 4 != side:
        return
    one = number(s.hole[end_at(s, b, h) ^ 1])
    two = number(s.hole[end_at(s, o, h) ^ 1])
    reach0 = c.near[0, one] & c.near[0, two] & c.ahead[side, 0, h]
    reach1 = c.near[1, one] & c.near[1, two] & c.ahead[side, 1, h]
    if one != two:
        reach0 &= c.near[0, h]
        reach1 &= c.near[1, h]
    if reach0 | reach1 != ZERO:
        w.pairs[q, side] |= bit(h & 63)


def arrive(s, c, w, b):
    """Note in ``home`` whether bar ``b`` is in the opponent's back row, which it never leaves."""
    if b >> 4 == DARK:
        if int(s.hole[2 * b]) >= int(c.edge[DARK]):
            w.home[DARK] |= 1 << (b & 15)
    elif int(s.hole[2 * b + 1]) < int(c.edge[LIGHT]):
        w.home[LIGHT] |= 1 << (b & 15)


def measure(w):
    """Rebuild ``lanes``, and clear what lies beyond them."""
    top = 0
    bars = int(w.here[0]) | int(w.here[1])
    while bars >> top != 0:
        top += 1
    w.lanes = (2 * top + BLOCK - 1) // BLOCK
    for q in range(2):
        for i in range(BLOCK * number(w.lanes), BARS):
            w.go[q, i] = ZERO
    for t in range(2 * BLOCKS):
        w.before[t] = 0
