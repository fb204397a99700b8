"""What a seat may know of the two-ended cards, and states that fit what it knows.

A seat knows its own hand, what lies on the table and in the discard pile, how many cards the others
hold, and which of those everybody has seen go there. The cards left over it does not know. All
secrecy of the game lives here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...chance import Stream
from ...contract import Options, Record, View
from ...ints import ZERO, below, bit, popcount, rand64, select
from . import position, tables
from .position import shown
from .rules import derive
from .tables import DECK_MASK, SEATS

KNOWN = np.dtype(
    [
        ("first", "u8", SEATS),  # cards that may be there unseen with the first end active
        ("second", "u8", SEATS),  # the same with the second end
        ("count", "i1", SEATS),  # cards in each hand that the seat has not seen
        ("order", "i1", SEATS),  # the other seats, those with the fewest such cards first
        ("seats", "i1"),  # how many they are
        ("told", "i1"),  # 1 if the memory excludes anything at all
        ("buf_dealt", "u8", SEATS),
    ],
    align=True,
)
"""What a memory adds to a view, for ``redeal`` (see ``memory``)."""
TRIES = 8


def view(s: Record, c: Record, options: Options, seat: int | None) -> View:
    """Position JSON with every hand but the seat's own replaced by its number of cards.

    ``seat`` None is a spectator, who sees no hand. The lists of known cards stay: everybody has
    seen those.
    """
    whole = position.write(s, c, options)
    hands = [cards if p == seat else len(cards) for p, cards in enumerate(whole["hands"])]
    return {**whole, "hands": hands, "seat": seat}


def ended(view: View, winners: Sequence[int]) -> View:
    """The view with a result: whoever won without the rules (``contract.Views``)."""
    return {**view, "result": list(winners)}


def fill(view: View, stream: Stream) -> tuple[Options, Record]:
    """A state that fits a view: hidden cards and the way up they lie uniform among what fits.

    Raises ``BadPosition`` if the view is none of this game.
    """
    shown(view)
    described: dict[str, Any] = {name: value for name, value in view.items() if name != "seat"}
    deck = described.get("deck", "pairs9")
    hands, known = described["hands"], described["known"]
    lists = [cards for cards in hands if isinstance(cards, list)]
    lists += [*described["sets"], described["discard"], *known]
    seen = {_identity(text, deck) for cards in lists for text in cards}
    hidden = stream.shuffled([card for card in range(tables.CARDS) if card not in seen])
    filled = []
    for p, cards in enumerate(hands):
        if not isinstance(cards, list):
            drawn = [hidden.pop() for _ in range(cards - len(known[p]))]
            cards = known[p] + [_either_way_up(card, deck, stream) for card in drawn]
        filled.append(cards)
    return position.read({**described, "hands": filled})


def _identity(text: str, deck: str) -> int:
    active, _, inactive = text.partition("/")
    return tables.CARD[deck][int(active), int(inactive)] % tables.CARDS


def _either_way_up(card: int, deck: str, stream: Stream) -> str:
    return position.text_of(card + tables.CARDS * stream.below(2), deck)


def resample(s, c, w, seat, rng):  # type: ignore[no-untyped-def]
    """Kernel: redraw what ``seat`` (-1: a spectator) cannot see, and derive ``w`` anew.

    Uniform: the unknown cards of the other hands come from all cards that the seat has not seen,
    each either way up.
    """
    players = int(c.players)
    seen = s.discard
    for p in range(players):
        seen = seen | s.set[p] | (s.hand[p] if p == seat else s.hand[p] & ~s.secret)
    hidden = DECK_MASK & ~seen
    rest = hidden
    left = popcount(rest)
    for p in range(players):
        if p != seat:
            drawn = ZERO
            for _ in range(popcount(s.hand[p] & s.secret)):
                card = bit(select(rest, below(rng, left)))
                rest = rest ^ card
                left -= 1
                drawn = drawn | card
            s.hand[p] = (s.hand[p] & seen) | drawn
    hidden = hidden & ~rest
    s.secret = (s.secret & seen) | hidden
    s.turned = (s.turned & seen) | (rand64(rng) & hidden & ~c.doubles)
    derive(s, c, w)


def redeal(s, c, w, known, seat, rng):  # type: ignore[no-untyped-def]
    """Kernel: ``resample`` without the cards that ``known`` excludes; ``s`` fits it before.

    Hand after hand, each card by itself: not every deal is equally likely, for what the first hands
    take is lost to the others. Where that leads nowhere in ``TRIES`` tries ``s`` stays as it is.
    """
    if int(known.told) == 0:
        resample(s, c, w, seat, rng)
        return
    old = ZERO
    for i in range(int(known.seats)):
        old = old | (s.hand[int(known.order[i])] & s.secret)
    seen = s.discard
    for p in range(int(c.players)):
        seen = seen | s.set[p] | (s.hand[p] & ~old)
    for _ in range(TRIES):
        if _deal_hands(s, c, known, DECK_MASK & ~seen, old, rng):
            break
    derive(s, c, w)


def _deal_hands(s, c, known, rest, old, rng):  # type: ignore[no-untyped-def]
    """Deal from ``rest`` in place of ``old``; False, and nothing changed, if cards run out."""
    drawn = ZERO
    turned = ZERO
    for i in range(int(known.seats)):
        p = int(known.order[i])
        dealt = ZERO
        for _ in range(int(known.count[p])):
            first = rest & known.first[p]
            second = rest & known.second[p]
            n = popcount(first)
            more = popcount(second)
            if n + more == 0:
                return False
            k = below(rng, n + more)
            if k < n:
                card = bit(select(first, k))
            else:
                card = bit(select(second, k - n))
                turned = turned | card
            rest = rest ^ card
            dealt = dealt | card
        known.buf_dealt[p] = dealt
        drawn = drawn | dealt
    for i in range(int(known.seats)):
        p = int(known.order[i])
        s.hand[p] = (s.hand[p] & ~old) | known.buf_dealt[p]
    s.secret = (s.secret & ~old) | drawn
    s.turned = (s.turned & ~old) | (turned & ~c.doubles)
    return True
