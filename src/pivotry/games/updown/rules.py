"""Rules of ``updown`` as kernels over one record (U-1 .. U-15, UR-1 .. UR-7).

A hand is a pair of masks (see ``tables``); the draw pile is every card that is nowhere else, kept
in the work record. A turn ends in ``_end_turn`` and nowhere else, a game in ``_end_game``.
"""

from __future__ import annotations

import numpy as np

from ...ints import (
    GOLDEN,
    ZERO,
    add64,
    below,
    bit,
    mask,
    mixed,
    number,
    scaled,
    shl,
    shr,
    sub64,
)
from .sets import at, held, minus, place, plus, points, size, together, without
from .tables import (
    CARDS,
    DEAL,
    DRAW,
    DRAWING,
    DRAWN,
    DRAWS,
    EXTRA,
    FIELD_AT,
    FITS_HIGH,
    FITS_LOW,
    HIGH_ALL,
    HIGH_NUMBERS,
    KEEP,
    KIND_AT,
    KINDS,
    LOW_ALL,
    NUMBERS,
    OUTCOME,
    OVER,
    PENALTY,
    PLAY,
    PLAY_HIGH,
    ROWS,
    SKIP,
    UNIT_AT,
    UP,
)
from .tables import CONFIG as CONFIG

SEATS = 8

STATE = np.dtype(
    [
        ("low", np.uint64, SEATS),  # hands: numbers 1..64
        ("high", np.uint64, SEATS),  # hands: numbers 65..80 and direction cards
        ("directions", np.uint64),  # their pile, two bits a card (1 UP, 2 DOWN, 3 PIVOT), top last
        ("scores", np.int16, SEATS),
        ("result", np.int16),  # winners of the match, one bit a seat; 0 while it runs
        ("idle", np.int16),  # turns since a card was played
        ("game_number", np.int16),  # 0 before the first deal
        ("drawn", np.int16),  # the kind in question in phase DRAWN, else -1
        ("numbers", np.int8, NUMBERS),  # their pile, lowest card first, then zeros
        ("count", np.int8),  # cards on the number pile
        ("turned", np.int8),  # cards on the direction pile
        ("dealer", np.int8),
        ("turn", np.int8),
        ("phase", np.int8),
        ("going", np.int8),  # 1 up and to the left, 0 down and to the right
        ("free", np.int8),  # U-11: this turn may play any number
        ("last", np.int8),  # who last played a card in this game, or -1
    ]
)
WORK = np.dtype([("low", np.uint64), ("high", np.uint64)])  # the draw pile


# --- moving cards ---------------------------------------------------------------------------


def give(s, seat, kind):
    if kind < 64:
        s.low[seat] = s.low[seat] | bit(kind)
    else:
        s.high[seat] = plus(s.high[seat], kind)


def _take(s, seat, kind):
    if kind < 64:
        s.low[seat] = s.low[seat] & ~bit(kind)
    else:
        s.high[seat] = minus(s.high[seat], kind)


def remove(w, kind):
    if kind < 64:
        w.low = w.low & ~bit(kind)
    else:
        w.high = minus(w.high, kind)


# --- what may be played ----------------------------------------------------------------------


def row(s):
    """The row of the tables that says what may be played now (U-6, U-7, U-11)."""
    top = 0 if int(s.free) else int(s.numbers[int(s.count) - 1])
    return int(s.going) * ROWS + top


def fits(s, kind):
    """Whether a card may be played now, whoever holds it."""
    return held(FITS_LOW[row(s)], FITS_HIGH[row(s)], kind) > 0


# --- the contract ----------------------------------------------------------------------------


def start(s, c):
    """A match before its first deal."""
    for i in range(SEATS):
        s.scores[i] = 0
    s.game_number = 0
    s.dealer = 0
    s.result = 0
    _clear(s)


def _clear(s):
    """An empty table, waiting for a deal."""
    for i in range(SEATS):
        s.low[i] = ZERO
        s.high[i] = ZERO
    for i in range(NUMBERS):
        s.numbers[i] = 0
    s.count = 0
    s.directions = ZERO
    s.turned = 0
    s.turn = 0
    s.phase = DEAL
    s.going = 1
    s.free = 0
    s.drawn = -1
    s.last = -1
    s.idle = 0


def derive(s, c, w):
    """The draw pile: whatever is neither in a hand nor on a discard pile."""
    w.low = LOW_ALL
    w.high = HIGH_ALL
    for seat in range(int(c.players)):
        w.low = w.low & ~s.low[seat]
        w.high = without(w.high, s.high[seat])
    for i in range(int(s.count)):
        remove(w, int(s.numbers[i]) - 1)
    for i in range(int(s.turned)):
        remove(w, direction(s, i))


