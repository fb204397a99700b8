"""What a seat may know of a game of Pivotation: everything, for nothing is hidden."""

from __future__ import annotations

from typing import Any

from ..openly import ended, views_of
from . import position
from .rules import derive

__all__ = ["ended", "fill", "resample", "view"]

view, fill = views_of(position)


def resample(s: Any, c: Any, w: Any, seat: Any, rng: Any) -> None:
    """Kernel: nothing is hidden, so nothing is drawn again."""
    derive(s, c, w)
