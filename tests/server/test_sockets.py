"""Sockets of tables: what they tell, in which order, and what they do not put up with."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
import websockets
from websockets.exceptions import ConnectionClosed

from pivotry.server.__main__ import SAID
from pivotry.server.store import Store

from .conftest import Visitor
from .test_apart import joined, listening
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
        assert asyncio.run(_closed(url, head, b"x")) == 1008
        assert asyncio.run(_closed(url, head, b"\0" * (SAID + 1))) == 1009
        assert asyncio.run(_closed(url, head, b"\0" * (1 << 24))) == 1009


async def _closed(url: str, head: dict[str, str], said: bytes) -> int | None:
    """The code with which a socket is closed that says something."""
    async with websockets.connect(url, additional_headers=head, max_size=None) as socket:
        await socket.recv()
        with suppress(ConnectionClosed):  # it may be closed before all has been sent
            await socket.send(said)
        await asyncio.wait_for(socket.wait_closed(), 20)
        return socket.close_code
