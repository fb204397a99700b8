"""Records: exact replay, strict reading, and whether a match was dealt fairly."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest
from kit import SETUPS, setup_id
from test_match import begun, frozen, wander

import pivotry
from pivotry.chance import commitment, seed_bytes

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=setup_id)
every_game = pytest.mark.parametrize("game", pivotry.games())


def through_json(record: dict[str, Any]) -> Any:
    return json.loads(json.dumps(record))


@every_setup
@pytest.mark.parametrize("moves", [0, 25, 100_000])
def test_a_record_replays_exactly(setup: Any, moves: int) -> None:
    match = wander(begun(setup, names=[f"Seat {i}" for i in range(setup[1])]), moves)
    record = through_json(match.record(private=True))
    again = pivotry.from_record(record)
    assert frozen(again) == frozen(match)
    assert again.record() == match.record()
    # ... and goes on as the first would have, chance included
    assert frozen(wander(again, 20, seed=8)) == frozen(wander(match, 20, seed=8))


@every_setup
def test_the_seed_is_promised_first_and_shown_last(setup: Any) -> None:
    match = begun(setup)
    running = match.record()
    assert running["fair"]["commitment"] == commitment(seed_bytes(7))
    assert seed_bytes(7).hex() not in json.dumps(running)
    assert running["result"] is None
    over = wander(match, 100_000).record()
    assert over["fair"]["commitment"] == running["fair"]["commitment"]
    assert over["fair"]["seed"] == seed_bytes(7).hex()
    assert over["result"] == list(match.result or ())
    assert over["scores"] == match.scores


@every_setup
def test_a_fair_match_is_found_fair(setup: Any) -> None:
    match = wander(begun(setup), 100_000)
    verdict = pivotry.verify(through_json(match.record()))
    assert verdict.fair is True
    if match.facts.chance:
        assert verdict.checked == 1 + sum(entry.kind != "move" for entry in match.log())


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_a_match_that_still_runs_cannot_be_judged_yet(game: str) -> None:
    verdict = pivotry.verify(wander(pivotry.new(game, seed=1), 10).record())
    assert verdict.fair is None
    assert "not shown" in verdict.message


def test_a_card_that_chance_did_not_bring_is_found() -> None:
    """Another card of the pile is drawn than the seed says, and the rest replayed from there."""
    match = pivotry.new("updown", players=3, seed=5, games=1, chance="manual")
    drawn = 0
    while match.turn is not None:
        moves = match.legal_moves()
        if match.turn == pivotry.CHANCE:
            drawn += 1
            match.play(moves[-1] if drawn == 3 else moves[0])
        else:
            match.play("draw" if "draw" in moves else moves[0])
        if drawn > 3:
            break
    record = match.record(private=True)
    verdict = pivotry.verify(record)
    assert verdict.fair is False
    assert verdict.ply is not None
    assert record["moves"][verdict.ply].startswith("=")


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_a_first_deal_that_is_not_the_seeds_is_found(game: str) -> None:
    record = wander(pivotry.new(game, seed=5), 100_000).record()
    other = wander(pivotry.new(game, seed=6), 100_000).record()
    verdict = pivotry.verify({**record, "fair": other["fair"]})
    assert verdict.fair is False
    assert verdict.ply == 0
    broken = {**record["fair"], "seed": "ab" * 32}
    verdict = pivotry.verify({**record, "fair": broken})
    assert verdict.fair is False
    assert "promised" in verdict.message


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_a_match_that_goes_on_without_its_seed(game: str) -> None:
    """Its later chance has a commitment of its own, and each part is checked by its own."""
    first = wander(pivotry.new(game, seed=5), 30)
    record = first.record()
    assert "seed" not in record["fair"]
    match = wander(pivotry.from_record(record), 100_000)
    told = match.record()
    (part,) = told["fair"]["continued"]
    assert part["ply"] == len(record["moves"])
    assert commitment(bytes.fromhex(part["seed"])) == part["commitment"]
    assert pivotry.verify(told).fair is None
    told["fair"]["seed"] = seed_bytes(5).hex()
    assert pivotry.verify(told).fair is True


@every_game
def test_lenient_texts_are_read_and_written_canonically(game: str) -> None:
    match = wander(pivotry.new(game, seed=3), 30)
    record = match.record(private=True)
    loose = copy.deepcopy(record)
    loose["moves"] = [
        f" {move.upper().replace('-', ' – ')} " if isinstance(move, str) else move
        for move in loose["moves"]
    ]
    assert pivotry.from_record(loose).record(private=True) == record


@every_game
def test_unknown_top_level_keys_are_kept(game: str) -> None:
    record = wander(pivotry.new(game, seed=3), 10).record(private=True)
    record["event"] = {"site": "kitchen table", "round": 3}
    assert pivotry.from_record(record).record(private=True) == record


@every_game
def test_bad_records_are_refused_in_words(game: str) -> None:
    good = wander(pivotry.new(game, seed=3), 100_000).record()
    bad: list[Any] = [None, 3, "record", [], {}]
    for key in ("pivotry", "game", "rules", "start", "moves"):
        bad.append({k: v for k, v in good.items() if k != key})
        bad.extend({**good, key: value} for value in (None, 99, "nonsense", [1], {"a": 1}))
    bad.extend({**good, "names": names} for names in (3, ["one"], [""] * len(good["names"]), "ab"))
    bad.extend({**good, "options": value} for value in (3, [], {"nonsense": 1}, {"players": 77}))
    bad.extend({**good, "fair": value} for value in (3, [], {}, {"commitment": "xyz"}))
    bad.append({**good, "fair": {**good["fair"], "seed": 5}})
    bad.append({**good, "fair": {**good["fair"], "continued": [{"ply": 10**9}]}})
    bad.append({**good, "result": [5, 6]})
    bad.append({**good, "scores": [10**6]})
    for record in bad:
        with pytest.raises(pivotry.BadRecord) as caught:
            pivotry.from_record(record)
        assert len(str(caught.value)) > 10
        assert "None" not in str(caught.value)


@every_game
def test_the_ply_of_the_first_bad_move_is_named(game: str) -> None:
    good = wander(pivotry.new(game, seed=3), 20).record(private=True)
    for ply in (0, 7, len(good["moves"])):
        for wrong in ("nonsense", 5, None, {"deal": {}}, {"deal": good["start"], "x": 1}, []):
            moves = [*good["moves"][:ply], wrong, *good["moves"][ply:]]
            with pytest.raises(pivotry.BadRecord) as caught:
                pivotry.from_record({**good, "moves": moves})
            assert caught.value.ply == ply
            assert str(ply) in str(caught.value)


@every_game
def test_rules_versions_are_named_not_misread(game: str) -> None:
    record = pivotry.new(game, seed=3).record()
    assert record["rules"] == "1"
    with pytest.raises(pivotry.BadRecord, match="rules '0'"):
        pivotry.from_record({**record, "rules": "0"})


def test_a_start_that_is_not_of_the_options_is_refused() -> None:
    record = pivotry.new("pegs").record()
    with pytest.raises(pivotry.BadRecord, match="does not fit the options"):
        pivotry.from_record({**record, "options": {"lanes": "wide"}})


def test_a_deal_that_cannot_follow_is_refused() -> None:
    """The next game must begin as the rules say: right dealer, right scores, right hands."""
    match = wander(pivotry.new("updown", players=3, seed=3), 100_000)
    record = match.record()
    ply = next(i for i, move in enumerate(record["moves"]) if isinstance(move, dict))
    for key, value in (("dealer", 2), ("scores", [1, 2, 3]), ("game_number", 4), ("going", "down")):
        moves = copy.deepcopy(record["moves"])
        if moves[ply]["deal"][key] == value:
            continue
        moves[ply]["deal"][key] = value
        with pytest.raises(pivotry.BadRecord) as caught:
            pivotry.from_record({**record, "moves": moves})
        assert caught.value.ply == ply


@every_game
def test_marks_of_a_match_that_has_not_begun(game: str) -> None:
    match = pivotry.new(game, seed=1)
    assert match.marked() == []
    match.play(match.legal_moves()[0])
    match.undo()
    assert match.marked() == []


def test_marks_of_printed_records() -> None:
    match = wander(pivotry.new("pivotation", board="mini", seed=1), 100_000)
    marked = match.marked()
    plain = [entry.text for entry in match.log()]
    assert [text.rstrip("x#") for text in marked] == plain
    again = pivotry.new("pivotation", board="mini", seed=1)
    for text in marked:
        again.play(text)
    assert again.position() == match.position()


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_a_seed_that_was_replaced_does_not_come_again(game: str) -> None:
    match = wander(pivotry.new(game, seed=5), 40)
    match.renew()
    first, second = match.fairness
    for _ in range(20):
        assert match.undo()
        assert match.fairness[0] == first
        assert match.fairness[1] == replace(second, ply=match.ply)
    there = match.ply
    match.renew()
    assert [part.ply for part in match.fairness] == [0, there]
    assert match.fairness[1].seed not in (first.seed, second.seed)
    while match.undo():
        pass
    verdict = pivotry.verify(through_json(wander(match, 100_000).record()))
    assert verdict.fair is True
