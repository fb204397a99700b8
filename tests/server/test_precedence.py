"""People before searches: who waits for whom, and for how long at most."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

import pivotry
from pivotry import players
from pivotry.players import Budget
from pivotry.search.found import drive, gate
from pivotry.server import precedence
from pivotry.server.analyst import Analyst
from pivotry.server.app import create_app
from pivotry.server.bots import Bots, Question
from pivotry.server.precedence import Precedence
from pivotry.server.store import Store

LONG = 20.0


class Noted(Precedence):
    """Notes who goes through it."""

    def __init__(self, places: int = 1) -> None:
        super().__init__(places)
        self.searches = 0
        self.answers = 0

    def enter(self) -> None:
        self.searches += 1
        super().enter()

    @contextmanager
    def answering(self) -> Iterator[None]:
        self.answers += 1
        with super().answering():
            yield


def searching(through: Precedence, step: Callable[[int], int], nodes: int) -> threading.Thread:
    """A thread that searches."""

    def search() -> None:
        gate(through)
        drive(step, nodes=nodes)

    thread = threading.Thread(target=search)
    thread.start()
    return thread


def test_searches_share_their_places_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedence, "TURN", 0.0)
    places = Precedence(2)
    inside: set[int] = set()
    most: list[int] = []
    order: list[int] = []
    all_there = threading.Barrier(4)

    def stepping(number: int) -> Callable[[int], int]:
        def step(n: int) -> int:
            inside.add(number)
            most.append(len(inside))
            order.append(number)
            threading.Event().wait(0.001)
            inside.discard(number)
            return n

        return step

    def search(number: int) -> None:
        gate(places)
        all_there.wait(LONG)
        drive(stepping(number), nodes=30_000)

    threads = [threading.Thread(target=search, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG)
    assert max(most) == 2
    begun = max(order.index(number) for number in range(4))
    ended = min(len(order) - 1 - order[::-1].index(number) for number in range(4))
    assert begun < ended, "each has begun before any is done"


def test_searches_wait_while_somebody_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedence, "PATIENCE", LONG)
    people = Precedence(1)
    chunks = [threading.Event(), threading.Event()]
    go_on = threading.Event()

    def step(n: int) -> int:
        chunk = chunks[0] if not chunks[0].is_set() else chunks[1]
        chunk.set()
        assert go_on.wait(LONG)
        return n

    with people.answering(), people.answering():
        thread = searching(people, step, 5)
        assert not chunks[0].wait(0.05)
    assert chunks[0].wait(LONG)
    with people.answering():  # it ends the chunk that it is at, and waits before the next one
        go_on.set()
        assert not chunks[1].wait(0.05)
    thread.join(LONG)
    assert chunks[1].is_set()
    assert not thread.is_alive()


def test_people_without_end_cannot_stop_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedence, "PATIENCE", 0.001)
    people = Precedence(1)
    with people.answering():
        thread = searching(people, lambda n: n, 1000)
        thread.join(LONG)
        assert not thread.is_alive()


def test_a_request_that_waits_for_a_search_holds_it_up_for_a_moment_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(precedence, "PATIENCE", LONG)
    monkeypatch.setattr(precedence, "LONGEST", 0.01)
    people = Precedence(1)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        thread = searching(people, lambda n: n, 10)
        await asyncio.to_thread(thread.join, LONG / 2)
        assert not thread.is_alive()

    async def nothing() -> dict[str, str]:
        return {}

    asked = people.before(app)
    with ThreadPoolExecutor(1) as pool:  # a loop may be at work in this thread
        pool.submit(
            lambda: asyncio.run(asked({"type": "http"}, nothing, lambda _: nothing()))  # type: ignore[arg-type,return-value]
        ).result()
    assert not people._asking


def test_what_is_found_does_not_depend_on_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    match = pivotry.new("pegs")
    people = Noted()
    found = []
    monkeypatch.setattr(precedence, "PATIENCE", 0.001)
    for through in (None, people):
        gate(through)
        try:
            with people.answering():
                thought = players.consider(match.view(0), nodes=10_000, lines=3, seed=1)
            found.append(replace(thought, seconds=0.0))
        finally:
            gate(None)
    assert found[0] == found[1]
    assert people.searches == 1, "searches within a search go through with it"


def test_the_server_s_searches_and_answers_go_through_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    noted = Noted()
    monkeypatch.setattr(precedence, "HERE", noted)
    told = threading.Event()

    def choose(question: Question, cancel: threading.Event) -> str:
        return players.choose(question.view, simulations=20, cancel=cancel)

    bots = Bots(choose)
    match = pivotry.new("pegs")
    bots.think(Question(match.view(0), "computer"), 0, lambda _: told.set())
    assert told.wait(LONG)
    assert (noted.searches, noted.answers) == (1, 1)
    analyst = Analyst(Budget(nodes=20))
    app = create_app(Store(tmp_path / "tables.sqlite3"), bots, analyst=analyst)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        assert client.get("/").status_code == 200
        assert noted.answers == 2
        monkeypatch.setattr("pivotry.server.analyst.THOUGHT", 0.01)
        analyst.consider(match, "here")
        assert noted.searches == 2
