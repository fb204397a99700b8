"""Computers answer everybody in turn, and nobody's heap of tables makes others wait."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pivotry
from pivotry.server import bots as pool
from pivotry.server.bots import Bots, Crowded, Question, Thought
from pivotry.server.live import Within
from pivotry.server.lobby import REST, Lobby, NoTable
from pivotry.server.room import Room
from pivotry.server.seats import Seat
from pivotry.server.store import Store
from pivotry.server.turns import NOBODY, Asker, Turns

from .conftest import FILE, Visitor, quick, serving
from .test_apart import Hands, links, listening
from .test_costly import elsewhere


def test_each_address_has_its_turn_and_there_each_visitor() -> None:
    turns: Turns[str] = Turns()
    for n in range(4):
        turns.put(Asker("many", "one"), f"a{n}")
    turns.put(Asker("many", "two"), "b0")
    turns.put(Asker("few", "three"), "c0")
    assert (len(turns), turns.of("many"), turns.of("few"), turns.of("none")) == (6, 5, 1, 0)
    assert [turns.take() for _ in range(6)] == ["a0", "c0", "b0", "a1", "a2", "a3"]
    assert not turns
    with pytest.raises(KeyError):
        turns.take()


def test_what_is_dropped_has_no_turn() -> None:
    turns: Turns[str] = Turns()
    for owner, thing in (("x", "a"), ("x", "b"), ("y", "c")):
        turns.put(Asker(owner, ""), thing)
    for owner, thing in (("x", "a"), ("y", "c"), ("y", "c"), ("z", "d")):
        turns.drop(Asker(owner, ""), thing)
    assert (len(turns), turns.of("y")) == (1, 0)
    assert turns.take() == "b"


class Held:
    """Computers that choose when they are let, one after the other; they note what they began."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.some_begun = threading.Semaphore(0)
        self.let = threading.Semaphore(0)

    def __call__(self, question: Question, cancel: threading.Event) -> str:
        self.begun.append(question.player)
        self.some_begun.release()
        assert self.let.acquire(timeout=20)
        return question.player

    def go(self, count: int = 1) -> None:
        """Let so many end, each after the one before it has begun."""
        for _ in range(count):
            self.let.release()
            assert self.some_begun.acquire(timeout=20)


Crew = Callable[[int], tuple[Bots, Held]]


@pytest.fixture
def crew() -> Iterator[Crew]:
    crews: list[tuple[Bots, Held]] = []

    def made(workers: int) -> tuple[Bots, Held]:
        held = Held()
        crews.append((Bots(held, workers), held))
        return crews[-1]

    yield made
    for bots, held in crews:
        if not bots.closed:
            bots.close()
        held.let.release(1000)


def ask(bots: Bots, name: str, owner: str = "", waited_for: bool = True) -> Thought:
    return bots.think(
        Question({}, name), 0, lambda _: None, owner=Asker(owner, ""), waited_for=waited_for
    )


def test_somebody_s_heap_of_tables_makes_nobody_else_wait(crew: Crew) -> None:
    bots, held = crew(1)
    for n in range(30):
        ask(bots, f"heap{n}", "greedy")
    assert held.some_begun.acquire(timeout=20)
    ask(bots, "other", "modest")
    held.go(2)
    assert held.begun == ["heap0", "heap1", "other"]


def test_who_waits_for_a_reply_goes_first_and_the_others_come_on(crew: Crew) -> None:
    bots, held = crew(1)
    ask(bots, "first")
    assert held.some_begun.acquire(timeout=20)
    for _ in range(8):
        ask(bots, "alone", waited_for=False)
    for n in range(12):
        ask(bots, "played", f"address {n}")
    held.go(16)
    assert Counter(held.begun[1:9]) == {"played": 6, "alone": 2}
    assert Counter(held.begun[1:17]) == {"played": 12, "alone": 4}


def test_one_worker_is_kept_for_people(crew: Crew) -> None:
    bots, held = crew(2)
    for n in range(3):
        ask(bots, f"alone{n}", waited_for=False)
    assert held.some_begun.acquire(timeout=20)
    ask(bots, "played")
    assert held.some_begun.acquire(timeout=20)
    assert held.begun == ["alone0", "played"]


def test_computers_alone_keep_a_pace_and_people_do_not_wait_for_it(crew: Crew) -> None:
    bots, held = crew(3)
    bots._pace = 3600.0
    for n in range(2):
        ask(bots, f"alone{n}", waited_for=False)
    assert held.some_begun.acquire(timeout=20)
    held.let.release()
    for _ in range(4000):
        if not bots._at_work[False]:
            break
        threading.Event().wait(0.005)
    for _ in range(3):
        ask(bots, "played")
        held.go()
    assert held.begun == ["alone0", *["played"] * 3]
    assert bots._waiting[False].of("") == 1
    alarm = bots._alarm
    assert alarm is not None
    assert alarm.interval > 3000
    bots._rests_until = 0.0
    alarm.cancel()
    alarm.function()  # what it does when its time has come
    assert held.some_begun.acquire(timeout=20)
    assert held.begun[-1] == "alone1"
    ask(bots, "alone2", waited_for=False)
    alarm = bots._alarm
    assert alarm is not None
    bots.close()
    assert alarm.finished.is_set(), "no thread is left behind"