def direction(s, i):
    """The kind of card ``i`` of the direction pile, from the bottom."""
    return UP - 1 + number(shr(s.directions, 2 * i) & np.uint64(3))


def actor(s, c):
    phase = int(s.phase)
    if phase == OVER:
        return -2
    if phase == PLAY or phase == DRAWN:
        return int(s.turn)
    return -1


def legal(s, c, w, out):
    phase = int(s.phase)
    n = 0
    if phase == PLAY:
        turn = int(s.turn)
        low = s.low[turn] & FITS_LOW[row(s)]
        high = s.high[turn] & PLAY_HIGH[row(s)]
        for k in range(size(low, high)):
            out[k] = at(low, high, k)
            n += 1
        out[n] = DRAW
        return n + 1
    if phase == DRAWN:
        out[0] = int(s.drawn)
        out[1] = KEEP
        return 2
    if phase == DRAWING or phase == PENALTY:
        for kind in range(KINDS):
            if held(w.low, w.high, kind) > 0:
                out[n] = OUTCOME + kind
                n += 1
    return n


def apply(s, c, w, a):
    a = int(a)
    if a < DRAW:
        _play(s, c, w, a)
    elif a == DRAW:
        if _supply(s, c, w):
            s.phase = DRAWING
        else:  # U-12: the turn is used, nothing is drawn
            s.idle = int(s.idle) + 1
            _end_turn(s, c, w, 0)
    elif a == KEEP:
        s.drawn = -1
        s.idle = int(s.idle) + 1
        _end_turn(s, c, w, 0)
    else:
        _receive(s, c, w, a - OUTCOME)


def _play(s, c, w, kind):
    turn = int(s.turn)
    _take(s, turn, kind)
    s.drawn = -1
    s.last = turn
    s.idle = 0
    if kind < UP:
        s.numbers[int(s.count)] = kind + 1
        s.count = int(s.count) + 1
    else:  # U-7: every direction card that can be played turns play round
        s.directions = s.directions | shl(np.uint64(kind - UP + 1), 2 * int(s.turned))
        s.turned = int(s.turned) + 1
        s.going = 1 - int(s.going)
    if s.low[turn] == ZERO and s.high[turn] == ZERO:
        _end_game(s, c)  # U-13
    else:
        _end_turn(s, c, w, int(c.words[kind]))


def _receive(s, c, w, kind):
    """Chance gives the card to the seat whose turn it is."""
    remove(w, kind)
    give(s, int(s.turn), kind)
    if int(s.phase) == PENALTY:
        s.phase = PLAY
    elif fits(s, kind):
        s.phase = DRAWN
        s.drawn = kind
    else:  # UR-6
        s.idle = int(s.idle) + 1
        _end_turn(s, c, w, 0)


def _reserve(s, c):
    """Whether U-12 would yield a card: something lies below the top of a discard pile."""
    return int(c.deck_out) == 0 and (int(s.count) > 1 or int(s.turned) > 1)


def _supply(s, c, w):
    """Whether there is a card to draw, after the discards have been moved if need be (U-12)."""
    if w.low != ZERO or w.high != ZERO:
        return True
    if not _reserve(s, c):
        return False
    count = int(s.count)
    s.numbers[0] = s.numbers[count - 1]
    for i in range(1, count):
        s.numbers[i] = 0
    s.count = 1
    if int(s.turned) > 1:
        s.directions = shr(s.directions, 2 * (int(s.turned) - 1))
        s.turned = 1
    derive(s, c, w)  # whatever is nowhere else now
    return True


def _end_turn(s, c, w, word):
    """The turn passes on (U-9, U-10, U-11), unless this was the last one (U-14, UR-3)."""
    players = int(c.players)
    if w.low == ZERO and w.high == ZERO:
        if int(c.deck_out) == 1 or (int(s.idle) >= 2 * players and not _reserve(s, c)):
            _end_game(s, c)
            return
    step = 0 if word == EXTRA else 2 if word == SKIP else 1
    if int(s.going) == 0:
        step = -step
    turn = _next(int(s.turn), step, players)
    s.turn = turn
    s.free = 1 if turn == int(s.last) and word != EXTRA else 0
    s.phase = PLAY
    if word == DRAWS and _supply(s, c, w):
        s.phase = PENALTY


def _end_game(s, c):
    """Count the cards (U-15) and wait for the next deal, or end the match."""
    players = int(c.players)
    s.free = 0
    s.phase = DEAL
    least = 32767
    for seat in range(players):
        total = int(s.scores[seat]) + points(s.low[seat], s.high[seat])
        s.scores[seat] = total
        least = min(least, total)
    if int(s.game_number) < int(c.games):
        return
    s.phase = OVER
    s.turn = 0
    result = 0
    for seat in range(players):
        if int(s.scores[seat]) == least:
            result |= 1 << seat
    s.result = result


