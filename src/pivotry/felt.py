"""The table of the card games, and what their cards are made of: gradients, backs, halos."""

from __future__ import annotations

import math

from .svg import el, num, var

W, H = 80.0, 112.0
"""Width and height of a card at scale 1."""


def table(width: float, height: float, ids: str, rim: float) -> str:
    """A felt table with a wooden rim that fills the picture."""
    return (
        el("rect", width=width, height=height, fill=var("ground"), class_="ground")
        + el(
            "rect",
            x=1,
            y=1,
            width=width - 2,
            height=height - 2,
            rx=rim * 1.6,
            fill=f"url(#{ids}-rim)",
            stroke=var("wood-edge"),
            stroke_width=1.5,
        )
        + el(
            "rect",
            x=rim,
            y=rim,
            width=width - 2 * rim,
            height=height - 2 * rim,
            rx=rim,
            fill=f"url(#{ids}-felt)",
            stroke=var("felt-edge"),
            stroke_width=2,
        )
    )


def defs(ids: str) -> str:
    """Gradients, the plain side of a card and its back; to be given to ``svg.document``."""

    def stops(*colours: str) -> str:
        step = 1 / (len(colours) - 1)
        return "".join(
            el("stop", offset=round(i * step, 2), stop_color=var(c)) for i, c in enumerate(colours)
        )

    shade = el("rect", x=-39, y=-53, width=78, height=112, rx=10, fill=var("shadow"))
    lattice = "".join(
        f"M{x} -48L{x + 96} 48M{x + 96} -48L{x} 48" for x in (-128, -112, -96, -80, -64, -48)
    ) + "".join(f"M{x} -48L{x + 96} 48M{x + 96} -48L{x} 48" for x in (-32, -16, 0, 16, 32))
    back = (
        sheet(fill=var("card"))
        + el("rect", x=-35, y=-51, width=70, height=102, rx=6, fill=var("card-back"))
        + el(
            "path",
            d=lattice,
            clip_path=f"url(#{ids}-frame)",
            stroke=var("card-back-hi"),
            stroke_width=1.6,
            fill="none",
            opacity=".75",
        )
        + el("circle", r=17, fill=var("card-back"), stroke=var("card-back-hi"), stroke_width=2.5)
        + el("path", d=arc_arrow(10, 200, 340, 3) + arc_arrow(10, 20, 160, 3), fill=var("card"))
    )
    # From afar only the colour and the frame of a back can be seen: a few shapes do.
    small = (
        sheet(fill=var("card"))
        + el("rect", x=-33, y=-49, width=66, height=98, rx=5, fill=var("card-back"))
        + el("path", d="M0 -30L20 0L0 30L-20 0Z", fill=var("card-back-hi"))
    )
    return "".join(
        (
            el(
                "linearGradient",
                stops("wood", "wood-edge"),
                id=f"{ids}-rim",
                x1=0,
                y1=0,
                x2=0,
                y2=1,
            ),
            el(
                "radialGradient",
                stops("felt", "felt", "felt-edge"),
                id=f"{ids}-felt",
                cx=".5",
                cy=".38",
                r=".85",
            ),
            el(
                "clipPath",
                el("rect", x=-35, y=-51, width=70, height=102, rx=6),
                id=f"{ids}-frame",
            ),
            el(
                "g",
                shade,
                sheet(fill=var("card"), stroke=var("card-edge")),
                id=f"{ids}-paper",
            ),
            el("g", shade, back, edge(), id=f"{ids}-back"),
            el("g", shade, small, edge(2.5), id=f"{ids}-mini"),
        )
    )


def sheet(**attributes: object) -> str:
    """A rectangle in the shape of a card, about the origin."""
    return el("rect", x=-W / 2, y=-H / 2, width=W, height=H, rx=9, **attributes)


def edge(width: float = 1) -> str:
    """The outline of a card over what is printed on it."""
    return sheet(
        fill="none",
        stroke=var("card-edge"),
        stroke_width=width,
    )


def style(ids: str) -> str:
    """How the classes look that say what can be done with a card; scoped to the picture."""
    scope = f"#{ids}-svg"
    halos = (
        ("can", "accent-soft", ""),
        ("target", "accent-soft", ";stroke-dasharray:9 5"),
        ("last", "last", ""),
        ("chosen", "accent", ";stroke-width:7"),
        ("lit", "bad", ";stroke-width:7"),
    )
    return (
        f"{scope} [data-at]{{cursor:pointer}}"
        f"{scope} .halo{{fill:none;stroke:none;stroke-width:4}}"
        f"{scope} .casing{{fill:none;stroke:#fff;stroke-width:12}}"
        f"{scope} .b{{font-weight:700}}{scope} .m{{text-anchor:middle}}"
        f"{scope} .e{{text-anchor:end}}"
        + "".join(
            f"{scope} .{name}>.halo{{stroke:{var(colour)}{more}}}" for name, colour, more in halos
        )
    )


def arc_arrow(r: float, start: float, end: float, thick: float) -> str:
    """A path: an arrow along a circle about the origin; degrees, clockwise from the right."""
    tip = math.copysign(math.degrees(2.4 * thick / r), end - start)

    def at(radius: float, degrees: float) -> str:
        a = math.radians(degrees)
        return f"{num(radius * math.cos(a))} {num(radius * math.sin(a))}"

    neck, outer, inner = end - tip, r + thick / 2, r - thick / 2
    large, sweep = int(abs(neck - start) > 180), int(end > start)
    return (
        f"M{at(outer, start)}"
        f"A{num(outer)} {num(outer)} 0 {large} {sweep} {at(outer, neck)}"
        f"L{at(r + 1.5 * thick, neck)}L{at(r, end)}L{at(r - 1.5 * thick, neck)}L{at(inner, neck)}"
        f"A{num(inner)} {num(inner)} 0 {large} {1 - sweep} {at(inner, start)}Z"
    )
