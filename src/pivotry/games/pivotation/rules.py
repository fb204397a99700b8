"""The rules of Pivotation as kernels over one record.

``s`` holds for every bar its two holes, the lower-numbered first, and the levels of its ends;
bar b has ends 2 b and 2 b + 1, so the other end of ``e`` is ``e ^ 1``. What is derived lives in
``w`` and is a function of ``s`` alone: the stacks, and masks of holes (one word for boards of up
to 64 holes, else two) from which the moves of an end are one ``&``:

- ``free[word, v]``: holes where an end comes down on a level that fits a pivot end on level v;
- ``reach[word, e]``: where end e may go by P-3, P-4 and P-9, whatever the levels;
- ``fit[e]``: the level of the other end of its bar if end e is on top, else ``NEVER``, where
  ``free`` is empty (P-8);
- ``go[word, i]``: where the i-th end of the side to move may go by itself.

A *step* is a move in the making: lowest end carried * 4096 + destination * 32 + number of ends.
Indices are masked (``& 31``) where the compiler could not know that they are not negative.
"""

from __future__ import annotations

import numpy as np

from ...contract import OVER
from ...ints import ONE, ZERO, below, bit, has, low_bit, mask, number, popcount, select, sub64
from .captures import judge, settle
from .stacks import aim, arrive, end_at, grow, measure, pair, refit, run, shrink
from .tables import (
    BARS,
    BLOCK,
    BLOCKS,
    DARK,
    DRAW,
    ENDS,
    LIGHT,
    MAX_BARS,
    MAX_PAIRS,
    NEVER,
    NO_BAR,
    OFF,
)

INLINE = ("choose", "finish", "generate", "groups", "move")
HOLES = OFF + 1
STATE = np.dtype(
    [
        ("hole", "u1", ENDS),  # of each end; OFF for a bar that is not on the board
        ("level", "u1", ENDS),  # of each end, from 1; 0 for a bar that is not on the board
        ("ply", "i4"),
        ("turn", "u1"),  # 0 once the game is over
        ("result", "i1"),  # -1, DARK, LIGHT or DRAW
    ]
)
CONFIG = np.dtype(
    [
        ("holes", "i2"),
        ("words", "u1"),
        ("edge", "i2", 2),  # first hole of the last row; first hole of the second row
        ("rows", "i2"),
        ("first", "i2", HOLES + 1),  # first hole of each row, then the number of holes
        ("row", "u1", HOLES),
        ("near", "u8", (2, HOLES)),
        ("ahead", "u8", (2, 2, HOLES)),  # side, word, hole: P-4
        ("every", "u8", 2),
        ("span", "u8", (2, HOLES)),  # word, hole: where some end may go from there
        ("earlier", "u2", HOLES),  # pairs of holes before those that begin with this one
        ("pairs", "u2"),
        ("source", "u1", MAX_PAIRS),
        ("dest", "u1", MAX_PAIRS),
        ("start_hole", "u1", ENDS),
        ("start_level", "u1", ENDS),
    ]
)
WORK = np.dtype(
    [
        ("reach", "u8", (2, ENDS)),
        ("go", "u8", (2, BARS)),
        ("free", "u8", (2, NEVER + 1)),
        ("pairs", "u8", (2, 2)),  # word, side: holes whose two top ends might go together
        ("fit", "u1", ENDS),
        ("count", "u1", HOLES),
        ("stack", "u1", (HOLES, BARS)),  # bars from the lowest to the highest, then NO_BAR
        ("held", "i4", 2),  # side: its bars that P-13 captures, waiting or not settled yet
        ("home", "i4", 2),  # side: its bars with both ends in the opponent's back row
        ("here", "i4", 2),  # side: its bars on the board
        ("lanes", "u1"),  # blocks of BLOCK ends that reach up to the highest bar of either side
        ("before", "u1", 2 * BLOCKS),  # single moves in all blocks before this one, word by word
        ("singles", "u1"),  # moves of one end that the side to move has
        ("total", "u1"),  # all its moves; 0 once the game is over
    ]
)


def start(s, c):
    """Set the bars up as the board says; Dark is to move. A board without bars is a draw."""
    for e in range(ENDS):
        s.hole[e] = c.start_hole[e]
        s.level[e] = c.start_level[e]
    s.ply = 0
    s.turn = DARK
    s.result = DRAW
    for e in range(ENDS):
        if s.level[e] > 0:
            s.result = -1


