"""The solid shapes of a Pivotation board, seen from above at a slant.

The unit is a hundredth of the distance between two holes. A point of the board has an x to the
right and a y down the picture; a height above the board moves it up by ``Plan.lift`` a level.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import cos, hypot, sin, sqrt
from typing import Any

from pivotry.games.woodwork import PLATE, Point

PITCH = 100.0
"""From a hole to its neighbour."""
SLANT = 0.87
"""How much the slant shortens what leads away from the reader."""
RISE = PITCH * sqrt(3) / 2 * SLANT
"""From a row to the next."""
RADIUS = 20.0
"""Half the width of a bar; its ends are half circles about the holes."""
EDGE = 59.0
"""From the outermost holes to the edge of the picture: holes are then 44 px apart on a 360 px
wide screen."""
LIFT = 15.0
"""Thickness of a bar: how far a level lifts it, where no stack is very high."""
BOARDS = {
    "mini": (6, 5, 6, 5, 6),
    "standard": (8, 7, 8, 7, 8, 7, 8),
    "grand": (8, 7, 8, 7, 8, 7, 8, 7, 8),
}
Hole = tuple[int, int]
"""Row and column, both from 0, as Dark sees them."""


def hole_name(hole: Hole) -> str:
    return f"{chr(ord('a') + hole[1])}{hole[0] + 1}"


def hole_at(name: str) -> Hole:
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


def widths_of(board: Any) -> tuple[int, ...]:
    """The widths of the rows, from Dark's back row, of a ``board`` value of position JSON."""
    if isinstance(board, Mapping):
        return tuple(int(width) for width in board["widths"])
    return BOARDS[str(board)]


@dataclass(frozen=True)
class Bar:
    """A bar where it lies: two holes and the level of its end in each (1 is on the board)."""

    name: str
    holes: tuple[Hole, Hole]
    levels: tuple[int, int]
    over: tuple[str | None, str | None]
    """The bar directly above each end."""

    @property
    def seat(self) -> int:
        return 0 if self.name[0] == "d" else 1

    @property
    def held(self) -> tuple[bool, bool]:
        """Which ends lie directly under an enemy bar."""
        return (
            self.over[0] is not None and self.over[0][0] != self.name[0],
            self.over[1] is not None and self.over[1][0] != self.name[0],
        )

    @property
    def captured(self) -> bool:
        """Enemy bars directly above both ends: in a view, such a bar waits to be taken off."""
        return all(self.held)

    def level(self, hole: Hole) -> int:
        return self.levels[self.holes.index(hole)]

    def far(self, hole: Hole) -> Hole:
        """The hole of the other end."""
        return self.holes[1 - self.holes.index(hole)]


@dataclass(frozen=True)
class Layout:
    """What a view says, arranged: rows, stacks, bars."""

    widths: tuple[int, ...]
    stacks: dict[Hole, tuple[str, ...]]
    bars: dict[str, Bar]

    @staticmethod
    def of(view: Mapping[str, Any]) -> Layout:
        stacks = {
            hole_at(name): tuple(bars) for name, bars in sorted(view["stacks"].items()) if bars
        }
        ends: dict[str, list[tuple[Hole, int, str | None]]] = {}
        for hole, names in stacks.items():
            for i, name in enumerate(names):
                above = names[i + 1] if i + 1 < len(names) else None
                ends.setdefault(name, []).append((hole, i + 1, above))
        bars = {}
        for name in sorted(ends, key=_order):
            (a, m, over_a), (b, n, over_b) = ends[name]
            bars[name] = Bar(name, (a, b), (m, n), (over_a, over_b))
        return Layout(widths_of(view.get("board", "standard")), stacks, bars)

    @property
    def highest(self) -> int:
        return max((len(stack) for stack in self.stacks.values()), default=0)

    def finished(self, bar: Bar) -> bool:
        """Both ends in the opponent's back row, and not captured."""
        goal = len(self.widths) - 1 if bar.seat == 0 else 0
        return all(row == goal for row, _ in bar.holes) and not bar.captured

    def side(self, seat: int) -> list[Bar]:
        return [bar for bar in self.bars.values() if bar.seat == seat]


def _order(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])


