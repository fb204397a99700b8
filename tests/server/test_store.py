"""Tables in the database."""

from __future__ import annotations

import json
import os
import stat
import traceback
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.exc import SQLAlchemyError

import pivotry
from pivotry.errors import BadOption, BadRecord
from pivotry.server import database, stored
from pivotry.server.clock import Terms
from pivotry.server.saved import ago
from pivotry.server.schema import metadata
from pivotry.server.seats import End, Seat
from pivotry.server.store import Overtaken, Store, Unsaved, _row
from pivotry.server.table import Table

from .conftest import BOTH, Named, address, asked, disposing
from .test_sent_again import at_once
from .test_unsaved import refusing

DATABASES = BOTH


def a_table(id: str = "abcdefgh") -> Table:
    seats = [Seat("person", holders=["me"]), Seat("computer"), Seat("person", holders=["you"])]
    table = Table(id, pivotry.new("bounce", 3, seed=2), seats, terms=Terms(move=60))
    table.begin(1000.0)
    return table


@pytest.fixture
def where(folder: Path) -> Named:
    return address(folder)


@pytest.fixture
def store(where: Named) -> Iterator[Store]:
    with closing(Store(where)) as found:
        yield found


def spoil(where: Named, data: str) -> None:
    """Put something else where a table is."""
    asked(where, "UPDATE tables SET data = :data WHERE id = 'abcdefgh'", data=data)


def test_a_table_comes_back_as_it_was(store: Store) -> None:
    table = a_table()
    table.watch("somebody")
    store.create(table, 1000.0)
    before = table.number
    for _ in range(5):
        while table.actor != 1:
            me = table.viewer("me" if table.actor == 0 else "you")
            table.play(me, table.version, table.match.legal_moves()[0], 1010.0)
        table.play_computer(table.version, table.match.legal_moves()[0], 1020.0)
    store.save(table, before, 1030.0)
    again = store.load(table.id)
    assert again is not None
    assert stored.data(again) == stored.data(table)
    assert again.match.record(private=True) == table.match.record(private=True)
    happened = store.happened(table.id, before)
    assert [event["number"] for event in happened] == list(range(before + 1, table.number + 1))
    assert {event["kind"] for event in happened} == {"played"}


@pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX systems")
def test_a_new_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "new" / "tables.sqlite3")) as store:
        store.create(a_table(), 0.0)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


@pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX systems")
def test_a_new_database_is_for_its_owner_alone_wherever_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with closing(Store(tmp_path / "tables.sqlite3")) as store:
        store.create(a_table(), 0.0)
        found = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert found == {
        "tables.sqlite3": 0o600, "tables.sqlite3-wal": 0o600, "tables.sqlite3-shm": 0o600,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("INSERT INTO nowhere VALUES (:seed)", "nowhere"),
        ("INSERT INTO settings (name) VALUES (:seed)", "settings"),
        ("INSERT INTO settings VALUES (:seed, 'x'), (:seed, 'y')", "settings"),
        ("INSERT INTO members VALUES (:seed, 'me', true, false, false)", ""),
    ],
    ids=["no such table", "nothing where something has to be", "twice", "of nothing"],
)
def test_errors_of_the_database_name_no_values(where: Named, statement: str, told: str) -> None:
    """They end in logs; what is written holds hands and seeds."""
    secret = "sesame"
    with pytest.raises(SQLAlchemyError) as bad:
        asked(where, statement, seed=secret)
    logged = "".join(traceback.format_exception(bad.value))
    assert secret not in logged
    assert told in str(bad.value)
    assert database.cause(bad.value) in logged


def test_sqlite_writes_through_and_ahead(tmp_path: Path) -> None:
    engine = database.connect(tmp_path / "tables.sqlite3")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    engine.dispose()


def test_a_failure_leaves_what_was(store: Store, folder: Path) -> None:
    table = a_table()
    store.create(table, 0.0)
    before = store.load(table.id)
    assert before is not None
    table.play(table.viewer("me"), table.version, table.match.legal_moves()[0], 1001.0)
    with refusing(folder, "INSERT ON events"), pytest.raises(Unsaved, match="full") as refused:
        store.save(table, before.number, 0.0)
    assert "sesame" not in "".join(traceback.format_exception(refused.value))
    assert "seed" not in str(refused.value)
    found = store.load(table.id)
    assert found is not None
    assert stored.data(found) == stored.data(before)
    assert store.number(table.id) == before.number


