"""What the pictures of the card games share: the table, cards and their backs, fans, name plates.

Lengths are units of the picture: one CSS pixel on a phone 360 pixels wide (``Look.compact``), or on
a page that shows the wide layout at its own size. Cards are drawn about their own centre and put in
place by a ``Spot``.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Generic, Protocol, TypeVar

from . import lettering
from .contract import View
from .svg import Look, document, el, num, text, var
from .tongue import tr
from .wording import listed

W, H = 80.0, 112.0
"""Width and height of a card at scale 1."""


@dataclass(frozen=True)
class Spot:
    """Where a card lies: its centre, its turn in degrees (clockwise) and its scale."""

    x: float
    y: float
    turn: float = 0.0
    scale: float = 1.0

    def moved(self, dx: float, dy: float) -> Spot:
        """Shifted along the card's own axes."""
        a = math.radians(self.turn)
        return Spot(
            self.x + dx * math.cos(a) - dy * math.sin(a),
            self.y + dx * math.sin(a) + dy * math.cos(a),
            self.turn,
            self.scale,
        )

    @property
    def transform(self) -> str:
        parts = [f"translate({num(self.x)} {num(self.y)})"]
        if self.turn:
            parts.append(f"rotate({num(self.turn)})")
        if self.scale != 1:
            parts.append(f"scale({self.scale:.4g})")
        return " ".join(parts)


# --- reading a view -------------------------------------------------------------------------------


def size(hand: Any) -> int:
    """How many cards a list of a view has, open or only counted."""
    return hand if isinstance(hand, int) else len(hand)


def names_of(view: dict[str, Any], names: Sequence[str]) -> list[str]:
    """A name for every seat; where none is given, the game's own. Fit for XML."""
    given = ["".join(c for c in n if c.isprintable()).strip() for n in names]
    return [
        given[seat] if seat < len(given) and given[seat] else f"p{seat + 1}"
        for seat in range(view["players"])
    ]


def you(name: str, own: bool) -> str:
    """A name, marked if it is of the seat that looks."""
    return tr("{name} (you)", name=name) if own else name


def cut(x: float, y: float, name: str, room: float, font: float, ink: str) -> str:
    """A name in bold; where there is no room it is cut, then as wide as reckoned in any font."""
    shown = lettering.fit(name, room, font)
    held = shown != name
    return text(
        x, y, shown, class_="b", font_size=font, fill=ink,
        textLength=num(lettering.width_of(shown, font)) if held else None,
        lengthAdjust="spacingAndGlyphs" if held else None,
    )  # fmt: skip


def near(view: View) -> int | None:
    """Whose cards a view is about: the reader's own, else those of who is to move, if any."""
    seat: int | None = view.get("seat")
    if seat is None and view["result"] is None and view["phase"] != "deal":
        seat = view["turn"]
    return seat


def hand_of(view: View, names: Sequence[str]) -> str:
    """What to call the hand of the seat that ``near`` gives."""
    if view.get("seat") is not None:
        return tr("Your hand")
    return tr("Cards of {name}", name=names[near(view) or 0])


def outcome(view: dict[str, Any], names: Sequence[str]) -> str:
    """Who has won the match of a view with a result."""
    winners = [names[seat] for seat in view["result"]]
    if not winners:
        return tr("Nobody wins the match")
    if len(winners) == 1:
        return tr("{name} wins the match", name=winners[0])
    return tr("{names} share the match", names=listed(winners))


# --- a drawing ------------------------------------------------------------------------------------


class Measures(Protocol):
    """What the layouts of both games have."""

    @property
    def width(self) -> float: ...

    @property
    def rim(self) -> float: ...


M = TypeVar("M", bound=Measures)


@dataclass
class Scene(ABC, Generic[M]):
    """One drawing in the making."""

    view: View
    look: Look
    at: M
    parts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        view = self.view
        self.ids = self.look.ids
        self.wide = not self.look.compact
        self.names = names_of(view, self.look.names)
        self.seat: int | None = view.get("seat")
        self.home = self.seat if self.seat is not None else self.look.near % view["players"]
        self.over = view["result"] is not None
        idle = self.over or view["phase"] == "deal" or self.look.waiting
        self.actor: int | None = None if idle else view["turn"]
        # The hand that can be played from: one's own, or in an open picture the mover's.
        self.hot = self.seat if self.seat is not None else self.actor
        self.waits = self.look.waiting and not self.over
        self.last = self.look.last[-1] if self.look.last else ""

    @abstractmethod
    def deal(self) -> int:
        """Which deal of the match this is: cards of two deals are not the same cards."""

    def drawn(self, height: float, title: str, words: str, more: str = "") -> str:
        """The SVG: the table and what has been put on it; ``more`` are definitions of the game."""
        at, ids = self.at, self.ids
        return document(
            at.width,
            height,
            [
                el(
                    "g",
                    table(at.width, height, ids, at.rim),
                    class_="table",
                    data_home=self.home,
                    data_deal=self.deal(),
                ),
                *self.parts,
            ],
            look=self.look,
            title=title,
            words=words,
            style=f"#{ids}-svg{{--units:{num(height)}}}" + style(ids),
            defs=defs(ids) + more,
        )


