"""Why a move of ``updown`` may not be made.

What is said depends only on what the seat to act knows: its hand, the open piles, and whose turn
it is. (While a card is being drawn, chance acts, and knows the pile.)
"""

from __future__ import annotations

from typing import Any

from ...contract import Explanation, Record, blank
from ...errors import UnreadableMove
from ...tongue import mark, tr
from ...wording import sentence
from . import notation, rules
from .sets import held
from .tables import DEAL, DOWN, DRAWING, DRAWN, KIND, NAMES, OVER, PENALTY, PLAY, UP


def explain(s: Record, c: Record, text: str) -> Explanation:
    """Whether ``text`` can be played now and, if not, the clauses and the reason."""
    try:
        move = notation.read(text)
    except UnreadableMove as error:
        return Explanation(False, (), sentence(str(error)))
    phase = int(s.phase)
    if phase == OVER:
        return Explanation(False, ("U-15",), tr("The match is over."))
    if phase == DEAL:
        return Explanation(False, ("U-15",), tr("Nobody can move until the next game is dealt."))
    kind = KIND.get(move.card)
    if move.card and kind is None:
        message = tr("There is no card {card}: the numbers run from 1 to 80.", card=move.card)
        clauses = ["U-1", *_also(s, move.kind, phase)]
        return Explanation(False, tuple(clauses), message)
    if phase in (DRAWING, PENALTY):
        return _chance(s, c, move, kind)
    if move.kind == "chance":
        return Explanation(
            False,
            ("U-8",),
            tr("No card is being drawn now, so {move} cannot be drawn.", move=move),
            ("draw",),
        )
    if phase == DRAWN:
        return _drawn(s, move, kind)
    assert phase == PLAY
    if move.kind == "keep":
        return Explanation(
            False,
            ("U-8",),
            tr("There is nothing to keep: no card has been drawn in this turn."),
            ("draw",),
        )
    if move.kind == "draw":
        return Explanation(True, ("U-8",), tr("Drawing a card is always allowed."), ("draw",))
    assert kind is not None
    return _card(s, kind)


def nowhere(s: Record, c: Record, at: str) -> Explanation:
    """Why nothing can be done with ``at``, a card or a pile of the picture, now."""
    return explain(s, c, at)


def _also(s: Record, what: str, phase: int) -> tuple[str, ...]:
    """The clause by which a move of this sort is out of place whatever the card."""
    chance = phase in (DRAWING, PENALTY)
    return ("U-8",) if chance != (what == "chance") or phase == DRAWN else ()


def _chance(s: Record, c: Record, move: notation.Move, kind: int | None) -> Explanation:
    if move.kind != "chance":
        seat = f"p{int(s.turn) + 1}"
        if int(s.phase) == DRAWING:
            why = tr("{seat} drew: chance gives a card first.", seat=seat)
            return Explanation(False, ("U-8",), why, ("draw",))
        why = tr("{seat} owes a penalty card: chance gives a card first.", seat=seat)
        return Explanation(False, ("U-10",), why, ("draw",))
    assert kind is not None
    w: Any = blank(rules.WORK)[0]
    rules.derive(s, c, w)
    if held(w.low, w.high, kind) > 0:
        return Explanation(True, ("U-8",), tr("{card} can be drawn.", card=NAMES[kind]), ("draw",))
    return Explanation(
        False,
        ("U-8",),
        tr("{card} is not in the draw pile, so it cannot be drawn.", card=NAMES[kind]),
        ("draw",),
    )


def _drawn(s: Record, move: notation.Move, kind: int | None) -> Explanation:
    card = NAMES[int(s.drawn)]
    choice = (card, "keep")
    if move.kind == "keep":
        return Explanation(
            True, ("U-8",), tr("{card} can be kept, which ends the turn.", card=card), choice
        )
    if move.kind == "draw":
        return Explanation(
            False,
            ("U-8",),
            tr("One card a turn is drawn, and {card} has been: play it or keep it.", card=card),
            choice,
        )
    assert kind is not None
    if kind == int(s.drawn):
        return Explanation(
            True, _clauses(s, kind), tr("{card}, just drawn, can be played.", card=card), (card,)
        )
    turn = int(s.turn)
    name = NAMES[kind]
    if held(s.low[turn], s.high[turn], kind) == 0:
        other = ("U-8", "U-6" if kind < UP else "U-7")
        return Explanation(False, other, _not_held(kind), choice)
    clauses = ("U-8",) if rules.fits(s, kind) else ("U-8", *_clauses(s, kind))
    return Explanation(
        False,
        clauses,
        tr(
            "After drawing, only the drawn card can be played: {card}, not {name}.",
            card=card,
            name=name,
        ),
        (name, *choice),
    )


def _not_held(kind: int) -> str:
    if kind < UP:
        return tr("You do not hold {card}.", card=NAMES[kind])
    if kind == UP:
        return tr("You do not hold an {card} card.", card=NAMES[kind])
    return tr("You do not hold a {card} card.", card=NAMES[kind])


def _clauses(s: Record, kind: int) -> tuple[str, ...]:
    """The clauses that decide whether a card may be played now."""
    if kind >= UP:
        return ("U-7",)
    return ("U-6", "U-11") if int(s.free) else ("U-6",)


def _card(s: Record, kind: int) -> Explanation:
    turn = int(s.turn)
    clauses = _clauses(s, kind)
    if held(s.low[turn], s.high[turn], kind) == 0:
        return Explanation(False, (clauses[0],), _not_held(kind))
    name = NAMES[kind]
    if rules.fits(s, kind):
        return Explanation(True, clauses, tr(_fitting(s, kind), card=name, top=_top(s)), (name,))
    if kind == UP:
        said = tr("Play already goes up: {card} can only be played while it goes down.", card=name)
        return Explanation(False, clauses, said, (name, "directions"))
    if kind == DOWN:
        said = tr("Play already goes down: {card} can only be played while it goes up.", card=name)
        return Explanation(False, clauses, said, (name, "directions"))
    if int(s.going):
        said = mark(
            "Play goes up, so a number must be higher than the {top} on the number pile; {card} is "
            "lower."
        )
    else:
        said = mark(
            "Play goes down, so a number must be lower than the {top} on the number pile; {card} is"
            " higher."
        )
    return Explanation(False, clauses, tr(said, top=_top(s), card=name), (name, "numbers"))


def _top(s: Record) -> int:
    return int(s.numbers[int(s.count) - 1])


def _fitting(s: Record, kind: int) -> str:
    """Why a card fits."""
    if kind >= UP:
        if int(s.going):
            return mark("{card} can be played: it makes play go down.")
        return mark("{card} can be played: it makes play go up.")
    if int(s.free):
        return mark("{card} can be played: this turn is free, so any number will do.")
    if int(s.going):
        return mark("{card} can be played: it is higher than {top}.")
    return mark("{card} can be played: it is lower than {top}.")
