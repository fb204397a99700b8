"""Several processes with the same tables: whoever is slower is told, and nothing is lost."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient

import pivotry
from pivotry.server import database
from pivotry.server.app import create_app
from pivotry.server.bots import Bots
from pivotry.server.clock import Terms
from pivotry.server.live import Within
from pivotry.server.lobby import Lobby
from pivotry.server.schema import members, tables
from pivotry.server.seats import Seat, Stale
from pivotry.server.store import Overtaken, Store, _row
from pivotry.server.table import Table

from .conftest import BOTH, HERE, POSTGRESQL, Visitor, address, disposing, quick, stored
from .test_sent_again import at_once

DATABASES = BOTH


def a_table(id: str = "abcdefgh", terms: Terms | None = None) -> Table:
    seats = [Seat("person", holders=["me"]), Seat("person", holders=["you"])]
    table = Table(id, pivotry.new("pegs"), seats, terms=terms)
    table.begin(1000.0)
    return table


def move(table: Table, chosen: random.Random, now: float = 1001.0) -> str:
    """Play some legal move in whichever seat has the turn."""
    text = chosen.choice(table.match.legal_moves())
    assert table.actor is not None
    table.play(table.viewer(table.seats[table.actor].holders[0]), table.version, text, now)
    return text


def test_of_changes_at_the_same_time_one_is_made_and_the_others_are_told(folder: Path) -> None:
    stores = [Store(address(folder)) for _ in range(3)]
    stores[0].create(a_table(), 0.0)

    def plays(n: int) -> dict[int, str]:
        """The moves that were acknowledged to one process, by their ply."""
        chosen, told = random.Random(n), {}
        for _ in range(8):
            table = stores[n].load("abcdefgh")
            assert table is not None
            before, ply = table.number, table.match.made()
            text = move(table, chosen)
            try:
                stores[n].save(table, before, 0.0, key=f"key-{n}-{ply}-x", visitor="me")
            except Overtaken:
                continue
            told[ply] = text
        return told

    told = at_once(3, plays)
    plies = [ply for one in told for ply in one]
    assert sorted(plies) == list(range(len(plies)))  # each ply was acknowledged to one alone
    assert len(plies) >= 8
    (kept,) = stored(folder)
    assert kept["record"]["moves"] == [
        text for _, text in sorted(item for one in told for item in one.items())
    ]
    for store in stores:
        store.close()


def test_of_two_servers_with_the_same_table_one_makes_the_move(folder: Path) -> None:
    """Who was too late is shown how the table stands; who sends again is answered as before."""
    apps = [create_app(Store(address(folder)), Bots(quick)) for _ in range(2)]
    with TestClient(apps[0], base_url=HERE) as one, TestClient(apps[1], base_url=HERE) as two:
        visitor = Visitor(one)
        table = visitor.sit("pegs")
        two.cookies = one.cookies
        servers = [visitor, Visitor(two)]
        assert servers[1].state(table) == visitor.state(table)  # both have it in memory now
        version = visitor.state(table)["version"]

        def send(n: int) -> tuple[int, int, str]:
            text, key = ["A1-B1", "A2-B2"][n % 2], f"some-key-{n % 2}"
            body = {"version": version, "text": text, "key": key}
            return servers[n % 2].post(f"{table}/play", body).status_code, n % 2, text

        answers = at_once(6, send)
        (winner,) = {n for status, n, _ in answers if status == 200}
        assert {status for status, n, _ in answers if n != winner} == {409}
        (kept,) = stored(folder)
        assert kept["record"]["moves"] == [["A1-B1", "A2-B2"][winner]]
        body = {"version": version, "text": ["A1-B1", "A2-B2"][winner], "key": f"some-key-{winner}"}
        assert servers[1 - winner].post(f"{table}/play", body).status_code == 200
        assert servers[1 - winner].state(table)["ply"] == 1


def test_a_table_where_somebody_has_come_by_another_server_is_not_removed(folder: Path) -> None:
    one, two = (Lobby(Store(address(folder)), Bots(quick), Within()) for _ in range(2))
    id = one.create(pivotry.new("pegs"), [Seat("person", holders=["me"]), Seat("open")]).id
    with two.change(id) as room:
        room.table.watch("you")
    with pytest.raises(Stale):
        one.forget(id, "me")
    one.forget(id, "me")  # off the own list
    with two.look(id, "you") as room:
        assert room.table.knows("you")
    one.close()
    two.close()


@contextmanager
def changing(folder: Path) -> Iterator[Connection]:
    """A change by another process, made when the block ends."""
    with disposing(database.connect(address(folder))) as engine, engine.begin() as connection:
        yield connection


class TestWhatWaits:
    """SQLite lets one change in at a time; with PostgreSQL what reads first has to hold the row."""

    DATABASES = POSTGRESQL

    def started(self, what: Any) -> threading.Thread:
        thread = threading.Thread(target=what)
        thread.start()
        time.sleep(0.3)  # for it to come as far as it can
        assert thread.is_alive()
        return thread

    def test_clocks_that_are_put_off_take_no_move_back(self, folder: Path) -> None:
        with closing(Store(address(folder))) as store:
            store.beat(1001.0)
            table = a_table(terms=Terms(move=60))
            store.create(table, 1000.0)
            text = move(table, random.Random(1))
            data = _row(table, 1001.0)
            with changing(folder) as connection:
                connection.execute(tables.update().values(**data))
                thread = self.started(lambda: store.resume(5000.0))
            thread.join(20)
            found = store.load("abcdefgh")
            assert found is not None
            assert found.match.record()["moves"] == [text]
            assert found.clock is not None
            assert found.clock.remaining(found.actor, 5000.0) == 59.0  # a second had passed

    def test_what_cannot_be_read_stays_where_somebody_comes(self, folder: Path) -> None:
        with closing(Store(address(folder))) as store:
            store.create(a_table(), 1000.0)
            gone: list[bool] = []
            with changing(folder) as connection:
                connection.execute(tables.update().values(moves=1))
                connection.execute(members.delete().where(members.c.visitor == "you"))
                connection.execute(
                    members.insert().values(table_id="abcdefgh", visitor="new", playing=True)
                )
                thread = self.started(lambda: gone.append(store.leave("abcdefgh", "me")))
            thread.join(20)
            assert gone == [False]
            assert store.member("abcdefgh", "new")
