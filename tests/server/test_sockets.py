"""Sockets of tables: what they tell, in which order, and what they do not put up with."""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pivotry.server import onlookers, outgoing
from pivotry.server.__main__ import SAID
from pivotry.server.room import Room
from pivotry.server.seats import Viewer
from pivotry.server.store import Store

from .conftest import Visitor
from .test_apart import another, joined, links, listening
from .test_main import serving


def test_what_happens_while_a_socket_is_told_is_told_once(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move that comes between the state and the events belongs to the next state."""
    table, friend = joined(visitor, "pegs")
    happened = Store.happened
    late = iter(["A2-A1"])

    def while_moving(store: Store, id: str, after: int, limit: int = 200) -> Any:
        for text in late:
            assert visitor.act(table, "play", text=text).status_code == 200
        return happened(store, id, after, limit)

    number = friend.state(table)["number"]
    visitor.act(table, "play", text="A1-B1")
    monkeypatch.setattr(Store, "happened", while_moving)
    told: list[tuple[int, int]] = []
    with listening(friend, table, after=number) as socket:
        while len(told) < 2 or told[-1][0] < number + 2:
            state = socket.receive_json()
            told += [(event["number"], state["number"]) for event in state["events"]]
            assert len(told) < 10
    assert told == [(number + 1, number + 1), (number + 2, number + 2)]


@pytest.mark.parametrize("game", ["pegs", "bounce"])
def test_who_only_looks_on_is_told_the_same(
    visitor: Visitor, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawn once for all of them; for who plays, or decides who does, drawn for them alone."""
    table, friend = joined(visitor, game)
    (link,) = links(visitor, table, "watch")
    watchers = [another(visitor) for _ in range(4)]
    for watcher in watchers:
        watcher.post(link, {})
    drawn: Counter[str] = Counter()
    state = outgoing.state

    def noted(room: Room, viewer: Viewer, *rest: Any, **more: Any) -> Any:
        made = state(room, viewer, *rest, **more)
        if not viewer.seats:
            drawn[made["tag"]] += 1
        return made

    monkeypatch.setattr(outgoing, "state", noted)
    monkeypatch.setattr(onlookers, "FRESH", 600.0)
    with ExitStack() as open_ones:
        sockets = [open_ones.enter_context(listening(who, table)) for who in (*watchers, friend)]
        for _ in range(3):
            for who in (visitor, friend):
                if paths := who.state(table)["paths"]:
                    assert who.act(table, "play", text=paths[0][0]).status_code == 200
                    break
            number = visitor.state(table)["number"]
            *told, own = (_told(socket, number) for socket in sockets)
            tags = {json.loads(text)["tag"] for text in told}
            assert len(set(told)) == len(tags)  # some may know already who has come meanwhile
            assert own not in told
    assert drawn
    assert set(drawn.values()) == {1}


def _told(socket: Any, number: int) -> str:
    """What a socket says of an event, events apart: which of them it has told before differs."""
    while True:
        state = json.loads(socket.receive_text())
        if state["number"] >= number:
            del state["events"]
            return json.dumps(state)


@pytest.mark.parametrize("game", ["pegs", "bounce", "updown"])
@pytest.mark.parametrize("clock", [None, {"match": 600.0}])
def test_no_state_of_who_only_looks_on_is_another_one(
    visitor: Visitor, game: str, clock: dict[str, float] | None
) -> None:
    """Whatever has happened: they can share what was drawn for one of them."""
    seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "computer", "player": "random"}]
    if game == "pegs":
        seats.pop()
    made = visitor.post("/tables", {"game": game, "seats": seats, "clock": clock})
    table = made.json()["url"]
    (link,), friend = links(visitor, table, "watch"), another(visitor)
    one, two = another(visitor), another(visitor)
    for watcher in (one, two):
        watcher.post(link, {})

    def alike() -> None:
        first, second = one.state(table), two.state(table)
        for _ in range(300):
            if first == second:
                break
            first, second = one.state(table), two.state(table)  # a clock or a computer went on
        assert first == second

    alike()
    (invitation,) = links(visitor, table, "join")
    friend.post(invitation, {})
    alike()
    for who in (visitor, friend):
        if paths := who.state(table)["paths"]:
            who.act(table, "play", text=paths[0][0])
            who.act(table, "undo")
            alike()
    friend.act(table, "resign", seat=1)
    alike()
    visitor.act(table, "resign", seat=0)
    for who in (visitor, friend):
        who.post(f"{table}/again", {})
        alike()


def test_a_socket_that_floods_is_closed_and_nobody_waits_for_it(tmp_path: Path) -> None:
    """At a real server: what is sent compressed must not be made large before it is refused."""
    with serving(tmp_path, "--port", "0") as (said, _):
        found = re.search(r"http://(127\.0\.0\.1:\d+)/", said)
        assert found is not None
        here = found[1]
        page = Request(f"http://{here}/", headers={"Accept": "text/html"})
        with urlopen(page) as answer:
            cookie = answer.headers["set-cookie"].split(";")[0]
        head = {"Cookie": cookie, "Origin": f"http://{here}"}
        start = Request(
            f"http://{here}/start/pegs",
            data=b'{"way": "screen"}',
            headers={**head, "Content-Type": "application/json"},
        )
        with urlopen(start) as answer:
            table = re.search(r"/table/[\w-]+", answer.read().decode())
        assert table is not None
        url = f"ws://{here}{table[0]}/events"
        assert _closed(url, head, b"x") == 1008
        assert _closed(url, head, b"\0" * (SAID + 1)) == 1009
        assert _closed(url, head, b"\0" * (1 << 24)) == 1009


def _closed(url: str, head: dict[str, str], said: bytes) -> int | None:
    """The code with which a socket is closed that says something."""
    with connect(url, additional_headers=head, max_size=None) as socket:
        socket.recv(timeout=20)
        with suppress(ConnectionClosed):  # it may be closed before all has been sent
            socket.send(said)
            while True:
                socket.recv(timeout=20)
        return socket.close_code
