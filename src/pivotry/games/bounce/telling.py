"""What a view says, in words: for the picture's ``<desc>``, screen readers and headlines."""

from __future__ import annotations

from collections.abc import Sequence

from pivotry import cards
from pivotry.cards import size
from pivotry.contract import View
from pivotry.places import Part, Place
from pivotry.wording import listed

from ...tongue import mark, tr, tr_n


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
    said = (mark("first"), mark("second"), mark("third"), mark("fourth"), mark("fifth"))
    return {seat: tr(said[i]) for i, seat in enumerate(view["out"])}


def headline(view: View, names: Sequence[str]) -> str:
    """Whose turn it is, or how the round or the match ended."""
    if view["result"] is not None:
        return cards.outcome(view, names)
    if view["phase"] == "deal":
        if view["out"]:
            gone = listed(names[s] for s in view["out"])
            return tr("Round {n} is over: {names} went out", n=view["round"], names=gone)
        if view["turns"]:
            return tr("Round {n} is over: nobody scores", n=view["round"])
        return tr("The cards are about to be dealt")
    if view["turn"] == view.get("seat"):
        return tr("Your turn")
    return tr("{name} to play", name=names[view["turn"]])


def lying(some: Sequence[str]) -> str:
    """The set of a seat in words."""
    if not some:
        return tr("no set")
    return tr("set of {n}: {cards}", n=len(some), cards=", ".join(some))


def words(view: View, names: Sequence[str] = ()) -> str:
    """The whole position in words, for the picture's ``<desc>`` and for screen readers."""
    called = cards.names_of(view, names)
    out = [
        f"{headline(view, called)}.",
        tr("Round {n}, turn {turn}.", n=view["round"], turn=view["turns"] + 1),
    ]
    target = view.get("target", 4)
    out.append(tr_n("The match goes to {n} point.", "The match goes to {n} points.", target))
    if view.get("deck", "pairs9") != "pairs9":
        out.append(tr("The deck has the pairs from 1 to 8, doubles included."))
    if view.get("out_set", "stays") != "stays":
        out.append(tr("The set of a player who is out is cleared."))
    gone = ranks(view)
    for seat, hand in enumerate(view["hands"]):
        who = cards.you(called[seat], seat == view.get("seat"))
        parts = [tr_n("{n} point", "{n} points", view["scores"][seat])]
        if seat == view["starter"]:
            parts.append(tr("started the round"))
        if seat in gone:
            parts.append(tr("went out {rank}", rank=gone[seat]))
        held = tr_n("{n} card", "{n} cards", size(hand))
        if not isinstance(hand, int) and hand:
            held += f": {', '.join(ordered(hand))}"
        told = [", ".join((*parts, held))]
        known = view["known"][seat]
        if known:
            told.append(tr("known to all: {cards}", cards=", ".join(ordered(known))))
        told.append(lying(ordered(view["sets"][seat])))
        out.append(f"{who}: {'; '.join(told)}.")
    pile = view["discard"]
    left = tr_n("Discard pile: {n} card", "Discard pile: {n} cards", len(pile))
    out.append(f"{left}: {', '.join(ordered(pile))}." if pile else f"{left}.")
    out.append(tr("Of a card, the number before the stroke is active."))
    return " ".join(out)


def places(view: View, names: Sequence[str] = ()) -> list[Part]:
    """The own hand, turning it, everybody's sets, the discard, the other seats."""
    called = cards.names_of(view, names)
    parts = []
    seat = cards.near(view)
    hand = () if seat is None else view["hands"][seat]
    if isinstance(hand, int):
        # Who looks on knows the cards that have been turned up.
        hand = view["known"][seat]
    if hand:
        own = [
            Place(
                f"{name} {name.split('/')[0]}",
                tr("{active}, turned {other}", active=name.split("/")[0], other=name.split("/")[1]),
            )
            for name in ordered(hand)
        ]
        parts.append(Part(cards.hand_of(view, called), (tuple(own),)))
    sets = [Place(f"p{n + 1}", _set(called[n], lies)) for n, lies in enumerate(view["sets"])]
    turn = Place("rotate", tr("turn the whole hand over"))
    parts.append(Part(tr("Sets on the table"), ((*sets, turn),)))
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


