"""Boards, lanes and words that people write by hand."""

from __future__ import annotations

import pytest

import pivotry
from pivotry import owntext, registry
from pivotry.contract import Option
from pivotry.errors import BadOption

WRITTEN = [
    (game, option)
    for game in pivotry.games()
    for option in registry.get(game).facts.options
    if option.mapping
]
LANES = next(option for game, option in WRITTEN if game == "pegs")
WORDS = next(option for game, option in WRITTEN if game == "updown")
BOARD = next(option for game, option in WRITTEN if game == "pivotation")


@pytest.mark.parametrize(("game", "option"), WRITTEN, ids=lambda value: str(value)[:12])
def test_the_example_of_an_option_can_be_played(game: str, option: Option) -> None:
    own = owntext.read(option, option.example)
    match = pivotry.new(game, **{option.name: own})
    named = {choice: pivotry.new(game, **{option.name: choice}) for choice in option.choices}
    assert match.options[option.name] == own
    if game == "pivotation":
        assert match.legal_moves() == named["mini"].legal_moves()
    if game == "pegs":
        assert match.legal_moves() == named["fan"].legal_moves()
    assert option.own


def test_what_is_written_is_read_leniently() -> None:
    assert owntext.read(LANES, "\n A1 :B1,B2 ; B3\n\nA2: B2 \n") == {
        "A1": ["B1", "B2", "B3"],
        "A2": ["B2"],
    }
    assert owntext.read(WORDS, "8: SKIP\n9:EXTRA") == {"8": "SKIP", "9": "EXTRA"}
    assert owntext.read(BOARD, "widths: 3 2\ndark: a1–b1 b1-c1") == {
        "widths": [3, 2],
        "dark": [["a1", "b1"], ["b1", "c1"]],
    }
    assert owntext.read(LANES, '{"A1": ["B1"]}') == {"A1": ["B1"]}


@pytest.mark.parametrize(
    ("option", "text", "said"),
    [
        (LANES, "", "Lanes: nothing is written there"),
        (LANES, "A1: B1\nA2 B2", "Lanes, line 2: 'A2 B2' is not written as in the example"),
        (LANES, "A1:", "line 1"),
        (LANES, ": B1", "line 1"),
        (LANES, "A1: B1\nA1: B2", "line 2: 'A1' is there twice"),
        (WORDS, "8: SKIP EXTRA", "line 1: '8' takes one value"),
        (LANES, "{oops", "Lanes: expecting property name"),
        (LANES, "A1: B1\n" * 1000, "too long"),
    ],
)
def test_what_cannot_be_read_is_said(option: Option, text: str, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        owntext.read(option, text)
