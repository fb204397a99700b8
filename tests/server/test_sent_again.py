"""What is sent again, because its answer was lost, is done once; and what comes too late."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import pivotry
from pivotry.server.app import create_app
from pivotry.server.bots import Bots
from pivotry.server.limits import Openings
from pivotry.server.store import Store

from .conftest import BOTH, HERE, Visitor, address, quick, stored
from .test_apart import another, joined, links
from .test_unsaved import refusing

KEY = "some-key-1"
DATABASES = BOTH
PEOPLE = [{"kind": "person"}, {"kind": "person"}]


def position() -> str:
    return json.dumps(pivotry.new("pegs").position())


CREATIONS: dict[str, Callable[[], tuple[str, dict[str, Any]]]] = {
    "options": lambda: ("/tables", {"game": "pegs", "seats": PEOPLE}),
    "one click": lambda: ("/start/pegs", {"way": "screen"}),
    "a text": lambda: ("/load", {"text": position()}),
    "the editor": lambda: ("/edit/pegs/play", {"position": position()}),
}


def at_once(count: int, send: Callable[[int], Any]) -> list[Any]:
    """What comes of something that many threads do at the same time."""
    answers: list[Any] = []
    ready = threading.Barrier(count)

    def run(n: int) -> None:
        ready.wait()
        answers.append(send(n))

    threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == count
    return answers


@pytest.mark.parametrize("way", CREATIONS)
def test_a_table_is_begun_once(visitor: Visitor, folder: Path, way: str) -> None:
    url, body = CREATIONS[way]()
    answers = [visitor.post(url, {**body, "key": KEY}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201] * 3
    (table,) = {answer.json()["url"] for answer in answers}
    assert visitor.get(table).status_code == 200
    # Another key, and the same one from somebody else, is another request.
    for other, key in ((visitor, "some-key-2"), (another(visitor), KEY)):
        assert other.post(url, {**body, "key": key}).json()["url"] != table
    assert len(stored(folder)) == 3


def test_a_table_is_begun_once_by_many_threads(visitor: Visitor, folder: Path) -> None:
    body = {"way": "screen", "key": KEY}
    answers = at_once(6, lambda _: visitor.post("/start/pegs", body))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["url"] for answer in answers}) == 1
    assert len(stored(folder)) == 1


def test_a_request_that_began_a_table_counts_once(folder: Path) -> None:
    """What is sent again opens nothing, so there is nothing to refuse."""
    app = create_app(Store(address(folder)), Bots(quick), openings=Openings(each=2))
    with TestClient(app, base_url=HERE) as client:
        visitor = Visitor(client)
        for n in range(2):
            for _ in range(3):
                sent = {"way": "screen", "key": f"some-key-{n}"}
                assert visitor.post("/start/pegs", sent).status_code == 201
        assert visitor.post("/start/pegs", {"way": "screen"}).status_code == 429


def test_a_match_branches_off_once(visitor: Visitor, folder: Path) -> None:
    table = visitor.sit("pegs", "pc")
    body = {"ply": 0, "key": KEY}
    (url,) = {visitor.post(f"{table}/branch", body).json()["url"] for _ in range(3)}
    assert url != table
    assert len(stored(folder)) == 2


@pytest.mark.parametrize("why", ["too many tables", "not saved"])
def test_cards_stay_unknown_where_no_match_branches_off(folder: Path, why: str) -> None:
    openings = Openings(each=1 if why == "too many tables" else 100)
    app = create_app(Store(address(folder)), Bots(quick), openings=openings)
    with TestClient(app, base_url=HERE) as client:
        visitor = Visitor(client)
        table = visitor.sit("bounce", "pc")
        ply = visitor.state(table)["ply"]
        if why == "too many tables":
            assert visitor.post(f"{table}/branch", {"ply": ply}).status_code == 429
        else:
            with refusing(folder, "INSERT ON tables"):
                assert visitor.post(f"{table}/branch", {"ply": ply}).status_code == 503
        (kept,) = stored(folder)
        assert not kept["secrecy"]["disclosed"]
        assert visitor.persist(table, "seat", seat=1, kind="open").status_code == 200


def test_a_rematch_is_begun_once(visitor: Visitor, folder: Path) -> None:
    table, friend = joined(visitor, "pegs")
    visitor.act(table, "resign", seat=0)
    for _ in range(2):
        assert "panels" in visitor.post(f"{table}/again", {"key": KEY}).json()
    answers = at_once(4, lambda _: friend.post(f"{table}/again", {"key": KEY}))
    assert {answer.status_code for answer in answers} == {201}
    (next,) = {answer.json()["url"] for answer in answers}
    assert visitor.post(f"{table}/again", {"key": KEY}).json()["url"] == next
    assert len(stored(folder)) == 2


def test_a_rematch_that_is_not_noted_leaves_no_table_behind(visitor: Visitor, folder: Path) -> None:
    table, friend = joined(visitor, "pegs")
    visitor.act(table, "resign", seat=0)
    visitor.post(f"{table}/again", {})
    with refusing(folder, "UPDATE ON tables"):
        assert friend.post(f"{table}/again", {}).status_code == 503
    assert len(stored(folder)) == 1
    assert friend.post(f"{table}/again", {}).status_code == 201
    assert len(stored(folder)) == 2


def test_an_invitation_leads_who_took_it_to_the_table(visitor: Visitor) -> None:
    table = visitor.sit("pegs", "po")
    (link,) = links(visitor, table, "join")
    friend, third = another(visitor), another(visitor)
    for body in ({"name": "Yara", "key": KEY}, {"name": "Yara", "key": KEY}, {"name": ""}):
        answer = friend.post(link, body)
        assert (answer.status_code, answer.json()) == (200, {"url": table})
    assert "Yara" in friend.state(table)["panels"]["seats"]
    found = friend.get(link, follow_redirects=False)
    assert (found.status_code, found.headers["location"]) == (303, table)
    assert third.get(link).status_code == third.post(link, {}).status_code == 404
    visitor.act(table, "resign", seat=0)
    number = friend.state(table)["number"]
    assert friend.post(link, {}).status_code == 200
    assert friend.state(table)["number"] == number


def test_doors_are_gone_through_once(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    (own,) = links(friend, table, "seat")
    (watch,) = links(visitor, table, "watch")
    for link in (own, f"{watch}?ply=0"):
        comer = another(visitor)
        number = visitor.state(table)["number"]
        answers = [comer.post(link, {"key": KEY}) for _ in range(3)]
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.json()["url"] for answer in answers}) == 1
        assert visitor.state(table)["number"] == number + 1


def test_a_name_is_changed_once_by_many_threads(visitor: Visitor) -> None:
    table = visitor.sit("pegs")
    number = visitor.state(table)["number"]
    body = {"seat": 0, "name": "Bo", "key": KEY}
    answers = at_once(6, lambda _: visitor.post(f"{table}/name", body))
    assert {answer.status_code for answer in answers} == {200}
    assert visitor.state(table)["number"] == number + 1


def test_the_same_move_from_many_threads_is_made_once(visitor: Visitor, folder: Path) -> None:
    """Who sends it again is told how the table stands; who sends another too late, that it is."""
    table = visitor.sit("pegs")
    version = visitor.state(table)["version"]

    def send(n: int) -> tuple[str, int, int]:
        key = f"some-key-{n // 5}"
        body = {"version": version, "text": "A1-B1", "key": key}
        answer = visitor.post(f"{table}/play", body)
        return key, answer.status_code, answer.json()["version"]

    answers = at_once(10, send)
    by_key = {key: {said[1:] for said in answers if said[0] == key} for key, *_ in answers}
    assert sorted(by_key.values(), key=str) == [{(200, version + 1)}, {(409, version + 1)}]
    (kept,) = stored(folder)
    assert kept["record"]["moves"] == ["A1-B1"]


def test_the_same_clicks_from_many_threads_are_one_move(visitor: Visitor, folder: Path) -> None:
    table = visitor.sit("pegs")
    clicks = [["A1"], ["B1"]]
    body = {"version": visitor.state(table)["version"], "clicks": clicks, "key": KEY}
    answers = at_once(6, lambda _: visitor.post(f"{table}/play", body))
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.json()["ply"] for answer in answers} == {1}
    (kept,) = stored(folder)
    assert kept["record"]["moves"] == ["A1-B1"]


def test_visitors_with_the_same_key_do_not_meet(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    for seat, who in enumerate((visitor, friend)):
        body = {"seat": seat, "name": f"Name {seat}", "key": KEY}
        assert who.post(f"{table}/name", body).status_code == 200
    seats = visitor.state(table)["panels"]["seats"]
    assert "Name 0" in seats
    assert "Name 1" in seats


@pytest.mark.parametrize("clicks", [[["A2"], ["B2"]], [["A2"]], [["nothing"]]])
def test_clicks_that_come_too_late_get_the_present_state(
    visitor: Visitor, clicks: list[list[str]]
) -> None:
    table = visitor.sit("pegs")
    version = visitor.state(table)["version"]
    visitor.act(table, "play", text="A1-B1")
    answer = visitor.post(f"{table}/play", {"version": version, "clicks": clicks})
    assert answer.status_code == 409
    assert "moved on" in answer.json()["panels"]["notice"]
    assert answer.json()["ply"] == visitor.state(table)["ply"] == 1


def test_what_was_refused_is_judged_anew(visitor: Visitor) -> None:
    """Nothing was done, so there is nothing to remember."""
    table, friend = joined(visitor, "pegs")
    body = {"version": friend.state(table)["version"], "text": "B1-B2", "key": KEY}
    assert friend.post(f"{table}/play", body).status_code == 403
    for text in ("A1-B1", "A2-A1"):
        visitor.act(table, "play", text=text)
    body["version"] = friend.state(table)["version"]
    assert friend.post(f"{table}/play", body).status_code == 200
