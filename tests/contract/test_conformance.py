"""The worked examples of the rules pages: positions, moves, counts, whole games."""

from __future__ import annotations

from typing import Any

import pytest
from kit import CONFORMANCE, Play, comparable, conformance

STEPS = sorted(p.parent.name for p in CONFORMANCE.glob("*/steps.json"))


def _replayed(step: dict[str, Any], compiled: bool) -> None:
    play = Play.at(step["position"], compiled=compiled)
    assert comparable(play.position()) == comparable(step["position"])
    assert play.texts() == sorted(step["legal"])
    play.apply(step["move"])
    assert comparable(play.position()) == comparable(step["after"])
    assert play.texts() == sorted(step["legal_after"])


@pytest.mark.parametrize("compiled", [False, True], ids=["python", "numba"])
@pytest.mark.parametrize("game", STEPS)
def test_steps(game: str, compiled: bool) -> None:
    for step in conformance(f"{game}/steps.json"):
        _replayed(step, compiled)


@pytest.mark.parametrize("compiled", [False, True], ids=["python", "numba"])
@pytest.mark.parametrize("game", STEPS)
def test_games(game: str, compiled: bool) -> None:
    for told in conformance(f"{game}/games.json"):
        play = Play.at(told["start"], compiled=compiled)
        for move in told["moves"]:
            assert play.number(move) in play.legal()
            play.apply(move)
        assert comparable(play.position()) == comparable(told["end"])


@pytest.mark.parametrize("row", conformance("perft_start.json"), ids=lambda r: f"{r['game']}")
def test_perft_from_the_start(row: dict[str, Any]) -> None:
    play = Play(row["game"], None, row["options"], compiled=True).begin()
    for depth, count in enumerate(row["counts"], 1):
        if count <= 60_000:
            assert play.perft(depth) == count


@pytest.mark.parametrize(
    "row", conformance("perft_positions.json"), ids=lambda r: r["position"]["game"]
)
def test_perft_in_mid_game(row: dict[str, Any]) -> None:
    play = Play.at(row["position"], compiled=True)
    for depth, count in enumerate(row["counts"], 1):
        if count <= 60_000:
            assert play.perft(depth) == count
