"""What a seat can be certain of about two-ended cards in other hands, beyond its view.

Who plays a set of a number plays all the cards that show it (B-6), and cards turn in a hand only
when the whole hand is rotated (B-2). So none of the cards that somebody has held since the deal
shows that number, until they are rotated: then none of them has it at the other end.

Notes: by seat, ``{"active": [...], "inactive": [...]}``, the numbers that the cards of that hand
which nobody has seen do not have at their active and at their other end. Nothing else can be
inferred with certainty: cards may be kept, added, taken and turned at will.
"""

from __future__ import annotations

from typing import Any

from ...chance import Stream
from ...contract import Record, View
from ...errors import BadPosition
from ...ints import popcount
from ...matching import assign
from ...tongue import tr
from .tables import CARDS, DECK_MASK, LOWEST

Notes = list[dict[str, list[int]]]
ENDS = ("active", "inactive")


def begin(view: View) -> Notes:
    """What is certain without a past: nothing."""
    return [{end: [] for end in ENDS} for _ in view["hands"]]


def then(notes: Notes, before: View, kind: str, seat: int, text: str, after: View) -> Notes:
    """What is certain after an event that led from one view to the next."""
    if kind == "deal":
        return begin(after)
    word, _, rest = text.partition(" ")
    lacks = notes[seat]
    if word == "set":
        lacks = {**lacks, "active": sorted({*lacks["active"], int(rest)})}
    elif word == "rotate":
        lacks = {"active": lacks["inactive"], "inactive": lacks["active"]}
    return [*notes[:seat], lacks, *notes[seat + 1 :]]


def read(data: object, view: View) -> Notes:
    """Notes from elsewhere; ``BadPosition`` if they are none for this view."""
    hands = len(view["hands"])
    good = isinstance(data, list) and len(data) == hands and all(_lacks(part) for part in data)
    if not isinstance(data, list) or not good:
        raise BadPosition([(None, tr("the memory names two lists of numbers for each seat"))])
    return data


def _lacks(part: object) -> bool:
    return (
        isinstance(part, dict)
        and set(part) == set(ENDS)
        and all(
            isinstance(numbers, list) and all(type(n) is int and 1 <= n <= 9 for n in numbers)
            for numbers in part.values()
        )
    )


def fits(notes: Notes, view: View, s: Record, c: Record) -> bool:
    """Whether a state has no card that the notes exclude."""
    for seat, lacks in enumerate(notes):
        first, second = _open(lacks, c)
        secret = int(s.hand[seat]) & int(s.secret)
        turned = int(s.turned)
        if secret & ~turned & ~first or secret & turned & ~second:
            return False
    return True


def _open(lacks: dict[str, list[int]], c: Record) -> tuple[int, int]:
    """The cards that may be there with their first, and with their second end active."""
    first = second = int(DECK_MASK)
    doubles = int(c.doubles)
    for n in lacks["active"]:
        first &= ~int(c.first[n])
        second &= ~int(c.second[n])
    for n in lacks["inactive"]:
        first &= ~int(c.second[n])
        second &= ~int(c.first[n])
    never = sum(int(c.first[n]) & doubles for n in {*lacks["active"], *lacks["inactive"]})
    return first & ~never, second & ~never


def prepare(notes: Notes, view: View, s: Record, c: Record, known: Record, stream: Stream) -> None:
    """Make a state that fits the view fit the notes as well; fill ``known`` for ``views.redeal``.

    Raises ``BadPosition`` if no state fits both.
    """
    seats = [seat for seat, hand in enumerate(view["hands"]) if isinstance(hand, int)]
    secret = int(s.secret)
    hidden = int(DECK_MASK) & ~int(s.discard)
    for seat in range(int(c.players)):
        hand = int(s.hand[seat])
        hidden &= ~(int(s.set[seat]) | (hand & ~secret if seat in seats else hand))
    places, owners = [], []
    for seat in range(int(c.players)):
        known.first[seat], known.second[seat] = _open(notes[seat], c)
        if seat in seats:
            can = hidden & (int(known.first[seat]) | int(known.second[seat]))
            count = popcount(int(s.hand[seat]) & secret)
            known.count[seat] = count
            places += [_bits(can)] * count
            owners += [seat] * count
            known.told |= any(notes[seat].values()) and count > 0
    order = sorted(seats, key=lambda p: popcount(int(known.first[p]) | int(known.second[p])))
    known.seats = len(order)
    known.order[: len(order)] = order
    if not int(known.told):
        return
    cards = assign(places, stream)
    if cards is None:
        raise BadPosition([(None, tr("no cards fit both the view and the memory"))])
    _lay(s, c, known, seats, list(zip(owners, cards, strict=True)), stream)


def _bits(cards: int) -> list[int]:
    return [i for i in range(LOWEST, LOWEST + CARDS) if cards >> i & 1]


def _lay(
    s: Any, c: Record, known: Any, seats: list[int], drawn: list[tuple[int, int]], stream: Stream
) -> None:
    """Put the drawn cards (seat, bit) in place of the unseen ones, each a possible way up."""
    secret, turned = int(s.secret), int(s.turned)
    for seat in seats:
        mine = int(s.hand[seat]) & secret
        secret, turned = secret & ~mine, turned & ~mine
        s.hand[seat] = int(s.hand[seat]) & ~mine
    for seat, card in drawn:
        ways = [known.first[seat], known.second[seat]]
        up = [end for end in (0, 1) if int(ways[end]) >> card & 1]
        end = up[stream.below(len(up))]
        s.hand[seat] = int(s.hand[seat]) | 1 << card
        secret |= 1 << card
        turned |= (end << card) & ~int(c.doubles)
    s.secret, s.turned = secret, turned
