"""The evaluation graph: expected results over the moves of a match, as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from ..lettering import fit, width_of
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
    beside: bool = True
    """Whether names stand beside what they belong to; wide ones have rows of their own."""
    foot: float = 0.0
    """How much of the height belongs to the legend below the graph."""

    def x(self, ply: float) -> float:
        return self.left + (self.width - self.left - self.right) * ply / max(1, self.plies)

    def y(self, value: float) -> float:
        middle = (self.top + self.height - self.bottom) / 2
        half = (self.height - self.top - self.bottom) / 2
        return middle - half * max(-1.0, min(1.0, value))


_DASHES = (None, "7 3", "10 3 2 3", "4 3", "5 2", "14 3 4 3", "12 4", "8 2 1 2")
"""Lines are told apart without their colours too."""
SEATS: dict[str, tuple[str, ...]] = {
    "light": ("#006aa6", "#e52b06", "#13391a", "#af1af9", "#c44f76", "#3e024b", "#623bb0",
              "#915130"),
    "dark": ("#74c4f2", "#f91085", "#d2f910", "#9460fb", "#c28547", "#f5b8cc", "#9bfc88",
             "#e029c2"),
}  # fmt: skip
"""Colours of the lines of seats: far apart, the first five for eyes that miss a colour too."""
_ROW = 15.0
"""How far apart the names of lines are at least."""
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
    narrow: bool = False, width: float = 360,
) -> str:  # fmt: skip
    """The graph. Of two seats without secrets the first one's line, else a line for every seat.

    With ``plies`` there is a strip with ``data-ply`` at every ply, for a page to be clicked; such a
    page says itself what marks mean. Drawn ``narrow``, for a phone or the side of a page, it is
    ``width`` units wide (320 to 720, others are brought there), with the same size of text.
    """
    two = len(analysis.names) == 2 and not any(move.open for move in analysis.moves)
    sheet, foot = _sheet(analysis, two, narrow, min(720.0, max(320.0, width)), legend=not plies)
    body = [_frame(sheet, analysis)]
    if two:
        points = _both(analysis)
        body += _line(sheet, points, var("accent"), None, area=True)
        if points and not narrow:
            x, y = sheet.x(points[-1][0]), sheet.y(points[-1][1])
            shown = {"fill": var("accent"), "font_weight": "600"}
            body.append(_named(x + 6, y + 4, analysis.names[0], sheet.right - 8, **shown))
    else:
        lines = [_seat(sheet, analysis, seat) for seat in range(len(analysis.names))]
        body += (part for drawn, _ in lines for part in drawn)
        if sheet.beside:
            body += _names(sheet, analysis, [end for _, end in lines])
    body += _levels(sheet, analysis, two)
    body += [
        _mark(sheet, analysis, move, two) for move in analysis.moves if move.known.mark in _SHAPES
    ]
    body += foot
    if plies:
        body.append(_strips(sheet))
    drawn = document(
        sheet.width,
        sheet.height,
        body,
        look=Look(theme=theme, ids=ids),
        title=tr("Evaluation of a match of {game}", game=tr(analysis.title)),
        words=_words(analysis, two),
        style=f"{_own_colours(ids, theme)}#{ids}-svg text{{font-size:12px}}"
        f"#{ids}-svg .note{{fill:{var('ink-soft')};"
        f"paint-order:stroke;stroke:{var('ground')};stroke-width:4px}}",
    )
    if theme != "auto":
        for seat, colour in enumerate(SEATS[theme]):
            drawn = drawn.replace(_colour(seat), colour)
    return drawn


def _colour(seat: int) -> str:
    """The colour of a seat's line in the reader's theme."""
    return var(f"seat-{seat + 1}")


def _own_colours(ids: str, theme: Theme) -> str:
    """The colours of seats, where the reader's theme decides about them."""
    if theme != "auto":
        return ""
    scope = f"#{ids}-svg"
    light, dark = (
        "".join(f"--seat-{n}:{colour};" for n, colour in enumerate(SEATS[side], 1))
        for side in ("light", "dark")
    )
    return (
        f"{scope}{{{light}}}@media (prefers-color-scheme:dark){{{scope}{{{dark}}}}}"
        f":root[data-theme=light] {scope}{{{light}}}:root[data-theme=dark] {scope}{{{dark}}}"
    )


def signs(analysis: Analysis) -> list[tuple[Mark, str, str]]:
    """The marks there are: each with its shape in the graph (or none) and its sign in texts."""
    there = {move.known.mark for move in analysis.moves}
    return [(mark, _SIGNS.get(mark, ""), sign) for mark, sign in SYMBOLS.items() if mark in there]


