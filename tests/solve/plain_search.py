"""A plain search to a fixed depth: no table, no keys, no proof numbers. A kernel."""

from __future__ import annotations


def actor(s, c):
    return 0


def legal(s, c, w, out):
    return 0


def apply(s, c, w, a):
    return 0


def returns(s, c, out):
    return 0


def wins(states, works, c, lists, counts, places, values, attacker, depth):
    """Whether ``attacker`` can force a win within ``depth`` moves of ``states[0]``."""
    ply = 0
    counts[0] = legal(states[0], c, works[0], lists[0])
    places[0] = 0
    while True:
        mine = int(actor(states[ply], c) == attacker)
        if places[ply] == counts[ply]:
            answer = 1 - mine  # every answer of the other side was met, or none of ours won
            while True:
                if ply == 0:
                    return answer == 1
                ply -= 1
                if answer == int(actor(states[ply], c) == attacker):
                    continue  # it settles the position above, too
                break
            continue
        action = int(lists[ply, places[ply]])
        places[ply] += 1
        states[ply + 1] = states[ply]
        works[ply + 1] = works[ply]
        apply(states[ply + 1], c, works[ply + 1], action)
        answer = -1
        if actor(states[ply + 1], c) < 0:
            returns(states[ply + 1], c, values)
            answer = int(values[attacker] > 0.0)
        elif ply + 1 == depth:
            answer = 0
        else:
            ply += 1
            counts[ply] = legal(states[ply], c, works[ply], lists[ply])
            places[ply] = 0
            continue
        while answer == int(actor(states[ply], c) == attacker):
            if ply == 0:
                return answer == 1
            ply -= 1
