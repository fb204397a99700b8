"""Games in which positions come back, worked backwards: every position that can be reached.

First all positions that can follow the root are made, each once, with the moves between them
(``grow``). They fall into layers: only moves that make progress lead to another layer, a higher
one. Then the layers are settled from the highest down (``settle``), in rounds: in round n a
position is won if a move makes progress to a won position, or a quiet move leads to one that was
won in an earlier round, and lost if all moves lead to positions the other side has won by then. So
``dist`` is the number of quiet moves in a row that the winner needs at most before progress is
made; what is open when nothing changes any more is a draw, for either side can shuffle on.

A position where the mover can win within its turn is not looked into. There ``dist`` may be 1 too
high, and so may every ``dist`` that comes from it; ``head[UNCLEAR]`` is set when that could matter.
"""

from __future__ import annotations

import numpy as np

from ...contract import OVER
from ...ints import add64, mask, mixed, number, shr

NODE = np.dtype(
    [
        ("first", np.int64),  # edges of this node; they end where those of the next one begin
        ("rest", np.int16),  # of the key
        ("dist", np.int16),
        ("layer", np.int16),
        ("value", np.int8),  # 1, 2: that seat (plus one) wins; 0 open, and a draw when settled
        ("mover", np.int8),
    ]
)
USED, GROWN, EDGES, MADE, FULL, PHASE, LAYER, ROUND, PLACE, OPEN, FOUND, UNCLEAR, SORTED = range(13)
"""Places in ``head``: nodes; nodes looked into; edges; positions made; 1 when the room did not
suffice; 0 growing, 1 settling, 2 done; the layer, round and place in ``order`` where settling is;
how many of the layer are open; how many this round found; 1 when a ``dist`` is too near the limit
to tell; how far sorting is, which comes before settling: twice the nodes when it is done."""
HEAD = 13
LAYERS = 64


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


def unpack(key, rest, s):
    """Open name: the game's ``exact.unpack``."""


def layer_of(key):
    """Open name: the game's ``exact.layer_of``."""
    return 0


def wins_now(s, c):
    """Open name: the game's ``exact.wins_now``, whether the mover can win with one move."""
    return 0


def find(keys, nodes, slots, key, rest):
    """The number of a position; -1 - slot where it would be entered if it is not there."""
    word = mask(rest)
    for q in range(key.shape[0]):
        word = mixed(add64(word, key[q]))
    slot = number(shr(word, 1)) & (slots.shape[0] - 1)
    while int(slots[slot]) != 0:
        node = int(slots[slot]) - 1
        same = int(nodes[node].rest) == rest
        for q in range(key.shape[0]):
            same = same and keys[node, q] == key[q]
        if same:
            return node
        slot = (slot + 1) & (slots.shape[0] - 1)
    return -1 - slot


def enter(s, c, t, keys, nodes, slots, key, head):
    """The number of the position of ``s``, entered if it is new; -1 when there is no room."""
    rest = pack(s, c, t, 0, key)
    node = find(keys, nodes, slots, key, rest)
    if node >= 0:
        return node
    slot = -1 - node
    node = int(head[USED])
    if node + 1 >= nodes.shape[0]:
        return -1
    head[USED] = node + 1
    slots[slot] = node + 1
    for q in range(key.shape[0]):
        keys[node, q] = key[q]
    nodes[node].rest = rest
    nodes[node].layer = layer_of(key)
    nodes[node].mover = actor(s, c)
    return node


def grow(states, works, c, t, keys, nodes, slots, edges, key, moves, values, head, n):
    """Look into positions, in the order in which they were found, until ``n`` more were made.

    ``states``, ``works``: (3,), the first of them the root. An edge is twice the number of a
    position, plus 1 for a quiet move; or -1, -2, -3 for the end of the game: a win for seat 0, for
    seat 1, a draw.
    """
    until = int(head[MADE]) + n
    if int(head[USED]) == 0:
        enter(states[0], c, t, keys, nodes, slots, key, head)
    while int(head[MADE]) < until and int(head[FULL]) == 0:
        node = int(head[GROWN])
        if node == int(head[USED]):
            head[PHASE] = 1
            return
        for q in range(key.shape[0]):
            key[q] = keys[node, q]
        unpack(key, int(nodes[node].rest), states[1])
        if int(head[EDGES]) + moves.shape[0] > edges.shape[0]:
            head[FULL] = 1
            return
        look_into(states, works, c, t, keys, nodes, slots, edges, key, moves, values, head, node)
        head[GROWN] = node + 1
        nodes[node + 1].first = head[EDGES]


