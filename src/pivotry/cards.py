"""What the pictures of the card games share: cards and their backs, fans, one drawing of a table.

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

from . import felt, lettering
from .contract import View
from .felt import H as H
from .felt import W as W
from .svg import Look, document, el, num, text
from .tongue import tr
from .wording import listed


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
                    felt.table(at.width, height, ids, at.rim),
                    class_="table",
                    data_home=self.home,
                    data_deal=self.deal(),
                ),
                *self.parts,
            ],
            look=self.look,
            title=title,
            words=words,
            style=f"#{ids}-svg{{--units:{num(height)}}}" + felt.style(ids),
            defs=felt.defs(ids) + more,
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
