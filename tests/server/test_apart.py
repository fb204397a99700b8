"""People at different browsers: links, sockets, requests sent twice, spectators."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import ASGIApp
from starlette.websockets import WebSocketDisconnect

from pivotry.server import access, outgoing
from pivotry.server.access import Keys
from pivotry.server.bots import Bots
from pivotry.server.limits import Limit
from pivotry.server.lobby import Lobby
from pivotry.wording import listed

from .conftest import HERE, Visitor, browser, quick, serving, stored

GAMES = ("pegs", "bounce")
SOCKET = HERE.replace("http", "ws")


def another(visitor: Visitor) -> Visitor:
    """Another browser at the same server."""
    return Visitor(browser(visitor.client))


def links(visitor: Visitor, table: str, door: str) -> list[str]:
    """The links of a kind that a visitor sees, without the server's address."""
    seats = visitor.state(table)["panels"]["seats"]
    return re.findall(rf'value="{HERE}(/{door}/[^"]+)"', seats)


@contextmanager
def listening(visitor: Visitor, table: str, after: int = -1) -> Iterator[Any]:
    """The socket of a table."""
    url = f"{SOCKET}{table}/events?after={after}"
    with visitor.client.websocket_connect(url, headers={"Origin": HERE}) as socket:
        yield socket


def joined(visitor: Visitor, game: str, kinds: str = "po") -> tuple[str, Visitor]:
    """A table and the friend who has taken its open seat."""
    table = visitor.sit(game, kinds)
    friend = another(visitor)
    (link,) = links(visitor, table, "join")
    answer = friend.post(link, {"name": "Yara"})
    assert answer.json() == {"url": table}
    return table, friend


def test_computers_take_the_seats_that_are_left_and_the_match_begins(visitor: Visitor) -> None:
    """One click; whoever has come plays with them, and who was invited too late is told so."""
    table = visitor.post("/start/bounce", {"way": "friends"}).json()["url"]
    first, late, _ = links(visitor, table, "join")
    friend = another(visitor)
    assert "in the 3 open seats" in visitor.state(table)["panels"]["seats"]
    assert friend.post(first, {"name": "Yara"}).status_code == 200
    version = visitor.state(table)["version"]
    assert another(visitor).post(f"{table}/fill", {"version": version}).status_code == 404
    before = visitor.state(table)
    assert "in the 2 open seats" in before["panels"]["seats"]
    assert visitor.act(table, "fill", player="nobody").status_code == 403
    assert visitor.state(table)["panels"]["seats"] == before["panels"]["seats"]
    assert visitor.act(table, "fill").status_code == 200
    seats = visitor.state(table)["panels"]["seats"]
    assert seats.count('data-now="level-2"') == 2
    assert "Yara" in seats
    assert 'id="fill"' not in seats
    assert links(visitor, table, "join") == []
    status = visitor.state(table)["panels"]["status"]
    assert "Waiting for players" not in status
    assert another(visitor).post(late, {"name": "Zed"}).status_code in (403, 404)
    again = visitor.persist(table, "fill")
    assert again.status_code == 403
    assert "Every seat is taken already." in again.text


# --- links --------------------------------------------------------------------------------------


def test_an_invitation_is_taken_once_and_opening_it_changes_nothing(visitor: Visitor) -> None:
    table = visitor.sit("pegs", "po")
    (link,) = links(visitor, table, "join")
    friend = another(visitor)
    assert friend.get(table).status_code == 404
    page = friend.get(link)
    assert "You are invited to play with Dark" in page.text
    assert "Waiting for players" in visitor.state(table)["panels"]["status"]
    assert friend.post(link, {"name": "Yara"}).status_code == 200
    assert "Yara" in visitor.state(table)["panels"]["seats"]
    assert links(visitor, table, "join") == []
    third = another(visitor)
    assert third.get(link).status_code == 404
    assert third.post(link, {"name": ""}).status_code == 404
    assert third.get(table).status_code == 404


def test_links_are_checked(visitor: Visitor) -> None:
    table = visitor.sit("bounce", "poo")
    one, two = links(visitor, table, "join")
    friend = another(visitor)
    token = one.rpartition("/")[2]
    wrong = [
        two.replace(two.rpartition("/")[2], token),
        one.replace("/join/", "/seat/"),
        one[:-1] + ("A" if one[-1] != "A" else "B"),
        re.sub(r"/join/(.*)/\d+/", r"/watch/\1/", one),
        one.replace("/1/", "/7/"),
        one.replace("/1/", "/-1/"),
    ]
    for link in wrong:
        assert friend.get(link).status_code == 404, link
        assert friend.post(link, {}).status_code == 404, link


