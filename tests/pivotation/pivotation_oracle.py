"""Pivotation read literally from its clauses: slow, and nothing in common with the kernels.

A position is a mapping from hole names to lists of bar names, from the lowest to the highest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

Stacks = dict[str, list[str]]
SIDES = {"d": "dark", "l": "light"}
OTHER = {"dark": "light", "light": "dark"}
WIDTHS = {
    "standard": [8, 7, 8, 7, 8, 7, 8],
    "mini": [6, 5, 6, 5, 6],
    "grand": [8, 7, 8, 7, 8, 7, 8, 7, 8],
}


def number_of(bar: str) -> int:
    return int(bar[1:])


class Oracle:
    """One position; ``play`` changes it."""

    def __init__(self, position: dict) -> None:
        board = position["board"]
        self.widths = WIDTHS[board] if isinstance(board, str) else board["widths"]
        self.stacks: Stacks = {hole: list(bars) for hole, bars in position["stacks"].items()}
        self.turn = position["turn"]
        self.result = position["result"]
        self.ply = position["ply"]
        self.holes = [
            f"{chr(97 + i)}{row}" for row, width in enumerate(self.widths, 1) for i in range(width)
        ]

    # --- the board ---------------------------------------------------------------------------

    def at(self, hole: str) -> tuple[int, int]:
        """Row, and place in half-holes from the middle line."""
        row = int(hole[1:])
        return row, 2 * (ord(hole[0]) - 97) - self.widths[row - 1]

    def neighbours(self, one: str, two: str) -> bool:
        (r1, x1), (r2, x2) = self.at(one), self.at(two)
        return (abs(r1 - r2), abs(x1 - x2)) in ((0, 2), (1, 1))

    def bars(self, side: str) -> list[str]:
        found = {bar for stack in self.stacks.values() for bar in stack if SIDES[bar[0]] == side}
        return sorted(found, key=number_of)

    def ends(self, stacks: Stacks, bar: str) -> list[str]:
        return [hole for hole, stack in stacks.items() if bar in stack]

    def other_end(self, bar: str, hole: str) -> str:
        return next(h for h in self.ends(self.stacks, bar) if h != hole)

    # --- moves -------------------------------------------------------------------------------

    def legal(self, side: str | None = None) -> list[str]:
        if self.result is not None:
            return []
        return sorted(self.moves(side or self.turn))

    def moves(self, side: str) -> Iterator[str]:
        for source, stack in self.stacks.items():
            for k in range(1, len(stack) + 1):
                group = stack[-k:]
                if any(SIDES[bar[0]] != side for bar in group):
                    break
                for to in self.holes:
                    if to != source and self.may_go(side, source, to, group):
                        yield f"{k if k > 1 else ''}{source}-{to}"

    def may_go(self, side: str, source: str, to: str, group: list[str]) -> bool:
        (r1, x1), (r2, x2) = self.at(source), self.at(to)
        up, right = (r2 - r1, x2 - x1) if side == "dark" else (r1 - r2, x1 - x2)
        if up < 0 or (up == 0 and right <= 0):  # P-4
            return False
        pivots = [self.other_end(bar, source) for bar in group]
        if not all(self.neighbours(pivot, to) for pivot in pivots):  # P-3
            return False
        if len(set(pivots)) > 1 and not self.neighbours(source, to):  # P-11
            return False
        after = {hole: list(stack) for hole, stack in self.stacks.items()}
        after[source] = after[source][: -len(group)]
        after[to] = after.get(to, []) + group
        for bar, pivot in zip(group, pivots, strict=True):
            if abs(after[to].index(bar) - after[pivot].index(bar)) > 1:  # P-7
                return False
            beneath = after[to][: after[to].index(bar)]
            above = after[pivot][after[pivot].index(bar) + 1 :]
            if set(beneath) & set(above):  # P-9
                return False
        return True

    def play(self, text: str) -> None:
        found = re.fullmatch(r"(\d*)(\w\d+)-(\w\d+)", text)
        assert found
        k, source, to = int(found[1] or 1), found[2], found[3]
        group = self.stacks[source][-k:]
        del self.stacks[source][-k:]
        self.stacks.setdefault(to, []).extend(group)
        mover = self.turn
        self.settle(mover)
        self.stacks = {hole: stack for hole, stack in self.stacks.items() if stack}
        self.ply += 1
        self.turn = OTHER[mover]
        self.result = self.judge(mover)

    # --- captures ----------------------------------------------------------------------------

    def captured(self, stacks: Stacks, bar: str) -> bool:
        for hole in self.ends(stacks, bar):
            stack = stacks[hole]
            place = stack.index(bar) + 1
            if place == len(stack) or stack[place][0] == bar[0]:
                return False
        return True

    def without(self, stacks: Stacks, bars: set[str]) -> Stacks:
        return {hole: [b for b in stack if b not in bars] for hole, stack in stacks.items()}

    def level(self, stacks: Stacks) -> bool:
        for bar in {b for stack in stacks.values() for b in stack}:
            one, two = (stacks[hole].index(bar) for hole in self.ends(stacks, bar))
            if abs(one - two) > 1:
                return False
        return True

    def can_come_off(self, stacks: Stacks, bars: set[str]) -> bool:
        """Whether the bars can be taken off one after the other, each when it is captured."""
        if not bars:
            return True
        return any(
            self.captured(stacks, bar)
            and self.can_come_off(self.without(stacks, {bar}), bars - {bar})
            for bar in bars
        )

    def set_to_go(self, side: str) -> set[str]:
        bars = self.bars(side)
        if not any(self.captured(self.stacks, bar) for bar in bars):
            return set()
        for size in range(len(bars), 0, -1):
            for chosen in combinations(bars, size):
                left = self.without(self.stacks, set(chosen))
                if self.level(left) and self.can_come_off(self.stacks, set(chosen)):
                    return set(chosen)
        return set()

    def settle(self, mover: str) -> None:
        side, idle = OTHER[mover], 0
        while idle < 2:
            gone = self.set_to_go(side)
            self.stacks = self.without(self.stacks, gone)
            idle = 0 if gone else idle + 1
            side = OTHER[side]

    # --- the end -----------------------------------------------------------------------------

    def finished(self, side: str) -> int:
        row = len(self.widths) if side == "dark" else 1
        return sum(
            all(int(hole[1:]) == row for hole in self.ends(self.stacks, bar))
            and not self.captured(self.stacks, bar)
            for bar in self.bars(side)
        )

    def judge(self, mover: str) -> str | None:
        dark, light = self.finished("dark"), self.finished("light")
        if mover == "light" and dark != light:
            return "dark" if dark > light else "light"
        if mover == "dark" and light > dark:
            return "light"
        if next(self.moves(OTHER[mover]), None) is None:
            if mover == "dark" or next(self.moves(mover), None) is not None:
                return mover
            return "draw"
        return None
