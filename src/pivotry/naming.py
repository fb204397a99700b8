"""Names of seats: what may be one."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from .contract import Options
from .errors import BadOption
from .registry import Game
from .tongue import tr

_NO_LETTERS = ("Cc", "Cs", "Zl", "Zp")
"""What no name has: control characters (a terminal obeys them), half characters, line ends."""
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Nor these, which turn the direction of what is written after them."""


def checked(
    names: Sequence[str | None] | None, game: Game, options: Options
) -> tuple[str | None, ...]:
    """The names that differ from those that the game gives: these are said when they are shown."""
    players = int(options["players"])
    if names is None:
        return (None,) * players
    if (
        isinstance(names, str)
        or not isinstance(names, Sequence)
        or len(names) != players
        or not all(name is None or is_name(name) for name in names)
    ):
        raise BadOption(
            tr(
                "names are {players} texts of 1 to 40 characters, one a seat, without "
                "line breaks and control characters",
                players=players,
            )
        )
    usual = game.facts.usual
    return tuple(
        None if name is None or usual(seat, name) else name for seat, name in enumerate(names)
    )


def is_name(name: object) -> bool:
    return (
        isinstance(name, str)
        and len(name.strip()) > 0
        and len(name) <= 40
        and not any(unicodedata.category(ch) in _NO_LETTERS or ch in _TURNING for ch in name)
    )
