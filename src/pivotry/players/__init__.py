"""Computer players: they get a view, as a person at the table would, and answer with a move."""

from __future__ import annotations

from .think import KINDS, Candidate, Thought, choose, think

__all__ = ["KINDS", "Candidate", "Thought", "choose", "think"]
