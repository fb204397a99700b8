"""Proof that the attacker cannot win, where positions can come back: a set that is never left.

``dfpn`` may answer "no win" because a position stood on the way to itself. That is made sure of
here: from the root on, all moves of the attacker are followed, and one of the other side, until
only positions come up that are in the set already. As no move of the attacker leads out of it, and
no position in it is a win, the other side can go on for ever, which is a draw. Which move of the
other side to follow is read from the table of ``dfpn``; that is a hint and need not be right.
"""

from __future__ import annotations

import numpy as np

from ...contract import OVER
from .dfpn import NEVER, look_up, store
from .layers import find

NODE = np.dtype([("rest", np.int16)])  # of the key

USED, DONE, MADE, TROUBLE, FULL = range(5)
"""Places in ``head``: positions in the set; those followed; positions made; one that the table has
no move for (-1: none); 1 when the room did not suffice."""
HEAD = 5


def actor(s, c):
    """Open name: the game's ``rules.actor``."""
    return 0


def derive(s, c, w):
    """Open name: the game's ``rules.derive``."""


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


def unpack(key, rest, s):
    """Open name: the game's ``exact.unpack``."""


def hold(states, works, c, t, attacker, table, kid, keys, nodes, slots, key, moves, values, head,
         n):  # fmt: skip
    """Follow positions until ``n`` more were made, all were followed, or there is trouble.

    ``states``, ``works``: (3,), the first of them the root; ``c`` without a limit on quiet moves;
    ``keys``, ``nodes``, ``slots``: the set, as in ``layers``.
    """
    until = int(head[MADE]) + n
    if int(head[USED]) == 0:
        rest = pack(states[0], c, t, attacker, key)
        enter(keys, nodes, slots, key, rest, head)
    while int(head[MADE]) < until and int(head[FULL]) == 0 and int(head[DONE]) < int(head[USED]):
        node = int(head[DONE])
        for q in range(key.shape[0]):
            key[q] = keys[node, q]
        unpack(key, int(nodes[node].rest), states[1])
        derive(states[1], c, works[1])
        if actor(states[1], c) == attacker:
            fine = follow_all(states, works, c, t, attacker, table, kid, keys, nodes, slots, key,
                              moves, values, head)  # fmt: skip
        else:
            fine = follow_one(states, works, c, t, attacker, table, kid, keys, nodes, slots, key,
                              moves, values, head)  # fmt: skip
        if not fine:
            head[TROUBLE] = node
            return
        head[DONE] = node + 1


def follow_all(states, works, c, t, attacker, table, kid, keys, nodes, slots, key, moves, values,
               head):  # fmt: skip
    """Enter what the attacker can move to; False if one of it is a win."""
    count = legal(states[1], c, works[1], moves)
    for i in range(count):
        states[2] = states[1]
        works[2] = works[1]
        apply(states[2], c, works[2], int(moves[i]))
        head[MADE] += 1
        if actor(states[2], c) == OVER:
            returns(states[2], c, values)
            if values[attacker] > 0.0:
                return False
        else:
            rest = pack(states[2], c, t, attacker, key)
            known = look_up(table, key, rest, kid)
            if known and int(kid.pn) == 0:
                return False
            if not (known and int(kid.dn) == 0 and int(kid.info) == 0):
                enter(keys, nodes, slots, key, rest, head)
    return True


def follow_one(states, works, c, t, attacker, table, kid, keys, nodes, slots, key, moves, values,
               head):  # fmt: skip
    """Enter one move of the other side that is said to hold, unless one surely does."""
    count = legal(states[1], c, works[1], moves)
    said = -1
    for i in range(count):
        states[2] = states[1]
        works[2] = works[1]
        apply(states[2], c, works[2], int(moves[i]))
        head[MADE] += 1
        if actor(states[2], c) == OVER:
            returns(states[2], c, values)
            if not values[attacker] > 0.0:
                return True
        else:
            rest = pack(states[2], c, t, attacker, key)
            if find(keys, nodes, slots, key, rest) >= 0:
                return True
            if look_up(table, key, rest, kid) and int(kid.dn) == 0:
                if int(kid.info) == 0:
                    return True
                if said < 0:
                    said = i
    if said < 0:
        return False
    states[2] = states[1]
    works[2] = works[1]
    apply(states[2], c, works[2], int(moves[said]))
    rest = pack(states[2], c, t, attacker, key)
    enter(keys, nodes, slots, key, rest, head)
    return True


def enter(keys, nodes, slots, key, rest, head):
    """Add a position to the set."""
    place = find(keys, nodes, slots, key, rest)
    if place >= 0:
        return
    node = int(head[USED])
    if node == nodes.shape[0]:
        head[FULL] = 1
        return
    slots[-1 - place] = node + 1
    for q in range(key.shape[0]):
        keys[node, q] = key[q]
    nodes[node].rest = rest
    head[USED] = node + 1


def keep(table, keys, nodes, key, head, counts, first, n):
    """Tell the table of ``n`` positions from ``first`` on that they are no win.

    ``counts`` is the ``head`` of the search that the table belongs to.
    """
    for node in range(first, min(first + n, int(head[USED]))):
        for q in range(key.shape[0]):
            key[q] = keys[node, q]
        store(table, key, int(nodes[node].rest), NEVER, 0, 0, 1, counts)


def clear(slots, head):
    """Empty the set."""
    for slot in range(slots.shape[0]):
        slots[slot] = 0
    for i in range(head.shape[0]):
        head[i] = 0
    head[TROUBLE] = -1
