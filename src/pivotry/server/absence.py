"""Who has been away from a table, and for how long: after a while a computer can play on for them.

A start of the server sends everybody away, so it begins anew then. But where somebody can be away
for a day that would never be over at a server that is started daily: there it is kept.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from .clock import DAY, Terms
from .seats import Seat

AWAY = 300.0
"""Seconds without anybody at a seat after which the others can let a computer play on."""
NOTED = 30.0
"""Seconds after which they are told how long that will take."""
_HOUR = 3600.0
_OFTEN = 600.0
"""Seconds after which it is kept again that somebody is there still, where that is kept."""


def lasts(terms: Terms | None) -> bool:
    """Whether players have days, so that absences outlast a run of the server."""
    return terms is not None and terms.first >= DAY


def patience(terms: Terms | None) -> float:
    """How many seconds somebody can be away. Where players have days, that is part of the game."""
    return DAY if lasts(terms) else AWAY


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

    def data(self) -> dict[str, float]:
        """When each visitor was last seen, in seconds since the epoch: as JSON, for ``of``."""
        return dict(self._seen)

    @classmethod
    def of(cls, data: dict[str, float]) -> Absence:
        """What ``data`` described."""
        found = cls()
        found._seen = {visitor: float(when) for visitor, when in data.items()}
        found._now = max(found._seen.values(), default=0.0)
        return found

    def forgive(self, gone: float, back: float, most: float = math.inf) -> None:
        """Do not count the time from ``gone`` to ``back``, in which nobody could be there.

        At ``back`` nobody has been away for more than ``most`` seconds.
        """
        for visitor, seen in self._seen.items():
            later = seen + max(0.0, back - max(seen, gone))
            self._seen[visitor] = max(later, back - most)
        self._now = max(self._now, back)

    def differs(self, kept: Mapping[str, float], present: frozenset[str]) -> bool:
        """Whether so much has happened since ``kept`` (as ``data``) that it is to be kept anew."""
        return any(
            seen - kept.get(visitor, -math.inf) > (_OFTEN if visitor in present else 0.0)
            for visitor, seen in self._seen.items()
        )

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