def returns(s, c, out):
    """1 for a winner of the match, -1 for a loser.

    While the match runs: twice the share of a win that the totals suggest, minus 1. A seat that
    is ``d`` points behind the best weighs 1 / (1 + d / m)**4, where ``m`` = 4 + 5 for each game
    that is left, which fits matches of random players; cards in hand count as points taken.
    """
    players = int(c.players)
    if int(s.phase) == OVER:
        for seat in range(players):
            out[seat] = 1.0 if (int(s.result) >> seat) & 1 else -1.0
        return
    best = 1 << 20
    for seat in range(players):
        best = min(best, int(s.scores[seat]) + _stake(s, seat))
    left = int(c.games) - int(s.game_number)
    margin = 4.0 + 5.0 * left
    whole = 0.0
    for seat in range(players):
        behind = int(s.scores[seat]) + _stake(s, seat) - best
        share = 1.0 + behind / margin
        share = 1.0 / (share * share * share * share)
        out[seat] = share
        whole += share
    for seat in range(players):
        out[seat] = 2.0 * out[seat] / whole - 1.0


def _stake(s, seat):
    """Points in hand that are not in the score yet."""
    return 0 if int(s.phase) == DEAL else points(s.low[seat], s.high[seat])


def weight(s, c, w, a):
    return held(w.low, w.high, int(a) - OUTCOME)


def deal(s, c, w, cards):
    """U-3, U-4, U-5 and the passing of the deal in U-15. ``cards``: see ``setup.draw_deal``."""
    players = int(c.players)
    dealer = _new_game(s, c, int(cards[CARDS]))
    dealt = players * int(c.hand)
    for i in range(dealt):
        give(s, (dealer + 1 + i) % players, int(cards[i]))
    i = dealt
    while int(cards[i]) >= UP:  # direction cards stay in the draw pile
        i += 1
    s.numbers[0] = int(cards[i]) + 1
    s.count = 1
    derive(s, c, w)


def _new_game(s, c, dealer):
    """Clear the table for the next game and return who deals it."""
    if int(s.game_number) > 0:
        dealer = (int(s.dealer) + 1) % int(c.players)
    _clear(s)
    s.game_number = int(s.game_number) + 1
    s.dealer = dealer
    s.turn = (dealer + 1) % int(c.players)
    s.phase = PLAY
    return dealer


def random_card(w, rng):
    """Take a uniformly random card from the draw pile."""
    kind = at(w.low, w.high, below(rng, size(w.low, w.high)))
    remove(w, kind)
    return kind


def _random_deal(s, c, w, rng):
    """The same event as ``deal``: random cards, asking again when one has been dealt already."""
    _new_game(s, c, below(rng, int(c.players)))
    low = LOW_ALL
    high = HIGH_ALL
    for seat in range(int(c.players)):
        mine = ZERO
        more = ZERO
        left = int(c.hand)
        while left > 0:
            spot = below(rng, CARDS)
            far = sub64(ZERO, mask(spot >> 6))
            near_card = bit(spot & 63) & low & ~far  # both empty when it is gone
            far_card = bit(spot & 63) & high & far
            low = low ^ near_card
            high = high ^ far_card
            mine = mine | near_card
            more = more | far_card
            left -= 1 if (near_card | far_card) != ZERO else 0
        s.low[seat] = mine
        s.high[seat] = together(more, ZERO)
    numbers = high & HIGH_NUMBERS
    spot = place(low, numbers, below(rng, size(low, numbers)))
    s.numbers[0] = spot + 1
    s.count = 1
    w.low = low
    w.high = together(high, ZERO)
    remove(w, spot)


def random(s, c, w, rng):
    phase = int(s.phase)
    if phase == DEAL:
        _random_deal(s, c, w, rng)
        return -1
    if phase == PLAY:
        turn = int(s.turn)
        low = s.low[turn] & FITS_LOW[row(s)]
        high = s.high[turn] & PLAY_HIGH[row(s)]
        n = size(low, high)
        k = below(rng, n + 1)
        a = DRAW if k == n else at(low, high, k)
    elif phase == DRAWN:
        a = int(s.drawn) if below(rng, 2) == 0 else KEEP
    else:
        a = OUTCOME + at(w.low, w.high, below(rng, size(w.low, w.high)))
    apply(s, c, w, a)
    return a


