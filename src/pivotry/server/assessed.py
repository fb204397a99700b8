"""A finished analysis as a panel of a page: what its template is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..analysis import MARKS, Analysis, telling
from ..analysis.graph import signs
from ..analysis.model import Judgement
from ..tongue import decimal, tr
from . import pages

WORST = 8
"""Moves that gave most away, told of in sentences."""


def facts(found: Analysis) -> Mapping[str, Any]:
    """For ``table/analysis.html``: who played how well, what went wrong.

    Where cards are hidden, moves are judged by what their players could know and with all cards
    open (docs/analysis.md): both are there, each with its name.
    """
    hidden = any(move.open is not None for move in found.moves)
    columns = {"known": tr("By what each player could know")} if hidden else {"known": ""}
    if hidden:
        columns["open"] = tr("With all cards open")
    return {
        "plies": found.plies,
        "signs": signs(found),
        "names": found.names,
        "hidden": hidden,
        "tables": [
            (title, *_table([found.tally(seat, column) for seat in range(len(found.names))]))
            for column, title in columns.items()
        ],
        "worst": [
            {
                "ply": move.ply,
                "number": found.number(move),
                "better": move.known.best.text,
                "told": pages.marked(telling.sentence(found, move), move.known.mark),
                "open": "" if move.open is None else _briefly(move.open, move.text),
            }
            for move in found.worst(WORST)
        ],
        "moves": [
            {
                "ply": move.ply,
                "number": found.number(move),
                "who": found.names[move.seat],
                "text": move.printed,
                "judged": [(one.mark, _briefly(one, move.text)) for one in move.judgements()],
            }
            for move in found.moves
            if hidden
        ],
    }


def _table(tallies: list[tuple[Mapping[Any, int], float]]) -> tuple[list[Any], list[str]]:
    """Rows of how often each player got which mark, and everybody's mean loss."""
    counts = [(mark, [marks[mark] for marks, _ in tallies]) for mark in MARKS]
    return [row for row in counts if any(row[1])], [decimal(f"{loss:.2f}") for _, loss in tallies]


def _briefly(judged: Judgement, text: str) -> str:
    """A mark, and how much the move gave away, if anything."""
    named = telling.named(judged.mark)
    if judged.best.text == text or judged.mark in ("forced", "only", "best"):
        return named
    return tr("{mark}, loses {loss}", mark=named, loss=decimal(f"{judged.loss:.2f}"))
