"""Exact values by looking at everything: slow, with nothing of the solvers' but the rules.

Positions are told apart by all bytes of their records except the count of plies, so quiet moves,
the last move and the numbers of bars all count.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from kit import Play, generator


class TooMany(Exception):
    """More positions than a test may look at."""


class Slow:
    """Values for the seat to move, by minimax over the rules, each position once."""

    def __init__(self, play: Play, most: int = 30_000) -> None:
        self.play, self.most = play, most
        self.values: dict[bytes, int] = {}
        self._out = np.zeros(2)

    def name(self) -> bytes:
        kept = int(self.play.s.ply)
        self.play.s.ply = 0
        name = self.play.s.tobytes()
        self.play.s.ply = kept
        return bytes(name)

    def value(self) -> int:
        """1, 0 or -1 for the seat to move where ``play`` stands now."""
        name = self.name()
        if name in self.values:
            return self.values[name]
        if len(self.values) >= self.most:
            raise TooMany
        play = self.play
        mover, kept, best = play.actor, play.snapshot(), -1
        for action in play.legal():
            play.apply(action)
            best = max(best, self.after(mover))
            play.restore(kept)
            if best == 1:
                break
        self.values[name] = best
        return best

    def after(self, mover: int) -> int:
        """What ``mover`` has in a position that may be over."""
        if self.play.over:
            self.play.k.returns(self.play.s, self.play.c, self._out)
            return int(self._out[mover])
        value = self.value()
        return value if self.play.actor == mover else -value

    def moves(self) -> dict[int, int]:
        """The value of every move for the seat to move."""
        play = self.play
        mover, kept, found = play.actor, play.snapshot(), {}
        for action in play.legal():
            play.apply(action)
            found[action] = self.after(mover)
            play.restore(kept)
        return found


def late(game: str, options: dict[str, Any], back: int, seed: int) -> Play:
    """A position ``back`` moves before the end of a random game."""
    play = Play(game, None, options, compiled=True).begin()
    rng = generator(seed)
    states = []
    while not play.over:
        states.append(play.snapshot())
        play.k.random(play.s, play.c, play.w, rng)
    play.restore(states[max(0, len(states) - back)])
    return play


def hurried(play: Play, limit: int) -> Play:
    """The same position of the peg game where ``limit`` (2 or more) quiet moves make a draw."""
    position = play.position()
    position["quiet_limit"], position["quiet"] = limit, min(position["quiet"], limit - 1)
    return Play.at(position, compiled=True)
