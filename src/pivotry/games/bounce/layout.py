"""Measures of the picture: a wide format of any height, and an upright one for narrow screens."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pivotry import cards
from pivotry.cards import Spot


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
    high: float = 0.0
    """How high the whole picture is; 0 for as high as its content."""


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
)
_USUAL = 600.0
"""How high the wide format is with one row of cards in the hand."""


def roomy(high: float) -> Layout:
    """The wide format for a place of another height: larger cards in all hands and sets."""
    if high < _USUAL:
        return WIDE
    larger = min(1 + (high - _USUAL) / 340, 1.9)
    return replace(
        WIDE,
        font=WIDE.font * min(larger, 1.2),
        plate=WIDE.plate * min(larger, 1.2),
        scale=1.7,
        area=WIDE.area * larger,
        small=WIDE.small * min(larger, 1.5),
        high=high,
    )


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


def packed(count: int, room: float, deep: float) -> tuple[float, int]:
    """The largest scale at which so many cards can all be read in a place, and how many a row."""
    for hundredths in range(56, 22, -2):
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
