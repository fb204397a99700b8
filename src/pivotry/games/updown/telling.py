"""What a view says, in words: for the picture's ``<desc>``, screen readers and headlines."""

from __future__ import annotations

from collections.abc import Sequence

from pivotry import cards
from pivotry.cards import size
from pivotry.contract import View
from pivotry.places import Part, Place
from pivotry.wording import listed

from ...tongue import mark, tr, tr_n
from . import tables

ORDER = {"UP": 81, "DOWN": 82, "PIVOT": 83}
WORDS = {
    "EXTRA": mark("extra turn"),
    "DRAWS": mark("next player draws"),
    "SKIP": mark("skip next player"),
}
"""What the words on cards do."""
_DONE = {"draw": mark("draws a card"), "keep": mark("keeps the card")}
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
        return tr("any number")
    if not view["numbers"]:
        return tr("any number")
    if view["going"] == "up":
        return tr("higher than {top}", top=view["numbers"][-1])
    return tr("lower than {top}", top=view["numbers"][-1])


def headline(view: View, names: Sequence[str]) -> str:
    """Whose turn it is and what is to be done, or how it ended."""
    if view["result"] is not None:
        return cards.outcome(view, names)
    if view["phase"] == "deal":
        gone = [names[s] for s, h in enumerate(view["hands"]) if size(h) == 0]
        if not view["numbers"]:
            return tr("The cards are about to be dealt")
        if len(gone) == 1:
            return tr("Game {n} is over: {name} went out", n=view["game_number"], name=gone[0])
        return tr("Game {n} is over", n=view["game_number"])
    own = view["turn"] == view.get("seat")
    who = names[view["turn"]]
    if view["phase"] == "drawing" and view.get("cause") == "penalty":
        return tr("You draw a penalty card") if own else tr("{name} draws a penalty card", name=who)
    if view["phase"] == "drawing":
        return tr("You draw a card") if own else tr("{name} draws a card", name=who)
    if view["phase"] == "drawn":
        drawn = view.get("drawn")
        if drawn is None:
            return tr("{name} drew a card: play it or keep it?", name=who)
        if own:
            return tr("You drew {card}: play it or keep it", card=drawn)
        return tr("{name} drew {card}", name=who, card=drawn)
    return tr("Your turn") if own else tr("{name} to play", name=who)


def advised(view: View, names: Sequence[str]) -> str:
    """The headline, with what the seat that looks can do now."""
    said = headline(view, names)
    if view["result"] is not None or view["phase"] != "play" or view["turn"] != view.get("seat"):
        return said
    other = "DOWN" if view["going"] == "up" else "UP"
    return tr(
        "{headline}: play {wanted}, {other} or PIVOT, or draw",
        headline=said,
        wanted=wanted(view),
        other=other,
    )


def urged(view: View, names: Sequence[str]) -> str:
    """As ``advised``, in fewer words: where it says elsewhere whose turn it is."""
    said = headline(view, names)
    if advised(view, names) == said:
        return said
    other = "DOWN" if view["going"] == "up" else "UP"
    return tr("Play {wanted}, {other} or PIVOT, or draw", wanted=wanted(view), other=other)


def _allowed(view: View) -> str:
    if view["free"]:
        return tr("Free play: any number may be played.")
    if not view["numbers"]:
        return tr("Any number may be played.")
    if view["going"] == "up":
        return tr("Higher than {top} may be played.", top=view["numbers"][-1])
    return tr("Lower than {top} may be played.", top=view["numbers"][-1])


def words(view: View, names: Sequence[str] = ()) -> str:
    """The whole position in words, for the picture's ``<desc>`` and for screen readers."""
    called, table = cards.names_of(view, names), word_table(view)

    def said(card: str) -> str:
        if card not in table:
            return card
        word = tr(WORDS[table[card]]).upper()
        return f"{card} ({word})"

    def row(pile: Sequence[str]) -> str:
        return ", ".join(map(said, pile)) if pile else tr("none")

    over = view["result"] is not None or view["phase"] == "deal"
    out = [
        f"{advised(view, called)}.",
        tr("Game {n} of {games}.", n=view["game_number"], games=view.get("games", 5)),
    ]
    if not over and view["going"] == "up":
        out += [tr("Play goes up, clockwise."), _allowed(view)]
    elif not over:
        out += [tr("Play goes down, counterclockwise."), _allowed(view)]
    top = view["numbers"][-1] if view["numbers"] else tr("none")
    out.append(
        tr(
            "Top of the number pile: {top}. The pile from the bottom: {cards}.",
            top=top,
            cards=row(view["numbers"]),
        )
    )
    out.append(tr("Direction pile from the bottom: {cards}.", cards=row(view["directions"])))
    draw = view["draw"]
    left = tr_n("Draw pile: {n} card", "Draw pile: {n} cards", size(draw))
    if not isinstance(draw, int) and draw:
        left = tr("{pile}, in no order: {cards}", pile=left, cards=row(ordered(draw)))
    out.append(f"{left}.")
    if view.get("end") == "deck_out":
        out.append(tr("The draw pile is not refilled; the game ends when it is empty."))
    for seat, hand in enumerate(view["hands"]):
        who = cards.you(called[seat], seat == view.get("seat"))
        parts = [tr("dealer")] if seat == view["dealer"] else []
        parts.append(tr_n("{n} point", "{n} points", view["scores"][seat]))
        held = tr_n("{n} card", "{n} cards", size(hand))
        if not isinstance(hand, int) and hand:
            held += f": {row(ordered(hand))}"
        out.append(f"{who}: {', '.join(parts)}, {held}.")
    if view["last_player"] is not None:
        out.append(tr("The last card was played by {name}.", name=called[view["last_player"]]))
    if view["idle"]:
        out.append(
            tr_n(
                "{n} turn without a card played.", "{n} turns without a card played.", view["idle"]
            )
        )
    return " ".join(out)


