"""Tree search where cards are hidden: information-set Monte-Carlo tree search for one observer.

Every simulation starts from a fresh deal of everything the observer cannot see, fitting what it
can see and what it remembers (Cowling, Powley, Whitehouse 2012). One tree serves all deals: a node
stands for the moves made since the root, whatever the hidden cards, and a move that only some deals
allow is judged by the simulations in which it was available. Chance acts in the simulation and has
no nodes. A game of a match ends a simulation: what the scores are worth is up to the rules'
``returns``.

Nodes are found by their parent, their move and who made it, through a hash table with open
addressing: a position allows a few of the many moves that its node has seen in other deals. The
table doubles when it is half full, for memory that is touched for the first time is dear.

How far bounds reach depends on how much results differ: the constant is multiplied by the standard
deviation of the observer's results so far, for early games of a match hardly move its outcome.
"""

from __future__ import annotations

import math

import numpy as np

from ...contract import CHANCE, OVER
from ...ints import below, mask, mul64, number, shr
from .logarithm import logarithm

NODE = np.dtype(
    [
        ("value", np.float64),  # sum of the results of the seat that made the move
        ("visits", np.int32),
        ("available", np.int32),  # simulations that could have come here from the parent
        ("parent", np.int32),  # index of the parent
        ("move", np.int32),  # action * 8 + seat
    ]
)
USED, MOVES, SIZE = 0, 1, 2
"""``head``: nodes in use; moves that all simulations have made; places of the table in use."""
FIRST_SIZE = 1024
COUNT, SUM, SQUARES = 0, 1, 2
"""``spread``: how many results of the observer there were, their sum, the sum of their squares."""
LEAST_SPREAD = 0.02
ALL_FIRST = 1e6
_SCATTER = np.uint64(0x9E3779B97F4A7C15)


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


def random(s, c, w, rng):
    """Open name: the game's ``rules.random``."""
    return 0


def rollout(s, c, w, rng, limit):
    """Open name: one of the game's ``rollout.py``."""
    return 0


def prior(s, c, w, a):
    """Open name: the game's ``rollout.prior``."""
    return 1.0


def redeal(s, c, w, known, seat, rng):
    """Open name: the game's ``views.redeal``."""


def search(
    states,
    works,
    c,
    known,
    nodes,
    table,
    head,
    path,
    moves,
    found,
    looks,
    values,
    spread,
    rng,
    seat,
    explore,
    trust,
    limit,
    n,
):
    """``n`` simulations from ``states[0]`` for ``seat``, which is to move. Call again to go on.

    ``states``: (3,), the root, the game being played and a spare; ``works``: (2,). ``known``: what
    is certain beyond what ``seat`` sees, for ``redeal``. ``nodes``: (capacity,) of ``NODE``,
    ``table``: (power of two from ``FIRST_SIZE``, twice the capacity or more,), ``head`` (3,),
    ``spread`` (3,): zeroed before the first call. ``path``: (depth,). ``moves``, ``found``,
    ``looks``: (max_moves,). ``values``: (8,). ``explore``: the constant of the bounds. ``trust``: 1
    to lead them by ``prior``, 0 for those of the textbook. ``limit``: moves of a playout.
    """
    if head[USED] == 0:
        head[USED] = 1
        head[SIZE] = FIRST_SIZE
    for _ in range(n):
        states[1] = states[0]
        works[1] = works[0]
        redeal(states[1], c, works[1], known, seat, rng)
        reach = explore * deviation(spread)
        depth = descend(
            states, works[1], c, nodes, table, head, path, moves, found, looks, rng, reach, trust
        )
        head[MOVES] += rollout(states[1], c, works[1], rng, limit) + depth
        returns(states[1], c, values)
        result = values[seat]
        spread[COUNT] += 1.0
        spread[SUM] += result
        spread[SQUARES] += result * result
        nodes[0].visits += 1
        for i in range(1, depth + 1):
            node = int(path[i])
            nodes[node].visits += 1
            nodes[node].value += values[int(nodes[node].move) & 7]
    return n


def deviation(spread):
    """Standard deviation of the observer's results so far; 1 before there are two."""
    if spread[COUNT] < 2.0:
        return 1.0
    mean = spread[SUM] / spread[COUNT]
    variance = spread[SQUARES] / spread[COUNT] - mean * mean
    return max(LEAST_SPREAD, math.sqrt(max(0.0, variance)))


