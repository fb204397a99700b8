"""A position put into words place by place, to be walked over by keyboard and ear.

What stands where is said by each game's ``telling.places``; whoever shows it (a page, a screen
reader) adds what can be done there.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """One place and what is there, in a few words that begin with its name."""

    at: str
    """What a picture calls it (``data-at``); empty for what cannot be clicked in any turn."""
    said: str


@dataclass(frozen=True)
class Part:
    """Places that belong together: rows of a board, a hand."""

    title: str
    rows: tuple[tuple[Place, ...], ...]
    """One row is a list; several are a board, as its first seat sees it."""
    names: tuple[str, ...] = ()
    """What each row is called, for a board."""
