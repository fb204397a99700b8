"""An analysis as JSON, the form of which ``docs/analysis.md`` tells."""

from __future__ import annotations

from typing import Any

from .model import FORMAT, Analysis, Judgement

DIGITS = 4
"""Decimals of values."""


def data(analysis: Analysis) -> dict[str, Any]:
    """JSON of an analysis."""
    return {
        "pivotry_analysis": FORMAT,
        "game": analysis.game,
        "names": list(analysis.names),
        "result": None if analysis.result is None else list(analysis.result),
        "budget": analysis.budget,
        "complete": analysis.complete,
        "plies": analysis.plies,
        "moves": [
            {
                "ply": move.ply,
                "seat": move.seat,
                "move": move.text,
                "choices": move.choices,
                "known": _judgement(move.known),
                **({} if move.open is None else {"open": _judgement(move.open)}),
            }
            for move in analysis.moves
        ],
    }


def _judgement(judged: Judgement) -> dict[str, Any]:
    return {
        "value": round(judged.value, DIGITS),
        "played": round(judged.played, DIGITS),
        "loss": round(judged.loss, DIGITS),
        "mark": judged.mark,
        "proof": judged.proof,
        "nodes": judged.nodes,
        "lines": [
            {
                "move": line.text,
                "value": round(line.value, DIGITS),
                "proof": line.proof,
                "line": list(line.line) or [line.text],
            }
            for line in judged.lines
        ],
    }
