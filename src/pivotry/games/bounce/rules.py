"""Rules of the two-ended cards, as kernels over one record (clauses B-1 to B-14, BR-1 to BR-6).

A group of cards is a word with a bit a card (``tables``), and one word ``turned`` says for every
card on the table or in a hand whether its second end is active. So turning any group is one XOR.
Cards out of the round and doubles are never turned.
"""

from __future__ import annotations

import numpy as np

from ...ints import (
    ZERO,
    add64,
    below,
    bit,
    low_bit,
    mask,
    mul64,
    popcount,
    rand64,
    select,
    shl,
    shr,
    sub64,
)
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
        ("known", "u8", (SEATS,)),  # part of each hand that everybody has seen go into it
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
        ("second", "u8", (10,)),  # the same at the second end
        ("doubles", "u8"),
    ],
    align=True,
)
WORK = np.dtype([("buf", "i8")])

# One bit or value in each nibble.
_ONES = np.uint64(0x1111111110)
_THREES = np.uint64(0x3333333330)
_FIVES = np.uint64(0x5555555550)
_SEVENS = np.uint64(0x7777777770)
_TOPS = np.uint64(0x8888888880)
_PLANE_0 = np.uint64(0x1111111110)
_PLANE_1 = np.uint64(0x2222222220)
_PLANE_2 = np.uint64(0x4444444440)
_PLANE_3 = np.uint64(0x8888888880)
_BIT_0 = np.uint64(1)
_BIT_1 = np.uint64(2)
_BIT_2 = np.uint64(4)
_BIT_3 = np.uint64(8)
_NIBBLE = np.uint64(15)
_EIGHT = np.uint64(0xFFFFFFFF0)  # nibbles 1 to 8
_HIGHER = np.uint64(0xFFFFFFFFF0)  # numbers above 0; shifted by n nibbles, above n


def start(s, c):
    """An undealt match."""
    s.turned = ZERO
    s.discard = ZERO
    for p in range(SEATS):
        s.hand[p] = ZERO
        s.set[p] = ZERO
        s.known[p] = ZERO
        s.number[p] = 0
        s.score[p] = 0
    s.out[0] = -1
    s.out[1] = -1
    s.round_no = 0
    s.turns = 0
    s.turn = 0
    s.starter = 0
    s.phase = DEAL
    s.winner = -1


def derive(s, c, w):
    """Nothing is derived."""
    w.buf = 0


def actor(s, c):
    """The seat to move, CHANCE before a deal, OVER at the end."""
    if int(s.phase) == PLAY:
        return int(s.turn)
    return -1 if int(s.phase) == DEAL else -2


# --- what a group of cards shows -------------------------------------------------------------


def showing(s, c, cards, n):
    """Those of ``cards`` whose active number is ``n`` (B-1)."""
    return cards & ((c.first[n] & ~s.turned) | (c.second[n] & s.turned))


def _around_nine(cards):
    """Cards of ``pairs9`` with their second end active, each moved to the nibble of that end."""
    moved = (
        shl(cards & _PLANE_0, 4)
        | shl(cards & _PLANE_1, 8)
        | shl(cards & _PLANE_2, 12)
        | shl(cards & _PLANE_3, 16)
    )
    return (moved | shr(moved, 36)) & DECK_MASK


def _apart(nibble):
    """The four bits of a nibble, one in each of four nibbles."""
    return (
        (nibble & _BIT_0)
        | shl(nibble & _BIT_1, 3)
        | shl(nibble & _BIT_2, 6)
        | shl(nibble & _BIT_3, 9)
    )


def _around_eight(first, second):
    """The same for ``doubles8``, together with the opposite pairs of nibble 9, whichever end shows.

    Those take plane 3, which is free: it belongs to doubles, and they are never turned.
    """
    moved = (
        shl(second & _PLANE_0 & _EIGHT, 4)
        | shl(second & _PLANE_1 & _EIGHT, 8)
        | shl(second & _PLANE_2 & _EIGHT, 12)
    )
    moved = (moved | shr(moved, 32)) & _EIGHT
    return moved | shl(_apart(shr(first, 36)), 7) | shl(_apart(shr(second, 36)), 23)


def counts(s, c, cards):
    """How many of ``cards`` show each number: nibble n for number n."""
    one = cards & ~s.turned
    two = cards & s.turned
    if int(c.numbers) == 9:
        two = _around_nine(two)
    else:
        two = _around_eight(one, two)
        one = one & _EIGHT
    one = sub64(one, shr(one, 1) & _FIVES)
    two = sub64(two, shr(two, 1) & _FIVES)
    return add64(
        add64(one & _THREES, shr(one, 2) & _THREES), add64(two & _THREES, shr(two, 2) & _THREES)
    )


def playable(s, c, shown):
    """Numbers that may be played as a set (B-6): bit 3 of their nibbles. ``shown``: ``counts``.

    The sets of opponents are all the sets there are, for the player to move has none (B-4).
    """
    free = add64(shown, _SEVENS) & _TOPS
    for q in range(int(c.players)):
        other = shown ^ mul64(mask(popcount(s.set[q])), _ONES)
        differs = add64(other & _SEVENS, _SEVENS) | other
        free = free & (differs | shl(_HIGHER, 4 * int(s.number[q])))
    return free


