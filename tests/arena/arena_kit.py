"""What the tests of the arena share: games that are made up instead of played."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pivotry.arena.plan import Plan
from pivotry.arena.play import Outcome
from pivotry.arena.schedule import block_size, fixtures


def invented(
    plan: Plan, rounds: int, elo: Sequence[float], seed: int, draws: float = 0.0
) -> list[list[Outcome]]:
    """Blocks of games that seats win with the chances of their players' strengths."""
    rng = np.random.default_rng(seed)
    strength = 10 ** (np.array(elo) / 400)
    games = []
    for fixture in fixtures(plan, rounds):
        weight = strength[list(fixture.seats)]
        winner = int(rng.choice(plan.seats, p=weight / weight.sum()))
        result = () if rng.random() < draws else (winner,)
        none = (0,) * plan.seats
        games.append(
            Outcome(fixture.number, fixture.block, fixture.seats, "1", result, None, none, none)
        )
    size = block_size(plan)
    return [games[i : i + size] for i in range(0, len(games), size)]