def test_who_comes_second_is_told(store: Store) -> None:
    """Two processes with the same table: the one that writes later has to look again."""
    store.create(a_table(), 0.0)
    one, two = store.load("abcdefgh"), store.load("abcdefgh")
    assert one is not None
    assert two is not None
    for table in (one, two):
        table.play(table.viewer("me"), table.version, table.match.legal_moves()[0], 1001.0)
    store.save(one, one.number - 1, 0.0)
    with pytest.raises(Overtaken):
        store.save(two, two.number - 1, 0.0)


def test_a_request_is_remembered_by_its_key_and_sender(store: Store) -> None:
    table = a_table()
    store.create(table, 0.0)
    table.play(table.viewer("me"), table.version, table.match.legal_moves()[0], 1001.0)
    store.save(table, table.number - 1, 0.0, key="a-key-of-mine", visitor="me")
    assert store.answered(table.id, "a-key-of-mine", "me")
    assert not store.answered(table.id, "a-key-of-mine", "you")
    assert not store.answered(table.id, "another-key", "me")


def test_ids_that_name_no_table(store: Store) -> None:
    for id in ("", "'; DROP TABLE tables; --", "nosuchid", "no\0thing", "ä" * 300):
        assert store.load(id) is None
    for id in ("", "'; DROP TABLE tables; --", "nosuchid"):
        assert store.number(id) is None
        with pytest.raises(Overtaken):
            store.forget(id, 0)


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 50_000, "{}", '{"record": {}}', "5"])
def test_damaged_tables_are_refused_and_others_are_not(
    store: Store, where: Named, text: str
) -> None:
    store.create(a_table("goodtable"), 0.0)
    store.create(a_table(), 0.0)
    spoil(where, text)
    with pytest.raises(BadRecord):
        store.load("abcdefgh")
    assert store.load("goodtable") is not None


@pytest.mark.parametrize(
    "change",
    [
        {"seats": []},
        {"seats": [{"kind": "robot"}] * 3},
        {"seats": [{"chair": 1}] * 3},
        {"version": "many"},
        {"clock": {"terms": {}, "left": []}},
    ],
)
def test_what_does_not_fit_is_damage(store: Store, where: Named, change: dict[str, Any]) -> None:
    table = a_table()
    store.create(table, 0.0)
    spoil(where, json.dumps({**stored.data(table), **change}))
    with pytest.raises(BadRecord, match="damaged"):
        store.load(table.id)


def test_a_match_of_unknown_rules_is_refused_by_name(store: Store, where: Named) -> None:
    table = a_table()
    store.create(table, 0.0)
    data = stored.data(table)
    data["record"]["rules"] = "99"
    spoil(where, json.dumps(data))
    with pytest.raises(BadRecord, match="99"):
        store.load(table.id)


def test_those_that_wait_for_me_come_first_then_the_latest(store: Store) -> None:
    for n in range(5):
        table = a_table(f"table-{n:04}")
        if n == 1:
            seats = [Seat("person", holders=["you"]), Seat("computer"), Seat("computer")]
            table = Table(table.id, pivotry.new("bounce", 3, seed=2), seats)
        store.create(table, float(n))
    assert [entry.id[-1] for entry in store.latest("me")] == ["4", "3", "2", "0"]
    assert all(entry.mine for entry in store.latest("me"))
    yours = store.latest("you")
    assert [entry.id[-1] for entry in yours] == ["1", "4", "3", "2", "0"]
    assert [entry.mine for entry in yours] == [True, False, False, False, False]
    assert store.latest("stranger") == []
    assert [entry.others for entry in yours] == [False, True, True, True, True]
    store.hide("table-0003", "me")
    assert [entry.id[-1] for entry in store.latest("me")] == ["4", "2", "0"]


def test_no_table_that_waits_is_left_out_for_others(store: Store) -> None:
    """However long it has waited, and however much goes on elsewhere or is over."""
    kinds: list[tuple[str, Seat]] = [
        ("long-ago", Seat("person", holders=["me"])), ("other", Seat("person", holders=["you"])),
    ]  # fmt: skip
    for n in range(8):
        for name, first in kinds:
            seats = [first, Seat("person", holders=["me"]), Seat("computer")]
            table = Table(f"{name}-{n}", pivotry.new("bounce", 3, seed=2), seats)
            table.begin(0.0)
            if n % 2 and name == "other":
                table.end = End("resigned", 0, (1,))
            store.create(table, float(n) + (100 if name == "other" else 0))
    found = [(entry.id, entry.mine) for entry in store.latest("me", limit=3)]
    assert found == [
        *((f"long-ago-{n}", True) for n in range(7, -1, -1)),
        ("other-6", False), ("other-4", False), ("other-2", False),
        ("other-7", False), ("other-5", False), ("other-3", False),
    ]  # fmt: skip


