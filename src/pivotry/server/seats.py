"""Who sits at a table, what they offer, and who played which seat since when: values alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from ..errors import PivotryError
from ..match import Match
from ..players import levels
from ..tongue import mark

Kind = Literal["person", "computer", "open"]
KINDS: tuple[Kind, ...] = ("person", "computer", "open")
"""Who plays a seat: somebody, a computer, or whoever follows its invitation."""
Topic = Literal["undo", "rematch"]
Why = Literal["seated", "given", "joined", "time", "resigned", "away", "back"]
"""How somebody came to play a seat."""


GOES_ON = "level-4"
"""The computer player that goes on for somebody whose time is over, or where nobody chooses one:
neither the strongest, which would decide the match, nor one that throws the seat away."""


_COMPUTER = mark("computer")
"""What one is called that plays by no level."""


class Stale(PivotryError):
    """An answer to a state of the table that has passed."""


class NotAllowed(PivotryError):
    """Something that this viewer may not do now."""


@dataclass(frozen=True)
class Viewer:
    """Whom something is made for: the seats played from one browser, and whose cards it shows."""

    seats: frozenset[int]
    eye: int | None
    """The seat whose view the screen shows; None for what a spectator may know."""
    visitor: str = ""


@dataclass
class Seat:
    """One seat: who plays it and from where."""

    kind: Kind
    player: str = "computer"
    """Which computer player, if one plays here."""
    holders: list[str] = field(default_factory=list)
    """The visitors that play it."""
    links: int = 0
    """How often its links were made anew; older ones are void."""
    stands_in: bool = False
    """Whether a computer took it over from somebody, who can come back."""
    number: int = 0
    """By which number who sits here is called, if they have no name: that of the place where they
    sat in the first of several matches. 0 for that of this seat."""

    def kept_from(self, visitor: str) -> bool:
        """Whether a computer keeps it for somebody else than this visitor."""
        return self.stands_in and visitor not in self.holders


def level(seat: Seat) -> str | None:
    """What a computer that has a seat of its own is called by its level; None for a person."""
    if seat.kind != "computer" or seat.stands_in:
        return None
    found = levels.number(seat.player)
    return _COMPUTER if found is None else levels.NAMES[found - 1]


@dataclass
class Offer:
    """Something that everybody who plays has to agree to."""

    topic: Topic
    seat: int
    """Who asks."""
    agreed: list[str]
    """The visitors that said yes, whoever asks first."""

    @property
    def asker(self) -> str:
        """The visitor who asks."""
        return self.agreed[0]


@dataclass(frozen=True)
class End:
    """A match that ended otherwise than by its rules."""

    why: Literal["time", "resigned"]
    seat: int
    winners: tuple[int, ...]


@dataclass(frozen=True)
class Shift:
    """From a ply on somebody else played a seat; public, and part of the record."""

    ply: int
    seat: int
    kind: Kind
    player: str
    """Which computer player; empty for a person."""
    why: Why


@dataclass(frozen=True)
class News:
    """One thing that happened at a table; public."""

    kind: str
    seat: int | None = None
    text: str = ""


def shifted(shifts: Sequence[Shift], ply: int, seat: int, found: Seat, why: Why) -> list[Shift]:
    """The changes so far, and that ``found`` says who plays a seat from a ply on.

    Of the times that a seat is given to somebody at one ply only the last counts: who tries out
    levels has changed nothing until something is played.
    """
    player = found.player if found.kind == "computer" else ""
    kept = [s for s in shifts if why != "given" or (s.ply, s.seat, s.why) != (ply, seat, why)]
    return [*kept, Shift(ply, seat, found.kind, player, why)]


def played_by(shifts: Sequence[Shift], loaded: object, match: Match) -> list[dict[str, Any]]:
    """Who played each seat, as records say it: as a loaded record told, then at this table.

    Of the loaded entries those count that have the form of ours and are from before this table.
    """
    first = min([match.ply, *(shift.ply for shift in shifts)])
    entries = loaded if isinstance(loaded, list) else []
    kept = [entry for entry in entries if _is_entry(entry, match.players, first)]
    kept.sort(key=lambda entry: entry["ply"])
    return kept + [_entry(shift) for shift in shifts]


def _is_entry(entry: object, seats: int, last: int) -> bool:
    """Whether this says who played one of the seats from a ply up to ``last`` on."""
    if not isinstance(entry, dict):
        return False
    ply, seat = entry.get("ply"), entry.get("seat")
    return (
        (type(ply) is int and 0 <= ply <= last)
        and (type(seat) is int and 0 <= seat < seats)
        and entry.get("by") in ("person", "computer")
        and entry.get("why") in get_args(Why)
        and isinstance(entry.get("player", ""), str)
    )


def _entry(shift: Shift) -> dict[str, Any]:
    """Who played a seat from a ply on, as records say it."""
    by = {"ply": shift.ply, "seat": shift.seat, "by": shift.kind, "why": shift.why}
    return {**by, "player": shift.player} if shift.player else by
