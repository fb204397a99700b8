"""Computer players at a table: asked, shown at work, exchanged, let go."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

import pivotry
from pivotry import jit
from pivotry.server.bots import Bots, Question

from .conftest import Visitor, quick, serving


def wait_for(visitor: Visitor, table: str, what: Any) -> dict[str, Any]:
    """Poll as the page does until the state is as wanted."""
    for _ in range(400):
        state = visitor.state(table)
        if what(state):
            return state
        time.sleep(0.02)
    raise AssertionError(f"not reached: {state['panels']['status']}")


@pytest.mark.parametrize("game", pivotry.games())
def test_computers_play_a_whole_match(visitor: Visitor, game: str) -> None:
    options = {"pivotation": {"board": "mini"}, "pegs": {"quiet_limit": 20}, "updown": {"games": 1}}
    table = visitor.sit(game, "cc", options.get(game, {"target": 2}))
    state = wait_for(visitor, table, lambda s: "data-again" in s["panels"]["status"])
    assert visitor.get(f"{table}/record").json()["result"] is not None
    assert state["clock"] is None


def test_a_computer_answers_a_person(visitor: Visitor) -> None:
    table = visitor.sit("pivotation", "pc")
    visitor.act(table, "play", text=visitor.state(table)["paths"][0][0])
    state = wait_for(visitor, table, lambda s: s["paths"])
    assert state["panels"]["story"].count("<li") == 2


def test_a_seat_can_be_given_to_a_computer_and_back(visitor: Visitor) -> None:
    table = visitor.sit("pegs", "pp")
    visitor.act(table, "seat", seat=0, kind="computer")
    state = wait_for(visitor, table, lambda s: s["panels"]["story"].count("<li") == 2)
    assert "Your turn." in state["panels"]["status"]
    assert "Your turn." in state["say"]


def test_playing_again_keeps_seats_and_options(visitor: Visitor) -> None:
    table = visitor.sit("bounce", "pcc", {"target": 7})
    again = visitor.post(f"{table}/again", {}).json()["url"]
    assert again != table
    for url in (table, again):
        visitor.act(url, "disclose")
    options = [visitor.get(f"{url}/record").json()["options"] for url in (table, again)]
    assert options[0] == options[1]
    assert options[1]["target"] == 7
    assert visitor.state(again)["panels"]["seats"].count('value="computer" selected') == 2


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("answer", ["nonsense", "A1-A2", None])
def test_a_computer_that_fails_is_named_and_the_match_goes_on(
    folder: Path, answer: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(question: Question, cancel: threading.Event) -> str:
        if answer is None:
            raise RuntimeError("lost its mind")
        return answer

    with serving(folder, Bots(broken)) as client:
        visitor = Visitor(client)
        table = visitor.sit("pegs", "cp")
        wait_for(visitor, table, lambda s: "could not choose" in s["panels"]["status"])
        assert "lost its mind" not in visitor.get(f"{table}/state").text
        state = visitor.act(table, "seat", seat=0, kind="person").json()
        assert "could not" not in state["panels"]["status"]
        assert visitor.act(table, "play", text="A1-B1").status_code == 200
    assert caplog.records


def test_a_computer_gets_its_own_view_and_nothing_else(folder: Path) -> None:
    seen: list[dict[str, Any]] = []

    def watching(question: Question, cancel: threading.Event) -> str:
        seen.append(question.view)
        return quick(question, cancel)

    with serving(folder, Bots(watching)) as client:
        visitor = Visitor(client)
        table = visitor.sit("bounce", "ccc", {"target": 1})
        wait_for(visitor, table, lambda s: "data-again" in s["panels"]["status"])
    for view in seen:
        assert view["seat"] == view["turn"]
        for seat, hand in enumerate(view["hands"]):
            assert isinstance(hand, list if seat == view["seat"] else int)


def test_the_page_says_when_code_is_compiled_first(folder: Path) -> None:
    go = threading.Event()
    before = list(jit.listeners)

    def compiles(question: Question, cancel: threading.Event) -> str:
        jit.announce("search", True)
        go.wait(10)
        jit.announce("search", False)
        return quick(question, cancel)

    with serving(folder, Bots(compiles)) as client:
        visitor = Visitor(client)
        table = visitor.sit("pegs", "cp")
        state = wait_for(visitor, table, lambda s: "getting ready" in s["panels"]["status"])
        go.set()
        later = wait_for(visitor, table, lambda s: s["paths"])
    assert later["tag"] != state["tag"]
    assert "getting ready" not in later["panels"]["status"]
    assert jit.listeners == before


def test_computers_get_ready_before_they_have_to_move(folder: Path) -> None:
    games: list[str] = []
    bots = Bots(quick, prepare=games.append)
    with serving(folder, bots) as client:
        visitor = Visitor(client)
        visitor.get("/new/chess")
        visitor.sit("bounce", "ppp")
        visitor.get("/new/pegs")
        visitor.sit("pegs", "pc")
        visitor.sit("pivotation", "pc")
        for _ in range(200):
            if len(games) == 2:
                break
            time.sleep(0.02)
    assert games == ["pegs", "pivotation"]


def test_a_thought_nobody_wants_any_more_is_let_go(folder: Path) -> None:
    let_go: list[bool] = []
    begun = threading.Semaphore(0)

    def ponders(question: Question, cancel: threading.Event) -> str:
        begun.release()
        let_go.append(cancel.wait(20))
        return quick(question, cancel)

    with serving(folder, Bots(ponders)) as client:
        visitor = Visitor(client)
        table = visitor.sit("pivotation", "pc")
        visitor.act(table, "play", text=visitor.state(table)["paths"][0][0])
        state = visitor.act(table, "undo").json()
        assert state["paths"]
        assert "Nothing yet" in state["panels"]["story"]
        other = visitor.sit("pegs", "cp")
        visitor.post(f"{other}/forget", {})
        visitor.sit("pegs", "cp")
        # One that no worker has begun is dropped without being asked.
        assert all(begun.acquire(timeout=20) for _ in range(3))
    for _ in range(200):
        if len(let_go) == 3:
            break
        time.sleep(0.02)
    assert let_go == [True] * 3
    assert "Nothing yet" in state["panels"]["story"]