def playout(s, c, w, rng, limit):
    moves = 0
    while moves < limit:
        phase = int(s.phase)
        if phase == OVER:
            break
        if phase == PLAY and moves + 2 <= limit and (w.low != ZERO or w.high != ZERO):
            moves += turns(s, c, w, rng, limit - moves)
            continue
        random(s, c, w, rng)
        if phase == PLAY or phase == DRAWN:
            moves += 1
    return moves


def _next(turn, step, players):
    """The seat ``step`` (-2..2) to the left."""
    turn += step
    if turn < 0:
        turn += players
    if turn >= players:
        turn -= players
    return turn


def turns(s, c, w, rng, limit):
    """Whole random turns of one game, with the state in local variables; how many moves they took.

    Begins in phase PLAY with cards to draw and ``limit`` >= 2. Stops when the game has ended, when
    fewer than two moves are left, and after a turn that leaves the draw pile empty. In the pile,
    cards of a direction's field are not kept at its low end until the end.
    """
    players = int(c.players)
    low = w.low
    high = w.high
    z = rng[0]
    turn = int(s.turn)
    last = int(s.last)
    going = int(s.going)
    count = int(s.count)
    top = int(s.numbers[count - 1])
    directions = s.directions
    turned = int(s.turned)
    idle = int(s.idle)
    way = 1 if going else -1
    line = row(s)
    base = going * ROWS
    moves = 0
    word = 0
    ended = 0  # 1: the game is over, 2: the pile is empty, 3: a penalty is owed
    while moves + 2 <= limit:
        mine = s.low[turn]
        more = s.high[turn]
        open_low = mine & FITS_LOW[line]
        open_high = more & PLAY_HIGH[line]
        n = size(open_low, open_high)
        z = add64(z, GOLDEN)
        k = scaled(mixed(z), n + 1)
        moves += 1
        if k < n:
            spot = place(open_low, open_high, k)
            far = sub64(ZERO, mask(spot >> 6))
            mine = mine & ~(bit(spot & 63) & ~far)
            more = sub64(more, shr(add64(more & FIELD_AT[spot], UNIT_AT[spot]), 1))
        else:
            z = add64(z, GOLDEN)
            spot = place(low, high, scaled(mixed(z), size(low, high)))
            far = sub64(ZERO, mask(spot >> 6))
            near_card = bit(spot & 63) & ~far
            far_card = bit(spot & 63) & far
            low = low & ~near_card
            high = high & ~far_card
            fitting = 0
            if ((near_card & FITS_LOW[line]) | (far_card & FITS_HIGH[line])) != ZERO:
                fitting = 1
            moves += fitting
            z = add64(z, GOLDEN & sub64(ZERO, mask(fitting)))
            if fitting <= scaled(mixed(z), 2):  # it cannot be played, or is kept
                s.low[turn] = mine | near_card
                s.high[turn] = add64(more, add64(more & FIELD_AT[spot], UNIT_AT[spot]))
                idle += 1
                if low == ZERO and high == ZERO:
                    word = 0
                    ended = 2
                    break
                turn = _next(turn, way, players)
                line = base if turn == last else base + top
                continue
        s.low[turn] = mine  # a card that is played at once never gets here
        s.high[turn] = more
        idle = 0
        last = turn
        word = 0
        if spot < UP:
            top = spot + 1
            s.numbers[count] = top
            count += 1
            word = int(c.words[spot])
        else:
            directions = directions | shl(mask(int(KIND_AT[spot]) - UP + 1), 2 * turned)
            turned += 1
            going = 1 - going
            way = -way
            base = ROWS - base
        if mine == ZERO and more == ZERO:
            ended = 1
            break
        if low == ZERO and high == ZERO:
            ended = 2
            break
        if word == 0:
            turn = _next(turn, way, players)
            line = base + top
            continue
        step = 0 if word == EXTRA else 2 * way if word == SKIP else way
        turn = _next(turn, step, players)
        line = base if turn == last and word != EXTRA else base + top
        if word == DRAWS:
            if moves >= limit:
                ended = 3
                break
            z = add64(z, GOLDEN)
            spot = place(low, high, scaled(mixed(z), size(low, high)))
            if spot < 64:
                low = low & ~bit(spot)
            else:
                high = high & ~bit(spot - 64)
            give(s, turn, int(KIND_AT[spot]))
            if low == ZERO and high == ZERO:
                break
    w.low = low
    w.high = together(high, ZERO)
    rng[0] = z
    s.turn = turn
    s.last = last
    s.going = going
    s.count = count
    s.directions = directions
    s.turned = turned
    s.idle = idle
    s.free = 1 if line == going * ROWS else 0
    if ended == 1:
        _end_game(s, c)
    elif ended == 2:
        _end_turn(s, c, w, word)
    elif ended == 3:
        s.phase = PENALTY
    return moves
