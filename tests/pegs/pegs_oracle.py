"""The peg game once more, slowly and literally: lists of letters, one rule after the other."""

from __future__ import annotations

import copy
from typing import Any

ROOM = {"A": 4, "B": 3, "C": 2, "D": 1}
PEGS = [
    f"{row}{i}"
    for row, pegs in (("A", 4), ("B", 4), ("C", 5), ("D", 5))
    for i in range(1, pegs + 1)
]
NEXT_ROW = {"A": "B", "B": "C", "C": "D"}


def fan() -> dict[str, list[str]]:
    lanes = {f"A{i}": [f"B{i}"] for i in range(1, 5)}
    lanes |= {f"B{i}": [f"C{i}", f"C{i + 1}"] for i in range(1, 5)}
    lanes |= {f"C{i}": [f"D{i}"] for i in range(1, 6)}
    return lanes


def wide() -> dict[str, list[str]]:
    lanes = fan()
    for i in range(1, 5):
        lanes[f"A{i}"] = [f"B{j}" for j in (i - 1, i, i + 1) if 1 <= j <= 4]
    for i in range(1, 6):
        lanes[f"C{i}"] = [f"D{j}" for j in (i - 1, i, i + 1) if 1 <= j <= 5]
    return lanes


class Oracle:
    """A position that plays by the letter of the rules."""

    def __init__(
        self,
        setup: str = "staggered",
        lanes: Any = "fan",
        quiet_limit: int = 100,
        first: str = "dark",
    ) -> None:
        self.options = {"setup": setup, "lanes": lanes, "quiet_limit": quiet_limit, "first": first}
        self.lanes = {"fan": fan(), "wide": wide()}[lanes] if isinstance(lanes, str) else lanes
        self.limit = quiet_limit
        self.stacks: dict[str, list[str]] = {peg: [] for peg in PEGS}
        for i in range(1, 5):
            lowest = "d" if setup == "uniform" or i % 2 == 1 else "l"
            other = "l" if lowest == "d" else "d"
            self.stacks[f"A{i}"] = [lowest, other, lowest, other]
        self.turn = first
        self.step = 1
        self.last: str | None = None
        self.quiet = 0
        self.ply = 0
        self.result: str | None = None

    def may(self, source: str, to: str) -> bool:
        if self.result is not None or source == to or not self.stacks[source]:
            return False
        if len(self.stacks[to]) == ROOM[to[0]]:
            return False
        if source[0] == "D" or self.last == f"{to}-{source}":
            return False
        if source[0] == to[0]:
            return abs(int(source[1]) - int(to[1])) == 1
        return to in self.lanes[source] and len(self.stacks[source]) == ROOM[source[0]]

    def moves(self) -> list[str]:
        return [f"{a}-{b}" for a in PEGS for b in PEGS if self.may(a, b)]

    def play(self, move: str) -> Oracle:
        source, to = move.split("-")
        assert self.may(source, to), move
        self.stacks[to].append(self.stacks[source].pop())
        self.last = move
        self.ply += 1
        self.quiet = 0 if source[0] != to[0] else self.quiet + 1
        goal = [self.stacks[peg][0] for peg in PEGS if peg[0] == "D" and self.stacks[peg]]
        if goal.count("d") == 3:
            self.result = "dark"
        elif goal.count("l") == 3:
            self.result = "light"
        elif self.quiet == self.limit:
            self.result = "draw"
        if self.step == 1:
            self.step = 2
        else:
            self.step = 1
            self.turn = "light" if self.turn == "dark" else "dark"
        if self.result is None and not self.moves():
            self.result = "draw"
        return self

    def copy(self) -> Oracle:
        return copy.deepcopy(self)

    def position(self) -> dict[str, Any]:
        return {
            "game": "pegs",
            "turn": self.turn,
            "step": self.step,
            "last": self.last,
            "quiet": self.quiet,
            "ply": self.ply,
            "result": self.result,
            "stacks": {peg: "".join(rings) for peg, rings in self.stacks.items() if rings},
        } | {k: v for k, v in self.options.items() if v != STANDARD[k]}

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(self.copy().play(move).perft(depth - 1) for move in self.moves())


STANDARD = {"setup": "staggered", "lanes": "fan", "quiet_limit": 100, "first": "dark"}

# Set-ups that between them use every forward move that there can be.
CROSSED = {
    "A1": ["B4"], "A2": ["B1", "B4"], "A3": ["B2"], "A4": ["B1", "B2", "B3", "B4"],
    "B1": ["C5", "C1"], "B2": ["C1"], "B3": ["C3", "C4"], "B4": ["C1", "C2", "C3", "C4", "C5"],
    "C1": ["D5"], "C2": ["D2", "D3"], "C3": ["D1"], "C4": ["D4"], "C5": ["D1", "D2", "D3"],
}  # fmt: skip
EVERY_LANE = {
    name: [peg for peg in PEGS if peg[0] == {"A": "B", "B": "C", "C": "D"}[name[0]]]
    for name in PEGS
    if name[0] != "D"
}
SETUPS: list[dict[str, Any]] = [
    {},
    {"setup": "uniform", "first": "light"},
    {"lanes": "wide", "quiet_limit": 7},
    {"lanes": fan(), "quiet_limit": 12},
    {"lanes": CROSSED},
    {"lanes": EVERY_LANE, "setup": "uniform"},
]
NAMES = ["fan", "uniform", "wide", "own-fan", "crossed", "every-lane"]
