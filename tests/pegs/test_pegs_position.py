"""Position JSON and options of the peg game: what is refused, with which clause."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from kit import Play
from pegs_oracle import fan

from pivotry.errors import BadOption, BadPosition
from pivotry.games.pegs import position, setup

GOOD: dict[str, Any] = {
    "game": "pegs", "turn": "light", "step": 2, "last": "A1-A2", "quiet": 1, "ply": 91,
    "result": None,
    "stacks": {
        "A1": "dl", "A2": "ldll", "A3": "l", "A4": "l", "B1": "d", "B2": "ld", "C2": "d",
        "C3": "dd", "C5": "l", "D3": "d",
    },
}  # fmt: skip


def changed(**changes: Any) -> dict[str, Any]:
    """``GOOD`` with keys or pegs (upper case) changed; None takes a peg's rings away."""
    data = copy.deepcopy(GOOD)
    for name, value in changes.items():
        if name[0].isupper():
            data["stacks"][name] = value
            if value is None:
                del data["stacks"][name]
        else:
            data[name] = value
    return data


def faults(data: object) -> list[str | None]:
    with pytest.raises(BadPosition) as refused:
        position.read(data)
    assert all(len(text) > 10 for _, text in refused.value.faults)
    return [clause for clause, _ in refused.value.faults]


WON = {"C3": "d", "D4": "d", "C2": None, "D5": "d", "last": "C2-D2", "quiet": 0}

FAULTS: list[tuple[dict[str, Any], list[str | None]]] = [
    # the form
    ({"game": "chess"}, [None]),
    ({"colour": "dark"}, [None]),
    ({"turn": "blue"}, [None]),
    ({"turn": ["dark"]}, [None]),
    ({"step": 0}, ["G-3"]),
    ({"step": 3}, ["G-3"]),
    ({"step": True}, ["G-3"]),
    ({"quiet": -1}, [None]),
    ({"quiet": 1.0}, [None]),
    ({"ply": "91"}, [None]),
    ({"ply": -3}, [None]),
    ({"result": "won"}, [None]),
    ({"result": 1}, [None]),
    ({"result": ["dark"]}, [None]),
    ({"stacks": []}, [None]),
    ({"last": "A1A2"}, [None]),
    ({"last": "a1-a2"}, [None]),
    ({"last": 7}, [None]),
    ({"A1": "dx"}, [None, "G-2"]),
    ({"C1": ""}, [None]),
    ({"C1": ["d"]}, [None]),
    # the options
    ({"setup": "other"}, ["GR-2"]),
    ({"lanes": "narrow"}, ["GR-3"]),
    ({"lanes": {"A1": ["B1"]}}, ["GR-3"]),
    ({"quiet_limit": 0}, ["GR-4"]),
    ({"first": "d"}, ["GR-6"]),
    # room and rings
    ({"E1": "d", "A4": None, "D4": "l", "A3": "d"}, ["G-1", "G-2", "G-2"]),
    ({"A5": "l"}, ["G-1"]),
    ({"C3": "ddl", "A4": None}, ["G-1"]),
    ({"D3": "dl", "A4": None}, ["G-1"]),
    ({"A1": "dlll", "A2": "ldlld"}, ["G-1", "G-2", "G-2"]),
    ({"A4": None}, ["G-2"]),
    ({"A4": "d"}, ["G-2", "G-2"]),
    ({"C4": "d"}, ["G-2"]),
    # the last move
    ({"last": "A5-A4"}, ["G-1"]),
    ({"last": "D3-D4", "quiet": 1}, ["G-8"]),
    ({"last": "B1-A1"}, ["G-8"]),
    ({"last": "A1-A3"}, ["G-5"]),
    ({"last": "A1-A1"}, ["G-5"]),
    ({"last": "A1-B2"}, ["G-6"]),
    ({"last": "A1-C2"}, ["G-6"]),
    ({"last": "C3-C4"}, ["G-4", "G-4"]),  # C3 is full, C4 empty
    ({"last": "A2-A1"}, ["G-4"]),  # A2 is full
    ({"last": "A2-B2", "quiet": 0}, ["G-6"]),  # A2 still is full
    ({"last": "A1-B1", "quiet": 0}, ["G-6"]),  # A1 was not full then
    ({"last": "B2-C3", "quiet": 1}, ["G-11"]),
    ({"quiet": 0}, ["G-11"]),
    ({"ply": 0}, ["G-11", None]),
    ({"quiet": 92}, ["G-11"]),
    # the result
    ({"result": "dark"}, ["G-10"]),
    ({"result": "light"}, ["G-10"]),
    ({"result": "draw"}, ["G-11"]),
    ({"quiet": 100, "ply": 120}, ["G-11"]),
    ({"quiet": 101, "ply": 120, "result": "draw"}, ["G-11"]),
    ({"quiet": 5, "quiet_limit": 5}, ["G-11"]),
    ({"D4": "d", "C2": None, "D5": "d", "C3": "d", "last": None}, ["G-10", "G-11"]),
    ({"D4": "d", "C2": None, "D5": "d", "C3": "d", "last": None, "quiet": 0}, ["G-10"]),
    (
        {"D4": "d", "C2": None, "D5": "d", "C3": "d", "last": None, "quiet": 0, "result": "light"},
        ["G-10"],
    ),
    (
        {"D4": "d", "C2": None, "D5": "d", "C3": "d", "result": "dark"},
        ["G-11", "G-10"],  # a sideways move won
    ),
    (
        {"D4": "d", "D5": "d", "D1": "d", "C2": None, "C3": None, "result": "dark", "quiet": 0,
         "last": None},
        ["G-10"],
    ),
]  # fmt: skip


