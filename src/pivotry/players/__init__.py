"""Computer players: they get a view, as a person at the table would, and answer with a move."""

from __future__ import annotations

from .budget import Budget
from .memory import Memory, remembered
from .player import Player, player
from .think import KINDS, choose, consider, think
from .thought import Candidate, Thought

__all__ = [
    "KINDS", "Budget", "Candidate", "Memory", "Player", "Thought", "choose", "consider", "player",
    "remembered", "think",
]  # fmt: skip
