"""Positions with exactly one move that wins or saves, proved by search (``docs/puzzles.md``).

>>> from pivotry.puzzles import load
>>> puzzle = load("pegs")[0]
>>> puzzle.match().legal_moves(), puzzle.solution
"""

from __future__ import annotations

from .model import Puzzle, has, load

__all__ = ["Puzzle", "has", "load"]