def test_the_good_one_is_read_and_written_back() -> None:
    options, state = position.read(GOOD)
    assert position.write(state, setup.config(options), options) == GOOD


@pytest.mark.parametrize(("changes", "clauses"), FAULTS, ids=[str(c) for c, _ in FAULTS])
def test_every_fault_is_named(changes: dict[str, Any], clauses: list[str | None]) -> None:
    assert faults(changed(**changes)) == clauses


@pytest.mark.parametrize(("result", "have"), [("dark", 2), ("light", 1)])
def test_a_win_without_three_rings_says_how_many_there_are(result: str, have: int) -> None:
    """G-10."""
    with pytest.raises(BadPosition) as refused:
        position.read(changed(D4="d", C2=None, D1="l", C5=None, result=result))
    ((clause, text),) = refused.value.faults
    assert clause == "G-10"
    assert text.startswith(f"{result.capitalize()} has not won ('result'), for {have} of its rings")


def test_too_many_and_too_few_rings_are_counted_and_what_to_do_is_said() -> None:
    """G-2."""
    for letter, side in ("d", "dark"), ("l", "light"):
        other = "dl".replace(letter, "")
        stacks = {"A1": letter * 4, "A2": letter * 4, "B1": letter * 3}
        stacks |= {"A3": other * 4, "A4": other * 3}
        with pytest.raises(BadPosition) as refused:
            position.read({**GOOD, "stacks": stacks, "last": None})
        text = {"dark": "light", "light": "dark"}[side]
        assert [said for _, said in refused.value.faults] == [
            f"there are 11 {side} rings on the board, and the game has 8: take 3 away",
            f"there are 7 {text} rings on the board, and the game has 8: add 1",
        ][:: 1 if letter == "d" else -1]


@pytest.mark.parametrize("key", GOOD)
def test_every_key_must_be_there(key: str) -> None:
    data = changed()
    del data[key]
    assert None in faults(data)


@pytest.mark.parametrize("data", [None, "pegs", [], 3])
def test_a_position_is_an_object(data: object) -> None:
    assert faults(data) == [None]


def test_without_all_its_rings_nobody_is_stuck() -> None:
    assert faults({"game": "pegs", "stacks": {}}) == [None] * 6 + ["G-2", "G-2"]
    assert faults(GOOD | {"stacks": {}, "last": None}) == ["G-2", "G-2"]


def test_all_faults_at_once() -> None:
    found = faults(changed(game="go", E1="d", C3="ddd", A4=None, quiet_limit=-1, extra=1, step=9))
    assert sorted(map(str, found)) == ["G-1", "G-1", "G-2", "G-2", "G-3", "GR-4", "None", "None"]


