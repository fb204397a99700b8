"""The evaluation graph: expected results over the moves of a match, as SVG."""

from __future__ import annotations

from html import escape

from ..svg import Look, Theme, document, el, num, text, var
from ..tongue import decimal, tr
from . import telling
from .judge import Mark
from .model import Analysis, Move

WIDTH, HEIGHT = 720.0, 280.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 96.0, 96.0, 20.0, 44.0
_DASHES = (None, "7 3", "2 3", "10 3 2 3", "5 2", "1 2", "12 4", "8 2 1 2")
"""Lines are told apart without their colours too."""
_SHAPES: dict[Mark, tuple[str, str]] = {
    "dubious": ("last", "M-3.5 0A3.5 3.5 0 1 1 3.5 0A3.5 3.5 0 1 1 -3.5 0Z"),
    "mistake": ("bad", "M0 -5L5 4L-5 4Z"),
    "blunder": ("bad", "M0 -6L6 0L0 6L-6 0Z"),
}
"""Colour and shape of the moves that gave something away."""


def draw(
    analysis: Analysis, theme: Theme = "auto", ids: str = "graph", *, plies: bool = False
) -> str:
    """The graph. Of two seats without secrets the first one's line, else a line for every seat.

    With ``plies`` there is a strip with ``data-ply`` at every ply, for a page to be clicked.
    """
    two = len(analysis.names) == 2 and not any(move.open for move in analysis.moves)
    seats = range(1) if two else range(len(analysis.names))
    body = [_frame(analysis, two)]
    if two:
        body += _line(analysis, 0, _both(analysis), var("accent"), None, area=True)
    else:
        for seat in seats:
            body += _seat(analysis, seat)
    body += [_mark(analysis, move, two) for move in analysis.moves if move.known.mark in _SHAPES]
    if plies:
        body.append(_strips(analysis))
    return document(
        WIDTH,
        HEIGHT,
        body,
        look=Look(theme=theme, ids=ids),
        title=tr("Evaluation of a match of {game}", game=tr(analysis.title)),
        words=_words(analysis, two),
        style=f"#{ids}-svg text{{font-size:12px}}#{ids}-svg .note{{fill:{var('ink-soft')}}}",
    )


def _x(analysis: Analysis, ply: float) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * ply / max(1, analysis.plies)


def _y(value: float) -> float:
    middle, half = (_TOP + HEIGHT - _BOTTOM) / 2, (HEIGHT - _TOP - _BOTTOM) / 2
    return middle - half * max(-1.0, min(1.0, value))


def _frame(analysis: Analysis, two: bool) -> str:
    """Ground, grid and what the axes mean."""
    left, right = _LEFT, WIDTH - _RIGHT
    if two:
        ends = [tr("{name} wins", name=name[:9]) for name in analysis.names]
    else:
        ends = [tr("wins"), tr("loses")]
    parts = [el("rect", width=num(WIDTH), height=num(HEIGHT), rx="8", fill=var("ground"))]
    for value, label in ((1.0, ends[0]), (0.0, tr("even")), (-1.0, ends[1])):
        parts.append(
            el("path", d=f"M{num(left)} {num(_y(value))}H{num(right)}", stroke=var("ink-soft"),
               stroke_width="1", stroke_opacity="0.55", stroke_dasharray=None if value else "3 3",
               fill="none")
        )  # fmt: skip
        parts.append(text(left - 6, _y(value) + 4, label, text_anchor="end", class_="note"))
    step = next((n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500) if analysis.plies <= 12 * n), 1000)
    for ply in range(0, analysis.plies + 1, step):
        x = _x(analysis, ply)
        parts.append(text(x, HEIGHT - _BOTTOM + 18, str(ply), text_anchor="middle", class_="note"))
    middle = (left + right) / 2
    parts.append(text(middle, HEIGHT - 8, tr("moves"), text_anchor="middle", class_="note"))
    return "".join(parts)


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


