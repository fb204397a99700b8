"""What a seat of ``updown`` may know, and states that fit it. All secrecy of the game lives here.

A seat sees its own hand, how many cards the others and the draw pile have, and everything open.
That a drawn card can be played (phase ``drawn``) is open; which card it is, only its seat knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any

import numpy as np

from ...chance import Stream
from ...contract import Options, Record, View
from ...errors import BadPosition
from ...ints import ZERO, below, bit
from ...tongue import tr
from . import position, sets
from .position import shown
from .rules import SEATS, derive, give, random_card, remove, row
from .sets import at, held, place, size, together
from .tables import (
    ALL_POINTS,
    CARDS,
    COPIES,
    DRAWN,
    FITS_HIGH,
    FITS_LOW,
    KIND,
    NAMES,
    PIVOT,
    ROWS,
    UP,
)

EVERY = dict(enumerate(COPIES))
"""How many there are of each kind."""
KNOWN = np.dtype(
    [
        ("low", np.uint64, CARDS),  # of each card in a hand about which something is known:
        ("high", np.uint64, CARDS),  # the cards that it can be
        ("owner", np.int8, CARDS),  # and who holds it
        ("cards", np.int16),  # how many such cards there are
        ("free", np.int16, SEATS),  # cards in each hand about which nothing is known
        ("held_low", np.uint64),  # cards that are in some hand for certain, not in the pile
        ("held_high", np.uint64),
        ("told", np.int8),  # 1 if the memory tells anything at all
        ("buf_low", np.uint64, SEATS),
        ("buf_high", np.uint64, SEATS),
    ],
    align=True,
)
"""What a memory adds to a view, for ``redeal`` (see ``memory``). Of the cards of a direction's
field those that are surely held come first, then those that may lie in the pile."""
TRIES = 8

# --- views -----------------------------------------------------------------------------------


def view(s: Record, c: Record, options: Options, seat: int | None) -> View:
    """Position JSON with ``seat``, every hidden list as its length."""
    data = position.common(s, c, options)
    sizes = [size(s.low[i], s.high[i]) for i in range(int(c.players))]
    data["seat"] = seat
    data["hands"] = [
        sets.texts(s.low[i], s.high[i]) if i == seat else n for i, n in enumerate(sizes)
    ]
    data["draw"] = CARDS - sum(sizes) - int(s.count) - int(s.turned)
    if int(s.phase) == DRAWN and int(s.turn) == seat:
        data["drawn"] = NAMES[int(s.drawn)]
    return data


def ended(view: View, winners: Sequence[int]) -> View:
    """The view with a result: whoever won without the rules (``contract.Views``)."""
    return {**view, "result": list(winners)}


# --- filling in ------------------------------------------------------------------------------


def fill(view: View, stream: Stream) -> tuple[Options, Record]:
    """A state that fits a view, uniform among all ways to lay the hidden cards.

    The card that another seat just drew is one that can be played (UR-6). Hands of a game that
    has ended have as many points as the scores tell (U-15). ``BadPosition`` if nothing fits.
    """
    shown(view)
    data = {key: value for key, value in view.items() if key != "seat"}
    hands = list(view["hands"])
    open_ = [*view["numbers"], *view["directions"]]
    open_ += [card for hand in hands if not isinstance(hand, int) for card in hand]
    left = Counter(EVERY)
    left.subtract(KIND.get(card, -1) for card in open_)
    hidden = [seat for seat, hand in enumerate(hands) if isinstance(hand, int)]
    sizes = {seat: hands[seat] for seat in hidden}
    if min(left.values()) < 0 or left.total() != view["draw"] + sum(sizes.values()):
        raise BadPosition(
            [("U-1", tr("the view does not leave room for each of the {cards} cards", cards=CARDS))]
        )
    pool = stream.shuffled(sorted(left.elements()))
    parts: dict[int, list[int]] = {seat: [] for seat in hidden}
    if view["result"] is not None or view["phase"] == "deal":
        parts = _by_points(view, sizes, pool, stream)
    elif view["phase"] == "drawn" and "drawn" not in view:
        kind = _playable(view, pool, stream)
        pool.remove(kind)
        parts[view["turn"]].append(kind)
        data["drawn"] = NAMES[kind]
    for seat, part in parts.items():
        while len(part) < sizes[seat]:
            part.append(pool.pop())
        hands[seat] = [NAMES[kind] for kind in part]
    data["hands"] = hands
    data["draw"] = [NAMES[kind] for kind in pool]
    return position.read(data)


def _playable(view: View, pool: list[int], stream: Stream) -> int:
    """One of the hidden cards that can be played now."""
    top = 0 if view["free"] else int(view["numbers"][-1])
    line = (view["going"] == "up") * ROWS + top
    cards = [k for k in pool if held(FITS_LOW[line], FITS_HIGH[line], k) > 0]
    if not cards:
        raise BadPosition([("UR-6", tr("a card that can be played was drawn, but none is hidden"))])
    return cards[stream.below(len(cards))]


def _by_points(
    view: View, sizes: dict[int, int], pool: list[int], stream: Stream
) -> dict[int, list[int]]:
    """Hands at the end of a game with points that the scores allow, taken out of ``pool``.

    The scores before this game are hidden from the view, but they were at least 0 and at most
    what the games before can have brought; in the first game the points are known exactly.
    """
    seats = list(sizes)
    before = (ALL_POINTS - 1) * (view["game_number"] - 1)
    bounds = [(view["scores"][seat] - before, view["scores"][seat]) for seat in seats]
    if all(
        low <= n and 3 * n <= high for (low, high), n in zip(bounds, sizes.values(), strict=True)
    ):
        return {seat: [] for seat in seats}  # nothing is told: any cards will do

    def splits(i: int, numbers: int, turns: int, pivots: int) -> list[tuple[int, int, int]]:
        """How many UP or DOWN and PIVOT hand ``i`` can hold, each with its number of ways."""
        n, (low, high) = sizes[seats[i]], bounds[i]
        return [
            (t, p, comb(numbers, n - t - p) * comb(turns, t) * comb(pivots, p))
            for p in range(min(n, pivots) + 1)
            for t in range(min(n - p, turns) + 1)
            if low <= n + t + 2 * p <= high and n - t - p <= numbers
        ]

    @cache
    def ways(i: int, numbers: int, turns: int, pivots: int) -> int:
        """Ways to lay hands ``i``, ``i`` + 1, ... from so many cards of each sort."""
        if i == len(seats):
            return 1
        n = sizes[seats[i]]
        return sum(
            count * ways(i + 1, numbers - (n - t - p), turns - t, pivots - p)
            for t, p, count in splits(i, numbers, turns, pivots)
        )

    sorts: tuple[list[int], list[int], list[int]] = ([], [], [])
    for kind in pool:
        sorts[0 if kind < UP else 2 if kind == PIVOT else 1].append(kind)
    hands = {}
    for i, seat in enumerate(seats):
        left = [len(cards) for cards in sorts]
        place = _below(stream, ways(i, *left)) if ways(i, *left) else -1
        chosen = None
        for t, p, count in splits(i, *left):
            n = sizes[seat] - t - p
            place -= count * ways(i + 1, left[0] - n, left[1] - t, left[2] - p)
            if place < 0:
                chosen = (n, t, p)
                break
        if chosen is None:
            raise BadPosition([("U-15", tr("no hands fit the scores"))])
        hands[seat] = [
            cards.pop() for cards, n in zip(sorts, chosen, strict=True) for _ in range(n)
        ]
    pool[:] = [kind for cards in sorts for kind in cards]
    return hands


def _below(stream: Stream, n: int) -> int:
    """A number in 0..n-1, every one equally likely, for any ``n``."""
    bits = (n - 1).bit_length()
    while True:
        value = 0
        for _ in range(-(-bits // 64)):
            value = value << 64 | stream.word()
        value &= (1 << bits) - 1
        if value < n:
            return value


# --- redrawing in a search -------------------------------------------------------------------


def resample(s: Record, c: Record, w: Record, seat: int, rng: Any) -> None:
    """Kernel: deal the cards that ``seat`` (-1: a spectator) cannot see anew, and derive ``w``.

    Uniform as in ``fill``. Hands of a game that has ended no longer matter and ignore their points.
    """
    derive(s, c, w)
    sizes = 0  # seven bits for each seat: kernels have no lists
    for other in range(int(c.players)):
        if other != seat:
            sizes |= size(s.low[other], s.high[other]) << (7 * other)
            w.low = w.low | s.low[other]
            w.high = together(w.high, s.high[other])
            s.low[other] = ZERO
            s.high[other] = ZERO
    turn = int(s.turn)
    if int(s.phase) == DRAWN and turn != seat:
        low = w.low & FITS_LOW[row(s)]
        high = w.high & FITS_HIGH[row(s)]
        kind = at(low, high, below(rng, size(low, high)))
        remove(w, kind)
        give(s, turn, kind)
        s.drawn = kind
        sizes -= 1 << (7 * turn)
    for other in range(int(c.players)):
        for _ in range((sizes >> (7 * other)) & 127):
            give(s, other, random_card(w, rng))


def redeal(s: Record, c: Record, w: Record, known: Record, seat: int, rng: Any) -> None:
    """Kernel: ``resample`` with what ``known`` tells; ``s`` fits it before. ``seat`` is to move.

    Card after card, those of which most is known first: not every deal is equally likely. Where
    that leads nowhere in ``TRIES`` tries ``s`` stays as it is.
    """
    if int(known.told) == 0:
        resample(s, c, w, seat, rng)
        return
    derive(s, c, w)
    low = w.low
    high = w.high
    for other in range(int(c.players)):
        if other != seat:
            low = low | s.low[other]
            high = together(high, s.high[other])
    for _ in range(TRIES):
        if _deal_hands(s, c, w, known, seat, low, high, rng):
            break


def _deal_hands(
    s: Record, c: Record, w: Record, known: Record, seat: int, low: Any, high: Any, rng: Any
) -> bool:
    """Deal the hidden cards ``low``, ``high``; False, and nothing changed, if it cannot go on."""
    for other in range(int(c.players)):
        known.buf_low[other] = ZERO
        known.buf_high[other] = ZERO
    for i in range(int(known.cards)):
        can_low = low & known.low[i]
        can_high = high & known.high[i]
        held_low = can_low & known.held_low
        held_high = can_high & known.held_high
        if held_low != ZERO or held_high != ZERO:  # those have to go somewhere
            can_low = held_low
            can_high = held_high
        count = size(can_low, can_high)
        if count == 0:
            return False
        spot = place(can_low, can_high, below(rng, count))
        owner = int(known.owner[i])
        if spot < 64:
            low = low & ~bit(spot)
            known.buf_low[owner] = known.buf_low[owner] | bit(spot)
        else:
            high = high & ~bit(spot - 64)
            known.buf_high[owner] = known.buf_high[owner] | bit(spot - 64)
    if (low & known.held_low) != ZERO or (high & known.held_high) != ZERO:
        return False
    w.low = low
    w.high = together(high, ZERO)
    for other in range(int(c.players)):
        if other != seat:
            s.low[other] = known.buf_low[other]
            s.high[other] = together(known.buf_high[other], ZERO)
            for _ in range(int(known.free[other])):
                give(s, other, random_card(w, rng))
    return True
