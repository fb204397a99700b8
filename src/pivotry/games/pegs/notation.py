"""Move texts of the peg game: ``A1-B1`` is the ring of A1 going to B1."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...contract import Record
from ...errors import UnreadableMove
from ...movetext import plain
from ...tongue import tr
from ...wording import quoted
from .rules import has_lane
from .tables import PEG_NAMES, PEG_NUMBER, PEGS, sideways

_PEG = r"([A-Z])0*([1-9][0-9]{0,2}|0)"  # one way to match each, or long texts take for ever
_MOVE = re.compile(rf"{_PEG}(?:-|X)*{_PEG}[X#]*")
_TWO = re.compile(rf"(?:{_PEG}-*{_PEG}[X#]*[,;]?){{2,}}")


class Move(NamedTuple):
    """The pegs that a text names, which need not exist."""

    source: str
    to: str


def read(text: str) -> Move:
    """The move that a text writes, legal or not; ``UnreadableMove`` if it writes none."""
    written = plain(text).upper()
    found = _MOVE.fullmatch(written)
    if found is None:
        if _TWO.fullmatch(written):
            raise UnreadableMove(
                tr(
                    "{given} names more than one move; they are played one by one",
                    given=quoted(text.strip()),
                )
            )
        raise UnreadableMove(
            tr(
                "{given} is no move of the peg game; a move names two pegs, such as A1-B1",
                given=quoted(text),
            )
        )
    row, place, to_row, to_place = found.groups()
    return Move(row + place, to_row + to_place)


def number(move: Move, c: Record) -> int | None:
    """Its action number, or None if the board has no such step."""
    source, to = PEG_NUMBER.get(move.source), PEG_NUMBER.get(move.to)
    if source is None or to is None:
        return None
    if sideways(source, to) or has_lane(c, source, to):
        return source * PEGS + to
    return None


def write(a: int, c: Record) -> str:
    """The one canonical text of an action number."""
    source, to = divmod(int(a), PEGS)
    return f"{PEG_NAMES[source]}-{PEG_NAMES[to]}"


def path(text: str, seat: int) -> tuple[str, ...]:
    """The two pegs to click."""
    return tuple(read(text))


def intended(clicks: Sequence[Sequence[str]], seat: int) -> str | None:
    """From the peg clicked first to the one clicked next."""
    return f"{clicks[0][0]}-{clicks[1][0]}" if len(clicks) > 1 else None


def marks(before: Record, a: int, after: Record, c: Record) -> str:
    """A printed peg game has no marks."""
    return ""
