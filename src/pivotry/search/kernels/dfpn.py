"""Proof by numbers, depth first, for one question: can the attacker force a win?

Every position has a proof number, the fewest open positions that would have to be won to prove the
win, and a disproof number likewise. The search always goes where the smaller one is cheapest, and
keeps what it has seen in a table (df-pn: Nagai 2002; thresholds loosened as in Pawlewicz, Lew
2007). The state of the search is in arrays, so it runs in slices and goes on where it stopped.

A slot of the table is the words of a key and one word of what is known:
bits 0..25 the proof number, 26..51 the disproof number, 52..57 the rest of the key, 58..63 the
logarithm of the work spent. Where one number is zero the question is answered and the other one
says how: moves to the end (its bits 0..11) and the longest run of quiet moves (12..23) when it is
a win; whether it rests on the way that led here (bit 0) when it is none.

A position that stands on the way to itself, a draw by too many quiet moves, and a win that needs
more quiet moves than are left count as not won. That depends on the way, so such answers are
marked; wins never rest on them and are right wherever the position comes up again with room for
its quiet moves.
"""

from __future__ import annotations

import numpy as np

from ...contract import OVER
from ...ints import ZERO, add64, mask, mixed, number, shl, shr

NEVER = (1 << 26) - 1
"""A number that stands for: impossible."""
FRAME = np.dtype(
    [
        ("limit_pn", np.int64),
        ("limit_dn", np.int64),
        ("begun", np.int64),  # positions made when this frame was opened
        ("count", np.int32),  # children
        ("pick", np.int32),  # the child that is being searched
        ("rest", np.int32),  # of the key
        ("mine", np.int8),  # 1 when the attacker is to move
        ("quiet", np.int8),  # 1 when the move into it was quiet
    ]
)
CHILD = np.dtype(
    [
        ("pn", np.int32),
        ("dn", np.int32),
        ("info", np.int32),  # how, once one of them is 0; see above
        ("move", np.int32),
        ("rest", np.int32),
        ("quiet", np.int32),
    ]
)
DEPTH, NODES, STORED, ANSWER, INFO = range(5)
"""Places in ``head``: the open frame (-1 before the start and at the end), positions made, slots
in use, 1 or 0 once there is an answer (else -1), and how."""
HEAD = 5
BUCKET = 4
BEST_OF_REST = 4
"""A child may be searched until its number passes the second best one's by a quarter."""


def actor(s, c):
    """Open name: the game's ``rules.actor``."""
    return 0


def legal(s, c, w, out):
    """Open name: the game's ``rules.legal``."""
    return 0


def apply(s, c, w, a):
    """Open name: the game's ``rules.apply``."""


def returns(s, c, out):
    """Open name: the game's ``rules.returns``."""


def pack(s, c, t, attacker, key):
    """Open name: the game's ``exact.pack``."""
    return 0


def guess(s, c, w, attacker):
    """Open name: the game's ``exact.guess``, the numbers of a position not seen before."""
    return 1, 1


def quiet_moves(s):
    """Open name: the game's ``exact.quiet_moves``, quiet moves made in a row."""
    return 0


def drawish(s, c):
    """Open name: the game's ``exact.drawish``, whether ``s`` is a draw for its quiet moves."""
    return 0


def run(states, works, c, t, frames, kids, keys, tops, key, table, head, moves, values, attacker,
        most, n):  # fmt: skip
    """Search until ``n`` more positions have been made or the question is answered.

    ``states``, ``works``: (depth + 1,), the first of them the root; ``frames``: (depth,);
    ``kids``: (depth, max_moves) with ``keys`` (depth, max_moves, words); ``tops``: (depth, words),
    the keys on the way; ``key``: (words,); ``table``: (slots, words + 1), slots a power of two;
    ``most``: quiet moves that may be made in a row, -1 where nothing repeats.
    """
    until = int(head[NODES]) + n
    if int(head[DEPTH]) < 0:
        head[ANSWER] = -1
        frames[0].rest = pack(states[0], c, t, attacker, tops[0])
        frames[0].limit_pn = NEVER
        frames[0].limit_dn = NEVER
        frames[0].quiet = 0
        head[DEPTH] = 0
        open_frame(states, works, c, t, frames, kids, keys, tops, key, table, head, moves, values,
                   attacker, most, 0)  # fmt: skip
    while int(head[ANSWER]) < 0 and int(head[NODES]) < until:
        step(states, works, c, t, frames, kids, keys, tops, key, table, head, moves, values,
             attacker, most)  # fmt: skip


