"""How long an engine may think: what the words after ``go`` say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import PivotryError
from ..wording import quoted

MOVES_LEFT = 25
"""A clock is shared out as if so many moves were still to be made."""
MARGIN = 0.05
"""Seconds of a clock that are never spent: they go by between the two programs."""
LEAST = 0.001
"""Seconds that a move takes at least: it is made at once."""
_CLOCK = re.compile(r"p([1-8])(time|inc)")
DIGITS = 15
"""The most that a number may have: more nodes or milliseconds than anybody waits for."""
_NUMBER = re.compile(r"-?[0-9]+")


class BadLine(PivotryError, ValueError):
    """A line that cannot be obeyed, and why, as a sentence."""


@dataclass(frozen=True)
class Limits:
    """The end of a search: whichever given part comes first."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    """Plies that a search by depth completes."""


def read(words: Sequence[str], seat: int, players: int) -> Limits:
    """The limits that the words after ``go`` set for ``seat``; ``BadLine`` if they make none.

    Without any time left, on the clock or for the move, a millisecond is taken: who asks wants a
    move and would wait for one in vain.
    """
    if not words:
        raise BadLine("go needs a limit: movetime, nodes, depth, p1time p2time, or infinite")
    if list(words) == ["infinite"]:
        return Limits()
    given: dict[str, int] = {}
    rest = list(words)
    while rest:
        name = rest.pop(0)
        clock = _CLOCK.fullmatch(name)
        if name == "infinite":
            raise BadLine("go infinite stands alone")
        if name not in ("movetime", "nodes", "depth") and not (clock and int(clock[1]) <= players):
            raise BadLine(f"go does not know {quoted(name)}")
        if name in given:
            raise BadLine(f"go has {name} twice")
        if not rest or not _NUMBER.fullmatch(rest[0]):
            after = quoted(rest[0]) if rest else "nothing"
            raise BadLine(f"{name} is followed by a whole number, not by {after}")
        number = rest.pop(0)
        if len(number.lstrip("-")) > DIGITS:
            raise BadLine(f"{name} has at most {DIGITS} digits")
        given[name] = int(number)
        if given[name] < 1 and name in ("nodes", "depth"):
            raise BadLine(f"{name} is at least 1, not {number}")
    seconds = [max(LEAST, given["movetime"] / 1000)] if "movetime" in given else []
    if any(_CLOCK.fullmatch(name) for name in given):
        own = f"p{seat + 1}time"
        if own not in given:
            raise BadLine(f"p{seat + 1} is to move: go with clocks needs {own}")
        seconds.append(share(given[own] / 1000, given.get(f"p{seat + 1}inc", 0) / 1000))
    return Limits(min(seconds, default=None), given.get("nodes"), given.get("depth"))


def share(left: float, increment: float) -> float:
    """Seconds of a clock that one move may take."""
    wanted = left / MOVES_LEFT + 0.8 * increment
    return max(LEAST, min(wanted, left - MARGIN))
