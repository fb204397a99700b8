"""Choosing a move in one call."""

from __future__ import annotations

import threading
from typing import Any

from ..contract import View
from .budget import Budget
from .memory import Memory
from .player import player
from .thought import Thought

KINDS = ("computer", "random")
"""Players that every game has: the strongest one, and one that plays any legal move."""


def choose(view: View, **how: Any) -> str:
    """The canonical text of the move that a computer player makes; takes what ``think`` takes."""
    return think(view, **how).text


def think(
    view: View,
    *,
    kind: str = "computer",
    seconds: float | None = None,
    simulations: int | None = None,
    seed: object = None,
    cancel: threading.Event | None = None,
    memory: Memory | None = None,
    threads: int = 1,
) -> Thought:
    """Ask the player ``kind`` (see ``player``) for the move of the seat that ``view`` belongs to.

    The budget is a time, a number of nodes or simulations, or whichever ends first; the player's
    own if neither is given. Everything else is as for ``Player.think``.
    """
    given = seconds is not None or simulations is not None
    budget = Budget(seconds, simulations) if given else None
    return player(str(view.get("game")), kind).think(
        view, budget, seed=seed, cancel=cancel, memory=memory, threads=threads
    )
