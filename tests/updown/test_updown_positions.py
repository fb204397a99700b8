"""Position JSON: what is read is written back, and every fault is named."""

from __future__ import annotations

import copy
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from kit import Play, conformance
from updown_table import after, at, table

from pivotry.errors import BadPosition
from pivotry.games.updown import position, setup

Position = dict[str, Any]


def faults(data: object) -> list[tuple[str | None, str]]:
    with pytest.raises(BadPosition) as caught:
        position.read(data)
    return caught.value.faults


def good() -> Position:
    return table(
        "3 UP", "41 50", "80 PIVOT", numbers="5 40", directions="UP", turn=1, last_player=0
    )


def drawing() -> Position:
    return {**good(), "phase": "drawing", "cause": "draw"}


def drawn() -> Position:
    return {**good(), "phase": "drawn", "drawn": "50"}


def ended() -> Position:
    return after(at("50", "1 UP", "2"), "50")


def over() -> Position:
    return after(at("50", "1 UP", "2", games=1), "50")


@pytest.mark.parametrize("make", [good, drawing, drawn, ended, over])
def test_what_is_read_is_written_back(make: Callable[[], Position]) -> None:
    data = make()
    options, state = position.read(copy.deepcopy(data))
    again = position.write(state, setup.config(options), options)
    assert position.read(again)[1].tobytes() == state.tobytes()
    for key in ("draw", "hands"):
        again[key] = [sorted(x) for x in again[key]] if key == "hands" else sorted(again[key])
        data[key] = [sorted(x) for x in data[key]] if key == "hands" else sorted(data[key])
    assert again == data


def test_order_of_unordered_cards_does_not_matter() -> None:
    data = good()
    turned = copy.deepcopy(data)
    turned["draw"].reverse()
    turned["hands"] = [hand[::-1] for hand in turned["hands"]]
    assert position.read(data)[1].tobytes() == position.read(turned)[1].tobytes()


def test_turn_phase_and_free_mean_nothing_once_it_is_over() -> None:
    data = over()
    other = {**data, "turn": 2, "phase": "play", "free": True}
    assert position.read(other)[1].tobytes() == position.read(data)[1].tobytes()


def test_cards_are_written_in_order() -> None:
    data = position.write(Play.at(good()).s, Play.at(good()).c, setup.normalise(3, {}))
    assert data["hands"] == [["3", "UP"], ["41", "50"], ["80", "PIVOT"]]
    assert data["draw"][:3] == ["1", "2", "4"]
    assert data["draw"][-5:] == ["PIVOT"] * 5


def test_options_appear_only_when_not_standard() -> None:
    plain = Play("updown", 3).begin(1).position()
    assert not set(plain) & {"words", "end", "games", "hand"}
    odd = {"words": {"7": "SKIP", "11": "DRAWS"}, "end": "deck_out", "games": 2, "hand": 5}
    data = Play("updown", 3, odd).begin(1).position()
    assert {name: data[name] for name in odd} == odd
    options, _ = position.read(data)
    assert options == {"players": 3, **odd}
    # Standard values may be written out.
    assert position.read({**plain, "games": 5, "words": "standard"})[0] == setup.normalise(3, {})


def change(key: str, value: Any, make: Callable[[], Position] = good) -> Position:
    data = make()
    data[key] = value
    return data


def edit(make: Callable[[], Position], *steps: tuple[str, Any]) -> Position:
    data = make()
    for key, value in steps:
        data[key] = value
    return data


def moved(card: str, source: Any, target: Any, make: Callable[[], Position] = good) -> Position:
    """A card taken from one list and put on another (paths; None is nowhere)."""
    data = make()

    def at_path(path: Any) -> list[str]:
        found: Any = data
        for step in path:
            found = found[step]
        return found  # type: ignore[no-any-return]

    if source is not None:
        at_path(source).remove(card)
    if target is not None:
        at_path(target).append(card)
    return data