# --- the table ------------------------------------------------------------------------------------


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


# --- cards ----------------------------------------------------------------------------------------


def marks(look: Look, at: str, can: bool = False) -> list[str]:
    """Classes of what bears the ``data-at`` names ``at``: chosen, target, lit, and ``can``."""
    names = set(at.split())
    classes = ["can"] if can else []
    if look.chosen is not None and look.chosen in names:
        classes.append("chosen")
    if names & set(look.targets):
        classes.append("target")
    if names & set(look.lit):
        classes.append("lit")
    return classes


def halo(
    width: float = W,
    height: float = H,
    radius: float = 9,
    classes: Sequence[str] = (),
    high: float = 0.0,
) -> str:
    """The outline that shows the state of what it surrounds, centred; see ``style``.

    What is chosen or lit up has a white one around it, to be seen on any ground. ``high`` is how
    much a pile stands out to the top and right.
    """
    kinds = ["casing", "halo"] if {"chosen", "lit"} & set(classes) else ["halo"]
    return "".join(
        el(
            "rect",
            x=-width / 2 - 3,
            y=-height / 2 - 3 - high,
            width=width + 6 + high,
            height=height + 6 + high,
            rx=radius + 3,
            class_=kind,
        )
        for kind in kinds
    )


def card(
    spot: Spot,
    face: str,
    *,
    at: str | None = None,
    piece: str | None = None,
    classes: Sequence[str] = (),
    label: str | None = None,
    high: float = 0.0,
    **attributes: object,
) -> str:
    """One card in its place. ``face`` is drawn about the origin, as large as the card.

    A pile stands out ``high`` units to the top and right.
    """
    return el(
        "g",
        tip(label) if label else "",
        halo(classes=classes, high=high) if at is not None or classes else "",
        face,
        class_=" ".join(("card", *classes)),
        data_at=at,
        data_piece=piece,
        transform=spot.transform,
        **attributes,
    )


def tip(content: str) -> str:
    """A tooltip, first child of what it is about."""
    return el("title", escape(content))


def use(name: str, ids: str, **attributes: object) -> str:
    """A drawing from the picture's ``defs``."""
    return el("use", href=f"#{ids}-{name}", **attributes)


def backs(
    count: int, x: float, y: float, width: float, scale: float, ids: str, most: int = 12
) -> str:
    """A small fan of card backs about a centre; more than ``most`` are not told apart."""
    shown = min(count, most)
    step = min(W * scale * 0.42, (width - W * scale) / max(shown - 1, 1))
    middle = (shown - 1) / 2
    body = "".join(
        use(
            "mini",
            ids,
            transform=Spot(x + (i - middle) * step, y, (i - middle) * 2.4, scale).transform,
        )
        for i in range(shown)
    )
    return el("g", body, class_="backs")


