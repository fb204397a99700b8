"""Measures of the picture: a wide format, and an upright one for narrow screens."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Layout:
    """Measures of one of the two formats."""

    width: float
    rim: float
    font: float
    scale: float
    """Of the cards of the own hand."""
    near: float
    """From card to card in a run of equal numbers."""
    apart: float
    row: float
    bend: float
    area: float
    """Scale of the cards in play areas."""
    small: float
    """Scale of known cards in other hands."""
    tiny: float
    """Scale of discarded cards."""


WIDE = Layout(
    width=960,
    rim=14,
    font=15,
    scale=1.06,
    near=62,
    apart=90,
    row=126,
    bend=14,
    area=0.86,
    small=0.4,
    tiny=0.3,
)
COMPACT = Layout(
    width=360,
    rim=7,
    font=12.5,
    scale=0.8,
    near=52,
    apart=68,
    row=100,
    bend=0,
    area=0.6,
    small=0.31,
    tiny=0.27,
)
