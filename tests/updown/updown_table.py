"""Positions for tests, said briefly."""

from __future__ import annotations

from typing import Any

from kit import Play
from updown_oracle import DECK

from pivotry.contract import Explanation
from pivotry.games.updown import explain

Position = dict[str, Any]


def table(
    *hands: str, numbers: str = "40", directions: str = "", draw: str | None = None, **rest: Any
) -> Position:
    """Position JSON: hands and piles as texts; cards not named go where ``draw`` says.

    Without ``draw`` the draw pile is everything else. With it, everything else lies under the
    number and the direction pile, so the draw pile is exactly what is named.
    """
    held = [hand.split() for hand in hands]
    piles = {"numbers": numbers.split(), "directions": directions.split()}
    left = list(DECK)
    for card in [*(c for hand in held for c in hand), *piles["numbers"], *piles["directions"]]:
        left.remove(card)
    if draw is not None:
        for card in draw.split():
            left.remove(card)
        piles["numbers"] = [c for c in left if c.isdigit()] + piles["numbers"]
        piles["directions"] = [c for c in left if not c.isdigit()] + piles["directions"]
        left = draw.split()
    position: Position = {
        "game": "updown", "players": len(hands), "dealer": 0, "turn": 0, "phase": "play",
        "going": "up", "free": False, "hands": held, "draw": left, **piles, "last_player": None,
        "idle": 0, "result": None, "scores": [0] * len(hands), "game_number": 1,
    }  # fmt: skip
    position.update(rest)
    return position


def at(*hands: str, **rest: Any) -> Play:
    """Kernels at such a position."""
    return Play.at(table(*hands, **rest))


def moves(play: Play) -> set[str]:
    return set(play.texts())


def after(play: Play, *texts: str) -> Position:
    """The position after some legal moves."""
    for text in texts:
        assert text in play.texts(), (text, play.texts())
        play.apply(text)
    return play.position()


def said(play: Play, text: str) -> Explanation:
    return explain.explain(play.s, play.c, text)
