"""Nobody waits for a compiler: what players need is made ready before."""

from __future__ import annotations

import os

import pytest

import pivotry
from pivotry import jit
from pivotry.players import consider, levels, player, ready


@pytest.mark.parametrize("game", pivotry.games())
def test_after_that_no_player_compiles_anything(game: str) -> None:
    ready.ready(game)
    heard: list[str] = []

    def listen(name: str, begun: bool) -> None:
        heard.append(name)

    match = pivotry.new(game, seed=2)
    view = match.view(match.turn)
    jit.listeners.append(listen)
    try:
        for number in range(1, 1 + len(levels.NAMES)):
            assert player(game, f"level-{number}@5n").choose(view, seed=1) in match.legal_moves()
        consider(view, lines=2, nodes=5)
    finally:
        jit.listeners.remove(listen)
    assert heard == []


def test_the_command_goes_through_all_games_while_it_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    left: list[int] = []
    monkeypatch.setattr(ready, "ready", asked.append)
    monkeypatch.setattr(os, "nice", left.append, raising=False)
    ready.main()
    assert tuple(asked) == pivotry.games()
    assert left == [19]
    parents = iter([7, 7, 7, 1])
    monkeypatch.setattr(os, "getppid", lambda: next(parents))
    ready.main()
    assert tuple(asked[4:]) == pivotry.games()[:2]