def test_tokens_have_192_bits_and_differ() -> None:
    keys = Keys(access.fresh_secret())
    made = {
        keys.token(door, table, seat, count)
        for door in ("join", "seat", "watch") for table in ("a", "b")
        for seat in (0, 1) for count in (0, 1)
    }  # fmt: skip
    assert len(made) == 24
    assert {len(token) for token in made} == {32}
    assert not Keys(access.fresh_secret()).opens(keys.token("watch", "a"), "watch", "a")


def test_a_seat_s_own_link_goes_on_in_another_browser(visitor: Visitor) -> None:
    table, friend = joined(visitor, "bounce", "poc")
    (link,) = links(friend, table, "seat")
    assert links(visitor, table, "seat") != [link]
    phone = another(visitor)
    assert "belongs to Yara alone" in phone.get(link).text
    assert phone.post(link, {}).status_code == 200
    assert phone.state(table)["panels"]["picture"] == friend.state(table)["panels"]["picture"]


@pytest.mark.parametrize("game", GAMES)
def test_spectators_see_what_lies_open_and_do_nothing(visitor: Visitor, game: str) -> None:
    table, friend = joined(visitor, game)
    (link,) = links(visitor, table, "watch")
    assert links(friend, table, "watch") == [link]
    watcher = another(visitor)
    players = listed(visitor.state(table)["names"])
    assert f"watch the match of {players}." in watcher.get(link).text
    assert watcher.post(link, {}).status_code == 200
    state = watcher.state(table)
    assert state["paths"] == []
    assert "data-act" not in state["panels"]["actions"]
    assert links(watcher, table, "watch") == []
    for what, body in [
        ("play", {"text": "A1-B1"}), ("undo", {}), ("show", {"seat": 0}), ("hide", {}),
        ("resign", {"seat": 0}), ("seat", {"seat": 0, "kind": "computer"}),
    ]:  # fmt: skip
        answer = watcher.act(table, what, **body)
        assert answer.status_code == (200 if what == "hide" else 403), what
    assert watcher.state(table)["number"] == state["number"]  # and no move is stale by it
    assert watcher.post(f"{table}/name", {"seat": 0, "name": "Eve"}).status_code == 403
    assert watcher.post(f"{table}/again", {}).status_code == 409
    assert watcher.get(f"{table}/record").status_code == 409
    assert watcher.get(f"{table}/code?door=join&seat=1").status_code == 409


def test_the_invitation_as_a_code(visitor: Visitor) -> None:
    table = visitor.sit("pegs", "po")
    drawn = visitor.get(f"{table}/code?door=join&seat=1")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.startswith("<svg")
    assert visitor.get(f"{table}/code?door=join&seat=0").status_code == 409
    for door in ("nonsense", "near"):
        assert visitor.get(f"{table}/code?door={door}").status_code == 409


def test_a_stranger_gets_nothing_of_a_table(visitor: Visitor) -> None:
    table = visitor.sit("bounce", "pc")
    stranger = another(visitor)
    for url in ("", "/state", "/record", "/picture?version=0", "/code"):
        assert stranger.get(table + url).status_code == 404
    for what in ("play", "undo", "hide", "forget"):
        assert stranger.post(f"{table}/{what}", {"version": 0}).status_code == 404
    assert stranger.post(f"{table}/again", {}).status_code == 404
    with pytest.raises(WebSocketDisconnect) as closed, listening(stranger, table) as socket:
        socket.receive_json()
    assert closed.value.code == 4404


def test_without_a_cookie_nothing_can_be_begun(app: ASGIApp) -> None:
    with TestClient(app, base_url=HERE) as client:
        seats = [{"kind": "person"}, {"kind": "computer"}]
        answer = client.post(
            "/tables", json={"game": "pegs", "seats": seats}, headers={"Origin": HERE}
        )
        assert answer.status_code == 409
        assert "cookie" in answer.json()["notice"]