def descend(states, w, c, nodes, table, head, path, moves, found, looks, rng, reach, trust):
    """Walk down until a node is new or the game ends; the depth of the last node on ``path``."""
    s = states[1]
    node = 0
    depth = 0
    path[0] = 0
    while depth + 1 < path.shape[0]:
        who = actor(s, c)
        if who == OVER:
            break
        if who == CHANCE:
            if not chance(states, w, c, rng):
                break
            continue
        count = legal(s, c, w, moves)
        if count == 1 and depth > 0:
            apply(s, c, w, int(moves[0]))
            continue
        for i in range(count):
            move = int(moves[i]) * 8 + who
            found[i] = table[find(nodes, table, int(head[SIZE]), node, move)]
        full = head[USED] == nodes.shape[0]
        if trust > 0:
            for i in range(count):
                looks[i] = prior(s, c, w, int(moves[i]))
            at = led(nodes, found, looks, count, reach, full, node == 0)
        else:
            at = textbook(nodes, found, count, reach, full, rng)
        for i in range(count):
            nodes[int(found[i])].available += 1
        child = int(found[at])
        if child == 0 and not full:
            child = grow(nodes, table, head, node, int(moves[at]) * 8 + who)
        if child == 0:  # no room for another node
            break
        fresh = int(nodes[child].visits) == 0
        apply(s, c, w, int(nodes[child].move) >> 3)
        depth += 1
        path[depth] = child
        node = child
        if fresh:
            break
    return depth


def find(nodes, table, size, node, move):
    """The place in ``table`` of the child of ``node`` by ``move``: 0 there if there is none."""
    last = size - 1
    place = number(shr(mul64(mask(node << 12 | move), _SCATTER), 32)) & last
    while True:
        child = int(table[place])
        if child == 0 or (int(nodes[child].parent) == node and int(nodes[child].move) == move):
            return place
        place = (place + 1) & last


def textbook(nodes, found, count, reach, full, rng):
    """Which move to go on with: any that is untried, else the one with the highest bound."""
    best = 0
    best_bound = -1e9
    untried = 0
    for i in range(count):
        child = int(found[i])
        if child == 0:
            if not full:
                untried += 1
                if below(rng, untried) == 0:
                    best = i
        elif untried == 0:
            visits = float(nodes[child].visits)
            bound = nodes[child].value / visits
            bound += reach * math.sqrt(logarithm(float(nodes[child].available) + 1.0) / visits)
            if bound > best_bound:
                best_bound = bound
                best = i
    return best


def led(nodes, found, looks, count, reach, full, root):
    """The same led by how good the moves look: bounds reach as far as a move's share of that.

    An untried move counts as one that does as the others do (Rosin 2011; Silver et al. 2016), but
    at the root each is tried once, the best looking first.
    """
    value = 0.0
    visits = 0.0
    whole = 0.0
    for i in range(count):
        child = int(found[i])
        whole += looks[i]
        if child != 0:
            value += nodes[child].value
            visits += float(nodes[child].visits)
    common = value / visits if visits > 0.0 else 0.0
    best = 0
    best_bound = -1e9
    for i in range(count):
        child = int(found[i])
        far = reach * looks[i] / whole
        if child == 0:
            if full:
                continue
            bound = common + far * math.sqrt(visits + 1.0)
            if root:
                bound += ALL_FIRST
        else:
            tried = float(nodes[child].visits)
            bound = nodes[child].value / tried
            bound += far * math.sqrt(float(nodes[child].available) + 1.0) / (1.0 + tried)
        if bound > best_bound:
            best_bound = bound
            best = i
    return best


def grow(nodes, table, head, node, move):
    """A new child of ``node``."""
    used = int(head[USED])
    size = int(head[SIZE])
    if 2 * used >= size:
        size = 2 * size
        head[SIZE] = size
        for place in range(size):
            table[place] = 0
        for other in range(1, used):
            parent, came = int(nodes[other].parent), int(nodes[other].move)
            table[find(nodes, table, size, parent, came)] = other
    table[find(nodes, table, size, node, move)] = used
    nodes[used].parent = node
    nodes[used].move = move
    nodes[used].available = 1
    head[USED] = used + 1
    return used


def chance(states, w, c, rng):
    """Let chance act; False, and nothing changed, if it would deal the next game of the match."""
    states[2] = states[1]
    if random(states[1], c, w, rng) < 0:
        states[1] = states[2]
        return False
    return True


def foremost(nodes, table, size, node, actions, players, out):
    """The play expected after ``node``: write the moves that most simulations took; how many.

    Goes on while one move has at least a quarter of what came to its parent: in the hands of
    others, moves are expected only as far as most deals agree. Moves are 0 .. ``actions`` - 1.
    """
    length = 0
    while length < out.shape[0]:
        best = 0
        most = max(4, int(nodes[node].visits) // 4)
        for action in range(actions):
            for who in range(players):
                child = int(table[find(nodes, table, size, node, action * 8 + who)])
                if child != 0 and int(nodes[child].visits) >= most:
                    most = int(nodes[child].visits) + 1
                    best = child
        if best == 0:
            break
        out[length] = int(nodes[best].move) >> 3
        length += 1
        node = best
    return length
