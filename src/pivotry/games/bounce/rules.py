"""Rules of the two-ended cards, as kernels over one record (clauses B-1 to B-14, BR-1 to BR-6).

A group of cards is a word with a bit a card (``tables``), and one word ``turned`` says for every
card on the table or in a hand whether its second end is active. So turning any group is one XOR.
Cards out of the round and doubles are never turned.
"""

from __future__ import annotations

import numpy as np

from ...ints import (
    GOLDEN,
    ONE,
    ZERO,
    add64,
    below,
    bit,
    has,
    low_bit,
    mask,
    mixed,
    mul64,
    number,
    popcount,
    rand64,
    scaled,
    select,
    shl,
    shr,
    sub64,
)
from .shown import NO_BAR, barring, counts, playable, showing
from .tables import ADDS, CARDS, DECK_MASK, LOWEST, ROTATE, SEATS, SETS, TAKES

DEAL = 0
"""Phase: the match is not dealt yet, or a round has ended and the next is to be dealt."""
PLAY = 1
OVER = 2

STATE = np.dtype(
    [
        ("turned", "u8"),  # cards whose second end is active
        ("hand", "u8", (SEATS,)),
        ("set", "u8", (SEATS,)),  # cards in the play areas
        ("secret", "u8"),  # cards in hands that only the holder has seen since the deal
        ("discard", "u8"),
        ("round_no", "i4"),  # from 1; 0 before the first deal
        ("turns", "i2"),  # taken in this round
        ("score", "i2", (SEATS,)),
        ("number", "i1", (SEATS,)),  # the number that each set shows, 0 without one
        ("out", "i1", (2,)),  # seats in the order in which they went out, -1 for nobody
        ("turn", "i1"),  # the seat to move; in a deal phase the seat that moved last
        ("starter", "i1"),
        ("phase", "i1"),
        ("winner", "i1"),  # the seat that has won the match, or -1
    ],
    align=True,
)
CONFIG = np.dtype(
    [
        ("players", "i8"),
        ("hand", "i8"),  # cards dealt to each player
        ("target", "i8"),
        ("cleared", "i8"),  # 1: a set left by a player who is out goes at their next turn
        ("numbers", "i8"),  # 9 or 8
        ("limit", "i8"),  # turns after which a round is void
        ("first", "u8", (10,)),  # cards with this number at the first end
        ("second", "u8", (10,)),  # the same at the second end; doubles are not among these
        ("doubles", "u8"),
    ],
    align=True,
)
WORK = np.dtype(
    [
        ("shown", "u8", (SEATS,)),  # nibble n: how many cards of this hand show number n
        ("bar", "u8", (SEATS,)),  # nibble n: the size that this set bars for number n, or 15
    ]
)

_NIBBLE = np.uint64(15)
# One bit or value in each of the nibbles of words with a nibble a seat.
_SEAT_ONES = np.uint64(0x11111)
_SEAT_SEVENS = np.uint64(0x77777)
_SEAT_TOPS = np.uint64(0x88888)


def start(s, c):
    """An undealt match."""
    for p in range(SEATS):
        s.score[p] = 0
    _clear_table(s)
    s.round_no = 0
    s.turns = 0
    s.turn = 0
    s.starter = 0
    s.phase = DEAL
    s.winner = -1


def derive(s, c, w):
    """Rebuild what is derived: what the hands show and what the sets bar."""
    for p in range(SEATS):
        w.shown[p] = counts(c, s.hand[p], s.turned)
        w.bar[p] = barring(mask(popcount(s.set[p])), int(s.number[p]))


def actor(s, c):
    """The seat to move, CHANCE before a deal, OVER at the end."""
    if int(s.phase) == PLAY:
        return int(s.turn)
    return -1 if int(s.phase) == DEAL else -2


# --- moves -----------------------------------------------------------------------------------


