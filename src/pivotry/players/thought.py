"""What comes of thinking: a move, and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    """One move that was looked at."""

    text: str
    visits: int
    value: float
    """Expected result for the player, from -1 (lost) to 1 (won)."""
    proof: int | None
    """1, 0 or -1 where the result is certain, else None."""
    line: tuple[str, ...] = ()
    """The play expected after this move, it included."""


@dataclass(frozen=True)
class Thought:
    """A chosen move, and what it rests on."""

    text: str
    """Canonical text of the move."""
    candidates: tuple[Candidate, ...] = ()
    """The moves that were searched, the best first."""
    simulations: int = 0
    """Nodes of the budget that were spent."""
    seconds: float = 0.0
    depth: int = 0
    """Plies that a search by depth completed; 0 for others."""
