"""What the editors of the board games share: turn, counters, result, and how they are set."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..contract import Position
from ..editing import Dial
from ..errors import IllegalMove
from ..tongue import tr

SIDES = ("dark", "light")
_NUMBER = re.compile(r"-?[0-9]{1,12}")
OWN = "own"
"""Stands for a mapping in a list of choices."""


def side_names() -> dict[str, str]:
    """How the sides are called."""
    return {"dark": tr("Dark"), "light": tr("Light")}


def turn(position: Position) -> Dial:
    """Whose turn it is."""
    return Dial("turn", tr("To move"), str(position["turn"]), tuple(side_names().items()))


def result(position: Position) -> Dial:
    """Whether the game is over."""
    names = side_names()
    choices = (
        ("", tr("none yet")),
        *((side, tr("{side} has won", side=names[side])) for side in SIDES),
        ("draw", tr("a draw")),
    )
    return Dial("result", tr("Result"), position["result"] or "", choices)


def count(position: Position, name: str, label: str, most: int, clause: str = "") -> Dial:
    """A number of moves."""
    return Dial(name, label, str(position[name]), range=(0, most), clause=clause)


def number(value: str) -> Any:
    """A number where a text is one; whoever reads the position complains of anything else."""
    text = value.strip()
    return int(text) if _NUMBER.fullmatch(text) else value[:40]


def fields(data: object, standard: Position) -> Position:
    """The keys of a position from some JSON, those that are missing as ``standard`` has them."""
    given = data if isinstance(data, Mapping) else {}
    return {key: given.get(key, value) for key, value in standard.items()}


def either(value: object, allowed: tuple[Any, ...], otherwise: Any) -> Any:
    """A value, if it is one of those allowed."""
    return value if isinstance(value, str | None) and value in allowed else otherwise


def whole(value: object, most: int) -> int:
    """A number from 0 to ``most``; 0 for anything else."""
    return value if type(value) is int and 0 <= value <= most else 0


def nothing_there(at: str) -> IllegalMove:
    """Somebody wants to do something with what is not there."""
    return IllegalMove(tr("Nothing stands at {place}.", place=at), (), (at,))


def swapped_levels(stack: list[Any], level: int, how: str) -> list[Any]:
    """A pile, the lowest first, with one of its pieces a level higher or lower."""
    other = level + (1 if how == "raise" else -1)
    if not 1 <= other <= len(stack):
        raise IllegalMove(
            tr("It is the highest already.") if how == "raise" else tr("It is the lowest already.")
        )
    stack[level - 1], stack[other - 1] = stack[other - 1], stack[level - 1]
    return stack
