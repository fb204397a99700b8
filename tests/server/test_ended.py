"""Tables that are over: what the picture, the words and the story say, however it ended."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import pivotry
from pivotry import registry
from pivotry.plates import CROWN
from pivotry.server.bots import Bots

from .conftest import Visitor, quick, serving
from .test_apart import another, joined, links
from .test_naming import Time
from .test_taking import finished

TO_MOVE = re.compile(r"to move|to play|Your turn|am Zug|Du bist")
HIDDEN = re.compile(r'data-hand="\d" data-cards="[1-9]')
GERMAN = {"Accept-Language": "de"}


def told(story: str) -> list[str]:
    """The lines of a story, without markup."""
    lines = re.findall(r"<li[^>]*>(.*?)</li>", story, re.DOTALL)
    return [re.sub(r"<[^>]+>", "", line).strip() for line in lines]


def wins(game: str, picture: str) -> int:
    """How many seats of a picture are marked as those that won."""
    if registry.get(game).facts.hidden:
        return picture.count(f'd="{CROWN}"')
    return picture.count(">wins<")


def check(game: str, state: dict[str, Any], why: str, winner: str) -> None:
    """All panels say that it is over."""
    panels = state["panels"]
    picture = panels["picture"]
    assert state["over"]
    assert not TO_MOVE.search(picture)
    assert not TO_MOVE.search(panels["words"])
    assert wins(game, picture) == 1
    assert winner in picture
    assert told(panels["story"])[-1] == why
    assert state["say"].count(why) == 1


@pytest.mark.parametrize("game", pivotry.games())
@pytest.mark.parametrize("moves", [0, 1])
def test_a_match_that_is_given_up_says_so_everywhere(
    visitor: Visitor, game: str, moves: int
) -> None:
    table, friend = joined(visitor, game)
    guest = another(visitor)
    guest.post(links(visitor, table, "watch")[0], {})
    visitor.post(f"{table}/name", {"seat": 0, "name": "Ann"})
    people = (visitor, friend)
    for _ in range(moves):
        mover = next(person for person in people if person.state(table)["paths"])
        mover.act(table, "play", text=mover.state(table)["paths"][0][0])
    before = friend.state(table)
    assert TO_MOVE.search(before["panels"]["picture"])
    assert wins(game, before["panels"]["picture"]) == 0
    assert friend.act(table, "resign", seat=1).status_code == 200
    for person in (*people, guest):
        state = person.state(table)
        check(game, state, "Yara gives up.", "Ann")
        past = person.get(f"{table}/past?ply={state['ply']}").json()
        assert past["panels"]["picture"] == state["panels"]["picture"]
        assert past["panels"]["words"] == state["panels"]["words"]
        assert past["say"].endswith("Yara gives up.")
        file = person.get(f"{table}/picture.svg?ply={state['ply']}").text
        assert not TO_MOVE.search(file)
        assert wins(game, file) == 1
        if moves:
            earlier = person.get(f"{table}/past?ply=0").json()["panels"]["picture"]
            assert wins(game, earlier) == 0
    german = visitor.get(f"{table}/state", headers=GERMAN).json()["panels"]
    assert told(german["story"])[-1] == "Yara gibt auf."
    assert not TO_MOVE.search(german["picture"])


@pytest.mark.parametrize("game", pivotry.games())
def test_a_match_that_the_clock_ended_says_so_everywhere(folder: Path, game: str) -> None:
    time = Time()
    with serving(folder, Bots(quick), clock=time) as client:
        visitor = Visitor(client)
        seats = [{"kind": "person"}, {"kind": "open"}]
        body = {"game": game, "seats": seats, "clock": {"move": 60.0}}
        table = visitor.post("/tables", body).json()["url"]
        friend = another(visitor)
        friend.post(links(visitor, table, "join")[0], {"name": "Yara"})
        visitor.post(f"{table}/name", {"seat": 0, "name": "Ann"})
        slow = "Ann" if visitor.state(table)["paths"] else "Yara"
        time.now += 61
        # Whatever comes in has the clocks looked at.
        visitor.post(f"{table}/name", {"seat": 0, "name": "Ann"})
        winner = {"Ann": "Yara", "Yara": "Ann"}[slow]
        for person in (visitor, friend):
            check(game, person.state(table), f"{slow} has no time left.", winner)


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_at_the_end_all_hands_lie_open(visitor: Visitor, game: str) -> None:
    match = finished(game)
    table = visitor.load(match.record())
    state = visitor.state(table)
    left = [card for hand in match.position()["hands"] for card in hand]
    assert left
    picture = state["panels"]["picture"]
    assert not HIDDEN.search(picture)
    past = visitor.get(f"{table}/past?ply={state['ply']}").json()
    assert past["panels"]["picture"] == picture
    for card in left:
        assert f'data-piece="{card}' in picture


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_hands_stay_hidden_until_the_end(visitor: Visitor, game: str) -> None:
    table, friend = joined(visitor, game)
    assert HIDDEN.search(friend.state(table)["panels"]["picture"])
    visitor.act(table, "resign", seat=0)
    assert not HIDDEN.search(friend.state(table)["panels"]["picture"])
