"""The Python face: the same promises in every game."""

from __future__ import annotations

import copy
import json
import pickle
import random
from typing import Any
from xml.etree import ElementTree

import pytest
from kit import CONFORMANCE, SETUPS, conformance, setup_id

import pivotry

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=setup_id)
every_game = pytest.mark.parametrize("game", pivotry.games())


def begun(setup: Any, seed: int = 7, **more: Any) -> pivotry.Match:
    game, players, options = setup
    return pivotry.new(game, players=players, seed=seed, **options, **more)


def wander(match: pivotry.Match, moves: int, seed: int = 1) -> pivotry.Match:
    """Play random moves, the same ones for the same seed."""
    picks = random.Random(seed)
    for _ in range(moves):
        if match.turn is None:
            break
        match.play(picks.choice(match.legal_moves()))
    return match


def frozen(match: pivotry.Match) -> str:
    """Everything that can be asked of a match, as one text."""
    return json.dumps(
        [
            match.position(),
            match.legal_moves(),
            match.record(private=True),
            match.turn,
            match.result,
            match.scores,
        ]
    )


def test_the_games() -> None:
    assert pivotry.games() == ("pivotation", "pegs", "updown", "bounce")
    assert pivotry.CHANCE == -1
    for name in pivotry.__all__:
        assert getattr(pivotry, name) is not None


@every_setup
def test_the_same_seed_and_moves_give_the_same_match(setup: Any) -> None:
    assert frozen(wander(begun(setup), 60)) == frozen(wander(begun(setup), 60))
    if pivotry.new(setup[0]).facts.chance:
        assert begun(setup, seed=8).position() != begun(setup, seed=7).position()


@every_setup
def test_facts_of_a_match(setup: Any) -> None:
    match = begun(setup)
    game, players, options = setup
    assert match.game == game
    assert match.players == players
    assert match.seed == 7
    assert all(match.options[name] is not None for name in options)
    assert match.options["players"] == players
    assert match.result is None
    assert match.turn is not None
    assert 0 <= match.turn < players
    assert match.legal_moves() == sorted(set(match.legal_moves()))
    assert (match.scores is None) == (game in ("pivotation", "pegs"))
    again = pivotry.new(game, players=players, seed=match.seed, **options)
    assert again.position() == match.position()


@every_game
def test_without_a_seed_two_matches_differ(game: str) -> None:
    one, two = pivotry.new(game), pivotry.new(game)
    assert one.seed != two.seed
    assert one.record()["fair"]["commitment"] != two.record()["fair"]["commitment"]


@every_setup
def test_matches_end_with_a_result(setup: Any) -> None:
    match = wander(begun(setup), 100_000)
    assert match.turn is None
    assert match.legal_moves() == []
    assert match.result is not None
    assert set(match.result) <= set(range(match.players))
    said = match.explain("anything at all")
    assert not said.legal
    before = frozen(match)
    for text in wander(begun(setup), 3).legal_moves()[:3]:
        with pytest.raises(pivotry.IllegalMove):
            match.play(text)
    assert frozen(match) == before


@every_setup
def test_undo_goes_all_the_way_back_and_forward_again(setup: Any) -> None:
    match = begun(setup)
    first = frozen(match)
    assert match.undo() is False
    stations = [first]
    picks = random.Random(3)
    for _ in range(40):
        if match.turn is None:
            break
        match.play(picks.choice(match.legal_moves()))
        stations.append(frozen(match))
    for station in reversed(stations[:-1]):
        assert match.undo() is True
        assert frozen(match) == station
    assert match.undo() is False
    wander(match, len(stations) - 1, seed=3)
    assert frozen(match) == stations[-1]


def test_undo_where_only_chance_has_acted() -> None:
    step = next(
        step
        for step in conformance("updown/steps.json")
        if step["position"]["phase"] == "drawing" and len(step["legal"]) > 1
    )
    manual = pivotry.from_position(step["position"])
    manual.play(step["legal"][0])
    assert manual.undo() is True
    assert manual.legal_moves() == sorted(step["legal"])
    assert manual.undo() is False
    by_itself = pivotry.from_position(step["position"], chance="auto", seed=1)
    before = frozen(by_itself)
    assert by_itself.undo() is False
    assert frozen(by_itself) == before