def legal(s, c, w, out):
    """Write the actions of the player to move; none before a deal and at the end."""
    if int(s.phase) != PLAY:
        return 0
    p = int(s.turn)
    hand = s.hand[p]
    free = playable(s, c, counts(s, c, hand))
    n = 0
    while free != ZERO:
        at = low_bit(free)
        free = free ^ bit(at)
        out[n] = SETS + (at >> 2) - 1
        n += 1
    for q in range(int(c.players)):
        number = int(s.number[q])
        if number > 0:
            cards = showing(s, c, hand, number)
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
        rotate(s, c, p)
    elif a >= TAKES:
        take(s, c, p, a - TAKES)
    elif a >= ADDS:
        card = a - ADDS
        grow(s, c, p, card // (2 * CARDS), bit(card % CARDS + LOWEST))
    else:
        play_set(s, c, p, a - SETS + 1)
    end_turn(s, c, p)


def play_set(s, c, p, n):
    """B-6: every card of the hand that shows ``n``."""
    s.number[p] = n
    grow(s, c, p, p, showing(s, c, s.hand[p], n))


def rotate(s, c, p):
    """B-9."""
    s.turned = s.turned ^ (s.hand[p] & ~c.doubles)


def take(s, c, p, q):
    """B-8."""
    cards = s.set[q]
    s.turned = s.turned ^ (cards & ~c.doubles)
    s.hand[p] = s.hand[p] | cards
    s.known[p] = s.known[p] | cards
    s.set[q] = ZERO
    s.number[q] = 0


def grow(s, c, p, t, cards):
    """``cards`` leave the hand of ``p`` for the set of ``t`` (B-6, B-7); what follows bounces."""
    hand = s.hand[p] & ~cards
    s.hand[p] = hand
    s.known[p] = s.known[p] & ~cards
    s.set[t] = s.set[t] | cards
    if hand == ZERO:  # B-11; before any bounce (BR-6)
        s.out[0 if int(s.out[0]) < 0 else 1] = p
    size = popcount(s.set[t])
    number = int(s.number[t])
    bounced = False
    for q in range(int(c.players)):
        if popcount(s.set[q]) == size:
            if int(s.number[q]) < number:
                bounce(s, c, q)
            elif int(s.number[q]) > number:
                bounced = True
    if bounced:
        bounce(s, c, t)


def bounce(s, c, q):
    """B-10; a player without cards is out, and what comes back is discarded (BR-3)."""
    cards = s.set[q]
    s.set[q] = ZERO
    s.number[q] = 0
    if s.hand[q] == ZERO:
        s.discard = s.discard | cards
    else:
        s.turned = s.turned ^ (cards & ~c.doubles)
        s.hand[q] = s.hand[q] | cards
        s.known[q] = s.known[q] | cards


def end_turn(s, c, p):
    """End the round (B-12, BR-5) or pass the turn to the next player with cards (B-4, BR-3)."""
    players = int(c.players)
    s.turns = int(s.turns) + 1
    if int(s.out[1]) >= 0 or (players == 2 and int(s.out[0]) >= 0):
        settle(s, c)
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
            clear(s, q)
    clear(s, q)
    s.turn = q


def clear(s, q):
    """The set of ``q`` goes to the discard pile as it lies (B-4)."""
    s.discard = s.discard | s.set[q]
    s.set[q] = ZERO
    s.number[q] = 0


def settle(s, c):
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
    _begin_round(s, c, int(cards[2 * CARDS]))


def _clear_table(s):
    s.turned = ZERO
    s.discard = ZERO
    for p in range(SEATS):
        s.hand[p] = ZERO
        s.set[p] = ZERO
        s.known[p] = ZERO
        s.number[p] = 0
    s.out[0] = -1
    s.out[1] = -1


def _begin_round(s, c, first_starter):
    starter = first_starter
    if int(s.round_no) > 0:
        starter = (int(s.starter) + 1) % int(c.players)
    s.starter = starter
    s.turn = starter
    s.round_no = int(s.round_no) + 1
    s.turns = 0
    s.phase = PLAY


# --- playing at random -----------------------------------------------------------------------


def random(s, c, w, rng):
    """Play one uniformly random action and return it; before a deal, deal and return -1."""
    if int(s.phase) != PLAY:
        if int(s.phase) == DEAL:
            _deal_at_random(s, c, rng)
        return -1
    return _move(s, c, rng)


def playout(s, c, w, rng, limit):
    """Play at random until the match is over or ``limit`` moves are made; how many were."""
    moves = 0
    while moves < limit and int(s.phase) != OVER:
        if int(s.phase) == DEAL:
            _deal_at_random(s, c, rng)
        else:
            _move(s, c, rng)
            moves += 1
    return moves


def _deal_at_random(s, c, rng):
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
    _begin_round(s, c, starter)


def _move(s, c, rng):
    p = int(s.turn)
    hand = s.hand[p]
    players = int(c.players)
    shown = counts(s, c, hand)
    free = playable(s, c, shown)
    sets = popcount(free)
    takes = 0
    adds = 0
    for q in range(players):
        number = int(s.number[q])
        adds += int(shr(shown, 4 * number) & _NIBBLE)
        takes += 1 if number > 0 else 0
    k = below(rng, sets + adds + takes + 1)
    if k < sets:
        n = select(free, k) >> 2
        play_set(s, c, p, n)
        a = SETS + n - 1
    elif k < sets + adds:
        k -= sets
        q = 0
        while True:
            these = int(shr(shown, 4 * int(s.number[q])) & _NIBBLE)
            if k < these:
                break
            k -= these
            q += 1
        cards = showing(s, c, hand, int(s.number[q]))
        at = select(cards, k)
        card = bit(at)
        a = ADDS + 2 * CARDS * q + at - LOWEST
        if card & s.turned != ZERO:
            a += CARDS
        grow(s, c, p, q, card)
    elif k < sets + adds + takes:
        k -= sets + adds
        q = 0
        while True:
            if int(s.number[q]) > 0:
                if k == 0:
                    break
                k -= 1
            q += 1
        take(s, c, p, q)
        a = TAKES + q
    else:
        rotate(s, c, p)
        a = ROTATE
    end_turn(s, c, p)
    return a
