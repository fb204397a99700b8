"""Who may know cards that are not their own: it decides whether others can still be invited."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from ..tongue import tr
from .seats import NotAllowed

Cause = Literal["", "record", "undo", "branch", "loaded"]
"""How all cards may have come to be known; nothing where an older release noted it."""


_CAUSES: dict[object, Cause] = {cause: cause for cause in get_args(Cause)}


@dataclass
class Secrecy:
    """What has been seen of the hidden cards of a match, beyond what its rules show.

    Who plays alone may save the record, try positions out and take back what cards came; whoever
    has done that would know the cards of a friend who joins.
    """

    disclosed: bool = False
    """Whether somebody may know all cards, and those to come."""
    cause: Cause = ""
    """By what, first."""
    looked: set[int] = field(default_factory=set)
    """The seats whose hand somebody has had on a screen."""

    def disclose(self, cause: Cause) -> None:
        """From now on somebody may know all cards."""
        if not self.disclosed:
            self.disclosed, self.cause = True, cause

    def check(self, seat: int) -> None:
        """``NotAllowed`` if nobody else can be invited to a seat: somebody knows its cards."""
        refusal = self.refusal(seat)
        if refusal is not None:
            raise NotAllowed(refusal)

    def refusal(self, seat: int) -> str | None:
        """Why nobody else can be invited to a seat; None if somebody can."""
        if self.disclosed:
            return tr(
                "Somebody may know all cards of this match, so nobody else can be invited into "
                "it. Invite them to another match."
            )
        if seat in self.looked:
            return tr(
                "Somebody has seen the cards of this seat, so nobody else can be invited to it. "
                "By its own link it goes on in another browser."
            )
        return None

    def warning(self) -> str | None:
        """What everybody is told from whom cards may not be hidden; None if they are."""
        if not self.disclosed:
            return None
        causes = {
            "record": tr("The record of this match has been laid open while it goes on."),
            "undo": tr("A move has been taken back after cards had been seen."),
            "branch": tr("A position of this match is played on elsewhere."),
            "loaded": tr("This match has been loaded, or played on from a position."),
        }
        known = tr("Somebody may know all cards of this match.")
        return f"{causes[self.cause]} {known}" if self.cause else known

    def data(self) -> dict[str, Any]:
        """As JSON, for ``of``."""
        return {"disclosed": self.disclosed, "cause": self.cause, "looked": sorted(self.looked)}

    @classmethod
    def of(cls, data: dict[str, Any] | None) -> Secrecy:
        """What ``data`` described. An older release said nothing: anything may be known there."""
        if data is None:
            return cls(True)
        cause = _CAUSES.get(data.get("cause"), "")
        return cls(bool(data["disclosed"]), cause, set(data["looked"]))
