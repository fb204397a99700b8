"""Random games in bulk: the yardstick of speed."""

from __future__ import annotations


def playout(s, c, w, rng, limit):
    """Open name: the game's ``rules.playout``."""
    return 0


def playouts(starts, works, c, room, room_w, rng, n, limit, most):
    """Play ``n`` random games, the i-th from ``starts[i % len(starts)]``, in ``room[0]``.

    ``works`` are the derived records of ``starts``, ``room_w[0]`` that of the game being played.
    Stops before a game once ``most`` moves have been made. Returns (games, moves); no more than
    ``limit`` moves are played in one game, chance outcomes not counted.
    """
    games = 0
    moves = 0
    while games < n and moves < most:
        i = games % starts.shape[0]
        room[0] = starts[i]
        room_w[0] = works[i]
        moves += playout(room[0], c, room_w[0], rng, limit)
        games += 1
    return games, moves
