"""What a seat can be certain of about the up-down game's hidden cards, beyond its view.

- Who draws and may go on (phase ``drawn``) holds a card that fitted then; whose turn passes on by
  itself holds one that did not (UR-6). Both stay in that hand until a card is played that can be
  it.
- When the discards become the draw pile (U-12), whatever nobody shows is in some hand, so from then
  on every hidden card is known either to be *old*, held since before, or to have been in the pile.

Notes: ``hands``, for each seat a list of its hidden cards, each a list of reasons of which at least
one holds. A reason is ``[going, top, fit, old]``: on a number pile with that top (0: any number
fits, U-11) while play went up (1) or down (0), the card fitted (1), did not (0) or nothing is known
(-1); ``old`` is 1 if it has been held since before the pile was filled. ``old``: the hidden cards
that were in hands then, as far as they have not been seen since. ``shared``: directions of which it
is no longer known which are old.

Which of two cards somebody has played is often open. Then the one of which more is known is taken
to be gone, and what was known of it is added to the others as a further possibility. So what is
noted is certain; it is not always all that could be worked out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ...chance import Stream
from ...contract import Record, View
from ...errors import BadPosition
from ...matching import assign
from ...tongue import tr
from . import sets
from .tables import (
    FITS_HIGH,
    FITS_LOW,
    HIGH_ALL,
    KIND,
    KIND_AT,
    LOW_ALL,
    NAMES,
    ROWS,
)
from .views import EVERY

Reason = list[int]
Token = list[Reason]
Notes = dict[str, Any]
_ALL = int(LOW_ALL) | int(HIGH_ALL) << 64
_BITS = 64 + HIGH_ALL.item().bit_length()
_OF_KIND = [sum(1 << i for i in range(len(KIND_AT)) if KIND_AT[i] == k) for k in range(len(NAMES))]
"""The bits of each kind, the low word's first."""


def begin(view: View) -> Notes:
    """What the view itself tells: a card just drawn by somebody else can be played."""
    hands: list[list[Token]] = [
        [[_reason(view, -1)] for _ in range(hand)] if isinstance(hand, int) else []
        for hand in view["hands"]
    ]
    if view["phase"] == "drawn" and "drawn" not in view:
        hands[view["turn"]][-1] = [_reason(view, 1)]
    return {"hands": hands, "old": [], "shared": []}


def _reason(view: View, fit: int) -> Reason:
    if fit < 0:
        return [0, 0, -1, 0]
    return [int(view["going"] == "up"), 0 if view["free"] else int(view["numbers"][-1]), fit, 0]


def then(notes: Notes, before: View, kind: str, seat: int, text: str, after: View) -> Notes:
    """What is certain after an event that led from one view to the next."""
    if kind == "deal":
        return begin(after)
    book = _Book(notes, before)
    if kind == "draw":
        book.draw(seat, text.removeprefix("="), before, after)
    elif text not in ("draw", "keep"):
        book.play(seat, text, before)
    played = int(kind == "move" and text not in ("draw", "keep"))
    if _open_cards(after) < _open_cards(before) + played:
        book.refill()
    return book.notes()


def _open_cards(view: View) -> int:
    return len(view["numbers"]) + len(view["directions"])


def unseen(view: View) -> Counter[int]:
    """The cards that the view does not show."""
    left = Counter(EVERY)
    hands = [card for hand in view["hands"] if not isinstance(hand, int) for card in hand]
    left.subtract(KIND[card] for card in (*view["numbers"], *view["directions"], *hands))
    return +left


