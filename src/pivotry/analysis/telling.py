"""An analysis in words, the same on paper and on the page."""

from __future__ import annotations

from ..contract import CHANCE
from ..players.thought import Candidate
from ..wording import counted, listed
from .judge import MARKS, SYMBOLS
from .model import Analysis, Judgement, Move

NAMES = {"forced": "no choice", "only": "only move"}
"""Marks that are called otherwise than they are."""


def value(judged: float, proof: int | None = None) -> str:
    """An expected result with its sign, or what is certain."""
    if proof is not None:
        return ("draw", "won", "lost")[proof]
    return f"{judged:+.2f}"


def move(printed: Move) -> str:
    """A move with the symbol of its mark."""
    return printed.printed + SYMBOLS.get(printed.known.mark, "")


def remark(judged: Judgement, text: str) -> str:
    """What to say about a move beside its values: its mark, and what was better."""
    named = NAMES.get(judged.mark, judged.mark)
    if judged.mark in ("forced", "only") or judged.best.text == text:
        return named
    if judged.mark == "best":
        return f"{named}, like {judged.best.text}"
    return f"{named}, loses {judged.loss:.2f}; better {play(judged.best)}"


def play(line: Candidate) -> str:
    """A move and the play expected after it."""
    texts = line.line or (line.text,)
    return (", " if any(" " in text for text in texts) else " ").join(texts)


def result(analysis: Analysis) -> str:
    """How the match ended."""
    if analysis.result is None:
        return "not finished"
    if not analysis.result:
        return "a draw"
    winners = listed(analysis.names[seat] for seat in analysis.result)
    return f"{winners} {'wins' if len(analysis.result) == 1 else 'win'}"


def head(analysis: Analysis) -> str:
    """What was analysed, and how."""
    far = "" if analysis.complete else f", stopped after {counted(len(analysis.moves), 'move')}"
    return f"{analysis.title}: {result(analysis)}. Searched {budget(analysis)}{far}."


def budget(analysis: Analysis) -> str:
    """What was spent on a position."""
    parts = []
    for part in analysis.budget.split("+"):
        number, unit = part[:-1], {"s": "seconds", "n": "nodes"}[part[-1]]
        parts.append(f"{number} {unit}")
    return f"{' or '.join(parts)} a position"


def tallies(analysis: Analysis) -> list[str]:
    """A sentence for every seat: how often it got which mark, and its mean loss."""
    sentences = []
    columns = ("known", "open") if any(m.open for m in analysis.moves) else ("known",)
    for seat, name in enumerate(analysis.names):
        for column in columns:
            marks, loss = analysis.tally(seat, column)
            counts = [f"{NAMES.get(m, m)} {marks[m]}" for m in MARKS if marks[m]]
            how = {"known": "", "open": " with all cards open"}[column]
            if counts:
                sentences.append(f"{name}{how}: {', '.join(counts)}; mean loss {loss:.3f}.")
    return sentences


def seat_name(analysis: Analysis, seat: int) -> str:
    """A seat's name."""
    return "chance" if seat == CHANCE else analysis.names[seat]