def test_the_list_shows_no_secret(store: Store) -> None:
    store.create(a_table(), 0.0)
    (entry,) = store.latest("me")
    assert (entry.game, entry.moves, entry.winners) == ("bounce", 0, None)
    assert entry.next == entry.names[0]
    assert entry.deadline == 1060.0
    assert not {"seed", "record", "hands", "data"} & set(entry.__dataclass_fields__)


def test_removing_a_table_removes_all_of_it(store: Store, where: Named) -> None:
    table = a_table()
    store.create(table, 0.0, key="some-key-1", visitor="me")
    table.play(table.viewer("me"), table.version, table.match.legal_moves()[0], 1001.0)
    store.save(table, table.number - 1, 0.0, key="some-key-2", visitor="me")
    with pytest.raises(Overtaken):
        store.forget(table.id, table.number - 1)
    assert store.load(table.id) is not None
    store.forget(table.id, table.number)
    for name in ("tables", "members", "events", "answers", "creations"):
        assert asked(where, f"SELECT count(*) FROM {name}") == [(0,)]


def test_the_secret_is_made_once(store: Store, where: Named) -> None:
    with closing(Store(where)) as other:
        assert store.secret() == store.secret() == other.secret()
    assert len(bytes.fromhex(store.secret())) == 32


def test_migrations_lead_to_the_present_form(empty: Named) -> None:
    with (
        closing(Store(empty)),
        disposing(database.connect(empty)) as engine,
        engine.connect() as connection,
    ):
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert database.up_to_date(connection)


def test_what_an_older_release_kept_is_still_there(empty: Named) -> None:
    """Keys of requests stay; whom the tables wait for is worked out from what is kept of them."""
    if isinstance(empty, Path):
        empty.parent.mkdir()  # as a store does
    with disposing(database.connect(empty)) as engine, engine.begin() as connection:
        config = database._config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    table = a_table()
    kept = {**_row(table, 1.0), "created": 1.0}
    for id, data in (("abcdefgh", kept["data"]), ("damaged", "[")):
        row = {**kept, "id": id, "data": data}
        names = ", ".join(row)
        gaps = ", ".join(f":{name}" for name in row)
        asked(empty, f"INSERT INTO tables ({names}) VALUES ({gaps})", **row)
        for visitor in ("me", "you"):
            asked(
                empty, "INSERT INTO members VALUES (:id, :visitor, true, false)",
                id=id, visitor=visitor,
            )  # fmt: skip
    asked(empty, "INSERT INTO answers VALUES ('abcdefgh', 'a-key-of-mine', 'me', 5.0)")
    with closing(Store(empty)) as store:
        assert store.answered("abcdefgh", "a-key-of-mine", "me")
        assert not store.answered("abcdefgh", "a-key-of-mine", "you")
        found = store.load("abcdefgh")
        assert found is not None
        assert stored.data(found) == stored.data(table)
    waiting = asked(empty, "SELECT table_id, visitor FROM members WHERE waits")
    assert waiting == [("abcdefgh", "me")]


def test_a_database_is_brought_up_to_date_once_by_many_servers(empty: Named) -> None:
    stores = at_once(4, lambda _: Store(empty))
    secrets = set(at_once(4, lambda n: stores[n].secret()))
    at_once(4, lambda n: stores[n].resume(1000.0))
    for store in stores:
        store.close()
    assert len(secrets) == 1
    assert asked(empty, "SELECT count(*) FROM settings") == [(2,)]


def test_a_database_of_a_later_release_is_left_alone(store: Store, where: Named) -> None:
    asked(where, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BadOption, match="later release"):
        Store(where)


@pytest.mark.parametrize("named", ["mysql://here/tables", "nonsense://", "postgresql+nosuch://x/y"])
def test_other_databases_are_refused(named: str) -> None:
    with pytest.raises(BadOption):
        Store(named)


def test_the_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PIVOTRY_DATA", str(tmp_path))
    assert database.default_address() == tmp_path / "tables.sqlite3"
    monkeypatch.delenv("PIVOTRY_DATA")
    assert database.default_address().name == "tables.sqlite3"


def test_times_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pivotry.server.saved.time.time", lambda: 1_000_000.0)
    assert ago(1_000_100.0) == "just now"
    assert ago(1_000_000.0 - 61) == "1 minute ago"
    assert ago(1_000_000.0 - 7201) == "2 hours ago"
    assert ago(1_000_000.0 - 3 * 86400) == "3 days ago"
