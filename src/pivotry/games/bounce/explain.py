"""Why a move with two-ended cards may not be made, clause by clause.

Everything said is public or concerns the hand of the player to move, for whom it is meant.
"""

from __future__ import annotations

from typing import NamedTuple

from ...contract import Explanation, Record, blank
from ...errors import UnreadableMove
from ...ints import has, popcount
from ...tongue import mark, tr, tr_n
from ...wording import listed, sentence
from . import notation, rules, setup, shown, tables
from .position import text_of, texts_of

_WORDS = (
    "", mark("one"), mark("two"), mark("three"), mark("four"), mark("five"), mark("six"),
    mark("seven"), mark("eight"),
)  # fmt: skip


def explain(s: Record, c: Record, text: str) -> Explanation:
    """Whether ``text`` can be played now and, if not, why not. Never raises on a text."""
    phase = int(s.phase)
    if phase == rules.OVER:
        winner = int(s.winner) + 1
        return Explanation(
            False, ("B-14",), tr("The match is over: p{winner} has won.", winner=winner)
        )
    if phase == rules.DEAL:
        return Explanation(
            False, ("B-13",), tr("No round is being played: the next is to be dealt.")
        )
    try:
        move = notation.read(text)
    except UnreadableMove as bad:
        return Explanation(False, (), sentence(str(bad)))
    if move.kind == "set":
        return _set(s, c, move)
    if move.kind == "add":
        return _add(s, c, move)
    if move.kind == "take":
        return _take(s, c, move)
    return Explanation(True, ("B-9",), tr("You turn every card of your hand."), ("rotate",))


def nowhere(s: Record, c: Record, at: str) -> Explanation:
    """Why nothing can be done with ``at``, a card or a play area of the picture, now."""
    names = at.split()
    text = notation.intended([names] if names else [], int(s.turn))
    return explain(s, c, at if text is None else text)


def _of(count: int, number: int) -> str:
    return tr_n(
        "{count} {number}", "{count} {number}s", count, count=tr(_WORDS[count]), number=number
    )


def _table(s: Record, q: int) -> str:
    """What the set of ``q`` shows, as ``two 7s``."""
    return _of(popcount(s.set[q]), int(s.number[q]))


def _name(seat: int) -> str:
    return f"p{seat + 1}"


class Reason(NamedTuple):
    """One clause against a move, why, and what to light up."""

    clause: str
    message: str
    squares: tuple[str, ...] = ()


def _refused(*reasons: Reason) -> Explanation:
    """The first reason is told; the clauses of all of them are named."""
    clauses = tuple(dict.fromkeys(reason.clause for reason in reasons))
    return Explanation(False, clauses, reasons[0].message, reasons[0].squares)


# --- set -------------------------------------------------------------------------------------


def _set(s: Record, c: Record, move: notation.Move) -> Explanation:
    n, p = move.number, int(s.turn)
    hand, deck = s.hand[p], setup.deck_of(c)
    if not 1 <= n <= int(c.numbers):
        no_such = tr(
            "No card shows {n}: the numbers go from 1 to {numbers}.", n=n, numbers=int(c.numbers)
        )
        return _refused(Reason("BR-1", no_such), Reason("B-6", no_such))
    cards = texts_of(shown.showing(c, hand, s.turned, n), s, deck)
    if not cards:
        turned = [t for t in texts_of(hand, s, deck) if t.endswith(f"/{n}")]
        if turned:
            told = tr_n(
                "You hold no card with {number} active; {turned} has it inactive.",
                "You hold no card with {number} active; {turned} have it inactive.",
                len(turned),
                number=n,
                turned=listed(turned),
            )
        else:
            told = tr("You hold no card with {number} active.", number=n)
        clauses = ("B-6", "B-1") if turned else ("B-6",)
        return Explanation(False, clauses, told, tuple(turned))
    size = len(cards)
    w = blank(rules.WORK)[0]
    rules.derive(s, c, w)
    if not has(shown.playable(int(c.players), w, p), 4 * n + 3):
        barring = [
            q for q in range(int(c.players)) if popcount(s.set[q]) == size and int(s.number[q]) >= n
        ]
        highest = max(int(s.number[q]) for q in barring)
        who = [f"p{q + 1}" for q in barring if int(s.number[q]) == highest]
        told = tr_n(
            "{who} shows {cards}, so a set of {size} must be higher than {highest}.",
            "{who} show {cards}, so a set of {size} must be higher than {highest}.",
            len(who),
            who=listed(who),
            cards=_of(size, highest),
            size=tr(_WORDS[size]),
            highest=highest,
        )
        return _refused(Reason("B-6", told, (*(f"p{q + 1}" for q in barring), *cards)))
    others = [q for q in range(int(c.players)) if q != p]
    bounced, _ = _bounces(s, others, size, n)
    told = tr("You play {set}: {cards}", set=_of(size, n), cards=listed(cards))
    clauses = ("B-6", "B-10") if bounced else ("B-6",)
    told = "; ".join((told, *_consequence(s, bounced)))
    return Explanation(True, clauses, f"{told}.", (*cards, f"p{p + 1}"))


