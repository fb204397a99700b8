"""Why a move of ``updown`` may not be made.

What is said depends only on what the seat to act knows: its hand, the open piles, and whose turn
it is. (While a card is being drawn, chance acts, and knows the pile.)
"""

from __future__ import annotations

from typing import Any

from ...contract import Explanation, Record, blank
from ...errors import UnreadableMove
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
        return Explanation(False, ("U-15",), "The match is over.")
    if phase == DEAL:
        return Explanation(False, ("U-15",), "Nobody can move until the next game is dealt.")
    kind = KIND.get(move.card)
    if move.card and kind is None:
        message = f"There is no card {move.card}: the numbers run from 1 to 80."
        clauses = ["U-1", *_also(s, move.kind, phase)]
        return Explanation(False, tuple(clauses), message)
    if phase in (DRAWING, PENALTY):
        return _chance(s, c, move, kind)
    if move.kind == "chance":
        return Explanation(
            False, ("U-8",), f"No card is being drawn now, so {move} cannot be drawn.", ("draw",)
        )
    if phase == DRAWN:
        return _drawn(s, move, kind)
    assert phase == PLAY
    if move.kind == "keep":
        return Explanation(
            False,
            ("U-8",),
            "There is nothing to keep: no card has been drawn in this turn.",
            ("draw",),
        )
    if move.kind == "draw":
        return Explanation(True, ("U-8",), "Drawing a card is always allowed.", ("draw",))
    assert kind is not None
    return _card(s, kind)


def _also(s: Record, what: str, phase: int) -> tuple[str, ...]:
    """The clause by which a move of this sort is out of place whatever the card."""
    chance = phase in (DRAWING, PENALTY)
    return ("U-8",) if chance != (what == "chance") or phase == DRAWN else ()


def _seat(s: Record) -> str:
    return f"p{int(s.turn) + 1}"


def _chance(s: Record, c: Record, move: notation.Move, kind: int | None) -> Explanation:
    if move.kind != "chance":
        why = "drew" if int(s.phase) == DRAWING else "owes a penalty card"
        clause = "U-8" if int(s.phase) == DRAWING else "U-10"
        return Explanation(
            False, (clause,), f"{_seat(s)} {why}: chance gives a card first.", ("draw",)
        )
    assert kind is not None
    w: Any = blank(rules.WORK)[0]
    rules.derive(s, c, w)
    if held(w.low, w.high, kind) > 0:
        return Explanation(True, ("U-8",), f"{NAMES[kind]} can be drawn.", ("draw",))
    return Explanation(
        False, ("U-8",), f"{NAMES[kind]} is not in the draw pile, so it cannot be drawn.", ("draw",)
    )


def _drawn(s: Record, move: notation.Move, kind: int | None) -> Explanation:
    card = NAMES[int(s.drawn)]
    choice = (card, "keep")
    if move.kind == "keep":
        return Explanation(True, ("U-8",), f"{card} can be kept, which ends the turn.", choice)
    if move.kind == "draw":
        return Explanation(
            False,
            ("U-8",),
            f"One card a turn is drawn, and {card} has been: play it or keep it.",
            choice,
        )
    assert kind is not None
    if kind == int(s.drawn):
        return Explanation(True, _clauses(s, kind), f"{card}, just drawn, can be played.", (card,))
    turn = int(s.turn)
    name = NAMES[kind]
    if held(s.low[turn], s.high[turn], kind) == 0:
        other = ("U-8", "U-6" if kind < UP else "U-7")
        return Explanation(False, other, f"You do not hold {_named(kind)}.", choice)
    clauses = ("U-8",) if rules.fits(s, kind) else ("U-8", *_clauses(s, kind))
    return Explanation(
        False,
        clauses,
        f"After drawing, only the drawn card can be played: {card}, not {name}.",
        (name, *choice),
    )


def _named(kind: int) -> str:
    """A card as a sentence speaks of it when there is none in the hand."""
    return NAMES[kind] if kind < UP else f"{'an' if kind == UP else 'a'} {NAMES[kind]} card"


def _clauses(s: Record, kind: int) -> tuple[str, ...]:
    """The clauses that decide whether a card may be played now."""
    if kind >= UP:
        return ("U-7",)
    return ("U-6", "U-11") if int(s.free) else ("U-6",)


def _card(s: Record, kind: int) -> Explanation:
    turn = int(s.turn)
    clauses = _clauses(s, kind)
    if held(s.low[turn], s.high[turn], kind) == 0:
        return Explanation(False, (clauses[0],), f"You do not hold {_named(kind)}.")
    name = NAMES[kind]
    going = "up" if int(s.going) else "down"
    if rules.fits(s, kind):
        return Explanation(True, clauses, f"{name} can be played: {_fitting(s, kind)}.", (name,))
    if kind in (UP, DOWN):
        other = "down" if kind == UP else "up"
        return Explanation(
            False,
            clauses,
            f"Play already goes {going}: {name} can only be played while it goes {other}.",
            (name, "directions"),
        )
    top = int(s.numbers[int(s.count) - 1])
    wanted, found = ("higher", "lower") if int(s.going) else ("lower", "higher")
    return Explanation(
        False,
        clauses,
        f"Play goes {going}, so a number must be {wanted} than the {top} on the number pile; {name}"
        f" is {found}.",
        (name, "numbers"),
    )


def _fitting(s: Record, kind: int) -> str:
    if kind >= UP:
        return "it makes play go " + ("down" if int(s.going) else "up")
    if int(s.free):
        return "this turn is free, so any number will do"
    top = int(s.numbers[int(s.count) - 1])
    return f"it is {'higher' if int(s.going) else 'lower'} than {top}"
