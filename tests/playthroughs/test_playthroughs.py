"""Recorded matches: they must replay for ever, and the same seeds and moves must give them again.

``python tests/playthroughs/test_playthroughs.py`` writes records for set-ups that have none yet; a
record that exists is never overwritten, for it is a promise to everybody who saved one.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2] / part) for part in ("src", "tests")]

from kit import SETUPS, setup_id

import pivotry

FOLDER = Path(__file__).parent
SEED = 20261130


def file_of(setup: Any) -> Path:
    return FOLDER / f"{setup_id(setup)}.json"


def played(setup: Any) -> dict[str, Any]:
    """A whole match of a set-up, played at random from fixed seeds."""
    game, players, options = setup
    match = pivotry.new(game, players=players, seed=SEED, **options)
    picks = random.Random(SEED)
    while match.turn is not None:
        match.play(picks.choice(match.legal_moves()))
    return match.record()


@pytest.mark.parametrize("setup", SETUPS, ids=setup_id)
def test_recorded_matches_replay(setup: Any) -> None:
    told = json.loads(file_of(setup).read_text())
    assert pivotry.from_record(told).record() == told
    assert pivotry.verify(told).fair is True


@pytest.mark.parametrize("setup", SETUPS, ids=setup_id)
def test_the_same_seed_and_moves_give_them_again(setup: Any) -> None:
    told = json.loads(file_of(setup).read_text())
    game, players, options = setup
    match = pivotry.new(game, players=players, seed=told["fair"]["seed"], **options)
    for move in told["moves"]:
        if isinstance(move, str) and not move.startswith("="):
            match.play(move)
    assert match.record() == told


if __name__ == "__main__":
    for one in SETUPS:
        if not file_of(one).exists():
            text = json.dumps(played(one), separators=(",", ":"))
            file_of(one).write_text(text.replace('"moves":[', '"moves":[\n') + "\n")
            print(file_of(one).name)
