"""The peg game, view to SVG: a rack of four shelves seen from the front, rings threaded on pegs.

What can be told apart without colour: light rings bear two lines, dark ones none; a full peg shows
a knob and a triangle beside its name, and its open lanes are thick and end in a head; a barred
circle stands where the ring moved last may not go back to.

Both sides play from the top shelf to the bottom one, so ``flip`` does not turn the rack: it only
puts Light's plate at the bottom.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pivotry.games.woodwork import (
    PLATE,
    SIDES,
    arrow,
    board,
    called,
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
    seat_of,
    star,
    states,
)
from pivotry.svg import Look, el, num, text, var
from pivotry.wording import listed

from ...tongue import mark, tr, tr_n
from .drawing import (
    DEEP,
    FLOOR,
    GAP,
    GOAL,
    HEIGHT,
    PEGS,
    QUIET_LIMIT,
    REACH,
    RING,
    ROOM,
    SHELF,
    START,
    STEP,
    WIDTH,
    Rack,
    across,
    place,
    tip,
)

_MOVE = re.compile(r"([A-D][1-5])-([A-D][1-5])")
_SHADES = (mark("dark"), mark("light"))


def draw(view: Mapping[str, Any], look: Look) -> str:
    """The rack of a view; see ``svg.Look`` for what can be marked on it."""
    rack = Rack.of(view)
    body = [
        *board(look, 4, PLATE, WIDTH - 8, HEIGHT - 2 * PLATE),
        *(_shelf(look, row) for row in ROOM),
        _lanes(rack),
        *(_peg(look, rack, peg) for row in ROOM for peg in PEGS[row]),
        *_quiet(view),
        *_last(rack, view, look),
        *_marks(rack, look),
        *_plates(rack, look, view),
        _hits(rack, look),
    ]
    return drawn(
        WIDTH,
        HEIGHT,
        body,
        look=look,
        title=tr("The peg game: {state}", state=_state(view, look.names)),
        words=words(view, look.names),
        defs=_defs(look),
    )


# --- words --------------------------------------------------------------------------------


def _state(view: Mapping[str, Any], names: Sequence[str]) -> str:
    said = headline(view, names)
    if view.get("result") is not None:
        return said
    return tr("{headline}, move {step} of 2", headline=said, step=view.get("step", 1))


def words(view: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """The whole position: whose turn it is, every peg with its rings, the goal row, the lanes."""
    rack = Rack.of(view)
    home = listed(
        tr_n("{n} ring of {side}", "{n} rings of {side}", rack.home(seat), side=called(names, seat))
        for seat in (0, 1)
    )
    said = [
        tr("The peg game."),
        tr_n(
            "After {n} move: {state}.",
            "After {n} moves: {state}.",
            int(view.get("ply", 0)),
            state=_state(view, names),
        ),
        tr("In the goal row: {rings}; {goal} win.", rings=home, goal=GOAL),
    ]
    last = view.get("last")
    if last and _barred(view):
        said.append(tr("The last move was {move} and may not be taken back now.", move=last))
    elif last:
        said.append(tr("The last move was {move}.", move=last))
    said.append(
        tr_n(
            "{n} move without a forward move; {limit} make a draw.",
            "{n} moves without a forward move; {limit} make a draw.",
            int(view.get("quiet", 0)),
            limit=int(view.get("quiet_limit", QUIET_LIMIT)),
        )
    )
    for row in ROOM:
        said.extend(_told(rack, peg) for peg in PEGS[row])
    if view.get("lanes", "fan") != "fan":
        ways = (tr("{peg} to {pegs}", peg=peg, pegs=listed(to)) for peg, to in rack.lanes.items())
        said.append(tr("Lanes: {ways}.", ways="; ".join(ways)))
    return " ".join(said)


def _barred(view: Mapping[str, Any]) -> bool:
    """Whether the last move could be taken back, were it allowed: no ring ever goes backward."""
    move = _MOVE.match(view.get("last") or "")
    return move is not None and move[1][0] == move[2][0] and view.get("result") is None


def _told(rack: Rack, peg: str) -> str:
    seats = [seat_of(ring) or 0 for ring in rack.stacks[peg]]
    if not seats:
        if peg[0] == "D":
            return tr("{peg}: empty.", peg=peg)
        return tr("{peg}: empty, room for {n}.", peg=peg, n=ROOM[peg[0]])
    if peg[0] == "D":
        return tr("{peg}: light ring.", peg=peg) if seats[0] else tr("{peg}: dark ring.", peg=peg)
    rings = ", ".join(tr(_SHADES[seat]) for seat in seats)
    if len(seats) > 1:
        rings = tr("{rings} from the bottom", rings=rings)
    if not rack.full(peg):
        return tr(
            "{peg}: {rings}, room for {n} more.",
            peg=peg,
            rings=rings,
            n=ROOM[peg[0]] - len(seats),
        )
    ways = rack.open(peg)
    if not ways:
        return tr("{peg}: {rings}, full, no open lane.", peg=peg, rings=rings)
    return tr("{peg}: {rings}, full, open to {pegs}.", peg=peg, rings=rings, pegs=listed(ways))


# --- the rack -----------------------------------------------------------------------------


def _defs(look: Look) -> str:
    ids = look.ids
    return "".join(
        (
            gradient(f"{ids}-shelf", ((0, "wood-hi"), (0.2, "wood"), (1, "wood-lo"))),
            gradient(f"{ids}-peg", ((0, "peg"), (0.35, "peg-hi"), (1, "peg")), along="h"),
            gradient(f"{ids}-brass", ((0, "brass"), (0.35, "brass-hi"), (1, "brass")), along="h"),
            gradient(
                f"{ids}-ring0",
                (
                    (0, "dark-piece"),
                    (0.25, "dark-piece-hi"),
                    (0.6, "dark-piece"),
                    (1, "dark-piece-lo"),
                ),
            ),
            gradient(
                f"{ids}-ring1",
                (
                    (0, "light-piece"),
                    (0.25, "light-piece-hi"),
                    (0.6, "light-piece"),
                    (1, "light-piece-lo"),
                ),
            ),
        )
    )


def _shelf(look: Look, row: str) -> str:
    """A board of the rack with the names of its pegs, and what it throws its shadow on."""
    left, width = 15.0, WIDTH - 30
    back = FLOOR[row] - DEEP[row] / 2
    front = FLOOR[row] + DEEP[row] / 2
    top = f"M{points(((left + 10, back), (left + width - 10, back)))} "
    top += f"{points(((left + width, front), (left, front)))}Z"
    parts = [
        rect(left, front + SHELF - 2, width, 22, fill=f"url(#{look.ids}-fade)")
        if row != "D"
        else "",
        path(top, fill=var("wood-hi"), stroke=var("wood-edge"), stroke_width=1.2),
        rect(
            left,
            front,
            width,
            SHELF,
            5,
            fill=f"url(#{look.ids}-shelf)",
            stroke=var("wood-edge"),
            stroke_width=1.4,
        ),
        text(
            34,
            front + (28 if look.compact else 26),
            row,
            font_size=28 if look.compact else 22,
            font_weight=700,
            fill=var("wood-ink"),
        ),
    ]
    if row == "D":
        parts.append(star(WIDTH - 40, front + 18, 11, fill=var("wood-ink")))
        for peg in PEGS[row]:
            x, y = across(peg), FLOOR[row]
            parts.append(ellipse(x, y + 1.5, REACH + 6, 10.5, fill=var("wood-hi")))
            parts.append(ellipse(x, y, REACH + 5, 10, fill=var("groove")))
            parts.append(ellipse(x, y + 2.5, REACH - 1, 7, fill=var("hole")))
    return el("g", *parts, class_=f"row {row}")


def _lanes(rack: Rack) -> str:
    """Dotted threads from peg to peg; those that a ring can take now are thick, with a head."""
    quiet, ready = [], []
    for peg, ways in rack.lanes.items():
        for to in ways:
            x0, y0 = across(peg), FLOOR[peg[0]] + DEEP[peg[0]] / 2 + SHELF + 6
            x1, y1 = across(to), tip(to) - 10
            free = to in rack.open(peg)
            end = y1 - 12 if free else y1
            d = f"M{points(((x0, y0), (x1, end)))}"
            if free:
                ready.append(
                    path(d, stroke_dasharray="0 9")
                    + path(
                        f"M{points(((x1 - 8, y1 - 13), (x1 + 8, y1 - 13), (x1, y1 + 1)))}Z",
                        fill=var("lane"),
                        stroke="none",
                    )
                )
            else:
                quiet.append(d)
    return el(
        "g",
        path(
            "".join(quiet),
            stroke=var("groove"),
            stroke_width=3.6,
            stroke_dasharray="0 8",
            opacity=".6",
        ),
        el("g", *ready, stroke=var("lane"), stroke_width=6, class_="open") if ready else "",
        fill="none",
        stroke_linecap="round",
        class_="lanes",
    )


def _peg(look: Look, rack: Rack, peg: str) -> str:
    """A peg with what is threaded on it, and its name on the shelf."""
    row, x, rings = peg[0], across(peg), rack.stacks[peg]
    full = rack.full(peg) and row != "D"
    parts = []
    if row != "D":
        parts.append(ellipse(x + 3, FLOOR[row] + 2, REACH if rings else 16, 6, fill=var("shadow")))
        parts.append(_rod(look, peg, tip(peg), FLOOR[row], full))
    for height, ring in enumerate(rings):
        parts.append(_ring(look, peg, height, seat_of(ring) or 0))
    if rings:
        y = place(peg, len(rings) - 1)[1] - RING / 2 + 2.5
        parts.append(ellipse(x, y, 17, 4.2, fill=var("groove"), class_="opening"))
        if row != "D":
            parts.append(_rod(look, peg, tip(peg), y - 0.5, full))
    front = FLOOR[row] + DEEP[row] / 2
    parts.append(
        text(
            x,
            front + (28 if look.compact else 25),
            peg,
            font_size=28 if look.compact else 20,
            font_weight=700,
            text_anchor="middle",
            fill=var("wood-ink"),
        )
    )
    if full:
        u = x + (29 if look.compact else 21)
        parts.append(
            path(
                f"M{points(((u, front + 12), (u + 16, front + 12), (u + 8, front + 25)))}Z",
                fill=var("lane") if rack.open(peg) else "none",
                stroke=var("light-piece-hi" if rack.open(peg) else "wood-ink"),
                stroke_width=1.2 if rack.open(peg) else 2,
            )
        )
    return el(
        "g",
        *parts,
        class_="peg full" if full else "peg",
        data_peg=peg,
        data_tip=num(tip(peg)),
    )


def _rod(look: Look, peg: str, top: float, foot: float, full: bool) -> str:
    """The wood of a peg from its tip to its foot, notched at the height of every ring."""
    x, half = across(peg), 9.0
    d = f"M{num(x - half)} {num(foot)}V{num(top + half)}a9 9 0 0 1 18 0V{num(foot)}a9 3 0 0 1-18 0Z"
    parts = [
        path(d, fill=f"url(#{look.ids}-peg)", stroke=var("wood-edge"), stroke_width=1.2),
    ]
    notches = [y for k in range(1, ROOM[peg[0]] + 1) if (y := FLOOR[peg[0]] - k * RING) < foot - 4]
    if notches:
        parts.append(
            path(
                "".join(f"M{num(x - half)} {num(y)}q9 4 18 0" for y in notches),
                fill="none",
                stroke=var("groove"),
                stroke_width=1.3,
                opacity=".6",
            )
        )
    if full:
        parts.append(
            path(
                f"M{num(x - 11)} {num(top + 15)}v-8a11 10 0 0 1 22 0v8a11 3.5 0 0 1-22 0Z",
                fill=f"url(#{look.ids}-brass)",
                stroke=var("groove"),
                stroke_width=1.2,
            )
        )
    return "".join(parts)


def _outline(x: float, y: float) -> str:
    """A ring seen from the front and a little from above."""
    r, h = REACH, RING / 2
    return (
        f"M{num(x - r)} {num(y)}"
        f"c0-8 6-{num(h - 1)} 18-{num(h)}"
        f"q{num(r - 18)}-4 {num(2 * r - 36)} 0"
        f"c12 1 18 {num(h - 8)} 18 {num(h)}"
        f"c0 8-6 {num(h - 1)}-18 {num(h)}"
        f"q-{num(r - 18)} 4-{num(2 * r - 36)} 0"
        f"c-12-1-18-{num(h - 8)}-18-{num(h)}Z"
    )


def _ring(look: Look, peg: str, height: int, seat: int) -> str:
    x, y = place(peg, height)
    edge = var("light-piece-edge" if seat else "dark-piece-lo")
    parts = [
        path(_outline(x, y), fill=f"url(#{look.ids}-ring{seat})", stroke=edge, stroke_width=1.5)
    ]
    if seat == 1:
        lines = "".join(
            f"M{num(x - REACH + 3)} {num(y + o)}q{num(REACH - 3)} 6 {num(2 * REACH - 6)} 0"
            for o in (-3.5, 2.5)
        )
        parts.append(path(lines, fill="none", stroke=edge, stroke_width=2.2))
    else:
        parts.append(
            path(
                f"M{num(x - 34)} {num(y - 6)}q20-3 44-2",
                fill="none",
                stroke=var("light-piece-hi"),
                stroke_width=2.4,
                stroke_linecap="round",
                opacity=".28",
            )
        )
    return el("g", *parts, class_=f"ring {SIDES[seat]}", data_piece=f"{peg}.{height + 1}")


# --- marks --------------------------------------------------------------------------------


def _quiet(view: Mapping[str, Any]) -> list[str]:
    """How near a draw is, once that begins to matter."""
    limit = int(view.get("quiet_limit", QUIET_LIMIT))
    quiet = int(view.get("quiet", 0))
    if quiet * 10 < limit * 7 or view.get("result") not in (None, "draw"):
        return []
    urgent = quiet * 10 >= limit * 9
    right = WIDTH - 36
    return [
        el(
            "g",
            rect(right - 122, START - 22, 132, 60, 12, fill=var("bad")) if urgent else "",
            text(
                right,
                START + 6,
                tr("{n} of {limit}", n=quiet, limit=limit),
                font_size=25,
                font_weight=700,
            ),
            text(right, START + 28, tr("quiet moves"), font_size=18),
            text_anchor="end",
            fill=var("dark-piece-lo" if urgent else "wood-ink"),
            class_="quiet",
        )
    ]


def _last(rack: Rack, view: Mapping[str, Any], look: Look) -> list[str]:
    texts = list(look.last)
    last = view.get("last")
    if last and last not in texts:
        texts.append(last)
    parts = []
    for said in texts:
        move = _MOVE.match(said)
        if move is None:
            continue
        source, to = move[1], move[2]
        parts.append(_flight(rack, source, to))
        if said == last and _barred(view):
            x, y = place(source, len(rack.stacks[source]))
            parts.append(
                el(
                    "g",
                    ellipse(x, y, 12, 12, fill="#fff", stroke=var("bad-deep"), stroke_width=4.5),
                    path(
                        f"M{num(x - 7.5)} {num(y - 7.5)}l15 15",
                        stroke=var("bad-deep"),
                        stroke_width=4.5,
                    ),
                    class_="mark last barred",
                )
            )
    return parts


def _flight(rack: Rack, source: str, to: str) -> str:
    """The way of the last move: up, across and down, or forward over the edge of the shelf."""
    x0, y0 = place(source, len(rack.stacks[source]))
    x1, y1 = place(to, max(len(rack.stacks[to]) - 1, 0))
    ring = mark_last(x1, y1, REACH + 7, RING / 2 + 7)
    side = 1 if x1 >= x0 else -1
    y1 -= RING / 2 + 8
    if source[0] == to[0]:
        over = min(tip(source), tip(to)) - 26
        x0, x1 = x0 + side * 20, x1 - side * 22
        bends = (x0 + side * 12, over), (x1 - side * 10, over)
        head = (side * 0.25, 0.97)
    else:
        x0 += side * 26
        x1 += side * 26 if abs(x1 - x0) < 40 else -side * 20
        bends = (x0 + side * 30, y0 + 70), (x1 + side * 12, y1 - 90)
        head = (0.0, 1.0)
    d = f"M{points(((x0, y0),))}C{points((*bends, (x1, y1 - 13)))}"
    return ring + arrow(d, (x1, y1), head)


def _marks(rack: Rack, look: Look) -> list[str]:
    parts = []
    for name in look.lit:
        if name in rack.stacks:
            x, y = place(name, max(len(rack.stacks[name]) - 1, 0))
            parts.append(mark_lit(x, y, REACH, RING / 2 + 5))
    for name in look.targets:
        if name in rack.stacks:
            x, y = place(name, len(rack.stacks[name]))
            parts.append(mark_target(x, y, REACH, RING / 2))
    if look.chosen in rack.stacks:
        x, y = place(look.chosen, max(len(rack.stacks[look.chosen]) - 1, 0))
        parts.append(mark_chosen(x, y, REACH + 6, RING / 2 + 6))
    return parts


# --- plates and places to click -----------------------------------------------------------


def _plates(rack: Rack, look: Look, view: Mapping[str, Any]) -> list[str]:
    top = 0 if look.flip else 1
    parts = []
    for seat, y in ((top, 0.0), (1 - top, HEIGHT - PLATE)):
        home = rack.home(seat)
        slots = []
        for i in range(max(GOAL, home)):
            x = -30 - (max(GOAL, home) - 1 - i) * 62
            if i < home:
                slots.append(_little(look, seat, x, 0))
            else:
                slots.append(
                    rect(
                        x - 25,
                        -10,
                        50,
                        20,
                        10,
                        fill="none",
                        stroke=var("ink-soft"),
                        stroke_width=2,
                        stroke_dasharray="5 4",
                    )
                )
        parts.append(
            plate(
                look,
                view,
                seat,
                y,
                WIDTH,
                _little(look, seat, 44, 0),
                slots,
                more_width=62 * max(GOAL, home),
                step=tr("{step} of 2", step=view.get("step", 1)),
            )
        )
    return parts


def _little(look: Look, seat: int, x: float, y: float) -> str:
    """A small ring."""
    edge = var("light-piece-edge" if seat else "dark-piece-hi")
    parts = [
        rect(
            x - 26,
            y - 11,
            52,
            22,
            11,
            fill=f"url(#{look.ids}-ring{seat})",
            stroke=edge,
            stroke_width=1.5,
        )
    ]
    if seat == 1:
        parts.append(path(f"M{num(x - 22)} {num(y - 3)}h44m0 6h-44", stroke=edge, stroke_width=2))
    return "".join(parts)


def _hits(rack: Rack, look: Look) -> str:
    sources = {m[1] for m in map(_MOVE.match, look.legal) if m}
    landed = {m[2] for m in map(_MOVE.match, look.last) if m}
    parts: list[str] = []
    for row in ROOM:
        top = tip(f"{row}1") - GAP / 2
        foot = FLOOR[row] + DEEP[row] / 2 + SHELF
        parts.extend(
            el(
                "rect",
                el("title", _told(rack, peg)),
                x=across(peg) - STEP / 2,
                y=top,
                width=STEP,
                height=foot - top,
                class_=states(look, peg, sources, landed),
                data_at=peg,
            )
            for peg in PEGS[row]
        )
    return el("g", *parts, fill="#000", fill_opacity="0")
