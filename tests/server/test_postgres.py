"""PostgreSQL: addresses, a whole match, a database that goes away and comes back."""

from __future__ import annotations

import importlib.util
import random
import ssl
import time
from collections.abc import Iterator
from contextlib import closing
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pg8000
import pytest
from sqlalchemy.engine import make_url
from starlette.testclient import TestClient

import pivotry
from pivotry import cli
from pivotry.errors import BadOption
from pivotry.server import database, postgres
from pivotry.server.__main__ import main
from pivotry.server.app import create_app
from pivotry.server.bots import Bots
from pivotry.server.keeping import backup, check, restore
from pivotry.server.store import Store
from postgres import Cluster

from .conftest import (
    FILE,
    HERE,
    POSTGRESQL,
    Visitor,
    a_database,
    address,
    asked,
    quick,
    said_at_once,
    stored,
)

DATABASES = POSTGRESQL


# --- addresses ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "expected", "more"),
    [
        ("postgresql://me:pw@here:99/tables", "me:pw@here:99/tables", {}),
        ("postgres://me:pw@here/tables", "me:pw@here/tables", {}),
        ("postgresql+pg8000://me:pw@here/tables", "me:pw@here/tables", {}),
        ("postgresql://here", "login:hidden@here/login", {}),
        ("postgresql://me@/tables?host=there", "me:hidden@there/tables", {}),
        (
            "postgresql://me:pw@/tables?host=/run/it",
            "me:pw@/tables",
            {"unix_sock": "/run/it/.s.PGSQL.5432", "ssl_context": False},
        ),
        (
            "postgresql://me:pw@:99/tables?host=/run/it/",
            "me:pw@:99/tables",
            {"unix_sock": "/run/it/.s.PGSQL.99"},
        ),
        ("postgresql://me:pw@here/t?sslmode=disable", "me:pw@here/t", {"ssl_context": False}),
        ("postgresql://me:pw@here/t?sslmode=prefer", "me:pw@here/t", {"ssl_context": None}),
        ("postgresql://me:pw@h/t?application_name=x", "me:pw@h/t", {"application_name": "x"}),
    ],
)
def test_addresses_are_read_as_postgresql_reads_them(
    named: str, expected: str, more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGUSER", "login")
    monkeypatch.setenv("PGPASSWORD", "hidden")
    url, told = postgres.reached(make_url(named))
    assert url.render_as_string(hide_password=False) == f"postgresql+pg8000://{expected}"
    assert told.items() >= more.items()


@pytest.mark.parametrize(
    ("mode", "verified", "named"),
    [("require", False, False), ("verify-ca", True, False), ("verify-full", True, True)],
)
def test_how_the_connection_is_encrypted_can_be_said(
    mode: str, verified: bool, named: bool
) -> None:
    _, told = postgres.reached(make_url(f"postgresql://me@here/tables?sslmode={mode}"))
    context = told["ssl_context"]
    assert (context.verify_mode == ssl.CERT_REQUIRED) is verified
    assert context.check_hostname is named


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("postgresql+psycopg://here/tables", "begin with postgresql://"),
        ("postgresql://here/tables?sslmode=perhaps", "'perhaps' is no sslmode"),
        ("postgresql://here/t?sslmode=require&sslrootcert=/none", "certificates cannot be read"),
        ("postgresql://here/tables?options=-c%20fsync%3Doff", "'options' in it is not known"),
        ("postgresql:///tables?host=/one&host=/two", "'host' stands in it more than once"),
        ("postgresql://me:sesame@127.0.0.1:1/tables", "cannot be reached (Connection refused)"),
        ("postgresql://me:sesame@/tables?host=/none", "cannot be reached (No such file"),
    ],
)
def test_what_is_wrong_with_an_address_is_said(
    named: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--port", "0", "--no-browser", "--database", named]) == 1
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert "sesame" not in told
    assert cli.main(["db", "check", "--database", named]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert "sesame" not in told


def test_what_has_to_be_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec

    def lacking(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == "pg8000" else found(name, package)

    monkeypatch.setattr(postgres, "find_spec", lacking)
    with pytest.raises(BadOption, match=r"pip install 'pivotry\[postgres\]'"):
        database.connect("postgresql://here/tables")


# --- a server of it -----------------------------------------------------------------------------


@pytest.mark.parametrize("change", ["password", "database", "encoding"])
def test_what_postgresql_refuses_is_said(
    folder: Path, change: str, cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    where = str(address(folder))
    if change == "password":
        where, said = where.replace(cluster.password, "sesame"), "password authentication failed"
    elif change == "database":
        where, said = cluster.address("nowhere"), 'database "nowhere" does not exist'
    else:
        with said_at_once(cluster.address("postgres")) as say:
            say("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
        where, said = cluster.address("latin"), "kept in LATIN1; it has to be in UTF8"
    assert main(["--port", "0", "--no-browser", "--database", where]) == 1
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert "sesame" not in told
    assert cluster.password not in told


def test_it_is_reached_by_its_socket_as_well(
    folder: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = str(address(folder)).rpartition("/")[2]
    where = cluster.local(name)
    assert check(where) == []
    monkeypatch.setenv("PGPASSWORD", cluster.password)
    assert check(where.replace(f":{cluster.password}@", "@")) == []


def test_connections_do_not_follow_customs_that_would_lose_something(
    folder: Path, cluster: Cluster
) -> None:
    where = str(address(folder))
    name = where.rpartition("/")[2]
    for said in (
        "synchronous_commit = off", "default_transaction_isolation = serializable",
        "lock_timeout = 0",
    ):  # fmt: skip
        with said_at_once(cluster.address("postgres")) as say:
            say(f"ALTER DATABASE {name} SET {said}")
    assert asked(where, "SHOW synchronous_commit") == [("on",)]
    assert asked(where, "SHOW transaction_isolation") == [("read committed",)]
    assert asked(where, "SHOW lock_timeout") == [("10s",)]
    assert asked(where, "SHOW idle_in_transaction_session_timeout") == [("1min",)]
    with said_at_once(cluster.address("postgres")) as say:
        say(f"ALTER DATABASE {name} SET synchronous_commit = remote_apply")
    assert asked(where, "SHOW synchronous_commit") == [("remote_apply",)]


def test_a_backup_can_be_carried_to_sqlite_and_back(
    folder: Path, visitor: Visitor, cluster: Cluster
) -> None:
    """And is the same file then, byte for byte."""
    for game, kinds in (("pegs", "pp"), ("updown", "pc"), ("bounce", "ppp")):
        visitor.sit(game, kinds)
    first, again = folder / "first.jsonl", folder / "again.jsonl"
    backup(address(folder), first)
    restore(folder / FILE, first)
    assert check(folder / FILE) == []
    backup(folder / FILE, again)
    assert again.read_bytes() == first.read_bytes()
    with a_database(cluster, "template1") as other:
        restore(other, again)
        assert check(other) == []
        backup(other, again)
        assert again.read_bytes() == first.read_bytes()


def test_the_command_looks_after_it(
    folder: Path, cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    where, file = str(address(folder)), str(folder / "kept.jsonl")
    with a_database(cluster, "template1") as other:
        for action in (["check"], ["backup", file]):
            assert cli.main(["db", *action, "--database", other]) == 2
            assert "there are no tables at" in capsys.readouterr().err
        assert cli.main(["db", "backup", file, "--database", where]) == 0
        assert cli.main(["db", "restore", file, "--database", other]) == 0
        assert cli.main(["db", "check", "--database", other]) == 0
    said = capsys.readouterr()
    assert "sound" in said.out
    assert cluster.password not in said.out + said.err


# --- playing ------------------------------------------------------------------------------------


def play(visitor: Visitor, table: str, chosen: random.Random, moves: int = 10**6) -> int:
    """Make moves until the match is over; how many were acknowledged."""
    made = 0
    until = time.monotonic() + 120
    while made < moves and not (state := visitor.state(table))["over"]:
        assert time.monotonic() < until
        if not state["paths"]:
            time.sleep(0.01)  # for the computer
            continue
        text = chosen.choice(state["paths"])[0]
        body = {"version": state["version"], "text": text, "key": f"some-key-{made}"}
        assert visitor.post(f"{table}/play", body).status_code == 200
        made += 1
    return made


@pytest.mark.parametrize(("game", "kinds"), [("pivotation", "pp"), ("updown", "pc")])
def test_a_whole_match(visitor: Visitor, folder: Path, game: str, kinds: str) -> None:
    table = visitor.sit(game, kinds, {"games": 1} if game == "updown" else {})
    if game == "updown":
        assert play(visitor, table, random.Random(1)) > 5
    else:
        assert play(visitor, table, random.Random(1), 12) == 12
        assert visitor.act(table, "resign", seat=0).status_code == 200
    (kept,) = stored(folder)
    assert pivotry.from_record(kept["record"]).made() >= 12
    assert visitor.get(f"{table}/record").json()["moves"] == kept["record"]["moves"]
    assert check(address(folder)) == []
    assert table in visitor.get("/", headers={"Accept": "text/html"}).text
    assert visitor.get("/table/no%00thing").status_code == 404
    assert visitor.post(f"{table}/forget", {}).status_code == 200
    assert stored(folder) == []


# --- away, and back -----------------------------------------------------------------------------


def test_a_database_that_goes_away_loses_nothing_and_comes_back(
    visitor: Visitor, folder: Path, cluster: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    table = visitor.sit("pegs")
    assert play(visitor, table, random.Random(1), 3) == 3
    state = visitor.state(table)
    body = {"version": state["version"], "text": state["paths"][0][0], "key": "some-key-9"}
    cluster.stop()
    try:
        for _ in range(2):
            answer = visitor.post(f"{table}/play", body)
            assert answer.status_code == 503
            assert "cannot be reached" in answer.json()["notice"] or "lost" in answer.text
        answer = visitor.get("/", headers={"Accept": "text/html"})
        assert answer.status_code == 503
        assert "could not be read" in answer.text
        assert visitor.post("/start/pegs", {"way": "screen"}).status_code == 503
    finally:
        cluster.start()
    assert visitor.state(table)["ply"] == 3
    for _ in range(2):
        assert visitor.post(f"{table}/play", body).status_code == 200
    (kept,) = stored(folder)
    assert len(kept["record"]["moves"]) == 4
    assert play(visitor, table, random.Random(2), 3) == 3
    assert check(address(folder)) == []
    assert cluster.password not in caplog.text


def test_connections_that_were_ended_are_made_again(visitor: Visitor, cluster: Cluster) -> None:
    table = visitor.sit("pegs")
    for _ in range(2):
        with said_at_once(cluster.address("postgres")) as say:
            say(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND usename = current_user"
            )
        assert play(visitor, table, random.Random(1), 1) == 1


@pytest.mark.parametrize("fault", [ConnectionResetError, TimeoutError])
def test_a_fault_of_the_network_is_no_fault_of_ours(
    visitor: Visitor, fault: type[OSError], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver lets some of them through as they are."""
    table = visitor.sit("pegs")

    def fails(*_: object) -> None:
        raise fault(5, "gone")

    with monkeypatch.context() as patch:
        patch.setattr(pg8000.Connection, "handle_messages", fails)
        assert visitor.act(table, "play", text="A1-B1").status_code == 503
        assert visitor.get("/", headers={"Accept": "text/html"}).status_code == 503
    assert visitor.act(table, "play", text="A1-B1").status_code == 200


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    with closing(Store(address(folder))) as found:
        yield found


@pytest.mark.parametrize("done", [False, True], ids=["before", "after"])
def test_a_connection_lost_while_it_is_written_is_no_acknowledgement(
    folder: Path, store: Store, cluster: Cluster, done: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the database has it or not, the same request sent again is done once."""
    app = create_app(store, Bots(quick))
    with TestClient(app, base_url=HERE) as client:
        visitor = Visitor(client)
        table = visitor.sit("pegs")
        body = {"version": visitor.state(table)["version"], "text": "A1-B1", "key": "some-key-1"}
        commit = store._engine.dialect.do_commit

        def cut(connection: Any) -> None:
            monkeypatch.undo()
            if done:
                commit(connection)
            pid = connection.run("SELECT pg_backend_pid()")[0][0]
            with said_at_once(cluster.address("postgres")) as say:
                say(f"SELECT pg_terminate_backend({pid}, 5000)")
            commit(connection)

        monkeypatch.setattr(store._engine.dialect, "do_commit", cut)
        answer = visitor.post(f"{table}/play", body)
        assert answer.status_code == 503
        assert "lost" in answer.text
        (kept,) = stored(folder)
        assert kept["record"]["moves"] == (["A1-B1"] if done else [])
        for _ in range(2):
            assert visitor.post(f"{table}/play", body).status_code == 200
        (kept,) = stored(folder)
        assert kept["record"]["moves"] == ["A1-B1"]
        assert visitor.state(table)["ply"] == 1
