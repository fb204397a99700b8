"""Can the attacker force a win in which it makes so many moves at most? Every way is looked at.

A plain search over "one of the attacker's moves" and "all of the other side's", on a stack of its
own so that it can stop after any position. It ends where the game does, and where the attacker
would have to make one move more than it may; so an answer, yes or no, rests on nothing but the
rules. A table keeps for whole keys how many moves are known to suffice and how many are known not
to: what can be won with few can be won with more. Estimates only say what is looked at first.
"""

from __future__ import annotations

import numpy as np

from ...contract import OVER
from ...ints import mask, mixed, number, sub64
from .alphabeta import HISTORY, apply, legal, order, returns
from .dfpn import actor, pack

FRAME = np.dtype(
    [
        ("left", np.int32),  # moves that the attacker may still make
        ("rest", np.int32),  # of the key
        ("count", np.int32),
        ("index", np.int32),  # moves taken up so far
        ("action", np.int32),  # the one being looked at
        ("mine", np.int8),  # 1 when the attacker is to move
        ("kept", np.int8),  # 1 when the table is told of the answer
    ]
)
MARK = np.dtype(
    [
        ("rest", np.int16),  # of the key; -1: the slot is empty
        ("yes", np.int8),  # so many moves suffice; UNKNOWN where none is known to
        ("no", np.int8),  # so many do not; -1 where not even 0 is known not to
        ("action", np.int32),  # the move that settled it last; -1: none
    ]
)
UNKNOWN = 127
BUCKET = 4
PLIES = 80
"""Slots of the stack."""

PLY, MODE, ANSWER, NODES, DONE = range(5)
"""Places in ``head``: the open frame; what is to be done there; what the last frame that was left
answers, 1 or 0; positions entered; 1 once the root is answered."""
HEAD = 5
ENTER, NEXT, BACK = 0, 1, 2


def begin(frames, head, left):
    """Put the question about the position in slot 0."""
    frames[0].left = left
    head[PLY] = 0
    head[MODE] = ENTER
    head[DONE] = 0


def run(
    states, works, c, t, attacker, frames, keys, moves, ranks, table, marks, history, values, head,
    n,
):  # fmt: skip
    """Look at ``n`` positions more, or until the root is answered.

    ``states``, ``works``, ``frames``: (PLIES,); ``keys``: (PLIES, words); ``moves``, ``ranks``:
    (PLIES, max_moves); ``table``: (slots, words), slots a power of two, with ``marks`` (slots,);
    ``history``: (2, HISTORY).
    """
    until = int(head[NODES]) + n
    while int(head[DONE]) == 0 and int(head[NODES]) < until:
        ply = int(head[PLY])
        mode = int(head[MODE])
        if mode == ENTER:
            enter(states, works, c, t, attacker, frames, keys, moves, ranks, table, marks, history,
                  values, head, ply)  # fmt: skip
        elif mode == NEXT:
            proceed(states, works, c, frames, keys, moves, ranks, table, marks, head, ply)
        elif ply == 0:
            head[DONE] = 1
        else:
            receive(frames, keys, table, marks, history, head, ply - 1)


def leave(head, answer):
    """The open frame is answered."""
    head[ANSWER] = answer
    head[MODE] = BACK


def enter(states, works, c, t, attacker, frames, keys, moves, ranks, table, marks, history, values,
          head, ply):  # fmt: skip
    """Look at the position in slot ``ply`` for the first time."""
    s = states[ply]
    w = works[ply]
    f = frames[ply]
    head[NODES] += 1
    who = actor(s, c)
    if who == OVER:
        returns(s, c, values)
        leave(head, int(values[attacker] > 0.0))
        return
    left = int(f.left)
    f.mine = int(who == attacker)
    if left == 0 and int(f.mine) == 1:
        leave(head, 0)
        return
    first = -1
    f.kept = int(left > 0)
    if left > 0:
        f.rest = pack(s, c, t, attacker, keys[ply])
        slot = place(table, marks, keys[ply], int(f.rest), 0)
        if slot >= 0:
            if int(marks[slot].yes) <= left:
                leave(head, 1)
                return
            if int(marks[slot].no) >= left:
                leave(head, 0)
                return
            first = int(marks[slot].action)
    count = legal(s, c, w, moves[ply])
    for i in range(count):
        a = int(moves[ply, i])
        rank = order(s, c, w, a) + int(history[int(f.mine), a & (HISTORY - 1)])
        if a == first:
            rank = 1 << 30
        ranks[ply, i] = rank
    f.count = count
    f.index = 0
    f.action = -1
    head[MODE] = NEXT


