"""The lattice in text: holes by name, ends as discs with their level, bars as lines between holes.

Dark ends are full discs and dark bars single lines, light ends rings and light bars double lines.
A number beside a disc is the height of its stack; a number on a line says how many bars lie there.
Under a hole where both sides are stacked stand its ends, lowest first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pivotry.contract import View
from pivotry.terminal.canvas import Canvas
from pivotry.terminal.style import Style, wrap

from .tables import BOARDS

_SIDES = ("Dark", "Light")


def draw(view: View, style: Style) -> list[str]:
    """The position under a line that says who is to move and above what else there is to say."""
    return [_heading(view, style), "", *_lattice(view, style), "", *_notes(view, style)]


def details(view: View, style: Style) -> list[str]:
    """Every stack from its lowest end to its top, by hole, and where each bar lies."""
    stacks = _stacks(view)
    bars = _bars(stacks)
    lines = ["Stacks, lowest end first:"]
    for hole in sorted(stacks, key=lambda hole: (int(hole[1:]), hole)):
        ends = " ".join(_painted(bar, style) for bar in stacks[hole])
        lines.append(f"  {hole:<4}{ends}")
    lines.append("Bars, with the level of each end:")
    for side in "dl":
        own = [
            f"{bar} " + "-".join(f"{hole}:{stacks[hole].index(bar) + 1}" for hole in bars[bar])
            for bar in sorted(bars, key=_order)
            if bar[0] == side
        ]
        lines += wrap(", ".join(own) or "none", style.width, indent="  ")
    return lines


def tell(before: View, text: str, after: View, style: Style) -> str:
    """Who pivoted what, and which bars went."""
    side = 0 if before["turn"] == "dark" else 1
    gone = sorted(set(_bars(_stacks(before))) - set(_bars(_stacks(after))), key=_order)
    taken = f", {' and '.join(gone)} taken off" if gone else ""
    return f"{style.name(side, _SIDES)}: {text}{taken}"


# --- reading the view ------------------------------------------------------------------------


def _stacks(view: View) -> Mapping[str, Sequence[str]]:
    return dict(view["stacks"])


def _bars(stacks: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The two holes of every bar."""
    bars: dict[str, list[str]] = {}
    for hole, ends in stacks.items():
        for bar in ends:
            bars.setdefault(bar, []).append(hole)
    return bars


def _order(bar: str) -> tuple[str, int]:
    return bar[0], int(bar[1:])


def _waiting(stacks: Mapping[str, Sequence[str]]) -> list[str]:
    """Bars with an enemy end directly above each of their ends (P-13)."""
    return sorted(
        (
            bar
            for bar, holes in _bars(stacks).items()
            if all(_above(stacks[hole], bar)[:1] not in ("", bar[0]) for hole in holes)
        ),
        key=_order,
    )


def _above(ends: Sequence[str], bar: str) -> str:
    place = ends.index(bar) + 1
    return ends[place] if place < len(ends) else ""


def _widths(view: View) -> Sequence[int]:
    board: Any = view.get("board", "standard")
    return BOARDS[board][0] if isinstance(board, str) else board["widths"]


def _holes_of(text: str) -> tuple[str, ...]:
    """The source and the destination of a move text."""
    source, _, target = text.rstrip("#x").partition("-")
    return source.lstrip("0123456789"), target


# --- words -----------------------------------------------------------------------------------


def _heading(view: View, style: Style) -> str:
    result = view["result"]
    if result == "draw":
        state = "the game is a draw"
    elif result is not None:
        state = f"{_player(result, style)} has won"
    else:
        ahead = (view["turn"] == "dark") != style.flip
        arrow = style.pick("▲", "^") if ahead else style.pick("▼", "v")
        state = f"{_player(view['turn'], style)} to move {arrow}"
    return f"{state}   ply {view['ply']}"


def _player(side: str, style: Style) -> str:
    seat = 0 if side == "dark" else 1
    disc = _disc("d" if side == "dark" else "l", style)
    return style.paint(f"{disc} {style.name(seat, _SIDES)}", side, "strong")


def _notes(view: View, style: Style) -> list[str]:
    stacks = _stacks(view)
    bars = _bars(stacks)
    waiting = _waiting(stacks)
    rows = len(_widths(view))
    goals = {"d": str(rows), "l": "1"}
    parts = []
    for seat, side in enumerate("dl"):
        done = [
            bar
            for bar in sorted(bars, key=_order)
            if bar[0] == side
            and bar not in waiting
            and all(hole[1:] == goals[side] for hole in bars[bar])
        ]
        names = f" ({', '.join(done)})" if done else ""
        parts.append(f"{style.name(seat, _SIDES)} {len(done)}{names}")
    count = {side: sum(bar[0] == side for bar in bars) for side in "dl"}
    notes = [
        f"Finished: {'; '.join(parts)}.",
        f"Bars: {count['d']} dark, {count['l']} light.",
    ]
    if waiting:
        notes.append(f"Captured and waiting: {', '.join(waiting)}.")
    if style.last:
        notes.append(f"Last move: {' '.join(style.last)}.")
    return wrap(" ".join(notes), style.width)


