"""A position put into words, place by place: for who walks over it by keyboard and ear."""

from __future__ import annotations

from collections.abc import Sequence

from ..places import Part
from . import pages


def panel(places: Sequence[Part]) -> str:
    """As a panel: a grid for a board, lists for the rest."""
    return pages.render("table/words.html", places=places)


def names(places: Sequence[Part]) -> dict[str, str]:
    """What is said of each place that a picture shows, by its name there."""
    return {
        place.at: place.said for part in places for row in part.rows for place in row if place.at
    }
