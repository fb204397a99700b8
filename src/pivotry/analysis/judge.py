"""Marks for moves: how much expected result a move gave away."""

from __future__ import annotations

from typing import Literal, get_args

Mark = Literal["only", "best", "good", "dubious", "mistake", "blunder", "forced"]
MARKS: tuple[Mark, ...] = get_args(Mark)
SYMBOLS: dict[Mark, str] = {"only": "!", "dubious": "?!", "mistake": "?", "blunder": "??"}
"""What a printed move list adds to a move."""

BEST = 0.02
"""A loss of expected result (from -1 to 1) up to which a move is as good as the best: searches
cannot tell such moves apart."""
GOOD = 0.10
DUBIOUS = 0.25
MISTAKE = 0.50
"""Losses up to which a move is good, dubious, a mistake; beyond it is a blunder."""
ONLY = DUBIOUS
"""How much worse the second best move has to be for the best one to be the only move."""


def mark(loss: float, second: float | None, choices: int) -> Mark:
    """The mark of a move that gave ``loss`` away, ``second`` being the loss of the runner-up.

    ``second`` is None where no other move was looked at. A move without alternative is forced.
    """
    if choices == 1:
        return "forced"
    if loss <= BEST:
        return "only" if second is not None and second > ONLY else "best"
    if loss <= GOOD:
        return "good"
    if loss <= DUBIOUS:
        return "dubious"
    return "mistake" if loss <= MISTAKE else "blunder"