FAULTS: list[tuple[str, Position, str | None, str]] = [
    ("no-object", [], None, "JSON object"),  # type: ignore[list-item]
    ("game", change("game", "bounce"), None, "updown"),
    ("unknown-key", change("colour", "red"), None, "colour"),
    ("players", change("players", 9), "UR-2", "2 to 8"),
    ("players-bool", change("players", True), "UR-2", "2 to 8"),
    ("hands-count", change("players", 4), None, "3 hands for 4 players"),
    ("hands-kind", change("hands", "3"), None, "hands"),
    ("hand-kind", change("hands", [["3"], 5, []]), None, "hand of seat 1"),
    ("card", moved("99", None, ("draw",)), "U-1", "'99' in the draw pile"),
    ("card-zero", moved("07", None, ("draw",)), "U-1", "'07'"),
    ("card-number", moved(7, None, ("draw",)), "U-1", "7 in the draw pile"),  # type: ignore[arg-type]
    ("card-case", moved("up", None, ("hands", 1)), "U-1", "'up' in the hand of seat 1"),
    ("twice", moved("41", None, ("draw",)), "U-1", "41 appears 2 times"),
    ("too-many", moved("PIVOT", None, ("draw",)), "U-1", "PIVOT appears 7 times"),
    ("missing", moved("12", ("draw",), None), "U-1", "missing: 12"),
    ("missing-up", moved("UP", ("hands", 0), None), "U-1", "missing: UP"),
    ("direction-on-numbers", moved("UP", ("draw",), ("numbers",)), "U-5", "UP cannot lie"),
    ("number-on-directions", moved("7", ("draw",), ("directions",)), "U-5", "7 cannot lie"),
    ("no-start", edit(good, ("numbers", [])), "U-4", "never empty"),
    ("dealer", change("dealer", 3), "U-3", "dealer"),
    ("dealer-null", change("dealer", None), "U-3", "dealer"),
    ("turn", change("turn", -1), "U-9", "turn"),
    ("turn-text", change("turn", "1"), "U-9", "turn"),
    ("last", change("last_player", 3), "U-11", "last_player"),
    ("going", change("going", "left"), "U-5", "going"),
    ("free-kind", change("free", 0), "U-11", "true or false"),
    ("free-other", change("free", True), "U-11", "last played"),
    ("not-free", edit(good, ("last_player", 1), ("idle", 2)), "U-11", "all the way round"),
    ("free-penalty", edit(drawing, ("last_player", 1), ("free", True), ("cause", "penalty")),
     "U-11", "penalty"),
    ("phase", change("phase", "over"), None, "phase"),
    ("phase-list", change("phase", ["play"]), None, "phase"),
    ("no-cause", change("phase", "drawing"), "U-8", "cause"),
    ("bad-cause", change("cause", "whim", drawing), "U-8", "whim"),
    ("cause-elsewhere", change("cause", "draw"), "U-8", "cause belongs"),
    ("drawn-elsewhere", change("drawn", "41"), "U-8", "drawn belongs"),
    ("no-drawn", change("phase", "drawn"), "U-8", "card in question"),
    ("drawn-not-held", change("drawn", "80", drawn), "U-8", "does not hold"),
    ("drawn-not-playable", edit(drawn, ("going", "down")), "UR-6", "cannot be played"),
    ("drawn-no-card", change("drawn", "UPP", drawn), "U-8", "card in question"),
    ("draw-empty", {**table("3", "41", "80", draw=""), "phase": "drawing", "cause": "draw"},
     "U-12", "empty"),
    ("no-cards", table("3", "41", ""), "U-13", "seat 2 has no cards"),
    ("not-ended", change("phase", "deal"), "U-13", "everybody holds cards"),
    ("not-stuck", {**table("3", "41", "80", draw=""), "phase": "deal"}, "U-13", "can draw"),
    ("idle", change("idle", -1), "U-14", "idle"),
    ("idle-float", change("idle", 1.0), "U-14", "idle"),
    ("game-number", change("game_number", 6), "U-15", "game_number"),
    ("game-number-zero", change("game_number", 0), "U-15", "game_number"),
    ("scores-length", change("scores", [0, 0]), "U-15", "scores"),
    ("scores-negative", change("scores", [0, 0, -1]), "U-15", "scores"),
    ("scores-kind", change("scores", None), "U-15", "scores"),
    ("scores-early", change("scores", [0, 5, 0]), "U-15", "seat 1 cannot have 5 points"),
    ("scores-many", edit(good, ("scores", [0, 283, 0]), ("game_number", 3)), "U-15", "283"),
    ("scores-lack", change("scores", [0, 2, 1], ended), "U-15", "lacks the 3 points"),
    ("result-wrong", change("result", [1], over), "U-15", "should be [0]"),
    ("result-kind", change("result", "p1", over), "U-15", "list of the winning seats"),
    ("result-seat", change("result", [1], over), "U-15", "should be [0]"),
    ("result-early", edit(over, ("games", 2)), "U-15", "before game 2"),
    ("result-running", edit(good, ("result", [0, 1, 2]), ("games", 1)), "U-13", "not ended"),
    ("no-result", edit(ended, ("games", 1)), "U-15", "has a result"),
    ("words", change("words", {"81": "SKIP"}), "UR-1", "numbers from 1 to 80"),
    ("words-what", change("words", {"8": "JUMP"}), "UR-1", "JUMP"),
    ("words-kind", change("words", 8), "UR-1", "mapping"),
    ("end", change("end", "never"), "UR-3", "never"),
    ("games", change("games", 101), "UR-4", "1 to 100"),
    ("hand", change("hand", 27), "UR-4", "1 to 26"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "clause", "words"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS]
)
def test_faults_are_named(data: object, clause: str | None, words: str) -> None:
    found = faults(data)
    assert any(c == clause and words in text for c, text in found), found


