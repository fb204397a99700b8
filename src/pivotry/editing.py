"""What a game whose positions can be put together by hand implements beside ``contract.py``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .contract import Position, View


@dataclass(frozen=True)
class Tool:
    """What clicking does in an editor of positions."""

    id: str
    label: str
    about: str
    """What to click, in a sentence."""


@dataclass(frozen=True)
class Piece:
    """One piece of a pile, as an editor lists it."""

    level: int
    """Counted from 1, the lowest."""
    label: str


@dataclass(frozen=True)
class Dial:
    """Something of a position that does not stand on the board: whose turn it is, an option."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    """Values and what they are called; none for what is typed in."""
    range: tuple[int, int] | None = None
    """For what is a number."""
    clause: str = ""
    hint: str = ""
    """How a text is written."""


class Editing(Protocol):
    """How a position is put together by hand: ``editing.py`` (games where nothing is hidden).

    Positions come and go as JSON that may break any rule: ``position.read`` says which. Nothing in
    here raises for that; ``change`` and ``rearranged`` raise ``IllegalMove`` for what cannot be
    done at all. None of them alters what it is given.
    """

    def shaped(self, data: object) -> Position:
        """All that can be made of some JSON: every key, and places and pieces that there are."""

    def start(self, position: Position) -> Position:
        """The beginning of a game with the options of a position."""

    def cleared(self, position: Position) -> Position:
        """The same without any piece."""

    def tools(self) -> tuple[Tool, ...]:
        """What can be done with the board, the usual first."""

    def changes(self, position: Position, tool: str) -> list[tuple[str, ...]]:
        """What to click for everything that a tool can do: ``data-at`` names in order."""

    def change(self, position: Position, tool: str, at: Sequence[str]) -> Position:
        """The position after these clicks."""

    def pile(self, position: Position, at: str) -> list[Piece]:
        """What stands at a place, the highest first."""

    def rearranged(self, position: Position, at: str, level: int, how: str) -> Position:
        """A piece of a pile goes up or down by one, off the board or to the other side.

        ``how``: ``raise``, ``lower``, ``remove``, ``swap``.
        """

    def dials(self, position: Position) -> tuple[Dial, ...]:
        """What else can be set, in order."""

    def dialled(self, position: Position, name: str, value: str) -> Position:
        """The position with something set; what makes no sense is left for ``position.read``."""

    def drawable(self, position: Position) -> View:
        """What of a position, right or wrong, a picture can show."""

    def troubled(self, position: Position) -> tuple[str, ...]:
        """The ``data-at`` names of places where something is wrong."""
