"""The kernels beside a literal program: whole random games of every set-up, and counts."""

from __future__ import annotations

import random
from typing import Any

import pytest
from kit import Play, comparable
from pegs_oracle import NAMES, PEGS, SETUPS, Oracle

from pivotry.games.pegs import explain


@pytest.mark.parametrize("options", SETUPS, ids=NAMES)
def test_random_games_go_as_in_the_literal_program(options: dict[str, Any]) -> None:
    rng = random.Random(4)
    for _ in range(3):
        told = Oracle(**options)
        play = Play("pegs", 2, options).begin()
        while told.result is None and told.ply < 200:
            assert comparable(play.position()) == comparable(told.position())
            moves = told.moves()
            assert play.texts() == sorted(moves)
            move = rng.choice(moves)
            told.play(move)
            play.apply(move)
        assert comparable(play.position()) == comparable(told.position())
        assert play.over == (told.result is not None)


@pytest.mark.parametrize("options", SETUPS, ids=NAMES)
def test_any_pair_of_pegs_is_explained_as_it_is_judged(options: dict[str, Any]) -> None:
    """Over all pairs, unreachable ones included, at positions along random games."""
    rng = random.Random(8)
    told = Oracle(**options)
    play = Play("pegs", 2, options).begin()
    while told.result is None and told.ply < 150:
        if told.ply % 9 == 0:
            for source in PEGS:
                for to in PEGS:
                    said = explain.explain(play.s, play.c, f"{source}-{to}")
                    assert said.legal == told.may(source, to), (source, to, said)
                    assert said.message.endswith(".")
                    assert said.clauses
                    assert set(said.squares) <= set(PEGS)
        move = rng.choice(told.moves())
        told.play(move)
        play.apply(move)


@pytest.mark.parametrize("options", SETUPS, ids=NAMES)
def test_counts_are_those_of_the_literal_program(options: dict[str, Any]) -> None:
    play = Play("pegs", 2, options, compiled=True).begin()
    assert [play.perft(depth) for depth in (1, 2)] == [Oracle(**options).perft(d) for d in (1, 2)]
