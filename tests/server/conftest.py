"""A server in the same process, with a folder of its own and a quick computer player."""

from __future__ import annotations

import itertools
import json
import os
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sqlalchemy import Engine, text
from starlette.testclient import TestClient
from starlette.types import ASGIApp

import postgres
from pivotry import registry
from pivotry.chance import Stream
from pivotry.match import Match
from pivotry.server import database
from pivotry.server.app import create_app
from pivotry.server.bots import Bots, Question
from pivotry.server.limits import Limit
from pivotry.server.store import Store

HERE = "http://127.0.0.1:8765"
FILE = "tables.sqlite3"
NOTE = "address"
"""A file in a server's folder that says where its tables are, if they are elsewhere."""


Named = str | Path
"""A database: its file, or its address."""


def quick(question: Question, cancel: threading.Event) -> str:
    """Some legal move, worked out from the view alone; the same view gives the same move."""
    view = question.view
    game = registry.get(view["game"])
    options, state = game.views.fill(view, Stream(bytes(32), 0))
    moves = Match(game, options, state, chance="manual").legal_moves()
    return random.Random(json.dumps(view, sort_keys=True)).choice(moves)


class Visitor:
    """Somebody with a browser: sends what the pages send."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        client.get("/", headers={"Accept": "text/html"})  # for the cookie

    def get(self, url: str, **more: Any) -> Any:
        return self.client.get(url, **more)

    def post(self, url: str, body: Any) -> Any:
        return self.client.post(url, json=body, headers={"Origin": HERE})

    def sit(self, game: str, kinds: str = "pp", options: dict[str, Any] | None = None) -> str:
        """A new table; ``kinds`` has a letter a seat: p, c or o. Returns its address."""
        names = {"p": "person", "c": "computer", "o": "open"}
        seats = [{"kind": names[k]} for k in kinds]
        answer = self.post("/tables", {"game": game, "seats": seats, "options": options or {}})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["url"])

    def load(self, data: Any) -> str:
        answer = self.post("/load", {"text": json.dumps(data)})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["url"])

    def state(self, table: str) -> dict[str, Any]:
        answer = self.get(f"{table}/state")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def act(self, table: str, what: str, **body: Any) -> Any:
        """Change a table as it stands now."""
        return self.post(f"{table}/{what}", {"version": self.state(table)["version"], **body})

    def persist(self, table: str, what: str, **body: Any) -> Any:
        """The same where computers play as well: again, as often as one has moved in between."""
        for _ in range(50):
            answer = self.act(table, what, **body)
            if answer.status_code != 409:
                break
        return answer


def browser(first: TestClient, **more: Any) -> TestClient:
    """Another browser at the same server, in the event loop that serves the first."""
    other = TestClient(first.app, base_url=HERE, **more)
    other.portal = first.portal  # or it would start and end a loop for each request
    return other


def address(folder: Path) -> Named:
    """The database of a server that keeps its tables in a folder: its file, or what a note says."""
    note = folder / NOTE
    return note.read_text() if note.exists() else folder / FILE


def asked(where: Named, *said: str, **values: Any) -> list[Any]:
    """Say statements to a database, behind the server's back; the rows that the last one gives."""
    rows: list[Any] = []
    with disposing(database.connect(where)) as engine, engine.begin() as connection:
        for words in said:
            found = connection.execute(text(words), values)
            rows = [tuple(row) for row in found] if found.returns_rows else []
    return rows


@contextmanager
def disposing(engine: Engine) -> Iterator[Engine]:
    """An engine whose connections are closed at the end."""
    try:
        yield engine
    finally:
        engine.dispose()


def stored(folder: Path) -> list[dict[str, Any]]:
    """All that is kept of the tables in a folder, hidden cards included."""
    rows = asked(address(folder), "SELECT id, data FROM tables ORDER BY created, id")
    return [{"id": id, **json.loads(data)} for id, data in rows]


@contextmanager
def serving(folder: Path, bots: Bots, **more: Any) -> Iterator[TestClient]:
    """A server on the tables of a folder; what it is asked comes from one browser."""
    app = create_app(Store(address(folder)), bots, **more)
    with TestClient(app, base_url=HERE) as client:
        yield client


@cache
def _new_file() -> bytes:
    """A database without tables."""
    with TemporaryDirectory() as folder:
        with closing(Store(Path(folder) / FILE)):
            pass
        return (Path(folder) / FILE).read_bytes()


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """A PostgreSQL server: a failure where CI promises one, else a skip that says what is missing.

    Every worker has one of its own, from when it first needs it: that takes less than a second.
    """
    programs = postgres.find()
    if programs is None:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(postgres.MISSING)
        pytest.skip(postgres.MISSING)
    with postgres.running(programs) as found:
        with said_at_once(found.address("postgres")) as say:
            say("CREATE DATABASE new_tables")
        with closing(Store(found.address("new_tables"))):
            pass
        yield found


@contextmanager
def said_at_once(where: str) -> Iterator[Callable[[str], Any]]:
    """A connection of which every statement is a change of its own."""
    with disposing(database.connect(where)) as engine:
        alone = engine.execution_options(isolation_level="AUTOCOMMIT")
        with alone.connect() as connection:
            yield connection.exec_driver_sql


@contextmanager
def a_database(cluster: postgres.Cluster, pattern: str = "new_tables") -> Iterator[str]:
    """The address of a new database, a copy of another one."""
    name = f"tables_{next(_NUMBERS)}"
    with said_at_once(cluster.address("postgres")) as say:
        say(f"CREATE DATABASE {name} TEMPLATE {pattern}")
    yield cluster.address(name)
    with said_at_once(cluster.address("postgres")) as say:
        say(f"DROP DATABASE {name} WITH (FORCE)")


_NUMBERS = itertools.count(1)
POSTGRESQL = ("postgresql",)
BOTH = ("sqlite", *POSTGRESQL)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Modules (or classes in them) that say ``DATABASES = BOTH`` are run with both."""
    databases = getattr(metafunc.cls or metafunc.module, "DATABASES", None)
    if databases is not None and "folder" in metafunc.fixturenames:
        metafunc.parametrize("folder", databases, indirect=True)


@pytest.fixture
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """Of a server without tables; its database is a copy, for making one takes long."""
    if getattr(request, "param", "sqlite") == "postgresql":
        with a_database(request.getfixturevalue("cluster")) as where:
            (tmp_path / NOTE).write_text(where)
            yield tmp_path
    else:
        (tmp_path / FILE).write_bytes(_new_file())
        yield tmp_path


@pytest.fixture
def empty(folder: Path, request: pytest.FixtureRequest) -> Iterator[Named]:
    """A database of the same kind, with nothing in it yet; a file in a folder that is not there."""
    if isinstance(address(folder), str):
        with a_database(request.getfixturevalue("cluster"), "template1") as found:
            yield found
    else:
        yield folder / "empty" / FILE


@pytest.fixture
def app(folder: Path) -> ASGIApp:
    # What may be looked at is the concern of tests of its own: others look faster than people.
    unlimited = Limit(1e6, 1e6)
    return create_app(Store(address(folder)), Bots(quick), looks=unlimited, reads=unlimited)


@pytest.fixture
def visitor(app: ASGIApp) -> Iterator[Visitor]:
    with TestClient(app, base_url=HERE) as client:
        yield Visitor(client)
