"""A table in memory: its lock, the computer at work on it, who has looked at it."""

from __future__ import annotations

import threading

from .bots import Bots, Thought
from .onlookers import Alike
from .table import Table
from .turns import asker


class Room:
    """A table with its lock, the computer at work on it, and what went wrong last."""

    def __init__(self, table: Table, bots: Bots) -> None:
        self.table = table
        self._bots = bots
        self.lock = threading.RLock()
        self.thought: Thought | None = None
        self.trouble: str | None = None
        """In English, for ``tr``: the thread that notes it does not know who will read it."""
        self.gone = False
        self.pauses = 0
        """How many pauses of the server have been forgiven here."""
        self.seen = table.absence.data()
        """What has been kept of who was seen here."""
        self.owner = asker.get()
        """On whose account its computers think: of whoever did something here last."""
        self.looked = 0.0
        """When somebody looked at it last, in seconds since the epoch."""
        self.rests = False
        """Whether a computer is to move and has not been asked yet."""
        self.alike = Alike()
        self.fresh: list[Table] = []
        """Tables that come of the change being made: kept with it, or not at all."""

    @property
    def thinking(self) -> bool:
        """Whether a computer is choosing its move for the present state."""
        return self.thought is not None and self.thought.version == self.table.version

    @property
    def preparing(self) -> bool:
        """Whether it waits for code to be compiled, as happens once after an installation."""
        return self.thinking and self._bots.compiling