def hand(
    groups: Sequence[int],
    x: float,
    top: float,
    width: float,
    *,
    scale: float,
    apart: float,
    near: float | None = None,
    row: float | None = None,
    bend: float = 0.0,
) -> tuple[list[Spot], float]:
    """Where the cards of a hand lie, and how high the whole is.

    ``groups`` are sizes of runs of cards that stand together: cards of a run follow each other at
    ``near``, runs at ``apart`` (between left edges). What does not fit into ``width`` goes into
    another row, ``row`` lower; a run longer than a row is broken. Rows are about equally long and
    the whole is centred on ``x``. A single row is bent to an arc that falls ``bend`` at its ends.
    """
    near = apart if near is None else near
    row = H * scale if row is None else row
    steps: list[float] = []  # from the left edge of the card before, in one endless row
    for n in groups:
        steps += [apart] + [near] * (n - 1)
    if not steps:
        return [], 0.0
    starts = {sum(groups[:i]) for i in range(len(groups))}

    def broken(limit: float) -> list[list[float]]:
        lines: list[list[float]] = []
        length = math.inf
        for i, step in enumerate(steps):
            run = length + step
            if i in starts:  # look ahead: does the whole run still fit?
                n = groups[sorted(starts).index(i)]
                whole = (n - 1) * near
                fits = run + whole + W * scale <= limit or W * scale + whole > limit
            else:
                fits = True
            if run + W * scale > limit + 0.01 or not fits:
                lines.append([0.0])
                length = 0.0
            else:
                lines[-1].append(run)
                length = run
        return lines

    grid = len(groups) == len(steps)
    if grid:  # single cards: rows as equal as can be, one under the other
        most = 1 + int((width - W * scale + 0.01) / apart)
        count = -(-len(steps) // most)
        each, more = divmod(len(steps), count)
        lines = [[k * apart for k in range(each + (i < more))] for i in range(count)]
    else:
        lines = broken(width)
    limit = 0.0 if grid else width
    while len(lines) > 1 and limit > W * scale:  # as narrow as the same number of rows allows
        narrower = broken(limit - 6)
        if len(narrower) > len(lines):
            break
        lines, limit = narrower, limit - 6
    spots = []
    arc = len(lines) == 1 and len(steps) > 1
    for i, line in enumerate(lines):
        left = x - ((lines[0] if grid else line)[-1] + W * scale) / 2
        for offset in line:
            cx = left + offset + W * scale / 2
            cy = top + i * row + H * scale / 2
            if arc and bend:
                t = (cx - x) / (width / 2)
                cy += bend * t * t
                spots.append(Spot(cx, cy, math.degrees(math.atan(4 * bend * t / width)), scale))
            else:
                spots.append(Spot(cx, cy, 0.0, scale))
    return spots, (len(lines) - 1) * row + H * scale + (bend if arc else 0.0)


# --- shapes ---------------------------------------------------------------------------------------


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


CROWN = "M-9 6L-11 -6L-5 -1L0 -9L5 -1L11 -6L9 6Z"
EYE = "M-9 0Q0 -8.5 9 0Q0 8.5 -9 0ZM0 -3.4A3.4 3.4 0 1 0 0 3.4A3.4 3.4 0 1 0 0 -3.4Z"


def crown(x: float, y: float, scale: float = 1.0) -> str:
    """The mark of a winner."""
    return el(
        "path",
        d=CROWN,
        fill=var("last"),
        stroke=var("felt-edge"),
        transform=Spot(x, y, 0, scale).transform,
    )


def badge_width(word: str, font: float) -> float:
    """How wide a badge is."""
    return lettering.width_of(word, font) + font


def badge(right: float, y: float, font: float, word: str, label: str) -> str:
    """A word on the upper edge of a plate, with its right end at a place: who deals, who began."""
    w, h = badge_width(word, font), font * 1.45
    return el(
        "g",
        tip(label),
        el(
            "rect",
            x=-w,
            y=-h / 2,
            width=w,
            height=h,
            rx=h / 2,
            fill=var("card"),
            stroke=var("card-edge"),
            stroke_width=1.2,
        ),
        text(-w / 2, font * 0.36, word, class_="b m", font_size=font, fill=var("card-ink")),
        transform=f"translate({num(right)} {num(y)})",
    )


def panel(x: float, y: float, w: float, h: float, *, turn: bool) -> str:
    """The ground of a seat's plate; the seat to act has a bright one."""
    return el(
        "rect",
        x=x,
        y=y,
        width=w,
        height=h,
        rx=min(12.0, h / 3),
        fill=var("felt-ink" if turn else "felt-edge"),
        fill_opacity="1" if turn else ".72",
        stroke=var("last") if turn else var("felt-edge"),
        stroke_width=3 if turn else 1,
    )


def button(x: float, y: float, w: float, h: float, label: str, at: str, classes: list[str]) -> str:
    """A thing to press, about a centre; without ``can`` among its classes it looks asleep.

    Its label is drawn smaller if it would not fit otherwise.
    """
    awake = "can" in classes
    return el(
        "g",
        el(
            "rect",
            x=-w / 2,
            y=-h / 2,
            width=w,
            height=h,
            rx=h / 2,
            fill=var("up") if awake else var("felt-edge"),
            fill_opacity="1" if awake else ".6",
            stroke=var("felt-ink"),
            stroke_opacity=".6",
        ),
        halo(w, h, h / 2, classes),
        text(
            0,
            5.5,
            label,
            class_="b m",
            font_size=lettering.shrunk(label, w - 22, 16),
            fill=var("felt-ink"),
            fill_opacity="1" if awake else ".7",
        ),
        class_=" ".join(("button", *classes)),
        data_at=at,
        transform=f"translate({num(x)} {num(y)})",
    )
