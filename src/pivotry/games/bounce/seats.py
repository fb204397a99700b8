"""The seats of the picture: plates, other hands, play areas, and where all of them stand."""

from __future__ import annotations

from dataclasses import dataclass

from pivotry import cards, lettering, plates
from pivotry.cards import Spot, card, size
from pivotry.svg import el, num, text, var

from ...tongue import mark, tr
from .faces import face, spoken
from .layout import COLUMNS, COLUMNS_UPRIGHT, NARROW, Layout, tagged
from .telling import lying, ordered, ranks

_PLACES = (mark("1st"), mark("2nd"), mark("3rd"), mark("4th"), mark("5th"))


@dataclass
class Seats(cards.Scene[Layout]):
    """What a drawing shows of seats; the rest of it is ``picture.Scene``."""

    watching: bool = False
    """Whether nobody plays from the hand at the bottom: the reader looks on, or has played."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.gone = ranks(self.view)
        self.sets = {m.split()[1] for m in self.look.legal if m.startswith("set ")}
        self.adds = {tuple(m.split()[1:]) for m in self.look.legal if m.startswith("add ")}
        self.takes = {m.split()[1] for m in self.look.legal if m.startswith("take ")}
        self.moved = self.last_set()
        self.presses = not self.watching or "rotate" in self.look.legal
        """Whether there is a button to turn the hand."""

    def turner(self) -> int | None:
        """The seat that has turned its hand, if that was the last move."""
        view = self.view
        if self.last != "rotate" or view["result"] is not None:
            return None
        turn, n = int(view["turn"]), int(view["players"])
        if view["phase"] == "deal":  # then it is the seat that moved last
            return turn
        back = ((turn - k) % n for k in range(1, n + 1))
        return next(seat for seat in back if seat not in self.gone)

    def deal(self) -> int:
        return int(self.view["round"])

    @property
    def snug(self) -> bool:
        """Whether nothing is kept free for cards to come."""
        return not self.wide and self.look.room > 0

    def last_set(self) -> int | None:
        """The seat whose area the last move concerned."""
        kind, *rest = self.last.split()[:3] or [""]
        if kind in ("add", "take") and rest:
            return int(rest[-1][1:]) - 1
        if kind == "set" and rest:
            n = self.view["players"]
            for k in range(1, n + 1):  # back from the seat to act
                seat: int = (self.view["turn"] - k) % n
                if any(c.split("/")[0] == rest[0] for c in self.view["sets"][seat]):
                    return seat
        return None

    # seats

    def plate(self, seat: int, x: float, y: float, w: float, h: float) -> None:
        """Name, points toward the target, cards in hand, whether out; ``x, y`` is its top left."""
        view, f = self.view, self.at.font
        acts = seat == self.actor
        ink = var("card-ink" if acts else "felt-ink")
        pad = 12.0 if self.wide else 9.0
        target, points = view.get("target", 4), view["scores"][seat]
        parts = [plates.panel(x, y, w, h, turn=acts)]
        lines = 2 if self.at.doubled(w) else 1
        middle = y + h * (1 - 0.5 / lines) - (2 if lines == 2 else 0)
        base = middle + f * 0.36
        right = x + w - pad
        # Points: a row of holes that fill up; beyond a few, only the figures.
        if target <= 6:
            r = f * 0.31
            for i in reversed(range(target)):
                full = i < min(points, target)
                parts.append(
                    el(
                        "circle",
                        cx=right - r - (target - 1 - i) * r * 2.6,
                        cy=middle,
                        r=r,
                        fill=var("last") if full else "none",
                        stroke=ink,
                        stroke_opacity=".7",
                        stroke_width=1.2,
                    )
                )
            taken = target * r * 2.6
            if points > target:
                parts.append(
                    text(
                        right - taken - 2,
                        base,
                        str(points),
                        class_="b e",
                        font_size=f - 2,
                        fill=ink,
                    )
                )
                taken += 16
        else:
            score = f"{points}/{target}"
            parts.append(text(right, base, score, class_="b e", font_size=f, fill=ink))
            taken = lettering.width_of(score, f)
        right -= taken + 12
        held = size(view["hands"][seat])
        if seat in self.gone:
            place = tr(_PLACES[view["out"].index(seat)])
            note = tr("out {place}", place=place) if self.wide else place
            w_note = lettering.width_of(note, f - 2) + 12
            parts.append(
                el(
                    "rect",
                    x=right - w_note,
                    y=middle - f * 0.75,
                    width=w_note,
                    height=f * 1.5,
                    rx=f * 0.75,
                    fill=var("good"),
                )
            )
            parts.append(
                text(
                    right - w_note / 2,
                    base - 1,
                    note,
                    class_="b m",
                    font_size=f - 2,
                    fill=var("dark-piece-lo"),
                )
            )
            right -= w_note + 6
        else:
            note = str(held) if not self.wide else f"×{held}"
            parts.append(text(right, base, note, class_="b e", font_size=f + 1, fill=ink))
            right -= lettering.width_of(note, f + 1) + 3
            back = Spot(right - 13, middle, -6, h / lines / 190)
            parts.append(cards.use("mini", self.ids, transform=back.transform))
            right -= 23
        if lines == 2:
            base, right = y + f + 4, x + w - 6
        room = right - x - pad - (4 if lines == 2 else 9)
        name = cards.you(self.names[seat], seat == self.seat)
        if lettering.width_of(name, f) > room:
            name = self.names[seat]
        parts.append(cards.cut(x + pad, base, name, room, f, ink))
        if seat == view["starter"]:
            parts.append(
                plates.badge(
                    x + w - 2, y, 11.5 if self.wide else 9.5, tr("began"), tr("started this round")
                )
            )
        if seat == self.turner() and not (seat == self.home and self.presses):
            font = 11.5 if self.wide else 9.5
            word = tr("turned")
            right = x + 2 + plates.badge_width(word, font)
            parts.append(plates.badge(right, y, font, word, tr("has just turned the hand")))
        if view["result"] is not None and seat in view["result"]:
            parts.append(plates.crown(x + 12, y - 2, 1.3 if self.wide else 1.0))
        self.parts.append(el("g", *parts, class_="seat"))

    def others_hand(self, seat: int, x: float, top: float, width: float) -> None:
        """Another hand: known cards open, the rest backs (all open where the view shows it).

        ``x`` is the centre.
        """
        hand = self.view["hands"][seat]
        scale = self.at.small
        w, h = cards.W * scale, cards.H * scale
        open_hand = not isinstance(hand, int)
        known = ordered(hand if open_hand else self.view["known"][seat])
        hidden = 0 if open_hand else size(hand) - len(known)
        n = hidden + len(known)
        holder = {"data_hand": seat, "data_cards": hidden}
        if n == 0:
            place = Spot(x, top + h / 2, 0, scale).transform
            self.parts.append(el("g", class_="other-hand", transform=place, **holder))
            return
        deep = h
        # Backs lie closer than open cards, closer yet where there are many.
        after = len(known) if hidden else len(known) - 1
        usual = 1 + max(hidden - 1, 0) * 0.34 + after * (1.06 if open_hand else 0.82)
        tight = 1 + max(hidden - 1, 0) * 0.12 + after * 0.66
        fits = width / (w * tight)
        if fits >= 0.6:  # one line, of somewhat smaller cards if need be
            scale *= min(fits, 1.0)
            w, h = cards.W * scale, cards.H * scale
            loose = min(max((width / w - tight) / max(usual - tight, 0.01), 0.0), 1.0)
            shut = w * (0.12 + 0.22 * loose)
            gap = w * (0.66 + ((1.06 if open_hand else 0.82) - 0.66) * loose)
            need, cy = w + max(hidden - 1, 0) * shut + after * gap, top + deep / 2
        else:  # two lines of smaller cards: no higher than one, so that nothing jumps
            scale *= 0.6
            w, h = cards.W * scale, cards.H * scale
            shut = min(w * 0.34, width / (2 * max(hidden, 1)))
            gap = max(min(w, (2 * (width - w) - hidden * shut) / max(len(known), 1)), w * 0.5)
            need, cy = width, top + h / 2
        parts = []
        left = x - min(need, width) / 2
        cx = left + w / 2
        hot = seat == self.hot
        for i in range(hidden):
            parts.append(cards.use("mini", self.ids, transform=Spot(cx, cy, 0, scale).transform))
            cx += shut if i < hidden - 1 else gap
        for name in known:
            if cx + w / 2 > x + width / 2 + 0.1:
                cx = x - width / 2 + w / 2
                cy += deep - h
            can = hot and self.playable(name)
            at_names = f"{name} {name.split('/')[0]}" if hot else None
            parts.append(
                card(
                    Spot(cx, cy - (5 if can else 0), 0, scale),
                    face(name, self.ids),
                    at=at_names,
                    piece=name,
                    classes=cards.marks(self.look, at_names, can) if at_names else [],
                    label=spoken(name),
                )
            )
            cx += gap
        self.parts.append(el("g", *parts, class_="other-hand", **holder))

    def area(self, seat: int, x: float, y: float, w: float, h: float) -> None:
        """A play area and the set in it; ``x, y`` is its centre."""
        at = f"p{seat + 1}"
        lies = ordered(self.view["sets"][seat])
        scale = self.at.area
        own = seat == self.hot
        take = at in self.takes
        can = take or (own and bool(self.sets)) or any(owner == at for _, owner in self.adds)
        classes = cards.marks(self.look, at)
        # Where something can be done, the border is drawn out; the page lights targets up.
        if can:
            classes.append("open")
        if self.moved == seat:
            classes.append("last")
        parts = [
            cards.halo(w, h, 12, classes),
            el(
                "rect",
                x=-w / 2,
                y=-h / 2,
                width=w,
                height=h,
                rx=12,
                fill=var("felt-edge"),
                fill_opacity=".42" if lies else ".25",
                stroke=var("accent-soft") if take else var("felt-ink"),
                stroke_opacity="1" if take else (".75" if can else ".35"),
                stroke_width=2 if take else 1.4,
                stroke_dasharray=None if lies else "7 6",
            ),
        ]
        note = ""
        if not lies:
            if own and self.sets:
                note = tr("play a set here")
            elif seat not in self.gone:
                note = tr("no set")
            parts.append(
                text(
                    0,
                    5,
                    note,
                    class_="m",
                    font_size=self.at.font - 2 if self.wide else 12,
                    fill=var("felt-ink"),
                    fill_opacity=".9",
                )
            )
        active = lies[0].split("/")[0] if lies else ""
        # How many lie there is said beside them, or where there is no room for that on the border.
        beside = w >= NARROW
        tag = tagged(self.at, w)
        room = w - 16 - tag
        step = min(cards.W * scale * 0.72, (room - cards.W * scale) / max(len(lies) - 1, 1))
        middle = (len(lies) - 1) / 2
        fresh = self.last.split()[1] if self.last.startswith("add ") else ""
        for i, name in enumerate(lies):
            parts.append(
                card(
                    Spot((i - middle) * step - tag / 2 + (2 if beside else 0), 0, 0, scale),
                    face(name, self.ids),
                    piece=name,
                    classes=["last"] if self.moved == seat and name == fresh else [],
                    label=spoken(name),
                )
            )
        if lies:  # how many: what decides who bounces whom
            parts.append(self.tag(len(lies), active, w, h, tag))
            if take:
                parts.append(self.label(tr("take"), h))
        self.parts.append(
            el(
                "g",
                cards.tip(f"{self.names[seat]}: {lying(lies)}"),
                *parts,
                class_=" ".join(("area", *classes)),
                data_at=at,
                transform=f"translate({num(x)} {num(y)})",
            )
        )

    def tag(self, count: int, active: str, w: float, h: float, tag: float) -> str:
        """How many cards lie in an area: in its right part, ``tag`` wide, or on its corner."""
        said = f"{count}×"
        if tag:
            x, y, font, r = w / 2 - tag / 2 - 5, -h / 2 + tag, tag * 0.54, tag * 0.21
            pip = Spot(x, y + tag * 0.55, 0, r)
            ground = ""
        else:
            x, y, font, r = w / 2 - 22, -h / 2 + 4, 12.0, 4.0
            pip = Spot(w / 2 - 9, -h / 2, 0, r)
            ground = el(
                "rect",
                x=w / 2 - 36,
                y=-h / 2 - 9,
                width=36,
                height=18,
                rx=9,
                fill=var("felt-edge"),
                stroke=var("felt-ink"),
                stroke_opacity=".5",
            )
        ink = var("felt-ink")
        return (
            ground
            + text(x, y, said, class_="b m", font_size=font, fill=ink)
            + cards.use(f"n{active}", self.ids, fill=ink, transform=pip.transform)
        )

    def label(self, said: str, h: float) -> str:
        """What can be done with the set in an area ``h`` high: a word on its lower border."""
        font = 12.5 if self.wide else 11.0
        w, high = lettering.width_of(said, font) + 18, font + 7
        return el(
            "rect",
            x=-w / 2,
            y=h / 2 - high / 2,
            width=w,
            height=high,
            rx=high / 2,
            fill=var("accent-soft"),
            stroke=var("felt-edge"),
            stroke_width=1.5,
        ) + text(0, h / 2 + font * 0.36, said, class_="b m", font_size=font, fill=var("card-ink"))

    def opponents(self, top: float) -> float:
        """Everybody but the seat at the bottom, clockwise from the left; returns the lower end."""
        n = self.view["players"]
        seats = [(self.home + k) % n for k in range(1, n)]
        lines = [seats]
        if len(self.at.lines(n)) > 1:
            # A horseshoe of two rows: the first and the last of the round sit nearest.
            lines = [seats[1:-1], [seats[0], seats[-1]]]
        at, y = self.at, top
        gap = COLUMNS if self.wide else COLUMNS_UPRIGHT
        for line in lines:
            w = at.column(len(line))
            left = (at.width - len(line) * w - (len(line) - 1) * gap) / 2
            h_plate = at.plated(w)
            below = y + h_plate + at.between
            for i, seat in enumerate(line):
                x = left + i * (w + gap)
                self.plate(seat, x, y, w, h_plate)
                self.others_hand(seat, x + w / 2, below, w - 8)
            y = below + cards.H * at.small + at.between
            for i, seat in enumerate(line):
                x = left + i * (w + gap)
                self.area(seat, x + w / 2, y + at.deep / 2, w, at.deep)
            y += at.deep + at.after
        return y

    def playable(self, name: str) -> bool:
        return name.split("/")[0] in self.sets or any(c == name for c, _ in self.adds)
