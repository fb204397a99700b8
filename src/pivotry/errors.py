"""What can go wrong, one class each, every message a sentence for people.

All of them can be pickled, so that they come out of a process as they were raised there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .tongue import tr

Fault = tuple[str | None, str]
"""One thing wrong with a position: the clause it breaks (or None) and a sentence."""


_TOLD = 20
"""How many faults the text of an error lists."""


class PivotryError(Exception):
    """Base of all errors that Pivotry raises on purpose."""


class UnreadableMove(PivotryError, ValueError):
    """A text that is no move of this game, whatever the position."""


class IllegalMove(PivotryError, ValueError):
    """A move that reads well and may not be made here.

    ``clauses`` names the rules that forbid it, ``squares`` what to light up.
    """

    def __init__(
        self, message: str, clauses: Sequence[str] = (), squares: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.clauses = tuple(clauses)
        self.squares = tuple(squares)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.clauses, self.squares)


class BadOption(PivotryError, ValueError):
    """An option or a number of players that a game does not have."""


class BadPosition(PivotryError, ValueError):
    """A position that breaks the rules; ``faults`` lists everything wrong with it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults: list[Fault] = list(faults)
        told = [f"{text} ({clause})" if clause else text for clause, text in self.faults[:_TOLD]]
        if len(self.faults) > _TOLD:
            told.append(tr("and {n} more", n=len(self.faults) - _TOLD))
        super().__init__("; ".join(told))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.faults,)


class BadRecord(PivotryError, ValueError):
    """A record that cannot be replayed; ``ply`` is the index of the first bad move, if one is."""

    def __init__(self, message: str, ply: int | None = None) -> None:
        super().__init__(message)
        self.ply = ply

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.ply)