@pytest.mark.parametrize(
    "data",
    [
        change("numbers", {}),
        change("result", {}),
        edit(good, ("phase", "deal"), ("hands", 5)),
        change("hands", [["x"]] * 3),
        edit(good, ("last_player", 9), ("free", True)),
    ],
)
def test_nothing_follows_from_what_cannot_be_read(data: Any) -> None:
    found = faults(data)
    assert len(found) == (3 if data["hands"] == [["x"]] * 3 else 1), found


@pytest.mark.parametrize("key", sorted(position.KEYS))
def test_every_key_is_needed(key: str) -> None:
    data = good()
    del data[key]
    assert any(repr(key) in text or key in text for _, text in faults(data))


def test_all_faults_are_listed_together() -> None:
    data = change("dealer", 7)
    data.update(turn=9, idle=-2, going="round", colour="red", games=0, scores=[1])
    data["draw"].remove("12")
    clauses = [clause for clause, _ in faults(data)]
    assert sorted(map(str, clauses)) == sorted(
        ["None", "UR-4", "U-1", "U-3", "U-9", "U-5", "U-14", "U-15"]
    )


@pytest.mark.parametrize("junk", [None, [], {}, "x", 1e9, True, [[]], {"a": 1}])
def test_any_value_anywhere_is_read_or_refused(junk: Any) -> None:
    for make in (good, drawing, drawn, ended, over):
        for key in make():
            data = change(key, junk, make)
            with suppress(BadPosition):
                position.read(data)


def test_positions_that_no_game_reaches_can_be_played_on() -> None:
    """A problem set by hand: going down although nobody has turned play, piles as one likes."""
    play = at("3 50", "1", "2", going="down", numbers="40")
    assert play.texts() == ["3", "draw"]


def test_conformance_positions_are_good() -> None:
    for step in conformance("updown/steps.json"):
        position.read(step["position"])
        position.read(step["after"])
