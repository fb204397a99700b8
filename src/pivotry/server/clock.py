"""Clocks of a match: time for the whole of it, with increments, or for each move. No I/O.

Times are seconds since the epoch, which the caller gives; so tests set them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ..errors import BadOption
from ..tongue import mark, tr
from ..wording import quoted

DAY = 86400.0
_LONGEST = 14 * DAY
_GRACE = 10.0


@dataclass(frozen=True)
class Terms:
    """How much time there is: ``move`` for every turn, or ``match`` with ``increment`` a turn."""

    move: float | None = None
    match: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        if self.move is None and self.match is None:
            raise BadOption(tr("a clock gives time for each move or for the match"))
        if self.move is not None and self.match is not None:
            raise BadOption(tr("a clock gives time for each move or for the match, not both"))
        for name, least, said in (
            (
                "move",
                5.0,
                mark("the time for each move is from {least} seconds to {most} days, not {value}"),
            ),
            (
                "match",
                10.0,
                mark("the time for the match is from {least} seconds to {most} days, not {value}"),
            ),
            (
                "increment",
                0.0,
                mark(
                    "the time for the increment is from {least} seconds to {most} days, not {value}"
                ),
            ),
        ):
            value = getattr(self, name)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if value is not None and not (
                number and math.isfinite(value) and least <= value <= _LONGEST
            ):
                limits = {"least": f"{least:g}", "most": f"{_LONGEST / DAY:g}"}
                raise BadOption(tr(said, **limits, value=quoted(value)))
        if self.move is not None and self.increment:
            raise BadOption(tr("an increment goes with time for the match"))

    @property
    def first(self) -> float:
        """What a seat begins with."""
        return float(self.move if self.move is not None else self.match or 0.0)

    @property
    def grace(self) -> float:
        """What a seat has left at least whose player comes back to it."""
        return max(_GRACE, self.first / 10)

    def data(self) -> dict[str, float]:
        """As JSON; only what is there."""
        found = {"move": self.move, "match": self.match, "increment": self.increment or None}
        return {name: value for name, value in found.items() if value is not None}


class Clock:
    """The time that every seat has left, and whose is running."""

    def __init__(self, terms: Terms, seats: int) -> None:
        self.terms = terms
        self.left = [terms.first] * seats
        self.running: int | None = None
        self.since = 0.0
        self.forgiven = -math.inf
        """When the last pause ended that has been forgiven, in seconds since the epoch."""
        self.paid = 0
        """The ply up to which increments have been given: nobody gets one twice for a move that is
        taken back and played again."""

    def run(self, seat: int | None, now: float, ply: int | None = None) -> None:
        """Let the time of ``seat`` run, or nobody's; a turn that ends is settled first.

        ``ply``: that of the match, where a move has ended the turn; else there is no increment.
        """
        if seat == self.running:
            return
        if self.running is not None:
            self.left[self.running] = self.remaining(self.running, now)
            if ply is not None and ply > self.paid:
                self.left[self.running] += self.terms.increment
                self.paid = ply
        self.running = seat
        self.since = now
        if seat is not None and self.terms.move is not None:
            self.left[seat] = self.terms.move

    def grant(self, seat: int) -> None:
        """Whoever comes back to a seat has time to move, however little was left."""
        self.left[seat] = max(self.left[seat], self.terms.grace)

    def remaining(self, seat: int, now: float) -> float:
        """Seconds that a seat has left, not below 0."""
        spent = max(0.0, now - self.since) if seat == self.running else 0.0
        return max(0.0, self.left[seat] - spent)

    def deadline(self) -> float | None:
        """When the time that runs will be over."""
        return None if self.running is None else self.since + self.left[self.running]

    def flagged(self, now: float) -> int | None:
        """The seat whose time is over."""
        deadline = self.deadline()
        return self.running if deadline is not None and now >= deadline else None

    def forgive(self, gone: float, back: float) -> float:
        """Do not count the time from ``gone`` to ``back``, in which there was no server.

        Gives the seconds that are not counted.
        """
        lost = max(0.0, back - max(self.since, gone))
        self.since += lost
        return lost

    def data(self) -> dict[str, Any]:
        """As JSON, for ``of``."""
        return {
            "terms": self.terms.data(),
            "left": self.left,
            "running": self.running,
            "since": self.since,
            "paid": self.paid,
            "forgiven": self.forgiven if math.isfinite(self.forgiven) else None,
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> Clock:
        """The clock that ``data`` described."""
        clock = cls(Terms(**data["terms"]), len(data["left"]))
        clock.left = [float(left) for left in data["left"]]
        clock.running = data["running"]
        clock.since = float(data["since"])
        clock.paid = int(data.get("paid", 0))
        forgiven = data.get("forgiven")
        clock.forgiven = -math.inf if forgiven is None else float(forgiven)
        return clock
