"""What the pictures of the two board games share: the wood, the plates with names, the marks.

Shapes repeat what colours say: a chosen place has a thick ring, a place to go to a ring with a
dot, what stands in the way a diamond, the last move a dashed line.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from math import cos, pi, sin
from typing import Any

from pivotry.svg import Look, document, el, num, text, var
from pivotry.tongue import everywhere, mark, tr

SIDES = ("dark", "light")
SIDE_NAMES = (mark("Dark"), mark("Light"))
PLATE = 62.0
"""Height of a plate."""

Point = tuple[float, float]


def seat_of(side: object) -> int | None:
    """0 for ``dark`` or ``d``, 1 for ``light`` or ``l``, else None."""
    return {"d": 0, "l": 1, "dark": 0, "light": 1}.get(str(side))


def called(names: Sequence[str], seat: int) -> str:
    """A side's name for words: ``Dark``, or ``Ada (Dark)`` where a player has a name."""
    given = names[seat] if seat < len(names) else ""
    side = tr(SIDE_NAMES[seat])
    usual = not given or given in everywhere(SIDE_NAMES[seat])
    return side if usual else f"{given} ({side})"


def standing(view: Mapping[str, Any], seat: int) -> str:
    """What a plate says about a side: ``to move``, ``wins``, ``draw`` or nothing."""
    result = view.get("result")
    if result is None:
        return mark("to move") if seat_of(view.get("turn")) == seat else ""
    if result == "draw":
        return mark("draw")
    return mark("wins") if seat_of(result) == seat else ""


