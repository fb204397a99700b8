"""What a seat may know of a game of Pivotation: everything, for nothing is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...contract import Options, Record, View
from . import position
from .rules import derive

if TYPE_CHECKING:
    from ...chance import Stream


def view(s: Record, c: Record, options: Options, seat: int | None) -> View:
    """Position JSON and whose eyes see it."""
    return {**position.write(s, c, options), "seat": seat}


def fill(view: View, stream: Stream) -> tuple[Options, Record]:
    """The one state that fits a view."""
    return position.read({key: value for key, value in view.items() if key != "seat"})


def resample(s: Any, c: Any, w: Any, seat: Any, rng: Any) -> None:
    """Kernel: nothing is hidden, so nothing is drawn again."""
    derive(s, c, w)
