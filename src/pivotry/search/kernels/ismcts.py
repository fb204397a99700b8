"""Tree search where cards are hidden: information-set Monte-Carlo tree search for one observer.

Every simulation starts from a fresh deal of everything the observer cannot see, fitting what it
can see (Cowling, Powley, Whitehouse 2012). One tree serves all deals: a node stands for the moves
made since the root, whatever the hidden cards, and a move that only some deals allow is judged by
the simulations in which it was available. Chance acts in the simulation and has no nodes. A game of
a match ends a simulation: what the scores are worth is up to the rules' ``returns``.

How far bounds reach depends on how much results differ: the constant is multiplied by the standard
deviation of the observer's results so far, for early games of a match hardly move its outcome.
"""

from __future__ import annotations

import math

import numpy as np

from ...contract import CHANCE, OVER
from ...ints import below

NODE = np.dtype(
    [
        ("value", np.float64),  # sum of the results of ``seat``, which chose ``action``
        ("visits", np.int32),
        ("available", np.int32),  # simulations that could have chosen it
        ("action", np.int32),
        ("first", np.int32),  # index of a child, 0 if there is none
        ("next", np.int32),  # index of the next child of the same parent, 0 after the last
        ("seat", np.int8),
    ]
)
USED, STAMP = 0, 1
"""``head``: nodes in use; the number that marks the moves of the position at hand."""
COUNT, SUM, SQUARES = 0, 1, 2
"""``spread``: how many results of the observer there were, their sum, the sum of their squares."""
LEAST_SPREAD = 0.02


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


def resample(s, c, w, seat, rng):
    """Open name: the game's ``views.resample``."""


def search(
    states, works, c, nodes, head, path, moves, marks, values, spread, rng, seat, explore, limit, n
):
    """``n`` simulations from ``states[0]`` for ``seat``, which is to move. Call again to go on.

    ``states``: (3,), the root, the game being played and a spare; ``works``: (2,). ``nodes``:
    (capacity,) of ``NODE``, ``head`` (2,), ``marks`` (actions,), ``spread`` (3,): zeroed before
    the first call. ``path``: (depth,). ``moves``: (max_moves,). ``values``: (8,). ``explore``: the
    constant of the bounds. ``limit``: moves of a playout.
    """
    if head[USED] == 0:
        head[USED] = 1
    for _ in range(n):
        states[1] = states[0]
        works[1] = works[0]
        resample(states[1], c, works[1], seat, rng)
        reach = explore * deviation(spread)
        depth = descend(states, works[1], c, nodes, head, path, moves, marks, rng, reach)
        finish(states, works[1], c, rng, limit)
        returns(states[1], c, values)
        result = values[seat]
        spread[COUNT] += 1.0
        spread[SUM] += result
        spread[SQUARES] += result * result
        nodes[0].visits += 1
        for i in range(1, depth + 1):
            node = int(path[i])
            nodes[node].visits += 1
            nodes[node].value += values[int(nodes[node].seat)]
    return n


def deviation(spread):
    """Standard deviation of the observer's results so far; 1 before there are two."""
    if spread[COUNT] < 2.0:
        return 1.0
    mean = spread[SUM] / spread[COUNT]
    variance = spread[SQUARES] / spread[COUNT] - mean * mean
    return max(LEAST_SPREAD, math.sqrt(max(0.0, variance)))


def descend(states, w, c, nodes, head, path, moves, marks, rng, reach):
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
        child = pick(nodes, head, moves, count, marks, node, who, reach, rng)
        if child < 0:  # no room for another node
            break
        fresh = int(nodes[child].visits) == 0
        apply(s, c, w, int(nodes[child].action))
        depth += 1
        path[depth] = child
        node = child
        if fresh:
            break
    return depth


def pick(nodes, head, moves, count, marks, node, who, reach, rng):
    """The child to go on with: a new one while moves are untried, else by its bound; or -1."""
    stamp = int(head[STAMP]) + 1
    head[STAMP] = stamp
    for i in range(count):
        marks[int(moves[i])] = stamp
    best = -1
    best_bound = -1e9
    tried = 0
    child = int(nodes[node].first)
    while child != 0:
        action = int(nodes[child].action)
        if int(nodes[child].seat) == who and int(marks[action]) == stamp:
            marks[action] = 0
            tried += 1
            nodes[child].available += 1
            visits = float(nodes[child].visits)
            bound = nodes[child].value / visits
            bound += reach * math.sqrt(math.log(float(nodes[child].available)) / visits)
            if bound > best_bound:
                best_bound = bound
                best = child
        child = int(nodes[child].next)
    used = int(head[USED])
    if tried == count or used == nodes.shape[0]:
        return best
    skip = below(rng, count - tried)
    for i in range(count):
        action = int(moves[i])
        if int(marks[action]) == stamp:
            if skip == 0:
                nodes[used].action = action
                nodes[used].seat = who
                nodes[used].available = 1
                nodes[used].next = nodes[node].first
                nodes[node].first = used
                head[USED] = used + 1
                return used
            skip -= 1
    return best


def chance(states, w, c, rng):
    """Let chance act; False, and nothing changed, if it would deal the next game of the match."""
    states[2] = states[1]
    if random(states[1], c, w, rng) < 0:
        states[1] = states[2]
        return False
    return True


def finish(states, w, c, rng, limit):
    """Play at random until this game of the match is over, for at most ``limit`` moves."""
    s = states[1]
    moves = 0
    while moves < limit:
        who = actor(s, c)
        if who == OVER:
            break
        if who == CHANCE:
            if not chance(states, w, c, rng):
                break
        else:
            random(s, c, w, rng)
            moves += 1