def legal(s, c, w, out):
    """Write the actions of the player to move; none before a deal and at the end."""
    if int(s.phase) != PLAY:
        return 0
    p = int(s.turn)
    free = playable(int(c.players), w, p)
    n = 0
    while free != ZERO:
        at = low_bit(free)
        free = free ^ bit(at)
        out[n] = SETS + (at >> 2) - 1
        n += 1
    for q in range(int(c.players)):
        if int(s.number[q]) > 0:
            cards = showing(c, s.hand[p], s.turned, int(s.number[q]))
            n = _list_cards(cards & ~s.turned, ADDS + 2 * CARDS * q, out, n)
            n = _list_cards(cards & s.turned, ADDS + 2 * CARDS * q + CARDS, out, n)
    for q in range(int(c.players)):
        if int(s.number[q]) > 0:
            out[n] = TAKES + q
            n += 1
    out[n] = ROTATE
    return n + 1


def _list_cards(cards, base, out, n):
    while cards != ZERO:
        at = low_bit(cards)
        cards = cards ^ bit(at)
        out[n] = base + at - LOWEST
        n += 1
    return n


# --- actions ---------------------------------------------------------------------------------


def apply(s, c, w, a):
    """Play a legal action (trusted)."""
    p = int(s.turn)
    if a == ROTATE:
        _rotate(s, c, w, p)
    elif a >= TAKES:
        _take(s, c, w, p, a - TAKES)
    elif a >= ADDS:
        q = (a - ADDS) // (2 * CARDS)
        _grow(s, c, w, p, q, bit((a - ADDS) % CARDS + LOWEST), int(s.number[q]))
    else:
        n = a - SETS + 1
        _grow(s, c, w, p, p, showing(c, s.hand[p], s.turned, n), n)  # B-6: all of them
    _end_turn(s, c, w, p)


def _rotate(s, c, w, p):
    """B-9."""
    s.turned = s.turned ^ (s.hand[p] & ~c.doubles)
    w.shown[p] = counts(c, s.hand[p], s.turned)


def _take(s, c, w, p, q):
    """B-8: the set of ``q`` comes turned into the hand of ``p``, for everybody to see."""
    cards = s.set[q]
    s.turned = s.turned ^ (cards & ~c.doubles)
    s.hand[p] = s.hand[p] | cards
    w.shown[p] = counts(c, s.hand[p], s.turned)
    _set_gone(s, w, q)


def _set_gone(s, w, q):
    s.set[q] = ZERO
    s.number[q] = 0
    w.bar[q] = NO_BAR


def _grow(s, c, w, p, t, cards, n):
    """``cards``, showing ``n``, leave the hand of ``p`` for the set of ``t`` (B-6, B-7)."""
    s.secret = s.secret & ~cards
    more = popcount(cards)
    _lay(s, w, p, t, cards, mask(more), mask(popcount(s.set[t]) + more), n)
    _bounces(s, c, w, t)


def _lay(s, w, p, t, cards, more, size, n):
    """Move ``more`` cards from the hand of ``p`` to the set of ``t``, which then has ``size``."""
    left = s.hand[p] ^ cards
    s.hand[p] = left
    s.set[t] = s.set[t] | cards
    s.number[t] = n
    w.shown[p] = sub64(w.shown[p], shl(more, 4 * n))
    w.bar[t] = barring(size, n)
    if left == ZERO:  # B-11; before any bounce (BR-6)
        s.out[0 if int(s.out[0]) < 0 else 1] = p


def _bounces(s, c, w, t):
    """B-10, after the set of ``t`` has grown."""
    size = popcount(s.set[t])
    n = int(s.number[t])
    back = False
    for q in range(int(c.players)):
        if popcount(s.set[q]) == size:
            if int(s.number[q]) < n:
                _bounce(s, c, w, q)
            elif int(s.number[q]) > n:
                back = True
    if back:
        _bounce(s, c, w, t)