class _Book:
    """Notes that are being brought up to date; ``before`` is the view that they belong to."""

    def __init__(self, notes: Notes, before: View) -> None:
        self.hands: list[list[Token]] = [list(hand) for hand in notes["hands"]]
        self.old = Counter(KIND[card] for card in notes["old"])
        self.shared = Counter(KIND[card] for card in notes["shared"])
        self.left = unseen(before)

    def notes(self) -> Notes:
        return {
            "hands": self.hands,
            "old": [NAMES[kind] for kind in sorted(self.old.elements())],
            "shared": [NAMES[kind] for kind in sorted(self.shared.elements())],
        }

    def new(self, kind: int) -> int:
        """How many hidden cards of a kind have surely been in the pile."""
        return self.left[kind] - self.old[kind] - self.shared[kind]

    def possible(self, reason: Reason, kind: int) -> bool:
        if self.shared[kind] == 0 and (self.old[kind] if reason[3] else self.new(kind)) <= 0:
            return False
        return bool(mask_of(reason) & _OF_KIND[kind])

    def draw(self, seat: int, card: str, before: View, after: View) -> None:
        if card:  # the own one
            self.shared -= Counter([KIND[card]])
            return
        fit = -1
        if before["cause"] == "draw":
            fit = int(after["phase"] == "drawn" and after["turn"] == seat)
        self.hands[seat].append([_reason(before, fit)])

    def play(self, seat: int, card: str, before: View) -> None:
        kind, hand = KIND[card], self.hands[seat]
        if not isinstance(before["hands"][seat], int):
            return  # a card that was seen before
        if before["phase"] == "drawn":  # what was just drawn, and it came from the pile
            self.shared -= Counter([kind])
            hand.pop()
            self.left[kind] -= 1
            return
        able = [i for i, token in enumerate(hand) if any(self.possible(r, kind) for r in token)]
        ages = {r[3] for i in able for r in hand[i] if self.possible(r, kind)}
        gone = min(able, key=lambda i: (self.size(hand[i]), i))
        for i in able:
            if i != gone:
                hand[i] = _either(hand[i], hand[gone])
        del hand[gone]
        if self.shared[kind]:
            self.shared[kind] -= 1
        elif ages == {1}:
            self.old[kind] -= 1
        elif ages == {0, 1}:
            self.shared[kind] = self.left[kind] - 1
            self.old[kind] = 0
        self.left[kind] -= 1

    def size(self, token: Token) -> int:
        """How many hidden cards a token can be."""
        kinds = [k for k, n in self.left.items() if n and any(self.possible(r, k) for r in token)]
        return sum(self.left[kind] for kind in kinds)

    def refill(self) -> None:
        """The pile was empty: all that is hidden is in hands. Then the discards become the pile."""
        self.old, self.shared = +self.left, Counter()
        for hand in self.hands:
            hand[:] = [_either([], [[*r[:3], 1] for r in token]) for token in hand]


def _either(token: Token, other: Token) -> Token:
    """Either of two: reasons that are none beside a wider one are left out."""
    found: Token = []
    for reason in (*token, *other):
        anything = [0, 0, -1, reason[3]]
        if reason not in found and anything not in found:
            if reason == anything:
                found = [r for r in found if r[3] != reason[3]]
            found.append(reason)
    return found


def mask_of(reason: Reason) -> int:
    """The bits of the cards that a reason allows, wherever they have been."""
    going, top, fit, _ = reason
    line = going * ROWS + top
    fitting = int(FITS_LOW[line]) | int(FITS_HIGH[line]) << 64
    return _ALL if fit < 0 else fitting if fit else _ALL & ~fitting


# --- using them ------------------------------------------------------------------------------


class _Domains:
    """The hidden cards as bits: of a direction's field the old ones come first."""

    def __init__(self, notes: Notes, view: View) -> None:
        left = unseen(view)
        old = Counter(KIND[card] for card in notes["old"])
        shared = Counter(KIND[card] for card in notes["shared"])
        self.old = self.new = self.shared = 0
        for kind, count in left.items():
            first = _OF_KIND[kind] & -_OF_KIND[kind]
            mine, open_ = old[kind], shared[kind]
            if mine + open_ > count or (open_ and open_ != count):
                raise BadPosition(
                    [(None, tr("the memory has more of {card} than are hidden", card=NAMES[kind]))]
                )
            self.old |= first * ((1 << mine) - 1)
            self.shared |= first * ((1 << open_) - 1)
            rest = count - open_
            self.new |= first * (((1 << rest) - 1) & ~((1 << mine) - 1)) if rest else 0
        if sum(old.values()) > (self.old).bit_count() or shared - left:
            raise BadPosition([(None, tr("the memory holds cards that the view shows"))])
        self.all = self.old | self.new | self.shared

    def of(self, token: Token) -> int:
        """The cards that a token can be."""
        return _union(
            mask_of(reason) & (self.shared | (self.old if reason[3] else self.new))
            for reason in token
        )


