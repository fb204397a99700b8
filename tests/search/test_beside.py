"""Searches by depth on several threads, which share a table."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from alphabeta_kit import CASES, MINI, PEGS, STANDARD, begun, minimax, search, solved, walk
from kit import Play

import pivotry
from pivotry.players import player
from pivotry.search import best
from pivotry.search.alphabeta import AlphaBeta, worth
from pivotry.search.run import Search
from pivotry.search.sure import Sure
from worktime import Looks, by_work

DEPTH = {PEGS: 3, MINI: 3, STANDARD: 2}


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("case", CASES)
def test_the_value_is_that_of_plain_minimax(case: str, threads: int) -> None:
    helped = 0
    for seed in range(3):
        play = walk(case, seed, 25)
        for depth in (1, DEPTH[case]):
            made = search(play, depth=depth, plain=True, threads=threads)
            want = minimax(play, depth) * (1 - 2 * play.actor)
            assert made.lines()[0].value == worth(want)
            helped += made.nodes > made._entered
    assert helped > 0


@pytest.mark.parametrize("kind", [AlphaBeta, Sure])
def test_what_is_proved_is_true(kind: Any) -> None:
    claimed = 0
    for _case, position, result, _plies in solved():
        play = Play.at(position, compiled=True)
        made = kind(play.game, play.s, play.c, 2, play.actor, 1, threads=3)
        made.run(seconds=0.05)
        lines = made.lines()
        claimed += bool(lines) and lines[0].proof is not None
        assert not lines or lines[0].proof in (None, result * (1 - 2 * play.actor)), position
    assert claimed > 0.8 * len(solved())


@pytest.mark.parametrize("case", CASES)
def test_of_what_two_wrote_at_once_nothing_is_believed(case: str) -> None:
    """Keys of one entry with what another one stands for, as a table without locks may hold."""
    tried = 0
    for seed in range(5):
        play = walk(case, seed, 25)
        depth = DEPTH[case] + 1
        first = search(play, depth=depth, plain=True)
        table = first._table
        filled = np.flatnonzero(table["told"])
        if len(filled) < 10:
            continue  # a move that wins at once
        tried += 1
        clean = [made.nodes for made in (first, _after(first, play, depth))]
        assert clean[1] < clean[0]  # an undamaged table helps
        table["told"][filled] = np.roll(table["told"][filled], 1)
        second = _after(first, play, depth)
        assert second.lines() == first.lines()
        assert second.nodes > clean[1]
    assert tried > 2


def _after(first: AlphaBeta, play: Play, depth: int) -> AlphaBeta:
    """The same search once more, with the table that ``first`` has left."""
    made = AlphaBeta(
        play.game, play.s, play.c, 2, play.actor, 1, depth=depth, plain=True, fellow=first
    )
    made.run()
    return made


def test_what_fails_beside_a_search_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    play = begun(PEGS)
    made = AlphaBeta(play.game, play.s, play.c, 2, play.actor, 1, threads=2)

    def fails(n: int) -> int:
        raise MemoryError("no room")

    monkeypatch.setattr(made._fellows[0], "step", fails)
    with pytest.raises(MemoryError, match="no room"):
        made.run(nodes=1000)
    assert made.lines()


def test_time_limit_and_cancelling(monkeypatch: pytest.MonkeyPatch) -> None:
    play = begun(STANDARD)
    running = threading.active_count()
    with by_work(monkeypatch) as spent:
        for _ in range(2):
            made = Sure(play.game, play.s, play.c, 2, play.actor, 1, threads=2)
            made.prepare()
            made.run(seconds=0.15)
            assert -0.001 <= spent[-1] - 0.15 < 0.05
            made = Sure(play.game, play.s, play.c, 2, play.actor, 1, threads=2)
            made.prepare()
            cancel = Looks(after=0.1)
            made.run(seconds=60, cancel=cancel)
            assert max(cancel.longest, spent[-1] - 0.1) < 0.02
            assert made.lines()
            assert threading.active_count() == running


@pytest.mark.parametrize("game", ["pegs", "pivotation"])
@pytest.mark.parametrize("kind", ["alphabeta", "sure", "computer", "level-8"])
def test_nodes_give_the_same_move_whatever_the_threads(
    game: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a budget of time alone is spent on several threads."""
    asked: list[int] = []
    made = AlphaBeta.__init__

    def noted(self: AlphaBeta, *given: Any, threads: int = 1, **more: Any) -> None:
        if more.get("fellow") is None:
            asked.append(threads)
        made(self, *given, threads=threads, **more)

    monkeypatch.setattr(AlphaBeta, "__init__", noted)
    match = pivotry.new(game, seed=1)
    view = match.view(match.turn)
    one, several = (
        player(game, f"{kind}@2000n").think(view, seed=1, threads=threads) for threads in (1, 2)
    )
    assert one == replace(several, seconds=one.seconds)
    assert player(game, f"{kind}@0.05s").choose(view, seed=1, threads=2) in match.legal_moves()
    assert asked == [1, 1, 2]


def test_the_strongest_search_takes_threads() -> None:
    play = begun(PEGS)
    place = (play.game, play.s, play.c, 2, play.actor, 1)
    for nodes, fellows in ((None, 2), (1000, 0)):
        made = best.strongest(*place, nodes, threads=3)
        assert isinstance(made, Sure)
        assert len(made._search._fellows) == fellows
    cards = Play("bounce", 3, compiled=True).begin()
    trees = best.strongest(cards.game, cards.s, cards.c, 3, cards.actor, 1, threads=3)
    assert isinstance(trees, Search)
    trees.run(nodes=30)
    assert len(trees._done) == 3
