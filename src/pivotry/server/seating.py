"""Who may take which seat of a table, give it away, or come back to it: refusals, in sentences.

Nothing in here changes a table; ``None`` says that something may be done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..tongue import tr
from .absence import patience
from .seats import Kind, Viewer

if TYPE_CHECKING:
    from .table import Table


def no_change(table: Table, viewer: Viewer, seat: int, kind: Kind) -> str | None:
    """Why a viewer may not say who plays a seat.

    Everybody who plays may do that with the seats at their own screen and with those of computers.
    Nobody takes up a hand that another browser played.
    """
    if table.over:
        return tr("The match is over.")
    if not table.hosts(viewer):
        return tr("Only those who play can change seats.")
    old = table.seats[seat]
    if old.kind == "person" and seat not in viewer.seats:
        return tr("{name} plays this seat.", name=table.match.names[seat])
    if old.kept_from(viewer.visitor) and kind != "computer":
        return tr("Only who played this seat can take it back, by its own link.")
    hidden = table.match.facts.hidden
    left = any((shift.seat, shift.why) == (seat, "resigned") for shift in table.shifts)
    if left and kind != "computer" and hidden and table.together:
        return tr("Whoever played this seat has left; a computer plays it on.")
    if kind == "person" and hidden and table.together:
        return tr("Where others hide their cards, nobody plays a second hand.")
    if kind != "person" and viewer.seats == {seat} and table.together:
        return tr("This is your own seat; to leave it, give it up.")
    if kind == "open" and going(table) and (table.match.ply or table.clock):  # both would stop
        return tr("Others are in the middle of this match: its seats stay taken.")
    return None


def may_change(table: Table, viewer: Viewer, seat: int) -> bool:
    """Whether a viewer has a say in who plays a seat, whoever that shall be."""
    if table.over or not table.hosts(viewer) or (viewer.seats == {seat} and table.together):
        return False
    return seat in viewer.seats or table.seats[seat].kind != "person"


def may_invite(table: Table, seat: int) -> bool:
    """Whether somebody else could be invited to a seat, for all that is known of its cards."""
    return not table.match.facts.hidden or table.secrecy.refusal(seat) is None


def going(table: Table) -> bool:
    """Whether several people are in the middle of a match."""
    return table.together and not table.waiting


def no_joining(table: Table, visitor: str, seat: int) -> str | None:
    """Why a visitor may not follow the invitation to a seat."""
    if table.seats[seat].kind != "open":
        return tr("Somebody has taken this seat already.")
    if table.match.facts.hidden and (table.held(visitor) or table.away(visitor)):
        return tr("Where others hide their cards, nobody plays a second hand.")
    return None


def no_return(table: Table, visitor: str, seat: int) -> str | None:
    """Why a visitor may not go on with a seat in another browser, or take it back."""
    found = table.seats[seat]
    if found.kind == "open" or (found.kind == "computer" and not found.stands_in):
        return tr("Nobody plays this seat.")
    own = table.held(visitor) | table.away(visitor)
    if table.match.facts.hidden and not table.over and own - {seat}:
        # Hands that one screen shares can move to another one together.
        shared = (table.held(holder) | table.away(holder) for holder in found.holders)
        if not any(own <= seats for seats in shared):
            return tr("Where others hide their cards, nobody plays a second hand.")
    return None


def no_stand_in(table: Table, viewer: Viewer, seat: int, gone: float) -> str | None:
    """Why a viewer may not let a computer play on in the seat of somebody.

    ``gone``: for how many seconds nobody who plays it has been there.
    """
    name = table.match.names[seat]
    if not may_wait(table, viewer, seat):
        return tr("Only those who play with {name} can let a computer play on.", name=name)
    if table.seats[seat].kind != "person":
        return tr("Nobody who could be away plays this seat.")
    if gone < patience(None if table.clock is None else table.clock.terms):
        return tr("{name} has not been away for long enough.", name=name)
    return None


def may_wait(table: Table, viewer: Viewer, seat: int) -> bool:
    """Whether a viewer is one of those who wait for a seat: they play, and not this one."""
    return bool(viewer.seats) and seat not in viewer.seats