def _sheet(
    analysis: Analysis, two: bool, narrow: bool, width: float, *, legend: bool
) -> tuple[_Sheet, list[str]]:
    """The sheet with the room that the names of this match need, and the legend at its foot."""
    if narrow:
        left, top, bottom, height = 24.0, 26.0, 54.0, 236.0 + (width - 360) / 6
    else:
        width, left, top, bottom, height = 720.0, 122.0, 20.0, 44.0, 280.0
    right = 98.0 if narrow else 116.0
    if two:
        right = 16.0 if narrow else right
        said = [tr("{name} wins", name=name) for name in analysis.names]
        beside = not narrow and max(width_of(one, 12) for one in said) <= left - 12
        if not beside and not narrow:
            left, top, bottom, height = 62.0, 26.0, 58.0, 300.0
    else:
        beside = max(width_of(name, 12) for name in analysis.names) <= right - 38
        right = right if beside else 16.0
    items = (
        [] if two or beside else [_sample(seat, name) for seat, name in enumerate(analysis.names)]
    )
    items += _meanings(analysis) if legend else []
    rows = _wrapped([wide for wide, _ in items], width - 16)
    foot = 18.0 * (rows[-1][0] + 1) + 6 if rows else 0.0
    sheet = _Sheet(
        width, height + foot, left, right, top, bottom + foot, analysis.plies, narrow, beside, foot
    )
    drawn = [
        draw_at(8 + x, height + 12 + 18 * row, width - 16)
        for (_, draw_at), (row, x) in zip(items, rows, strict=True)
    ]
    return sheet, drawn


def _wrapped(widths: Sequence[float], room: float) -> list[tuple[int, float]]:
    """The row of each piece and where it begins there, as many in a row as fit."""
    found: list[tuple[int, float]] = []
    row, x = 0, 0.0
    for wide in widths:
        if x and x + wide > room:
            row, x = row + 1, 0.0
        found.append((row, x))
        x += wide + 16
    return found


_Piece = tuple[float, Callable[[float, float, float], str]]
"""How wide a piece of the legend is, and its drawing at x and y with so much room."""


def _sample(seat: int, name: str) -> _Piece:
    """A piece of a seat's line with the name."""

    def drawn(x: float, y: float, room: float) -> str:
        line = el("path", d=f"M{num(x)} {num(y - 4)}h22", fill="none", stroke=_colour(seat),
                  stroke_width="2.5", stroke_dasharray=_DASHES[seat])  # fmt: skip
        shown = {"fill": var("ink"), "font_weight": "600"}
        return line + _named(x + 27, y, name, room - 27, **shown)

    return 27 + width_of(name, 12), drawn


def _meanings(analysis: Analysis) -> list[_Piece]:
    """What shapes and faint lines mean; a page says it beside the graph."""
    parts = [f"{shape} {telling.named(mark)}" for mark, shape, _ in signs(analysis) if shape]
    if any(move.open is not None for move in analysis.moves):
        meaning = tr("With all cards open")
        parts.append(f"···· {meaning}")
    return [(width_of(part, 12), _noted(part)) for part in parts]


def _noted(content: str) -> Callable[[float, float, float], str]:
    return lambda x, y, room: text(x, y, content, class_="note")


def _named(x: float, y: float, name: str, room: float, **attributes: object) -> str:
    """A name in a room; where it is cut, the whole of it is its tooltip."""
    shown = fit(name, room, 12)
    if shown == name:
        return text(x, y, name, **attributes)
    return el("g", el("title", escape(name)), text(x, y, shown, **attributes))