def headline(view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Who has won or is to move, for titles and words."""
    result = view.get("result")
    if result == "draw":
        return tr("a draw")
    if result is not None:
        return tr("{name} has won", name=called(names, seat_of(result) or 0))
    return tr("{name} to move", name=called(names, seat_of(view.get("turn")) or 0))


def drawn(
    width: float,
    height: float,
    body: Sequence[str],
    *,
    look: Look,
    title: str,
    words: str,
    defs: str,
) -> str:
    """The SVG of a board: ``body`` on the ground, with ``defs`` of the game after the wood's."""
    return document(
        width,
        height,
        [rect(0, 0, width, height, fill=var("ground"), class_="ground"), *body],
        look=look,
        title=title,
        words=words,
        style=touch(look),
        defs=wood(look.ids) + defs,
    )


# --- small shapes -------------------------------------------------------------------------


def points(places: Sequence[Point]) -> str:
    """For ``points`` and, after an M, for ``d``."""
    return " ".join(f"{num(x)},{num(y)}" for x, y in places)


def path(d: str, *children: str, **attributes: object) -> str:
    return el("path", *children, d=d, **attributes)


def ellipse(x: float, y: float, rx: float, ry: float, **attributes: object) -> str:
    return el("ellipse", cx=float(x), cy=float(y), rx=float(rx), ry=float(ry), **attributes)


def rect(
    x: float, y: float, width: float, height: float, rx: float = 0, **attributes: object
) -> str:
    return el(
        "rect",
        x=float(x),
        y=float(y),
        width=float(width),
        height=float(height),
        rx=float(rx) if rx else None,
        **attributes,
    )


def star(x: float, y: float, r: float, **attributes: object) -> str:
    """A five-pointed star about a point: what is finished, who has won."""
    corners = [
        (x + a * cos(pi * (i / 5 - 0.5)), y + a * sin(pi * (i / 5 - 0.5)))
        for i in range(10)
        for a in (r if i % 2 == 0 else r * 0.45,)
    ]
    return path(f"M{points(corners)}Z", **attributes)


def gradient(id: str, stops: Sequence[tuple[float, str]], *, along: str = "v") -> str:
    """A linear gradient over the box of what it fills: ``v`` downwards, ``h`` to the right."""
    return el(
        "linearGradient",
        *(el("stop", offset=num(at), stop_color=var(name)) for at, name in stops),
        id=id,
        x2="1" if along == "h" else "0",
        y2="0" if along == "h" else "1",
    )


def wood(ids: str) -> str:
    """The gradients that both pictures use."""
    return "".join(
        (
            gradient(f"{ids}-board", ((0, "wood-hi"), (0.55, "wood"), (1, "wood-lo"))),
            gradient(f"{ids}-frame", ((0, "frame-hi"), (1, "frame"))),
            el(
                "linearGradient",
                el("stop", stop_color=var("shadow")),
                el("stop", offset="1", stop_color=var("shadow"), stop_opacity="0"),
                id=f"{ids}-fade",
                x2="0",
                y2="1",
            ),
        )
    )


def grain(x: float, y: float, width: float, height: float, lines: int) -> str:
    """The grain of a plank: long, quiet lines that swerve a little, the same on every machine."""
    d = []
    for i in range(lines):
        level = y + height * (i + 0.5) / lines
        swerve = ((i * 37) % 11 - 5) * height / lines / 9
        d.append(
            f"M{num(x)} {num(level)}"
            f"c{num(width * 0.3)} {num(swerve)} {num(width * 0.5)} {num(-1.4 * swerve)}"
            f" {num(width)} {num(swerve * 0.6)}"
        )
    return path("".join(d), fill="none", stroke=var("wood-edge"), stroke_width=1.4, opacity=".16")


def states(look: Look, name: str, sources: Container[str], landed: Container[str]) -> str:
    """The classes of a place to click: what a page can style, and what the marks show as well."""
    found = (
        ("can", name in sources),
        ("target", name in look.targets),
        ("chosen", name == look.chosen),
        ("lit", name in look.lit),
        ("last", name in landed),
    )
    return " ".join(["at", *(state for state, yes in found if yes)])


def touch(look: Look) -> str:
    """The style of places to click; marks lie above them and let clicks through."""
    scope = f"#{look.ids}-svg"
    return (
        f"{scope} .at{{cursor:pointer}}{scope} .mark,{scope} .badge{{pointer-events:none}}"
        f"{scope} .can:hover,{scope} .target:hover{{fill:{var('accent')};fill-opacity:.14}}"
    )


def board(look: Look, x: float, y: float, width: float, height: float) -> list[str]:
    """A plank in its frame."""
    inset = 9.0
    return [
        rect(x + 1, y + 6, width - 2, height - 1, 26, fill=var("shadow"), opacity=".6"),
        rect(x + 4, y + 9, width - 8, height, 26, fill=var("shadow"), opacity=".4"),
        rect(x, y, width, height, 24, fill=f"url(#{look.ids}-frame)"),
        rect(
            x + inset,
            y + inset,
            width - 2 * inset,
            height - 2 * inset,
            16,
            fill=f"url(#{look.ids}-board)",
            stroke=var("groove"),
            stroke_width=1.5,
        ),
        grain(
            x + inset, y + inset + 6, width - 2 * inset, height - 2 * inset - 12, int(height / 26)
        ),
    ]


# --- marks --------------------------------------------------------------------------------


def mark_target(x: float, y: float, rx: float, ry: float) -> str:
    """Where the chosen piece can go."""
    return el(
        "g",
        ellipse(
            x, y, rx, ry, fill=var("accent"), fill_opacity=".22", stroke="#fff", stroke_width=6
        ),
        ellipse(x, y, rx, ry, fill="none", stroke=var("accent"), stroke_width=3.5),
        ellipse(x, y, rx * 0.36, ry * 0.36, fill=var("accent"), stroke="#fff", stroke_width=1.5),
        class_="mark target",
    )


def mark_chosen(x: float, y: float, rx: float, ry: float) -> str:
    """What was picked up by a first click."""
    return el(
        "g",
        ellipse(x, y, rx, ry, fill="none", stroke="#fff", stroke_width=10),
        ellipse(x, y, rx, ry, fill="none", stroke=var("accent"), stroke_width=6.5),
        class_="mark chosen",
    )


def mark_lit(x: float, y: float, rx: float, ry: float) -> str:
    """What stands in the way of a refused move."""
    rx, ry = rx * 1.3, ry * 1.3
    d = f"M{points(((x - rx, y), (x, y - ry), (x + rx, y), (x, y + ry)))}Z"
    return el(
        "g",
        path(d, fill="none", stroke="#fff", stroke_width=8, stroke_linejoin="round"),
        path(d, fill="none", stroke=var("bad"), stroke_width=4.5, stroke_linejoin="round"),
        class_="mark lit",
    )


def mark_last(x: float, y: float, rx: float, ry: float) -> str:
    """Where the last move set out from, or what it moved: dashes on a dark line."""
    return el(
        "g",
        ellipse(x, y, rx, ry, fill="none", stroke=var("last-edge"), stroke_width=6.5),
        ellipse(
            x, y, rx, ry, fill="none", stroke=var("last"), stroke_width=4, stroke_dasharray="9 4"
        ),
        class_="mark last",
    )


def arrow(d: str, tip: Point, direction: Point, *, colour: str = "last", size: float = 17) -> str:
    """A dashed line ``d`` with a head at ``tip``; ``direction`` is a unit vector."""
    (x, y), (u, v) = tip, direction
    base = (x - u * size, y - v * size)
    head = (
        f"M{points(((x, y), (base[0] - v * size * 0.62, base[1] + u * size * 0.62)))}"
        f" {points(((base[0] + v * size * 0.62, base[1] - u * size * 0.62),))}Z"
    )
    return el(
        "g",
        path(d, fill="none", stroke=var("last-edge"), stroke_width=7, stroke_linecap="round"),
        path(head, fill=var("last-edge"), stroke=var("last-edge"), stroke_width=3),
        path(d, fill="none", stroke=var(colour), stroke_width=4.5, stroke_dasharray="9 4"),
        path(head, fill=var(colour)),
        class_="mark last",
    )


# --- plates -------------------------------------------------------------------------------


_WIDTHS = {
    c: width / 100
    for width, letters in (
        (29, " !',-.:;ijl|"),
        (34, "()IJ[]"),
        (41, '/\\_f{}"'),
        (48, "rt?"),
        (51, "cs"),
        (49, "z"),
        (57, "$+*0123456789<=>EFLSTY^gvxy~·"),
        (61, "Z`aeko"),
        (66, "#BCKPRVXbdhnpqu"),
        (71, "AG"),
        (76, "&DHU"),
        (81, "NOQ"),
        (87, "w"),
        (91, "%@"),
        (97, "MWm…"),
    )
    for c in letters
}


def width_of(content: str, size: float) -> float:
    """How wide a text is in the bold font that Pivotry ships; a guess for other scripts."""
    return size * sum(_WIDTHS.get(c, 0.66 if ord(c) < 0x1100 else 1.0) for c in content)


def fitted(x: float, y: float, content: str, size: float, fill: str) -> str:
    """A bold text exactly ``width_of`` wide, whatever font the reader's machine sets it in.

    Letters whose width nobody knows have that of their font, unless the text was cut.
    """
    known = all(c in _WIDTHS for c in content) or content.endswith("…")
    return text(
        x,
        y,
        content,
        font_size=size,
        font_weight=700,
        fill=fill,
        textLength=num(width_of(content, size)) if known and content else None,
        lengthAdjust="spacingAndGlyphs" if known and content else None,
    )


def shortened(name: str, size: float, room: float) -> str:
    """``name``, cut with an ellipsis where it does not fit into ``room``."""
    name = " ".join(name.split())
    if width_of(name, size) <= room:
        return name
    while name and width_of(name + "…", size) > room:
        name = name[:-1]
    return name.rstrip() + "…"


def plate(
    look: Look,
    view: Mapping[str, Any],
    seat: int,
    y: float,
    width: float,
    sample: str,
    more: Sequence[str] = (),
    *,
    more_width: float = 0,
    step: str = "",
) -> str:
    """The strip of one side: a sample of its pieces, its name, whether it is to move or has won.

    ``sample`` is drawn in a box 64 wide about the point (40, 0), ``more`` about y = 0 with its
    right edge at x = 0. ``step`` is said after ``to move``. On a phone all of it is drawn larger.
    """
    size = 26.0
    given = look.names[seat] if seat < len(look.names) else ""
    status = "" if look.waiting else standing(view, seat)
    said = tr(status) if status else ""
    if step and status == "to move":
        said = f"{said} · {step}"
    pill = width_of(said, 20) + 49 if said else 0.0
    name = given or tr(SIDE_NAMES[seat])
    taken = 88 + 16 + pill + more_width + 40
    whole = taken + min(width_of(name, size), 160.0) + 2
    scale = min(1.35, max(1.0, width / whole)) if look.compact else 1.0
    name = shortened(name, size, width / scale - taken - (0 if said else 8))
    width /= scale
    middle = PLATE / scale / 2
    parts = [
        el("g", sample, transform=f"translate(0 {num(middle)})"),
        fitted(88, middle + 9, name, size, var("ink")),
    ]
    if said:
        x = 88 + width_of(name, size) + 16
        won = status == "wins"
        colour = var("good" if won else "accent" if status == "to move" else "ink-soft")
        parts.append(rect(x, middle - 17, pill, 34, 17, fill=colour))
        ink = var("dark-piece-lo" if won else "ground")
        parts.append(
            star(x + 20, middle, 10, fill=ink)
            if won
            else path(f"M{num(x + 14)} {num(middle - 8)}l13 8l-13 8Z", fill=ink)
            if status == "to move"
            else path(f"M{num(x + 13)} {num(middle - 4)}h13m-13 8h13", stroke=ink, stroke_width=3)
        )
        parts.append(fitted(x + 34, middle + 7, said, 20, ink))
    if more:
        parts.append(el("g", *more, transform=f"translate({num(width - 24)} {num(middle)})"))
    place = f"translate(0 {num(y)})" + (f" scale({num(scale)})" if scale != 1 else "")
    return el("g", *parts, class_=f"plate {SIDES[seat]}", transform=place)
