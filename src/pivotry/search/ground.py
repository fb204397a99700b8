"""What all searches for proofs about one position share."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..contract import Record
from ..errors import BadOption
from ..registry import Game
from .room import lent


class Ground:
    """A game, how its positions are packed, and the table of what is known about them."""

    def __init__(self, game: Game, state: Record, config: Record, memory: float) -> None:
        """``memory``: megabytes, of which the table takes at most the largest power of two.

        ``BadOption`` if the machine does not give as much.
        """
        self.game, self.config = game, config
        self.name = f"{game.id}-dfpn"
        """Of compiled kernels."""
        self.codes = game.exact.table(state, config)
        self.most = game.exact.most(config)
        self.table = self._room(game.exact.words(self.codes) + 1, memory)

    def _room(self, words: int, memory: float) -> Any:
        """(slots, words)."""
        slots = 1 << max(6, int(memory * 1e6 / (8 * words)).bit_length() - 1)
        try:
            return lent(self, np.dtype(np.uint64), slots * words).reshape(slots, words)
        except MemoryError:
            raise BadOption(f"{memory:g} MB are more than this machine gives") from None
