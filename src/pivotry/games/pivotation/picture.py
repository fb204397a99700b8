"""Pivotation, view to SVG: a wooden board seen from above at a slant, bars lying upon bars.

What can be told apart without colour: light bars bear two inlaid lines, dark ones none; a free end
shows its pin, or its level from level 2 on; a line across a bar marks an end that is held down, a
double one an end held by an enemy bar; a star a finished bar, a cross a captured one that waits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import atan2, hypot, pi
from typing import Any

from pivotry.games.woodwork import (
    SIDES,
    Point,
    arrow,
    board,
    drawn,
    ellipse,
    gradient,
    headline,
    mark_chosen,
    mark_last,
    mark_lit,
    mark_target,
    path,
    plate,
    points,
    rect,
    star,
    states,
)
from pivotry.svg import Look, el, num, text, var

from ...tongue import tr, tr_n
from .drawing import (
    PITCH,
    RADIUS,
    RISE,
    SLANT,
    Bar,
    Hole,
    Layout,
    Plan,
    about,
    between,
    hole_at,
    hole_name,
    normal,
    off,
    paint_order,
    unit,
)
from .telling import words

__all__ = ["draw", "words"]

RY = RADIUS * SLANT
_MOVE = re.compile(r"(\d*)([a-z]\d+)-([a-z]\d+)")


def draw(view: Mapping[str, Any], look: Look) -> str:
    """The board of a view; see ``svg.Look`` for what can be marked on it."""
    layout = Layout.of(view)
    plan = Plan(layout, look.flip)
    moves = [m for m in map(_MOVE.match, look.last) if m]
    body = [
        *board(look, *plan.frame),
        *_rows(plan, look),
        *_holes(plan, look),
        *(_left(plan, hole_at(m[2])) for m in moves if hole_at(m[2]) not in layout.stacks),
        *_shadows(plan),
        *(_bar(plan, look, bar) for bar in paint_order(plan)),
        *(_badge(plan, bar) for bar in layout.bars.values()),
        *(part for m in moves for part in _last(plan, m)),
        *_marks(plan, look),
        *_plates(plan, look, view),
        _hits(plan, look),
    ]
    return drawn(
        plan.width,
        plan.height,
        body,
        look=look,
        title=tr("Pivotation: {headline}", headline=headline(view, look.names)),
        words=words(view, look.names),
        defs=_defs(look),
    )


# --- the board ----------------------------------------------------------------------------


def _defs(look: Look) -> str:
    ids = look.ids
    hole = el(
        "g",
        ellipse(0, 1.5, 13, 13 * SLANT, fill=var("wood-hi"), fill_opacity=".8"),
        ellipse(0, 0, 12.5, 12.5 * SLANT, fill=var("groove")),
        ellipse(0, 2.5, 9.5, 8.5 * SLANT, fill=var("hole")),
        id=f"{ids}-hole",
    )
    return "".join(
        (
            gradient(f"{ids}-bar0", ((0, "dark-piece-hi"), (0.5, "dark-piece"), (1, "dark-piece"))),
            gradient(
                f"{ids}-bar1",
                ((0, "light-piece-hi"), (0.5, "light-piece"), (1, "light-piece-lo")),
            ),
            hole,
        )
    )


def _rows(plan: Plan, look: Look) -> list[str]:
    """What is inlaid in the board: back rows, the lattice, coordinates, which way to go."""
    widths = plan.layout.widths
    last = len(widths) - 1
    parts = []
    for row, side in ((0, "dark"), (last, "light")):
        x, y = plan.ground((row, widths[row] - 1 if plan.flip else 0))
        band = rect(x - 19, y - 25, (widths[row] - 1) * PITCH + 38, 50, 14)
        ink = var(f"{side}-piece")
        parts.append(
            el(
                "g",
                band,
                fill=ink,
                fill_opacity=".22" if side == "dark" else ".32",
                stroke=ink,
                stroke_opacity=".8",
                stroke_width=2.4,
                class_=f"back {side}",
            )
        )
    parts.append(
        path(_lattice(plan), fill="none", stroke=var("groove"), stroke_width=1.6, opacity=".3")
    )
    # On a phone fewer and larger letters: what stands at every hole could not be read.
    size = 29.0 if look.compact else 21.0
    names = [
        text(29, plan.ground((row, 0))[1] + size * 0.36, str(row + 1), text_anchor="middle")
        for row in range(len(widths))
    ]
    near = last if plan.flip else 0
    names.extend(
        text(
            plan.ground((near, col))[0],
            plan.bottom + RY + 34,
            hole_name((near, col))[0],
            text_anchor="middle",
        )
        for col in range(widths[near])
    )
    parts.append(el("g", *names, font_size=size, fill=var("wood-ink"), font_weight=700))
    small = [
        text(plan.ground(hole)[0], plan.ground(hole)[1] + 37, hole_name(hole), text_anchor="middle")
        for hole in plan.holes()
        if hole[0] != near and not look.compact
    ]
    if small:
        parts.append(el("g", *small, font_size=13.5, fill=var("wood-ink")))
    parts.extend(_ways(plan, seat) for seat in (0, 1))
    return parts


def _lattice(plan: Plan) -> str:
    """Fine lines from each hole to its neighbours: what a bar can lie upon."""
    return "".join(
        f"M{points((plan.ground(hole), plan.ground(other)))}"
        for hole in plan.holes()
        for other in plan.around(hole)
        if other > hole
    )


def _ways(plan: Plan, seat: int) -> str:
    """Which way a side moves: forward and to its right, in the free corner of a short row."""
    widths = plan.layout.widths
    rows = range(len(widths)) if seat == 0 else range(len(widths) - 1, -1, -1)
    row = next((r for r in rows if widths[r] < max(widths)), None)
    if row is None:
        return ""
    up = (seat == 0) != plan.flip
    turn = 1 if up else -1
    x, y = plan.ground((row, 0 if seat == 0 else widths[row] - 1))
    x -= turn * 46
    y += turn * 12
    shaft = f"M{points(((x, y), (x, y - turn * 26)))}M{points(((x, y), (x + turn * 13, y)))}"
    heads = (
        f"M{points(((x - 9, y - turn * 23), (x + 9, y - turn * 23), (x, y - turn * 38)))}Z"
        f"M{points(((x + turn * 11, y - 7), (x + turn * 11, y + 7), (x + turn * 22, y)))}Z"
    )
    side = SIDES[seat]
    edge = var("light-piece-edge" if seat else "dark-piece-lo")
    return el(
        "g",
        path(shaft, stroke=edge, stroke_width=9, stroke_linecap="round"),
        path(
            heads, fill=var(f"{side}-piece"), stroke=edge, stroke_width=3.5, stroke_linejoin="round"
        ),
        path(shaft, stroke=var(f"{side}-piece"), stroke_width=6, stroke_linecap="round"),
        fill="none",
        class_=f"way {side}",
    )


def _holes(plan: Plan, look: Look) -> Iterable[str]:
    for hole in plan.holes():
        x, y = plan.ground(hole)
        yield el("use", href=f"#{look.ids}-hole", x=x, y=y)


# --- bars ---------------------------------------------------------------------------------


def _arc(dx: float, dy: float, r: float = RADIUS) -> str:
    return f"a{num(r)} {num(r * SLANT)} 0 0 1 {num(dx)} {num(dy)}"


def _top(left: Point, right: Point, r: float = RADIUS) -> str:
    """The upper face."""
    u, v = normal(left, right, r)
    dx, dy = right[0] - left[0], right[1] - left[1]
    return (
        f"M{points(((left[0] + u, left[1] + v),))}l{num(dx)} {num(dy)}"
        f"{_arc(-2 * u, -2 * v, r)}l{num(-dx)} {num(-dy)}{_arc(2 * u, 2 * v, r)}z"
    )


def _body(left: Point, right: Point, thick: float) -> str:
    """The outline of the whole bar: the upper face and what is seen of its sides."""
    u, v = normal(left, right, RADIUS)
    dx, dy = right[0] - left[0], right[1] - left[1]
    return (
        f"M{points(((left[0] - RADIUS, left[1]),))}{_arc(RADIUS + u, v)}l{num(dx)} {num(dy)}"
        f"{_arc(RADIUS - u, -v)}v{num(thick)}{_arc(-RADIUS - u, -v)}l{num(-dx)} {num(-dy)}"
        f"{_arc(u - RADIUS, v)}z"
    )


def _shadows(plan: Plan) -> Iterable[str]:
    """The shadow of all bars on the board: a dark core in a paler rim."""
    for r in (RADIUS + 3, RADIUS - 1):
        d = []
        for bar in plan.layout.bars.values():
            left, right = (
                (x + 2 + 2.5 * bar.levels[k], y + 3 + 1.5 * bar.levels[k])
                for k in plan.ends(bar)
                for x, y in (plan.ground(bar.holes[k]),)
            )
            d.append(_top(left, right, r))
        yield path("".join(d), fill=var("shadow"))


def _bar(plan: Plan, look: Look, bar: Bar) -> str:
    left, right = plan.span(bar)
    side = SIDES[bar.seat]
    edge = var("light-piece-edge" if bar.seat else "dark-piece-lo")
    body = _body(left, right, plan.lift)
    parts = [
        path(
            body,
            fill=var("shadow"),
            stroke=var("shadow"),
            stroke_width=4,
            transform="translate(1.5 3.5)",
        ),
        path(body, fill=var(f"{side}-piece-lo"), stroke=edge, stroke_width=1.6, class_="side"),
        path(
            _top((left[0], left[1] + 2.5), (right[0], right[1] + 2.5)),
            fill=var("light-piece-hi" if bar.seat else "dark-piece-hi"),
        ),
        path(
            _top(left, right),
            fill=f"url(#{look.ids}-bar{bar.seat})",
            stroke=var("light-piece-edge" if bar.seat else "dark-piece-lo"),
            stroke_width=1.2,
            class_="top",
        ),
        *_lines(plan, bar, left, right),
    ]
    for k, place in zip(plan.ends(bar), (left, right), strict=True):
        if bar.over[k] is None:
            parts.append(_end(bar, bar.levels[k], place, 1.25 if look.compact else 1.0))
    state = " captured" if bar.captured else " finished" if plan.layout.finished(bar) else ""
    # Where its ends are and how thick it is, for whoever moves it: HOLE,LEVEL,X,Y for each end.
    ends = (
        ",".join((hole_name(bar.holes[k]), str(bar.levels[k]), num(x), num(y)))
        for k, (x, y) in zip(plan.ends(bar), (left, right), strict=True)
    )
    return el(
        "g",
        *parts,
        class_=f"bar {side}{state}",
        data_piece=bar.name,
        data_ends=" ".join(ends),
        data_solid=f"{num(plan.lift)} {num(SLANT)}",
    )


def _lines(plan: Plan, bar: Bar, left: Point, right: Point) -> list[str]:
    """The inlay of a light bar, and lines across near ends that are held down."""
    n = normal(left, right, RADIUS)
    parts = []
    cuts = [0.25, 0.75]
    for side, k in enumerate(plan.ends(bar)):
        if bar.over[k] is None:
            continue
        cuts[side] = 0.37 if side == 0 else 0.63
        d = ""
        for t in (0.28, 0.325) if bar.held[k] else (0.3,):
            x, y = between(left, right, t if side == 0 else 1 - t)
            d += f"M{points(((x + n[0] * 0.8, y + n[1] * 0.8),))}l{num(-1.6 * n[0])} "
            d += num(-1.6 * n[1])
        parts.append(
            path(
                d,
                stroke=var(
                    ("bad", "bad-deep")[bar.seat] if bar.held[k] else f"{SIDES[bar.seat]}-piece-ink"
                ),
                stroke_width=3.6 if bar.held[k] else 2.6,
                stroke_linecap="round",
                class_="held enemy" if bar.held[k] else "held",
            )
        )
    if bar.seat == 1:
        a, b = between(left, right, cuts[0]), between(left, right, cuts[1])
        d = "".join(
            f"M{points(((a[0] + n[0] * o, a[1] + n[1] * o), (b[0] + n[0] * o, b[1] + n[1] * o)))}"
            for o in (-0.26, 0.26)
        )
        parts.insert(
            0, path(d, stroke=var("light-piece-edge"), stroke_width=2.6, stroke_linecap="round")
        )
    return parts


def _end(bar: Bar, level: int, place: Point, scale: float = 1.0) -> str:
    """A free end: a pin, or a disc that bears its level."""
    x, y = place
    side = SIDES[bar.seat]
    ink = var(f"{side}-piece-ink")
    if level == 1:
        return ellipse(x, y, 8, 8 * SLANT, fill="none", stroke=ink, stroke_width=2.2)
    size = scale * (21 if level < 10 else 18)
    r = 15.5 * scale
    return ellipse(
        x, y, r, r * SLANT, fill=var(f"{side}-piece"), stroke=ink, stroke_width=1.8
    ) + text(
        x,
        y + size * 0.36,
        str(level),
        text_anchor="middle",
        font_size=size,
        font_weight=700,
        fill=ink,
    )


def _badge(plan: Plan, bar: Bar) -> str:
    """A star on the side of a finished bar, a cross on that of a captured one."""
    finished = plan.layout.finished(bar)
    if not finished and not bar.captured:
        return ""
    left, right = plan.span(bar)
    n = normal(left, right, RADIUS)
    if finished and not all(bar.over):
        free = [bar.over[k] is None for k in plan.ends(bar)]
        x, y = between(left, right, 0.5 + 0.1 * (free[1] - free[0]))
        return star(
            x, y + 1, 12, fill=var("good-deep"), stroke="#fff", stroke_width=2, class_="badge"
        )
    x, y = between(left, right, 0.5)
    x, y = x - n[0], y - n[1] + plan.lift / 2
    if finished:
        return star(x, y, 9, fill=var("good-deep"), stroke="#fff", stroke_width=1.6, class_="badge")
    cross = f"M{num(x - 5)} {num(y - 5)}l10 10m0-10l-10 10"
    return el(
        "g",
        ellipse(x, y, 10.5, 10.5, fill=var("bad-deep"), stroke="#fff", stroke_width=2),
        path(cross, stroke="#fff", stroke_width=3.4, stroke_linecap="round"),
        class_="badge",
    )


# --- marks --------------------------------------------------------------------------------


def _left(plan: Plan, hole: Hole) -> str:
    return mark_last(*plan.ground(hole), 21, 21 * SLANT)


def _last(plan: Plan, move: re.Match[str]) -> list[str]:
    """The swing of the last move: an arc about the end that stayed."""
    source, target = hole_at(move[2]), hole_at(move[3])
    stack = plan.layout.stacks.get(target, ())
    start, end = plan.on_top(source), plan.on_top(target)
    parts = []
    if source in plan.layout.stacks:
        parts.append(mark_last(*start, 22, 22 * SLANT))
    pivot = None
    if stack:
        pivot = plan.ground(plan.layout.bars[stack[-1]].far(target))
        parts.append(mark_last(*end, 22, 22 * SLANT))
    return [_swing(plan, source, target, pivot, start, end), *parts]


def _swing(
    plan: Plan, source: Hole, target: Hole, pivot: Point | None, start: Point, end: Point
) -> str:
    gap = 27.0
    ground = plan.ground(source), plan.ground(target)
    if (
        pivot is None
        or abs(hypot(ground[0][0] - pivot[0], (ground[0][1] - pivot[1]) / SLANT) - PITCH) > 1
    ):
        # The bar that moved is gone again: only where its end went can be shown.
        u, v = unit(start, end)
        first, tip = (start[0] + u * gap, start[1] + v * gap), (end[0] - u * gap, end[1] - v * gap)
        return arrow(f"M{points((first, (tip[0] - u * 12, tip[1] - v * 12)))}", tip, (u, v))
    a, b = (atan2((y - pivot[1]) / SLANT, x - pivot[0]) for x, y in ground)
    turn = (b - a + pi) % (2 * pi) - pi
    if abs(turn) > 3:
        # Half a circle can go either way round: the one nearer to the middle of the board.
        middle = (plan.width / 2, (plan.top + plan.bottom) / 2)
        ways = (pi, -pi)
        turn = min(ways, key=lambda way: off(about(pivot, a + way / 2), middle))
    rise = start[1] - ground[0][1], end[1] - ground[1][1]

    def at(t: float) -> Point:
        x, y = about(pivot, a + turn * t)
        return x, y + rise[0] + (rise[1] - rise[0]) * t

    cut = gap / PITCH / abs(turn)
    first, before, tip = at(cut), at(1 - cut - 0.12 / abs(turn)), at(1 - cut)
    return arrow(
        f"M{points((first,))}A{num(PITCH)} {num(PITCH * SLANT)} 0 0"
        f" {1 if turn > 0 else 0} {points((before,))}",
        tip,
        unit(before, tip),
    )


def _marks(plan: Plan, look: Look) -> list[str]:
    known = {hole_name(hole): hole for hole in plan.holes()}
    parts: list[str] = []
    for names, shape in (
        (look.lit, mark_lit),
        (look.targets, mark_target),
        ((look.chosen,) if look.chosen else (), mark_chosen),
    ):
        parts.extend(
            shape(*plan.on_top(known[name]), 21, 21 * SLANT) for name in names if name in known
        )
    return parts


# --- plates and places to click -----------------------------------------------------------


def _plates(plan: Plan, look: Look, view: Mapping[str, Any]) -> list[str]:
    top = 0 if look.flip else 1
    parts = []
    for seat, y in ((top, 0.0), (1 - top, plan.height - 62)):
        bars = plan.layout.side(seat)
        finished = sum(plan.layout.finished(bar) for bar in bars)
        more = [
            text(-34, 9, str(finished), text_anchor="end", font_size=26, font_weight=700),
            star(-14, 0, 12, fill=var("good"))
            if finished
            else star(-14, 0, 11, fill="none", stroke=var("ink-soft"), stroke_width=2),
            text(
                -78,
                8,
                tr_n("{n} bar", "{n} bars", len(bars)),
                text_anchor="end",
                font_size=20,
            ),
        ]
        parts.append(
            plate(
                look,
                view,
                seat,
                y,
                plan.width,
                _sample(look, seat),
                [el("g", *more, fill=var("ink"))],
                more_width=150,
            )
        )
    return parts


def _sample(look: Look, seat: int) -> str:
    """A little bar before the name."""
    bar = Bar("d0" if seat == 0 else "l0", ((0, 0), (0, 1)), (1, 1), (None, None))
    left, right = (-24.0, 0.0), (56.0, 0.0)
    side = SIDES[seat]
    edge = var("light-piece-edge" if seat else "dark-piece-hi")
    parts = [
        path(_body(left, right, 12), fill=var(f"{side}-piece-lo"), stroke=edge, stroke_width=2),
        path(_top(left, right), fill=f"url(#{look.ids}-bar{seat})", stroke=edge, stroke_width=1.4),
        _end(bar, 1, left),
        _end(bar, 1, right),
    ]
    if seat == 1:
        parts.append(
            path("M-4-5h40M-4 5h40", stroke=edge, stroke_width=2.6, stroke_linecap="round")
        )
    return el("g", *parts, transform="translate(33 -4) scale(.57)")


def _hits(plan: Plan, look: Look) -> str:
    """What can be clicked: the cell of each hole, and what its stack lifts out of the cell."""
    half, tall = PITCH / 2, RISE / 3
    down = f"l{num(half)} {num(tall)}v{num(2 * tall)}l-{num(half)} {num(tall)}"
    cell = f"{down}l-{num(half)}-{num(tall)}v-{num(2 * tall)}z"
    sources = {m[2] for m in map(_MOVE.match, look.legal) if m}
    landed = {m[3] for m in map(_MOVE.match, look.last) if m}
    parts = []
    for hole in plan.holes():
        name = hole_name(hole)
        x, y = plan.ground(hole)
        stack = plan.layout.stacks.get(hole, ())
        d = f"M{points(((x, y - 2 * tall),))}{cell}"
        if len(stack) > 1:
            high = plan.on_top(hole)[1]
            d += f"M{points(((x - 24, y), (x - 24, high)))}a24 21 0 0 1 48 0V{num(y)}z"
        said = f"{name}: {', '.join(stack)}" if stack else name
        parts.append(
            path(
                d,
                el("title", said),
                class_=states(look, name, sources, landed),
                data_at=name,
            )
        )
    return el("g", *parts, fill="#000", fill_opacity="0")