@dataclass(frozen=True)
class Plan:
    """Where everything of a layout is in the picture."""

    layout: Layout
    flip: bool = False
    lift: float = field(init=False)
    width: float = field(init=False)
    top: float = field(init=False)
    """Where the row furthest from the reader is."""

    def __post_init__(self) -> None:
        highest = self.layout.highest
        # Very high stacks are pressed together, so that they do not hide the whole board.
        lift = LIFT if highest <= 7 else max(7.0, LIFT * 7 / highest)
        object.__setattr__(self, "lift", lift)
        width = (max(self.layout.widths) - 1) * PITCH + 2 * EDGE
        object.__setattr__(self, "width", max(width, 560.0))
        rows = len(self.layout.widths)
        room = 3 * LIFT
        for row, col in self.layout.stacks:
            away = (row if self.flip else rows - 1 - row) * RISE
            room = max(room, len(self.layout.stacks[row, col]) * lift - away)
        object.__setattr__(self, "top", PLATE + 9 + room + RADIUS * SLANT + 16)

    @cached_property
    def bottom(self) -> float:
        """Where the row nearest to the reader is."""
        return self.top + (len(self.layout.widths) - 1) * RISE

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """x, y, width and height of the board with its frame."""
        y = PLATE
        return 4.0, y, self.width - 8, self.bottom + RADIUS * SLANT + 46 - y

    @property
    def height(self) -> float:
        return self.frame[1] + self.frame[3] + PLATE

    def holes(self) -> list[Hole]:
        """All holes, the furthest row first, each row from the left of the picture."""
        rows = range(len(self.layout.widths))
        found = [(r, c) for r in rows for c in range(self.layout.widths[r])]
        return sorted(found, key=lambda hole: (self.ground(hole)[1], self.ground(hole)[0]))

    def ground(self, hole: Hole) -> Point:
        """The middle of a hole."""
        row, col = hole
        across = (col - (self.layout.widths[row] - 1) / 2) * PITCH
        if self.flip:
            return self.width / 2 - across, self.top + row * RISE
        return self.width / 2 + across, self.bottom - row * RISE

    def at(self, hole: Hole, level: float) -> Point:
        """The middle of the upper face of an end on a level; level 0 is the board."""
        x, y = self.ground(hole)
        return x, y - level * self.lift

    def on_top(self, hole: Hole) -> Point:
        """The middle of what can be seen of a hole: its highest end, or itself."""
        return self.at(hole, len(self.layout.stacks.get(hole, ())))

    def around(self, hole: Hole) -> list[Hole]:
        """The neighbours of a hole."""
        row, col = hole
        widths = self.layout.widths
        found = [(row, col - 1), (row, col + 1)]
        for other in (row - 1, row + 1):
            if 0 <= other < len(widths):
                shift = 0 if widths[other] > widths[row] else -1
                found += [(other, col + shift), (other, col + shift + 1)]
        return [(r, c) for r, c in found if 0 <= c < widths[r]]

    def ends(self, bar: Bar) -> tuple[int, int]:
        """The indices of a bar's left and right end in the picture."""
        (a, _), (b, _) = (self.ground(hole) for hole in bar.holes)
        return (0, 1) if a < b else (1, 0)

    def span(self, bar: Bar) -> tuple[Point, Point]:
        """The middles of the left and the right end, on the upper face."""
        i, j = self.ends(bar)
        return self.at(bar.holes[i], bar.levels[i]), self.at(bar.holes[j], bar.levels[j])


def normal(left: Point, right: Point, r: float) -> Point:
    """From the middle line of a bar to its upper edge in the picture, ``r`` away on the board."""
    dx, dy = right[0] - left[0], (right[1] - left[1]) / SLANT
    length = hypot(dx, dy)
    return dy / length * r, -dx / length * r * SLANT


def between(left: Point, right: Point, t: float) -> Point:
    return left[0] + (right[0] - left[0]) * t, left[1] + (right[1] - left[1]) * t


def paint_order(plan: Plan) -> list[Bar]:
    """The bars in the order to draw them in.

    A bar that is above another is drawn later: that relation has no cycles (P-9). Bars that share
    no hole do not meet on the board, so of two that are in line the further one goes first.
    """
    bars = plan.layout.bars
    below: dict[str, set[str]] = {name: set() for name in bars}
    for stack in plan.layout.stacks.values():
        for low, high in pairwise(stack):
            below[high].add(low)
    behind = {
        name: {other for other in bars if _behind(plan, bars[other], bars[name])} for name in bars
    }
    order: list[Bar] = []
    left = set(bars)
    while left:
        ready = [name for name in left if not below[name] & left] or list(left)
        name = min(ready, key=lambda n: (len(behind[n] & left), _depth(plan, bars[n]), _order(n)))
        order.append(bars[name])
        left.remove(name)
    return order


def _depth(plan: Plan, bar: Bar) -> float:
    return sum(plan.ground(hole)[1] for hole in bar.holes)


def _behind(plan: Plan, far: Bar, near: Bar) -> bool:
    """Whether a part of ``far`` is straight behind ``near``, seen by the reader."""
    if set(far.holes) & set(near.holes):
        return False
    a, b = (sorted(plan.ground(hole) for hole in bar.holes) for bar in (far, near))
    start = max(a[0][0], b[0][0]) - RADIUS
    end = min(a[1][0], b[1][0]) + RADIUS
    if start >= end:
        return False
    x = (start + end) / 2
    return _y(a, x) < _y(b, x)


def _y(ends: Sequence[Point], x: float) -> float:
    (x0, y0), (x1, y1) = ends
    t = min(1.0, max(0.0, (x - x0) / (x1 - x0)))
    return y0 + (y1 - y0) * t


def about(pivot: Point, angle: float) -> Point:
    """Where an end is on its way about a pivot."""
    return pivot[0] + PITCH * cos(angle), pivot[1] + PITCH * sin(angle) * SLANT


def off(a: Point, b: Point) -> float:
    """How far apart two points are."""
    return hypot(a[0] - b[0], a[1] - b[1])


def unit(a: Point, b: Point) -> Point:
    """The direction from one point to another."""
    length = off(a, b) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length
