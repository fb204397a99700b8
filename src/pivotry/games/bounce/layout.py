"""Measures of the picture: a wide format of any height, and an upright one for narrow screens."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pivotry import cards
from pivotry.cards import Spot

COLUMNS, COLUMNS_UPRIGHT = 16.0, 6.0
"""Between two seats of a line."""
NARROW = 150.0
"""A narrower plate has two lines: the name, and below it cards and points. In a wide picture,
where letters are larger, that is one and a half times as much."""
DOUBLE = 44.0
"""How high a plate with two lines is."""
PRESS, GAP = 42.0, 7.0
"""Upright: how high the button is, and what is between the parts of the middle."""
STRIP = 56.0
"""How high the discard pile of an upright picture is."""
MIDDLE, ASIDE = 316.0, 286.0
"""How wide the own play area of a wide picture is, and what stands on either side of it."""
PLATED = 116.0
"""How wide the own plate of an upright picture is."""
SIDE, SIDE_UPRIGHT = 16.0, 8.0
"""Left and right of the middle."""


@dataclass(frozen=True)
class Layout:
    """Measures of one of the two formats."""

    width: float
    rim: float
    font: float
    plate: float
    """How high a plate with one line is."""
    scale: float
    """Of the cards of the own hand, where there is room for them."""
    least: float
    """The smallest scale of the cards of a large hand."""
    near: float
    """From card to card in a run of equal numbers, at scale 1."""
    apart: float
    """From run to run, at scale 1."""
    touch: float
    """At least so much of each card stays free to be touched."""
    row: float
    """From row to row, at scale 1."""
    bend: float
    zone: float
    """How high the place of the own hand is; a hand that does not fit makes the picture higher."""
    area: float
    """Scale of the cards in play areas."""
    small: float
    """Scale of known cards in other hands."""
    foot: float
    """What is left free below the hand, the rim not counted."""
    top: float
    """What is left free above the plates of the first line, the rim not counted."""
    between: float
    """From a plate to the hand below it, and from there to the play area."""
    after: float
    """Below the play areas of a line."""
    around: float
    """How much higher a play area is than the cards in it."""
    head: float
    """How high the line is that says whose turn it is, with what is free around it."""
    high: float = 0.0
    """How high the whole picture is; 0 for as high as its content."""
    stage: float = 0.0
    """How high the place of the hand at the bottom is where nobody plays from it; else 0."""

    @property
    def wide(self) -> bool:
        return self.width > 400

    @property
    def deep(self) -> float:
        """How deep a play area is."""
        return cards.H * self.area + self.around

    @property
    def own(self) -> float:
        """How deep the own play area is, beside which there is a plate and a button."""
        return self.deep if self.wide else max(self.deep, DOUBLE + GAP + PRESS)

    def lines(self, players: int) -> list[int]:
        """How many seats stand beside each other above the middle, line by line."""
        others = players - 1
        return [others] if self.wide or others < 4 else [others - 2, 2]

    def column(self, count: int) -> float:
        """How wide one of so many seats of a line is."""
        gap = COLUMNS if self.wide else COLUMNS_UPRIGHT
        w = (self.width - 2 * self.rim - gap * (count + 1)) / count
        return min(w, (520.0 if count == 1 else 450.0) if self.wide else 260.0)

    def plated(self, w: float) -> float:
        """How high a plate of a width is."""
        if not self.doubled(w):
            return self.plate
        return 3.05 * self.font if self.wide else DOUBLE

    def doubled(self, w: float) -> bool:
        """Whether a plate of a width has two lines."""
        return w < (1.5 if self.wide else 1.0) * NARROW

    def above(self, players: int) -> float:
        """How high everything is above the place of the hand at the bottom."""
        high = self.rim + self.top
        for count in self.lines(players):
            high += self.plated(self.column(count)) + 2 * self.between
            high += cards.H * self.small + self.deep + self.after
        high += self.own + (0 if self.wide else GAP + STRIP)
        return high + self.head

    def whole(self, players: int) -> float:
        """How high the picture is, unless a large hand makes it higher."""
        return max(self.high, self.above(players) + self.zone + self.foot + self.rim)


WIDE = Layout(
    width=960,
    rim=14,
    font=15,
    plate=34,
    scale=1.06,
    least=0.92,
    near=58.5,
    apart=85,
    touch=50,
    row=119,
    bend=14,
    zone=133,
    area=0.86,
    small=0.4,
    foot=22,
    top=16,
    between=8,
    after=16,
    around=18,
    head=58.5,
)
COMPACT = Layout(
    width=360,
    rim=7,
    font=12.5,
    plate=27,
    scale=0.8,
    least=0.6,
    near=65,
    apart=85,
    touch=44,
    row=125,
    bend=0,
    zone=194,
    area=0.6,
    small=0.31,
    foot=12,
    top=10,
    between=5,
    after=12,
    around=13,
    head=34,
)
_USUAL = 600.0
"""How high the wide format is with one row of cards in the hand."""


def roomy(high: float, players: int) -> Layout:
    """The wide format for a place of another height: larger cards in all hands and sets."""
    usual = _USUAL + WIDE.plated(WIDE.column(players - 1)) - WIDE.plate
    if high < usual:
        return WIDE
    larger = min(1 + (high - usual) / 340, 1.9)
    font = WIDE.font * min(larger, 1.2)
    return replace(
        WIDE,
        font=font,
        head=30 + 1.9 * font,
        plate=WIDE.plate * min(larger, 1.2),
        scale=1.7,
        area=WIDE.area * larger,
        small=WIDE.small * min(larger, 1.5),
        high=high,
    )


def watched(at: Layout, players: int, *, hand: bool, others: bool) -> Layout:
    """As high a picture for who plays from no hand: all hands and sets share what one would take.

    ``hand``: whether a hand is shown at the bottom, ``others`` whether there are any above.
    """
    whole = at.whole(players)
    widths = [at.column(count) for count in at.lines(players)]
    own = MIDDLE if at.wide else at.width - 2 * (at.rim + SIDE_UPRIGHT) - GAP - PLATED
    # A set of several cards has to be read in its area, a hand of several above it.
    lying = min(
        (w - 16 - tagged(at, w)) * (0.55 if at.wide else 0.62) / cards.W for w in (*widths, own)
    )
    held = min(min(widths) * 0.5 / cards.W, 1.5)

    def shared(hundredths: int) -> Layout:
        area = min(lying, hundredths / 100)
        small = max(at.small, min(held, hundredths / 130))
        stage = cards.H * small + at.bend if hand else 0.0
        return replace(
            at, area=area, small=small if others else 0.1, least=small, stage=stage, high=whole
        )

    sizes = (shared(hundredths) for hundredths in range(220, 40, -2))
    found = next((at for at in sizes if spare(at, players) >= 0), shared(40))
    # What is left over goes to the areas and to the place of the hand.
    left = max(spare(found, players), 0.0)
    parts = len(widths) + 1 + int(hand)
    each = min(left / parts, 0.55 * cards.H * found.area)
    found = replace(found, around=found.around + each)
    return replace(found, stage=found.stage + max(spare(found, players), 0.0))


def spare(at: Layout, players: int) -> float:
    """How much of its height a picture without a hand to play from does not need."""
    return at.high - at.above(players) - at.stage - at.foot - at.rim


def tagged(at: Layout, w: float) -> float:
    """How wide the part of an area is that says how many cards lie there, if it has such a part."""
    return 30.0 if at.wide else 26.0 if w >= NARROW else 0.0


def laid(
    at: Layout, sizes: list[int], x: float, top: float, room: float, zone: float, usual: float
) -> tuple[list[Spot], float]:
    """Where the cards of a hand lie: as large as fit into a place ``zone`` units high.

    ``sizes`` are those of the runs of equal numbers. Where no scale fits the cards have the
    ``usual`` one. Returns the spots and how high all is.
    """

    def rows(scale: float) -> tuple[list[Spot], float]:
        return cards.hand(
            sizes,
            x,
            top,
            room,
            scale=scale,
            near=max(at.near * scale, at.touch),
            apart=max(at.apart * scale, at.touch),
            row=at.row * scale,
            bend=at.bend,
        )

    largest, least = round(at.scale * 100), round(at.least * 100)
    for hundredths in (*range(largest, least, -4), least):
        found = rows(hundredths / 100)
        if found[1] <= zone:
            return found
    return rows(usual)


def packed(count: int, room: float, deep: float, most: float) -> tuple[float, int]:
    """The largest scale at which so many cards can all be read in a place, and how many a row."""
    for hundredths in range(round(most * 100), 22, -2):
        scale = hundredths / 100
        w, h = cards.W * scale, cards.H * scale
        if h > deep:
            continue
        rows = 1 + int((deep - h) / (h * 0.62))
        per = 1 + int((room - w) / (w * 0.74))
        if rows * per >= count:
            break
    rows = 1 + int((deep - h) / (h * 0.62))
    return scale, -(-count // rows) if count > per else max(count, 1)