def derive(s, c, w):
    """Rebuild the whole of ``w`` from ``s``."""
    count = w.count
    stack = w.stack
    free = w.free
    reach = w.reach
    for h in range(number(c.holes)):
        count[h] = 0
        for v in range(BARS):
            stack[h, v] = NO_BAR
    for q in range(2):
        for v in range(NEVER + 1):
            free[q, v] = ZERO
        for v in range(3):
            free[q, v] = c.every[q]
        for e in range(ENDS):
            reach[q, e] = ZERO
        for i in range(BARS):
            w.go[q, i] = ZERO
        w.pairs[q, DARK] = ZERO
        w.pairs[q, LIGHT] = ZERO
    for side in range(2):
        w.home[side] = 0
        w.here[side] = 0
        w.held[side] = 0
    for e in range(ENDS):
        w.fit[e] = NEVER
    for b in range(BARS):
        if s.level[2 * b] != 0:
            w.here[b >> 4] |= 1 << (b & 15)
            for e in range(2 * b, 2 * b + 2):
                h = number(s.hole[e])
                stack[h, number(s.level[e]) - 1] = b
                grow(w, h)
    for h in range(number(c.holes)):
        if count[h] != 0:
            pair(s, c, w, h)
            for v in range(number(count[h])):
                aim(s, c, w, number(stack[h, v]), h)
    measure(w)
    for b in range(BARS):
        if s.level[2 * b] != 0:
            refit(s, w, b)
            judge(s, w, b)
            arrive(s, c, w, b)
    if s.result < 0:
        generate(s, c, w, number(s.turn))
    else:
        clear(w)


def actor(s, c):
    """The side to move, or ``OVER``."""
    if s.result >= 0:
        return OVER
    return number(s.turn)


def legal(s, c, w, out):
    """Write the action numbers of all legal moves, ascending; return how many."""
    n = 0
    if number(w.total) == 0:
        return n
    side = number(s.turn)
    for h in range(number(c.holes)):
        m = number(w.count[h])
        if m == 0:
            continue
        b = number(w.stack[h, m - 1])
        if b >> 4 != side:
            continue
        i = end_at(s, b, h) - side * BARS
        first = n
        n = list_masks(c, h, 1, w.go[0, i], w.go[1, i], out, n)
        if has(w.pairs[h >> 6, side], h & 63):
            for k in range(2, run(w, h, side) + 1):
                n = list_masks(c, h, k, group(s, c, w, h, k, 0), group(s, c, w, h, k, 1), out, n)
            ascend(out, first, n)
    return n


