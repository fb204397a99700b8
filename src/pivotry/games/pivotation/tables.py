"""Constants of Pivotation: the lattice (P-1), the named boards (PR-2), limits, ways to go.

Holes are numbered row by row from Dark's side and from the left within a row. That is the order
that P-4 makes every end of Dark's climb and every end of Light's descend, so "forward or right"
is "a higher number" for Dark and "a lower number" for Light.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...contract import Record

DARK = 0
LIGHT = 1
DRAW = 2
NO_BAR = 255
OFF = 127
"""The hole of an end that is not on the board: a captured bar, or one there never was."""

MAX_HOLES = 127
MAX_WIDTH = 26
MAX_BARS = 16
"""Bars of one side, and so the highest number of ends that can be carried at once."""
BARS = 2 * MAX_BARS
"""Bars 0 .. 15 are Dark's, 16 .. 31 Light's; ends 2 b and 2 b + 1 belong to bar b."""
ENDS = 2 * BARS
MAX_PLY = 1_000_000_000

NEVER = BARS + 3
"""A pivot level that no hole fits: ``fit`` of an end that has another above it."""
BLOCK = 4
BLOCKS = BARS // BLOCK
"""Ends are counted in blocks, so that a random move is found without running along them."""

WAYS = tuple(
    (rows, across)
    for rows in (-2, -1, 0, 1, 2)
    for across in range(-4, 5)
    if (rows + across) % 2 == 0 and (rows, across) != (0, 0) and abs(across) <= 4 - abs(rows)
)
"""How far a moved end can get: rows up, half-holes right. Ascending in the order of the holes."""
MAX_PAIRS = MAX_HOLES * len(WAYS)
"""Pairs of a hole and one where its ends may go; actions are such a pair and a number of ends."""

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Lattice:
    """The holes of a board, in order, and how they lie."""

    widths: tuple[int, ...]
    names: tuple[str, ...]
    rows: tuple[int, ...]
    """Row of each hole, counted from 0 at Dark's back row."""
    across: tuple[int, ...]
    """Place in the row in half-holes, 0 in the middle of the board."""
    near: tuple[tuple[int, ...], ...]
    """The neighbours of each hole, ascending."""
    pairs: tuple[tuple[int, int], ...]
    """A hole and another to which some end may go from there; ascending."""
    index: dict[str, int]
    """Name to number."""

    @property
    def size(self) -> int:
        return len(self.names)


@cache
def lattice(widths: tuple[int, ...]) -> Lattice:
    """The lattice with rows of these widths, each centred on the others."""
    names, rows, across = [], [], []
    for row, width in enumerate(widths):
        for place in range(width):
            names.append(f"{chr(ord('a') + place)}{row + 1}")
            rows.append(row)
            across.append(2 * place - width + 1)
    at = {spot: hole for hole, spot in enumerate(zip(rows, across, strict=True))}
    steps = ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1))
    near = tuple(
        tuple(at[row + up, x + right] for up, right in steps if (row + up, x + right) in at)
        for row, x in zip(rows, across, strict=True)
    )
    pairs = tuple(
        (hole, at[row + up, x + right])
        for hole, (row, x) in enumerate(zip(rows, across, strict=True))
        for up, right in WAYS
        if (row + up, x + right) in at
    )
    return Lattice(
        widths,
        tuple(names),
        tuple(rows),
        tuple(across),
        near,
        pairs,
        {name: hole for hole, name in enumerate(names)},
    )


def _turned(widths: tuple[int, ...], bars: Pairs) -> Pairs:
    """Light's bars: Dark's after half a turn of the board."""
    board = lattice(widths)

    def turn(name: str) -> str:
        return board.names[board.size - 1 - board.index[name]]

    return tuple((turn(one), turn(two)) for one, two in bars)


def _bars(text: str) -> Pairs:
    return tuple((word[:2], word[3:]) for word in text.split())


_BACK = "a1-b1 c1-d1 e1-f1"
_SECOND = "g1-h1 a2-b2 c2-d2 e2-f2"
_WIDE = (8, 7, 8, 7, 8, 7, 8)
_DARK: dict[str, tuple[tuple[int, ...], Pairs]] = {
    "standard": (_WIDE, _bars(f"{_BACK} {_SECOND}")),
    "mini": ((6, 5, 6, 5, 6), _bars(_BACK)),
    "grand": ((*_WIDE, 7, 8), _bars(f"{_BACK} {_SECOND} a3-b3 c3-d3 e3-f3 g3-h3")),
}
BOARDS: dict[str, tuple[tuple[int, ...], Pairs, Pairs]] = {
    name: (widths, bars, _turned(widths, bars)) for name, (widths, bars) in _DARK.items()
}
"""Widths, Dark's bars and Light's bars of the named boards."""


def hole_name(hole: int, c: Record) -> str:
    """Letter from the left as Dark sees it, then the row from Dark's side."""
    row = int(c.row[hole])
    return f"{chr(ord('a') + hole - int(c.first[row]))}{row + 1}"


_HOLE = re.compile(r"[a-z][0-9]{1,3}")


def hole_number(name: str, c: Record) -> int | None:
    """The hole of this name, whatever text that is, or None if the board has none."""
    if _HOLE.fullmatch(name) is None:
        return None
    place, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
    if not (0 <= row < int(c.rows) and 0 <= place < int(c.first[row + 1]) - int(c.first[row])):
        return None
    return int(c.first[row]) + place


def bar_name(bar: int) -> str:
    """``d1`` .. ``d16`` for bars 0 .. 15, ``l1`` .. ``l16`` for bars 16 .. 31."""
    return f"{'dl'[bar // MAX_BARS]}{bar % MAX_BARS + 1}"