# --- the drawing -----------------------------------------------------------------------------


class _Sheet:
    """Where things are on the canvas: holes ``2 * half`` columns and ``step`` lines apart."""

    def __init__(self, widths: Sequence[int], style: Style) -> None:
        self.style = style
        self.widths = widths
        most = max(widths)
        self.half, self.step = (5, 3) if (most - 1) * 10 + 5 <= style.width else (4, 2)
        self.columns = (most - 1) * 2 * self.half + 5
        self.canvas = Canvas(self.columns, (len(widths) - 1) * self.step + 2)

    def place(self, hole: str) -> tuple[int, int]:
        column, row = ord(hole[0]) - ord("a"), int(hole[1:]) - 1
        x = 2 + (max(self.widths) - self.widths[row]) * self.half + column * 2 * self.half
        y = (len(self.widths) - 1 - row) * self.step
        if self.style.flip:
            x, y = self.columns - 1 - x, (len(self.widths) - 1) * self.step - y
        return x, y

    def names(self) -> list[str]:
        return [
            f"{chr(ord('a') + column)}{row + 1}"
            for row, width in enumerate(self.widths)
            for column in range(width)
        ]


def _lattice(view: View, style: Style) -> list[str]:
    sheet = _Sheet(_widths(view), style)
    stacks = _stacks(view)
    lying: dict[tuple[str, str], list[str]] = {}
    for bar, holes in _bars(stacks).items():
        first, second = sorted(holes, key=lambda hole: sheet.place(hole)[::-1])
        lying.setdefault((first, second), []).append(bar)
    for (first, second), bars in lying.items():
        top = max(bars, key=stacks[first].index)
        _line(sheet, first, second, top[0], len(bars))
    moved = {hole for text in style.last for hole in _holes_of(text)}
    sources = {_holes_of(text)[0] for text in style.legal}
    for hole in sheet.names():
        x, y = sheet.place(hole)
        ends = stacks.get(hole, ())
        mark = "*" if hole in moved else style.pick("›", ">") if hole in sources else ""
        role = "lit" if hole in style.lit else "last" if hole in moved else ""
        if ends:
            side = "dark" if ends[-1][0] == "d" else "light"
            height = str(len(ends)) if len(ends) > 1 else ""
            sheet.canvas.put(x, y, _disc(ends[-1][0], style) + height, side, "strong", role)
            sheet.canvas.put(x - 1, y + 1, hole, "soft")
            if sheet.step > 2 and len({bar[0] for bar in ends}) > 1:
                _pile(sheet, x, y + 2, ends)
        else:
            sheet.canvas.put(x - 1, y, hole, role or "soft")
        if mark:
            sheet.canvas.put(x - 1 if ends else x - 2, y, mark, "last" if mark == "*" else "legal")
        if hole in style.lit:
            sheet.canvas.put(x - 2, y, "[", "strong")
            sheet.canvas.put(x + 2, y, "]", "strong")
    return sheet.canvas.lines(style)


def _line(sheet: _Sheet, first: str, second: str, side: str, count: int) -> None:
    """Draw ``count`` bars from the upper or left hole to the other, the top one's way."""
    style = sheet.style
    role = "dark" if side == "d" else "light"
    (x, y), (x2, y2) = sheet.place(first), sheet.place(second)
    number = str(count) if count > 1 else ""
    if y == y2:
        stroke = style.pick("━", "-") if side == "d" else style.pick("═", "=")
        sheet.canvas.put(x + 2, y, stroke * (x2 - x - 3), role)
        sheet.canvas.put((x + x2) // 2, y, number, role, "strong")
        return
    lean = 1 if x2 > x else -1
    stroke = style.pick("╲", "\\") if lean > 0 else style.pick("╱", "/")
    for i in range(1, sheet.step):
        sheet.canvas.put(x + lean * (1 + i), y + i, stroke, role)
        if side == "l":
            sheet.canvas.put(x + lean * (2 + i), y + i, stroke, role)
    shift = 4 if sheet.step > 2 else 3
    sheet.canvas.put(x + lean * shift, y + 1, number, role, "strong")


def _pile(sheet: _Sheet, x: int, y: int, ends: Sequence[str]) -> None:
    shown = list(ends[-5:]) if len(ends) <= 5 else list(ends[-4:])
    left = x - len(shown) // 2
    if len(shown) < len(ends):
        sheet.canvas.put(left - 1, y, sheet.style.pick("…", "."), "soft")
    for i, bar in enumerate(shown):
        role = "dark" if bar[0] == "d" else "light"
        sheet.canvas.put(left + i, y, _disc(bar[0], sheet.style), role)


def _disc(side: str, style: Style) -> str:
    return style.pick("●", "@") if side == "d" else style.pick("○", "o")


def _painted(bar: str, style: Style) -> str:
    return style.paint(bar, "dark" if bar[0] == "d" else "light")
