"""Tables in the database."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

import pivotry
from pivotry.errors import BadOption, BadRecord
from pivotry.server import database, stored
from pivotry.server.clock import Terms
from pivotry.server.schema import metadata
from pivotry.server.seats import End, Seat
from pivotry.server.store import Overtaken, Store, Unsaved, _row, ago
from pivotry.server.table import Table


def a_table(id: str = "abcdefgh") -> Table:
    seats = [Seat("person", holders=["me"]), Seat("computer"), Seat("person", holders=["you"])]
    table = Table(id, pivotry.new("bounce", 3, seed=2), seats, terms=Terms(move=60))
    table.begin(1000.0)
    return table


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with closing(Store(file)) as found:
        yield found


def spoil(file: Path, data: str) -> None:
    """Put something else where a table is."""
    with closing(sqlite3.connect(file)) as base:
        base.execute("UPDATE tables SET data = ? WHERE id = 'abcdefgh'", (data,))
        base.commit()


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


def test_errors_of_the_database_name_no_values(file: Path) -> None:
    """They end in logs; what is written holds hands and seeds."""
    engine = database.connect(file)
    with pytest.raises(SQLAlchemyError) as bad, engine.begin() as connection:
        connection.execute(text("INSERT INTO nowhere VALUES (:seed)"), {"seed": "sesame"})
    engine.dispose()
    assert "nowhere" in str(bad.value)
    assert "sesame" not in str(bad.value)


def test_sqlite_writes_through_and_ahead(file: Path) -> None:
    engine = database.connect(file)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    engine.dispose()


def test_a_failure_leaves_what_was(store: Store, file: Path) -> None:
    table = a_table()
    store.create(table, 0.0)
    before = store.load(table.id)
    assert before is not None
    table.play(table.viewer("me"), table.version, table.match.legal_moves()[0], 1001.0)
    with closing(sqlite3.connect(file)) as base:
        base.execute(
            "CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'full'); END"
        )
        base.commit()
        with pytest.raises(Unsaved, match="full") as refused:
            store.save(table, before.number, 0.0)
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
    for id in ("", "'; DROP TABLE tables; --", "nosuchid"):
        assert store.load(id) is None
        assert store.number(id) is None
        store.forget(id)


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 50_000, "{}", '{"record": {}}', "5"])
def test_damaged_tables_are_refused_and_others_are_not(store: Store, file: Path, text: str) -> None:
    store.create(a_table("goodtable"), 0.0)
    store.create(a_table(), 0.0)
    spoil(file, text)
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
def test_what_does_not_fit_is_damage(store: Store, file: Path, change: dict[str, Any]) -> None:
    table = a_table()
    store.create(table, 0.0)
    spoil(file, json.dumps({**stored.data(table), **change}))
    with pytest.raises(BadRecord, match="damaged"):
        store.load(table.id)


def test_a_match_of_unknown_rules_is_refused_by_name(store: Store, file: Path) -> None:
    table = a_table()
    store.create(table, 0.0)
    data = stored.data(table)
    data["record"]["rules"] = "99"
    spoil(file, json.dumps(data))
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


def test_removing_a_table_removes_all_of_it(store: Store, file: Path) -> None:
    table = a_table()
    store.create(table, 0.0)
    store.forget(table.id)
    with closing(sqlite3.connect(file)) as base:
        for name in ("tables", "members", "events", "answers"):
            assert base.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,)


def test_the_secret_is_made_once(store: Store, file: Path) -> None:
    with closing(Store(file)) as other:
        assert store.secret() == store.secret() == other.secret()
    assert len(bytes.fromhex(store.secret())) == 32


def test_migrations_lead_to_the_present_form(store: Store, file: Path) -> None:
    engine = database.connect(file)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
        assert database.up_to_date(connection)
    engine.dispose()


def test_what_an_older_release_kept_is_still_there(file: Path) -> None:
    """Keys of requests stay; whom the tables wait for is worked out from what is kept of them."""
    engine = database.connect(file)
    with engine.begin() as connection:
        config = database._config()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    table = a_table()
    kept = {**_row(table, 1.0), "created": 1.0}
    with closing(sqlite3.connect(file)) as base:
        for id, data in (("abcdefgh", kept["data"]), ("damaged", "[")):
            row = {**kept, "id": id, "data": data}
            names = ", ".join(row)
            gaps = ", ".join(f":{name}" for name in row)
            base.execute(f"INSERT INTO tables ({names}) VALUES ({gaps})", row)
            for visitor in ("me", "you"):
                base.execute("INSERT INTO members VALUES (?, ?, 1, 0)", (id, visitor))
        base.execute("INSERT INTO answers VALUES ('abcdefgh', 'a-key-of-mine', 'me', 5.0)")
        base.commit()
    with closing(Store(file)) as store:
        assert store.answered("abcdefgh", "a-key-of-mine", "me")
        assert not store.answered("abcdefgh", "a-key-of-mine", "you")
        found = store.load("abcdefgh")
        assert found is not None
        assert stored.data(found) == stored.data(table)
    with closing(sqlite3.connect(file)) as base:
        waiting = base.execute("SELECT table_id, visitor FROM members WHERE waits").fetchall()
    assert waiting == [("abcdefgh", "me")]


def test_a_database_of_a_later_release_is_left_alone(store: Store, file: Path) -> None:
    with closing(sqlite3.connect(file)) as base:
        base.execute("UPDATE alembic_version SET version_num = '9999'")
        base.commit()
    with pytest.raises(BadOption, match="later release"):
        Store(file)


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
    monkeypatch.setattr("pivotry.server.store.time.time", lambda: 1_000_000.0)
    assert ago(1_000_100.0) == "just now"
    assert ago(1_000_000.0 - 61) == "1 minute ago"
    assert ago(1_000_000.0 - 7201) == "2 hours ago"
    assert ago(1_000_000.0 - 3 * 86400) == "3 days ago"
