"""Who has been away from a table, and for how long: after a while a computer can play on for them.

What is known of it stays in memory: after a start of the server everybody has just been there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .clock import DAY, Terms
from .seats import Seat

AWAY = 300.0
"""Seconds without anybody at a seat after which the others can let a computer play on."""
NOTED = 30.0
"""Seconds after which they are told how long that will take."""
_HOUR = 3600.0


def patience(terms: Terms | None) -> float:
    """How many seconds somebody can be away. Where players have days, that is part of the game."""
    return DAY if terms is not None and terms.first >= DAY else AWAY


@dataclass(frozen=True)
class Wait:
    """How long the others are still to wait, as it is told: whole minutes, or hours; 0 for over."""

    minutes: int = 0
    hours: int = 0

    @property
    def over(self) -> bool:
        return not (self.minutes or self.hours)


class Absence:
    """When those who play at a table were last seen there."""

    def __init__(self) -> None:
        self._seen: dict[str, float] = {}
        self._now = 0.0

    def note(self, seats: list[Seat], here: frozenset[str], now: float) -> None:
        """These visitors are at the table now, in seconds since the epoch.

        Whoever plays and has not been heard of yet has just come.
        """
        holders = {visitor for seat in seats for visitor in seat.holders}
        self._seen = {v: now if v in here else self._seen.get(v, now) for v in holders}
        self._now = now

    def gone(self, seat: Seat) -> float:
        """For how many seconds nobody who plays a seat has been there, when last it was noted."""
        seen = [self._seen.get(visitor, self._now) for visitor in seat.holders]
        return self._now - max(seen, default=self._now)

    def wait(self, seat: Seat, terms: Terms | None) -> Wait | None:
        """How long others are still to wait for a seat; None where that is not to be told."""
        gone = self.gone(seat)
        if seat.kind != "person" or gone < NOTED:
            return None
        left = patience(terms) - gone
        if left <= 0:
            return Wait()
        if left > _HOUR:
            return Wait(hours=math.ceil(left / _HOUR))
        return Wait(minutes=math.ceil(left / 60))
