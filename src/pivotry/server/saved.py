"""What the list of tables shows of one."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row

from .. import naming, registry
from ..tongue import tr, tr_n
from .seats import level
from .table import Table


@dataclass(frozen=True)
class Saved:
    """What the list of tables shows of one; nothing in it is secret."""

    id: str
    game: str
    names: tuple[str, ...]
    moves: int
    winners: tuple[str, ...] | None
    """Who has won, none in a draw; None while the match goes on."""
    next: str | None
    """Whose turn it is; None if the match is over."""
    mine: bool
    """Whether it is the turn of the visitor the list was made for."""
    when: float
    """Seconds since the epoch."""
    deadline: float | None = None
    closed: str | None = None
    """The rules it goes by, if this release does not know them."""
    others: bool = False
    """Whether others play or look on there, so that it stays when this visitor removes it."""


def summary(row: Row[*tuple[Any, ...]]) -> Saved:
    """What is shown of a row of tables, read with whether it waits for the visitor."""
    names = called(row.game, json.loads(row.names))
    winners = None if row.winners is None else tuple(names[n] for n in json.loads(row.winners))
    closed = foreign(row.game, row.rules)
    return Saved(
        row.id,
        row.game,
        names,
        row.moves,
        winners,
        names[row.turn] if winners is None and row.turn is not None else None,
        row.waits and not closed,
        row.updated,
        row.deadline,
        row.rules if closed else None,
        row.others,
    )


def said(table: Table, seat: int) -> str | tuple[str | None, int]:
    """The name of a seat, or what it is called by: the level of its computer, and its number."""
    given, sat = table.match.given[seat], table.seats[seat]
    return (level(sat), sat.number) if given is None else given


def _sat(said: object) -> tuple[str | None, int]:
    """What a row says of a seat that nobody named."""
    match said:
        case [None | str() as player, int() as number]:
            return player, number
    return None, 0


def called(game: str, kept: object) -> tuple[str, ...]:
    """The names of a table's seats, in the language in force for those that nobody named.

    ``kept``: of each what ``said`` gives. A row of an older release has nothing for a seat that
    nobody named, or the name that the game gives, in some language. The game may be none of this
    release.
    """
    given = naming.repaired(kept) or []
    if game in registry.IDS:
        sat = [_sat(one) for one in kept] if isinstance(kept, list) else []
        levels, numbers = [one[0] for one in sat], [one[1] for one in sat]
        return naming.at_table(registry.get(game).facts, given, levels, numbers)
    return tuple(f"p{seat + 1}" if name is None else name for seat, name in enumerate(given))


def foreign(game: str, rules: str) -> bool:
    """Whether this release does not know these rules of a game."""
    return game not in registry.IDS or registry.get(game).facts.rules != rules


def ago(when: float) -> str:
    """How long ago something was, in words."""
    seconds = max(0.0, time.time() - when)
    if seconds >= 86400:
        return tr_n("{n} day ago", "{n} days ago", int(seconds // 86400))
    if seconds >= 3600:
        return tr_n("{n} hour ago", "{n} hours ago", int(seconds // 3600))
    if seconds >= 60:
        return tr_n("{n} minute ago", "{n} minutes ago", int(seconds // 60))
    return tr("just now")
