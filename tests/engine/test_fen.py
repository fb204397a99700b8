"""Positions in one line: nothing is lost, one text a position, every fault told."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import CONFORMANCE, SETUPS, Play, conformance, setup_id

import pivotry
from pivotry import registry
from pivotry.contract import OVER
from pivotry.errors import BadPosition
from pivotry.games.pegs.setup import lane_map

BOARD_GAMES = ("pivotation", "pegs")
_LANES = {
    **{f"A{i}": [f"B{5 - i}", "B1"][: 1 + (i != 4)] for i in range(1, 5)},
    **{f"B{i}": ["C5", "C1", "C3"] for i in range(1, 5)},
    **{f"C{i}": [f"D{i}"] for i in range(1, 6)},
}
_SETUPS = [
    *[setup for setup in SETUPS if setup[0] in BOARD_GAMES],
    ("pegs", 2, {"lanes": _LANES, "quiet_limit": 7, "setup": "uniform", "first": "light"}),
]


def round_trip(position: dict[str, Any]) -> None:
    fen = registry.get(position["game"]).fen
    text = fen.write(position)
    assert fen.read(text) == position
    assert fen.write(fen.read(f"  {text.replace(' ', '   ')}\n")) == text
    assert "\n" not in text


@pytest.mark.parametrize("setup", _SETUPS, ids=setup_id)
def test_every_position_of_random_games_comes_back(setup: tuple[str, int, dict[str, Any]]) -> None:
    game, players, options = setup
    texts: dict[str, Any] = {}
    for seed in range(2):
        play = Play(game, players, options).begin()
        rng = random.Random(seed)
        for _ in range(120):
            position = play.position()
            round_trip(position)
            text = play.game.fen.write(position)
            assert texts.setdefault(text, position) == position, "two positions, one text"
            if play.actor == OVER:
                break
            play.apply(rng.choice(play.legal()))


def _positions(game: str) -> list[dict[str, Any]]:
    """Valid positions of the conformance files: set up by hand, ended, on boards of all kinds."""
    found: list[dict[str, Any]] = []

    def look(thing: Any) -> None:
        if isinstance(thing, dict):
            if thing.get("game") == game and "stacks" in thing:
                found.append(thing)
            for part in thing.values():
                look(part)
        elif isinstance(thing, list):
            for part in thing:
                look(part)

    for path in sorted(CONFORMANCE.rglob("*.json")):
        look(conformance(str(path.relative_to(CONFORMANCE))))
    return found


@pytest.mark.parametrize("game", BOARD_GAMES)
def test_every_position_of_the_shared_files_comes_back(game: str) -> None:
    parts = registry.get(game)
    valid = 0
    for data in _positions(game):
        try:
            options, state = parts.position.read(data)
        except BadPosition:
            continue
        valid += 1
        round_trip(parts.position.write(state, parts.setup.config(options), options))
    assert valid > 5


def test_the_text_is_what_the_document_says() -> None:
    pegs, pivotation = (registry.get(game).fen for game in ("pegs", "pivotation"))
    match = pivotry.new("pegs", setup="uniform", quiet_limit=20)
    assert pegs.write(match.position()) == (
        "dldl,dldl,dldl,dldl/4/5/5 d 1 - 0 0 - setup=uniform quiet_limit=20"
    )
    match = pivotry.new("pegs")
    match.play("A2-B2")
    assert pegs.write(match.position()) == "dldl,ldl,dldl,ldld/1,d,2/5/5 d 2 A2-B2 0 1 -"
    assert pivotation.write(pivotry.new("pivotation", board="mini").position()) == (
        "d1,d1,d2,d2,d3,d3/5/6/5/l3,l3,l2,l2,l1,l1 mini d 0 -"
    )


_PEGS = "dldl,ldld,dldl,ldld/4/5/5 d 1 - 0 0 -"
_MINI = "d1,d1,d2,d2,d3,d3/5/6/5/l3,l3,l2,l2,l1,l1 mini d 0 -"


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("pegs", "", ["7 fields"]),
        ("pegs", _PEGS[:-1], ["7 fields"]),
        ("pegs", _PEGS.replace("/4/", "/5/"), ["row B has 4 pegs"]),
        ("pegs", _PEGS.replace("/4/5", "/4"), ["4 rows"]),
        ("pegs", _PEGS.replace("/4/", "/2,2/"), ["is written 'dldl"]),
        ("pegs", _PEGS.replace("/4/", "/04/"), ["row B has 4 pegs"]),
        ("pegs", _PEGS.replace("/4/", "/,,,/"), ["is written 'dldl"]),
        ("pegs", _PEGS.replace("d 1 - 0 0", "x 01 - -1 0"), ["turn is", "step is", "quiet is"]),
        ("pegs", _PEGS.replace("dldl,", "dxdl,", 1), ["the rings of A1"]),
        ("pegs", _PEGS + " height=3", ["setup=..."]),
        ("pegs", _PEGS + " first=light first=light", ["given twice"]),
        ("pegs", _PEGS + " first=dark", ["in no other way"]),
        ("pegs", _PEGS + " first=light setup=uniform", ["setup=uniform first=light"]),
        ("pegs", _PEGS[:-1] + "won", ["result is one of -, d, l, ="]),
        ("pivotation", _MINI.replace("mini", "huge"), ["standard, mini, grand, own"]),
        ("pivotation", _MINI.replace("mini", "grand"), ["6, 5, 6, 5, 6"]),
        (
            "pivotation",
            _MINI.replace("/5/6", "/5/9").replace("mini", "own"),
            ["rows 2 and 3", "rows 3 and 4"],
        ),
        ("pivotation", _MINI.replace("d1,", "e1,", 1), ["the bars in a1"]),
        ("pivotation", _MINI.replace("d1,", "d01,", 1), ["the bars in a1"]),
        ("pivotation", _MINI + " own=1", ["may come nothing"]),
        ("pivotation", _MINI.replace(" 0 ", " 99999999999 "), ["ply is a whole number"]),
        ("pivotation", "1" * 5000, ["at most 4000"]),
    ],
)
def test_what_is_wrong_with_a_text_is_told(game: str, text: str, told: list[str]) -> None:
    with pytest.raises(BadPosition) as caught:
        registry.get(game).fen.read(text)
    faults = "\n".join(sentence for _, sentence in caught.value.faults)
    for part in told:
        assert part in faults
    assert len(caught.value.faults) == len(told)


@pytest.mark.parametrize(
    ("game", "text", "clause"),
    [
        ("pegs", _PEGS.replace("dldl,", "dldll,", 1), "G-1"),
        ("pegs", _PEGS + " lanes=1,2,3/1,2,3,4/1,2,3,4,5", "GR-3"),
        ("pegs", _PEGS + " lanes=1,2,3,9/1,2,3,4/1,2,3,4,5", "GR-3"),
        ("pegs", _PEGS + " quiet_limit=many", "GR-4"),
        ("pivotation", _MINI.replace("d3,d3", "d3,1"), "P-1"),
    ],
)
def test_a_text_that_reads_well_is_checked_as_a_position(game: str, text: str, clause: str) -> None:
    parts = registry.get(game)
    with pytest.raises(BadPosition) as caught:
        parts.position.read(parts.fen.read(text))
    assert clause in [found for found, _ in caught.value.faults]


@pytest.mark.parametrize("game", BOARD_GAMES)
@given(text=st.text(max_size=80) | st.text("dl123456789/,-= mini", max_size=80))
@settings(max_examples=100, deadline=None)
def test_any_text_is_read_or_refused(game: str, text: str) -> None:
    fen = registry.get(game).fen
    faults = None
    try:
        position = fen.read(text)
    except BadPosition as bad:
        faults = bad.faults
    if faults is None:
        assert fen.write(json.loads(json.dumps(position))) == " ".join(text.split())
    else:
        assert faults


def test_the_texts_in_the_document_are_positions() -> None:
    document = Path(__file__).parents[2] / "docs" / "engine.md"
    texts = re.findall(r"^[dl1].*/.* [dl] .*$", document.read_text(), re.MULTILINE)
    assert len(texts) == 5
    for text in texts:
        game = "pegs" if " 0 " in text and "l1" not in text else "pivotation"
        parts = registry.get(game)
        parts.position.read(parts.fen.read(text))


def test_lanes_in_a_text_are_those_of_every_peg() -> None:
    fen = registry.get("pegs").fen
    text = f"{_PEGS} lanes=1,2,3,4/12,23,34,45/1,2,3,4,5"
    assert fen.read(text)["lanes"] == lane_map("fan")
