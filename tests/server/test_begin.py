"""The first page and the form that begins a match."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import pivotry
from pivotry import registry

from .conftest import Visitor


def test_matches_that_go_on_stand_before_the_games(visitor: Visitor) -> None:
    tables = [visitor.sit(game, "pp") for game in ("pegs", "pivotation", "pegs", "pivotation")]
    page = visitor.get("/").text
    going = page.index('id="saved-title"')
    assert going < page.index('id="games"')
    shown, more = page[going : page.index('id="games"')].split("<details>")
    found = [re.findall(r'href="(/table/[^"]+)"', part) for part in (shown, more)]
    assert [len(part) for part in found] == [3, 1]
    assert sorted(found[0] + found[1]) == sorted(tables)
    assert "1 more" in more
    assert shown.count("Your move") == 3


@pytest.mark.parametrize("game", pivotry.games())
def test_every_option_has_a_control_in_words(visitor: Visitor, game: str) -> None:
    facts = registry.get(game).facts
    page = visitor.get(f"/new/{game}").text
    for option in facts.options:
        part = page.split(f'data-option="{option.name}"')[1].split("data-option=")[0]
        values = re.findall(rf'name="option-{option.name}" value="([^"]*)"', part)
        offered = [json.loads(v.replace("&#34;", '"')) for v in values if v != "custom"]
        assert offered == list(option.choices)
        assert ("custom" in values) == option.mapping
        assert ("<textarea" in part) == option.mapping
        assert part.count(" checked>") == (1 if option.choices else 0)
        assert ('type="number"' in part) == (option.range is not None)
        assert option.about.split("'")[0] in part  # apostrophes are escaped
        for words in option.words:
            assert f"<span>{words}</span>" in part
            assert words not in option.choices  # what records call it is no word for people
        assert "mapping" not in part
        assert "JSON" not in part


@pytest.mark.parametrize("game", pivotry.games())
def test_what_no_option_can_be_is_refused_in_a_sentence(visitor: Visitor, game: str) -> None:
    seats = [{"kind": "person"}, {"kind": "person"}]
    for option in registry.get(game).facts.options:
        for value in ("nonsense", -1, True, [], 1.5):
            body = {"game": game, "seats": seats, "options": {option.name: value}}
            answer = visitor.post("/tables", body)
            assert answer.status_code == 422
            assert f">The option {option.name} is " in answer.json()["notice"]


@pytest.mark.parametrize("game", pivotry.games())
def test_what_is_written_by_hand_begins_a_match(visitor: Visitor, game: str) -> None:
    for option in registry.get(game).facts.options:
        seats = [{"kind": "person"}, {"kind": "person"}]
        body = {"game": game, "seats": seats}
        own = {option.name: {"text": option.example or "a: b"}}
        answer = visitor.post("/tables", {**body, "options": own})
        if not option.mapping:
            assert answer.status_code == 422
            continue
        assert answer.status_code == 201
        broken = {option.name: {"text": "nonsense"}}
        answer = visitor.post("/tables", {**body, "options": broken})
        assert answer.status_code == 422
        assert "is not written as in the example" in answer.json()["notice"]
        for strange in ({"text": 5}, {"text": "a: b", "more": 1}):
            answer = visitor.post("/tables", {**body, "options": {option.name: strange}})
            assert answer.status_code == 422


@pytest.mark.parametrize("game", pivotry.games())
def test_the_picture_of_a_game_shows_it_in_play(visitor: Visitor, game: str) -> None:
    svg = visitor.get(f"/picture/{game}.svg?theme=light").text
    seed, plies = registry.get(game).facts.sample
    assert plies > 10
    begun = pivotry.new(game, seed=seed)
    assert re.findall(r"<desc.*?</desc>", svg) != re.findall(r"<desc.*?</desc>", begun.svg(0))
    assert ".ground{fill:none}" in svg
    width, height = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', svg)[0])
    assert 0.75 < height / width < 1.3


@pytest.mark.parametrize("game", pivotry.games())
def test_play_now_can_be_of_a_level_and_for_so_many(visitor: Visitor, game: str) -> None:
    page = visitor.get("/").text
    part = page.split(f'data-game="{game}"')[1].split("</article>")[0]
    facts = registry.get(game).facts
    offered = re.findall(r'<option value="(\d+)"[^>]*>(\d+) players?<', part)
    assert [int(value) for value, _ in offered] == (
        list(facts.players) if len(facts.players) > 1 else []
    )
    for players in facts.players:
        for way in ("alone", "friends"):
            body = {"way": way, "level": 5, "players": players}
            table = visitor.post(f"/start/{game}", body).json()["url"]
            seats = visitor.state(table)["panels"]["seats"]
            assert seats.count("<tr") - 1 == players
            assert seats.count('value="level-5" selected') == (players - 1) * (way == "alone")
        screen = visitor.post(f"/start/{game}", {"way": "screen", "players": players})
        assert visitor.state(screen.json()["url"])["panels"]["seats"].count("<tr") - 1 == 2


@pytest.mark.parametrize(
    ("game", "players", "said"),
    [
        ("pegs", 3, "The peg game is for 2 players, not 3."),
        ("bounce", 6, "Pivot with two-ended cards is for 2 to 5 players, not 6."),
        ("updown", 9, "Pivot, the up-down card game, is for 2 to 8 players, not 9."),
        ("bounce", -1, "Pivot with two-ended cards is for 2 to 5 players, not -1."),
    ],
)
def test_nobody_begins_with_players_that_a_game_is_not_for(
    visitor: Visitor, game: str, players: int, said: str
) -> None:
    answer = visitor.post(f"/start/{game}", {"way": "alone", "players": players})
    assert answer.status_code == 422
    assert said in answer.json()["notice"]
    assert 'id="saved-title"' not in visitor.get("/").text


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"options": {"board": {"text": "A1: B1"}}}, "&#39;A1&#39; is none of them"),
        ({"options": {"board": {"text": "widths: 3 4 3\ndark: a1-b1"}}}, "; light is missing."),
        (
            {"options": {"board": {"text": "widths: 3 4 3\ndark: a1\nlight: a3-b3"}}},
            "A bar lies in two holes, written a1-b1",
        ),
        ({"options": {"board": None}}, "not null."),
        ({"clock": {}}, "A clock gives time for each move or for the match."),
        ({"clock": {"increment": 5}}, "A clock gives time for each move or for the match."),
        ({"clock": {"move": 60, "match": 600}}, "or for the match, not both."),
    ],
)
def test_what_is_wrong_with_a_new_match_is_what_is_said(
    visitor: Visitor, more: dict[str, Any], said: str
) -> None:
    seats = [{"kind": "person"}, {"kind": "person"}]
    answer = visitor.post("/tables", {"game": "pivotation", "seats": seats, **more})
    assert answer.status_code == 422
    assert said in answer.json()["notice"]


def test_who_invites_is_asked_for_a_name(visitor: Visitor) -> None:
    """Until there is one; nobody is asked who has said it before, or whose match has begun."""
    table = visitor.post("/start/bounce", {"way": "friends"}).json()["url"]
    seats = visitor.state(table)["panels"]["seats"]
    assert "You are invited to play with Player 1." in seats
    assert seats.count("data-naming=") == 1
    assert 'data-naming="0" data-own' in seats
    visitor.post(f"{table}/name", {"seat": 0, "name": "Zoë"})
    assert "data-naming" not in visitor.state(table)["panels"]["seats"]
    table = visitor.post("/start/bounce", {"way": "friends", "name": "Zoë"}).json()["url"]
    assert "data-naming" not in visitor.state(table)["panels"]["seats"]
    table = visitor.post("/start/pegs", {"way": "alone"}).json()["url"]
    assert "data-naming" not in visitor.state(table)["panels"]["seats"]


def test_two_at_a_screen_are_asked_for_both_names_until_they_play(visitor: Visitor) -> None:
    table = visitor.post("/start/pegs", {"way": "screen"}).json()["url"]
    seats = visitor.state(table)["panels"]["seats"]
    assert re.findall(r'data-naming="(\d)"( data-own)?', seats) == [("0", " data-own"), ("1", "")]
    assert "Who is Dark?" in seats
    assert "Who is Light?" in seats
    visitor.post(f"{table}/name", {"seat": 0, "name": "Zoë"})
    assert re.findall(r'data-naming="(\d)"', visitor.state(table)["panels"]["seats"]) == ["1"]
    visitor.act(table, "play", text="A1-B1")
    assert "data-naming" not in visitor.state(table)["panels"]["seats"]