def _bounces(s: Record, others: list[int], size: int, n: int) -> tuple[list[int], bool]:
    """Whose sets a set of this size and number bounces, and whether it is bounced (B-10)."""
    same = [q for q in others if popcount(s.set[q]) == size]
    lower = [q for q in same if int(s.number[q]) < n]
    return lower, any(int(s.number[q]) > n for q in same)


def _consequence(s: Record, bounced: list[int]) -> list[str]:
    if not bounced:
        return []
    sets = listed([tr("{set} of {seat}", set=_table(s, q), seat=_name(q)) for q in bounced])
    return [tr("this bounces {sets}", sets=sets)]


# --- add and take ----------------------------------------------------------------------------


def _add(s: Record, c: Record, move: notation.Move) -> Explanation:
    p, q, deck = int(s.turn), move.seat, setup.deck_of(c)
    text = f"{move.number}/{move.inactive}"
    reasons: list[Reason] = []
    card = tables.CARD[deck].get((move.number, move.inactive))
    if card is None:
        reasons.append(Reason("BR-1", tr("There is no card {given} in this deck.", given=text)))
    reasons += _no_set(
        s,
        c,
        q,
        "B-7",
        mark("A card is added to an opponent's set, and {seat} is you."),
        mark("A card is added to an opponent's set, and {seat} has none."),
    )
    if card is not None:
        at = card % tables.CARDS + tables.LOWEST
        lies = card >= tables.CARDS
        if not has(s.hand[p], at):
            reasons.append(Reason("B-7", tr("You do not hold {given}.", given=text)))
        elif has(s.turned, at) != lies:
            other = text_of((card + tables.CARDS) % (2 * tables.CARDS), deck)
            told = tr(
                "Your card lies the other way up: {other} has {inactive} active.",
                other=other,
                inactive=move.inactive,
            )
            reasons += [Reason("B-7", told, (other,)), Reason("B-1", told, (other,))]
    if 0 <= q < int(c.players) and q != p and 0 < int(s.number[q]) != move.number:
        told = tr(
            "The set of p{seat} shows {table}, and {given} has {number} active.",
            seat=q + 1,
            table=_table(s, q),
            given=text,
            number=move.number,
        )
        reasons.append(Reason("B-7", told, (f"p{q + 1}",)))
    if reasons:
        return _refused(*reasons)
    size = popcount(s.set[q]) + 1
    others = [r for r in range(int(c.players)) if r != q]
    bounced, back = _bounces(s, others, size, move.number)
    told = tr(
        "You add {card} to the set of {seat}, which becomes {set}",
        card=text,
        seat=_name(q),
        set=_of(size, move.number),
    )
    parts = [told, *_consequence(s, bounced)]
    if back:
        parts.append(tr("that set is bounced itself"))
    clauses = ("B-7", "B-10") if bounced or back else ("B-7",)
    return Explanation(True, clauses, f"{'; '.join(parts)}.", (text, f"p{q + 1}"))


def _take(s: Record, c: Record, move: notation.Move) -> Explanation:
    q = move.seat
    reasons = _no_set(
        s,
        c,
        q,
        "B-8",
        mark("A player takes an opponent's set, and {seat} is you."),
        mark("A player takes an opponent's set, and {seat} has none."),
    )
    if reasons:
        return _refused(*reasons)
    told = tr(
        "You take {table} of p{seat}, turned, into your hand.", table=_table(s, q), seat=q + 1
    )
    return Explanation(True, ("B-8",), told, (f"p{q + 1}",))


def _no_set(s: Record, c: Record, q: int, clause: str, own: str, none: str) -> list[Reason]:
    """Why seat ``q`` has no set that the player to move could add to or take.

    ``own`` and ``none`` say so of the own seat and of one without a set.
    """
    players, seat = int(c.players), f"p{q + 1}"
    if not 0 <= q < players:
        said = tr("There is no {seat}: this match has {n} players.", seat=seat, n=players)
        return [Reason(clause, said)]
    if q == int(s.turn):
        return [Reason(clause, tr(own, seat=seat), (seat,))]
    if int(s.number[q]) == 0:
        return [Reason(clause, tr(none, seat=seat), (seat,))]
    return []