def apart(text: str) -> str:
    """No two moves have the same clicks."""
    return ""


def spoken(text: str) -> str:
    """A move as it is read out."""
    return text


def effect(view: View, text: str, after: View | None = None) -> str:
    """What a move does is what is said of it when somebody asks whether it can be played."""
    return ""


def aim() -> tuple[str, str]:
    """What to strive for, and how a move is made, for somebody who has never seen the game."""
    return (
        tr(
            "Get rid of your cards before the others do: the first who has none left gets 2 points "
            "for the round. Whoever has enough points wins."
        ),
        tr(
            "Choose a card and then your place: all your cards of that number go there as a set. "
            "A set sends smaller numbers in sets of the same size back to their owners, turned "
            "round. You can also add a card to a set of somebody else, take their set, or rotate "
            "your hand."
        ),
    )


def legend() -> list[tuple[str, str]]:
    """The marks of the picture and what they mean."""
    return [
        (tr("began"), tr("who began this round; the next seat begins the next one")),
        (tr("a row of small circles"), tr("points that win the match; one fills for each point")),
        (tr("a small card and a number"), tr("how many cards somebody holds")),
        (
            tr("the number upside down"),
            tr("what the card shows when it is turned; each number has a sign of its own"),
        ),
        (tr("an eye on a card"), tr("the others know that you hold it")),
        (tr("2× and a sign"), tr("how many cards lie in that set, and of which number")),
        (tr("out 1st, 2nd"), tr("who has no card left, in which order")),
        (tr("a blue frame"), tr("this can be played now")),
        (tr("a yellow frame"), tr("whose turn it is, and what happened last")),
        (tr("the crown"), tr("who has won the match")),
    ]


def ending(view: View, names: Sequence[str] = ()) -> tuple[str, tuple[str, ...]]:
    """By what the match was decided: the points that were needed (B-14)."""
    called, won = cards.names_of(view, names), view["result"]
    said = [
        tr_n("{name} has {n} point.", "{name} has {n} points.", view["scores"][s], name=called[s])
        for s in won
    ]
    return " ".join(said), ("B-14",)


def said(text: str, names: Sequence[str]) -> str:
    """A move after the name of who has made it, in words."""
    kind, *rest = text.split()
    if kind == "set":
        return tr("lays a set of {number}", number=rest[0])
    if kind == "rotate":
        return tr("turns the hand over")
    owner = names[int(rest[-1][1:]) - 1]
    if kind == "take":
        return tr("takes the set of {name}", name=owner)
    return tr("adds {card} to the set of {name}", card=rest[0], name=owner)


def placed(view: View, text: str) -> str:
    """All that has a name bears it in the picture."""
    return text


def played(text: str, name: str, names: Sequence[str]) -> str:
    """What somebody did with a move."""
    kind, *rest = text.split()
    if kind == "set":
        return tr("{name} laid a set of {number}", name=name, number=rest[0])
    if kind == "rotate":
        return tr("{name} turned the hand over", name=name)
    owner = names[int(rest[-1][1:]) - 1]
    if kind == "take":
        return tr("{name} took the set of {owner}", name=name, owner=owner)
    return tr("{name} added {card} to the set of {owner}", name=name, card=rest[0], owner=owner)


def instead(text: str, names: Sequence[str]) -> str:
    """What somebody should have done."""
    kind, *rest = text.split()
    if kind == "set":
        return tr("lay a set of {number}", number=rest[0])
    if kind == "rotate":
        return tr("turn the hand over")
    owner = names[int(rest[-1][1:]) - 1]
    if kind == "take":
        return tr("take the set of {owner}", owner=owner)
    return tr("add {card} to the set of {owner}", card=rest[0], owner=owner)


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
