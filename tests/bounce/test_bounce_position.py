"""Position JSON: what is read, what is refused with which clause, what is written."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from bounce_kit import Position, table
from kit import Play, conformance

from pivotry.errors import BadPosition
from pivotry.games.bounce import position

PAGE: Position = {
    "game": "bounce", "players": 3, "turn": 0, "starter": 0, "round": 1, "turns": 0,
    "phase": "play", "scores": [0, 0, 0], "out": [], "result": None,
    "hands": [["5/7", "1/2"], ["9/3"], ["4/8", "4/6"]],
    "sets": [[], ["6/2", "6/9"], []],
    "discard": ["2/7"], "known": [[], ["9/3"], []],
}  # fmt: skip


def faults(data: object) -> list[tuple[str | None, str]]:
    with pytest.raises(BadPosition) as caught:
        position.read(data)
    return caught.value.faults


def test_the_example_of_the_rules_page() -> None:
    play = Play.at(PAGE)
    written = play.position()
    assert written.pop("hands") == [sorted(cards) for cards in PAGE["hands"]]
    assert written == {name: value for name, value in PAGE.items() if name != "hands"}


def test_every_position_of_the_examples_is_read() -> None:
    steps = conformance("bounce/steps.json")
    everything = [step[name] for step in steps for name in ("position", "after")]
    everything += [game[name] for game in conformance("bounce/games.json") for name in game
                   if name != "moves"]  # fmt: skip
    for described in everything:
        options, state = position.read(described)
        assert options["players"] == described["players"]
        assert int(state.turns) == described["turns"]


def test_options_are_written_only_where_they_differ() -> None:
    for options in (
        {},
        {"deck": "doubles8"},
        {"hand": 4},
        {"target": 9},
        {"out_set": "cleared"},
        {"deck": "doubles8", "hand": 1, "target": 1, "out_set": "cleared"},
    ):
        written = Play("bounce", 4, options).begin().position()
        named = {name: written[name] for name in ("deck", "hand", "target", "out_set")
                 if name in written}  # fmt: skip
        assert named == options
        assert position.read(written)[0] == Play("bounce", 4, options).options


def test_a_standard_value_may_be_named() -> None:
    options, _ = position.read({**PAGE, "hand": 9, "deck": "pairs9"})
    assert options == Play("bounce", 3).options


def test_what_lies_where_does_not_depend_on_the_order_of_lists() -> None:
    other = copy.deepcopy(PAGE)
    other["hands"] = [cards[::-1] for cards in PAGE["hands"]]
    other["sets"] = [cards[::-1] for cards in PAGE["sets"]]
    assert position.read(other)[1].tobytes() == position.read(PAGE)[1].tobytes()


OVER = table(
    ["", "", "1/2"],
    ["5/7", "", ""],
    scores=[4, 1, 1],
    out=[1, 0],
    result=[0],
    phase="deal",
    turns=9,
)
VOID = table(["1/2", "5/7"], turns=120, phase="deal")
ENDED = table(["", "5/7"], turns=9, phase="deal", out=[0], scores=[2, 1])


def test_a_finished_match_is_written_in_one_way() -> None:
    states = {
        position.read({**OVER, "turn": turn, "phase": phase})[1].tobytes()
        for turn in (0, 2)
        for phase in ("play", "deal")
    }
    assert len(states) == 1
    assert Play.at(OVER).over
    assert Play.at(OVER).position() == OVER


@pytest.mark.parametrize("described", [VOID, ENDED], ids=["void", "ended"])
def test_between_rounds(described: Position) -> None:
    assert Play.at(described).position() == described
    assert Play.at(described).dealing


BAD: list[tuple[str, Position, dict[str, Any], str | None, str]] = [
    ("game", PAGE, {"game": "updown"}, None, '"game" is "bounce"'),
    ("extra", PAGE, {"draw": []}, None, "unknown key 'draw'"),
    ("players", PAGE, {"players": 6}, None, "2 to 5 players, not 6"),
    ("players-bool", PAGE, {"players": True}, None, "2 to 5 players, not true"),
    ("players-null", PAGE, {"players": None}, None, "2 to 5 players"),
    ("deck", PAGE, {"deck": "pairs8"}, "BR-1", "pairs9 or doubles8, not 'pairs8'"),
    ("deck-null", PAGE, {"deck": None}, "BR-1", "not null"),
    ("hand", PAGE, {"hand": 12}, "BR-2", "from 1 to 11 with 3 players"),
    ("target", PAGE, {"target": 0}, "B-14", "from 1 to 100, not 0"),
    ("out-set", PAGE, {"out_set": "gone"}, "BR-3", "stays or cleared, not 'gone'"),
    ("turn", PAGE, {"turn": 3}, None, '"turn" is a whole number from 0 to 2, not 3'),
    ("turn-text", PAGE, {"turn": "0"}, None, "not '0'"),
    ("turn-bool", PAGE, {"turn": False}, None, "not false"),
    ("starter", PAGE, {"starter": -1}, "B-13", "not -1"),
    ("round", PAGE, {"round": 0}, "B-13", "not 0"),
    ("round-huge", PAGE, {"round": 2**31}, "B-13", '"round"'),
    ("turns", PAGE, {"turns": 181}, "BR-5", "from 0 to 180, not 181"),
    ("turns-void", PAGE, {"turns": 180}, "BR-5", "after 180 turns the round is void"),
    ("phase", PAGE, {"phase": "over"}, None, '"play" or "deal", not \'over\''),
    ("scores-many", PAGE, {"scores": [0, 0]}, "B-12", "3 whole numbers"),
    ("scores-low", PAGE, {"scores": [0, -1, 0]}, "B-12", "3 whole numbers"),
    ("scores-won", PAGE, {"scores": [0, 4, 0]}, "B-14", "p2 has 4 points"),
    ("scores-list", PAGE, {"scores": 0}, "B-12", "not 0"),
    ("out-range", PAGE, {"out": [3]}, "B-11", "seats from 0 to 2"),
    ("out-twice", PAGE, {"out": [1, 1]}, "B-11", "twice"),
    ("out-cards", PAGE, {"out": [2]}, "B-11", "p3 is out, but has cards"),
    ("result", PAGE, {"result": 0}, "B-14", "null or a list"),
    ("result-none", PAGE, {"result": [0]}, "B-14", "nobody has 4 points"),
    ("result-wrong", OVER, {"result": [1]}, "B-14", "p1 has won"),
    ("result-two", OVER, {"result": [0, 1]}, "B-14", "the result is [0]"),
    ("result-draw", OVER, {"result": []}, "B-14", "the result is [0]"),
    ("result-tie", OVER, {"scores": [4, 4, 1]}, "B-14", "p2 has won"),
    ("result-early", {**OVER, "out": [1], "hands": [["9/8"], [], ["1/2"]]}, {}, "B-12",
     "its last round has not ended"),
    ("deal-early", PAGE, {"phase": "deal"}, "B-12", "the round has not ended"),
    ("deal-late", ENDED, {"phase": "play", "turn": 1}, "B-12", "the round has ended"),
    ("out-three", OVER, {"out": [1, 0, 2]}, "B-12", "two players are out, but 3"),
    ("out-two", ENDED, {"out": [0, 1]}, "B-12", "one player is out, but 2"),
    ("hands-few", PAGE, {"hands": [["5/7"], ["1/2"]]}, None, "3 lists of cards"),
    ("hands-number", PAGE, {"hands": [["5/7"], 2, ["9/3"]]}, None, "a list of cards, not 2"),
    ("hand-empty", PAGE, {"hands": [["5/7"], ["9/3"], []]}, "B-11", "p3 has no cards"),
    ("mover-out", table(["", "1/2", "3/4"], out=[0]), {}, "B-11", "p1 is out and cannot be"),
    ("card", PAGE, {"discard": ["2/7", "5/5"]}, "BR-1", "'5/5' is no card of the deck pairs9"),
    ("card-zero", PAGE, {"discard": ["0/7"]}, "BR-1", "'0/7' is no card"),
    ("card-space", PAGE, {"discard": ["2/ 7"]}, "BR-1", "'2/ 7' is no card"),
    ("card-number", PAGE, {"discard": [27]}, "BR-1", "27 is no card"),
    ("card-nine", {**PAGE, "deck": "doubles8"}, {}, "BR-1", "'9/3' is no card of the deck doub"),
    ("twice", PAGE, {"discard": ["2/7", "5/7"]}, "BR-1",
     "5/7 exists once, but is in the hand of p1 and in the discard pile"),
    ("twice-turned", PAGE, {"discard": ["2/7", "7/5"]}, "BR-1", "7/5 exists once"),
    ("twice-here", PAGE, {"discard": ["2/7", "7/2"]}, "BR-1", "the discard pile twice"),
    ("many", PAGE, {"hand": 2}, "BR-2", "8 cards are in play, but only 6 are dealt"),
    ("set", PAGE, {"sets": [[], ["6/2", "9/6"], []]}, "B-6", "that of p2 shows 6 and 9"),
    ("own-set", PAGE, {"turn": 1}, "B-4", "p2 is to move"),
    ("known", PAGE, {"known": [[], ["3/9"], []]}, None, "3/9 is known to be in the hand of p2"),
    ("known-twice", PAGE, {"known": [[], ["9/3", "9/3"], []]}, None, "name 9/3 twice"),
    ("known-few", PAGE, {"known": [[]]}, None, '"known" is 3 lists'),
]  # fmt: skip


@pytest.mark.parametrize(
    ("base", "change", "clause", "says"), [row[1:] for row in BAD], ids=[row[0] for row in BAD]
)
def test_a_fault_is_named(
    base: Position, change: dict[str, Any], clause: str | None, says: str
) -> None:
    found = faults({**base, **change})
    assert any(of == clause and says in text for of, text in found), found


@pytest.mark.parametrize("name", list(PAGE))
def test_every_key_is_needed(name: str) -> None:
    short = {key: value for key, value in PAGE.items() if key != name}
    assert (None, f'"{name}" is missing') in faults(short)


@pytest.mark.parametrize("data", [None, [], "bounce", 3])
def test_what_is_no_object(data: object) -> None:
    assert faults(data) == [(None, "a position is a JSON object")]


def test_all_faults_are_listed_at_once() -> None:
    broken = {
        **PAGE,
        "turn": 1,
        "scores": [5, 0, 4],
        "discard": ["2/7", "1/2"],
        "known": [["5/1"], [], []],
        "sets": [[], ["6/2", "9/6"], []],
    }
    clauses = [clause for clause, _ in faults(broken)]
    assert sorted(map(str, clauses)) == ["B-14", "B-14", "B-4", "B-6", "BR-1", "None"]


@pytest.mark.parametrize("value", [None, True, -1, 10**30, 1.5, "x", [], {}, [[]], [None], [{}]])
@pytest.mark.parametrize("name", [*PAGE, "deck", "hand", "target", "out_set"])
def test_nonsense_is_refused_with_faults_and_nothing_else(name: str, value: object) -> None:
    changed = {**PAGE, name: value}
    if (name, value) in (("result", None), ("discard", []), ("out", [])):
        position.read(changed)
    else:
        assert all(text for _, text in faults(changed))