def _bounce(s, c, w, q):
    """The set of ``q`` goes back, turned; of a player who is out, it is discarded (BR-3)."""
    cards = s.set[q]
    if s.hand[q] == ZERO:
        s.discard = s.discard | cards
    else:
        s.turned = s.turned ^ (cards & ~c.doubles)
        s.hand[q] = s.hand[q] | cards
        w.shown[q] = counts(c, s.hand[q], s.turned)
    _set_gone(s, w, q)


def _end_turn(s, c, w, p):
    """End the round (B-12, BR-5) or pass the turn to the next player with cards (B-4, BR-3)."""
    players = int(c.players)
    s.turns = int(s.turns) + 1
    if _round_over(s, c):
        _settle(s, c)
        return
    if int(s.turns) >= int(c.limit):
        s.phase = DEAL
        return
    q = p
    while True:
        q = q + 1 if q + 1 < players else 0
        if s.hand[q] != ZERO:
            break
        if int(c.cleared) == 1:
            _discard_set(s, w, q)
    _discard_set(s, w, q)
    s.turn = q


def _round_over(s, c):
    """B-12."""
    return int(s.out[1]) >= 0 or (int(c.players) == 2 and int(s.out[0]) >= 0)


def _discard_set(s, w, q):
    """The set of ``q`` goes to the discard pile as it lies (B-4)."""
    s.discard = s.discard | s.set[q]
    _set_gone(s, w, q)


def _settle(s, c):
    """The round has ended: points (B-12), and the winner if the match has (B-14)."""
    first = int(s.out[0])
    second = int(s.out[1]) if int(c.players) > 2 else 1 - first
    most = int(s.score[first]) + 2
    next_most = int(s.score[second]) + 1
    s.score[first] = most
    s.score[second] = next_most
    s.phase = DEAL
    target = int(c.target)
    if most >= target:  # then nobody has more: the second had less than the target before
        s.winner = first
    elif next_most >= target:
        s.winner = second
    if int(s.winner) >= 0:
        s.phase = OVER
        s.turn = 0


# --- the match -------------------------------------------------------------------------------


def returns(s, c, out):
    """1 for the winner, -1 for the others; in a match that goes on, how its scores stand."""
    players = int(c.players)
    if int(s.phase) == OVER:
        for p in range(players):
            out[p] = 1.0 if p == int(s.winner) else -1.0
        return
    best = 0
    for p in range(players):
        best = max(best, int(s.score[p]))
    total = 0.0
    for p in range(players):
        share = _share(best - int(s.score[p]), players)
        out[p] = share
        total += share
    for p in range(players):
        out[p] = 2.0 * out[p] / total - 1.0


def _share(behind, players):
    """How likely a seat so many points behind the best is to win, as a multiple of the best's.

    Each point doubles it (with two players, trebles). Against the exact chances of equal players
    for targets of 4 to 8 that is off by 0.05 (root mean square).
    """
    share = 1.0
    for _ in range(behind):
        share = share / 3.0 if players == 2 else share / 2.0
    return share


def weight(s, c, w, a):
    """Chance has no single outcomes here: it deals."""
    return 1


def deal(s, c, w, cards):
    """B-3, B-13: begin the next round.

    ``cards``: the 36 cards in the order in which they are dealt, hand after hand; for each of
    them 1 if it lands with its second end active; the starter of the first round.
    """
    _clear_table(s)
    at = 0
    for p in range(int(c.players)):
        for _ in range(int(c.hand)):
            card = bit(int(cards[at]) + LOWEST)
            s.hand[p] = s.hand[p] | card
            if int(cards[CARDS + at]) == 1:
                s.turned = s.turned | (card & ~c.doubles)
            at += 1
    _begin_round(s, c, w, int(cards[2 * CARDS]))


def _clear_table(s):
    s.turned = ZERO
    s.secret = ZERO
    s.discard = ZERO
    for p in range(SEATS):
        s.hand[p] = ZERO
        s.set[p] = ZERO
        s.number[p] = 0
    s.out[0] = -1
    s.out[1] = -1