ACCEPTED: list[dict[str, Any]] = [
    {"last": None},  # set up by somebody: nothing is known of the move before
    {"last": None, "quiet": 0, "ply": 0},
    {"quiet": 99, "ply": 99},
    {"quiet": 100, "ply": 100, "result": "draw"},
    {"quiet": 3, "quiet_limit": 3, "result": "draw"},
    {"last": "B2-C3", "quiet": 0},
    {"last": "B2-C3", "quiet": 0, "ply": 1},
    {"D4": "d", "C2": None, "D5": "d", "C3": "d", "last": None, "quiet": 0, "result": "dark"},
    {"D4": "d", "C2": None, "D5": "d", "C3": "d", "last": "C5-D5", "quiet": 0, "result": "dark"},
    {"lanes": fan()},
    {"lanes": "wide", "setup": "uniform", "first": "light", "quiet_limit": 10_000},
]


@pytest.mark.parametrize("changes", ACCEPTED, ids=str)
def test_what_must_be_accepted(changes: dict[str, Any]) -> None:
    data = changed(**changes)
    options, state = position.read(data)
    written = position.write(state, setup.config(options), options)
    if data["result"] is not None:
        for key in ("turn", "step"):
            data.pop(key), written.pop(key)
    assert written == data


def test_turn_and_step_mean_nothing_after_the_end() -> None:
    over = changed(quiet=100, ply=100, result="draw")
    one = position.read(over)[1]
    two = position.read({**over, "turn": "dark", "step": 1})[1]
    assert one.tobytes() == two.tobytes()


def test_reading_leaves_the_data_alone() -> None:
    data = changed(lanes=fan())
    kept = copy.deepcopy(data)
    options, _ = position.read(data)
    options["lanes"]["A1"].append("B2")
    assert data == kept


@pytest.mark.parametrize(
    ("players", "given", "told"),
    [
        (3, {}, "2 players"),
        (True, {}, "2 players"),
        (None, {"players": 1}, "2 players"),
        (2, {"setup": "mixed"}, "'staggered' or 'uniform'"),
        (2, {"setup": 1}, "'staggered' or 'uniform'"),
        (2, {"first": "blue"}, "'dark' or 'light'"),
        (2, {"quiet_limit": 0}, "from 1 to 10000"),
        (2, {"quiet_limit": 10_001}, "from 1 to 10000"),
        (2, {"quiet_limit": True}, "from 1 to 10000"),
        (2, {"quiet_limit": "9"}, "from 1 to 10000"),
        (2, {"lanes": 4}, "a mapping"),
        (2, {"lanes": {}}, "A1 needs"),
        (2, {"lanes": fan() | {"B3": []}}, "B3 needs"),
        (2, {"lanes": fan() | {"B3": "C3"}}, "B3 needs"),
        (2, {"lanes": fan() | {"B3": ["D3"]}}, "B3 can lead to C1-C5"),
        (2, {"lanes": fan() | {"B3": [3]}}, "B3 can lead to C1-C5"),
        (2, {"lanes": fan() | {"B3": ["C3", "C3"]}}, "B3 names a peg twice"),
        (2, {"lanes": fan() | {"D1": ["D2"]}}, "D1 is in the goal row"),
        (2, {"lanes": fan() | {"X1": ["A1"]}}, "no peg 'X1'"),
        (2, {"colour": "red"}, "no option 'colour'"),
    ],
)
def test_options_out_of_bounds(players: Any, given: dict[str, Any], told: str) -> None:
    with pytest.raises(BadOption, match=told):
        setup.normalise(players, given)


def test_own_lanes_equal_to_the_standard_play_the_same() -> None:
    """The one-word loop of the standard lanes and the general one agree on what is legal."""
    one, two = Play("pegs").begin(), Play("pegs", 2, {"lanes": fan()}).begin()
    for move in ("A1-B1", "A2-B2", "B2-B3", "A1-A2", "A2-B2"):
        assert one.texts() == two.texts()
        one.apply(move), two.apply(move)
    assert one.s.tobytes() == two.s.tobytes()
