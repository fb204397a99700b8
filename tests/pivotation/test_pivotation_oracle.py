"""The kernels against the literal reading of the clauses, in games and in wild positions."""

from __future__ import annotations

import random
from typing import Any

import pytest
from kit import Play, generator, lasting
from pivotation_kit import often
from pivotation_oracle import Oracle

from pivotry.errors import BadPosition
from pivotry.games.pivotation import captures, position

BOARDS = {
    "narrow": [3, 4, 3],
    "trapezoid": [5, 4, 3, 2],
    "two rows": [4, 5],
    "tall": [2, 1, 2, 3, 4],
    "two words": [10, 11, 12, 11, 12, 11, 12],
}


def wild(rng: random.Random, widths: list[int], bars: int) -> dict[str, Any]:
    """Bars set down at random, most of them near each other, so that stacks are high."""
    frame = Oracle(
        {"board": {"widths": widths}, "stacks": {}, "turn": "dark", "result": None, "ply": 0}
    )
    first = rng.randrange(max(1, len(frame.holes) - 13))
    region = [
        h
        for h in frame.holes
        if any(frame.neighbours(h, o) for o in frame.holes[first : first + 4])
    ]
    if len(frame.holes) < 20:
        region = frame.holes
    pairs = [(a, b) for a in region for b in region if a < b and frame.neighbours(a, b)]
    stacks: dict[str, list[str]] = {}
    made = {"d": 0, "l": 0}
    for _ in range(20 * bars):
        side = rng.choice("dl")
        if made[side] == min(bars, 16):
            continue
        one, two = rng.choice(pairs)
        if abs(len(stacks.get(one, [])) - len(stacks.get(two, []))) > 1:
            continue
        made[side] += 1
        for hole in (one, two):
            stacks.setdefault(hole, []).append(f"{side}{made[side]}")
    names = {side: rng.sample(range(1, 17), made[side]) for side in "dl"}
    renamed = {
        hole: [f"{bar[0]}{names[bar[0]][int(bar[1:]) - 1]}" for bar in stack]
        for hole, stack in stacks.items()
    }
    return {
        "game": "pivotation", "board": {"widths": widths}, "turn": rng.choice(["dark", "light"]),
        "ply": rng.randrange(100), "result": None, "stacks": renamed,
    }  # fmt: skip


def _same(play: Play, oracle: Oracle) -> None:
    described = play.position()
    assert described["stacks"] == oracle.stacks
    assert described["ply"] == oracle.ply
    assert described["result"] == oracle.result
    assert play.texts() == oracle.legal()
    if oracle.result is None:
        assert described["turn"] == oracle.turn


@pytest.mark.parametrize("board", BOARDS)
def test_wild_positions(board: str) -> None:
    rng = random.Random(board)
    captures = waiting = groups = tried = 0
    while tried < often(60, 30):
        data = wild(rng, BOARDS[board], rng.choice([2, 3, 5, 6, 8]))
        oracle = Oracle(data)
        if not oracle.legal():
            with pytest.raises(BadPosition) as caught:
                position.read(data)
            assert [clause for clause, _ in caught.value.faults] == ["P-20"]
            continue
        tried += 1
        play = Play.at(data, compiled=True)
        _same(play, oracle)
        moves = oracle.legal()
        groups += any(text[0].isdigit() for text in moves)
        before = play.snapshot()
        for text in rng.sample(moves, min(3, len(moves))):
            play.restore(before)
            play.apply(text)
            follow = Oracle(data)
            bars = len(follow.bars("dark")) + len(follow.bars("light"))
            follow.play(text)
            _same(play, follow)
            assert lasting(play.w) == lasting(play.rebuilt())
            captures += bars > len(follow.bars("dark")) + len(follow.bars("light"))
            waiting += any(
                follow.captured(follow.stacks, bar)
                for side in ("dark", "light")
                for bar in follow.bars(side)
            )
    assert captures > 20
    assert groups > 1
    assert waiting > 2


HEAP: dict[str, Any] = {
    "game": "pivotation", "board": {"widths": [5, 4, 3, 2]}, "turn": "light", "ply": 14,
    "result": None,
    "stacks": {
        "a1": "l1", "a2": "d5 l1", "a3": "d5 d12 l5", "a4": "l6 d12 l5", "b1": "l10 d10",
        "b2": "l10 d10 l8 d8 d1 l11", "b3": "l6 l8 d9 d8 d4 d1 l11 l2 l3",
        "c2": "l16 d6 l7 d4 l13 d7 l2", "c3": "l12 d9 d6 d2 d11 l13 d13 l3",
        "d2": "l12 l16 d2 l7 d11 d7 d13",
    },
}  # fmt: skip
"""Most bars are captured; the sets that may come off leave captured bars behind (P-15)."""


PILES: dict[str, Any] = {
    "game": "pivotation", "board": {"widths": [4, 5]}, "turn": "dark", "ply": 2, "result": None,
    "stacks": {
        "a1": "l10", "a2": "d10 l10 l14", "b1": "l13 l9 d15 l5 d8 l1 d14 l3 d13 d2",
        "b2": "d10 d15 d7 l14", "c1": "l8 l15 l5 d11 d12 l1 d6",
        "c2": "l13 l9 l16 d7 d8 d12 d14 l3 d13 d2", "d1": "l4 l12 d11 d3 d16 d6",
        "d2": "l8 l15 l16 d3 d16", "e2": "l4 l12",
    },
}  # fmt: skip
"""Bars that come off lie above one another, and under bars that stay."""


@pytest.mark.parametrize("heap", [HEAP, PILES])
def test_the_set_that_comes_off(heap: dict[str, Any]) -> None:
    stacks = {hole: bars.split() for hole, bars in heap["stacks"].items()}
    play = Play.at({**heap, "stacks": stacks})
    for number, side in enumerate(("dark", "light")):
        gone = int(captures.removable(play.s, play.w, number))
        names = {f"{side[0]}{bar + 1}" for bar in range(16) if gone >> bar & 1}
        assert names == Oracle({**heap, "stacks": stacks}).set_to_go(side)
        assert len(names) > 1


@pytest.mark.parametrize("turn", ["dark", "light"])
def test_a_heap_where_captures_wait(turn: str) -> None:
    stacks = {hole: bars.split() for hole, bars in HEAP["stacks"].items()}
    data = {**HEAP, "turn": turn, "stacks": stacks}
    moves = Oracle(data).legal()
    assert moves
    for text in moves:
        play, follow = Play.at(data).apply(text), Oracle(data)
        follow.play(text)
        _same(play, follow)
        assert lasting(play.w) == lasting(play.rebuilt())


@pytest.mark.parametrize(("board", "games"), [("mini", 3), ("standard", 1), ("grand", 1)])
def test_whole_games(board: str, games: int) -> None:
    rng = generator(5)
    for _ in range(games):
        play = Play("pivotation", options={"board": board}, compiled=True).begin()
        oracle = Oracle(play.position())
        while not play.over:
            assert play.texts() == oracle.legal()
            before = play.legal()
            played = int(play.k.random(play.s, play.c, play.w, rng))
            assert played in before
            oracle.play(play.game.notation.write(played, play.c))
        _same(play, oracle)
