"""Pivotry: a home for four games that turn about a pivot.

>>> import pivotry
>>> m = pivotry.new("pegs")
>>> m.play("A1-B1")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .errors import (
    BadOption,
    BadPosition,
    BadRecord,
    IllegalMove,
    PivotryError,
    UnreadableMove,
)

if TYPE_CHECKING:
    from .contract import CHANCE, Explanation
    from .match import Match, from_position, from_record, new, perft
    from .record import Verdict, verify
    from .registry import games
else:
    from . import games  # a package that can be called: see there

__version__ = "0.1.0"

# Loaded on first use: NumPy alone costs more than `import pivotry` may.
_HOMES = {
    "CHANCE": "contract",
    "Explanation": "contract",
    "Match": "match",
    "Verdict": "record",
    "from_position": "match",
    "from_record": "match",
    "new": "match",
    "perft": "match",
    "verify": "record",
}

_ROOMS = ("analysis", "arena", "players", "puzzles", "raster", "record", "svg")
"""Modules that the documentation names; ``import pivotry`` is enough to use them."""

__all__ = [
    "CHANCE",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Explanation",
    "IllegalMove",
    "Match",
    "PivotryError",
    "UnreadableMove",
    "Verdict",
    "from_position",
    "from_record",
    "games",
    "new",
    "perft",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f".{name}", __name__)
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{home}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(["__version__", *__all__])
