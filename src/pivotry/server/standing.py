"""How a table stands: parts of ``outgoing.state`` that show no hand."""

from __future__ import annotations

from typing import Any

from ..tongue import tr, tr_n
from ..wording import listed
from . import consent, pages, seating
from .absence import Wait
from .rounds import Rounds
from .seats import Seat, Viewer
from .table import Table


def choices(table: Table) -> list[tuple[str, str]]:
    """Who can take a seat here, those included that sit already."""
    found = pages.sitters(table.match.game)
    known = {value for value, _ in found}
    others = {seat.player for seat in table.seats if seat.kind == "computer"} - known
    return found + [(name, pages.player(table.match.game, name)) for name in sorted(others)]


def label(game: str, seat: Seat) -> str:
    """Who plays a seat, for those who cannot change it."""
    if seat.kind == "computer":
        name = pages.player(game, seat.player)
        return tr("{player}, while its player is away", player=name) if seat.stands_in else name
    return tr("free") if seat.kind == "open" else tr("person")


def offer(table: Table, viewer: Viewer) -> dict[str, Any] | None:
    """What somebody asks for, and whether this viewer is to answer."""
    offer = table.offer
    if offer is None:
        return None
    asked = bool(viewer.seats) and viewer.visitor not in offer.agreed
    missing = [table.match.names[n] for n in consent.missing(table, offer.topic, offer.agreed)]
    return {
        "topic": offer.topic,
        "name": table.match.names[offer.seat],
        "asked": asked,
        "own": bool(viewer.seats) and viewer.visitor == offer.asker,
        "missing": listed(missing),
    }


def rematch(table: Table, viewer: Viewer) -> dict[str, Any] | None:
    """Where the next match is, and whether this viewer has a seat there; None if there is none."""
    if table.next is None:
        return None
    return {"url": f"/table/{table.next}", "plays": bool(viewer.seats)}


def absent(table: Table, viewer: Viewer) -> list[dict[str, Any]]:
    """Those who have been away for a while and whom this viewer waits for.

    ``over``: whether the viewer can let a computer play on; else ``said`` tells when they can.
    """
    if table.over or table.waiting:
        return []
    found = []
    for n, wait in enumerate(waits(table)):
        if wait is None or not seating.may_wait(table, viewer, n):
            continue
        name = table.match.names[n]
        if wait.over:
            said = tr("{name} has been away for some time.", name=name)
        elif wait.hours:
            said = tr_n(
                "{name} is away. In {n} hour you can let a computer play on.",
                "{name} is away. In {n} hours you can let a computer play on.",
                wait.hours,
                name=name,
            )
        else:
            said = tr_n(
                "{name} is away. In {n} minute you can let a computer play on.",
                "{name} is away. In {n} minutes you can let a computer play on.",
                wait.minutes,
                name=name,
            )
        found.append({"seat": n, "name": name, "over": wait.over, "said": said})
    return found


def waits(table: Table) -> list[Wait | None]:
    """For each seat how long the others are still to wait for who plays it; None for nobody."""
    terms = None if table.clock is None else table.clock.terms
    return [table.absence.wait(seat, terms) for seat in table.seats]


def interlude(table: Table, viewer: Viewer, dealt: Rounds | None) -> dict[str, Any] | None:
    """Where a page stops between two deals; ``ended`` is None where it does not.

    ``patient``: until somebody goes on. Who has no seat, or a clock, is not kept for long.
    """
    if dealt is None:
        return None
    return {
        "count": len(dealt.columns),
        "ended": None if table.over else dealt.ended,
        "fresh": dealt.fresh,
        "title": tr("{deal} is over", deal=dealt.columns[-1].title),
        "patient": bool(viewer.seats) and table.clock is None,
    }


def clocks(table: Table, now: float) -> list[str] | None:
    """The time that each seat has left, as it is shown; None without a clock."""
    if table.clock is None:
        return None
    return [pages.duration(table.clock.remaining(n, now)) for n in range(len(table.seats))]


def running(table: Table, now: float) -> dict[str, Any] | None:
    """Whose time runs and how much of it is left, for the page to count down."""
    clock = table.clock
    if clock is None or clock.running is None or table.over:
        return None
    return {"seat": clock.running, "left": round(clock.remaining(clock.running, now), 1)}