def _begin_round(s, c, w, first_starter):
    starter = first_starter
    if int(s.round_no) > 0:
        starter = (int(s.starter) + 1) % int(c.players)
    s.starter = starter
    s.turn = starter
    s.round_no = int(s.round_no) + 1
    for p in range(int(c.players)):
        s.secret = s.secret | s.hand[p]
    s.turns = 0
    s.phase = PLAY
    derive(s, c, w)


# --- playing at random -----------------------------------------------------------------------


def random(s, c, w, rng):
    """Play one uniformly random action and return it; before a deal, deal and return -1."""
    if int(s.phase) != PLAY:
        if int(s.phase) == DEAL:
            _deal_at_random(s, c, w, rng)
        return -1
    a = _pick(s, c, w, rng)
    apply(s, c, w, a)
    return a


def playout(s, c, w, rng, limit):
    """Play at random until the match is over or ``limit`` moves are made; how many were."""
    moves = 0
    while moves < limit and int(s.phase) != OVER:
        if int(s.phase) == DEAL:
            _deal_at_random(s, c, w, rng)
        else:
            moves += play_on(s, c, w, rng, limit - moves)
    return moves


def play_on(s, c, w, rng, limit):
    """Play at random until the round has ended or ``limit`` moves are made; how many were.

    Move for move what ``apply`` makes of what ``_pick`` picks, with what changes at every move in
    variables: ``turned``, ``secret``, the sizes of all sets in one word, and the next random
    number, so that it does not wait for the outcome of this move. The discard pile is what is
    missing at the end.
    """
    players = int(c.players)
    p = int(s.turn)
    turned = s.turned
    secret = s.secret
    sizes = _sizes(s)
    dealt = s.discard | _on_table(s)
    room = min(limit, int(c.limit) - int(s.turns))
    counter = rng[0]
    word = mixed(add64(counter, GOLDEN))
    moves = 0
    while True:
        p = p & 7  # says that it is not negative
        shown = w.shown[p]
        free = playable(players, w, p)
        there = add64(sizes, _SEAT_SEVENS) & _SEAT_TOPS
        sets = popcount(free)
        adds = addable(players, s, shown)
        takes = popcount(there)
        k = scaled(word, sets + adds + takes + 1)
        counter = add64(counter, GOLDEN)
        word = mixed(add64(counter, GOLDEN))
        if k < sets:
            n = select(free, k) >> 2
            size = shr(shown, 4 * n) & _NIBBLE
            cards = showing(c, s.hand[p], turned, n)
            secret = secret & ~cards
            equal = _equal(sizes, size)
            sizes = sizes | shl(size, 4 * p)
            _lay(s, w, p, p, cards, size, size, n)
            if equal != ZERO:  # B-10; all of them are lower (B-6)
                s.turned = turned
                while equal != ZERO:
                    at = low_bit(equal)
                    equal = equal ^ bit(at)
                    sizes = sizes & ~shl(_NIBBLE, at - 3)
                    _bounce(s, c, w, at >> 2)
                turned = s.turned
        elif k < sets + adds:
            at = pick_add(s, c, turned, shown, p, k - sets)
            q = at >> 6
            cards = bit(at & 63)
            secret = secret & ~cards
            size = add64(shr(sizes, 4 * q) & _NIBBLE, ONE)
            equal = _equal(sizes, size)
            sizes = add64(sizes, shl(ONE, 4 * q))
            _lay(s, w, p, q, cards, ONE, size, int(s.number[q]))
            if equal != ZERO:
                s.turned = turned
                _bounces(s, c, w, q)
                turned = s.turned
                sizes = _sizes(s)
        else:
            k -= sets + adds
            hand = s.hand[p]
            cards = hand
            if k < takes:
                q = select(there, k) >> 2
                cards = s.set[q]
                hand = hand | cards
                s.hand[p] = hand
                sizes = sizes & ~shl(_NIBBLE, 4 * q)
                _set_gone(s, w, q)
            turned = turned ^ (cards & ~c.doubles)
            w.shown[p] = counts(c, hand, turned)
        moves += 1
        if moves == room or (s.hand[p] == ZERO and _round_over(s, c)):
            break
        while True:
            p = (p + 1 if p + 1 < players else 0) & 7
            if s.hand[p] != ZERO:
                break
            if int(c.cleared) == 1:
                sizes = sizes & ~shl(_NIBBLE, 4 * p)
                _set_gone(s, w, p)
        sizes = sizes & ~shl(_NIBBLE, 4 * p)
        _set_gone(s, w, p)
    rng[0] = counter
    s.turned = turned
    s.secret = secret
    s.turns = int(s.turns) + moves - 1
    s.turn = p
    s.discard = dealt & ~_on_table(s)
    _end_turn(s, c, w, p)
    return moves