@pytest.mark.parametrize("waited_for", [True, False])
def test_so_many_wait_for_one_address_and_no_more(
    crew: Crew, waited_for: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "EACH_WAITING", {True: 5, False: 3})
    most = pool.EACH_WAITING[waited_for]
    bots, held = crew(1)
    ask(bots, "first")
    assert held.some_begun.acquire(timeout=20)
    waiting = [ask(bots, "heap", "greedy", waited_for) for _ in range(most)]
    with pytest.raises(Crowded, match="Many computers wait"):
        ask(bots, "heap", "greedy", waited_for)
    ask(bots, "heap", "greedy", not waited_for)
    ask(bots, "other", "modest", waited_for)
    waiting[1].let_go()
    assert waiting[1].answer.cancelled()
    waiting.append(ask(bots, "heap", "greedy", waited_for))  # a place has got free
    with pytest.raises(Crowded):
        ask(bots, "heap", "greedy", waited_for)


@pytest.mark.parametrize("waited_for", [True, False])
def test_one_visitor_leaves_room_for_the_others_of_an_address(crew: Crew, waited_for: bool) -> None:
    def one(name: str) -> Thought:
        asked = Question({}, name)
        owner = Asker("school", name)
        return bots.think(asked, 0, lambda _: None, owner=owner, waited_for=waited_for)

    most = pool.ONE_WAITING[waited_for]
    assert most < pool.EACH_WAITING[waited_for]
    bots, held = crew(1)
    ask(bots, "first")
    assert held.some_begun.acquire(timeout=20)
    for _ in range(most):
        one("greedy")
    with pytest.raises(Crowded):
        one("greedy")
    one("modest")


def test_a_question_that_finds_no_room_is_not_made(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "EACH_WAITING", {True: 1, False: 1})
    bots, held = crew(1)
    made: list[str] = []

    def costly() -> Question:
        made.append("made")
        return Question({}, "costly")

    ask(bots, "first")
    assert held.some_begun.acquire(timeout=20)
    bots.think(costly, 0, lambda _: None)
    for _ in range(3):
        with pytest.raises(Crowded):
            bots.think(costly, 0, lambda _: None)
    assert made == ["made"]
    held.go()
    assert held.begun == ["first", "costly"]


