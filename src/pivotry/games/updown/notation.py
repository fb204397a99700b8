"""Move texts of ``updown``: ``42``, ``UP``, ``draw``, ``keep``; ``=17`` for what chance draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...contract import Record
from ...errors import UnreadableMove
from ...movetext import plain
from ...tongue import tr
from ...wording import quoted
from .tables import DRAW, KEEP, KIND, NAMES, OUTCOME

_DIRECTIONS = ("UP", "DOWN", "PIVOT")
_DIGITS = 4
"""Longer numbers are no attempt to name a card."""


class Move(NamedTuple):
    """A text that was understood; the card may be one that does not exist."""

    kind: str
    """``play``, ``draw``, ``keep`` or ``chance``."""
    card: str = ""

    def __str__(self) -> str:
        if self.kind == "chance":
            return f"={self.card}"
        return self.card or self.kind


def read(text: str) -> Move:
    """The move that a text writes, in any case and spacing, legal or not.

    ``UnreadableMove`` if it writes none. ``85`` reads as a move with a card that does not exist.
    """
    written = plain(text).upper().rstrip("#").removesuffix("X")
    if written in ("DRAW", "KEEP"):
        return Move(written.lower())
    kind = "play"
    if written.startswith("="):
        kind, written = "chance", written[1:]
    if written in _DIRECTIONS:
        return Move(kind, written)
    if written.isascii() and written.isdecimal():
        digits = written.lstrip("0") or "0"
        if len(digits) <= _DIGITS:
            return Move(kind, digits)
    raise UnreadableMove(
        tr(
            "{given} is no move: play a card by its name (42, UP, DOWN, PIVOT), "
            "draw, or keep a card just drawn",
            given=quoted(text),
        )
    )


def number(move: Move, c: Record) -> int | None:
    """Its action number, or None for a card that does not exist."""
    if move.kind == "draw":
        return DRAW
    if move.kind == "keep":
        return KEEP
    kind = KIND.get(move.card)
    if kind is None:
        return None
    return OUTCOME + kind if move.kind == "chance" else kind


def write(a: int, c: Record) -> str:
    """The one canonical text of an action number."""
    if a == DRAW:
        return "draw"
    if a == KEEP:
        return "keep"
    return f"={NAMES[a - OUTCOME]}" if a >= OUTCOME else NAMES[a]


def path(text: str, seat: int) -> tuple[str, ...]:
    """What to click: the card, the draw pile (also for an outcome of chance) or ``keep``."""
    move = read(text)
    if move.kind == "chance":
        return ("draw",)
    return (str(move),)


def intended(clicks: Sequence[Sequence[str]], seat: int) -> str | None:
    """What the one click says: a card, ``draw`` or ``keep``."""
    return clicks[0][0] if clicks else None


def marks(before: Record, a: int, after: Record, c: Record) -> str:
    """Records of this game carry no marks."""
    return ""
