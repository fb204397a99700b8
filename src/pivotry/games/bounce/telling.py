"""What a view says, in words: for the picture's ``<desc>``, screen readers and headlines."""

from __future__ import annotations

from collections.abc import Sequence

from pivotry import cards
from pivotry.cards import size
from pivotry.contract import View
from pivotry.places import Part, Place
from pivotry.tongue import tr, tr_n
from pivotry.wording import counted, listed


def ordered(some: Sequence[str]) -> list[str]:
    """By active number, then by the other one."""
    return sorted(some, key=lambda c: tuple(map(int, c.split("/"))))


def runs(hand: Sequence[str]) -> list[int]:
    """Sizes of the runs of equal active numbers of an ordered hand."""
    sizes: list[int] = []
    before = ""
    for name in hand:
        active = name.split("/")[0]
        if active == before:
            sizes[-1] += 1
        else:
            sizes.append(1)
        before = active
    return sizes


def ranks(view: View) -> dict[int, str]:
    """``first``, ``second``, ... of the seats that are out of the round."""
    said = ("first", "second", "third", "fourth", "fifth")
    return {seat: said[i] for i, seat in enumerate(view["out"])}


def headline(view: View, names: Sequence[str]) -> str:
    """Whose turn it is, or how the round or the match ended."""
    if view["result"] is not None:
        return cards.outcome(view, names)
    if view["phase"] == "deal":
        over = f"Round {view['round']} is over"
        if not view["out"]:
            return (
                "The cards are about to be dealt" if not view["turns"] else f"{over}: nobody scores"
            )
        return f"{over}: {listed(names[s] for s in view['out'])} went out"
    return "Your turn" if view["turn"] == view.get("seat") else f"{names[view['turn']]} to play"


def words(view: View, names: Sequence[str] = ()) -> str:
    """The whole position in words, for the picture's ``<desc>`` and for screen readers."""
    called = cards.names_of(view, names)
    out = [f"{headline(view, called)}.", f"Round {view['round']}, turn {view['turns'] + 1}."]
    out.append(f"The match goes to {counted(view.get('target', 4), 'point')}.")
    if view.get("deck", "pairs9") != "pairs9":
        out.append("The deck has the pairs from 1 to 8, doubles included.")
    if view.get("out_set", "stays") != "stays":
        out.append("The set of a player who is out is cleared.")
    gone = ranks(view)
    for seat, hand in enumerate(view["hands"]):
        who = called[seat] + (" (you)" if seat == view.get("seat") else "")
        parts = [counted(view["scores"][seat], "point")]
        if seat == view["starter"]:
            parts.append("started the round")
        if seat in gone:
            parts.append(f"went out {gone[seat]}")
        held = counted(size(hand), "card")
        if not isinstance(hand, int) and hand:
            held += f": {', '.join(ordered(hand))}"
        parts.append(held)
        known = view["known"][seat]
        seen = f"; known to all: {', '.join(ordered(known))}" if known else ""
        lies = view["sets"][seat]
        lying = f"; set of {len(lies)}: {', '.join(ordered(lies))}" if lies else "; no set"
        out.append(f"{who}: {', '.join(parts)}{seen}{lying}.")
    pile = view["discard"]
    lying = f": {', '.join(ordered(pile))}" if pile else ""
    out.append(f"Discard pile: {counted(len(pile), 'card')}{lying}.")
    out.append("Of a card, the number before the stroke is active.")
    return " ".join(out)


def places(view: View, names: Sequence[str] = ()) -> list[Part]:
    """The own hand, turning it, everybody's sets, the discard, the other seats."""
    called = cards.names_of(view, names)
    parts = []
    seat = view.get("seat")
    hand = () if seat is None else view["hands"][seat]
    if hand and not isinstance(hand, int):
        own = [
            Place(
                f"{name} {name.split('/')[0]}",
                tr("{active}, turned {other}", active=name.split("/")[0], other=name.split("/")[1]),
            )
            for name in ordered(hand)
        ]
        own.append(Place("rotate", tr("turn the whole hand over")))
        parts.append(Part(tr("Your hand"), (tuple(own),)))
    sets = tuple(Place(f"p{n + 1}", _set(called[n], lies)) for n, lies in enumerate(view["sets"]))
    parts.append(Part(tr("Sets on the table"), (sets,)))
    gone = ranks(view)
    seats = []
    for n, cards_held in enumerate(view["hands"]):
        gap = {
            "name": called[n],
            "cards": tr_n("{n} card", "{n} cards", size(cards_held)),
            "points": tr_n("{n} point", "{n} points", view["scores"][n]),
            "known": ", ".join(ordered(view["known"][n])),
        }
        if n in gone:
            said = tr("{name}: out of the round, {points}", **gap)
        elif view["known"][n]:
            said = tr("{name}: {cards}, known to all {known}, {points}", **gap)
        else:
            said = tr("{name}: {cards}, {points}", **gap)
        seats.append(Place("", said))
    discard = tr_n("discard pile, {n} card", "discard pile, {n} cards", len(view["discard"]))
    parts.append(Part(tr("Players"), ((*seats, Place("", discard)),)))
    return parts


def _set(name: str, lies: Sequence[str]) -> str:
    if not lies:
        return tr("{name}, no set", name=name)
    active = lies[0].split("/")[0]
    return tr_n(
        "{name}, set of {n} card showing {number}: {cards}",
        "{name}, set of {n} cards showing {number}: {cards}",
        len(lies),
        name=name,
        number=active,
        cards=", ".join(ordered(lies)),
    )
