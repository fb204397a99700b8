"""The evaluation graph: expected results over the moves of a match, as SVG."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from ..svg import Look, Theme, document, el, num, text, var
from ..tongue import decimal, tr
from . import telling
from .judge import SYMBOLS, Mark
from .model import Analysis, Move


@dataclass(frozen=True)
class _Sheet:
    """How large the drawing is and where the lines lie in it; lengths are its units."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    plies: int
    narrow: bool = False

    def x(self, ply: float) -> float:
        return self.left + (self.width - self.left - self.right) * ply / max(1, self.plies)

    def y(self, value: float) -> float:
        middle = (self.top + self.height - self.bottom) / 2
        half = (self.height - self.top - self.bottom) / 2
        return middle - half * max(-1.0, min(1.0, value))


_LINE = 13.0
"""From one name at the ends of the lines to the next."""
_DASHES = (None, "7 3", "2 3", "10 3 2 3", "5 2", "1 2", "12 4", "8 2 1 2")
"""Lines are told apart without their colours too."""
_SHAPES: dict[Mark, tuple[str, str]] = {
    "dubious": ("last", "M-3.5 0A3.5 3.5 0 1 1 3.5 0A3.5 3.5 0 1 1 -3.5 0Z"),
    "mistake": ("bad", "M0 -5L5 4L-5 4Z"),
    "blunder": ("bad", "M0 -6L6 0L0 6L-6 0Z"),
}
"""Colour and shape of the moves that gave something away."""
_SIGNS: dict[Mark, str] = {"dubious": "●", "mistake": "▲", "blunder": "◆"}
"""The shapes as letters, for a text that says what they mean."""


def draw(
    analysis: Analysis, theme: Theme = "auto", ids: str = "graph", *, plies: bool = False,
    narrow: bool = False,
) -> str:  # fmt: skip
    """The graph. Of two seats without secrets the first one's line, else a line for every seat.

    With ``plies`` there is a strip with ``data-ply`` at every ply, for a page to be clicked. Drawn
    ``narrow`` it is 360 units wide, for a phone or the side of a page, with the same size of text.
    """
    two = len(analysis.names) == 2 and not any(move.open for move in analysis.moves)
    seats = range(1) if two else range(len(analysis.names))
    if narrow:
        sheet = _Sheet(360, 236, 14, 16 if two else 92, 26, 54, analysis.plies, narrow=True)
    else:
        sheet = _Sheet(720, 280, 122, 96, 20, 44, analysis.plies)
    body = [_frame(sheet, analysis)]
    if two:
        body += _line(sheet, analysis, 0, _both(analysis), var("accent"), None, area=True)
    else:
        ends = _ends(sheet, analysis)
        for seat in seats:
            body += _seat(sheet, analysis, seat, ends)
    body += _levels(sheet, analysis, two)
    body += [
        _mark(sheet, analysis, move, two) for move in analysis.moves if move.known.mark in _SHAPES
    ]
    if plies:
        body.append(_strips(sheet))
    return document(
        sheet.width,
        sheet.height,
        body,
        look=Look(theme=theme, ids=ids),
        title=tr("Evaluation of a match of {game}", game=tr(analysis.title)),
        words=_words(analysis, two),
        style=f"#{ids}-svg text{{font-size:12px}}#{ids}-svg .note{{fill:{var('ink-soft')};"
        f"paint-order:stroke;stroke:{var('ground')};stroke-width:4px}}",
    )


def signs(analysis: Analysis) -> list[tuple[Mark, str, str]]:
    """The marks there are: each with its shape in the graph (or none) and its sign in texts."""
    there = {move.known.mark for move in analysis.moves}
    return [(mark, _SIGNS.get(mark, ""), sign) for mark, sign in SYMBOLS.items() if mark in there]


