"""What a viewer may take from a table: its record, an analysis, positions to be tried out."""

from __future__ import annotations

from ..tongue import tr
from .seats import Viewer
from .table import Table


def may_save(table: Table, viewer: Viewer) -> bool:
    """Whether the record is for this viewer: it holds every hand there has been.

    A running match with hidden hands is for one person alone at a screen, who has asked to know
    them (``Table.disclose``); a finished one for all.
    """
    if table.over:
        return True
    if not table.match.facts.hidden:
        return bool(viewer.seats)
    return table.sole(viewer) and table.secrecy.disclosed


def may_ask(table: Table, viewer: Viewer) -> bool:
    """Whether this viewer may have hints: nobody who plays against them has to do without."""
    return bool(viewer.seats) and not table.together and not table.shared(viewer)


def may_analyse(table: Table, viewer: Viewer) -> bool:
    """Whether this viewer may know what a computer thinks of the match: it may show all cards."""
    if table.over:
        return True
    return bool(viewer.seats) and not table.together and not table.match.facts.hidden


def trial_refusal(table: Table, viewer: Viewer) -> str | None:
    """Why this viewer may not try out positions of a match elsewhere; None if they may.

    In the editor and in a match that branches off there are computers to ask, as they may not be
    asked here while others play along.
    """
    if table.over:
        return None
    if table.match.facts.hidden:
        if table.sole(viewer):
            return None
        return tr("Hands are hidden in this position while the match goes on.")
    if table.together or not table.hosts(viewer):
        return tr("Positions of a match with others can be tried out when it is over.")
    return None
