"""Positions in short for the tests of pivotation."""

from __future__ import annotations

from typing import Any

from kit import Play

from pivotry import jit
from pivotry.contract import Explanation
from pivotry.games.pivotation import explain

Stacks = dict[str, str]


def described(
    stacks: Stacks, turn: str = "dark", board: Any = "standard", result: str | None = None
) -> dict[str, Any]:
    """Position JSON; the bars of a hole are one text, lowest first: ``{"a1": "d1 l2"}``."""
    return {
        "game": "pivotation", "board": board, "turn": turn, "ply": 0, "result": result,
        "stacks": {hole: bars.split() for hole, bars in stacks.items()},
    }  # fmt: skip


def at(
    stacks: Stacks, turn: str = "dark", board: Any = "standard", result: str | None = None
) -> Play:
    return Play.at(described(stacks, turn, board, result))


def widths(*rows: int) -> dict[str, Any]:
    return {"widths": list(rows)}


def stacks(play: Play) -> Stacks:
    return {hole: " ".join(bars) for hole, bars in play.position()["stacks"].items()}


def said(play: Play, text: str) -> Explanation:
    return explain.explain(play.s, play.c, text)


def clauses(play: Play, text: str) -> tuple[str, ...]:
    """What forbids a move, which must be forbidden."""
    found = said(play, text)
    assert not found.legal, text
    return found.clauses


def bars(play: Play) -> set[str]:
    return {bar for stack in play.position()["stacks"].values() for bar in stack}


def often(compiled: int, plain: int) -> int:
    """How often to do something: mutants run in plain Python, where everything is slow."""
    return compiled if jit.enabled() else plain