def _short(name: str, most: int) -> str:
    """A name of at most so many letters."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _levels(sheet: _Sheet, analysis: Analysis, two: bool) -> list[str]:
    """What the lines across mean. Drawn over the curves, with a rim of the ground to be read."""
    if two:
        most = 24 if sheet.narrow else 9
        ends = [tr("{name} wins", name=_short(name, most)) for name in analysis.names]
    else:
        ends = [tr("wins"), tr("loses")]
    parts = []
    for value, label in ((1.0, ends[0]), (0.0, tr("even")), (-1.0, ends[1])):
        y = sheet.y(value)
        if sheet.narrow and value:  # over and under the lines, where there is room
            parts.append(text(sheet.left, y + (18 if value < 0 else -7), label, class_="note"))
        elif sheet.narrow:  # beside them, or it would hide how the match began
            place = f"rotate(-90 {num(sheet.left - 5)} {num(y)})"
            parts.append(
                text(sheet.left - 5, y, label, text_anchor="middle", class_="note", transform=place)
            )
        else:
            parts.append(text(sheet.left - 6, y + 4, label, text_anchor="end", class_="note"))
    return parts


def _frame(sheet: _Sheet, analysis: Analysis) -> str:
    """Ground, grid and the count of moves."""
    left, right = sheet.left, sheet.width - sheet.right
    parts = [
        el("rect", width=num(sheet.width), height=num(sheet.height), rx="8", fill=var("ground"))
    ]
    for value in (1.0, 0.0, -1.0):
        y = sheet.y(value)
        parts.append(
            el("path", d=f"M{num(left)} {num(y)}H{num(right)}", stroke=var("ink-soft"),
               stroke_width="1", stroke_opacity="0.55", stroke_dasharray=None if value else "3 3",
               fill="none")
        )  # fmt: skip
    most = 7 if sheet.narrow else 12
    below = sheet.height - (20 if sheet.narrow else 26)
    parts += (
        text(sheet.x(ply), below, str(made), text_anchor="middle", class_="note")
        for made, ply in _counted(analysis, most)
    )
    middle = (left + right) / 2
    parts.append(
        text(
            middle,
            sheet.height - (5 if sheet.narrow else 8),
            tr("moves"),
            text_anchor="middle",
            class_="note",
        )
    )
    return "".join(parts)


def _counted(analysis: Analysis, most: int) -> list[tuple[int, int]]:
    """Round numbers of moves, as many as there is room for, and the last, each with its ply."""
    last = analysis.made(analysis.plies)
    steps = (1, 2, 5, 10, 20, 50, 100, 200, 500)
    step = next((n for n in steps if last <= most * n), 1000)
    round_ones = (n for n in range(0, last, step) if n == 0 or last - n >= 0.6 * step)
    numbers = [*round_ones, last]
    after = [0, *(move.ply + 1 for move in analysis.moves)]
    return [(n, after[n] if n < last else analysis.plies) for n in dict.fromkeys(numbers)]


def _ends(sheet: _Sheet, analysis: Analysis) -> list[float]:
    """How high the names at the ends of the lines stand, by seat: none over another one."""
    seats = range(len(analysis.names))
    lines = [_expected(analysis, seat) for seat in seats]
    heights = [sheet.y(points[-1][1]) if points else sheet.y(0.0) for points in lines]
    top, bottom = sheet.top, sheet.height - sheet.bottom
    placed: dict[int, float] = {}
    for seat in sorted(seats, key=lambda seat: (heights[seat], seat)):
        placed[seat] = max(heights[seat], top, *(y + _LINE for y in placed.values()))
    # Those that have been pushed below the lowest line go up again, and others with them.
    floor = bottom
    for seat in sorted(seats, key=lambda seat: -placed[seat]):
        placed[seat] = min(placed[seat], floor)
        floor = placed[seat] - _LINE
    return [placed[seat] for seat in seats]


def _both(analysis: Analysis) -> list[tuple[float, float]]:
    """What the first of two seats could expect before every move and at the end."""
    points = [
        (float(move.ply), move.known.value if move.seat == 0 else -move.known.value)
        for move in analysis.moves
    ]
    if analysis.moves:
        last = analysis.moves[-1]
        points.append((last.ply + 1.0, last.known.played * (1 if last.seat == 0 else -1)))
    return points


def _expected(analysis: Analysis, seat: int) -> list[tuple[float, float]]:
    """What a seat could expect at its own moves, and how it ended for it."""
    known = [(float(m.ply), m.known.value) for m in analysis.moves if m.seat == seat]
    if analysis.complete and analysis.result is not None:
        won = 1.0 if seat in analysis.result else -1.0 if analysis.result else 0.0
        known.append((float(analysis.plies), won))
    return known


def _seat(sheet: _Sheet, analysis: Analysis, seat: int, ends: list[float]) -> list[str]:
    """A seat's expectations at its own moves, and fainter with all cards open."""
    own = [move for move in analysis.moves if move.seat == seat]
    colour = var(f"n{seat + 1}")
    known = _expected(analysis, seat)
    opened = [(float(move.ply), move.open.value) for move in own if move.open is not None]
    faint = el("g", *_line(sheet, analysis, None, opened, colour, "1 4"), opacity="0.5")
    line = _line(sheet, analysis, seat, known, colour, _DASHES[seat], end=ends[seat])
    return [faint, *line]


