"""Counting move sequences: the classic check of a move generator, and its speed."""

from __future__ import annotations


def legal(s, c, w, out):
    """Open name: the game's ``rules.legal``."""
    return 0


def apply(s, c, w, a):
    """Open name: the game's ``rules.apply``."""


def perft(states, works, c, moves, counts, places, depth):
    """Number of sequences of ``depth`` >= 1 plies from ``states[0]``, ``works[0]``.

    ``states``, ``works`` have ``depth`` slots, ``moves`` is (depth, max_moves), ``counts`` and
    ``places`` are (depth,): a stack of its own instead of recursion. The last ply is counted by the
    length of its list.
    """
    total = 0
    ply = 0
    counts[0] = legal(states[0], c, works[0], moves[0])
    places[0] = 0
    if depth == 1:
        return int(counts[0])
    while ply >= 0:
        if places[ply] >= counts[ply]:
            ply -= 1
            continue
        action = int(moves[ply, places[ply]])
        places[ply] += 1
        states[ply + 1] = states[ply]
        works[ply + 1] = works[ply]
        apply(states[ply + 1], c, works[ply + 1], action)
        n = legal(states[ply + 1], c, works[ply + 1], moves[ply + 1])
        if ply + 2 == depth:
            total += n
        else:
            ply += 1
            counts[ply] = n
            places[ply] = 0
    return total
