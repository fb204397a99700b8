"""What people at different places can say to one another: a few sentences, and nothing else."""

from __future__ import annotations

from typing import Literal

from ..tongue import mark

Phrase = Literal["hello", "luck", "played", "thanks", "moment", "leave"]

PHRASES: dict[str, str] = {
    "hello": mark("Hello!"),
    "luck": mark("Good luck!"),
    "played": mark("Well played!"),
    "thanks": mark("Thanks!"),
    "moment": mark("One moment, please."),
    "leave": mark("I have to go."),
}
"""In English, for ``tr``: everybody reads them in their own language."""
FEW, WHILE = 4, 60.0
"""So many of them from one seat in so many seconds."""
FRESH = 60.0
"""Seconds after which a phrase is told to nobody any more."""


class Said:
    """When each seat has said something: in memory, for it matters for a minute."""

    def __init__(self) -> None:
        self._when: dict[int, list[float]] = {}

    def wait(self, seat: int, now: float) -> float:
        """For how many seconds a seat has to be silent still; 0 for none."""
        last = self._when.get(seat, [])[-FEW:]
        return max(0.0, last[0] + WHILE - now) if len(last) == FEW else 0.0

    def note(self, seat: int, now: float) -> None:
        """A seat says something now."""
        self._when[seat] = [*self._when.get(seat, []), now][-FEW:]
