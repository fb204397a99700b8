"""Why a computer would play a move: what it does, and what the search found out about it.

Nothing in here reads a hidden card. What a move does is said from the mover's own view; where hands
are hidden no move is tried out, for what chance does next would show.
"""

from __future__ import annotations

from .. import players, registry
from ..errors import PivotryError
from ..match import Match
from ..tongue import tr

_CLOSE = 2
"""Wins of a hundred by which moves differ that are as good as each other, for a search."""


def advice(match: Match, seat: int, thought: players.Thought) -> str:
    """What a computer would do in a seat, and why, in sentences for its player."""
    text = thought.text
    does = _words(match, text)
    if does:
        told = tr("In your place the computer {does}.", does=does)
    else:
        told = tr("The computer would play {move}.", move=text)
    return f"{told} {why(match, seat, thought)}".strip()


def why(match: Match, seat: int, thought: players.Thought) -> str:
    """One or two sentences for the player of ``seat``, who is to move in ``match``."""
    if len(match.legal_moves()) == 1:
        return tr("It is the only move there is.")
    return " ".join(
        said for said in (_does(match, seat, thought.text), _found(match, seat, thought)) if said
    )


def _words(match: Match, text: str) -> str:
    """A move in words, after the name of who makes it; empty where its notation is its name."""
    does = registry.get(match.game).telling.said(text, match.names)
    return "" if does == text else does


def _does(match: Match, seat: int, text: str) -> str:
    """What the move does, in the words of the game."""
    telling = registry.get(match.game).telling
    if match.facts.hidden:
        effect = telling.effect(match.view(seat), text)
        if effect or _words(match, text):  # words that name the move say what it does
            return effect
        return match.explain(text).message
    then = match.copy()
    then.play(text)
    return telling.effect(match.view(seat), text, then.view(seat))


def _found(match: Match, seat: int, thought: players.Thought) -> str:
    """What the search knows of it beside the others."""
    best = next((c for c in thought.candidates if c.text == thought.text), None)
    if best is None:
        return ""
    others = [c for c in thought.candidates if c is not best]
    if best.proof == 1:
        return _wins(match, seat, best)
    if best.proof == -1:
        return tr("Whatever is played, the other side can win; this makes it as hard as may be.")
    if others and others[0].proof == -1:  # the next best: whatever else there is loses, too
        return tr("Every other move loses.")
    if best.proof == 0:
        return tr("This makes sure of a draw at least.")
    chance = _chance(best.value)
    if not others:
        return tr("The computer gives it {n} wins in a hundred.", n=chance)
    second, does = others[0], _words(match, others[0].text)
    behind = _chance(second.value)
    if chance - behind <= _CLOSE:
        if does:
            return tr(
                "The computer gives it {n} wins in a hundred. About as good: it {does}.",
                n=chance, does=does,
            )  # fmt: skip
        return tr(
            "The computer gives it {n} wins in a hundred; {move} is about as good.",
            n=chance, move=second.text,
        )  # fmt: skip
    if does:
        return tr(
            "The computer gives it {n} wins in a hundred, and {m} to the next best: it {does}.",
            n=chance, m=behind, does=does,
        )  # fmt: skip
    return tr(
        "The computer gives it {n} wins in a hundred, and {m} to {move}, the next best.",
        n=chance, m=behind, move=second.text,
    )  # fmt: skip


def _chance(value: float) -> int:
    """An expected result from -1 to 1 as wins in a hundred; open ones are never quite certain."""
    return min(99, max(1, round(50 * (1 + value))))


def _wins(match: Match, seat: int, best: players.Candidate) -> str:
    """How a move wins whose win is proved."""
    moves = 0
    if not match.facts.hidden:
        then = match.copy()
        try:
            for text in best.line or (best.text,):
                moves += then.turn == seat
                then.play(text)
        except PivotryError:
            return tr("This wins for certain, whatever comes.")
        if then.result != (seat,):
            return tr("This wins for certain, whatever comes.")
    if moves == 1:
        return tr("This wins at once.")
    if moves:
        return tr("This wins for certain: with the play expected, in {n} moves.", n=moves)
    return tr("This wins for certain, whatever comes.")