def places(view: View, names: Sequence[str] = ()) -> list[Part]:
    """The own hand, what else can be clicked, the table, the other seats."""
    called, table = cards.names_of(view, names), word_table(view)

    def card(name: str) -> str:
        return (
            tr("{card}, {word}", card=name, word=tr(WORDS[table[name]])) if name in table else name
        )

    parts = []
    seat = cards.near(view)
    hand = () if seat is None else view["hands"][seat]
    if hand and not isinstance(hand, int):
        row = tuple(Place(name, card(name)) for name in ordered(hand))
        parts.append(Part(cards.hand_of(view, called), (row,)))
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
    if view["phase"] == "drawn" and view["turn"] == view.get("seat"):
        piles.insert(0, Place("keep", tr("keep the card just drawn")))
    parts.append(Part(tr("Table"), (tuple(piles),)))
    seats = (
        Place("", _seat(called[n], size(cards_held), view["scores"][n], n == view["dealer"]))
        for n, cards_held in enumerate(view["hands"])
    )
    parts.append(Part(tr("Players"), (tuple(seats),)))
    return parts


def apart(text: str) -> str:
    """No two moves have the same clicks."""
    return ""


def spoken(text: str) -> str:
    """A move as it is read out."""
    return text


def effect(view: View, text: str, after: View | None = None) -> str:
    """What a card does beside lying on its pile."""
    does = {
        "EXTRA": mark("Its word gives you another turn."),
        "DRAWS": mark("Its word lets the next player draw a card."),
        "SKIP": mark("Its word passes the next player over."),
    }
    table = word_table(view)
    if text in table:
        return tr(does[table[text]])
    if text == "draw":
        return tr("It keeps your cards for a better moment.")
    if text == "keep":
        return tr("The card just drawn may be worth more later.")
    return tr("It turns the way of play round.") if text in ORDER else ""


def aim() -> tuple[str, str]:
    """What to strive for, and how a move is made, for somebody who has never seen the game."""
    return (
        tr(
            "Get rid of your cards before the others do. What somebody still holds then counts "
            "against them, and after the last game the fewest points win."
        ),
        tr(
            "Choose a card to play it: a higher number than the last one while the game goes up, "
            "a lower one while it goes down. UP, DOWN and PIVOT can turn the game round. Or "
            "choose the draw pile to take a card."
        ),
    )


def legend() -> list[tuple[str, str]]:
    """The marks of the picture and what they mean."""
    return [
        (tr("deals"), tr("who has dealt this game; the next one is dealt by the next seat")),
        (tr("a small card and a number"), tr("how many cards somebody holds")),
        (tr("12 pts"), tr("points from the games that are over: the fewer the better")),
        (tr("the arrows round the table"), tr("which way the turn goes: it turns round with play")),
        (tr("the column beside the numbers"), tr("from 1 to 80; what may be played now is filled")),
        (tr("33 left"), tr("cards in the draw pile")),
        (tr("the pale part of a card"), tr("how high its number is, from 1 to 80")),
        (tr("a blue frame"), tr("this can be played now")),
        (tr("a yellow frame"), tr("whose turn it is, and what happened last")),
        (tr("the crown"), tr("who has won the match")),
    ]


def ending(view: View, names: Sequence[str] = ()) -> tuple[str, tuple[str, ...]]:
    """By what the match was decided: the fewest points (U-15)."""
    called, won = cards.names_of(view, names), view["result"]
    return (
        tr_n(
            "{names} has the fewest points: {points}.",
            "{names} have the fewest points: {points}.",
            len(won),
            names=listed([called[seat] for seat in won]),
            points=view["scores"][won[0]],
        ),
        ("U-15",),
    )


def said(text: str, names: Sequence[str]) -> str:
    """A move after the name of who has made it: a card by its name, what is no card in words."""
    return tr(_DONE[text]) if text in _DONE else text


def placed(view: View, text: str) -> str:
    """All that has a name bears it in the picture."""
    return text


def played(text: str, name: str, names: Sequence[str]) -> str:
    """What somebody did with a move."""
    if text == "draw":
        return tr("{name} drew a card", name=name)
    if text == "keep":
        return tr("{name} kept the card", name=name)
    return tr("{name} played {move}", name=name, move=text)


def instead(text: str, names: Sequence[str]) -> str:
    """What somebody should have done."""
    if text == "draw":
        return tr("draw a card")
    if text == "keep":
        return tr("keep the card")
    return tr("play {move}", move=text)


def _seat(name: str, held: int, score: int, deals: bool) -> str:
    gap = {
        "name": name,
        "cards": tr_n("{n} card", "{n} cards", held),
        "points": tr_n("{n} point", "{n} points", score),
    }
    if deals:
        return tr("{name}, dealer: {cards}, {points}", **gap)
    return tr("{name}: {cards}, {points}", **gap)