def test_the_cookie_is_long_and_not_for_scripts(app: ASGIApp) -> None:
    with TestClient(app, base_url=HERE) as client:
        said = client.get("/", headers={"Accept": "text/html"}).headers["set-cookie"]
        assert "HttpOnly" in said
        assert "SameSite=Lax" in said
        secret = said.split(";")[0].split("=")[1]
        assert len(secret) == 43
        assert access.visitor(secret)
        assert "set-cookie" not in client.get("/", headers={"Accept": "text/html"}).headers
        assert secret not in client.get("/").text
    assert not access.visitor("short")
    assert not access.visitor(None)


# --- agreeing -----------------------------------------------------------------------------------


def test_a_take_back_is_asked_for_and_allowed(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    visitor.act(table, "play", text="A1-B1")
    asked = visitor.act(table, "undo").json()
    assert "You have asked to take a move back" in asked["panels"]["offer"]
    assert "data-yes" not in asked["panels"]["offer"]
    assert "data-yes" in friend.state(table)["panels"]["offer"]
    state = friend.act(table, "answer", topic="undo", yes=True).json()
    assert "Nothing yet" in state["panels"]["story"]


def test_an_answer_to_what_the_table_was_before_changes_nothing(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    visitor.act(table, "play", text="A1-B1")
    visitor.act(table, "undo")
    late = {"version": friend.state(table)["version"], "topic": "undo", "yes": True}
    visitor.act(table, "play", text="A4-B4")  # withdraws what was asked for
    friend.act(table, "play", text="A2-B2")
    friend.act(table, "play", text="B2-B3")
    visitor.act(table, "undo")
    answer = friend.post(f"{table}/answer", late)
    assert answer.status_code == 409
    assert "moved on" in answer.json()["panels"]["notice"]
    assert "data-yes" in answer.json()["panels"]["offer"]
    assert friend.state(table)["ply"] == 4


def test_a_rematch_has_everybody_one_seat_further(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    watcher = another(visitor)
    watcher.post(links(visitor, table, "watch")[0], {})
    visitor.act(table, "resign", seat=0)
    assert "gives up" in friend.state(table)["panels"]["status"]
    assert "panels" in visitor.post(f"{table}/again", {}).json()
    assert visitor.state(table)["next"] is None
    next = friend.post(f"{table}/again", {}).json()["url"]
    assert next != table
    assert f'href="{next}"' in visitor.state(table)["panels"]["status"]
    assert visitor.state(table)["next"] == {"url": next, "plays": True}
    assert watcher.state(table)["next"] == {"url": next, "plays": False}
    assert "Your turn" in friend.state(next)["panels"]["status"]
    assert visitor.state(next)["paths"] == []
    assert friend.post(f"{table}/again", {}).json()["url"] == next


def test_those_who_play_apart_can_say_a_few_phrases_to_one_another(visitor: Visitor) -> None:
    alone = visitor.sit("pegs")
    assert visitor.state(alone)["may_say"] is False
    assert visitor.post(f"{alone}/say", {"phrase": "hello"}).status_code == 403
    table, friend = joined(visitor, "pegs")
    watcher, stranger = another(visitor), another(visitor)
    watcher.post(links(visitor, table, "watch")[0], {})
    assert watcher.post(f"{table}/say", {"phrase": "hello"}).status_code == 403
    assert stranger.post(f"{table}/say", {"phrase": "hello"}).status_code == 404
    assert visitor.post(f"{table}/say", {"phrase": "Hello!"}).status_code == 422
    before = visitor.state(table)
    assert [person.state(table)["may_say"] for person in (friend, watcher)] == [True, False]
    url = f"{table.replace('/table', 'ws://127.0.0.1:8765/table')}/events"
    headers = {"Origin": "http://127.0.0.1:8765", "Accept-Language": "de"}
    for phrase in ("luck", "luck", "thanks", "leave"):
        assert visitor.post(f"{table}/say", {"phrase": phrase}).status_code == 200
    with friend.client.websocket_connect(
        f"{url}?after={before['number']}", headers=headers
    ) as talk:
        told = [(event["seat"], event["said"]) for event in talk.receive_json()["events"]]
    assert told == [(0, w) for w in ("Viel Glück!", "Viel Glück!", "Danke!", "Ich muss los.")]
    refused = visitor.post(f"{table}/say", {"phrase": "hello"})
    assert refused.status_code == 403
    assert "You have said much already: say more in " in refused.json()["panels"]["notice"]
    assert friend.post(f"{table}/say", {"phrase": "hello"}).status_code == 200
    now = visitor.state(table)
    assert (now["version"], now["panels"]["story"]) == (
        before["version"],
        before["panels"]["story"],
    )
    old = {"number": 9, "kind": "phrase", "seat": 0, "text": "hello", "at": 100.0}
    assert [len(outgoing.events([old], now)) for now in (160.0, 161.0)] == [1, 0]


def test_names_can_be_changed_by_who_bears_them(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    assert visitor.post(f"{table}/name", {"seat": 0, "name": "Bo"}).status_code == 200
    assert "Bo" in friend.state(table)["panels"]["seats"]
    assert friend.post(f"{table}/name", {"seat": 0, "name": "Eve"}).status_code == 403
    assert visitor.post(f"{table}/name", {"seat": 0, "name": ""}).status_code == 403


# --- sending twice ------------------------------------------------------------------------------


def test_a_request_sent_again_is_done_once(visitor: Visitor, folder: Path) -> None:
    table = visitor.sit("pegs")
    body = {"version": visitor.state(table)["version"], "text": "A1-B1", "key": "abcd-1234"}
    first = visitor.post(f"{table}/play", body)
    second = visitor.post(f"{table}/play", body)
    assert first.status_code == second.status_code == 200
    assert first.json()["version"] == second.json()["version"]
    (kept,) = stored(folder)
    assert kept["record"]["moves"] == ["A1-B1"]
    other = visitor.post(f"{table}/play", {**body, "key": "abcd-5678"})
    assert other.status_code == 409


@pytest.mark.parametrize("key", ["short", "x" * 65, "with space", 5])
def test_keys_that_are_none(visitor: Visitor, key: object) -> None:
    table = visitor.sit("pegs")
    assert visitor.act(table, "play", text="A1-B1", key=key).status_code == 422


# --- sockets ------------------------------------------------------------------------------------


def test_a_socket_tells_what_happens_in_order(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    with listening(friend, table) as socket:
        state = socket.receive_json()
        assert state["paths"] == []
        number = state["number"]
        for text in ("A1-B1", "A2-A1"):
            visitor.act(table, "play", text=text)
        told: list[dict[str, Any]] = []
        while [event["text"] for event in told] != ["A1-B1", "A2-A1"]:
            state = socket.receive_json()
            told += state["events"]
        assert [event["number"] for event in told] == [number + 1, number + 2]
        assert state["paths"]


def test_a_page_that_was_away_gets_what_it_missed(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    number = friend.state(table)["number"]
    for text in ("A1-B1", "A2-A1"):
        visitor.act(table, "play", text=text)
    with listening(friend, table, after=number) as socket:
        told = socket.receive_json()
        assert [event["text"] for event in told["events"]] == ["A1-B1", "A2-A1"]
    with listening(friend, table) as socket:
        assert socket.receive_json()["events"] == []
    with listening(friend, table, after=told["number"] + 1000) as socket:
        assert socket.receive_json()["events"] == []


def test_who_is_there_can_be_seen(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    assert "away" in visitor.state(table)["panels"]["seats"]
    with listening(friend, table) as socket:
        socket.receive_json()
        assert "online" in visitor.state(table)["panels"]["seats"]
    for _ in range(100):
        if "away" in visitor.state(table)["panels"]["seats"]:
            return
        time.sleep(0.02)
    raise AssertionError("still there")


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null"])
def test_sockets_are_for_our_own_pages(visitor: Visitor, origin: str | None) -> None:
    table = visitor.sit("pegs")
    headers = {} if origin is None else {"Origin": origin}
    with (
        pytest.raises(WebSocketDisconnect),
        visitor.client.websocket_connect(f"{SOCKET}{table}/events", headers=headers) as socket,
    ):
        socket.receive_json()


@pytest.mark.parametrize("said", [b"\0" * 1000, None], ids=["bytes", "a move"])
def test_who_says_anything_to_a_socket_is_sent_away(visitor: Visitor, said: bytes | None) -> None:
    """Pages only listen; what a socket brings is not read."""
    table = visitor.sit("pegs")
    with listening(visitor, table) as socket:
        state = socket.receive_json()
        if said is None:
            socket.send_json({"version": state["version"], "text": "A1-B1"})
        else:
            socket.send_bytes(said)
        told = socket.receive()
        while told["type"] == "websocket.send":
            told = socket.receive()
    assert told == {"type": "websocket.close", "code": 1008, "reason": ""}
    assert visitor.state(table)["ply"] == 0


def test_a_removed_table_closes_its_sockets(visitor: Visitor) -> None:
    table = visitor.sit("pegs", "pc")
    with listening(visitor, table) as socket:
        socket.receive_json()
        visitor.post(f"{table}/forget", {})
        for _ in range(10):
            told = socket.receive()
            if told["type"] == "websocket.close":
                break
    assert told["code"] == 4404


# --- time ---------------------------------------------------------------------------------------


class Hands:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("seen", [False, True], ids=["the move comes first", "the end does"])
def test_a_clock_runs_out_and_is_forgiven_a_restart(
    folder: Path, monkeypatch: pytest.MonkeyPatch, seen: bool
) -> None:
    """Whether the late move or whoever watches the clocks is first: the match has ended."""
    lobbies: list[Lobby] = []
    begin = Lobby.open

    def opened(lobby: Lobby) -> None:
        lobbies.append(lobby)
        begin(lobby)

    monkeypatch.setattr(Lobby, "open", opened)
    monkeypatch.setattr(Lobby, "_watch", lambda _: None)  # nobody does unless the test says so
    hands = Hands()
    seats = [{"kind": "person"}, {"kind": "person"}]
    body = {"game": "pegs", "seats": seats, "clock": {"match": 60.0, "increment": 5.0}}
    with serving(folder, Bots(quick), clock=hands) as client:
        visitor = Visitor(client)
        table = visitor.post("/tables", body).json()["url"]
        state = visitor.state(table)
        assert state["clock"] == {"seat": 0, "left": 60.0}
        assert "1:00" in state["panels"]["seats"]
        hands.now += 20
        assert visitor.state(table)["clock"]["left"] == 40.0
        jar = client.cookies
    hands.now += 1000
    with serving(folder, Bots(quick), clock=hands) as client:
        client.cookies = jar
        visitor = Visitor(client)
        assert visitor.state(table)["clock"]["left"] == 40.0
        hands.now += 39
        assert visitor.act(table, "play", text="A1-B1").status_code == 200
        hands.now += 2
        if seen:
            lobbies[-1].expire()
        late = visitor.act(table, "play", text="A2-B2")
        assert late.status_code == (403 if seen else 409)
        assert "has no time left" in late.json()["panels"]["status"]


@pytest.mark.parametrize(
    "clock", [{"move": 1.0}, {}, {"match": 60.0, "move": 60.0}, {"match": "x"}]
)
def test_a_clock_that_is_none_is_refused(visitor: Visitor, clock: dict[str, Any]) -> None:
    seats = [{"kind": "person"}, {"kind": "person"}]
    answer = visitor.post("/tables", {"game": "pegs", "seats": seats, "clock": clock})
    assert answer.status_code == 422
    assert answer.json()["notice"]


# --- limits -------------------------------------------------------------------------------------


def test_a_flood_of_requests_is_held_back(folder: Path) -> None:
    hands = Hands()
    with serving(folder, Bots(quick), limit=Limit(1.0, 5, hands)) as client:
        visitor = Visitor(client)
        answers = [visitor.post("/load", {"text": ""}).status_code for _ in range(7)]
        assert answers == [422] * 5 + [429] * 2
        hands.now += 2
        assert visitor.post("/load", {"text": ""}).status_code == 422


@pytest.mark.parametrize(
    ("site", "near"),
    [
        ("http://127.0.0.1:8765", True),
        ("http://[::1]:8765", True),
        ("http://localhost", True),
        ("http://192.168.1.7:8765", False),
        ("https://play.example", False),
        ("", False),
    ],
)
def test_links_that_lead_nowhere_else_are_told(site: str, near: bool) -> None:
    assert access.reaches_itself_only(site) == near


def test_an_invitation_says_when_it_works_on_this_machine_only(visitor: Visitor) -> None:
    told = "work on this machine only"
    assert told in visitor.state(visitor.sit("pegs", "po"))["panels"]["seats"]
    assert told not in visitor.state(visitor.sit("pegs", "pc"))["panels"]["seats"]
