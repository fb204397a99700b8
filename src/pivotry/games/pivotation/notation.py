"""Move texts of Pivotation: ``c4-d5`` is the top end of c4 going to d5, ``2c4-d5`` the top two."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...contract import Record
from ...errors import UnreadableMove
from ...movetext import plain
from ...tongue import tr
from ...wording import quoted
from . import rules
from .tables import LIGHT, MAX_BARS, hole_name, hole_number

_HOLE = r"([a-z])0*([0-9]{1,3})"
_MOVE = re.compile(rf"(?:0*([1-9][0-9]{{0,2}})[*.-]?)?{_HOLE}-*{_HOLE}[x×#]*")


class Move(NamedTuple):
    """What a text names; the holes need not exist, nor as many ends."""

    ends: int
    source: str
    to: str


def read(text: str) -> Move:
    """The move that a text writes, legal or not; ``UnreadableMove`` if it writes none."""
    found = _MOVE.fullmatch(plain(text).lower())
    if found is None:
        raise UnreadableMove(
            tr(
                "{given} is no move of pivotation; a move is source-destination, such "
                "as c4-d5, with the number of ends in front if it is more than one: "
                "2c4-d5",
                given=quoted(text),
            )
        )
    ends, letter, row, to_letter, to_row = found.groups()
    return Move(int(ends or 1), letter + row, to_letter + to_row)


def number(move: Move, c: Record) -> int | None:
    """Its action number, or None if no end ever goes that way on this board."""
    source, to = hole_number(move.source, c), hole_number(move.to, c)
    if source is None or to is None or move.ends > MAX_BARS:
        return None
    if not rules.spans(c, source, to):
        return None
    return int(rules.action(c, source, to, move.ends))


def write(a: int, c: Record) -> str:
    """The one canonical text of an action number."""
    pair, ends = divmod(int(a), MAX_BARS)
    many = str(ends + 1) if ends else ""
    return f"{many}{hole_name(int(c.source[pair]), c)}-{hole_name(int(c.dest[pair]), c)}"


def path(text: str, seat: int) -> tuple[str, ...]:
    """The two holes to click."""
    move = read(text)
    return move.source, move.to


def intended(clicks: Sequence[Sequence[str]], seat: int) -> str | None:
    """The top end of the hole clicked first to the hole clicked next."""
    return f"{clicks[0][0]}-{clicks[1][0]}" if len(clicks) > 1 else None


def marks(before: Record, a: int, after: Record, c: Record) -> str:
    """``x`` for each bar taken off, ``#`` for a move that wins."""
    taken = int((before.level > 0).sum() - (after.level > 0).sum()) // 2
    return "x" * taken + "#" * (0 <= int(after.result) <= LIGHT)