def proceed(states, works, c, frames, keys, moves, ranks, table, marks, head, ply):
    """Take up the next move of the position in slot ``ply``, or leave it."""
    f = frames[ply]
    index = int(f.index)
    count = int(f.count)
    if index >= count:
        answer = 1 - int(f.mine)
        tell(frames, keys, table, marks, ply, answer, -1)
        leave(head, answer)
        return
    best = index
    for i in range(index + 1, count):
        if int(ranks[ply, i]) > int(ranks[ply, best]):
            best = i
    a = int(moves[ply, best])
    moves[ply, best] = moves[ply, index]
    ranks[ply, best] = ranks[ply, index]
    moves[ply, index] = a
    f.index = index + 1
    f.action = a
    states[ply + 1] = states[ply]
    works[ply + 1] = works[ply]
    apply(states[ply + 1], c, works[ply + 1], a)
    frames[ply + 1].left = int(f.left) - int(f.mine)
    head[PLY] = ply + 1
    head[MODE] = ENTER


def receive(frames, keys, table, marks, history, head, ply):
    """Take the answer of the position in slot ``ply`` + 1."""
    f = frames[ply]
    head[PLY] = ply
    head[MODE] = NEXT
    mine = int(f.mine)
    if int(head[ANSWER]) != mine:
        return
    left = int(f.left)
    at = int(f.action) & (HISTORY - 1)
    history[mine, at] = min(1 << 18, int(history[mine, at]) + left * left)
    tell(frames, keys, table, marks, ply, mine, int(f.action))
    leave(head, mine)


def tell(frames, keys, table, marks, ply, answer, action):
    """Enter the answer about slot ``ply`` into the table."""
    f = frames[ply]
    if int(f.kept) == 0:
        return
    slot = place(table, marks, keys[ply], int(f.rest), 1)
    m = marks[slot]
    left = int(f.left)
    if answer == 1:
        m.yes = min(int(m.yes), left)
    else:
        m.no = max(int(m.no), left)
    if action >= 0:
        m.action = action


def place(table, marks, key, rest, make):
    """The slot of a key; -1 if it has none, or with ``make`` one that is made for it."""
    k = mask(rest)
    for q in range(key.shape[0]):
        k = mixed(k ^ key[q])
    slots = table.shape[0]
    at = number(k & sub64(mask(slots), mask(1))) & ~(BUCKET - 1)
    worst = at
    weight = 1 << 30
    for slot in range(at, at + BUCKET):
        m = marks[slot]
        if int(m.rest) == rest:
            same = True
            for q in range(key.shape[0]):
                if table[slot, q] != key[q]:
                    same = False
            if same:
                return slot
        # What took little is the first to be forgotten.
        size = -1
        if int(m.rest) >= 0:
            size = int(m.no) if int(m.yes) == UNKNOWN else max(int(m.yes), int(m.no))
        if size < weight:
            weight = size
            worst = slot
    if make == 0:
        return -1
    for q in range(key.shape[0]):
        table[worst, q] = key[q]
    m = marks[worst]
    m.rest = rest
    m.yes = UNKNOWN
    m.no = -1
    m.action = -1
    return worst


def clear(marks):
    """Empty the table."""
    for slot in range(marks.shape[0]):
        marks[slot].rest = -1
