"""Players without a search against each other: what weights of playouts are tuned by."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kit import generator

from pivotry import jit, registry
from pivotry.contract import blank
from pivotry.games.bounce import rollout
from pivotry.search.kernels.contest import contest


def won(one: Any, two: Any, games: int, players: int = 2, *, compiled: bool = True) -> float:
    game = registry.get("bounce")
    names = {name: getattr(game.rules, name)
             for name in ("start", "derive", "actor", "apply", "random", "returns")}  # fmt: skip
    names["best"] = rollout.best
    kernel = jit.bind(contest, names, tag="bounce-contest", compiled=compiled)
    config = game.setup.config(game.setup.normalise(players, {"target": 2}))
    states, works = blank(game.rules.STATE), blank(game.rules.WORK)
    return float(kernel(states, works, config, one, two, generator(7), np.zeros(8), players, games))


def test_plain_and_compiled_contests_are_the_same() -> None:
    for players in (2, 3):
        found = [
            won(rollout.PLAYING, 0 * rollout.PLAYING, 6, players, compiled=how)
            for how in (True, False)
        ]
        assert found[0] == found[1]


@pytest.mark.parametrize("players", [2, 4])
def test_the_weights_there_are_win(players: int) -> None:
    assert 950 < won(rollout.PLAYING, rollout.PLAYING, 2000, players) < 1050
    assert won(rollout.PLAYING, 0 * rollout.PLAYING, 500, players) > 350
    assert won(0 * rollout.PLAYING, rollout.PLAYING, 500, players) < 150
