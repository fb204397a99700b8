"""The two decks of 36 cards (BR-1) as bits of one word.

Bit ``4 * n + d`` is a card with number ``n`` (1..9) at its first end, so the numbers shown by the
first ends of a hand can be counted nibble by nibble, nine at a time. The other end is ``d + 1``
numbers further round the circle 1, 2, ..., 9, 1, ...: all 36 pairs, each once.

``doubles8`` goes round 1..8. There ``d`` = 0, 1, 2 are one to three further, ``d`` = 3 is the
double, and nibble 9 holds the four pairs that lie opposite each other: bit ``36 + i`` is ``1 + i``
and ``5 + i``.

An oriented card, "card" in names below, is 0..35 with the first end active and 36..71 with the
other; the bit of a card is ``card % 36 + 4``. Doubles look the same either way: first end active.
"""

from __future__ import annotations

from typing import Any

import numpy as np

CARDS = 36
SEATS = 5
LOWEST = 4
"""The bit of card 0."""
NUMBERS = {"pairs9": 9, "doubles8": 8}
DECKS = tuple(NUMBERS)
DECK_MASK = np.uint64(0xFFFFFFFFF0)


def _ends(deck: str) -> list[tuple[int, int]]:
    """First and second number of each of the 36 cards, in the order of their bits."""
    ends = []
    top = NUMBERS[deck]
    for n in range(1, 10):
        for d in range(4):
            if deck == "pairs9":
                pair = (n, (n + d) % 9 + 1)
            elif n == 9:
                pair = (1 + d, 5 + d)
            else:
                pair = (n, n if d == 3 else (n + d) % top + 1)
            ends.append(pair)
    return ends


ENDS = {deck: tuple(_ends(deck)) for deck in DECKS}
"""By deck, the two numbers of each card, in the order of their bits."""

# What a card shows, by oriented card.
ACTIVE = {deck: tuple([a for a, _ in e] + [b for _, b in e]) for deck, e in ENDS.items()}
INACTIVE = {deck: tuple([b for _, b in e] + [a for a, _ in e]) for deck, e in ENDS.items()}
CARD = {
    deck: {
        pair: card
        for card, pair in reversed(
            [*enumerate([*ends, *((second, first) for first, second in ends)])]
        )
    }
    for deck, ends in ENDS.items()
}
"""By deck, the oriented card that shows (active, inactive); a double is the lower of its two."""


def _masks(deck: str) -> tuple[Any, Any, Any]:
    first, second = np.zeros(10, np.uint64), np.zeros(10, np.uint64)
    doubles = 0
    for i, (a, b) in enumerate(ENDS[deck]):
        card = 1 << (i + LOWEST)
        first[a] |= np.uint64(card)
        if a == b:
            doubles |= card
        else:
            second[b] |= np.uint64(card)
    return first, second, np.uint64(doubles)


MASKS = {deck: _masks(deck) for deck in DECKS}
"""By deck: cards with number n at the first end, at the second end, and the doubles."""

# Action numbers, the same for any number of players.
SETS = 0
ADDS = 9
"""``ADDS + 72 * seat + card``."""
TAKES = ADDS + 72 * SEATS
ROTATE = TAKES + SEATS
ACTIONS = ROTATE + 1
