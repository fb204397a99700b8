"""Positions in words, place by place: what a picture lets one click is said, in every set-up."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from kit import SETUPS, Play, generator, setup_id

import pivotry
from pivotry import registry
from pivotry.svg import Look

_AT = re.compile(r'data-at="([^"]+)"')


@pytest.mark.parametrize("setup", SETUPS, ids=setup_id)
def test_everything_to_click_is_said(setup: Any) -> None:
    game, players, options = setup
    play = Play(game, players, options, compiled=True).begin(5)
    rng = generator(6)
    parts = play.game.telling.places
    for _ in range(60):
        if play.over:
            break
        seat = max(0, int(play.game.rules.actor(play.s, play.c)))
        for eye in (seat, (seat + 1) % players, None):
            view = play.game.views.view(play.s, play.c, play.options, eye)
            there = set(_AT.findall(play.game.picture.draw(view, Look())))
            said = [place for part in parts(view) for row in part.rows for place in row]
            assert there <= {place.at for place in said}
            assert all(place.said and place.said == place.said.strip() for place in said)
            for part in parts(view):
                assert len(part.names) in (0, len(part.rows))
                assert part.names or len(part.rows) == 1
        play.k.random(play.s, play.c, play.w, rng)


@pytest.mark.parametrize("setup", SETUPS, ids=setup_id)
def test_moves_with_the_same_clicks_are_told_apart(setup: Any) -> None:
    game, players, options = setup
    match = pivotry.new(game, players, seed=5, **options)
    chosen = random.Random(6)
    found = registry.get(game)
    for _ in range(60):
        if match.turn is None:
            break
        moves = match.legal_moves()
        ways: dict[tuple[str, ...], list[str]] = {}
        for text in moves:
            ways.setdefault(found.notation.path(text, match.turn), []).append(text)
        for texts in ways.values():
            told = [found.telling.apart(text) for text in texts]
            assert len(texts) == 1 or all(told)
            assert len(set(told)) == len(texts)
        match.play(chosen.choice(moves))


def said(position: dict[str, Any], *names: str) -> dict[str, str]:
    """What is said of the places of a position, by name."""
    match = pivotry.from_position(position)
    parts = registry.get(match.game).telling.places(match.view(0), names)
    return {place.at: place.said for part in parts for row in part.rows for place in row}


def test_bars_are_told_with_levels_and_other_ends() -> None:
    position = pivotry.new("pivotation").position()
    position["stacks"] = {
        "c4": ["d1", "d2"], "d4": ["d1", "l1"], "d5": ["d2", "l1"], "g7": ["l2"], "h7": ["l2"],
        "a7": ["d3"], "b7": ["d3"], "a1": ["d4"], "b1": ["d4"],
    }  # fmt: skip
    told = said(position)
    assert told["c4"] == (
        "hole c4, dark bar d2 on level 2, other end hole d5 on level 1, under light bar l1;"
        " below: dark bar d1"
    )
    assert told["d4"] == (
        "hole d4, light bar l1 on level 2, other end hole d5 on level 2; below: dark bar d1"
    )
    assert told["g7"] == "hole g7, light bar l2, other end hole h7"
    assert told["a7"] == "hole a7, dark bar d3 on level 1, finished, other end hole b7"
    assert told["c3"] == "hole c3, empty"


def test_rings_are_told_from_the_top() -> None:
    position = pivotry.new("pegs").position()
    position["stacks"] = {
        "A1": "dlld", "A2": "dll", "A3": "ld", "B1": "d", "B2": "ld", "C1": "ld", "D1": "l",
        "A4": "d",
    }  # fmt: skip
    told = said(position, "Ada", "Ben")
    assert told["A1"] == ("A1, on top a dark ring, below it light, light, dark; full, open to B1")
    assert told["A2"] == "A2, on top a light ring, below it light, dark; room for 1 more"
    assert told["B1"] == "B1, a dark ring; room for 2 more"
    assert told["B3"] == "B3, empty, room for 3 rings"
    assert told["D1"] == "D1, a light ring"
    assert told[""] == "Ben (Light): 1 ring in the goal row, 3 win"