def test_whoever_is_told_of_an_answer_waits_for_it_before_it_can_be_begun(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or ``done`` could run in the asker's own thread, before it has what it asked for."""
    bots, held = crew(1)
    held.let.release(1000)
    heard: list[bool] = []
    put = Turns.put

    def noted(turns: Turns[Any], owner: Asker, task: Any) -> None:
        heard.append(bool(task.thought.answer._done_callbacks))
        put(turns, owner, task)

    monkeypatch.setattr(Turns, "put", noted)
    told: list[Thought] = []
    done = threading.Event()

    def answered(thought: Thought) -> None:
        told.append(thought)
        done.set()

    thought = bots.think(Question({}, "quick"), 0, answered)
    assert done.wait(20)
    assert (told, heard) == ([thought], [True])


def test_a_computer_that_fails_keeps_no_worker(crew: Crew) -> None:
    def fails(question: Question, cancel: threading.Event) -> str:
        raise ValueError(question.player)

    bots = Bots(fails, 1)
    try:
        for n in range(3):
            assert isinstance(ask(bots, f"{n}").answer.exception(20), ValueError)
    finally:
        bots.close()


def test_nothing_is_begun_once_they_are_closed(crew: Crew) -> None:
    bots, held = crew(1)
    first, second = ask(bots, "first"), ask(bots, "second")
    assert held.some_begun.acquire(timeout=20)
    bots.close()
    third = ask(bots, "third")
    held.let.release()
    assert first.answer.result(20) == "first"
    assert [one.answer.cancelled() for one in (second, third)] == [True, True]
    assert held.begun == ["first"]


# --- tables -------------------------------------------------------------------------------------


class Noted(Bots):
    """Computers that move at once; it is noted on whose account, and whether somebody waits."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, bool]] = []
        self.full = False
        super().__init__(quick)

    def think(self, *given: Any, owner: Asker = NOBODY, waited_for: bool = True) -> Thought:
        if self.full:
            raise Crowded("")
        self.asked.append((owner.address, waited_for))
        return super().think(*given, owner=owner, waited_for=waited_for)


def stands(visitor: Visitor, table: str) -> None:
    """Wait until no computer is at work."""
    for _ in range(2000):
        if "busy" not in visitor.state(table)["panels"]["status"]:
            return
        threading.Event().wait(0.005)
    raise AssertionError("a computer never came to an end")


def test_computers_think_on_the_account_of_who_did_something(folder: Path) -> None:
    bots = Noted()
    with serving(folder, bots) as client:
        visitor = Visitor(client)
        far = elsewhere(visitor)
        table = visitor.sit("bounce", "poc")
        (link,) = links(visitor, table, "join")
        assert far.post(link, {"name": ""}).status_code == 200
        bots.asked.clear()
        for _ in range(60):
            state = visitor.state(table)
            mover = visitor if state["paths"] else far
            paths = state["paths"] or far.state(table)["paths"]
            if paths:
                bots.asked.clear()
                mover.act(table, "play", text=paths[0][0])
                stands(visitor, table)
                if bots.asked:
                    assert set(bots.asked) == {
                        ("testclient" if mover is visitor else "192.0.2.7", True)
                    }
                    break
        else:
            raise AssertionError("no computer had its turn")


class Seen(Within):
    """News of tables; who looks at them is made up."""

    def __init__(self) -> None:
        super().__init__()
        self.there: frozenset[str] = frozenset()

    def present(self, table: str) -> frozenset[str]:
        return self.there


class Alone:
    """A table of computers that move when they are told to, and a clock that does."""

    def __init__(self, folder: Path, kinds: str = "cc") -> None:
        self.hands, self.live = Hands(), Seen()
        self.go = threading.Semaphore(0)
        self.bots = Bots(self.step)
        self.lobby = Lobby(Store(folder / FILE), self.bots, self.live, clock=self.hands)
        people = {"p": Seat("person", holders=["me"]), "c": Seat("computer")}
        self.id = self.lobby.create(pivotry.new("pegs"), [people[kind] for kind in kinds]).id

    def step(self, question: Question, cancel: threading.Event) -> str:
        while not (cancel.is_set() or self.go.acquire(timeout=0.01)):
            pass
        return quick(question, cancel)

    def move(self) -> Room:
        """Let a computer move, after which the next one has been asked, or rests."""
        with self.lobby.look(self.id) as room:
            ply = room.table.match.ply
        self.go.release()
        for _ in range(2000):
            with room.lock:
                if room.table.match.ply > ply:
                    return room
            threading.Event().wait(0.005)
        raise AssertionError("no computer has moved")


@pytest.fixture
def alone(folder: Path) -> Iterator[Alone]:
    made = Alone(folder)
    yield made
    made.lobby.close()


def test_computers_alone_rest_when_nobody_looks_and_go_on_at_once(alone: Alone) -> None:
    room = alone.move()
    assert (room.thinking, room.rests) == (True, False)
    alone.hands.now += REST + 1
    alone.move()
    assert (room.thinking, room.rests) == (False, True)
    with pytest.raises(NoTable), alone.lobby.look(alone.id, "stranger"):
        pass
    assert room.rests
    with alone.lobby.change(alone.id) as room:
        room.table.watch("me")
    alone.hands.now += 1  # who comes by the link looks when their page asks for it
    with alone.lobby.look(alone.id, "me") as room:
        assert (room.thinking, room.rests) == (True, False)
    alone.hands.now += REST - 1
    assert alone.move().thinking, "they go on for a while"


def test_computers_go_on_while_a_page_is_open(alone: Alone) -> None:
    alone.live.there = frozenset({"me"})
    alone.hands.now += 100 * REST
    assert alone.move().thinking


def test_a_computer_that_plays_with_somebody_does_not_rest(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Alone(folder, "cp")
    waited: list[bool] = []
    thinks = played.bots.think

    def think(*given: Any, waited_for: bool, **more: Any) -> Thought:
        waited.append(waited_for)
        return thinks(*given, waited_for=waited_for, **more)

    monkeypatch.setattr(played.bots, "think", think)
    try:
        played.hands.now += 100 * REST
        assert played.move().thinking, "it has another move"
        assert waited == [False], "but nobody seems to wait for it"
        played.live.there = frozenset({"me"})
        with played.lobby.change(played.id) as room:
            room.table.seat(room.table.viewer("me"), room.table.version, 0, "computer", "level-2")
        assert waited == [False, True]
    finally:
        played.lobby.close()


def test_who_has_no_business_at_a_table_wakes_up_no_computer(folder: Path) -> None:
    before = Alone(folder, "cp")
    before.lobby.close()
    after = Alone(folder)
    try:
        with pytest.raises(NoTable), after.lobby.look(before.id, "stranger"):
            pass
        with after.lobby.look(before.id) as room:
            assert (room.thinking, room.rests) == (False, True)
        with after.lobby.look(before.id, "me") as room:
            assert (room.thinking, room.rests) == (True, False)
    finally:
        after.lobby.close()


def test_where_there_is_no_place_the_next_look_asks_again(folder: Path) -> None:
    bots = Noted()
    bots.full = True
    with serving(folder, bots) as client:
        visitor = Visitor(client)
        table = visitor.sit("pegs", "cp")
        with listening(visitor, table) as socket:
            assert "has to wait: many computers" in socket.receive_json()["panels"]["status"]
            bots.full = False
            for _ in range(5):
                if "plays at other" not in socket.receive_json()["panels"]["status"]:
                    break
        stands(visitor, table)
        assert visitor.state(table)["made"] >= 1
