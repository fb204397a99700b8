"""How a match ended, and by what, in sentences: part of ``outgoing``."""

from __future__ import annotations

from .. import registry
from ..tongue import tr
from . import pages
from .notices import Notice
from .seats import Viewer
from .table import Table


def outcome(table: Table, viewer: Viewer) -> str | None:
    """How the match ended, in a sentence; who played one seat is told of themselves."""
    result = table.result
    if result is None:
        return None
    names = [table.match.names[seat] for seat in result]
    own = min(viewer.seats) if len(viewer.seats) == 1 else None
    said = pages.outcome(names, None if own is None else own in result)
    why = why_over(table)
    return said if why is None else f"{why} {said}"


def reason(table: Table) -> Notice | None:
    """By what the match was decided, where its own rules ended it."""
    match = table.match
    if match.result is None or table.end is not None:
        return None
    text, clauses = registry.get(match.game).telling.ending(match.view(None), match.names)
    return Notice(text, clauses)


def why_over(table: Table) -> str | None:
    """What ended the match in place of its rules, in a sentence; None for what they ended."""
    if table.end is None:
        return None
    name = table.match.names[table.end.seat]
    if table.end.why == "time":
        return tr("{name} has no time left.", name=name)
    return tr("{name} gives up.", name=name)
