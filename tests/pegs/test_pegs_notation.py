"""Move texts of the peg game, and what is said about them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import Play
from pegs_oracle import PEGS, fan

from pivotry.errors import UnreadableMove
from pivotry.games.pegs import explain, notation, setup

C = setup.config(setup.normalise(2, {}))


@pytest.mark.parametrize(
    "text",
    [
        "A1-B1", "a1-b1", " A1 - B1 ", "A1B1", "a1 b1", "A1–B1", "A1—B1", "A1−B1", "A1‐B1",
        "A1→B1", "A1->B1", "A1-->B1", "A1➔B1",
         "A1xB1", "A1-B1#", "A1-B1x#", "A01-B1",
        "Ａ１－Ｂ１", "A1-\u200bB1", "A1\u00a0-\tB1\n", "a1>b1",
    ],
)  # fmt: skip
def test_lenient_reading(text: str) -> None:
    assert notation.read(text) == ("A1", "B1")


@pytest.mark.parametrize(
    "text",
    ["", "A1", "A1-", "-B1", "A1-B", "hello", "A1/B1", "A1-B1 C", "11-22", "é1-B1", "A1-B1234"],
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(UnreadableMove):
        notation.read(text)
    said = explain.explain(Play("pegs").begin().s, C, text)
    assert (said.legal, said.clauses) == (False, ())


def test_a_turn_is_read_move_by_move() -> None:
    with pytest.raises(UnreadableMove, match="one by one"):
        notation.read("A1-B1 A2-A1")


@pytest.mark.parametrize("text", ["A1-D5", "D1-A1", "Z9-A1", "A1-A1", "A0-B1"])
def test_impossible_moves_are_read_and_explained(text: str) -> None:
    move = notation.read(text)
    assert notation.number(move, C) is None
    assert explain.explain(Play("pegs").begin().s, C, text).clauses


def test_numbers_and_texts() -> None:
    """Every step the board has is a number of its own, and nothing else is one."""
    for options, lanes in (
        ({}, fan()),
        ({"lanes": fan() | {"C1": ["D5"]}}, fan() | {"C1": ["D5"]}),
    ):
        c = setup.config(setup.normalise(2, options))
        seen = set()
        for a in PEGS:
            for b in PEGS:
                number = notation.number(notation.read(f"{a}-{b}"), c)
                near = a[0] == b[0] != "D" and abs(int(a[1]) - int(b[1])) == 1
                assert (number is not None) == (near or b in lanes.get(a, []))
                if number is not None:
                    assert notation.write(number, c) == f"{a}-{b}"
                    seen.add(number)
        assert len(seen) == 20 + sum(map(len, lanes.values()))
        assert all(0 <= number < setup.FACTS.actions for number in seen)


def test_path() -> None:
    assert notation.path("A1-B1", 0) == ("A1", "B1")


@given(st.text(max_size=12))
def test_any_text_is_answered(text: str) -> None:
    said = explain.explain(Play("pegs").begin().s, C, text)
    assert said.message


@pytest.mark.parametrize(
    ("text", "message", "squares"),
    [
        ("A1-B2", "No lane leads from A1 to B2: its only lane goes to B1.", ("A1", "B2")),
        ("B2-C1", "There is no ring on B2.", ("B2",)),
        ("A1-A2", "A2 has no room: it is full with four rings.", ("A2",)),
        ("A1-A3", "A3 is not next to A1: A2 stands between them.", ("A1", "A3")),
        ("A1-A4", "A4 is not next to A1: A2 and A3 stand between them.", ("A1", "A4")),
        (
            "A1-C1",
            "C1 is more than one row ahead: from row A a ring goes forward to row B.",
            ("A1", "C1"),
        ),
        ("A1-C9", "There is no peg C9: row C goes from C1 to C5.", ("A1",)),
        ("H1-A1", "There is no peg H1: the rows are A, B, C and D.", ("A1",)),
        ("A1-A1", "A ring moves to another peg, not back onto A1.", ("A1",)),
        ("D1-D2", "There is no ring in D1.", ("D1",)),
    ],
)  # fmt: skip
def test_sentences_at_the_start(text: str, message: str, squares: tuple[str, ...]) -> None:
    said = explain.explain(Play("pegs").begin().s, C, text)
    assert (said.message, said.squares) == (message, squares)


def test_sentences_later() -> None:
    play = Play("pegs").begin().apply("A1-B1").apply("A2-B2")
    said = explain.explain(play.s, C, "A2-B2")
    assert said.message == "A2 holds three of four rings, so its top ring cannot go forward yet."
    assert "behind" in explain.explain(play.s, C, "B2-A2").message
    play.apply("B2-B3")
    said = explain.explain(play.s, C, "B3-B2")
    assert said.message == "The move before was B2-B3; that ring may not go straight back."
    assert said.squares == ("B3", "B2")
    assert explain.explain(play.s, C, "A1-A2").legal
    assert explain.explain(play.s, C, "A3-B3").message == (
        "A3 is full, so its top ring can go forward to B3."
    )