def _union(masks: Iterable[int]) -> int:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def _bits(mask: int) -> list[int]:
    return [i for i in range(_BITS) if mask >> i & 1]


def prepare(notes: Notes, view: View, s: Record, c: Record, known: Record, stream: Stream) -> None:
    """Make a state that fits the view fit the notes as well; fill ``known`` for ``views.redeal``.

    Raises ``BadPosition`` if no state fits both.
    """
    domains = _Domains(notes, view)
    tokens = [(seat, domains.of(t)) for seat, hand in enumerate(notes["hands"]) for t in hand]
    counts = Counter(seat for seat, _ in tokens)
    for seat, hand in enumerate(view["hands"]):
        if counts[seat] != (hand if isinstance(hand, int) else 0):
            raise BadPosition([(None, tr("the memory has hands of other sizes than the view"))])
    told = [(seat, mask) for seat, mask in tokens if mask != domains.all]
    known.told = int(bool(told))
    if not told:
        return
    told.sort(key=lambda pair: pair[1].bit_count())
    known.cards = len(told)
    for i, (seat, mask) in enumerate(told):
        known.owner[i], known.low[i], known.high[i] = seat, mask & int(LOW_ALL), mask >> 64
    for seat, count in Counter(seat for seat, mask in tokens if mask == domains.all).items():
        known.free[seat] = count
    known.held_low, known.held_high = domains.old & int(LOW_ALL), domains.old >> 64
    pile = [domains.new | domains.shared] * int(view["draw"])
    cards = assign([_bits(mask) for mask in (*(m for _, m in tokens), *pile)], stream)
    if cards is None:
        raise BadPosition([(None, tr("no cards fit both the view and the memory"))])
    hands: dict[int, list[int]] = {}
    for (seat, _), card in zip(tokens, cards, strict=False):
        hands.setdefault(seat, []).append(int(KIND_AT[card]))
    for seat, kinds in hands.items():
        s.low[seat], s.high[seat] = sets.masks(kinds)


def fits(notes: Notes, view: View, s: Record, c: Record) -> bool:
    """Whether the hidden cards of a state can be those of the notes."""
    domains = _Domains(notes, view)
    pile = unseen(view)
    for seat, hand in enumerate(notes["hands"]):
        if not isinstance(view["hands"][seat], int):
            continue
        kinds = sets.kinds(s.low[seat], s.high[seat])
        pile.subtract(kinds)
        masks = [domains.of(token) for token in hand]
        places = [[i for i, m in enumerate(masks) if m & _OF_KIND[k]] for k in kinds]
        if len(kinds) != len(hand) or assign(places, Stream(bytes(32), 0)) is None:
            return False
    old = Counter(KIND[card] for card in notes["old"])
    left = unseen(view)
    return all(0 <= pile[kind] <= left[kind] - old[kind] for kind in left)


def read(data: object, view: View) -> Notes:
    """Notes from elsewhere; ``BadPosition`` if they are none for this view."""
    if not isinstance(data, dict) or set(data) != {"hands", "old", "shared"}:
        raise BadPosition([(None, tr("the memory has hands, old and shared"))])
    hands, lists = data["hands"], (data["old"], data["shared"])
    if not all(isinstance(cards, list) and all(map(_card, cards)) for cards in lists):
        raise BadPosition([(None, tr("old and shared are lists of cards"))])
    if not isinstance(hands, list) or len(hands) != len(view["hands"]):
        raise BadPosition([(None, tr("the memory has a list for each seat"))])
    for hand in hands:
        if not isinstance(hand, list) or not all(_token(token) for token in hand):
            raise BadPosition([(None, tr("a card is told by a list of [going, top, fit, old]"))])
    return data


def _card(card: object) -> bool:
    return isinstance(card, str) and card in KIND


def _token(token: object) -> bool:
    return isinstance(token, list) and bool(token) and all(_is_reason(r) for r in token)


def _is_reason(reason: object) -> bool:
    return (
        isinstance(reason, list)
        and len(reason) == 4
        and all(type(n) is int for n in reason)
        and reason[0] in (0, 1)
        and 0 <= reason[1] < ROWS
        and reason[2] in (-1, 0, 1)
        and reason[3] in (0, 1)
    )
