"""Move texts: one canonical text, a lenient reader, and what to click."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit import kernels

from pivotry.errors import UnreadableMove
from pivotry.games.updown import notation, setup, tables

C = setup.config(setup.normalise(4, {}))


def test_every_action_has_one_text() -> None:
    texts = [notation.write(a, C) for a in range(tables.ACTIONS)]
    assert len(set(texts)) == len(texts) == 168
    for a, text in enumerate(texts):
        assert notation.number(notation.read(text), C) == a
        assert str(notation.read(text)) == text
    assert texts[:3] == ["1", "2", "3"]
    assert texts[80:86] == ["UP", "DOWN", "PIVOT", "draw", "keep", "=1"]
    assert texts[-1] == "=PIVOT"
    assert kernels("updown", False)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (" 42 ", "42"), ("042", "42"), ("４２", "42"), ("4 2", "42"), ("42#", "42"), ("42x", "42"),
        ("up", "UP"), ("Down", "DOWN"), ("pivot#", "PIVOT"), ("\tDRAW\n", "draw"), ("Keep", "keep"),
        ("= 17", "=17"), ("=up", "=UP"), ("＝17", "=17"), ("\ufeff42", "42"), ("85", "85"),
        ("0", "0"), ("=0099", "=99"), ("9999", "9999"),
    ],
)  # fmt: skip
def test_lenient_reader(text: str, canonical: str) -> None:
    assert str(notation.read(text)) == canonical


@pytest.mark.parametrize(
    "text",
    ["", " ", "=", "==3", "-3", "3.5", "UPP", "U", "p1", "42 43 x y", "draw 3", "=draw", "=keep",
     "forty", "½", "٤٢", "12345", "1" * 5000, "x", "#", "4\u00b2x2-"],
)  # fmt: skip
def test_no_move(text: str) -> None:
    with pytest.raises(UnreadableMove) as caught:
        notation.read(text)
    assert len(str(caught.value)) < 200


def test_cards_that_do_not_exist_have_no_number() -> None:
    for text in ("0", "81", "=81", "9999"):
        assert notation.number(notation.read(text), C) is None


def test_what_to_click() -> None:
    assert notation.path("42", 0) == ("42",)
    assert notation.path("up", 3) == ("UP",)
    assert notation.path("draw", 1) == ("draw",)
    assert notation.path("keep", 1) == ("keep",)
    assert notation.path("=17", 1) == ("draw",)


def test_no_marks() -> None:
    assert notation.marks(None, 3, None, C) == ""


@given(st.text(max_size=12))
def test_any_text_reads_or_does_not(text: str) -> None:
    try:
        move = notation.read(text)
    except UnreadableMove:
        return
    assert notation.read(str(move)) == move
    a = notation.number(move, C)
    if a is not None:
        assert notation.write(a, C) == str(move)