@every_setup
def test_a_copy_goes_its_own_way(setup: Any) -> None:
    match = wander(begun(setup), 10)
    before, copy = frozen(match), match.copy()
    assert frozen(copy) == before
    wander(copy, 10, seed=5)
    copy.undo()
    assert frozen(match) == before


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
@pytest.mark.parametrize("setup", SETUPS[1::4], ids=setup_id)
def test_a_match_can_be_copied_and_pickled(setup: Any, how: Any) -> None:
    match = wander(begun(setup), 12)
    before = frozen(match)
    twin = how(match)
    assert frozen(twin) == before
    assert twin.log() == match.log()
    assert twin.story() == match.story()
    assert twin.facts is match.facts
    for _ in range(3):
        twin.play(twin.legal_moves()[-1])
        assert frozen(match) == before
    while twin.ply > match.ply:
        assert twin.undo()
    assert frozen(twin) == before


@pytest.mark.parametrize(
    "error",
    [
        pivotry.IllegalMove("no", ("P-9",), ("c4",)),
        pivotry.BadPosition([("U-1", "one"), (None, "two")]),
        pivotry.BadRecord("no", 7),
        pivotry.BadOption("no"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_come_out_of_another_process_whole(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (str(again), vars(again)) == (str(error), vars(error))


@every_game
@pytest.mark.parametrize(
    "text", ["", " ", "xyzzy", "A1", "-", "=", "set", "a1-", "\x00", "🂡", "1" * 5000, "a1-b1-c1"]
)
def test_nonsense_is_unreadable_and_changes_nothing(game: str, text: str) -> None:
    match = pivotry.new(game, seed=1)
    before = frozen(match)
    with pytest.raises(pivotry.UnreadableMove) as caught:
        match.play(text)
    assert str(caught.value)
    assert len(str(caught.value)) < 400
    said = match.explain(text)
    assert not said.legal
    assert said.message
    assert frozen(match) == before


@every_game
@pytest.mark.parametrize("thing", [None, 7, 1.5, b"a1-b1", ["a1-b1"], {}])
def test_things_that_are_no_text(game: str, thing: Any) -> None:
    match = pivotry.new(game, seed=1)
    before = frozen(match)
    with pytest.raises(pivotry.UnreadableMove):
        match.play(thing)
    assert not match.explain(thing).legal
    assert frozen(match) == before


@every_game
def test_illegal_moves_name_clauses_and_change_nothing(game: str) -> None:
    """Moves of other positions of the game, tried here."""
    texts = {step["move"] for step in conformance(f"{game}/steps.json")}
    match = pivotry.new(game, seed=1)
    legal = set(match.legal_moves())
    before = frozen(match)
    refused = 0
    for text in sorted(texts):
        said = match.explain(text)
        assert said.legal == (text in legal)
        if text in legal:
            continue
        refused += 1
        with pytest.raises(pivotry.IllegalMove) as caught:
            match.play(text)
        assert caught.value.clauses == said.clauses
        assert said.clauses
        assert str(caught.value) == said.message
        assert frozen(match) == before
    assert refused


@every_game
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (0, {}),
        (-1, {}),
        (99, {}),
        ("2", {}),
        (2.0, {}),
        (True, {}),
        (None, {"nonsense": 1}),
        (None, {"seed": "no seed"}),
        (None, {"names": ["only one"]}),
        (None, {"names": "Ada"}),
        (None, {"chance": "dice"}),
    ],
)
def test_bad_set_ups_are_refused_in_words(game: str, players: Any, options: Any) -> None:
    with pytest.raises(pivotry.BadOption) as caught:
        pivotry.new(game, players=players, **options)
    assert len(str(caught.value)) > 15


def test_every_option_refuses_what_it_does_not_know() -> None:
    for game in pivotry.games():
        for option in pivotry.new(game).facts.options:
            for bad in ("no such thing", -5, 10**9, 1.5, None, [], [1], {"Q9": "nothing"}, True):
                if bad is None and option.default is None:
                    continue  # the default depends on the number of players
                with pytest.raises(pivotry.BadOption):
                    pivotry.new(game, **{option.name: bad})
            for good in option.choices:
                assert pivotry.new(game, **{option.name: good}).options[option.name] == good
            assert pivotry.new(game).options[option.name] == option.default or not option.default


def test_unknown_games() -> None:
    for bad in ("chess", "", None, 3, ["pegs"]):
        with pytest.raises(pivotry.BadOption, match="pivotation, pegs, updown, bounce"):
            pivotry.new(bad)  # type: ignore[arg-type]


@every_setup
def test_pictures_and_views_of_every_seat(setup: Any) -> None:
    match = wander(begun(setup), 12)
    for seat in [None, *range(match.players)]:
        view = match.view(seat)
        assert json.loads(json.dumps(view)) == view
        assert view["seat"] == seat
        ElementTree.fromstring(match.svg(seat))
        ElementTree.fromstring(match.svg(seat, theme="dark"))
    assert match._repr_svg_() == match.svg()
    assert len(str(match).splitlines()) > 3
    with pytest.raises(pivotry.BadOption, match="a picture has no 'colour'"):
        match.svg(colour="red")
    for bad in (-1, match.players, "0", 1.0, True):
        with pytest.raises(pivotry.BadOption):
            match.view(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_chance_left_to_the_caller(game: str) -> None:
    match = pivotry.new(game, seed=4, chance="manual")
    picks, dealt = random.Random(2), 0
    while match.turn is not None and dealt < 3:
        if match.turn == pivotry.CHANCE and not match.legal_moves():
            with pytest.raises(pivotry.BadOption):
                match.deal("nonsense")
            twin = match.copy()
            match.deal(99)
            twin.deal(99)
            assert match.position() == twin.position()
            dealt += 1
            continue
        if match.turn == pivotry.CHANCE:
            assert all(text.startswith("=") for text in match.legal_moves())
        with pytest.raises(pivotry.IllegalMove):
            match.deal(99)
        match.play(picks.choice(match.legal_moves()))
    assert dealt


@every_game
def test_conformance_positions_are_matches(game: str) -> None:
    for step in conformance(f"{game}/steps.json")[::5]:
        match = pivotry.from_position(step["position"])
        assert match.legal_moves() == sorted(step["legal"])
        match.play(step["move"])
        assert match.legal_moves() == sorted(step["legal_after"])
        assert match.undo() is True
        assert match.legal_moves() == sorted(step["legal"])


@every_game
@pytest.mark.parametrize("thing", [None, 3, [], "{}", {}, {"game": "chess"}, {"game": None}])
def test_no_positions(game: str, thing: Any) -> None:
    with pytest.raises(pivotry.BadPosition) as caught:
        pivotry.from_position(thing)
    assert caught.value.faults
    assert all(text for _, text in caught.value.faults)


@every_game
def test_positions_with_parts_missing_or_wrong(game: str) -> None:
    """Every key left out, and every value replaced by things of other kinds, is a listed fault."""
    good = pivotry.new(game, seed=1).position()
    for key in good:
        without = {k: v for k, v in good.items() if k != key}
        with pytest.raises(pivotry.BadPosition) as caught:
            pivotry.from_position(without)
        assert caught.value.faults
        for bad in (
            None,
            -1,
            1.5,
            "nonsense",
            [],
            {},
            [None],
            [[None]],
            {"a1": None},
            True,
            10**30,
        ):
            if bad == good[key] and type(bad) is type(good[key]):
                continue
            if key in ("result", "last_player", "last", "discard", "out", "directions", "known"):
                continue  # some of these values are right there
            with pytest.raises(pivotry.BadPosition):
                pivotry.from_position({**good, key: bad})
    with pytest.raises(pivotry.BadPosition):
        pivotry.from_position({**good, "surprise": 1})


def test_perft_of_a_match() -> None:
    match = pivotry.new("pegs")
    assert [pivotry.perft(match, depth) for depth in range(5)] == [1, 4, 24, 160, 1152]
    assert match.ply == 0
    for bad in (-1, 1.5, "3", True, 1001, 10**12, 10**30):
        with pytest.raises(pivotry.BadOption, match="from 0 to 1000"):
            pivotry.perft(match, bad)  # type: ignore[arg-type]
    with pytest.raises(pivotry.BadOption, match="counts from a match"):
        pivotry.perft("pegs", 2)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["perft_start.json", "perft_positions.json"])
def test_perft_of_the_conformance_files(name: str) -> None:
    assert (CONFORMANCE / name).exists()
    for row in conformance(name):
        if "position" in row:
            match = pivotry.from_position(row["position"])
        else:
            match = pivotry.new(row["game"], **row["options"])
        counts = [pivotry.perft(match, depth + 1) for depth in range(len(row["counts"]))]
        assert counts == row["counts"]
