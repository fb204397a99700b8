"""What groups of neighbouring pegs are worth under the standard lanes (kernels).

Tables of patterns (n-tuple networks; Lucas 2008 has them for Othello): each looks at the whole
content of a few pegs, some also at how many moves of the turn are left and at what lies in the goal
row. All is seen by the seat to move, with its rings as the dark ones, and a group and its mirror
image share a table. What the entries weigh is learnt (``bench/patterns.py``).
"""

from __future__ import annotations

import numpy as np

from ...ints import number, popcount, shr
from .tables import COLOUR_AT, GOAL_COLOURS, GOAL_FULL, PEG_NUMBER, PEGS, ROOM

SIDES = 32
"""Values of the surroundings: moves left, own rings and others' in the goal row."""
WIDTH = np.array([int(ROOM[p]) + 1 for p in range(PEGS)], np.int64)
"""Bits of what a peg holds: a one above its colours, the top ring lowest."""

_GROUPS = (
    (("C1 D1", "C5 D5"), True),
    (("C2 D2", "C4 D4"), True),
    (("C3 D3",), True),
    (("B1 C1 C2", "B4 C5 C4"), True),
    (("B2 C2 C3", "B3 C4 C3"), True),
    (("B1 C1 D1 C2 D2", "B4 C5 D5 C4 D4"), False),
    (("B2 C2 D2 C3 D3", "B3 C4 D4 C3 D3"), False),
    (("C1 D1 C2 D2", "C5 D5 C4 D4"), True),
    (("C2 D2 C3 D3", "C4 D4 C3 D3"), True),
    (("A1 B1", "A4 B4"), True),
    (("A2 B2", "A3 B3"), True),
    (("A1 A2", "A4 A3"), False),
    (("A2 A3", "A3 A2"), False),
    (("B1 B2", "B4 B3"), True),
    (("B2 B3", "B3 B2"), True),
)
"""Pegs that are looked at together, with their mirror images, and whether the goal row counts."""
LONGEST = 5
GROUPS = sum(len(places) for places, _ in _GROUPS)
PEG = np.zeros((GROUPS, LONGEST), np.int64)
SHIFT = np.zeros((GROUPS, LONGEST), np.int64)
LENGTH = np.zeros(GROUPS, np.int64)
FIRST = np.zeros(GROUPS, np.int64)
"""Where the table of a group begins."""
GOALS = np.zeros(GROUPS, np.int64)
"""1 if the goal row counts in it."""

_group = 0
_size = 0
for _places, _goals in _GROUPS:
    for _names in _places:
        _at = 0
        for _j, _name in enumerate(_names.split()):
            PEG[_group, _j] = PEG_NUMBER[_name]
            SHIFT[_group, _j] = _at
            _at += int(WIDTH[PEG_NUMBER[_name]])
        LENGTH[_group] = len(_names.split())
        FIRST[_group] = _size
        GOALS[_group] = int(_goals)
        _group += 1
    _size += (SIDES if _goals else 2) << _at

KINDS = 6
KIND = np.array([0, 0, 1, 2, 3, 4, 3, 4, 0, 0, 1, 2, 5, 5, 5, 5], np.int64)
"""Of a short peg by what it holds, 8 more if the hollow before it is taken: empty, one own ring,
one of the other's, an own ring ready, one of the other's ready, full before a taken hollow."""
POWER = np.array([KINDS**j for j in range(5)], np.int64)
WHOLE = _size
"""Where the table of the whole short row begins."""
SIZE = WHOLE + KINDS**5 * SIDES
COUNT = GROUPS + 1
"""Entries that count in a position."""


def contents(s, out):
    """Write what each peg holds, the mover's rings as dark ones; return the surroundings."""
    h = s.heights
    k = s.colours
    turn = int(s.turn)
    for p in range(PEGS):
        rings = (number(shr(h, 3 * p)) & 7) - 4 + int(ROOM[p])
        one = 1 << rings
        held = number(shr(k, int(COLOUR_AT[p]))) & (one - 1)
        if turn == 1:
            held ^= one - 1
        out[p] = one + held
    light = popcount(k & GOAL_COLOURS)
    dark = popcount(h & GOAL_FULL) - light
    if turn == 1:
        return int(s.step) + 2 * light + 8 * dark
    return int(s.step) + 2 * dark + 8 * light


def place(group, held, sides):
    """Where the entry of a group is."""
    at = 0
    for j in range(int(LENGTH[group])):
        at += int(held[int(PEG[group, j])]) << int(SHIFT[group, j])
    if int(GOALS[group]) != 0:
        return int(FIRST[group]) + at * SIDES + sides
    return int(FIRST[group]) + at * 2 + (sides & 1)


def whole(held, sides):
    """Where the entry of the whole short row is, the same as that of its mirror image."""
    at = 0
    back = 0
    for j in range(5):
        taken = int(int(held[13 + j]) > 1)
        kind = int(KIND[int(held[8 + j]) + 8 * taken])
        at = at * KINDS + kind
        back += kind * int(POWER[j])
    return WHOLE + min(at, back) * SIDES + sides


def judged(s, weights, first, room):
    """What the patterns are worth to the seat to move; the tables begin at ``first``."""
    sides = contents(s, room)
    value = 0
    for group in range(GROUPS):
        value += int(weights[first + place(group, room, sides)])
    return value + int(weights[first + whole(room, sides)])


def places(s, room, out):
    """Write where the entries that count are, ``COUNT`` of them; for learning."""
    sides = contents(s, room)
    for group in range(GROUPS):
        out[group] = place(group, room, sides)
    out[GROUPS] = whole(room, sides)
