"""What happens in a match: as the match keeps it, and as somebody may know it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from .contract import Options, Position, View


@dataclass(frozen=True)
class Entry:
    """One thing that happened in a match."""

    kind: Literal["move", "draw", "deal"]
    text: str
    """Canonical text of a move or of a drawn card; empty for a deal."""
    seat: int
    """Who moved; ``CHANCE`` for a draw or a deal."""
    before: Any
    """The state it was played in (a copy)."""
    dealt: Position | None = None
    """For a deal: the position it led to."""
    drawer: list[int] = field(default_factory=list, compare=False, repr=False)
    """For a draw: whose it was, from when somebody first asked (a view to tell it takes long)."""
    stood: list[View] = field(default_factory=list, compare=False, repr=False)
    """What a spectator could know before it, from when somebody first asked."""

    def drawn_by(self, views: Any, config: Any, options: Options) -> int:
        """For a draw: the seat whose it was; ``views`` are those of the game."""
        if not self.drawer:
            view = views.view(self.before, config, options, None)
            self.drawer.append(int(view["turn"]))
        return self.drawer[0]


@dataclass(frozen=True)
class Event:
    """One thing that happened, as somebody may know it."""

    kind: Literal["move", "draw", "deal"]
    seat: int
    """Who moved or drew; ``CHANCE`` for a deal."""
    text: str
    """Canonical text of the move; of a drawn card for who drew it, else empty."""
