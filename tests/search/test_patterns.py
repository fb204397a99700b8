"""The patterns of the peg game: fair, symmetric, in reach of their tables, and a gain."""

from __future__ import annotations

import numpy as np
import pytest
from alphabeta_kit import PEGS, estimate, parts, search, walked
from kit import Play

from pivotry import jit
from pivotry.games.pegs import patterns, weights
from pivotry.games.pegs.evaluate import TERM_COUNT
from pivotry.games.pegs.tables import PEG_NAMES

MIRRORED = {"A": 5, "B": 5, "C": 6, "D": 6}
"""A peg and its mirror image have numbers that add up to this."""


def mirrored(play: Play) -> Play:
    data = play.position()
    stacks = {
        f"{peg[0]}{MIRRORED[peg[0]] - int(peg[1])}": rings for peg, rings in data["stacks"].items()
    }
    return Play.at(data | {"stacks": stacks, "last": None}, compiled=True)


def test_tables_fit_what_ships() -> None:
    assert len(weights.WEIGHTS) == TERM_COUNT + patterns.SIZE
    assert weights.WEIGHTS.dtype == np.int16
    assert np.count_nonzero(weights.WEIGHTS[TERM_COUNT:]) > 10_000


def test_mirror_images_are_worth_the_same() -> None:
    values = set()
    for seed in range(4):
        for play in walked(PEGS, seed, 200):
            values.add(estimate(play))
            assert estimate(mirrored(play)) == estimate(play)
    assert len(values) > 100


@pytest.mark.parametrize("compiled", [False, True])
def test_places_lie_in_their_own_tables(compiled: bool) -> None:
    places = jit.bind(patterns.places, tag="pegs", compiled=compiled)
    room, out = np.zeros(TERM_COUNT, np.int64), np.zeros(patterns.COUNT, np.int64)
    first = [*map(int, patterns.FIRST), patterns.WHOLE]
    end = [next((f for f in first[i:] if f > first[i]), patterns.SIZE) for i in range(len(first))]
    met: list[set[int]] = [set() for _ in first]
    for seed in range(3 if compiled else 1):
        for play in walked(PEGS, seed, 150):
            places(play.s, room, out)
            for i, place in enumerate(map(int, out)):
                assert first[i] <= place < end[i]
                met[i].add(place)
            # What every peg holds is told: a one above its colours, the mover's own ones 0.
            held = play.position()["stacks"]
            for peg, name in enumerate(PEG_NAMES):
                rings = held.get(name, "")
                own = "dl"[play.actor]
                bits = "".join("01"[ring != own] for ring in rings)
                assert int(room[peg]) == int("1" + bits, 2)
    assert min(map(len, met)) > 3


@pytest.mark.parametrize(("lanes", "told"), [("fan", True), ("wide", False)])
def test_patterns_are_of_the_standard_lanes_alone(lanes: str, told: bool) -> None:
    evaluate, room = parts("pegs")["evaluate"], np.zeros(TERM_COUNT, np.int64)
    differs = False
    for play in walked(PEGS, 5, 100, lanes=lanes):
        alone = int(evaluate(play.s, play.c, play.w, weights.TERMS, room))
        differs |= alone != int(evaluate(play.s, play.c, play.w, weights.WEIGHTS, room))
    assert differs is told


def test_who_scorns_a_draw_goes_on() -> None:
    """With the quiet limit a move away, who wants the draw takes it and who does not goes on."""
    chosen = {-3000: 0, 3000: 0}
    asked = 0
    for seed in range(12):
        *_, play = walked(PEGS, seed, 60, quiet_limit=30)
        if play.over or not any(_forward(a) for a in play.legal()):
            continue
        play.s.quiet = 29
        asked += 1
        for contempt in chosen:
            made = search(play, 2000, contempt=contempt)
            chosen[contempt] += _forward(made.lines()[0].action)
            assert all(line.value == 0 for line in made.lines() if line.proof == 0)
    assert asked > 5
    assert chosen[3000] == asked
    assert chosen[-3000] < asked / 2


def _forward(action: int) -> bool:
    """Whether a move goes to another row."""
    return PEG_NAMES[action // len(PEG_NAMES)][0] != PEG_NAMES[action % len(PEG_NAMES)][0]
