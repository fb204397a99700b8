"""What a view says, in words: for the picture's ``<desc>``, screen readers and headlines."""

from __future__ import annotations

from collections.abc import Sequence

from pivotry import cards
from pivotry.cards import size
from pivotry.contract import View
from pivotry.places import Part, Place
from pivotry.tongue import tr, tr_n
from pivotry.wording import counted

from . import tables

ORDER = {"UP": 81, "DOWN": 82, "PIVOT": 83}
WORDS = {"EXTRA": "EXTRA TURN", "DRAWS": "NEXT PLAYER DRAWS", "SKIP": "SKIP NEXT PLAYER"}
_STANDARD = {str(number): tables.WORDS[word] for number, word in tables.STANDARD_WORDS.items()}


def word_table(view: View) -> dict[str, str]:
    """The word of each number that carries one (UR-1): ``EXTRA``, ``DRAWS`` or ``SKIP``."""
    given = view.get("words", "standard")
    if isinstance(given, dict):
        return {str(number): word for number, word in given.items()}
    return dict(_STANDARD) if given == "standard" else {}


def ordered(hand: Sequence[str]) -> list[str]:
    """Numbers ascending, then UP, DOWN, PIVOT."""
    return sorted(hand, key=lambda c: ORDER[c] if c in ORDER else int(c))


def wanted(view: View) -> str:
    """Which numbers may be played now."""
    if view["free"] and view["phase"] != "deal":
        return "any number"
    if not view["numbers"]:
        return "any number"
    return f"{'higher' if view['going'] == 'up' else 'lower'} than {view['numbers'][-1]}"


def headline(view: View, names: Sequence[str]) -> str:
    """Whose turn it is and what is to be done, or how it ended."""
    if view["result"] is not None:
        return cards.outcome(view, names)
    if view["phase"] == "deal":
        gone = [names[s] for s, h in enumerate(view["hands"]) if size(h) == 0]
        if not view["numbers"]:
            return "The cards are about to be dealt"
        over = f"Game {view['game_number']} is over"
        return f"{over}: {gone[0]} went out" if len(gone) == 1 else over
    own = view["turn"] == view.get("seat")
    who = names[view["turn"]]
    if view["phase"] == "drawing":
        owed = " a penalty card" if view.get("cause") == "penalty" else " a card"
        return f"You draw{owed}" if own else f"{who} draws{owed}"
    if view["phase"] == "drawn":
        drawn = view.get("drawn")
        if drawn is None:
            return f"{who} drew a card: play it or keep it?"
        return f"You drew {drawn}: play it or keep it" if own else f"{who} drew {drawn}"
    return "Your turn" if own else f"{who} to play"


def advice(view: View) -> str:
    """What the seat that looks can do now, or nothing."""
    if view["result"] is not None or view["phase"] != "play" or view["turn"] != view.get("seat"):
        return ""
    other = "DOWN" if view["going"] == "up" else "UP"
    return f": play {wanted(view)}, {other} or PIVOT, or draw"


def words(view: View, names: Sequence[str] = ()) -> str:
    """The whole position in words, for the picture's ``<desc>`` and for screen readers."""
    called, table = cards.names_of(view, names), word_table(view)

    def said(card: str) -> str:
        return f"{card} ({WORDS[table[card]]})" if card in table else card

    def row(pile: Sequence[str]) -> str:
        return ", ".join(map(said, pile)) if pile else "none"

    over = view["result"] is not None or view["phase"] == "deal"
    out = [
        f"{headline(view, called)}{advice(view)}.",
        f"Game {view['game_number']} of {view.get('games', 5)}.",
    ]
    if not over:
        way = "up, clockwise" if view["going"] == "up" else "down, counterclockwise"
        what = f"{wanted(view)} may be played"
        told = f"Free play: {what}" if view["free"] else what.capitalize()
        out.append(f"Play goes {way}. {told}.")
    top = view["numbers"][-1] if view["numbers"] else "none"
    out.append(f"Top of the number pile: {top}. The pile from the bottom: {row(view['numbers'])}.")
    out.append(f"Direction pile from the bottom: {row(view['directions'])}.")
    draw = view["draw"]
    out.append(
        f"Draw pile: {counted(size(draw), 'card')}"
        + (f", in no order: {row(ordered(draw))}." if not isinstance(draw, int) and draw else ".")
    )
    if view.get("end") == "deck_out":
        out.append("The draw pile is not refilled; the game ends when it is empty.")
    for seat, hand in enumerate(view["hands"]):
        who = called[seat] + (" (you)" if seat == view.get("seat") else "")
        held = counted(size(hand), "card")
        if not isinstance(hand, int) and hand:
            held += f": {row(ordered(hand))}"
        dealer = "dealer, " if seat == view["dealer"] else ""
        out.append(f"{who}: {dealer}{counted(view['scores'][seat], 'point')}, {held}.")
    if view["last_player"] is not None:
        out.append(f"The last card was played by {called[view['last_player']]}.")
    if view["idle"]:
        out.append(f"{counted(view['idle'], 'turn')} without a card played.")
    return " ".join(out)


def places(view: View, names: Sequence[str] = ()) -> list[Part]:
    """The own hand, what else can be clicked, the table, the other seats."""
    called, table = cards.names_of(view, names), word_table(view)

    def card(name: str) -> str:
        return (
            tr("{card}, {word}", card=name, word=WORDS[table[name]].lower())
            if name in table
            else name
        )

    parts = []
    seat = view.get("seat")
    hand = () if seat is None else view["hands"][seat]
    if hand and not isinstance(hand, int):
        row = tuple(Place(name, card(name)) for name in ordered(hand))
        parts.append(Part(tr("Your hand"), (row,)))
    left = size(view["draw"])
    piles = [
        Place("draw", tr_n("draw pile, {n} card left", "draw pile, {n} cards left", left)),
        Place(
            "",
            tr("number pile, on top {card}", card=card(view["numbers"][-1]))
            if view["numbers"]
            else tr("number pile, empty"),
        ),
        Place(
            "",
            tr("direction pile, on top {card}", card=view["directions"][-1])
            if view["directions"]
            else tr("direction pile, empty"),
        ),
        Place(
            "",
            tr("play goes up, clockwise")
            if view["going"] == "up"
            else tr("play goes down, counterclockwise"),
        ),
    ]
    if view["phase"] == "drawn" and view["turn"] == seat:
        piles.insert(0, Place("keep", tr("keep the card just drawn")))
    parts.append(Part(tr("Table"), (tuple(piles),)))
    seats = (
        Place("", _seat(called[n], size(cards_held), view["scores"][n], n == view["dealer"]))
        for n, cards_held in enumerate(view["hands"])
    )
    parts.append(Part(tr("Players"), (tuple(seats),)))
    return parts


def _seat(name: str, held: int, score: int, deals: bool) -> str:
    gap = {
        "name": name,
        "cards": tr_n("{n} card", "{n} cards", held),
        "points": tr_n("{n} point", "{n} points", score),
    }
    if deals:
        return tr("{name}, dealer: {cards}, {points}", **gap)
    return tr("{name}: {cards}, {points}", **gap)
