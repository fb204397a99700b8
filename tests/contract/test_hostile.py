"""Positions, records and move texts from people who mean harm, or were just careless.

Whatever is given, only the documented errors come out, in no time, and what is accepted is taken
as it was meant: it comes back the same.
"""

from __future__ import annotations

import copy
import json
import math
import os
import time
from functools import cache, partial
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit import SETUPS
from test_match import begun, wander

import pivotry
from pivotry import registry
from pivotry.chance import Stream
from pivotry.contract import View
from pivotry.games.pegs import setup as pegs
from pivotry.match import Match
from pivotry.players import Memory, choose
from pivotry.wording import quoted

every_game = pytest.mark.parametrize("game", pivotry.games())
EXAMPLES = int(os.environ.get("PIVOTRY_FUZZ", "30"))
fuzzed = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)

DEEP: list[Any] = []
for _ in range(2000):
    DEEP = [DEEP]

odd: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 110),
    st.sampled_from([10**5000, -(10**5000), 2**63, -1, DEEP, math.nan, math.inf, 1.0, 0.0, {}, []]),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(
        ["a1", "d1", "d17", "A1", "d", "dl", "UP", "80", "081", "5/7", "7/5", "3/3", "deal",
         "drawn", "light", "draw", "\ud800", "٣", "1\n", "p1", "x" * 5000]
    ),
    st.lists(st.one_of(st.integers(-2, 9), st.sampled_from(["UP", "7", "1/2", "d1"])), max_size=4),
    st.dictionaries(st.sampled_from(["A1", "a1", "5", "widths"]), st.integers(-1, 9), max_size=2),
)  # fmt: skip


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths to everything in JSON, containers included."""
    found = [path] if path else []
    if len(path) > 6:
        return found
    if isinstance(data, dict):
        found += [place for key, value in data.items() for place in places(value, (*path, key))]
    elif isinstance(data, list):
        found += [place for i, value in enumerate(data) for place in places(value, (*path, i))]
    return found


def twin(thing: Any) -> Any:
    """A copy, unless it is too deep to be copied."""
    try:
        return copy.deepcopy(thing)
    except RecursionError:
        return thing


@st.composite
def spoiled(draw: Any, data: Any) -> Any:
    """The data with one to three things changed, added, doubled, swapped or left out."""
    data = copy.deepcopy(data)
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(places(data)))
        box = data
        for step in way:
            box = box[step]
        what = draw(
            st.sampled_from(["replace", "replace", "nudge", "drop", "double", "swap", "key"])
        )
        if what == "replace":
            box[last] = twin(draw(odd))
        elif what == "nudge" and type(box[last]) is int:
            box[last] += draw(st.sampled_from([-1, 1, 256]))
        elif what == "nudge" and type(box[last]) is bool:
            box[last] = int(box[last])
        elif what == "drop":
            del box[last]
        elif what == "double" and isinstance(box, list):
            box.append(twin(box[last]))
        elif what == "swap":
            *other_way, other = draw(st.sampled_from(places(data)))
            other_box = data
            for step in other_way:
                other_box = other_box[step]
            box[last] = twin(other_box[other])
        elif what == "key" and isinstance(box, dict):
            box[
                draw(
                    st.sampled_from(["", "hand", "note", "cause", "lanes", "Z9", "widths", "deck"])
                )
            ] = twin(draw(odd))
    return data  # fmt: skip


@cache
def sample(number: int, moves: int) -> pivotry.Match:
    return wander(begun(SETUPS[number]), moves)


def samples(game: str) -> st.SearchStrategy[pivotry.Match]:
    """Matches of a game: at the start, in the middle, at the end, in every set-up."""
    numbers = [i for i, setup in enumerate(SETUPS) if setup[0] == game]
    return st.builds(sample, st.sampled_from(numbers), st.sampled_from([0, 9, 60, 400]))


def attempt(make: Any, given: Any, error: type[Exception]) -> tuple[Any, Any]:
    """What is made of something, or the one error that may come of it."""
    try:
        return make(given), None
    except error as bad:
        return None, bad


def same(one: Any, two: Any) -> bool:
    """Equal JSON, and equal in kind: ``1`` is not ``True`` and not ``1.0``."""
    return json.dumps(one, sort_keys=True) == json.dumps(two, sort_keys=True)


@every_game
@fuzzed
@given(data=st.data())
def test_of_any_position_only_faults_come_out(game: str, data: st.DataObject) -> None:
    source = data.draw(samples(game)).position()
    given = data.draw(spoiled(source))
    match, bad = attempt(pivotry.from_position, given, pivotry.BadPosition)
    if match is None:
        assert bad.faults
        for clause, text in bad.faults:
            assert clause is None or clause[0] in "PGUB"
            assert text
            assert text.isprintable(), text
        return
    again = match.position()
    assert again == pivotry.from_position(again).position()
    over = given.get("result") is not None  # then some things mean nothing
    for key in ("ply", "quiet", "scores", "idle", "turns", "step", "free", "turn", "round"):
        if key in given and not (over and key in ("step", "free", "turn")):
            assert same(given[key], again[key]), key
    for seat in range(match.players):
        match.svg(seat)
    assert all(match.explain(move).legal for move in match.legal_moves())


@every_game
@fuzzed
@given(data=st.data())
def test_of_any_view_only_faults_come_out(game: str, data: st.DataObject) -> None:
    source = data.draw(samples(game))
    seat = data.draw(st.sampled_from([*range(source.players), source.turn or 0]))
    given = data.draw(spoiled(source.view(seat)))
    seed = data.draw(st.integers(0, 3))
    text, bad = attempt(partial(chosen, seed), given, pivotry.PivotryError)
    if text is None:
        assert str(bad).isprintable(), bad
        assert isinstance(bad, pivotry.BadPosition) or given.get("game") != game, bad
        return
    assert same(given["seat"], given["turn"]) or given["turn"] in ("dark", "light")
    assert text in legal_in(given)


def chosen(seed: int, view: View) -> str:
    """What a player chooses who remembers no more than the view."""
    memory = Memory.read(Memory.begin(view).json())
    return choose(view, kind="random", seed=seed, memory=memory)


def legal_in(view: View) -> list[str]:
    """What can be played in a state that fits a view."""
    game = registry.get(view["game"])
    options, state = game.views.fill(view, Stream(bytes(32), 0))
    return Match(game, options, state, chance="manual").legal_moves()


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_a_view_that_lacks_something_is_refused_in_a_sentence(game: str, players: int) -> None:
    match = pivotry.new(game, players, seed=3)
    seat = match.turn
    assert seat is not None
    view, other = match.view(seat), (seat + 1) % players
    hands = view["hands"]
    for thing in (None, [], [7], 7, "7"):
        with pytest.raises(pivotry.BadPosition, match="hands"):
            choose({**view, "hands": thing}, simulations=1)
    for hand in (109, -1, True, None, 2.0, 10**5000, "UP"):
        with pytest.raises(pivotry.BadPosition, match=f"the hand of p{other + 1}"):
            choose({**view, "hands": [hand if p == other else hands[p] for p in range(players)]})
    with pytest.raises(pivotry.BadPosition, match="its own hand"):
        choose({**view, "hands": [7] * players}, simulations=1)
    with pytest.raises(pivotry.BadPosition, match="seat that is to move"):
        choose(match.position(), simulations=1)
    with pytest.raises(pivotry.BadPosition, match="seat that is to move"):
        choose({**view, "seat": None}, simulations=1)
    with pytest.raises(pivotry.BadPosition, match="null or a number"):
        choose({**view, "seat": players}, simulations=1)
    for key in view:
        lacking = {name: value for name, value in view.items() if name != key}
        with pytest.raises(pivotry.BadPosition):
            choose(lacking, simulations=1)


@every_game
@fuzzed
@given(data=st.data())
def test_of_any_record_only_bad_records_come_out(game: str, data: st.DataObject) -> None:
    source = data.draw(samples(game))
    record = source.record(private=data.draw(st.booleans()))
    record["moves"] = record["moves"][:30]
    if record["result"] is not None and len(source.log()) > 30:
        del record["result"], record["scores"]
    given = data.draw(spoiled(record))
    match, bad = attempt(pivotry.from_record, given, pivotry.BadRecord)
    if match is None:
        assert str(bad)
        assert str(bad).isprintable()
        assert bad.ply is None or 0 <= bad.ply < len(given["moves"])
        return
    pivotry.verify(given)
    saved = match.record(private=True)
    again = pivotry.from_record(saved)
    assert again.position() == match.position()
    assert again.record(private=True) == saved


@every_game
@pytest.mark.parametrize(
    "thing",
    [10**5000, DEEP, "x" * 10**6, "\ud800\n", [[]] * 10**5, math.nan],
    ids=["huge", "deep", "long", "half", "many", "nan"],
)
def test_every_key_may_hold_anything(game: str, thing: Any) -> None:
    """Numbers that Python refuses to write, lists that it cannot print, texts without end."""
    match = pivotry.new(game, seed=1)
    position, record = match.position(), match.record()
    for key in [*position, "cause", "drawn", "lanes", "deck", "words", "note"]:
        begun = time.process_time()
        with pytest.raises(pivotry.BadPosition) as found:
            pivotry.from_position({**position, key: thing})
        assert len(str(found.value)) < 5000
        assert time.process_time() - begun < 2
    for key in record:
        with pytest.raises(pivotry.BadRecord):
            pivotry.from_record({**record, key: thing})
    for name in match.options:
        with pytest.raises(pivotry.BadOption):
            pivotry.new(game, **{name: thing})
    assert not match.explain(thing).legal
    with pytest.raises(pivotry.UnreadableMove):
        match.play(thing)


@every_game
@pytest.mark.parametrize(
    "key",
    [10**5000, "\ud800", "x" * 10**6, None, 1.5],
    ids=["huge", "half", "long", "none", "float"],
)
def test_unknown_keys_are_named(game: str, key: Any) -> None:
    position = pivotry.new(game, seed=1).position()
    with pytest.raises(pivotry.BadPosition) as found:
        pivotry.from_position({**position, key: 1})
    ((clause, text),) = found.value.faults
    assert clause is None
    assert quoted(key) in text


@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("bounce", {"hands": [["1/2"] * 10**5, [], [], []]}),
        ("bounce", {"known": [["1/2"] * 10**5, [], [], []]}),
        ("bounce", {"out": [0] * 10**5}),
        ("updown", {"numbers": ["7"] * 10**5}),
        ("pivotation", {"stacks": {"a1": ["d1"] * 10**5, "b1": ["l1"] * 10**5}}),
        ("pivotation", {"board": {"widths": [1, 2] * 10**5}}),
        ("pegs", {"stacks": {f"Z{i}": "d" for i in range(10**5)}}),
    ],
)
def test_long_lists_are_refused_at_once(game: str, change: dict[str, Any]) -> None:
    position = {**pivotry.new(game, seed=1).position(), **change}
    begun = time.process_time()
    with pytest.raises(pivotry.BadPosition) as found:
        pivotry.from_position(position)
    assert time.process_time() - begun < 3
    assert len(str(found.value)) < 10_000


@every_game
@pytest.mark.parametrize(
    "text", ["A000" * 50, "a0b0" * 50, "A1-B1" * 40, "1" * 200, "-" * 200, "x" * 200, "=" * 200]
)
def test_no_text_takes_long(game: str, text: str) -> None:
    match = pivotry.new(game, seed=1)
    begun = time.process_time()
    said = match.explain(text + "!")
    assert not said.legal
    assert time.process_time() - begun < 1


@every_game
@fuzzed
@given(
    data=st.data(),
    at=st.text(max_size=8)
    | st.text("abAB0129/²٣ \n", max_size=5)
    | st.sampled_from(
        ["", " ", "zz", "rotate", "a", "a0", "a99999", "p9", "A0", "9/9", "x" * 5000]
    ),
)
def test_of_any_place_it_is_said_why_nothing_begins_there(
    game: str, data: st.DataObject, at: str
) -> None:
    match = data.draw(samples(game))
    before = match.position()
    said = match.nowhere(at)
    assert said.message.endswith((".", "!", "?"))
    assert len(said.message) < 500
    assert match.position() == before


@every_game
def test_one_fault_does_not_hide_another(game: str) -> None:
    position = pivotry.new(game, seed=1).position()
    del position["result"]
    turn = position.pop("turn")
    with pytest.raises(pivotry.BadPosition) as found:
        pivotry.from_position({**position, "turn": [turn], "note": 1})
    texts = [text for _, text in found.value.faults]
    for word in ("result", "note", "turn"):
        assert any(word in text for text in texts), (word, texts)


def test_what_a_match_gives_away_is_not_what_it_holds() -> None:
    """Nobody changes a match by changing what it has answered."""
    lanes = {**pegs.lane_map("wide")}
    match = pivotry.new("pegs", lanes=lanes)
    before = json.dumps(match.record())
    match.options["lanes"]["A1"].clear()
    match.position()["lanes"]["A1"].clear()
    match.record()["options"]["lanes"].clear()
    lanes["A1"].clear()
    assert json.dumps(match.record()) == before
    match = wander(pivotry.new("bounce", seed=3), 400)
    before = json.dumps(match.record())
    deal = next(move["deal"] for move in match.record()["moves"] if isinstance(move, dict))
    deal["scores"].clear()
    assert json.dumps(match.record()) == before


@pytest.mark.parametrize(
    "name", ["\x1b[2J", "two\nlines", "\ud800", "\x00", "a\u2028b", "   ", "x" * 41]
)
def test_names_are_text_for_a_line(name: str) -> None:
    with pytest.raises(pivotry.BadOption, match="names are"):
        pivotry.new("pegs", names=["Ada", name])
    record = pivotry.new("pegs").record()
    with pytest.raises(pivotry.BadRecord, match="names are"):
        pivotry.from_record({**record, "names": ["Ada", name]})


def test_a_match_without_its_seed_can_be_taken_back_and_goes_on() -> None:
    first = wander(pivotry.new("updown", seed=2), 20)
    match = pivotry.from_record(first.record())
    while match.undo():
        pass
    match.play("draw")
    assert match.ply >= 2
    assert pivotry.from_record(match.record(private=True)).position() == match.position()


TRIED = {
    "pivotation": [
        f"{ends}{a}{i}-{b}{j}"
        for ends, a, b in product(("", "2"), "abch", "abdg")
        for i, j in product((1, 2, 7), (1, 2, 3, 9))
    ],
    "pegs": [
        f"{a}{i}-{b}{j}" for a, b in product("ABCDE", "ABCD") for i, j in product((1, 2, 5), (1, 9))
    ],
    "updown": ["UP", "DOWN", "PIVOT", "draw", "keep", "=5", "=UP", *map(str, range(0, 82, 3))],
    "bounce": [
        "rotate",
        *(f"set {n}" for n in range(11)),
        *(f"take p{n}" for n in range(7)),
        *(f"add {a}/{b} p{n}" for a, b, n in product(range(10), (0, 1, 5, 9), (0, 1, 3, 6))),
    ],
}


@every_game
def test_what_an_explanation_lights_up_can_be_seen(game: str) -> None:
    """... in the picture of who is to move."""
    checked = set()
    for number, setup in enumerate(SETUPS):
        match = sample(number, 9)
        if setup[0] != game or match.turn is None:
            continue
        plain = match.svg(match.turn)
        for text in TRIED[game]:
            said = match.explain(text)
            assert said.message[-1:] == ".", said
            for square in said.squares:
                if (number, square) not in checked:
                    assert match.svg(match.turn, lit=(square,)) != plain, (text, said)
                    checked.add((number, square))
    assert len(checked) > 20


@every_game
@pytest.mark.parametrize(
    "look", [{"theme": "blue"}, {"theme": None}, {"ids": ""}, {"ids": 'p"/><script>'}, {"ids": 5}]
)
def test_pictures_are_not_drawn_anyhow(game: str, look: dict[str, Any]) -> None:
    with pytest.raises(pivotry.BadOption):
        pivotry.new(game, seed=1).svg(**look)
