"""What takes whose consent, and what cannot be taken back at all. Changes no table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..match import Match
from ..tongue import tr
from . import seen
from .seats import Topic, Viewer

if TYPE_CHECKING:
    from .table import Table


def missing(table: Table, topic: Topic, agreed: Sequence[str]) -> tuple[int, ...]:
    """The seats whose people have not said yes; ``agreed``: the visitors that have.

    For another match one browser of a seat is enough. To take something back all have to agree
    who play; of these browsers with the same seats speak for each other.
    """
    if topic == "rematch":
        said = set(agreed)
        return tuple(n for n in table.persons if said.isdisjoint(table.seats[n].holders))
    for_seats = {table.held(visitor) for visitor in agreed}
    return tuple(
        n
        for n in table.persons
        if any(table.held(holder) not in for_seats for holder in table.seats[n].holders)
    )


def no_undo(table: Table, viewer: Viewer) -> str | None:
    """Why a take-back cannot even be asked for; None if it can.

    Where several people play with hidden hands, be it at one screen, it cannot once somebody has
    seen a card that was hidden; except at one screen where all cards may be known anyway, as in a
    match that was loaded.
    """
    own = last_own(table.match, viewer.seats)
    several = table.together or (len(table.persons) > 1 and not table.secrecy.disclosed)
    if table.end is not None:
        return tr("The match is over.")
    if table.over and table.match.facts.hidden and several:
        return tr("The match is over, and everybody has seen all cards.")
    if own is None or table.waiting:
        return tr("There is no move to take back.")
    for n, seat in enumerate(table.seats):
        if seat.kept_from(viewer.visitor):
            return tr("{name} is away and cannot be asked.", name=table.match.names[n])
    if several and seen.revealed(table.match, own):
        return tr("Cards have been seen since that move, so it cannot be taken back.")
    return None


def last_own(match: Match, seats: frozenset[int]) -> int | None:
    """Index in the log of the last move from one of these seats."""
    for i, entry in reversed(list(enumerate(match.log()))):
        if entry.kind == "move" and entry.seat in seats:
            return i
    return None
