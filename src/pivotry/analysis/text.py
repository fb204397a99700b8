"""An analysis on paper or in a terminal."""

from __future__ import annotations

from ..terminal.style import Style, harmless, pad, shorten, width_of, wrap
from . import telling
from .judge import Mark
from .model import Analysis, Judgement, Move

WORST = 8
"""Moves that are told of once more, in sentences."""
_ROLES: dict[Mark, str] = {
    "only": "good",
    "dubious": "last",
    "mistake": "bad",
    "blunder": "bad",
    "forced": "soft",
}


def lines(analysis: Analysis, style: Style) -> list[str]:
    """The whole analysis, a line or more a move."""
    name = max((width_of(harmless(name)) for name in analysis.names), default=0)
    name = min(name, 16)
    wide = max((width_of(telling.move(move)) for move in analysis.moves), default=0)
    shown = wrap(telling.head(analysis), style.width)
    shown += wrap(telling.values(analysis), style.width)
    shown.append("")
    if not analysis.moves:
        return [*shown[:-1], "There is no move to judge."]
    for move in analysis.moves:
        who = pad(shorten(harmless(analysis.names[move.seat]), name), name)
        shown += _move(analysis.number(move), move, who, wide, style)
    shown.append("")
    for move in analysis.worst(WORST):
        shown += wrap(harmless(telling.went_wrong(analysis, move)), style.width)
    if analysis.worst(WORST):
        shown.append("")
    for sentence in telling.tallies(analysis):
        shown += wrap(harmless(sentence), style.width)
    return shown


def _move(number: int, move: Move, who: str, wide: int, style: Style) -> list[str]:
    front = f"{number:>4} {who} {pad(telling.move(move), wide)} "
    shown = _judged(move.known, move.text, front, style)
    if move.open is not None:
        shown += _judged(move.open, move.text, pad("", width_of(front) - 5) + "open ", style)
    return shown


def _judged(judged: Judgement, text: str, front: str, style: Style) -> list[str]:
    """One judgement, and below it the lines that were asked for beside the best."""
    values = f"{telling.value(judged.value, judged.proof):>5} {telling.played(judged):>5}  "
    indent = " " * min(width_of(front) + width_of(values), 30)
    said = style.paint(telling.remark(judged, text), _ROLES.get(judged.mark, ""))
    shown = wrap(said, style.width, indent, front + values)
    if len(judged.lines) > 1:
        for line in judged.lines:
            value = telling.value(line.value, line.proof)
            shown += wrap(telling.play(line), style.width, indent + "       ",
                          f"{indent}{value:>5}  ")  # fmt: skip
    return shown
