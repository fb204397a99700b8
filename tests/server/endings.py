"""Positions shortly before the end of a game of a match."""

from __future__ import annotations

from typing import Any

import pivotry

LAST = "61"
"""The only card of the first seat in ``ending``."""


def ending(games: int = 3, hands: tuple[tuple[str, ...], ...] = ((LAST,), ("63", "UP"))) -> Any:
    """A position of the up-down game whose first seat goes out with its next card."""
    position = pivotry.new("updown", len(hands), seed=4, games=games).position()
    used = {card for hand in hands for card in hand} | {"2"}
    draw = [str(n) for n in range(1, 81) if str(n) not in used]
    for card, count in (("UP", 11), ("DOWN", 11), ("PIVOT", 6)):
        draw += [card] * (count - sum(hand.count(card) for hand in hands))
    position.update(hands=[list(hand) for hand in hands], numbers=["2"], directions=[], draw=draw)
    position.update(turn=0, dealer=1, going="up", free=False)
    return position