def _levels(sheet: _Sheet, analysis: Analysis, two: bool) -> list[str]:
    """What the lines across mean. Drawn over the curves, with a rim of the ground to be read."""
    if two:
        room = sheet.width - 16 - width_of(tr("{name} wins", name=""), 12)
        ends = [tr("{name} wins", name=fit(name, room, 12)) for name in analysis.names]
    else:
        ends = [tr("wins"), tr("loses")]
    parts = []
    over = not sheet.beside if two else sheet.narrow
    for value, label in ((1.0, ends[0]), (0.0, tr("even")), (-1.0, ends[1])):
        y = sheet.y(value)
        if over and value:  # over and under the lines, where there is room
            said = text(8, y + (18 if value < 0 else -8), label, class_="note")
            whole = analysis.names[value < 0] if two else ""
            parts.append(el("g", el("title", escape(whole)), said) if "…" in label else said)
        elif sheet.narrow:  # beside them, or it would hide how the match began
            place = f"rotate(-90 {num(sheet.left - 7)} {num(y)})"
            parts.append(
                text(sheet.left - 7, y, label, text_anchor="middle", class_="note", transform=place)
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
    most = 7 if sheet.width < 500 else 12
    floor = sheet.height - sheet.foot
    below = floor - (20 if sheet.narrow or sheet.bottom - sheet.foot > 44 else 26)
    parts += (
        text(x, below, str(made), text_anchor="middle", class_="note")
        for made, x in _ticks(sheet, analysis, most)
    )
    middle = (left + right) / 2
    parts.append(
        text(
            middle,
            floor - (5 if sheet.narrow or sheet.bottom - sheet.foot > 44 else 8),
            tr("moves"),
            text_anchor="middle",
            class_="note",
        )
    )
    return "".join(parts)


def _ticks(sheet: _Sheet, analysis: Analysis, most: int) -> list[tuple[int, float]]:
    """Round numbers of moves, about as many as ``most``, and the last one; each with its place.

    What chance does has room there, too, but is not counted.
    """
    total = len(analysis.moves)
    steps = (1, 2, 5, 10, 20, 50, 100, 200, 500)
    step = next((n for n in steps if total <= most * n), 1000)

    def place(made: int) -> float:
        return sheet.x(analysis.moves[made - 1].ply + 1 if made else 0)

    found = [(made, place(made)) for made in range(0, total + 1, step)]
    if found[-1][0] != total:
        wide = width_of(str(total), 12) + 6
        if found[-1][0] and place(total) - found[-1][1] < wide:
            found.pop()
        found.append((total, place(total)))
    return found


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


def _seat(
    sheet: _Sheet, analysis: Analysis, seat: int
) -> tuple[list[str], tuple[float, float] | None]:
    """A seat's expectations at its own moves, fainter with all cards open; and where they end."""
    own = [move for move in analysis.moves if move.seat == seat]
    colour = _colour(seat)
    known = [(float(move.ply), move.known.value) for move in own]
    opened = [(float(move.ply), move.open.value) for move in own if move.open is not None]
    if analysis.complete and analysis.result is not None:
        won = 1.0 if seat in analysis.result else -1.0 if analysis.result else 0.0
        known.append((float(analysis.plies), won))
    faint = el("g", *_line(sheet, opened, colour, "1 4"), opacity="0.5")
    end = (sheet.x(known[-1][0]), sheet.y(known[-1][1])) if known else None
    return [faint, *_line(sheet, known, colour, _DASHES[seat])], end


def _names(sheet: _Sheet, analysis: Analysis, ends: list[tuple[float, float] | None]) -> list[str]:
    """Beside the lines: a piece of each with its name, in the order in which they end.

    Lines often end at the same place; names do not, and a thread leads from one to the other.
    """
    there = [(end[1], seat, end) for seat, end in enumerate(ends) if end is not None]
    there.sort(key=lambda one: one[:2])
    low = sheet.height - sheet.bottom
    heights = [y for y, *_ in there]
    for n in range(1, len(there)):
        heights[n] = max(heights[n], heights[n - 1] + _ROW)
    for n in reversed(range(len(there))):
        heights[n] = min(heights[n], low if n == len(there) - 1 else heights[n + 1] - _ROW)
    left = sheet.width - sheet.right
    parts = []
    for height, (_, seat, (x, y)) in zip(heights, there, strict=True):
        colour = _colour(seat)
        parts.append(
            el("path", d=f"M{num(x)} {num(y)}L{num(left + 8)} {num(height)}", fill="none",
               stroke=colour, stroke_width="1", stroke_opacity="0.6")
        )  # fmt: skip
        parts.append(
            el("path", d=f"M{num(left + 8)} {num(height)}H{num(left + 30)}", fill="none",
               stroke=colour, stroke_width="2.5", stroke_dasharray=_DASHES[seat])
        )  # fmt: skip
        name = analysis.names[seat]
        parts.append(text(left + 34, height + 4, name, fill=var("ink"), font_weight="600"))
    return parts


def _line(
    sheet: _Sheet,
    points: list[tuple[float, float]],
    colour: str,
    dash: str | None,
    *,
    area: bool = False,
) -> list[str]:
    """A line through points."""
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
    return parts


def _mark(sheet: _Sheet, analysis: Analysis, move: Move, two: bool) -> str:
    """A sign at a move that gave something away, with its story as a tooltip."""
    colour, shape = _SHAPES[move.known.mark]
    value = -move.known.value if two and move.seat == 1 else move.known.value
    told = telling.went_wrong(analysis, move)
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
            height=num(sheet.height - sheet.foot),
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
    parts += (telling.went_wrong(analysis, move) for move in analysis.worst(5))
    return " ".join(parts)
