"""What could not be saved has not happened, and works when it is tried again."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

import pivotry
from pivotry.server.access import Link
from pivotry.server.bots import Bots
from pivotry.server.clock import Terms
from pivotry.server.live import Within
from pivotry.server.lobby import Answered, Lobby
from pivotry.server.seats import Seat, Stale
from pivotry.server.store import Store, Unsaved

from .conftest import BOTH, Visitor, address, asked, quick
from .test_apart import joined

DATABASES = BOTH
_REFUSAL = """CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN RAISE EXCEPTION 'full' USING DETAIL = 'sesame'; END $$"""


@contextmanager
def refusing(folder: Path, what: str) -> Iterator[None]:
    """The database refuses one kind of change, such as ``DELETE ON tables``."""
    where = address(folder)
    begun = f"CREATE TRIGGER refused BEFORE {what}"
    if isinstance(where, str):
        asked(where, _REFUSAL, f"{begun} FOR EACH STATEMENT EXECUTE FUNCTION refuse()")
        over = f"DROP TRIGGER refused ON {what.split()[-1]}"
    else:
        asked(where, f"{begun} BEGIN SELECT RAISE(ABORT, 'full'); END")
        over = "DROP TRIGGER refused"
    try:
        yield
    finally:
        asked(where, over)


def test_a_table_that_cannot_be_removed_stays(visitor: Visitor, folder: Path) -> None:
    table = visitor.sit("pegs")
    with refusing(folder, "DELETE ON tables"):
        assert visitor.post(f"{table}/forget", {}).status_code == 503
    assert visitor.act(table, "play", text="A1-B1").status_code == 200
    assert visitor.post(f"{table}/forget", {}).status_code == 200
    assert visitor.get(table).status_code == 404


def test_a_rematch_that_cannot_be_kept_was_not_agreed_to(visitor: Visitor, folder: Path) -> None:
    table, friend = joined(visitor, "pegs")
    visitor.act(table, "resign", seat=0)
    assert visitor.post(f"{table}/again", {}).status_code == 200
    with refusing(folder, "INSERT ON tables"):
        assert friend.post(f"{table}/again", {}).status_code == 503
    assert visitor.post(f"{table}/again", {}).status_code == 200  # the friend is still to agree
    assert friend.post(f"{table}/again", {}).status_code == 201


def test_who_waited_for_a_change_that_was_not_saved_finds_the_table_as_it_was(
    folder: Path,
) -> None:
    lobby = Lobby(Store(address(folder)), Bots(quick), Within())
    seats = [Seat("person", holders=["me"]), Seat("person", holders=["you"])]
    table = lobby.create(pivotry.new("pegs"), seats)
    token = lobby.keys.token("watch", table.id)
    doors: list[tuple[str, Link | None]] = [
        ("me", None), ("you", None), ("other", Link("watch", token)),
    ]  # fmt: skip
    found: list[tuple[str, int]] = []

    def comes(who: str, link: Link | None) -> None:
        with lobby.look(table.id, who, link) as room:
            found.append((who, room.table.match.ply))

    threads = [threading.Thread(target=comes, args=door) for door in doors]

    def fails() -> None:
        with lobby.change(table.id, "me") as room:
            for thread in threads:
                thread.start()
            time.sleep(0.1)  # for them to wait at the door
            assert found == []
            room.table.play(room.table.viewer("me"), room.table.version, "A1-B1")

    with refusing(folder, "UPDATE ON tables"), pytest.raises(Unsaved):
        fails()
    for thread in threads:
        thread.join()
    assert sorted(found) == [("me", 0), ("other", 0), ("you", 0)]
    lobby.close()


def test_what_another_process_has_done_is_there_for_who_waited(folder: Path) -> None:
    """Also where it was the same request, sent to both."""
    one, two = (Lobby(Store(address(folder)), Bots(quick), Within()) for _ in range(2))
    seats = [Seat("person", holders=["me"]), Seat("person", holders=["me"])]
    id = one.create(pivotry.new("pegs"), seats).id
    for lobby in (one, two):
        with lobby.look(id, "me"):
            pass
    for lobby, key, refusal in (
        (one, "some-key-1", None), (two, "some-key-2", Stale), (one, "some-key-1", Answered),
    ):  # fmt: skip
        expected = nullcontext() if refusal is None else pytest.raises(refusal)
        with expected, lobby.change(id, "me", key) as room:
            room.table.play(room.table.viewer("me"), 0, "A1-B1")
    with two.look(id, "me") as room:
        assert room.table.match.ply == 1
    one.close()
    two.close()


def test_time_that_is_over_is_over_though_it_could_not_be_saved_at_once(folder: Path) -> None:
    now = [1000.0]
    store = Store(address(folder))
    lobby = Lobby(store, Bots(quick), Within(), clock=lambda: now[0])
    seats = [Seat("person", holders=["me"]), Seat("person", holders=["you"])]
    table = lobby.create(pivotry.new("pegs"), seats, Terms(move=60.0))
    now[0] += 61
    with refusing(folder, "UPDATE ON tables"):
        lobby.expire()
    with lobby.look(table.id) as room:
        assert not room.table.over
    lobby.expire()  # a moment later nothing is due yet
    now[0] += 10
    lobby.expire()
    with lobby.look(table.id) as room:
        assert room.table.over
    lobby.close()


def test_the_time_without_a_server_is_forgiven_to_tables_that_leave_the_memory(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pivotry.server.lobby._IN_MEMORY", 1)
    now = [1000.0]

    def opened() -> Lobby:
        found = Lobby(Store(address(folder)), Bots(quick), Within(), clock=lambda: now[0])
        found.open()
        return found

    first = opened()
    seats = [Seat("person", holders=["me"]), Seat("person", holders=["you"])]
    ids = [first.create(pivotry.new("pegs"), seats, Terms(move=60.0)).id for _ in range(3)]
    first.close()
    now[0] += 1000
    second = opened()
    now[0] += 50
    for id in ids:
        with second.change(id, "me") as room:
            assert not room.table.over
            assert room.table.clock is not None
            assert room.table.clock.remaining(0, now[0]) == 10.0
    second.close()
