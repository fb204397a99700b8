"""What a seat may know of the two-ended cards, and states that fit what it knows.

A seat knows its own hand, what lies on the table and in the discard pile, how many cards the others
hold, and which of those everybody has seen go there. The cards left over it does not know. All
secrecy of the game lives here.
"""

from __future__ import annotations

from typing import Any

from ...chance import Stream
from ...contract import Options, Record, View
from ...ints import ZERO, below, bit, popcount, rand64, select
from . import position, tables
from .rules import derive
from .tables import DECK_MASK


def view(s: Record, c: Record, options: Options, seat: int | None) -> View:
    """Position JSON with every hand but the seat's own replaced by its number of cards.

    ``seat`` None is a spectator, who sees no hand. The lists of known cards stay: everybody has
    seen those.
    """
    shown = position.write(s, c, options)
    hands = [cards if p == seat else len(cards) for p, cards in enumerate(shown["hands"])]
    return {**shown, "hands": hands, "seat": seat}


def fill(view: View, stream: Stream) -> tuple[Options, Record]:
    """A state that fits a view: hidden cards and the way up they lie uniform among what fits.

    Raises ``BadPosition`` if the view is none of this game.
    """
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
