"""View to SVG: opponents with their sets in a horseshoe, the own area and hand at the bottom.

A card shows its active number large and upright, the other one small and upside down, each in its
own colour and with its own pip. The next seat is on the left, as play goes.
"""

from __future__ import annotations

from dataclasses import replace

from pivotry import cards, lettering, plates
from pivotry.cards import Spot, card, size
from pivotry.contract import View
from pivotry.svg import Look, el, text, var

from ...tongue import tr, tr_n
from .faces import definitions, eye, face, spoken
from .layout import (
    ASIDE,
    COMPACT,
    DOUBLE,
    GAP,
    MIDDLE,
    PLATED,
    PRESS,
    SIDE,
    SIDE_UPRIGHT,
    STRIP,
    WIDE,
    Layout,
    laid,
    packed,
    roomy,
    watched,
)
from .seats import Seats
from .telling import headline, ordered, runs, words

__all__ = ["draw", "words"]


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
        scale, per = packed(len(pile), room, deep, max(0.56, 0.7 * self.at.small))
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
        h = at.own
        rotate = "rotate" in self.look.legal
        classes = cards.marks(self.look, "rotate", rotate)
        if self.turner() == self.home:
            classes.append("last")
        left = at.rim + (SIDE if self.wide else SIDE_UPRIGHT)
        aside = ASIDE if self.wide else PLATED
        x = at.width - left - aside
        plate = at.plate + 4 if self.wide else DOUBLE
        if self.wide:
            self.discard(left, y, ASIDE, h)
            self.area(self.home, at.width / 2, y + h / 2, MIDDLE, h)
        else:  # what is one's own side by side
            w = x - GAP - left
            self.area(self.home, left + w / 2, y + h / 2, w, h)
        self.plate(self.home, x, y, aside, plate)
        if not self.presses:
            self.status(x, y + plate, aside, h - plate)
        elif self.wide:
            self.press(x + 206, y + h - 27, 160, 48, classes)
            self.status(x, y + plate, 120, h - plate)
        else:
            self.press(x + aside / 2, y + h - PRESS / 2, aside, PRESS, classes)
        if self.wide or (self.snug and not self.view["discard"]):
            return y + h
        # What is gone lies in a strip of the same height throughout.
        y += h + GAP
        self.discard(left, y, at.width - 2 * left, STRIP)
        return y + STRIP

    def press(self, x: float, y: float, w: float, h: float, classes: list[str]) -> None:
        """The button that turns the hand, about its centre."""
        self.parts.append(plates.button(x, y, w, h, tr("Turn my hand"), "rotate", classes))

    def status(self, x: float, y: float, w: float, h: float) -> None:
        """Which round, and to how many points; in the middle of its place where that is all."""
        alone = not self.presses
        font = at.font if (at := self.at).wide and alone else 14.0 if self.wide else 11.5
        for i, line in enumerate(
            (
                tr("round {n}", n=self.view["round"]),
                tr_n("to {n} point", "to {n} points", self.view.get("target", 4)),
            )
        ):
            self.parts.append(
                text(
                    x + w / 2 if alone else x + 4,
                    y + h / 2 + 6 + (font + 4) * (i - 0.5 * alone),
                    line,
                    class_="m" if alone else None,
                    font_size=font,
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
        if not self.wide and self.actor is not None and self.presses:
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
        zone = at.stage if self.watching else max(at.zone, at.high - y - at.rim - at.foot)
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
            at,
            runs(names),
            cx,
            y,
            room,
            zone,
            WIDE.scale if self.wide and not self.watching else at.least,
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


def _format(view: View, look: Look) -> tuple[Layout, bool]:
    """The measures for a view, and whether nobody plays from the hand at the bottom."""
    players, seat = view["players"], view.get("seat")
    usual = COMPACT if look.compact else roomy(WIDE.width * look.room / 100, players)
    if players == 2 and look.compact:  # there is more room on a narrow screen
        usual = replace(usual, area=usual.area + 0.1)
    if look.compact and look.room:
        return usual, False
    gone = seat is not None and seat in view["out"] and view["phase"] != "deal"
    over = view["result"] is not None
    if not (over or gone or (seat is None and not look.covered)):
        return usual, False
    # While a match runs a hand that is empty will be filled again for who looks on.
    full = [size(held) > 0 for held in view["hands"]]
    home = seat if seat is not None else look.near % players
    hand = full.pop(home) if over else seat is None
    return watched(usual, players, hand=hand, others=any(full) or not over), True


def draw(view: View, look: Look) -> str:
    """The table as the view's seat sees it; only a very large hand makes it higher."""
    at, watching = _format(view, look)
    scene = Scene(view, look, at, watching=watching)
    y = scene.opponents(at.rim + at.top)
    y = scene.hand(scene.middle(y))
    height = y + at.rim + at.foot
    return scene.drawn(
        height,
        tr("Two-ended cards: {headline}", headline=headline(view, scene.names)),
        words(view, scene.names),
        definitions(look.ids),
    )
