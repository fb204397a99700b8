"""The links of a table that a viewer may hand on: part of ``outgoing``."""

from __future__ import annotations

from typing import Any

from .access import Keys, reaches_itself_only
from .seats import Viewer
from .table import Table


def own(table: Table, viewer: Viewer, keys: Keys, site: str) -> dict[str, Any]:
    """The links that this viewer may hand on, and those to the own seats.

    ``site`` is what addresses of this server begin with.
    """
    found: dict[str, Any] = {
        "join": {}, "seat": {}, "watch": None, "near": reaches_itself_only(site),
    }  # fmt: skip
    if not viewer.seats:
        return found
    make = keys.token
    for n, seat in enumerate(table.seats):
        if seat.kind == "open":
            token = make("join", table.id, n, seat.links)
            found["join"][n] = f"{site}/join/{table.id}/{n}/{token}"
        elif n in viewer.seats:
            token = make("seat", table.id, n, seat.links)
            found["seat"][n] = f"{site}/seat/{table.id}/{n}/{token}"
    found["watch"] = watching(table, keys, site)
    return found


def watching(table: Table, keys: Keys, site: str) -> str:
    """The spectators' link. Who looks on came by it, so it is no secret from them."""
    return f"{site}/watch/{table.id}/{keys.token('watch', table.id)}"
