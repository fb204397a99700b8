"""Tree search for games without chance and secrets: UCT with random playouts.

Every simulation walks down the tree by upper confidence bounds (Kocsis, Szepesvari 2006), plays
one random game from the leaf and adds the result to every node on the way. With two seats, results
that are certain are proved upwards (Winands, Bjornsson, Saito 2008): a node is settled when one
move wins for whoever chooses there, or when all moves are settled.

A node stands for a position and for the move into it. Its ``value`` adds up what the seat that
chose this move got, so one number serves any number of seats, and seats that move twice in a row.
"""

from __future__ import annotations

import math

import numpy as np

from ...contract import OVER
from ...ints import below
from .logarithm import logarithm

NODE = np.dtype(
    [
        ("value", np.float64),  # sum of the results of the seat that chose ``action``
        ("average", np.float32),  # value / visits: what a bound needs, kept so that none divides
        ("width", np.float32),  # 1 / sqrt(visits)
        ("visits", np.int32),
        ("first", np.int32),  # index of the first child, the others follow; -1 before expansion
        ("action", np.int32),
        ("count", np.int16),  # children
        ("mover", np.int8),  # the seat to choose here, or OVER
        ("proof", np.int8),  # 0 open; 1, 2: that seat (plus one) wins; DRAWN
    ]
)
DRAWN = 3
USED, MOVES = 0, 1
"""``head``: nodes in use; moves that all simulations have made."""
LOST = np.float32(-1e6)


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


def playout(s, c, w, rng, limit):
    """Open name: the game's ``rules.playout``."""
    return 0


def search(states, works, c, nodes, head, path, moves, values, rng, players, explore, limit, n):
    """Up to ``n`` simulations from ``states[0]``; how many there were. Call again to go on.

    ``states``, ``works``: (2,), the root and the game being played. ``nodes``: (capacity,) of
    ``NODE``, zeroed before the first call, as ``head`` (2,) is. ``path``: (depth,) node indices.
    ``moves``: (max_moves,). ``values``: (8,). ``explore``: the constant of the bounds. ``limit``:
    moves of a playout. Stops when the root is settled.
    """
    if head[USED] == 0:
        head[USED] = 1
        nodes[0].first = -1
    for done in range(n):
        if int(nodes[0].proof) != 0:
            return done
        states[1] = states[0]
        works[1] = works[0]
        simulate(
            states[1], works[1], c, nodes, head, path, moves, values, rng, players, explore, limit
        )
    return n


def simulate(s, w, c, nodes, head, path, moves, values, rng, players, explore, limit):
    """One walk down, one playout, one walk up."""
    node = 0
    depth = 0
    path[0] = 0
    while True:
        if int(nodes[node].proof) != 0:
            proven(nodes[node], values)
            break
        if int(nodes[node].first) < 0:
            mover = actor(s, c)
            nodes[node].mover = mover
            if mover == OVER:
                returns(s, c, values)
                if players == 2:
                    nodes[node].proof = DRAWN
                    if values[0] > values[1]:
                        nodes[node].proof = 1
                    if values[0] < values[1]:
                        nodes[node].proof = 2
                break
            grown = False
            if (node == 0 or int(nodes[node].visits) > 0) and depth + 1 < path.shape[0]:
                grown = expand(s, w, c, nodes, head, moves, node)
            if not grown:
                head[MOVES] += playout(s, c, w, rng, limit)
                returns(s, c, values)
                break
        node = select_child(nodes, node, explore, rng)
        apply(s, c, w, int(nodes[node].action))
        depth += 1
        path[depth] = node
    nodes[0].visits += 1
    head[MOVES] += depth
    rising = int(nodes[node].proof) != 0
    while depth > 0:
        node = int(path[depth])
        parent = int(path[depth - 1])
        record(nodes[node], values[int(nodes[parent].mover)])
        if rising:
            rising = settle(nodes, parent)
        depth -= 1


def record(node, value):
    """One more result of the seat that chose this node's move."""
    visits = int(node.visits) + 1
    total = node.value + value
    node.visits = visits
    node.value = total
    node.average = total / visits
    node.width = 1.0 / math.sqrt(float(visits))


def expand(s, w, c, nodes, head, moves, node):
    """Give a node its children; False where no room is left."""
    used = int(head[USED])
    if used + moves.shape[0] > nodes.shape[0]:
        return False
    count = legal(s, c, w, moves)
    nodes[node].first = used
    nodes[node].count = count
    for i in range(count):
        nodes[used + i].action = moves[i]
        nodes[used + i].first = -1
    head[USED] = used + count
    return True


def select_child(nodes, node, explore, rng):
    """The child with the highest bound; from a random one on, so that ties fall at random."""
    first = int(nodes[node].first)
    count = int(nodes[node].count)
    mover = int(nodes[node].mover)
    spread = np.float32(explore * math.sqrt(logarithm(float(nodes[node].visits) + 1.0)))
    start = below(rng, count)
    best = first + start
    best_bound = np.float32(-1e9)
    for i in range(count):
        child = start + i
        if child >= count:
            child -= count
        child += first
        if int(nodes[child].visits) == 0:
            return child
        bound = nodes[child].average + spread * nodes[child].width
        proof = int(nodes[child].proof)
        if proof != 0:
            bound = spread * nodes[child].width
            if proof != DRAWN and proof != mover + 1:
                bound += LOST
        if bound > best_bound:
            best_bound = bound
            best = child
    return best


def settle(nodes, node):
    """Whether the children of a node settle it; two seats."""
    mover = int(nodes[node].mover)
    all_settled = True
    result = 2 - mover  # the other seat wins
    for child in range(int(nodes[node].first), int(nodes[node].first) + int(nodes[node].count)):
        proof = int(nodes[child].proof)
        if proof == mover + 1:
            nodes[node].proof = proof
            return True
        if proof == 0:
            all_settled = False
        elif proof == DRAWN:
            result = DRAWN
    if all_settled:
        nodes[node].proof = result
    return all_settled


def proven(node, values):
    """The results of a settled node."""
    proof = int(node.proof)
    values[0] = 0.0
    values[1] = 0.0
    if proof != DRAWN:
        values[proof - 1] = 1.0
        values[2 - proof] = -1.0