def look_into(states, works, c, t, keys, nodes, slots, edges, key, moves, values, head, node):
    """Enter what can follow ``states[1]``, which is ``node``."""
    mover = int(nodes[node].mover)
    head[MADE] += 1
    if wins_now(states[1], c) != 0:
        nodes[node].value = mover + 1
        return
    count = legal(states[1], c, works[1], moves)
    late = False
    for i in range(count):
        states[2] = states[1]
        apply(states[2], c, works[2], int(moves[i]))
        if actor(states[2], c) == mover and wins_now(states[2], c) != 0:
            nodes[node].value = mover + 1
            nodes[node].dist = 0
            if layer_after(states[2], c, t, key) > int(nodes[node].layer):
                return
            late = True
    if late:
        nodes[node].dist = 1
        return
    first = int(head[EDGES])
    for i in range(count):
        states[2] = states[1]
        apply(states[2], c, works[2], int(moves[i]))
        head[MADE] += 1
        if actor(states[2], c) == OVER:
            returns(states[2], c, values)
            edge = -3
            if values[0] > values[1]:
                edge = -1
            if values[1] > values[0]:
                edge = -2
        else:
            child = enter(states[2], c, t, keys, nodes, slots, key, head)
            if child < 0:
                head[FULL] = 1
                return
            edge = 2 * child + int(int(nodes[child].layer) == int(nodes[node].layer))
        edges[first + i] = edge
    head[EDGES] = first + count


def layer_after(s, c, t, key):
    """The layer of ``s``."""
    pack(s, c, t, 0, key)
    return layer_of(key)


def sort(nodes, order, starts, head, n):
    """List all nodes by layer in ``order``, layer l from ``starts[l]`` on; then begin to settle.

    In pieces of ``n`` nodes, each of which is looked at twice: to count, and to be put in order.
    """
    used = int(head[USED])
    at = int(head[SORTED])
    end = min(at + n, 2 * used)
    while at < min(end, used):
        starts[int(nodes[at].layer) + 1] += 1
        at += 1
    if at == used and int(head[SORTED]) < used:
        for i in range(1, starts.shape[0]):
            starts[i] += starts[i - 1]
    while at < end:
        layer = int(nodes[at - used].layer)
        order[starts[layer]] = at - used
        starts[layer] += 1
        at += 1
    head[SORTED] = at
    if at < 2 * used:
        return
    for i in range(starts.shape[0] - 1, 0, -1):
        starts[i] = starts[i - 1]
    starts[0] = 0
    head[LAYER] = starts.shape[0] - 1
    head[OPEN] = 0
    head[PLACE] = 0
    head[ROUND] = 0
    head[FOUND] = 0


def settle(nodes, edges, order, starts, head, most, n):
    """Look at ``n`` more positions, the layers from the highest down."""
    for _ in range(n):
        place = int(head[PLACE])
        if place >= int(head[OPEN]):
            if int(head[ROUND]) < 2 or int(head[FOUND]) > 0:
                head[ROUND] += 1
            else:
                head[LAYER] -= 1
                at = int(head[LAYER])
                if at < 0:
                    head[PHASE] = 2
                    return
                head[ROUND] = 0
                head[OPEN] = starts[at + 1] - starts[at]
            head[PLACE] = 0
            head[FOUND] = 0
            continue
        at = int(starts[int(head[LAYER])])
        node = int(order[at + place])
        if int(nodes[node].value) == 0:
            judge(nodes, edges, node, int(head[ROUND]), most, head)
            if int(nodes[node].value) != 0:
                head[FOUND] += 1
        if int(nodes[node].value) != 0:
            last = int(head[OPEN]) - 1
            order[at + place] = order[at + last]
            order[at + last] = node
            head[OPEN] = last
        else:
            head[PLACE] = place + 1


def judge(nodes, edges, node, turn, most, head):
    """Round ``turn`` for one position."""
    mine = int(nodes[node].mover) + 1
    other = 3 - mine
    lost = True
    for i in range(int(nodes[node].first), int(nodes[node + 1].first)):
        edge = int(edges[i])
        value = -edge
        if edge >= 0:
            child = edge >> 1
            value = int(nodes[child].value)
            dist = int(nodes[child].dist)
            if edge & 1 == 1:
                if dist >= turn:
                    value = 0
            elif value != 0 and dist > most:
                value = 0
                if dist == most + 1:
                    head[UNCLEAR] = 1
        if value == mine:
            nodes[node].value = mine
            nodes[node].dist = turn
            return
        if value != other:
            lost = False
    if lost:
        nodes[node].value = other
        nodes[node].dist = turn


def number_of(s, c, t, keys, nodes, slots, key):
    """The number of the position of ``s``; below 0 if it was not entered."""
    rest = pack(s, c, t, 0, key)
    return find(keys, nodes, slots, key, rest)