def _equal(sizes, size):
    """Bit 3 of the nibbles of the seats whose sets have this size."""
    differs = sizes ^ mul64(size, _SEAT_ONES)
    return _SEAT_TOPS & ~(add64(differs & _SEAT_SEVENS, _SEAT_SEVENS) | differs)


def _sizes(s):
    """How many cards each set has, a nibble a seat."""
    sizes = ZERO
    for q in range(SEATS):
        sizes = sizes | shl(mask(popcount(s.set[q])), 4 * q)
    return sizes


def _on_table(s):
    """All cards in hands and play areas."""
    cards = ZERO
    for q in range(SEATS):
        cards = cards | s.hand[q] | s.set[q]
    return cards


def _deal_at_random(s, c, w, rng):
    _clear_table(s)
    rest = DECK_MASK
    left = CARDS
    for p in range(int(c.players)):
        for _ in range(int(c.hand)):
            card = bit(select(rest, below(rng, left)))
            rest = rest ^ card
            left -= 1
            s.hand[p] = s.hand[p] | card
    s.turned = rand64(rng) & DECK_MASK & ~rest & ~c.doubles
    starter = below(rng, int(c.players)) if int(s.round_no) == 0 else 0
    _begin_round(s, c, w, starter)


def _pick(s, c, w, rng):
    """A uniformly random action, by counting and selecting: sets, cards to add, takes, rotate."""
    p = int(s.turn)
    players = int(c.players)
    shown = w.shown[p]
    free = playable(int(c.players), w, p)
    sets = popcount(free)
    adds = addable(players, s, shown)
    takes = 0
    for q in range(players):
        takes += 1 if int(s.number[q]) > 0 else 0
    k = below(rng, sets + adds + takes + 1)
    if k < sets:
        return SETS + (select(free, k) >> 2) - 1
    k -= sets
    if k < adds:
        at = pick_add(s, c, s.turned, shown, p, k)
        card = (at & 63) - LOWEST + (CARDS if has(s.turned, at & 63) else 0)
        return ADDS + 2 * CARDS * (at >> 6) + card
    k -= adds
    if k == takes:
        return ROTATE
    q = 0
    while True:
        if int(s.number[q]) > 0:
            if k == 0:
                return TAKES + q
            k -= 1
        q += 1


def addable(players, s, shown):
    """How many moves add a card (B-7), of a hand that shows this: its own seat has no set."""
    adds = nibble(shown, int(s.number[0])) + nibble(shown, int(s.number[1]))
    if players > 2:
        adds += nibble(shown, int(s.number[2]))
    if players > 3:
        adds += nibble(shown, int(s.number[3]))
    if players > 4:
        adds += nibble(shown, int(s.number[4]))
    return adds


def pick_add(s, c, turned, shown, p, k):
    """The ``k``-th card to add, counted set by set: 64 times the seat plus the bit."""
    q = 0
    while k >= nibble(shown, int(s.number[q])):
        k -= nibble(shown, int(s.number[q]))
        q += 1
    return 64 * q + select(showing(c, s.hand[p], turned, int(s.number[q])), k)


def nibble(word, n):
    return number(shr(word, 4 * n) & _NIBBLE)
