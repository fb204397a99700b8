"""View to SVG: a ring of seats, the way play goes as arrows round the table, piles in the middle.

The seat that looks sits at the bottom, the next one to its left: round the picture clockwise is
upwards play (U-9).
"""

from __future__ import annotations

import math

from pivotry import cards, felt, lettering, plates
from pivotry.cards import Spot, card, size
from pivotry.contract import View
from pivotry.svg import Look, el, text, var

from ...tongue import tr, tr_n
from .faces import UP_ARROW, crowded_face, direction_face, number_face
from .layout import COMPACT, WIDE, Layout, roomy
from .strips import open_hands
from .telling import ORDER, WORDS, advised, headline, ordered, urged, wanted, word_table, words
from .way import arrows, ladder

__all__ = ["draw", "words"]


def pile_of(name: str) -> str:
    """The discard pile on which a card is played, as ``data-drop`` names it."""
    return "directions" if name in ORDER else "numbers"


class Scene(cards.Scene[Layout]):
    """One drawing in the making."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.table = word_table(self.view)
        covered = isinstance(self.view["hands"][self.home], int)
        self.watching = self.seat is None and not self.look.covered and covered
        """Whether nobody will ever play from the hand at the bottom: its backs need less room."""

    def face(
        self, name: str, *, big: bool = False, small: bool = False, crowded: bool = False
    ) -> str:
        if name in ORDER:
            return direction_face(name, self.ids, small)
        if crowded:
            return crowded_face(name, self.table.get(name), self.ids)
        return number_face(name, self.table.get(name), self.ids, big, small)

    def deal(self) -> int:
        return int(self.view["game_number"])

    @property
    def foot(self) -> float:
        """What is left free below the hand."""
        return self.at.rim + (20 if self.wide else 12)

    def label(self, name: str) -> str:
        if name not in self.table:
            return name
        word = tr(WORDS[self.table[name]])
        return f"{name}: {word}"

    # the middle

    def slot(self, spot: Spot, words: str) -> str:
        """An empty place for a pile."""
        return el(
            "g",
            felt.sheet(
                fill=var("felt-edge"),
                fill_opacity=".35",
                stroke=var("felt-ink"),
                stroke_opacity=".45",
                stroke_width=1.5,
                stroke_dasharray="6 6",
            ),
            *(
                text(
                    0,
                    5 + 15 * i - 7 * (len(words.split()) - 1),
                    part,
                    class_="m",
                    font_size=13,
                    fill=var("felt-ink"),
                    fill_opacity=".9",
                )
                for i, part in enumerate(words.split())
            ),
            transform=spot.transform,
        )

    def pile(self, which: str, spot: Spot, big: bool, empty: str) -> None:
        """A discard pile: its top card, and a few of those below it looking out.

        Explanations light it up as ``which``; there is nothing to click.
        """
        pile = self.view[which]
        lit = ["lit"] if which in self.look.lit else []
        if not pile:
            face = self.slot(Spot(0, 0), empty)
            self.parts.append(card(spot, face, classes=lit, data_drop=which))
            return
        tilt = ((7, -3.0, 3.0), (-6, -4.0, -1.0), (0, 0.0, 0.0))
        shown = pile[-3:]
        for i, name in enumerate(shown):
            turn, dx, dy = tilt[3 - len(shown) + i]
            top = i == len(shown) - 1
            classes = [*(["last"] if self.last == name else []), *lit] if top else []
            self.parts.append(
                card(
                    Spot(spot.x + dx, spot.y + dy, turn, spot.scale),
                    self.face(name, big=big),
                    piece=name,
                    classes=classes,
                    label=self.label(name) if top else None,
                    data_drop=which if top else None,
                )
            )

    def piles(self) -> None:
        view, at = self.view, self.at
        wide = self.wide
        if view["numbers"] and self.actor is not None:
            self.parts.append(
                ladder(
                    *at.ladder,
                    9.0 if wide else 7.0,
                    now=int(view["numbers"][-1]),
                    up=view["going"] == "up",
                    free=view["free"],
                    said=tr("Numbers from 1 to 80: {wanted}", wanted=wanted(view)),
                )
            )
        self.pile("numbers", at.number, True, tr("numbers"))
        self.pile("directions", at.direction, False, "UP DOWN PIVOT")
        left = size(view["draw"])
        drawn = self.last in ("draw", "keep") or self.last.startswith("=")
        can = "draw" in self.look.legal
        classes = cards.marks(self.look, "draw", can) + (["last"] if drawn else [])
        if left:
            layers = min(3, 1 + left // 12)
            face = "".join(
                cards.use("back", self.ids, transform=f"translate({2 * i} {-2.5 * i})")
                if i
                else cards.use("back", self.ids)
                for i in range(layers)
            )
        else:
            face = self.slot(Spot(0, 0), tr("no cards"))
        self.parts.append(
            card(
                at.draw,
                face,
                high=2.5 * (layers - 1) if left else 0.0,
                at="draw",
                classes=classes,
                label=tr("Draw pile: {n}", n=left),
                data_hand="pile",
                data_cards=left,
            )
        )
        y = at.draw.y + 56 * at.draw.scale + (22 if wide else 17)
        font = at.font
        self.parts.append(
            text(
                at.draw.x + (0 if wide else 20),  # the head of an arrow is at the left
                y,
                tr("{n} left", n=left),
                class_="b m",
                font_size=font,
                fill=var("felt-ink"),
            )
        )
        if wide:
            self.parts.append(
                text(
                    at.direction.x,
                    y,
                    tr("directions"),
                    class_="m",
                    font_size=13,
                    fill=var("felt-ink"),
                    fill_opacity=".9",
                )
            )
        self.pill()

    def pill(self) -> None:
        """What may be played, in words, in the colour of the way."""
        view = self.view
        if self.over or view["phase"] == "deal":
            return
        x, y = self.at.pill
        wide = self.wide
        up = view["going"] == "up"
        font = self.at.font + 1 if wide else 12.5
        content = wanted(view)
        if view["free"] and wide:
            content = tr("free play: {wanted}", wanted=content)
        h = font * 1.69
        w = lettering.width_of(content, font) + 1.9 * h
        colour = var("up" if up else "down")
        arrow = el(
            "path",
            d=UP_ARROW,
            fill=var("card"),
            transform=Spot(x - w / 2 + h * 0.62, y, 0 if up else 180, h / 95).transform,
        )
        self.parts.append(
            el(
                "g",
                el(
                    "rect",
                    x=x - w / 2,
                    y=y - h / 2,
                    width=w,
                    height=h,
                    rx=h / 2,
                    fill=colour,
                    stroke=var("last") if view["free"] else var("card"),
                    stroke_width=2.5 if view["free"] else 1.2,
                ),
                arrow,
                text(
                    x + h * 0.36,
                    y + font * 0.37,
                    content,
                    class_="b m",
                    font_size=font,
                    fill=var("card"),
                ),
            )
        )

    # the seats

    def plate(self, seat: int, x: float, y: float, w: float, h: float) -> None:
        """Name, number of cards, points, and the marks of a seat; ``x, y`` is its top left."""
        view, f = self.view, self.at.font
        acts = seat == self.actor
        ink = var("card-ink" if acts else "felt-ink")
        name = self.names[seat]
        held = size(view["hands"][seat])
        points = tr_n("{n} pt", "{n} pts", view["scores"][seat])
        wins = self.over and seat in view["result"]
        you = seat == view.get("seat")
        parts = [plates.panel(x, y, w, h, turn=acts)]
        pad = 12 if self.wide else 8
        room = w - 2 * pad
        top = y + f + (8 if h > 40 else (h - f) / 2 - 2)
        if h > 40:  # two lines: name and points, cards
            small = f - 2 if self.wide else f - 1.5
            if self.wide:
                room -= lettering.width_of(points, small) + 6
                parts.append(text(x + w - pad, top, points, class_="e", font_size=small, fill=ink))
            else:
                if held > 9 or view["scores"][seat] > 99:
                    points = tr("{n}p", n=view["scores"][seat])
                parts.append(
                    text(x + w - pad, y + h - 10, points, class_="e", font_size=small, fill=ink)
                )
            parts.append(
                text(x + pad, top, lettering.fit(name, room, f), class_="b", font_size=f, fill=ink)
            )
            if self.wide:
                parts.append(self.held(seat, x + pad, y + h - 20, w - 2 * pad, ink))
            else:
                parts.append(cards.backs(min(held, 2), x + 15, y + h - 15, 20, 0.19, self.ids))
                parts.append(
                    text(x + 26, y + h - 10, str(held), class_="b", font_size=f + 1, fill=ink)
                )
        else:  # one line
            right = " · ".join((tr_n("{n} card", "{n} cards", held), points))
            room -= lettering.width_of(right, f - 2) + 12
            shown = lettering.fit(cards.you(name, you), room, f)
            parts.append(text(x + pad, top, shown, class_="b", font_size=f, fill=ink))
            parts.append(text(x + w - pad, top, right, class_="e", font_size=f - 2, fill=ink))
        if seat == view["dealer"]:
            font = 11.5 if self.wide else 9.5
            parts.append(plates.badge(x + w - 2, y, font, tr("deals"), tr("dealer")))
        if wins:
            parts.append(plates.crown(x + 12, y - 1, 1.3 if self.wide else 1.0))
        hidden = held if isinstance(view["hands"][seat], int) else None
        holder = {} if hidden is None else {"data_hand": seat, "data_cards": hidden}
        self.parts.append(el("g", *parts, class_="seat", **holder))

    def held(self, seat: int, x: float, y: float, room: float, ink: str) -> str:
        """The cards of another hand on its plate: a fan of backs, or the cards if they are open."""
        hand = self.view["hands"][seat]
        n = size(hand)
        if n == 0:
            return text(x, y + 5, tr("no cards"), font_size=13, fill=ink)
        scale = 0.25 * self.at.plate[1] / WIDE.plate[1]
        card, shown = cards.W * scale, min(n, 10)
        step = min(card * 0.42, (room - 48 - card) / max(shown - 1, 1))
        whole = card + (shown - 1) * step
        fan = cards.backs(n, x + whole / 2, y, whole, scale, self.ids, most=10)
        return fan + text(x + room, y + 7, f"×{n}", class_="b e", font_size=19, fill=ink)

    def ring(self) -> None:
        n = self.view["players"]
        cx, cy = self.at.centre
        a, b = self.at.seats
        w, h = self.at.plate
        for k in range(1, n):
            t = math.radians(90 + k * 360 / n)
            c, s = math.cos(t), math.sin(t)
            x = cx + a * math.copysign(abs(c) ** self.at.square, c) if abs(c) > 1e-9 else cx
            y = cy + b * math.copysign(abs(s) ** 0.85, s)
            self.plate((self.home + k) % n, x - w / 2, y - h / 2, w, h)

    # hands

    def playable(self, seat: int, name: str) -> bool:
        return seat == self.hot and name in self.look.legal

    def bottom(self) -> float:
        """The hand at the bottom; returns how far down the picture goes."""
        view, at = self.view, self.at
        wide = self.wide
        cx: float = at.width / 2
        hand = view["hands"][self.home]
        drawn = None
        if self.home == view["turn"] and view["phase"] == "drawn" and not self.over:
            drawn = view.get("drawn")
        w = 380 if wide else 250
        if drawn is not None and not wide:  # the card just drawn lies beside the plate
            w, cx = 242, at.width - at.rim - 10 - 121
        h = 2 * at.font if wide else 30.0
        self.plate(self.home, cx - w / 2, at.own, w, h)
        y = at.own + h + (1.6 * at.font if wide else 17)
        font = 1.2 * at.font if wide else 14.0
        line = at.width - 30 if cx == at.width / 2 else w
        names = lettering.brief(self.names, line, font)
        title = advised(view, names) if wide else urged(view, names)
        if not wide:
            font = max(11.0, lettering.shrunk(title, line, font))
        if self.waits:
            title = tr("Waiting for players")
        self.parts.append(
            text(
                cx,
                y,
                lettering.fit(title, line, font),
                class_="b m",
                font_size=font,
                fill=var("felt-ink"),
            )
        )
        y += 26 if wide else 16
        # Where the height is given the hand has what is left of it.
        zone = max(at.high - y - self.foot, 0.0)
        if size(hand) == 0:
            return y + (max(zone, 84.0) if self.watching else zone)
        room = at.width - 2 * at.rim - (36 if wide else 14)
        if isinstance(hand, int):
            scale = 0.62 if wide else 0.5
            if zone:
                scale = min(zone / (cards.H * 1.35), 1.1)
            middle = y + max(zone, cards.H * scale + 14) / 2
            self.parts.append(
                cards.backs(hand, cx, middle, 300 * scale / 0.5, scale, self.ids, most=20)
            )
            # As much room as the open hand takes: a curtain that falls moves nothing.
            _, high, _ = self.spread([""] * hand, at.width / 2, y, room, zone)
            snug = wide or self.look.room or self.watching
            whole = 0.0 if snug else 2 * cards.H * at.scale + 11
            if self.watching:
                high = 0.0
            return y + max(zone, 84.0, high, whole)
        rest = ordered(hand)
        middle = at.width / 2
        below = 0.0
        large = min(max(zone / 130, 1.06), 1.5)  # the card just drawn
        beside = cards.W * large + 156
        if drawn is not None and drawn in rest:
            rest.remove(drawn)
            if wide:
                room -= beside
                middle -= beside / 2
        if drawn is not None:
            can = self.playable(self.home, drawn)
            at_name = drawn
            spot = (
                Spot(at.width - at.rim - 134 - cards.W * large / 2, y + 53 * large, 0, large)
                if wide
                else Spot(at.rim + 49, at.own + 50, 0, 0.86)
            )
            self.parts.append(
                card(
                    spot,
                    self.face(drawn, big=True),
                    at=at_name,
                    piece=drawn,
                    classes=cards.marks(self.look, at_name, can),
                    data_to=pile_of(drawn),
                    label=tr("just drawn: {card}", card=self.label(drawn)),
                )
            )
            keep = "keep" in self.look.legal
            bx, by = (
                (at.width - at.rim - 68, spot.y + 10) if wide else (at.width - at.rim - 64, y + 12)
            )
            self.parts.append(
                plates.button(
                    bx,
                    by,
                    96,
                    46 if wide else 42,
                    tr("Keep"),
                    "keep",
                    cards.marks(self.look, "keep", keep),
                )
            )
            self.parts.append(
                text(
                    bx if wide else bx - 62,
                    spot.y - 28 if wide else by + 4,
                    tr("just drawn"),
                    class_="m" if wide else "e",
                    font_size=13 if wide else 12,
                    fill=var("felt-ink"),
                )
            )
            if not wide:
                below = 43.0
        spots, high, tight = self.spread(rest, middle, y, room, zone)
        # On a phone there is room for two rows from the start, so that nothing jumps later.
        whole = zone if wide or self.look.room else 2 * cards.H * at.scale + 11
        lower = max(below, (whole - high) / 2, 0.0)
        spots = [spot.moved(0, lower) for spot in spots]
        seen: dict[str, int] = {}
        for name, spot in zip(rest, spots, strict=True):
            seen[name] = seen.get(name, 0) + 1
            can = drawn is None and self.playable(self.home, name)
            hot = self.home == self.hot
            lift = (13 if wide else 7) if can or name == self.look.chosen else 0
            self.parts.append(
                card(
                    spot.moved(0, -lift),
                    self.face(name, big=not tight, crowded=spot.scale < COMPACT.scale),
                    at=name if hot else None,
                    piece=name,
                    classes=cards.marks(self.look, name, can) if hot else [],
                    label=self.label(name),
                    data_to=pile_of(name),
                )
            )
        if wide and drawn is not None:
            whole = max(whole, cards.H * large + 9)
        return y + max(lower + high, whole)

    def spread(
        self, hand: list[str], x: float, top: float, room: float, zone: float
    ) -> tuple[list[Spot], float, bool]:
        """A hand in order, with cards as large as fit into a zone so many units high.

        On narrow screens cards lie side by side and are smaller in a large hand: each can be read.
        Returns the spots, the height and whether cards lie so close that only a strip is seen.
        """
        scale = self.at.scale if len(hand) <= self.at.few else self.at.crowded
        laid = self.rows(hand, x, top, room, scale)
        while zone and laid[1] > zone and scale > self.at.crowded + 0.01:
            scale -= 0.05
            laid = self.rows(hand, x, top, room, scale)
        if zone and laid[2]:  # a little smaller and side by side is better than covered
            apart = [self.rows(hand, x, top, room, scale * k / 20) for k in (19, 18, 17, 16)]
            laid = next((found for found in apart if not found[2]), laid)
        return laid

    def rows(
        self, hand: list[str], x: float, top: float, room: float, scale: float
    ) -> tuple[list[Spot], float, bool]:
        """The same at a given scale, in as few rows as leave every card wide enough to be read."""
        wide = self.wide
        w = cards.W * scale
        most = 1 + int((room - w) / (self.at.reach * scale if wide else w + 2))
        lines = -(-len(hand) // most)
        per = -(-len(hand) // max(lines, 1))
        step = min(w + 5, (room - w) / max(per - 1, 1))
        # On a phone a card that stands higher covers none.
        row = self.at.row * scale if wide else cards.H * scale + 11
        tight = wide and (lines > 1 or step < w - 1)
        spots, high = cards.hand(
            [1] * len(hand), x, top, room, scale=scale, apart=step, row=row, bend=self.at.bend
        )
        return spots, high, tight

    def corner(self) -> None:
        """Which game of the match this is."""
        view, at = self.view, self.at
        wide = self.wide
        n, games = view["game_number"], view.get("games", 5)
        content = tr("Game {n} of {games}", n=n, games=games)
        x = at.rim + (16 if wide else 10)
        self.parts.append(
            text(
                x,
                at.rim + (27 if wide else 20),
                content,
                class_="b",
                font_size=14 if wide else 12,
                fill=var("felt-ink"),
                fill_opacity=".95",
            )
        )


def draw(view: View, look: Look) -> str:
    """The table as the view's seat sees it; the height grows with the hand."""
    scene = Scene(view, look, COMPACT if look.compact else WIDE)
    if scene.wide and look.room:
        others = open_hands(scene, 0.0, drawn=False)
        held = 0.5 if scene.watching else float(size(view["hands"][scene.home]) > 0)
        scene.at = roomy(WIDE.width * look.room / 100 - others, held)
    at = scene.at
    scene.parts.append(arrows(at.centre, at.ring, view["going"] == "up", at.fat))
    scene.corner()
    scene.ring()
    scene.piles()
    height = open_hands(scene, scene.bottom()) + scene.foot
    title = tr("Up-down card game: {headline}", headline=headline(view, scene.names))
    return scene.drawn(height, title, words(view, scene.names))
