"""Boards and options, position JSON with every fault named, and move texts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from kit import Play, conformance
from pivotation_kit import at, described, said, widths
from pivotation_oracle import Oracle

import pivotry
from pivotry.errors import BadOption, BadPosition, UnreadableMove
from pivotry.games.pivotation import notation, position, setup
from pivotry.games.pivotation.notation import Move

FAR = {"h7": "l1", "g7": "l1"}
GOOD = described({"c3": "d1", "d3": "d1", **FAR})


def faults(data: object) -> list[tuple[str | None, str]]:
    with pytest.raises(BadPosition) as caught:
        position.read(data)
    assert all(text for _, text in caught.value.faults)
    return caught.value.faults


# --- options -------------------------------------------------------------------------------------

CUSTOM = {"widths": [4, 5, 4], "dark": [["a1", "b1"], ["c1", "d1"]], "light": [["d3", "c3"]]}


def test_a_custom_board() -> None:
    play = Play("pivotation", options={"board": CUSTOM}).begin()
    assert play.position()["board"] == {"widths": [4, 5, 4]}
    assert play.position()["stacks"] == {
        "a1": ["d1"], "b1": ["d1"], "c1": ["d2"], "d1": ["d2"], "c3": ["l1"], "d3": ["l1"],
    }  # fmt: skip
    assert "d1-d2" in play.texts()
    stacked = {**CUSTOM, "dark": [["a1", "b1"], ["b1", "c1"]], "light": [["a1", "b1"]]}
    play = Play("pivotation", options={"board": stacked}).begin()
    assert play.position()["stacks"]["b1"] == ["d1", "d2", "l1"]


def test_the_largest_boards() -> None:
    bars = [
        [f"{chr(97 + i)}{row}", f"{chr(98 + i)}{row}"] for row in (1, 2) for i in range(0, 16, 2)
    ]
    top = [
        [f"{chr(97 + i)}{row}", f"{chr(98 + i)}{row}"] for row in (4, 5) for i in range(0, 16, 2)
    ]
    board = {"widths": [26, 25, 24, 25, 26], "dark": bars, "light": top}
    play = Play("pivotation", options={"board": board}, compiled=True).begin()
    assert len(play.legal()) == len(set(play.texts())) > 40
    rng = np.array([3], np.uint64)
    while not play.over:
        play.k.random(play.s, play.c, play.w, rng)
    assert play.position()["result"] in ("dark", "light", "draw")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"widths": [4, 5, 5]}, "differ by one"),
        ({"widths": [4, 6, 4]}, "differ by one"),
        ({"widths": [4]}, "at least 2 rows"),
        ({"widths": [0, 1]}, "1 to 26 holes"),
        ({"widths": [27, 26]}, "1 to 26 holes"),
        ({"widths": [26, 25, 26, 25, 26]}, "at most 127"),
        ({"widths": "454"}, "list of whole numbers"),
        ({"widths": [4, 5.0, 4]}, "list of whole numbers"),
        ({"widths": [True, 2]}, "list of whole numbers"),
        ({"dark": []}, "1 to 16 bars"),
        ({"light": [["d3", "c3"]] * 17}, "1 to 16 bars"),
        ({"dark": [["a1", "c1"]]}, "not neighbours"),
        ({"dark": [["a1", "a1"]]}, "not neighbours"),
        ({"dark": [["a1", "a9"]]}, "no hole"),
        ({"dark": [["a1"]]}, "lies in two holes"),
        ({"dark": ["a1b1"]}, "lies in two holes"),
        ({"dark": [["a1", "b1"], ["a1", "b1"], ["b1", "c1"]]}, "levels 3 and 1"),
        ({"dark": [["c3", "d3"]], "light": [["a1", "b1"]]}, "no legal pivot"),
        ({"more": 1}, "'more' is none of them"),
    ],
)
def test_bad_boards(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        setup.normalise(2, {"board": {**CUSTOM, **change}})


@pytest.mark.parametrize(
    ("players", "options"),
    [(3, {}), (True, {}), (2, {"board": "huge"}), (2, {"size": 3}), (2, {"board": None})],
)
def test_bad_options(players: int, options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        setup.normalise(players, options)


def test_a_board_without_bars_is_for_positions_only() -> None:
    with pytest.raises(BadOption):
        pivotry.new("pivotation", board={"widths": [3, 4, 3]})
    match = pivotry.from_position(
        described({"a1": "d1", "b1": "d1", "c3": "l1", "b3": "l1"}, board=widths(3, 4, 3))
    )
    match.play("a1-b2")
    again = pivotry.from_record(match.record())
    assert again.position() == match.position()


def test_a_board_without_bars_is_drawn_from_the_beginning() -> None:
    play = at({"a1": "d1", "b1": "d1", "c3": "l1", "b3": "l1"}, board=widths(3, 4, 3)).begin()
    assert play.over
    assert play.position()["result"] == "draw"
    assert play.legal() == []


# --- positions -----------------------------------------------------------------------------------


def test_round_trip_of_every_conformance_position() -> None:
    for figure in conformance("pivotation/figures.json"):
        data = figure["position"]
        options, s = position.read(data)
        assert position.write(s, setup.config(options), options) == data


def test_the_order_of_a_bars_ends_does_not_matter() -> None:
    one = described({"a1": "d1", "b1": "d1 l1", "a2": "l1"})
    two = {**one, "stacks": dict(reversed(one["stacks"].items()))}
    assert position.read(one)[1].tobytes() == position.read(two)[1].tobytes()


@pytest.mark.parametrize(
    ("change", "clause", "words"),
    [
        ({"stacks": {"c3": ["d1"], "i3": ["d1"]}}, "P-1", "no hole 'i3'"),
        ({"stacks": {"c3": ["d1"], "h2": ["d1"]}}, "P-1", "no hole 'h2'"),
        ({"stacks": {"c3": ["d1"], "e3": ["d1"]}}, "P-1", "not neighbours"),
        ({"stacks": {"c3": ["d1"]}}, "P-1", "only one end of d1 is there, in c3"),
        ({"stacks": {"c3": ["d1", "d1"]}}, "P-1", "both ends of d1 are in c3"),
        ({"stacks": {"c3": ["d1"], "d3": ["d1"], "e3": ["d1"]}}, "P-1", "3 are there"),
        ({"stacks": {"c3": ["d1"], "d3": ["d1", "x1"]}}, None, "'x1'"),
        ({"stacks": {"c3": ["d17"], "d3": ["d17"]}}, None, "d1 to d16"),
        ({"stacks": {"c3": ["d01"], "d3": ["d01"]}}, None, "d1 to d16"),
        ({"stacks": {"c3": [1]}}, None, "d1 to d16"),
        ({"stacks": {"c3": []}}, None, "left out"),
        ({"stacks": {"c3": "d1"}}, None, "left out"),
        ({"stacks": [1]}, None, "'stacks' is an object"),
        (
            {"stacks": {"c3": ["d1"], "d3": ["d2", "d3", "d1"], "e3": ["d2", "d3"]}},
            "P-7",
            "level 3",
        ),
        ({"stacks": {"c3": ["d1", "d2"], "d3": ["d2", "d1"]}}, "P-9", "d2 is above d1 in c3"),
        ({"stacks": {"c3": ["l1", "d2"], "d3": ["d2", "l1"]}}, "P-9", "d2 is above l1 in c3"),
        ({"stacks": {"c3": ["l1"], "d3": ["l1"]}}, "P-20", "Dark is to move"),
        ({"turn": "both"}, "P-2", "'turn'"),
        ({"turn": 0}, "P-2", "'turn'"),
        ({"ply": -1}, None, "'ply'"),
        ({"ply": 1.0}, None, "'ply'"),
        ({"ply": True}, None, "'ply'"),
        ({"ply": 10**10}, None, "'ply'"),
        ({"result": "won"}, None, "'result'"),
        ({"result": []}, None, "'result'"),
        ({"result": "draw"}, "P-20", "cannot be a draw ('result')"),
        ({"result": "dark"}, "P-20", "Dark cannot have won ('result')"),
        ({"result": "light"}, "P-20", "Light cannot have won ('result')"),
        ({"board": "huge"}, "PR-2", "'board'"),
        ({"board": ["standard"]}, "PR-2", "'board'"),
        ({"board": {"widths": [3, 3]}}, "PR-2", "differ by one"),
        ({"board": {"widths": [3, 4], "dark": []}}, "PR-2", "'widths' alone"),
        ({"game": "chess"}, None, "'game'"),
        ({"colour": "red"}, None, "'colour'"),
    ],
)
def test_every_fault_is_named(change: dict[str, Any], clause: str | None, words: str) -> None:
    found = faults({**GOOD, **change})
    assert any(c == clause and words in text for c, text in found), found


def test_nobody_is_stuck_where_parts_are_missing() -> None:
    assert {clause for clause, _ in faults({"game": "pivotation", "stacks": {}})} == {None}


def test_all_faults_are_listed() -> None:
    data = {
        "game": "pivotation", "board": "standard", "ply": -3, "result": None, "odd": 1,
        "stacks": {"c3": ["d1", "d2"], "d3": ["d2", "d1"], "z9": ["d3"], "a1": ["d4"],
                   "b1": ["l1", "l2", "d5"], "c1": ["d5", "l1", "l2"]},
    }  # fmt: skip
    found = faults(data)
    assert [clause for clause, _ in found].count("P-7") == 1
    assert {clause for clause, _ in found} == {None, "P-1", "P-7", "P-9"}
    assert len(found) == 7
    assert faults([]) == [(None, "a position is a JSON object")]
    assert len(faults({})) == 6


@pytest.mark.parametrize(
    ("stood", "turn", "result"),
    [
        ({"c7": "d1", "d7": "d1", **FAR}, "light", "dark"),
        ({"a1": "l1", "b1": "l1", "c3": "d1", "d3": "d1"}, "dark", "light"),
        ({"c7": "d1", "d7": "d1", "a1": "l1", "b1": "l1"}, "light", "draw"),
    ],
)
def test_results_that_cannot_be(stood: dict[str, str], turn: str, result: str) -> None:
    if result == "draw":
        assert faults(described(stood, result=result))[0][0] == "P-20"
        return
    options, s = position.read(described(stood, turn, result=result))
    written = position.write(s, setup.config(options), options)
    assert written["result"] == result
    assert written["turn"] == "dark"
    other = {"dark": "light", "light": "dark"}[result]
    assert faults(described(stood, turn, result=other))[0][0] == "P-18"


# --- move texts ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("c4-d5", (1, "c4", "d5")),
        (" C4 – D5 ", (1, "c4", "d5")),
        ("2c4-d5", (2, "c4", "d5")),
        ("2 c4→d5", (2, "c4", "d5")),
        ("c4−d5x", (1, "c4", "d5")),
        ("c4-d5xx#", (1, "c4", "d5")),
        ("c4 d5", (1, "c4", "d5")),
        ("c4\u200b-\u200bd5", (1, "c4", "d5")),
        ("１ｃ４－ｄ５", (1, "c4", "d5")),
        ("1c4-d5", (1, "c4", "d5")),
        ("16x10-x9", (16, "x10", "x9")),
        ("i9-i8", (1, "i9", "i8")),
        ("99c04-d05", (99, "c4", "d5")),
        ("c4->d5 #", (1, "c4", "d5")),
    ],
)
def test_lenient_reading(text: str, move: tuple[int, str, str]) -> None:
    assert notation.read(text) == Move(*move)
    assert notation.path(text, 0) == move[1:]


@pytest.mark.parametrize(
    "text", ["", "c4", "0c4-d5", "c4-d5-e6", "4c-5d", "pass", "c4+d5", "-", "x"]
)
def test_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove):
        notation.read(text)
    assert said(at({"c3": "d1", "d3": "d1", **FAR}), text).legal is False


def test_every_action_number_has_one_text() -> None:
    play = Play("pivotation", options={"board": "mini"}).begin()
    texts = [notation.write(a, play.c) for a in range(16 * int(play.c.pairs))]
    assert len(set(texts)) == len(texts)
    assert [notation.number(notation.read(text), play.c) for text in texts] == list(
        range(len(texts))
    )
    assert {"c1-d2", "16c1-d2", "a1-c1", "a1-b3", "d2-c1"} <= set(texts)
    frame = Oracle(play.position())
    pairs = {(text[-5:-3], text[-2:]) for text in texts}
    for one in frame.holes:
        for two in frame.holes:
            between = any(
                frame.neighbours(one, h) and frame.neighbours(h, two) for h in frame.holes
            )
            assert ((one, two) in pairs) == (one != two and between)
    for text in ("a1-a5", "c1-c1", "z9-z8", "17c1-d2"):
        assert notation.number(notation.read(text), play.c) is None


def test_marks() -> None:
    play = at({"d4": "l1 d1", "e4": "l1", "e3": "d1", "h7": "l2", "g7": "l2"})
    before = play.snapshot()[0][0]
    a = play.number("e3-e4")
    assert notation.marks(before, a, play.apply(a).s, play.c) == "x"
    play = at({"h1": "l1", "g2": "l1", "a1": "d1", "b1": "d1"}, "light")
    before = play.snapshot()[0][0]
    a = play.number("g2-g1")
    assert notation.marks(before, a, play.apply(a).s, play.c) == "#"
    play = at({"c3": "d1", "d3": "d1", **FAR})
    before = play.snapshot()[0][0]
    a = play.number("c3-c4")
    assert notation.marks(before, a, play.apply(a).s, play.c) == ""