def apply(s, c, w, a):
    """Play a legal action."""
    h = number(c.source[a // MAX_BARS])
    k = a % MAX_BARS + 1
    b = number(w.stack[h, number(w.count[h]) - k])
    move(s, c, w, end_at(s, b, h), number(c.dest[a // MAX_BARS]), k)


def returns(s, c, out):
    """1 for the winner and -1 for the loser; zeros for a draw or a game that is not over."""
    out[DARK] = 0.0
    out[LIGHT] = 0.0
    if s.result == DARK or s.result == LIGHT:
        out[int(s.result)] = 1.0
        out[1 - int(s.result)] = -1.0


def weight(s, c, w, a):
    """There is no chance in this game."""
    return 1


def deal(s, c, w, cards):
    """Nothing is dealt in this game."""


def random(s, c, w, rng):
    """Play one of the legal moves, each as likely as the others; return its action number."""
    step = choose(s, c, w, below(rng, number(w.total)))
    h = number(s.hole[step >> 12])
    d = step >> 5 & 127
    k = step & 31
    move(s, c, w, step >> 12, d, k)
    return action(c, h, d, k)


def playout(s, c, w, rng, limit):
    """Random moves until the game is over or ``limit`` have been made; return how many."""
    n = 0
    while n < limit and s.result < 0:
        step = choose(s, c, w, below(rng, number(w.total)))
        move(s, c, w, step >> 12, step >> 5 & 127, step & 31)
        n += 1
    return n


# --- what a move must satisfy ------------------------------------------------------------------


def beside(c, h, d):
    """Whether holes ``h`` and ``d`` are neighbours (P-1)."""
    return has(c.near[d >> 6, h], d & 63)


def onward(c, side, h, d):
    """Whether ``side``'s ends may go from ``h`` in the direction of ``d`` (P-4)."""
    return has(c.ahead[side, d >> 6, h], d & 63)


def spans(c, h, d):
    """Whether any end could ever go from ``h`` to ``d`` in one move."""
    return has(c.span[d >> 6, h], d & 63)


def fits(w, d, v):
    """Whether an end set down in ``d`` goes with a pivot end on level ``v`` (P-7)."""
    return v >= 0 and has(w.free[d >> 6, v], d & 63)


def closed(s, w, e, d):
    """Whether P-9 closes hole ``d`` to a bar that pivots about its end ``e``."""
    h = number(s.hole[e])
    for v in range(number(s.level[e]), number(w.count[h])):
        b = number(w.stack[h, v])
        if s.hole[2 * b] == d or s.hole[2 * b + 1] == d:
            return True
    return False


# --- moves -------------------------------------------------------------------------------------


def action(c, h, d, k):
    """The action number of carrying ``k`` ends from hole ``h`` to hole ``d``."""
    pair = number(c.earlier[h])
    if d < 64:
        pair += popcount(c.span[0, h] & sub64(bit(d), ONE))
    else:
        pair += popcount(c.span[0, h]) + popcount(c.span[1, h] & sub64(bit(d - 64), ONE))
    return pair * MAX_BARS + k - 1


def list_masks(c, h, k, m0, m1, out, n):
    """Append the actions from ``h`` to every hole of the two words; return the new length."""
    for i in range(popcount(m0)):
        out[n] = action(c, h, select(m0, i), k)
        n += 1
    for i in range(popcount(m1)):
        out[n] = action(c, h, 64 + select(m1, i), k)
        n += 1
    return n


def ascend(out, first, n):
    """Sort ``out[first:n]``, a few actions, by insertion."""
    for i in range(first + 1, n):
        a = int(out[i])
        j = i
        while j > first and int(out[j - 1]) > a:
            out[j] = out[j - 1]
            j -= 1
        out[j] = a


def group(s, c, w, h, k, q):
    """Where the top ``k`` (2 or more) ends of hole ``h`` may go together: word ``q`` (P-10)."""
    h &= 127
    m = number(w.count[h])
    first = number(s.hole[end_at(s, number(w.stack[h, m - 1]), h) ^ 1])
    reach = ~ZERO
    for j in range(k):
        e = end_at(s, number(w.stack[h, m - k + j]), h)
        level = number(s.level[e ^ 1]) - j  # the j-th end from below comes down j levels higher
        if level < 0:
            return ZERO
        reach &= w.reach[q, e] & w.free[q, level]
        if s.hole[e ^ 1] != first:
            reach &= c.near[q, h]  # P-11
    return reach


def generate(s, c, w, side):
    """Fill ``go`` for ``side`` and count its moves."""
    side &= 1
    two = number(c.words) > 1
    n = singles(w, side, 0, 0)
    if two:
        n = singles(w, side, 1, n)
    w.singles = n
    n += groups(s, c, w, side, w.pairs[0, side], 0)
    if two:
        n += groups(s, c, w, side, w.pairs[1, side], 64)
    w.total = n
    return n


def singles(w, side, q, n):
    """Word ``q`` of ``go``, after ``n`` moves in the word before; the number up to here."""
    base = side * BARS
    first = q * number(w.lanes)
    for t in range(number(w.lanes)):
        w.before[first + t] = n
        for i in range(BLOCK * t, BLOCK * t + BLOCK):
            reach = w.reach[q, base + i] & w.free[q, number(w.fit[base + i])]
            w.go[q, i] = reach
            n += popcount(reach)
    return n


def groups(s, c, w, side, holes, first):
    """How many moves of several ends there are from ``holes``, a mask whose bit 0 is ``first``."""
    n = 0
    while holes != ZERO:
        h = low_bit(holes)
        holes &= ~bit(h)
        h += first
        n += popcount(couple(s, c, w, h, 0))
        if number(c.words) > 1:
            n += popcount(couple(s, c, w, h, 1))
        if w.count[h] > 2:
            for k in range(3, run(w, h, side) + 1):
                n += popcount(group(s, c, w, h, k, 0)) + popcount(group(s, c, w, h, k, 1))
    return n


def couple(s, c, w, h, q):
    """Where the top two ends of hole ``h`` may go together: ``group`` for k = 2."""
    h &= 127
    m = number(w.count[h])
    e = end_at(s, number(w.stack[h, (m - 1) & 31]), h)
    f = end_at(s, number(w.stack[h, (m - 2) & 31]), h)
    reach = (
        w.reach[q, e]
        & w.free[q, (number(s.level[e ^ 1]) - 1) & 31]
        & w.reach[q, f]
        & w.free[q, number(s.level[f ^ 1])]
    )
    if s.hole[e ^ 1] != s.hole[f ^ 1]:
        reach &= c.near[q, h]  # P-11
    return reach


def choose(s, c, w, r):
    """The ``r``-th move of the side to move, as a step; the order is of no meaning."""
    if r >= number(w.singles):
        return choose_group(s, c, w, r - number(w.singles))
    lanes = number(w.lanes)
    t = 0
    for i in range(1, number(c.words) * lanes):
        t += int(r >= number(w.before[i & 15]))
    r -= number(w.before[t & 15])
    q = int(t >= lanes)
    i = BLOCK * (t - q * lanes) & 31
    one = popcount(w.go[q, i])
    two = popcount(w.go[q, i + 1])
    three = popcount(w.go[q, i + 2])
    past_one = int(r >= one)
    past_two = int(r >= one + two)
    past_three = int(r >= one + two + three)
    i += past_one + past_two + past_three
    r -= past_one * one + past_two * two + past_three * three
    e = i + number(s.turn) * BARS
    return e * 4096 + (64 * q + select(w.go[q, i], r)) * 32 + 1


def choose_group(s, c, w, r):
    """The ``r``-th move of more than one end."""
    side = number(s.turn)
    for q in range(number(c.words)):
        holes = w.pairs[q, side]
        while holes != ZERO:
            h = low_bit(holes)
            holes &= ~bit(h)
            h += 64 * q
            for k in range(2, run(w, h, side) + 1):
                for p in range(number(c.words)):
                    reach = group(s, c, w, h, k, p)
                    n = popcount(reach)
                    if r < n:
                        e = end_at(s, number(w.stack[h, number(w.count[h]) - k]), h)
                        return e * 4096 + (64 * p + select(reach, r)) * 32 + k
                    r -= n
    return 0


def move(s, c, w, e, d, k):
    """Carry end ``e`` and the ``k - 1`` above it to hole ``d``, settle captures, judge the game."""
    e &= 63
    d &= 127
    h = number(s.hole[e])
    side = number(s.turn)
    left = number(w.count[h]) - k
    below = number(w.count[d])
    for j in range(k):
        if j > 0:
            e = end_at(s, number(w.stack[h, left + j]), h)
        b = e >> 1
        w.stack[h, left + j] = NO_BAR
        w.stack[d, below + j] = b
        shrink(w, h)
        grow(w, d)
        pivot = number(s.hole[e ^ 1])
        level = number(s.level[e ^ 1])
        e = 2 * b + int(d > pivot)
        s.hole[e] = d
        s.level[e] = below + j + 1
        s.hole[e ^ 1] = pivot
        s.level[e ^ 1] = level
        w.fit[e] = level if j == k - 1 else NEVER
        w.fit[e ^ 1] = below + j + 1 if level == number(w.count[pivot]) else NEVER
        aim(s, c, w, b, pivot)
        aim(s, c, w, b, d)
        if level > 1:
            aim(s, c, w, number(w.stack[pivot, level - 2]), pivot)
        if w.count[pivot] > 1:
            pair(s, c, w, pivot)
        arrive(s, c, w, b)
    for v in range(below, below + k - 1):
        aim(s, c, w, number(w.stack[d, v]), d)
    if left > 0:
        b = number(w.stack[h, left - 1])
        e = end_at(s, b, h)
        w.fit[e] = s.level[e ^ 1]
        aim(s, c, w, b, h)
    if left + k > 1:
        pair(s, c, w, h)
    if below > 0:
        b = number(w.stack[d, below - 1])
        w.fit[end_at(s, b, d)] = NEVER
        aim(s, c, w, b, d)
        if b >> 4 != side:
            judge(s, w, b)
    if below + k > 1:
        pair(s, c, w, d)
    if int(w.held[0]) | int(w.held[1]) != 0:
        if left > 0:
            judge(s, w, number(w.stack[h, left - 1]))
        settle(s, c, w, side)
    s.ply += 1
    finish(s, c, w, side)


def finish(s, c, w, side):
    """After ``side``'s move: decide the game (P-18 to P-20) or hand the turn over."""
    other = side ^ 1
    lead = finished(w, DARK) - finished(w, LIGHT)
    if lead < 0:
        close(s, w, LIGHT)
        return
    if lead > 0 and side == LIGHT:
        close(s, w, DARK)
        return
    mobile = other
    while generate(s, c, w, mobile) == 0:
        if mobile == side:
            close(s, w, DRAW)
            return
        mobile = side
        if side == DARK:
            break
    if mobile == other:
        s.turn = other
    else:
        close(s, w, side)


def finished(w, side):
    """How many finished bars ``side`` has (P-17)."""
    return popcount(mask(int(w.home[side]) & ~int(w.held[side])))


def close(s, w, result):
    """The game is over."""
    s.result = result
    s.turn = 0
    clear(w)


def clear(w):
    """Nobody has a move."""
    w.singles = 0
    w.total = 0
    for q in range(2):
        for i in range(BARS):
            w.go[q, i] = ZERO
    for t in range(2 * BLOCKS):
        w.before[t] = 0
