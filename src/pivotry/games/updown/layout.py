"""Measures of the picture: a wide format of any height, and an upright one for narrow screens."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pivotry.cards import Spot


@dataclass(frozen=True)
class Layout:
    """Measures of one of the two formats."""

    width: float
    rim: float
    centre: tuple[float, float]
    ring: tuple[float, float]
    """Half axes of the arrows."""
    seats: tuple[float, float]
    """Half axes of the ring on which plates lie."""
    square: float
    """How far plates keep to the sides: 1 for an ellipse, less for a squarer ring."""
    plate: tuple[float, float]
    number: Spot
    draw: Spot
    direction: Spot
    pill: tuple[float, float]
    ladder: tuple[float, float, float]
    """Left edge, top, height."""
    own: float
    """Top of the plate at the bottom."""
    scale: float
    """Of the cards of the hand."""
    few: int
    """Up to so many cards of the hand have that scale, more have the next one."""
    crowded: float
    reach: float
    """The narrowest strip of a card of the hand that stays free to be touched."""
    row: float
    """How far below each other rows of the hand lie that overlap."""
    bend: float
    font: float
    fat: float
    """Half the width of an arrow before its head."""
    high: float = 0.0
    """How high the whole picture is; 0 for as high as its content."""


WIDE = Layout(
    width=960,
    rim=14,
    centre=(480, 222),
    ring=(262, 126),
    seats=(372, 172),
    square=0.62,
    plate=(164, 64),
    number=Spot(480, 204, 0, 1.22),
    draw=Spot(322, 216, 0, 0.95),
    direction=Spot(638, 216, 0, 0.95),
    pill=(480, 306),
    ladder=(548, 138, 132),
    own=388,
    scale=1.0,
    few=200,
    crowded=1.0,
    reach=50,
    row=76,
    bend=16,
    font=15,
    fat=8.5,
)
COMPACT = Layout(
    width=360,
    rim=7,
    centre=(180, 190),
    ring=(80, 113),
    seats=(129, 150),
    square=0.3,
    plate=(84, 54),
    number=Spot(180, 134, 0, 0.8),
    draw=Spot(151, 240, 0, 0.6),
    direction=Spot(209, 240, 0, 0.6),
    pill=(180, 191),
    ladder=(223, 94, 80),
    own=338,
    scale=0.78,
    few=10,
    crowded=0.56,
    reach=44.5,
    row=58,
    bend=0,
    font=12.5,
    fat=5.5,
)
_USUAL = 630.0
"""How high the wide format is with one row of cards in the hand."""


def roomy(high: float, hand: float = 1.0) -> Layout:
    """The wide format for a place of another height: a larger table, larger cards.

    ``hand``: how much of its place the hand at the bottom needs, 1 for one to play from, 0 if none
    is shown; the rest is the table's.
    """
    own = _USUAL - 120 + 200 * hand
    if high < min(_USUAL, own):
        return WIDE
    tall = min(max(1 + (high - own) / WIDE.own, 1.0), 1.8 - 0.3 * hand)
    aside = min(tall, 1.15)  # the ring cannot grow to the sides, so piles beside each other hardly

    def middle(x: float, y: float) -> tuple[float, float]:
        return 480 + (x - 480) * aside, y * tall

    def pile(spot: Spot, most: float) -> Spot:
        return Spot(*middle(spot.x, spot.y), 0, spot.scale * min(tall, most))

    x, top, height = WIDE.ladder
    number = pile(WIDE.number, 1.4)
    return replace(
        WIDE,
        centre=(480, WIDE.centre[1] * tall),
        ring=(WIDE.ring[0] + 5, WIDE.ring[1] * tall),
        seats=(WIDE.seats[0], WIDE.seats[1] * tall),
        plate=(WIDE.plate[0], WIDE.plate[1] * min(tall, 1.25)),
        number=number,
        draw=pile(WIDE.draw, 1.15),
        direction=pile(WIDE.direction, 1.15),
        pill=middle(*WIDE.pill),
        ladder=(480 + (x - 480) * number.scale / WIDE.number.scale, top * tall, height * tall),
        own=WIDE.own * tall,
        scale=1.7,
        crowded=1.0,
        font=WIDE.font * min(tall, 1.2),
        fat=WIDE.fat * min(tall, 1.25),
        high=high,
    )
