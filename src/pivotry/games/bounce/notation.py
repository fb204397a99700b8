"""Move texts of the two-ended cards: ``set 5``, ``add 5/7 p3``, ``take p3``, ``rotate``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ...contract import Record
from ...errors import UnreadableMove
from ...movetext import plain
from ...tongue import tr
from ...wording import quoted
from . import setup, tables
from .position import text_of


@dataclass(frozen=True)
class Move:
    """What a text writes, legal or not."""

    kind: Literal["set", "add", "take", "rotate"]
    number: int = 0
    """The number of a set, or the active number of a card to add."""
    inactive: int = 0
    """The other number of a card to add."""
    seat: int = -1
    """Whose set: counted from 0, whatever the number of players."""


# One or two digits are read wherever a number can stand, so that "set 12" can be explained.
_MOVE = re.compile(
    r"set(?P<set>\d{1,2})"
    r"|add(?P<active>\d{1,2})/(?P<inactive>\d{1,2})(?:to)?p(?P<whose>\d{1,2})"
    r"|take(?:from)?p(?P<from>\d{1,2})"
    r"|(?P<rotate>rotate)",
    re.ASCII,
)
# A dash or a slash of any kind stands between the two numbers of a card.
_BETWEEN = str.maketrans(dict.fromkeys("-⁄∕⧸\\|", "/"))


def read(text: str) -> Move:
    """The move that a text writes; ``UnreadableMove`` if it writes none."""
    written = plain(text).lower().translate(_BETWEEN).rstrip("x#×")
    found = _MOVE.fullmatch(written)
    if found is None:
        raise UnreadableMove(
            tr(
                "{given} is no move here; moves are written like set 5, add 5/7 p3, take p3 or "
                "rotate",
                given=quoted(text),
            )
        )
    if found["set"]:
        return Move("set", int(found["set"]))
    if found["active"]:
        seat = int(found["whose"]) - 1
        return Move("add", int(found["active"]), int(found["inactive"]), seat)
    if found["from"]:
        return Move("take", seat=int(found["from"]) - 1)
    return Move("rotate")


def number(move: Move, c: Record) -> int | None:
    """Its action number, or None if no position of this set-up has such an action."""
    if move.kind == "rotate":
        return tables.ROTATE
    if move.kind == "set":
        return tables.SETS + move.number - 1 if 1 <= move.number <= int(c.numbers) else None
    if not 0 <= move.seat < int(c.players):
        return None
    if move.kind == "take":
        return tables.TAKES + move.seat
    card = tables.CARD[setup.deck_of(c)].get((move.number, move.inactive))
    return None if card is None else tables.ADDS + 2 * tables.CARDS * move.seat + card


def canonical(move: Move) -> str:
    """The one text of a move."""
    if move.kind == "set":
        return f"set {move.number}"
    if move.kind == "add":
        return f"add {move.number}/{move.inactive} p{move.seat + 1}"
    return f"take p{move.seat + 1}" if move.kind == "take" else "rotate"


def write(a: int, c: Record) -> str:
    """The one canonical text of an action number."""
    if a == tables.ROTATE:
        return "rotate"
    if a >= tables.TAKES:
        return f"take p{a - tables.TAKES + 1}"
    if a >= tables.ADDS:
        seat, card = divmod(a - tables.ADDS, 2 * tables.CARDS)
        return f"add {text_of(card, setup.deck_of(c))} p{seat + 1}"
    return f"set {a - tables.SETS + 1}"


def path(text: str, seat: int) -> tuple[str, ...]:
    """What to click, in order, in a picture: ``data-at`` names."""
    move = read(text)
    if move.kind == "set":
        return (str(move.number), f"p{seat + 1}")
    if move.kind == "add":
        return (f"{move.number}/{move.inactive}", f"p{move.seat + 1}")
    return (f"p{move.seat + 1}",) if move.kind == "take" else ("rotate",)


def intended(clicks: Sequence[Sequence[str]], seat: int) -> str | None:
    """``rotate`` or an area by itself; a card and then the own area, or somebody else's.

    A card alone is meant to be played: why it cannot be is what somebody wants to know then.
    """
    if not clicks:
        return None
    first = clicks[0]
    if first[0] == "rotate":
        return "rotate"
    card = next((name for name in first if "/" in name), None)
    if card is None:
        return f"take {first[0]}"
    own = f"p{seat + 1}"
    area = next((name for name in clicks[1] if name.startswith("p")), None) if clicks[1:] else own
    if area is None:
        return None
    return f"set {card.split('/')[0]}" if area == own else f"add {card} {area}"


def marks(before: Record, a: int, after: Record, c: Record) -> str:
    """Nothing is added to the text of a move."""
    return ""
