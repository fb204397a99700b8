"""Views of games in which nothing is hidden: every seat may know everything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..contract import Options, PositionModule, Record, View

if TYPE_CHECKING:
    from ..chance import Stream


def views_of(
    position: PositionModule,
) -> tuple[
    Callable[[Record, Record, Options, int | None], View],
    Callable[[View, Stream], tuple[Options, Record]],
]:
    """``view`` and ``fill`` (``contract.Views``) of a game with this ``position`` module."""

    def view(s: Record, c: Record, options: Options, seat: int | None) -> View:
        """Position JSON and whose eyes see it."""
        return {**position.write(s, c, options), "seat": seat}

    def fill(view: View, stream: Stream) -> tuple[Options, Record]:
        """The one state that fits a view."""
        return position.read({key: value for key, value in view.items() if key != "seat"})

    return view, fill


def ended(view: View, winners: Sequence[int]) -> View:
    """The view with a result (``contract.Views``), of a game of two sides: a winner, or a draw."""
    return {**view, "result": ("dark", "light")[winners[0]] if len(winners) == 1 else "draw"}
