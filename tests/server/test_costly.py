"""What is costly to look at is paid for by the address that asks, whatever cookies it sends."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import pivotry
from pivotry import registry
from pivotry.server import analyst
from pivotry.server.analyst import Analyst
from pivotry.server.bots import Bots, Question
from pivotry.server.limits import LOOKS_A_SECOND, LOOKS_AT_ONCE, Limit
from pivotry.server.painter import Painter
from pivotry.server.routes.shared import FILMED, LOOKED
from pivotry.server.seats import NotAllowed

from .conftest import Visitor, browser, quick, serving
from .test_apart import Hands, another, joined

LINE = registry.get("pegs").fen.write(pivotry.new("pegs").position())
COSTLY = [
    "{table}/past?ply=0",
    "{table}/fairness",
    "{table}/film.gif",
    "{table}/picture.svg",
    "{table}/picture.png",
    f"/edit/pegs/picture.svg?text={LINE.replace(' ', '%20')}",
    f"/edit/pegs/picture.png?text={LINE.replace(' ', '%20')}",
]


def elsewhere(visitor: Visitor) -> Visitor:
    """Another browser, from another address."""
    return Visitor(browser(visitor.client, client=("192.0.2.7", 1)))


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def limited(folder: Path, hands: Hands) -> Iterator[Visitor]:
    with serving(folder, Bots(quick), looks=Limit(1.0, FILMED, hands)) as client:
        yield Visitor(client)


@pytest.mark.parametrize("address", COSTLY)
def test_an_address_cannot_look_at_it_without_end(
    limited: Visitor, hands: Hands, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Painter, "paint", lambda *_: b"painted")
    table = limited.sit("pegs")
    url = address.format(table=table)
    answers = [limited.get(url) for _ in range(int(FILMED) + 1)]
    assert answers[0].status_code != 429
    assert answers[-1].status_code == 429
    assert "Not so fast" in answers[-1].json()["notice"]
    again = int(answers[-1].headers["retry-after"])
    assert another(limited).get(url).status_code == 429  # another cookie is no way around
    assert elsewhere(limited).get(url).status_code != 429
    assert limited.act(table, "play", text="A1-B1").status_code == 200  # the match goes on
    hands.now += again
    assert limited.get(url).status_code == answers[0].status_code


def test_texts_that_are_brought_cost_what_is_in_them(limited: Visitor, hands: Hands) -> None:
    record = json.dumps(pivotry.new("pegs").record())
    position = json.dumps(pivotry.new("pegs").position())
    posts: list[tuple[str, Any, Any]] = [
        ("/load", {"text": record}, {"text": record + " " * 76_000}),
        ("/edit/pegs", {"position": position}, {"position": position + " " * 76_000}),
        ("/edit/pegs/play", {"position": position}, {"position": position + " " * 76_000}),
    ]
    for url, short, long in posts:
        hands.now += 100
        assert limited.post(url, short).status_code in (200, 201)
        assert limited.post(url, long).status_code == 429
        hands.now += 100
        assert limited.post(url, long).status_code in (200, 201)
    answers = [limited.post("/try", {"source": "lesson/pegs/1"}) for _ in range(int(FILMED) + 1)]
    assert [answer.status_code for answer in answers[-2:]] == [429, 429]


def test_a_key_held_down_steps_through_a_match_unhindered(hands: Hands) -> None:
    limit = Limit(LOOKS_A_SECOND, LOOKS_AT_ONCE, hands)
    for _ in range(30 * 30):
        hands.now += 1 / 30
        assert limit.take("reader", LOOKED)


def test_places_are_given_by_address(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    callers: list[str] = []

    def paint(_: Any, form: str, draw: Any, caller: str, film: Any = None) -> bytes:
        callers.append(caller)
        return b"painted"

    def consider(_: Any, match: Any, caller: str) -> None:
        callers.append(caller)
        raise NotAllowed("no time")

    monkeypatch.setattr(Painter, "paint", paint)
    monkeypatch.setattr(Analyst, "consider", consider)
    table, friend = joined(visitor, "pegs")
    far = elsewhere(visitor)
    for person in (visitor, friend):
        for url in (f"{table}/picture.png", f"{table}/film.gif", COSTLY[-1]):
            assert person.get(url).content == b"painted"
    far.get(COSTLY[-1])
    for person in (visitor, friend, far):
        person.post("/edit/pegs/think", {"position": json.dumps(pivotry.new("pegs").position())})
    assert callers == ["testclient"] * 6 + ["192.0.2.7"] + ["testclient"] * 2 + ["192.0.2.7"]


def test_how_long_a_computer_thinks_is_for_the_server_to_say(visitor: Visitor) -> None:
    for name in ("sure@3600s", "tree@999999999999999n", "level-1@60s"):
        seats = [{"kind": "person"}, {"kind": "computer", "player": name}]
        refused = visitor.post("/tables", {"game": "pegs", "seats": seats})
        assert (refused.status_code, "budget" in refused.text) == (422, True)
        table = visitor.sit("pegs", "pp")
        refused = visitor.act(table, "seat", seat=1, kind="computer", player=name)
        assert (refused.status_code, "budget" in refused.text) == (403, True)


def test_nobody_takes_all_places_of_those_who_want_a_hint(folder: Path) -> None:
    go, begun = threading.Event(), threading.Semaphore(0)
    unwanted: list[threading.Event] = []

    def slow(question: Question, cancel: threading.Event) -> str:
        unwanted.append(cancel)
        begun.release()
        go.wait(20)
        return quick(question, cancel)

    with serving(folder, Bots(slow, workers=4)) as client, ThreadPoolExecutor(4) as pool:
        visitor = Visitor(client)
        far = elsewhere(visitor)
        (table, other) = (person.sit("pegs", "pc") for person in (visitor, far))
        first = [pool.submit(visitor.act, table, "hint") for _ in range(2)]
        for _ in first:
            assert begun.acquire(timeout=20)
        refused = visitor.act(table, "hint")
        assert (refused.status_code, "much to think" in refused.text) == (409, True)
        third = pool.submit(far.act, other, "hint")
        assert begun.acquire(timeout=20)
        go.set()
        assert [found.result(20).status_code for found in (*first, third)] == [200] * 3
        assert all(cancel.is_set() for cancel in unwanted)


def test_nobody_takes_all_places_of_those_who_want_to_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go, begun = threading.Event(), threading.Event()

    def think(*_: Any, **__: Any) -> str:
        begun.set()
        go.wait(20)
        return "thought"

    monkeypatch.setattr("pivotry.players.consider", think)
    asked, match = Analyst(), pivotry.new("pegs")
    with ThreadPoolExecutor(analyst.CONSIDERED) as pool:
        first = [pool.submit(asked.consider, match, "one") for _ in range(analyst.EACH)]
        while len(asked._asked) < analyst.EACH:
            begun.wait(0.01)
        with pytest.raises(NotAllowed, match="much to think"):
            asked.consider(match, "one")
        other = pool.submit(asked.consider, match, "two")
        while len(asked._asked) <= analyst.EACH:
            begun.wait(0.01)
        go.set()
        assert {str(found.result(20)) for found in (*first, other)} == {"thought"}
    asked.close()
