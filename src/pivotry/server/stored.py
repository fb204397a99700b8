"""A table as plain data for the store, and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ..match import Match
from .absence import Absence
from .clock import Clock
from .seats import End, Offer, Seat, Shift
from .secrecy import Secrecy
from .table import Table


def data(table: Table) -> dict[str, Any]:
    """All of it as JSON, seeds and hidden cards included: for the store alone.

    What screens show is not kept: after a restart every curtain is down.
    """
    return {
        "record": table.match.record(private=True),
        "seats": [asdict(seat) for seat in table.seats],
        "version": table.version,
        "number": table.number,
        "watchers": table.watchers,
        "clock": None if table.clock is None else table.clock.data(),
        "offer": None if table.offer is None else asdict(table.offer),
        "end": None if table.end is None else asdict(table.end),
        "next": table.next,
        "shifts": [asdict(shift) for shift in table.shifts],
        "seen": table.absence.data() if table.lasts else {},
        "breaks": table.breaks,
        "analysing": table.analysing,
        "closed": sorted(table.curtain.covered),
        "secrecy": table.secrecy.data(),
    }


def restored(id: str, data: dict[str, Any], match: Match) -> Table:
    """The table that ``data`` described; ``match`` is what its record tells."""
    table = Table(id, match, [Seat(**seat) for seat in data["seats"]])
    table.version, table.number = int(data["version"]), int(data["number"])
    table.watchers = list(data["watchers"])
    table.clock = None if data["clock"] is None else Clock.of(data["clock"])
    table.offer = None if data["offer"] is None else Offer(**data["offer"])
    end = data["end"]
    if end is not None:
        table.end = End(end["why"], end["seat"], tuple(end["winners"]))
    table.next = data["next"]
    table.shifts = [Shift(**shift) for shift in data.get("shifts", ())]
    table.absence = Absence.of(data.get("seen", {}))
    table.breaks = [(int(ply), int(lost)) for ply, lost in data.get("breaks", ())]
    table.analysing = list(data.get("analysing", ()))
    table.curtain.covered = set(data.get("closed", ()))
    table.secrecy = Secrecy.of(data.get("secrecy"))
    return table
