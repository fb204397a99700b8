"""Records, positions and move lists that are loaded, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pivotry
from pivotry.errors import BadPosition
from pivotry.server.loading import told
from pivotry.terminal import movelist
from pivotry.terminal.trouble import Trouble

from .conftest import Visitor, stored


@pytest.mark.parametrize("game", pivotry.games())
def test_records_and_positions_can_be_taken_up(visitor: Visitor, game: str) -> None:
    match = pivotry.new(game, seed=8)
    for _ in range(6):
        match.play(match.legal_moves()[0])
    for data in (match.record(), match.position()):
        state = visitor.state(visitor.load(data))
        assert state["names"][0] in state["panels"]["seats"]
        assert state["names"][0] in (match.names[0], "Player 1")
    saved = visitor.get(f"{visitor.load(match.record())}/record")
    if match.facts.hidden:  # several people at one screen
        assert saved.status_code == 409
        return
    assert saved.json()["moves"] == match.record()["moves"]
    assert "attachment" in saved.headers["content-disposition"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (" ", "nothing to load"),
        ("A1-B1", "The text is neither JSON nor a move list"),
        ("Game: chess\n\ne4", ">There is no game "),
        ("9/9/9", "has 1"),
        ("Game: bounce\n\nrotate", "as they were dealt"),
        ('Game: "pegs"\nOptions: {"setup":\n\nA1-B1', "line 2"),
        ("Game: pegs\n\n1. Dark: A1-B1, A1-A2", "Ply 1"),
        ("[" * 100_000, "not JSON"),
        ("null", "The text is JSON, but neither a record nor a position."),
        ("5", "The text is JSON, but neither"),
        ('"pegs"', "The text is JSON, but neither"),
        ("[]", "The text is JSON, but neither"),
        (
            '{"pivotry": 1, "game": "pegs", "rules": "1", "options": {"quiet_limit": 0}, '
            '"start": {}, "moves": []}',
            ">The options of the record: the option quiet_limit is a whole number from 1",
        ),
        ("{}", "game"),
        ('{"game": "chess"}', "game"),
        ('{"game": ["pegs"]}', "game"),
        ('{"game": {"a": 1}}', "game"),
        ('{"pivotry": 1}', "lacks"),
        ('{"pivotry": 99, "game": "pegs", "rules": "1", "start": {}, "moves": []}', "99"),
        ('{"game": "pegs", "moves": 3}', "lacks"),
        ('{"game": ["pegs"], "moves": 3}', "no game"),
        ('{"game": "chess", "moves": ["e4"]}', ">There is no game &#39;chess&#39;."),
    ],
)
def test_what_cannot_be_loaded_is_refused_in_words(visitor: Visitor, text: str, said: str) -> None:
    answer = visitor.post("/load", {"text": text})
    assert answer.status_code == 422
    assert said in answer.json()["notice"]


@pytest.mark.parametrize("game", pivotry.games())
def test_move_lists_can_be_taken_up(visitor: Visitor, game: str) -> None:
    match = pivotry.new(game, seed=8)
    for _ in range(6):
        match.play(match.legal_moves()[0])
    answer = visitor.post("/load", {"text": movelist.write(match)})
    assert answer.status_code == 201, answer.text
    state = visitor.state(answer.json()["url"])
    assert state["made"] == 6
    if not match.facts.hidden:  # moves of cards stand there in words
        assert all(text in state["panels"]["story"] for text in match.record()["moves"])


def test_every_fault_of_a_position_is_listed_with_its_clause(visitor: Visitor) -> None:
    position = pivotry.new("pegs").position()
    position["stacks"]["A1"] = "ddddd"
    position["quiet"] = -1
    notice = visitor.post("/load", {"text": json.dumps(position)}).json()["notice"]
    assert notice.count("<p") >= 2
    assert 'href="/rules/pegs#G-1"' in notice or 'href="/rules/pegs#G-2"' in notice


def test_a_position_with_thousands_of_faults_gets_a_short_answer(visitor: Visitor) -> None:
    position = pivotry.new("pegs").position() | {"stacks": {f"Z{i}": "d" for i in range(20_000)}}
    answer = visitor.post("/load", {"text": json.dumps(position)})
    assert answer.status_code == 422
    assert len(answer.text) < 20_000
    assert "more faults" in answer.json()["notice"]


def test_what_a_record_holds_beside_the_match_cannot_break_the_page(visitor: Visitor) -> None:
    record = {**pivotry.new("pegs").record(), "note": "half a character: \ud800"}
    table = visitor.load(record)
    assert visitor.get(f"{table}/record").json()["note"] == record["note"]
    assert visitor.act(table, "play", text="A1-B1").status_code == 200


def test_a_record_with_a_bad_move_names_its_place(visitor: Visitor) -> None:
    match = pivotry.new("pegs")
    match.play("A1-B1")
    record = match.record()
    record["moves"].append("A1-A2")
    notice = visitor.post("/load", {"text": json.dumps(record)}).json()["notice"]
    assert "ply 1" in notice.lower()


@pytest.mark.timeout(30)
@pytest.mark.parametrize("text", ["/" * 20_000, "a/" * 9_000 + " b", "position fen " + "/" * 9_000])
def test_many_strokes_are_read_at_once(text: str) -> None:
    """In steps that grow with the square of the length this would take minutes."""
    with pytest.raises((Trouble, BadPosition)):
        told(text)


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_whoever_knows_the_seed_of_a_record_knows_no_card_to_come(
    visitor: Visitor, folder: Path, game: str
) -> None:
    match = pivotry.new(game, 3, seed=5)
    visitor.load(match.record(private=True))
    (kept,) = stored(folder)
    (new,) = kept["record"]["fair"]["continued"]
    assert new["seed"] != f"{5:064x}"
    assert new["ply"] == 0
    match.play(match.legal_moves()[0])
    again = pivotry.from_record(match.record(private=True), renew=True)
    assert [part.ply for part in again.fairness] == [0, match.ply]
    assert again.seed != match.seed
