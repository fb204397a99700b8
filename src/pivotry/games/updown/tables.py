"""The 108 cards, as kinds, as bits and as text, and what may be played on what.

A *kind* is a number 0..82: ``n - 1`` for the number card ``n``, then UP, DOWN and PIVOT. A set of
cards is a pair of masks. The low word holds the numbers 1..64; the high word the numbers 65..80 at
bits 0..15 and then one field for each direction, in which ``k`` equal cards are the lowest ``k``
bits. So a set has exactly one form, every card is one bit, and drawing a random card is choosing a
random bit.
"""

from __future__ import annotations

import numpy as np

NUMBERS = 80
UP = 80
DOWN = 81
PIVOT = 82
KINDS = 83
CARDS = 108
COUNTS = (11, 11, 6)
"""How many UP, DOWN and PIVOT there are (U-1)."""
NAMES = (*(str(n) for n in range(1, NUMBERS + 1)), "UP", "DOWN", "PIVOT")
"""The text of a kind."""
KIND = {name: kind for kind, name in enumerate(NAMES)}
COPIES = (1,) * NUMBERS + COUNTS
"""How many cards of a kind there are."""
POINTS = (1,) * NUMBERS + (2, 2, 3)
"""What a card of a kind costs at the end of a game (U-15)."""
ALL_POINTS = sum(n * p for n, p in zip(COPIES, POINTS, strict=True))

# Action numbers: 0..82 play that kind, then these two, then chance's outcomes by kind.
DRAW = 83
KEEP = 84
OUTCOME = 85
ACTIONS = OUTCOME + KINDS

# Phases of a game.
PLAY = 0
DRAWING = 1
PENALTY = 2
DRAWN = 3
DEAL = 4
OVER = 5

# Words on numbers (U-2).
EXTRA = 1
DRAWS = 2
SKIP = 3
WORDS = ("", "EXTRA", "DRAWS", "SKIP")
STANDARD_WORDS = {
    **dict.fromkeys((8, 28, 48, 68), EXTRA),
    **dict.fromkeys((13, 33, 53, 73), DRAWS),
    **dict.fromkeys((18, 38, 58, 78), SKIP),
}
"""Ruling UR-1."""

# --- the high word ---------------------------------------------------------------------------

BASES = (16, 27, 38)
"""Lowest bit of each direction's field."""
BASE_OF = np.array(BASES, np.int64)
FIELDS = tuple(((1 << n) - 1) << base for base, n in zip(BASES, COUNTS, strict=True))
FIELD_OF = np.array(FIELDS, np.uint64)
END = BASES[2] + COUNTS[2]

LOW_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
HIGH_ALL = np.uint64((1 << END) - 1)
HIGH_NUMBERS = np.uint64(0xFFFF)
HIGH_TURNS = np.uint64(FIELDS[0] | FIELDS[1])
HIGH_PIVOTS = np.uint64(FIELDS[2])

LOWEST = np.array([(1 << n) - 1 for n in range(max(COUNTS) + 1)], np.uint64)
"""The lowest ``n`` bits."""
# A *place* is a bit of the pair: 0..63 in the low word, 64 + i for bit i of the high word. A
# number's place is its kind.

PLACES = 64 + END
KIND_AT = np.array(
    [*range(NUMBERS)] + [UP] * COUNTS[0] + [DOWN] * COUNTS[1] + [PIVOT] * COUNTS[2], np.int64
)
"""The kind of a place."""
FIELD_AT = np.array(
    [0] * 64
    + [1 << i for i in range(16)]
    + [field for field, n in zip(FIELDS, COUNTS, strict=True) for _ in range(n)],
    np.uint64,
)
"""The bits of the high word that hold cards of the kind of a place."""
UNIT_AT = np.array(
    [0] * 64
    + [1 << i for i in range(16)]
    + [1 << base for base, n in zip(BASES, COUNTS, strict=True) for _ in range(n)],
    np.uint64,
)
"""The lowest of these bits. So a card more is ``high + (high & field) + unit``, whatever it is,
and a card less ``high - ((high & field) + unit) / 2``."""

# --- what may be played ----------------------------------------------------------------------
# One row for each direction of play (0 down, 1 up) and each top of the number pile, 1..80, or 0
# for a free turn (U-11), on which any number will do.

ROWS = NUMBERS + 1


def _rows() -> tuple[list[int], list[int]]:
    low, high = [], []
    for going in (0, 1):
        turn = FIELDS[1] if going else FIELDS[0]  # U-7: DOWN while going up, UP while going down
        for top in range(ROWS):
            numbers = 0
            for n in range(1, NUMBERS + 1):
                if top == 0 or (n > top if going else n < top):  # U-11, U-6
                    numbers |= 1 << (n - 1)
            low.append(numbers & 0xFFFFFFFFFFFFFFFF)
            high.append(numbers >> 64 | turn | FIELDS[2])
    return low, high


_LOW, _HIGH = _rows()
FITS_LOW = np.array(_LOW, np.uint64)
FITS_HIGH = np.array(_HIGH, np.uint64)
"""Every card that may be played, by row ``going * ROWS + top``."""
FIRSTS = 0xFFFF | sum(1 << base for base in BASES)
PLAY_HIGH = np.array([row & FIRSTS for row in _HIGH], np.uint64)
"""The same with one bit for each kind: the first of its field."""

CONFIG = np.dtype(
    [
        ("words", np.int8, KINDS),  # the word on each kind of card; 0 for none
        ("players", np.int8),
        ("hand", np.int8),
        ("deck_out", np.int8),
        ("games", np.int16),
    ]
)
"""One set-up of the game."""