def _line(
    sheet: _Sheet,
    analysis: Analysis,
    seat: int | None,
    points: list[tuple[float, float]],
    colour: str,
    dash: str | None,
    *,
    area: bool = False,
    end: float | None = None,
) -> list[str]:
    """A line through points, with the seat's name at its end, or at another height."""
    if not points:
        return []
    places = [(sheet.x(ply), sheet.y(value)) for ply, value in points]
    way = "L".join(f"{num(x)} {num(y)}" for x, y in places)
    parts = []
    if area:
        floor = num(sheet.y(0.0))
        around = f"M{num(places[0][0])} {floor}L{way}L{num(places[-1][0])} {floor}Z"
        parts.append(el("path", d=around, fill=colour, fill_opacity="0.18"))
    parts.append(
        el("path", d=f"M{way}", fill="none", stroke=colour, stroke_width="2", stroke_dasharray=dash,
           stroke_linejoin="round")
    )  # fmt: skip
    if seat is not None and not (area and sheet.narrow):
        x, y = places[-1]
        short = _short(analysis.names[seat], 11)
        y = min(sheet.height - sheet.bottom, max(sheet.top, y)) if end is None else end
        parts.append(text(x + 6, y + 4, short, fill=colour, font_weight="600"))
    return parts


def _mark(sheet: _Sheet, analysis: Analysis, move: Move, two: bool) -> str:
    """A sign at a move that gave something away, with its story as a tooltip."""
    colour, shape = _SHAPES[move.known.mark]
    value = -move.known.value if two and move.seat == 1 else move.known.value
    told = (
        f"{analysis.number(move)}. {telling.seat_name(analysis, move.seat)}: {telling.move(move)}, "
        f"{telling.remark(move.known, move.text)}"
    )
    place = f"translate({num(sheet.x(move.ply))} {num(sheet.y(value))})"
    return el("path", el("title", escape(told)), d=shape, transform=place, fill=var(colour),
              stroke=var("ground"), stroke_width="1")  # fmt: skip


def _strips(sheet: _Sheet) -> str:
    """Something to click at every ply, and a line that a page can put at one."""
    wide = (sheet.width - sheet.left - sheet.right) / max(1, sheet.plies)
    strips = (
        el(
            "rect",
            data_ply=str(ply),
            x=num(sheet.x(ply - 0.5)),
            width=num(wide),
            height=num(sheet.height),
        )
        for ply in range(sheet.plies + 1)
    )
    upright = f"M0 {num(sheet.top)}V{num(sheet.height - sheet.bottom)}"
    here = el("path", d=upright, class_="here", fill="none",
              stroke=var("ink"), stroke_width="1.5", visibility="hidden")  # fmt: skip
    return here + el("g", *strips, fill="#000", fill_opacity="0", class_="plies")


def _words(analysis: Analysis, two: bool) -> str:
    """The graph in words."""
    parts = [telling.head(analysis)]
    if two:
        parts.append(
            tr(
                "The expected result of {name} over {plies} moves.",
                name=analysis.names[0],
                plies=analysis.made(analysis.plies),
            )
        )
    else:
        parts.append(
            tr(
                "The expected result of every seat over {plies} moves.",
                plies=analysis.made(analysis.plies),
            )
        )
    if two and analysis.moves:
        points = _both(analysis)
        told = [points[round(i * (len(points) - 1) / 6)] for i in range(7)]
        shown = [
            tr("{value} after {ply}", value=decimal(f"{value:+.2f}"), ply=analysis.made(round(ply)))
            for ply, value in dict(told).items()
        ]
        parts.append(tr("It is {values}.", values=", ".join(shown)))
    for move in analysis.worst(5):
        loss = decimal(f"{move.known.loss:.2f}")
        parts.append(
            tr(
                "Move {ply}, {name} {move}: {mark}, loses {loss}.",
                ply=analysis.number(move),
                name=telling.seat_name(analysis, move.seat),
                move=move.text,
                mark=tr(move.known.mark),
                loss=loss,
            )
        )
    return " ".join(parts)
