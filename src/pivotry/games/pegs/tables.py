"""The object in numbers: pegs, room, the layout of a position and what every move does to it.

Pegs are numbered row by row, ``A1`` = 0 .. ``D5`` = 17. A position is two words.

``heights``: three bits a peg, holding (rings + 4 - room). So the highest of the three bits says
that the peg is full, whatever its length, and adding ``LIFT`` makes the same bit say that a ring
is there. ``colours``: four bits a peg (one for a hollow), the top ring in the lowest bit, 0 dark
and 1 light, 0 where no ring is; threading a ring doubles a field and taking one halves it.

A move goes from a peg to one a fixed number of pegs on: -1 and +1 sideways, 1 to 9 forward. The
legal moves are the bits of four words, three bits a source peg in each, ``WORDS`` saying what
they stand for. ``64 * word + bit`` is the key of a move in the tables below. Under the lanes
``fan`` all moves fit one word; its keys are ``FAN + bit``.
"""

from __future__ import annotations

import numpy as np

DARK, LIGHT = 0, 1
SEATS = 2
RINGS = 8
"""Rings of each colour (and G-2: sixteen fill the long pegs)."""
GOAL = 3
"""Rings of one colour that win in the goal row (G-10)."""
DRAW = 3
"""``result`` of a drawn game; 0 while it runs, 1 when Dark has won, 2 when Light has."""

ROWS = "ABCD"
ROW_LENGTH = (4, 4, 5, 5)
ROW_ROOM = (4, 3, 2, 1)
ROW_FIRST = (0, 4, 8, 13)
PEG_NAMES = tuple(f"{ROWS[r]}{i + 1}" for r in range(4) for i in range(ROW_LENGTH[r]))
PEGS = len(PEG_NAMES)
SOURCES = 13
"""Pegs 0..12 can be moved from; 13..17 are the goal row."""
PEG_NUMBER = {name: p for p, name in enumerate(PEG_NAMES)}
ROW = np.array([r for r in range(4) for _ in range(ROW_LENGTH[r])], np.int64)
ROOM = np.array([ROW_ROOM[r] for r in ROW], np.int64)
ACTIONS = SOURCES * PEGS
"""A move is numbered source * PEGS + destination, whatever the set-up."""
FAR = 9
"""The farthest a forward move goes, counted in pegs (C1 to D5)."""

COLOUR_AT = np.array([4 * p if p < SOURCES else 39 + p for p in range(PEGS)], np.int64)
"""Where the field of a peg begins in ``colours``."""
COLOUR_BITS = np.array([4 if p < SOURCES else 1 for p in range(PEGS)], np.int64)

_WRAP = (1 << 64) - 1


def _pegs(which: list[int]) -> np.uint64:
    """The highest bits of these pegs' fields in ``heights``."""
    return np.uint64(sum(1 << (3 * p + 2) for p in which))


LIFT = np.uint64(sum((int(ROOM[p]) - 1) << (3 * p) for p in range(PEGS)))
EMPTY = np.uint64(sum((4 - int(ROOM[p])) << (3 * p) for p in range(PEGS)))
"""``heights`` of the object without rings."""
NOT_LEFT = _pegs([p for p in range(1, SOURCES) if ROW[p] == ROW[p - 1]])
NOT_RIGHT = _pegs([p for p in range(SOURCES) if ROW[p] == ROW[p + 1]])
FORWARD = _pegs(list(range(SOURCES)))
GOAL_FULL = _pegs(list(range(SOURCES, PEGS)))
GOAL_COLOURS = np.uint64(31 << 52)

WORDS = ((-1, 1, 4), (3, 5, 6), (1, 2, 7), (8, 9))
"""How far the moves go whose bits are 0, 1, 2 of a source peg's three, word by word.

The 1 of the first word is sideways; the one in the third is forward (A4 to B1).
"""
FAN = 256
"""Keys of the only word under ``fan``: the first one, and +5 of the second in bits 39..63."""
KEYS = FAN + 64
FAN_SHIFT = 25


def forward(source: int, to: int) -> bool:
    """Whether ``to`` lies in the row after that of ``source``."""
    return bool(ROW[to] == ROW[source] + 1)


def sideways(source: int, to: int) -> bool:
    """Whether two pegs stand side by side in one row that can be moved in."""
    return source < SOURCES and bool(ROW[to] == ROW[source]) and abs(to - source) == 1


def _moves() -> list[tuple[int, int, int]]:
    """Every key with its source and destination."""
    found = []
    for word, steps in enumerate(WORDS):
        for place, step in enumerate(steps):
            for source in range(SOURCES):
                to = source + step
                if not 0 <= to < PEGS:
                    continue
                wanted = sideways if word == 0 and place < 2 else forward
                if wanted(source, to):
                    found.append((64 * word + 3 * source + place, source, to))
                    if word == 0:
                        found.append((FAN + 3 * source + place, source, to))
                    if step == 5 and source >= ROW_FIRST[1]:
                        found.append((FAN + FAN_SHIFT + 3 * source + 2, source, to))
    return found


KEY = np.full(ACTIONS + 1, -1, np.int64)
"""The key of an action in the first four words, -1 where no lanes could make it a move.

The last entry stands for no action at all, -1. The last key of the tables below is that of no move.
"""
ACTION = np.zeros(KEYS, np.int64)
CHANGE = np.zeros(KEYS, np.uint64)
"""What a move adds to ``heights``, modulo 2**64."""
BACK = np.zeros(KEYS, np.uint64)
"""The bit of the first word that would take a sideways move back (G-7)."""
KEEP = np.zeros(KEYS, np.int64)
"""-1 (all bits) after a sideways move, 0 after a forward one: what is kept of ``quiet``."""
SCORES = np.zeros(KEYS, np.int64)
"""1 for moves into the goal row."""
TAKE_AT = np.zeros(KEYS, np.int64)
TAKE_TOP = np.zeros(KEYS, np.uint64)
TAKE_REST = np.zeros(KEYS, np.uint64)
PUT_AT = np.zeros(KEYS, np.int64)
PUT_FIELD = np.zeros(KEYS, np.uint64)

for _key, _from, _to in _moves():
    if _key < FAN:
        KEY[_from * PEGS + _to] = _key
    ACTION[_key] = _from * PEGS + _to
    CHANGE[_key] = np.uint64(((1 << (3 * _to)) - (1 << (3 * _from))) & _WRAP)
    if sideways(_from, _to):
        BACK[_key] = np.uint64(1 << (3 * _to + (0 if _from < _to else 1)))
        KEEP[_key] = -1
    SCORES[_key] = int(_to >= SOURCES)
    TAKE_AT[_key] = COLOUR_AT[_from]
    TAKE_TOP[_key] = np.uint64(1 << int(COLOUR_AT[_from]))
    TAKE_REST[_key] = np.uint64(14 << int(COLOUR_AT[_from]))
    PUT_AT[_key] = COLOUR_AT[_to]
    if _to < SOURCES:
        PUT_FIELD[_key] = np.uint64(15 << int(COLOUR_AT[_to]))

# G-2 and GR-2: four rings on each long peg, the top ring in the lowest bit.
START_HEIGHTS = np.uint64(int(EMPTY) + sum(4 << (3 * p) for p in range(4)))
START_COLOURS = np.array(
    [
        0b1010_0101_1010_0101,  # staggered: dark is lowest on A1 and A3, light on A2 and A4
        0b0101_0101_0101_0101,  # uniform: dark is lowest everywhere
    ],
    np.uint64,
)
