"""A server in the same process, with a folder of its own and a quick computer player."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import ASGIApp

from pivotry import registry
from pivotry.chance import Stream
from pivotry.match import Match
from pivotry.server.app import create_app
from pivotry.server.bots import Bots, Question
from pivotry.server.limits import Limit
from pivotry.server.store import Store

HERE = "http://127.0.0.1:8765"
FILE = "tables.sqlite3"


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


def stored(folder: Path) -> list[dict[str, Any]]:
    """All that is kept of the tables in a folder, hidden cards included."""
    with closing(sqlite3.connect(folder / FILE)) as base:
        rows = base.execute("SELECT id, data FROM tables")
        return [{"id": id, **json.loads(data)} for id, data in rows]


@contextmanager
def serving(folder: Path, bots: Bots, **more: Any) -> Iterator[TestClient]:
    """A server on the tables of a folder; what it is asked comes from one browser."""
    app = create_app(Store(folder / FILE), bots, **more)
    with TestClient(app, base_url=HERE) as client:
        yield client


@cache
def _new_file() -> bytes:
    """A database without tables."""
    with TemporaryDirectory() as folder:
        with closing(Store(Path(folder) / FILE)):
            pass
        return (Path(folder) / FILE).read_bytes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Of a server without tables; its database is a copy, for making one takes long."""
    (tmp_path / FILE).write_bytes(_new_file())
    return tmp_path


@pytest.fixture
def app(folder: Path) -> ASGIApp:
    # What may be looked at is the concern of tests of its own: others look faster than people.
    unlimited = Limit(1e6, 1e6)
    return create_app(Store(folder / FILE), Bots(quick), looks=unlimited, reads=unlimited)


@pytest.fixture
def visitor(app: ASGIApp) -> Iterator[Visitor]:
    with TestClient(app, base_url=HERE) as client:
        yield Visitor(client)
