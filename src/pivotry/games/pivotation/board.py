"""The lattice in text: holes by name, ends as discs with their level, bars as lines between holes.

Dark ends are full discs and dark bars single lines, light ends rings and light bars double lines.
A number beside a disc is the height of its stack; a number on a line says how many bars lie there.
Under a hole where both sides are stacked stand its ends, lowest first.
"""

from __future__ import annotations

from collections.abc import Sequence

from pivotry.contract import View
from pivotry.games.woodwork import SIDE_NAMES, seat_of
from pivotry.terminal.canvas import Canvas
from pivotry.terminal.style import Style, wrap
from pivotry.wording import counted, listed

from .drawing import Bar, Hole, Layout, hole_at, hole_name


def draw(view: View, style: Style) -> list[str]:
    """The position under a line that says who is to move and above what else there is to say."""
    layout = Layout.of(view)
    return [
        _heading(view, style),
        "",
        *_lattice(layout, style),
        "",
        *_notes(layout, style),
    ]


def details(view: View, style: Style) -> list[str]:
    """Every stack from its lowest end to its top, by hole, and where each bar lies."""
    layout = Layout.of(view)
    lines = ["Stacks, lowest end first:"]
    for hole in sorted(layout.stacks):
        ends = " ".join(style.paint(bar, _role(bar)) for bar in layout.stacks[hole])
        lines.append(f"  {hole_name(hole):<4}{ends}")
    lines.append("Bars, with the level of each end:")
    for seat in (0, 1):
        own = [
            f"{bar.name} "
            + "-".join(
                f"{hole_name(hole)}:{level}"
                for hole, level in zip(bar.holes, bar.levels, strict=True)
            )
            for bar in layout.side(seat)
        ]
        lines += wrap(", ".join(own) or "none", style.width, indent="  ")
    return lines


def tell(before: View, text: str, after: View, style: Style) -> str:
    """Who pivoted what, and which bars went."""
    seat = seat_of(before["turn"])
    assert seat is not None
    left = Layout.of(after).bars
    gone = [name for name in Layout.of(before).bars if name not in left]
    taken = f", {listed(gone)} taken off" if gone else ""
    return f"{style.name(seat, SIDE_NAMES)}: {text}{taken}"


def _ends_of(text: str) -> tuple[Hole, Hole]:
    """The source and the destination of a canonical move text."""
    source, _, target = text.partition("-")
    return hole_at(source.lstrip("0123456789")), hole_at(target)


def _role(name: str) -> str:
    """The colour of a bar."""
    return "dark" if name[0] == "d" else "light"


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
    seat = seat_of(side)
    assert seat is not None
    return style.paint(f"{_disc(side, style)} {style.name(seat, SIDE_NAMES)}", side, "strong")


def _notes(layout: Layout, style: Style) -> list[str]:
    parts = []
    for seat in (0, 1):
        done = [bar.name for bar in layout.side(seat) if layout.finished(bar)]
        names = f" ({', '.join(done)})" if done else ""
        parts.append(f"{style.name(seat, SIDE_NAMES)} {len(done)}{names}")
    dark, light = (len(layout.side(seat)) for seat in (0, 1))
    notes = [f"Bars home: {', '.join(parts)}.", f"{counted(dark, 'dark bar')}, {light} light."]
    waiting = [bar.name for bar in layout.bars.values() if bar.captured]
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

    def place(self, hole: Hole) -> tuple[int, int]:
        row, column = hole
        x = 2 + (max(self.widths) - self.widths[row]) * self.half + column * 2 * self.half
        y = (len(self.widths) - 1 - row) * self.step
        if self.style.flip:
            x, y = self.columns - 1 - x, (len(self.widths) - 1) * self.step - y
        return x, y


def _lattice(layout: Layout, style: Style) -> list[str]:
    sheet = _Sheet(layout.widths, style)
    lying: dict[tuple[Hole, Hole], list[Bar]] = {}
    for bar in layout.bars.values():
        first, second = sorted(bar.holes, key=lambda hole: sheet.place(hole)[::-1])
        lying.setdefault((first, second), []).append(bar)
    for (first, second), bars in lying.items():
        top = max(bars, key=lambda bar: bar.levels[0])
        _line(sheet, first, second, _role(top.name), len(bars))
    moved = {hole for text in style.last for hole in _ends_of(text)}
    sources = {_ends_of(text)[0] for text in style.legal}
    lit = {hole_at(name) for name in style.lit}
    for row, width in enumerate(layout.widths):
        for hole in ((row, column) for column in range(width)):
            mark = "*" if hole in moved else style.pick("›", ">") if hole in sources else ""
            _hole(sheet, hole, layout.stacks.get(hole, ()), mark, hole in lit)
    return sheet.canvas.lines(style)


def _hole(sheet: _Sheet, hole: Hole, ends: Sequence[str], mark: str, lit: bool) -> None:
    """A hole's name and, if it is taken, its top end with the height of the stack."""
    x, y = sheet.place(hole)
    canvas, style = sheet.canvas, sheet.style
    role = "lit" if lit else "last" if mark == "*" else ""
    if ends:
        height = str(len(ends)) if len(ends) > 1 else ""
        canvas.put(x, y, _disc(ends[-1], style) + height, _role(ends[-1]), "strong", role)
        canvas.put(x - 1, y + 1, hole_name(hole), "soft")
        if sheet.step > 2 and len({name[0] for name in ends}) > 1:
            _pile(sheet, x, y + 2, ends)
    else:
        canvas.put(x - 1, y, hole_name(hole), role or "soft")
    if mark:
        canvas.put(x - 1 if ends else x - 2, y, mark, "last" if mark == "*" else "legal")
    if lit:
        canvas.put(x - 2, y, "[", "strong")
        canvas.put(x + 2, y, "]", "strong")


def _line(sheet: _Sheet, first: Hole, second: Hole, role: str, many: int) -> None:
    """Draw ``many`` bars from the upper or left hole to the other, as the top one looks."""
    style = sheet.style
    (x, y), (x2, y2) = sheet.place(first), sheet.place(second)
    number = str(many) if many > 1 else ""
    if y == y2:
        stroke = style.pick("━", "-") if role == "dark" else style.pick("═", "=")
        sheet.canvas.put(x + 2, y, stroke * (x2 - x - 3), role)
        sheet.canvas.put((x + x2) // 2, y, number, role, "strong")
        return
    lean = 1 if x2 > x else -1
    stroke = style.pick("╲", "\\") if lean > 0 else style.pick("╱", "/")
    for i in range(1, sheet.step):
        sheet.canvas.put(x + lean * (1 + i), y + i, stroke, role)
        if role == "light":
            sheet.canvas.put(x + lean * (2 + i), y + i, stroke, role)
    sheet.canvas.put(x + lean * (4 if sheet.step > 2 else 3), y + 1, number, role, "strong")


def _pile(sheet: _Sheet, x: int, y: int, ends: Sequence[str]) -> None:
    """The owners of a stack's ends from the lowest; of a high one, the upper four."""
    shown = ends[-5:] if len(ends) <= 5 else ends[-4:]
    left = x - len(shown) // 2
    if len(shown) < len(ends):
        sheet.canvas.put(left - 1, y, sheet.style.pick("…", "."), "soft")
    for i, name in enumerate(shown):
        sheet.canvas.put(left + i, y, _disc(name, sheet.style), _role(name))


def _disc(name: str, style: Style) -> str:
    """An end of a bar, or a side: ``d...`` or ``l...``."""
    return style.pick("●", "@") if name[0] == "d" else style.pick("○", "o")