def _seat(analysis: Analysis, seat: int) -> list[str]:
    """A seat's expectations at its own moves, and fainter with all cards open."""
    own = [move for move in analysis.moves if move.seat == seat]
    colour = var(f"n{seat + 1}")
    known = [(float(move.ply), move.known.value) for move in own]
    opened = [(float(move.ply), move.open.value) for move in own if move.open is not None]
    if analysis.complete and analysis.result is not None:
        won = 1.0 if seat in analysis.result else -1.0 if analysis.result else 0.0
        known.append((float(analysis.plies), won))
    faint = el("g", *_line(analysis, None, opened, colour, "1 4"), opacity="0.5")
    return [faint, *_line(analysis, seat, known, colour, _DASHES[seat])]


def _line(
    analysis: Analysis,
    seat: int | None,
    points: list[tuple[float, float]],
    colour: str,
    dash: str | None,
    *,
    area: bool = False,
) -> list[str]:
    """A line through points, with the seat's name at its end."""
    if not points:
        return []
    places = [(_x(analysis, ply), _y(value)) for ply, value in points]
    way = "L".join(f"{num(x)} {num(y)}" for x, y in places)
    parts = []
    if area:
        floor = num(_y(0.0))
        around = f"M{num(places[0][0])} {floor}L{way}L{num(places[-1][0])} {floor}Z"
        parts.append(el("path", d=around, fill=colour, fill_opacity="0.18"))
    parts.append(
        el("path", d=f"M{way}", fill="none", stroke=colour, stroke_width="2", stroke_dasharray=dash,
           stroke_linejoin="round")
    )  # fmt: skip
    if seat is not None:
        x, y = places[-1]
        name = analysis.names[seat]
        short = name if len(name) <= 11 else f"{name[:10]}…"
        shift = 13 * (seat - (len(analysis.names) - 1) / 2) if not area else 0
        parts.append(text(x + 6, min(HEIGHT - _BOTTOM, max(_TOP, y + shift)) + 4, short,
                          fill=colour, font_weight="600"))  # fmt: skip
    return parts


def _mark(analysis: Analysis, move: Move, two: bool) -> str:
    """A sign at a move that gave something away, with its story as a tooltip."""
    colour, shape = _SHAPES[move.known.mark]
    value = -move.known.value if two and move.seat == 1 else move.known.value
    told = (
        f"{move.ply + 1}. {telling.seat_name(analysis, move.seat)}: {telling.move(move)}, "
        f"{telling.remark(move.known, move.text)}"
    )
    place = f"translate({num(_x(analysis, move.ply))} {num(_y(value))})"
    return el("path", el("title", escape(told)), d=shape, transform=place, fill=var(colour),
              stroke=var("ground"), stroke_width="1")  # fmt: skip


def _strips(analysis: Analysis) -> str:
    """Something to click at every ply, and a line that a page can put at one."""
    wide = (WIDTH - _LEFT - _RIGHT) / max(1, analysis.plies)
    strips = (
        el(
            "rect",
            data_ply=str(ply),
            x=num(_x(analysis, ply - 0.5)),
            width=num(wide),
            height=num(HEIGHT),
        )
        for ply in range(analysis.plies + 1)
    )
    here = el("path", d=f"M0 {num(_TOP)}V{num(HEIGHT - _BOTTOM)}", class_="here", fill="none",
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
                plies=analysis.plies,
            )
        )
    else:
        parts.append(
            tr("The expected result of every seat over {plies} moves.", plies=analysis.plies)
        )
    if two and analysis.moves:
        points = _both(analysis)
        told = [points[round(i * (len(points) - 1) / 6)] for i in range(7)]
        shown = [
            tr("{value} after {ply}", value=decimal(f"{value:+.2f}"), ply=round(ply))
            for ply, value in dict(told).items()
        ]
        parts.append(tr("It is {values}.", values=", ".join(shown)))
    for move in analysis.worst(5):
        loss = decimal(f"{move.known.loss:.2f}")
        parts.append(
            tr(
                "Move {ply}, {name} {move}: {mark}, loses {loss}.",
                ply=move.ply + 1,
                name=telling.seat_name(analysis, move.seat),
                move=move.text,
                mark=tr(move.known.mark),
                loss=loss,
            )
        )
    return " ".join(parts)
