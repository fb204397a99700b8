"""Where everything is in the picture of the peg game, and what can be read off a view.

The rack is seen from the front: x to the right, y down the picture; every row of pegs stands on a
shelf of its own, row A on the highest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pivotry.games.woodwork import PLATE, SIDES, Point

from .setup import lane_map

ROOM = {"A": 4, "B": 3, "C": 2, "D": 1}
PEGS = {row: tuple(f"{row}{i + 1}" for i in range(4 if row in "AB" else 5)) for row in ROOM}
GOAL = 3
"""Rings of a colour in row D that win."""
QUIET_LIMIT = 100
WIDTH = 818.0
STEP = 148.0
"""From a peg to its neighbour."""
RING = 27.0
"""How high a ring is."""
REACH = 55.0
"""Half of how wide a ring is."""
KNOB = 20.0
"""What a peg stands out above its highest place."""
SHELF = 36.0
DEEP = {"A": 15.0, "B": 15.0, "C": 15.0, "D": 27.0}
"""What is seen of the upper side of a shelf."""
GAP = 62.0
"""Between a shelf and the tips of the pegs below it: where the lanes are seen."""
START = PLATE + 46


def _floors() -> dict[str, float]:
    """Where the rings of each row stand."""
    y, floors = START, {}
    for row, room in ROOM.items():
        if row != "A":
            y += GAP
        y += room * RING + (KNOB if row != "D" else 0)
        floors[row] = y
        y += DEEP[row] / 2 + SHELF
    return floors


FLOOR = _floors()
HEIGHT = FLOOR["D"] + DEEP["D"] / 2 + SHELF + 22 + PLATE


@dataclass(frozen=True)
class Rack:
    """What a view says, arranged."""

    stacks: dict[str, str]
    lanes: dict[str, list[str]]
    """Where the ring of each full peg may go (GR-3)."""
    ended: bool = False
    """Whether nothing can be moved any more."""

    @staticmethod
    def of(view: Mapping[str, Any]) -> Rack:
        stacks = {peg: view["stacks"].get(peg, "") for row in ROOM for peg in PEGS[row]}
        ended = view.get("result") is not None
        return Rack(stacks, lane_map(view.get("lanes", "fan")), ended)

    def full(self, peg: str) -> bool:
        return len(self.stacks[peg]) == ROOM[peg[0]]

    def open(self, peg: str) -> tuple[str, ...]:
        """Where the highest ring of a peg may go forward to now."""
        if self.ended or peg[0] == "D" or not self.full(peg):
            return ()
        return tuple(to for to in self.lanes[peg] if not self.full(to))

    def home(self, seat: int) -> int:
        """How many rings of a side are in the goal row."""
        return sum(self.stacks[peg] == SIDES[seat][0] for peg in PEGS["D"])


def across(peg: str) -> float:
    return WIDTH / 2 + (int(peg[1]) - (len(PEGS[peg[0]]) + 1) / 2) * STEP


def place(peg: str, height: int) -> Point:
    """The middle of the ring at a height, counted from 0."""
    return across(peg), FLOOR[peg[0]] - RING * (height + 0.5) + (4 if peg[0] == "D" else 0)


def tip(peg: str) -> float:
    """Where a peg ends."""
    row = peg[0]
    return FLOOR[row] - ROOM[row] * RING - (KNOB if row != "D" else 0)
