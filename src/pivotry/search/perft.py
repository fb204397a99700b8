"""Perft for people: counts of move sequences, whole or by first move."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import jit
from ..contract import blank, copied
from ..registry import Game
from .kernels import perft as kernel

DEEPEST = 1000
"""Plies that are counted at most: each takes memory, and no count comes near it in a lifetime."""


def perft(game: Game, state: Any, config: Any, depth: int) -> int:
    """Number of move sequences of ``depth`` plies; outcomes of chance count once per card."""
    if depth == 0:
        return 1
    rules = game.rules
    name = f"{game.id}-perft"
    count = jit.bind(kernel.perft, {"legal": rules.legal, "apply": rules.apply}, tag=name)
    states, works = blank(rules.STATE, depth), blank(rules.WORK, depth)
    states[0] = state
    works[0] = derived(game, state, config)
    moves = np.zeros((depth, game.facts.max_moves), np.int32)
    counts, places = np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    with jit.first_use(name):
        return int(count(states, works, config, moves, counts, places, depth))


def divide(game: Game, state: Any, config: Any, depth: int) -> dict[str, int]:
    """The same for ``depth`` >= 1, by first move."""
    rules = game.rules
    work = derived(game, state, config)
    out = np.zeros(game.facts.max_moves, np.int32)
    parts = {}
    for action in out[: rules.legal(state, config, work, out)]:
        after, after_work = copied(state), copied(work)
        rules.apply(after, config, after_work, int(action))
        parts[game.notation.write(int(action), config)] = perft(game, after, config, depth - 1)
    return parts


def derived(game: Game, state: Any, config: Any) -> Any:
    """A fresh work record for a state."""
    work = blank(game.rules.WORK)[0]
    game.rules.derive(state, config, work)
    return work