def step(states, works, c, t, frames, kids, keys, tops, key, table, head, moves, values, attacker,
         most):  # fmt: skip
    """Close the open frame if it has reached a limit, or open one of its children."""
    d = int(head[DEPTH])
    mine = int(frames[d].mine)
    # ``few``: the number of which the mover needs one child; ``many``: the one that adds up.
    pick = 0
    few = NEVER
    second = NEVER
    many = 0
    for i in range(int(frames[d].count)):
        one = int(kids[d, i].pn)
        other = int(kids[d, i].dn)
        if mine == 0:
            one = other
            other = int(kids[d, i].pn)
        if one < few:
            second = few
            few = one
            pick = i
        elif one < second:
            second = one
        many += other
    if few == 0:
        many = NEVER
    elif few == NEVER:
        many = 0
    elif many >= NEVER:
        many = NEVER - 1
    limit_few = int(frames[d].limit_pn)
    limit_many = int(frames[d].limit_dn)
    if mine == 0:
        limit_few = int(frames[d].limit_dn)
        limit_many = int(frames[d].limit_pn)
    if few == 0 or many == 0 or few >= limit_few or many >= limit_many:
        close_frame(frames, kids, tops, table, head, d, mine, few, many)
        return
    frames[d].pick = pick
    limit_few = min(limit_few, second + second // BEST_OF_REST + 1)
    if mine == 1:
        limit_many += int(kids[d, pick].dn) - many
        frames[d + 1].limit_pn = limit_few
        frames[d + 1].limit_dn = limit_many
    else:
        limit_many += int(kids[d, pick].pn) - many
        frames[d + 1].limit_pn = limit_many
        frames[d + 1].limit_dn = limit_few
    frames[d + 1].rest = kids[d, pick].rest
    frames[d + 1].quiet = kids[d, pick].quiet
    for q in range(key.shape[0]):
        tops[d + 1, q] = keys[d, pick, q]
    states[d + 1] = states[d]
    works[d + 1] = works[d]
    apply(states[d + 1], c, works[d + 1], int(kids[d, pick].move))
    head[DEPTH] = d + 1
    open_frame(states, works, c, t, frames, kids, keys, tops, key, table, head, moves, values,
               attacker, most, d + 1)  # fmt: skip


def open_frame(states, works, c, t, frames, kids, keys, tops, key, table, head, moves, values,
               attacker, most, d):  # fmt: skip
    """Make the children of the position in frame ``d``, as far as they are needed."""
    mine = int(actor(states[d], c) == attacker)
    frames[d].mine = mine
    frames[d].begun = head[NODES]
    count = legal(states[d], c, works[d], moves)
    n = 0
    for i in range(count):
        states[d + 1] = states[d]
        works[d + 1] = works[d]
        apply(states[d + 1], c, works[d + 1], int(moves[i]))
        head[NODES] += 1
        slow = int(quiet_moves(states[d + 1]) > 0)
        kids[d, n].move = moves[i]
        kids[d, n].quiet = slow
        kids[d, n].info = 0
        if actor(states[d + 1], c) == OVER:
            returns(states[d + 1], c, values)
            settled(kids[d, n], values[attacker] > 0.0, int(drawish(states[d + 1], c)))
        else:
            rest = pack(states[d + 1], c, t, attacker, key)
            kids[d, n].rest = rest
            for q in range(key.shape[0]):
                keys[d, n, q] = key[q]
            if most >= 0 and slow == 1 and on_the_way(frames, tops, key, rest, d):
                settled(kids[d, n], False, 1)
            elif d + 2 == states.shape[0]:
                settled(kids[d, n], False, 1)
            elif look_up(table, key, rest, kids[d, n]):
                if int(kids[d, n].pn) == 0 and most >= 0:
                    if quiet_moves(states[d + 1]) + (int(kids[d, n].info) >> 12) > most:
                        settled(kids[d, n], False, 1)
            else:
                pn, dn = guess(states[d + 1], c, works[d + 1], attacker)
                kids[d, n].pn = pn
                kids[d, n].dn = dn
        n += 1
        if mine == 1 and int(kids[d, n - 1].pn) == 0:
            break
        if mine == 0 and int(kids[d, n - 1].dn) == 0 and int(kids[d, n - 1].info) == 0:
            break
    frames[d].count = n


def settled(kid, won, marked):
    """Note the answer for a child: ``marked`` when it is no win because of the way here."""
    if won:
        kid.pn = 0
        kid.dn = NEVER
        kid.info = 0
    else:
        kid.pn = NEVER
        kid.dn = 0
        kid.info = marked


def on_the_way(frames, tops, key, rest, d):
    """Whether the position of ``key`` is one of frame ``d`` and the quiet moves before it."""
    while True:
        same = int(frames[d].rest) == rest
        for q in range(key.shape[0]):
            same = same and tops[d, q] == key[q]
        if same:
            return True
        if int(frames[d].quiet) == 0 or d == 0:
            return False
        d -= 1


def close_frame(frames, kids, tops, table, head, d, mine, few, many):
    """Store what frame ``d`` has come to and go back to the one before it."""
    pn = few
    dn = many
    if mine == 0:
        pn = many
        dn = few
    info = 0
    if pn == 0:
        info = how_won(kids[d], int(frames[d].count), mine)
    elif dn == 0:
        info = how_held(kids[d], int(frames[d].count), mine)
    work = int(head[NODES]) - int(frames[d].begun)
    store(table, tops[d], int(frames[d].rest), pn, dn, info, work, head)
    head[DEPTH] = d - 1
    if d > 0:
        i = int(frames[d - 1].pick)
        kids[d - 1, i].pn = pn
        kids[d - 1, i].dn = dn
        kids[d - 1, i].info = info
    elif pn == 0 or dn == 0:
        head[ANSWER] = int(pn == 0)
        head[INFO] = info


def how_won(kids, count, mine):
    """Moves to the end and quiet moves of a win: the shortest for who wins, else the longest."""
    best = 0
    longest = 0
    for i in range(count):
        if int(kids[i].pn) == 0:
            length = 1 + (int(kids[i].info) & 4095)
            slow = 0
            if int(kids[i].quiet) == 1:
                slow = 1 + (int(kids[i].info) >> 12)
            if mine == 1:
                if best == 0 or length < best:
                    best = length
                    longest = slow
            else:
                best = max(best, length)
                longest = max(longest, slow)
    return best | (longest << 12)


def how_held(kids, count, mine):
    """1 when that there is no win rests on the way here, else 0."""
    marked = 1 - mine
    for i in range(count):
        if int(kids[i].dn) == 0:
            if mine == 1:
                marked |= int(kids[i].info)
            else:
                marked &= int(kids[i].info)
    return marked


# --- the table ---------------------------------------------------------------------------------


def bucket(table, key, rest):
    """The first slot in which a key may lie."""
    word = mask(rest)
    for q in range(key.shape[0]):
        word = mixed(add64(word, key[q]))
    return (number(shr(word, 1)) & (table.shape[0] - 1)) & ~(BUCKET - 1)


def look_up(table, key, rest, kid):
    """Read what is known of a key into ``kid``; False where nothing is."""
    last = key.shape[0]
    first = bucket(table, key, rest)
    for slot in range(first, first + BUCKET):
        word = table[slot, last]
        if word != ZERO and (number(shr(word, 52)) & 63) == rest:
            same = True
            for q in range(last):
                same = same and table[slot, q] == key[q]
            if same:
                pn = number(word & mask(NEVER))
                dn = number(shr(word, 26) & mask(NEVER))
                if pn == 0:
                    kid.info = dn
                    dn = NEVER
                elif dn == 0:
                    kid.info = pn - 1
                    pn = NEVER
                kid.pn = pn
                kid.dn = dn
                return True
    return False


def store(table, key, rest, pn, dn, info, work, head):
    """Keep an answer, or numbers, in place of what took the least work in its bucket."""
    last = key.shape[0]
    first = bucket(table, key, rest)
    place = first
    least = 65
    for slot in range(first, first + BUCKET):
        word = table[slot, last]
        if word == ZERO:
            if least >= 0:
                place = slot
                least = -1
            continue
        if (number(shr(word, 52)) & 63) == rest:
            same = True
            for q in range(last):
                same = same and table[slot, q] == key[q]
            if same:
                place = slot
                work += 1 << (number(shr(word, 58)) & 63)
                least = -2
                break
        spent = number(shr(word, 58)) & 63
        if spent < least:
            least = spent
            place = slot
    if least == -1:
        head[STORED] += 1
    size = 0
    while size < 62 and (work >> (size + 1)) != 0:
        size += 1
    if pn == 0:
        dn = info
    elif dn == 0:
        pn = info + 1
    for q in range(last):
        table[place, q] = key[q]
    table[place, last] = mask(pn) | shl(mask(dn), 26) | shl(mask(rest), 52) | shl(mask(size), 58)


def learn(table, keys, plies, head):
    """Enter positions whose win was proved before: ``keys`` (n, words), ``plies`` (n,)."""
    for i in range(plies.shape[0]):
        store(table, keys[i], 0, 0, NEVER, int(plies[i]), 1 << 40, head)
