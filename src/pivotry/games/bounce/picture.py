"""View to SVG: opponents with their sets in a horseshoe, the own area and hand at the bottom.

A card shows its active number large and upright, the other one small and upside down, each in its
own colour and with its own pip. The next seat is on the left, as play goes.
"""

from __future__ import annotations

from pivotry import cards, lettering
from pivotry.cards import Spot, card, size
from pivotry.contract import View
from pivotry.svg import Look, el, text, var

from ...tongue import tr, tr_n
from .faces import definitions, eye, face, spoken
from .layout import COMPACT, WIDE, laid, packed, roomy
from .seats import Seats
from .telling import headline, ordered, runs, words

__all__ = ["draw", "words"]


_STRIP = 56.0
"""How high the discard pile of an upright picture is."""
_PLAIN = 0.4
"""Cards that are drawn smaller bear no pips."""


class Scene(Seats):
    """One drawing in the making."""

    def discard(self, x: float, y: float, w: float, h: float) -> None:
        """Every discarded card, in order and as large as there is room for all of them.

        ``x, y`` is the top left. In a low strip what it is stands beside the cards.
        """
        pile = ordered(self.view["discard"])
        font = self.at.font - 2 if self.wide else 11.5
        head, side = (font + 12.0, 0.0) if self.wide else (6.0, 62.0)
        said = (tr("discard · {n}", n=len(pile)),) if self.wide else (tr("discard"), str(len(pile)))
        parts = [
            el(
                "rect", x=x, y=y, width=w, height=h, rx=10, fill=var("felt-edge"), fill_opacity=".3"
            ),
            *(
                text(
                    x + 10,
                    y + font + 5 if self.wide else y + h / 2 - 3 + i * (font + 5),
                    line,
                    class_="b" if i else None,
                    font_size=lettering.shrunk(
                        line, max(side, 120.0 if self.wide else 0) - 12, font
                    ),
                    fill=var("felt-ink"),
                    fill_opacity=".95",
                )
                for i, line in enumerate(said)
            ),
        ]
        room, deep = w - 16 - side, h - head - 5
        scale, per = packed(len(pile), room, deep)
        cw, ch = cards.W * scale, cards.H * scale
        lines = -(-len(pile) // per) if pile else 1
        step = min(cw + 2, (room - cw) / max(per - 1, 1))
        row = min(ch + 2, (deep - ch) / max(lines - 1, 1))
        top = y + head + (max(deep - ch - (lines - 1) * row, 0) / 2 if not self.wide else 0)
        for i, name in enumerate(pile):
            spot = Spot(
                x + 8 + side + cw / 2 + (i % per) * step, top + ch / 2 + (i // per) * row, 0, scale
            )
            plain = scale < _PLAIN
            parts.append(card(spot, face(name, self.ids, plain=plain), piece=name))
        self.parts.append(
            el("g", cards.tip(tr("Discard pile: {n}", n=len(pile))), *parts, class_="discard")
        )

    def middle(self, y: float) -> float:
        """Discard pile, own play area, own plate and the button; returns the lower end."""
        at = self.at
        h = self.deep
        rotate = "rotate" in self.look.legal
        classes = cards.marks(self.look, "rotate", rotate)
        if self.turner() == self.home:
            classes.append("last")
        left = at.rim + (16 if self.wide else 8)
        inner = at.width - 2 * left
        if self.wide:
            self.discard(left, y, 286, h)
            self.area(self.home, at.width / 2, y + h / 2, 316, h)
            x = at.width - left - 286
            self.plate(self.home, x, y, 286, at.plate + 4)
            self.parts.append(
                cards.button(x + 206, y + h - 27, 160, 48, tr("Turn my hand"), "rotate", classes)
            )
            self.status(x, y + at.plate + 4, 120, h - at.plate - 4)
            return y + h
        # What is one's own side by side, what is gone in a strip of the same height throughout.
        plate, press, gap = 44.0, 42.0, 7.0
        h = max(h, plate + gap + press)
        w = inner - gap - 116
        self.area(self.home, left + w / 2, y + h / 2, w, h)
        x = at.width - left - 116
        self.plate(self.home, x, y, 116, plate)
        self.parts.append(
            cards.button(
                x + 58, y + h - press / 2, 116, press, tr("Turn my hand"), "rotate", classes
            )
        )
        if self.snug and not self.view["discard"]:
            return y + h
        y += h + gap
        self.discard(left, y, inner, _STRIP)
        return y + _STRIP

    def status(self, x: float, y: float, w: float, h: float) -> None:
        """Which round, and to how many points."""
        for i, line in enumerate(
            (
                tr("round {n}", n=self.view["round"]),
                tr_n("to {n} point", "to {n} points", self.view.get("target", 4)),
            )
        ):
            self.parts.append(
                text(
                    x + 4,
                    y + h / 2 + 6 + 18 * i,
                    line,
                    font_size=14,
                    fill=var("felt-ink"),
                    fill_opacity=".95",
                )
            )

    def hand(self, y: float) -> float:
        """The headline and the hand at the bottom; returns the lower end."""
        at, view = self.at, self.view
        cx = at.width / 2
        font = 1.2 * at.font if self.wide else 14.0
        title = headline(view, lettering.brief(self.names, at.width - 30, font))
        if self.waits:
            title = tr("Waiting for players")
        y += 1.9 * at.font if self.wide else 17
        if not self.wide and self.actor is not None:
            title = tr("{headline} · round {n}", headline=title, n=view["round"])
        self.parts.append(
            text(
                cx,
                y,
                lettering.fit(title, at.width - 30, font),
                class_="b m",
                font_size=font,
                fill=var("felt-ink"),
            )
        )
        y += 30 if self.wide else 17
        zone = max(at.zone, at.high - y - at.rim - at.foot)
        hand = view["hands"][self.home]
        if size(hand) == 0:
            return y + zone
        if isinstance(hand, int):
            width = min(at.width - 60, 420 * max(at.small / WIDE.small, 0.8))
            self.others_hand(self.home, cx, y + (zone - cards.H * at.small) / 2, width)
            return y + zone
        names = ordered(hand)
        room = at.width - 2 * at.rim - (44 if self.wide else 14)
        spots, high = laid(
            at, runs(names), cx, y, room, zone, WIDE.scale if self.wide else at.least
        )
        # Its place is as high with few cards, so that nothing jumps later.
        whole = high if self.snug else max(high, zone)
        spots = [spot.moved(0, (whole - high) / 2) for spot in spots]
        known = list(view["known"][self.home]) if self.seat is not None else []
        hot = self.home == self.hot
        for name, spot in zip(names, spots, strict=True):
            can = hot and self.playable(name)
            at_names = f"{name} {name.split('/')[0]}" if hot else None
            lift = (14 if self.wide else 7) if can else 0
            drawn = face(name, self.ids)
            if name in known:
                drawn += eye()
            self.parts.append(
                card(
                    spot.moved(0, -lift),
                    drawn,
                    at=at_names,
                    piece=name,
                    classes=cards.marks(self.look, at_names, can) if at_names else [],
                    label=tr("{card}, known to the others", card=spoken(name))
                    if name in known
                    else spoken(name),
                )
            )
        return y + whole


def draw(view: View, look: Look) -> str:
    """The table as the view's seat sees it; only a very large hand makes it higher."""
    usual = COMPACT if look.compact else roomy(WIDE.width * look.room / 100)
    scene = Scene(view, look, usual)
    at = scene.at
    y = scene.opponents(at.rim + (16 if scene.wide else 10))
    y = scene.hand(scene.middle(y))
    height = y + at.rim + at.foot
    return scene.drawn(
        height,
        tr("Two-ended cards: {headline}", headline=headline(view, scene.names)),
        words(view, scene.names),
        definitions(look.ids),
    )
