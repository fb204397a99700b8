"""Who may know cards that are not their own: it decides whether others can still be invited."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..tongue import tr
from .seats import NotAllowed


@dataclass
class Secrecy:
    """What has been seen of the hidden cards of a match, beyond what its rules show.

    Who plays alone may save the record, try positions out and take back what cards came; whoever
    has done that would know the cards of a friend who joins.
    """

    disclosed: bool = False
    """Whether somebody may know all cards, and those to come."""
    looked: set[int] = field(default_factory=set)
    """The seats whose hand somebody has had on a screen."""

    def check(self, seat: int) -> None:
        """``NotAllowed`` if nobody else can be invited to a seat: somebody knows its cards."""
        if self.disclosed:
            raise NotAllowed(
                tr(
                    "Somebody may know all cards of this match, so nobody else can be invited "
                    "into it. Invite them to another match."
                )
            )
        if seat in self.looked:
            raise NotAllowed(
                tr(
                    "Somebody has seen the cards of this seat, so nobody else can be invited to "
                    "it. By its own link it goes on in another browser."
                )
            )

    def data(self) -> dict[str, Any]:
        """As JSON, for ``of``."""
        return {"disclosed": self.disclosed, "looked": sorted(self.looked)}

    @classmethod
    def of(cls, data: dict[str, Any] | None) -> Secrecy:
        """What ``data`` described. An older release said nothing: anything may be known there."""
        return cls(True) if data is None else cls(bool(data["disclosed"]), set(data["looked"]))
