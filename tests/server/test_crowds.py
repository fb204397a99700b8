"""Many visitors, many tables, many pages: what one address may use up, and what nobody loses."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

import pivotry
from pivotry.match import Match
from pivotry.server import store as storing
from pivotry.server import table as tables
from pivotry.server.analyst import EACH_WAITING, KEPT, Analyst
from pivotry.server.bots import Bots
from pivotry.server.clock import DAY
from pivotry.server.guard import POSTS_A_SECOND, POSTS_AT_ONCE
from pivotry.server.limits import READS_A_SECOND, READS_AT_ONCE, Limit, Openings, TooOften
from pivotry.server.live import Within
from pivotry.server.lobby import KEEP, Lobby, NoTable
from pivotry.server.routes import sockets
from pivotry.server.routes import tables as routes
from pivotry.server.seats import NotAllowed, Seat
from pivotry.server.store import Store
from pivotry.server.table import Table
from pivotry.server.turns import NOBODY, Asker

from .conftest import FILE, HERE, Visitor, quick, serving
from .test_apart import Hands, another, joined, links, listening
from .test_costly import elsewhere


@pytest.fixture
def hands() -> Hands:
    return Hands()


# --- tables -------------------------------------------------------------------------------------


def filled(openings: Openings, owner: Asker, count: int, first: int = 0) -> None:
    for n in range(first, first + count):
        openings.add(owner, f"{owner} {n}")


def test_a_visitor_has_so_many_tables_going_on_and_an_address_more(hands: Hands) -> None:
    openings = Openings(6, 3, 100.0, clock=hands)
    one, two, three = (Asker("here", name) for name in ("one", "two", "three"))
    filled(openings, one, 3)
    hands.now += 40
    with pytest.raises(TooOften, match="still go on") as full:
        openings.add(one, "more")
    assert full.value.after == 60
    filled(openings, two, 3)
    with pytest.raises(TooOften):
        openings.add(three, "more")  # another cookie is no way around
    openings.add(Asker("there", "one"), "more")
    openings.add(NOBODY, "the server's own")
    openings.end(f"{one} 1")
    openings.end("what it does not know")
    openings.add(three, "more of mine")
    with pytest.raises(TooOften) as full:
        openings.add(one, "more")
    assert full.value.after == 60, "then the eldest no longer counts"
    hands.now += 60
    openings.add(one, "more")


def test_tables_that_are_over_are_not_free_either(hands: Hands) -> None:
    openings = Openings(rate=0.5, burst=4, clock=hands)
    owner = Asker("here", "one")
    for n in range(4):
        openings.add(owner, f"{n}")
        openings.end(f"{n}")
    with pytest.raises(TooOften) as full:
        openings.add(owner, "more")
    assert full.value.after == 2
    hands.now += 2
    openings.add(owner, "more")


def test_a_class_of_thirty_at_one_address_plays(hands: Hands) -> None:
    """Each of them begins a match every two minutes, and sees half of them through."""
    openings = Openings(clock=hands)
    for begun in range(20):
        for pupil in range(30):
            table = f"{begun} {pupil}"
            openings.add(Asker("school", f"{pupil}"), table)
            if pupil % 2:
                openings.end(table)
            hands.now += 4


def test_who_opens_table_after_table_is_told_when_it_goes_on(folder: Path, hands: Hands) -> None:
    openings = Openings(10, 3, 3600.0, clock=hands)
    with serving(folder, Bots(quick), openings=openings) as client:
        visitor = Visitor(client)
        mine = [visitor.sit("pegs") for _ in range(2)]
        assert visitor.post("/start/pegs", {"way": "screen"}).status_code == 201
        record = json.dumps(pivotry.new("pegs").record())
        position = json.dumps(pivotry.new("pegs").position())
        ways: list[tuple[str, Any]] = [
            ("/start/pegs", {"way": "alone"}),
            ("/tables", {"game": "pegs", "seats": [{"kind": "person"}] * 2}),
            ("/load", {"text": record}),
            ("/edit/pegs/play", {"position": position}),
            (f"{mine[0]}/branch", {"ply": 0}),
            (f"{mine[0]}/again", {}),
        ]
        for url, body in ways:
            refused = visitor.post(url, body)
            assert refused.status_code == 429, url
            assert "still go on" in refused.json()["notice"]
            assert refused.headers["retry-after"] == "3600"
        assert another(visitor).post(*ways[0]).status_code == 201
        assert visitor.act(mine[0], "resign", seat=0).status_code == 200  # it is over
        mine.append(visitor.sit("pegs"))
        visitor.post(f"{mine[1]}/forget", {})
        mine.append(visitor.sit("pegs"))
        assert visitor.post(*ways[0]).status_code == 429


# --- left behind --------------------------------------------------------------------------------


class House:
    """A lobby with a clock, and its database."""

    def __init__(self, folder: Path, hands: Hands, keep: float | None = KEEP) -> None:
        self.file = folder / FILE
        self.live = Within()
        self.lobby = Lobby(Store(self.file), Bots(quick), self.live, clock=hands, keep=keep)

    def table(self, kinds: str, game: str = "updown") -> Table:
        made = {
            "p": Seat("person", holders=["me"]),
            "c": Seat("computer", "never"),
            "o": Seat("open"),
        }
        seats = [made[kind] for kind in kinds]
        return self.lobby.create(pivotry.new(game, len(kinds), seed=1), seats)

    def kept(self) -> set[str]:
        with closing(sqlite3.connect(self.file)) as base:
            return {id for (id,) in base.execute("SELECT id FROM tables")}


@pytest.fixture
def house(folder: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(Bots, "_begin", lambda _: None)  # no computer ever moves
    made = House(folder, hands)
    yield made
    made.lobby.close()


def test_what_computers_alone_left_unfinished_is_removed_long_after(
    house: House, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    forsaken = house.table("cc")
    played, invited = house.table("pc"), house.table("po")
    left = house.table("pc")
    with house.lobby.change(left.id, "me") as room:  # who played lets computers play on
        room.table.seat(room.table.viewer("me"), room.table.version, 0, "computer", "never")
    over = house.table("pc", "pegs")
    with house.lobby.change(over.id, "me") as room:
        room.table.give_up(room.table.viewer("me"), room.table.version, 0)
    everything = {table.id for table in (forsaken, played, invited, left, over)}
    hands.now += KEEP - DAY
    young = house.table("cc")
    hands.now += DAY
    house.lobby.tidy()
    assert house.kept() == everything | {young.id}, "not before the time is over"
    hands.now += 1
    monkeypatch.setattr(house.live, "present", lambda _: frozenset({"somebody"}))
    house.lobby.tidy()
    assert forsaken.id in house.kept(), "somebody looks at it"
    monkeypatch.undo()
    house.lobby.tidy()
    assert house.kept() == everything - {forsaken.id} | {young.id}
    with pytest.raises(NoTable), house.lobby.look(forsaken.id):
        pass


def test_a_damaged_table_is_not_removed_unseen(house: House, hands: Hands) -> None:
    table = house.table("cc")
    with closing(sqlite3.connect(house.file)) as base:
        base.execute("UPDATE tables SET data = 'damaged'")
        base.commit()
    hands.now += 2 * KEEP
    house.lobby.tidy()
    assert house.kept() == {table.id}


def test_a_table_of_an_older_release_is_not_removed(house: House, hands: Hands) -> None:
    """It does not say who played there before computers did."""
    table = house.table("cc")
    with closing(sqlite3.connect(house.file)) as base:
        (text,) = base.execute("SELECT data FROM tables").fetchone()
        data = json.loads(text)
        del data["shifts"]
        base.execute("UPDATE tables SET data = ?", (json.dumps(data),))
        base.commit()
    hands.now += 2 * KEEP
    house.lobby.tidy()
    assert house.kept() == {table.id}


def test_everything_can_be_kept_for_ever(folder: Path, hands: Hands) -> None:
    house = House(folder, hands, keep=None)
    table = house.table("oo")
    with house.lobby.change(table.id) as room:
        room.table.seats = [Seat("computer", "never") for _ in room.table.seats]
    hands.now += 1000 * KEEP
    house.lobby.tidy()
    assert house.kept() == {table.id}
    house.lobby.close()


def test_a_server_tidies_up_when_it_starts_and_daily(
    folder: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[float] = []
    house = House(folder, hands)
    tidy = house.lobby.tidy

    def noted() -> None:
        tidy()
        done.append(hands.now)
        if len(done) == 1:
            hands.now += DAY

    monkeypatch.setattr(house.lobby, "tidy", noted)
    house.lobby.open()
    for _ in range(2000):
        if len(done) == 2:
            break
        house.lobby._schedule("nothing", None)  # wakes up who watches the clock
        time.sleep(0.005)
    house.lobby.close()
    assert done == [1_000_000.0, 1_000_000.0 + DAY]


def test_what_happened_long_ago_at_a_table_takes_no_place(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "KEPT_EVENTS", 20)
    monkeypatch.setattr(storing, "KEPT_ANSWERS", 15)
    store = Store(folder / FILE)
    seats = [Seat("person", holders=["me"]) for _ in range(2)]
    table = Table("abcdefgh", pivotry.new("pegs"), seats)
    table.begin(0.0)
    store.create(table, 0.0)
    for n in range(30):
        table.rename(table.viewer("me"), 0, f"Ada {n}")
        store.save(table, table.number - 1, float(n), key=f"key{n}", visitor="me")
    found = store.happened(table.id, 0, 10_000)
    assert [event["number"] for event in found] == list(range(12, 32))
    answered = [store.answered(table.id, f"key{n}", "me") for n in range(30)]
    assert sum(answered) == 15
    assert answered[-1]
    store.close()


# --- who looks on -------------------------------------------------------------------------------


def test_nobody_is_sent_away_for_who_comes_later(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "WATCHERS", 2)
    table, friend = joined(visitor, "bounce", "poc")
    (link,) = links(visitor, table, "watch")
    people = [another(visitor) for _ in range(3)]
    said = [one.post(link, {}) for one in people]
    assert [answer.status_code for answer in said] == [200, 200, 409]
    assert "look on here" in said[2].json()["notice"]
    assert [one.get(f"{table}/state").status_code for one in people] == [200, 200, 404]
    assert people[0].post(link, {}).status_code == 200  # who is in comes in
    assert friend.act(table, "resign", seat=1).status_code == 200
    assert friend.state(table)["paths"] == []  # who played can always look on


def test_who_does_not_look_on_any_more_makes_room_for_somebody_else(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "WATCHERS", 1)
    table, friend = joined(visitor, "bounce", "poc")
    (link,) = links(visitor, table, "watch")
    one, two = another(visitor), another(visitor)
    assert one.post(link, {}).status_code == 200
    assert two.post(link, {}).status_code == 409
    assert one.post(f"{table}/forget", {}).status_code == 200
    assert one.get(f"{table}/state").status_code == 404
    assert two.post(link, {}).status_code == 200
    assert friend.post(f"{table}/forget", {}).status_code == 200
    assert friend.get(f"{table}/state").status_code == 200, "who plays goes on playing"


def test_one_address_takes_not_all_places_of_those_who_look_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "ONLOOKERS", 2)
    with serving(folder, Bots(quick)) as client:
        visitor = Visitor(client)
        table, other = visitor.sit("pegs"), visitor.sit("pegs")
        (link,), (second,) = (links(visitor, at, "watch") for at in (table, other))
        people = [another(visitor) for _ in range(3)]
        said = [one.post(link, {}) for one in people]
        assert [answer.status_code for answer in said] == [200, 200, 409]
        assert "from your network" in said[2].json()["notice"]
        assert people[0].post(link, {}).status_code == 200
        assert people[2].post(second, {}).status_code == 200
        assert elsewhere(visitor).post(link, {}).status_code == 200


def test_who_looks_on_removes_nothing_for_others(visitor: Visitor) -> None:
    table = visitor.sit("updown", "cc")
    watcher = another(visitor)
    link = visitor.state(table)["share"].removeprefix(HERE)
    assert watcher.post(link, {}).status_code == 200
    assert watcher.post(f"{table}/forget", {}).status_code == 200
    assert visitor.get(f"{table}/state").status_code == 200
    alone = visitor.sit("updown", "cc")
    assert visitor.post(f"{alone}/forget", {}).status_code == 200
    assert visitor.get(f"{alone}/state").status_code == 404


# --- what is read -------------------------------------------------------------------------------


def test_whatever_is_read_counts(folder: Path, hands: Hands) -> None:
    with serving(folder, Bots(quick), reads=Limit(1.0, 15, hands)) as client:
        visitor = Visitor(client)
        table = visitor.sit("pegs")
        version = visitor.state(table)["version"]
        for url in (f"{table}/state", f"{table}/picture?version={version}", table, "/rules/pegs"):
            hands.now += 1000
            answers = [visitor.get(url) for _ in range(16)]
            assert [answer.status_code for answer in answers[-2:]] == [200, 429], url
            assert answers[-1].headers["retry-after"] == "1"
            assert "Not so fast" in answers[-1].text
            assert another(visitor).get(url).status_code == 429
            assert visitor.get("/static/common.js").status_code == 200
            hands.now += 1
            assert visitor.get(url).status_code == 200


def test_a_class_that_finds_its_server_again_is_not_held_up(hands: Hands) -> None:
    """Thirty pages ask for the table, its state, a socket and the pictures of some clicks."""
    reads = Limit(READS_A_SECOND, READS_AT_ONCE, hands)
    posts = Limit(POSTS_A_SECOND, POSTS_AT_ONCE, hands)
    for _ in range(30):
        assert all(reads.take("school") for _ in range(12))
        assert all(posts.take("school") for _ in range(2))
    for _ in range(600):  # then they play for ten minutes: fifteen matches, a move in two seconds
        hands.now += 1.0
        assert all(reads.take("school", leaving=0.5) for _ in range(8 * 4))
        assert all(posts.take("school") for _ in range(8))


def test_a_bucket_keeps_a_part_for_what_is_urgent(hands: Hands) -> None:
    limit = Limit(1.0, 10, hands)
    assert [limit.take("one", leaving=0.5) for _ in range(6)] == [True] * 5 + [False]
    assert [limit.take("one") for _ in range(6)] == [True] * 5 + [False]


def test_a_socket_tells_of_moves_later_when_much_is_asked_for(
    folder: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "_BUSY", 0.02)
    with serving(folder, Bots(quick), reads=Limit(1.0, 15, hands)) as client:
        visitor = Visitor(client)
        table = visitor.sit("pegs")
        with listening(visitor, table) as socket:
            socket.receive_json()
            while visitor.get(table).status_code == 200:
                pass
            visitor.post(f"{table}/play", {"version": 0, "text": "A1-B1"})
            visitor.post(f"{table}/name", {"seat": 0, "name": "Ada"})
            hands.now += 1
            told = socket.receive_json()  # both at once
            assert (told["version"], "Ada" in told["panels"]["seats"]) == (1, True)


def test_who_comes_and_goes_and_is_renamed_makes_others_draw_once_in_a_while(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "_ELSE", 1000.0)
    table, friend = joined(visitor, "pegs")
    with listening(visitor, table) as socket:
        first = socket.receive_json()
        for n in range(5):
            with listening(friend, table) as other:
                other.receive_json()
            friend.post(f"{table}/name", {"seat": 1, "name": f"Yara {n}"})
        visitor.act(table, "play", text="A1-B1")
        assert socket.receive_json()["version"] == first["version"] + 1


def test_an_address_has_so_many_sockets_open(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "_EACH", 3)
    with serving(folder, Bots(quick)) as client, ExitStack() as opened:
        visitor = Visitor(client)
        table = visitor.sit("pegs")
        for _ in range(3):
            opened.enter_context(listening(visitor, table)).receive_json()
        with pytest.raises(WebSocketDisconnect) as closed, listening(visitor, table) as socket:
            socket.receive_json()
        assert closed.value.code == 1013
        far = elsewhere(visitor)
        assert far.post(links(visitor, table, "watch")[0], {}).status_code == 200
        opened.enter_context(listening(far, table)).receive_json()
        opened.close()
        with listening(visitor, table) as socket:
            socket.receive_json()


# --- analyses -----------------------------------------------------------------------------------


def test_who_asks_for_many_analyses_ends_nobody_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Analyst, "_run", lambda *_: None)  # never done
    analyst = Analyst()
    match = pivotry.new("pegs")
    first = analyst.ask("first", match, "me", "here")
    for n in range(KEPT + 10):
        analyst.ask(f"{n}", match, "you", "there")
        analyst.let_go(f"{n}", match, "you")
    assert first.running
    assert analyst.found("first", match) is first
    assert len(analyst._works) == KEPT
    analyst._pool.submit(int).result(60)  # after all that was begun before
    assert not analyst._turns
    for n in range(EACH_WAITING):
        analyst.ask(f"more {n}", match, "you", "there")
    with pytest.raises(NotAllowed, match="Many matches wait"):
        analyst.ask("yet another", match, "you", "there")
    analyst.close()
    analyst._pool.shutdown()


def test_what_nobody_wants_any_more_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    go, begun = threading.Event(), threading.Event()
    done: list[str] = []

    def analyse(match: Match, *_: Any, **__: Any) -> Any:
        begun.set()
        go.wait(20)
        done.append(str(match.given[0]))
        raise RuntimeError("one is enough")

    monkeypatch.setattr("pivotry.analysis.analyse", analyse)
    analyst = Analyst()
    match = pivotry.new("pegs")
    analyst.ask("first", pivotry.new("pegs", names=["first", "other"]), "me", "here")
    assert begun.wait(20)
    for n in range(50):
        analyst.ask(f"{n}", match, "me", "here")
        analyst.let_go(f"{n}", match, "me")
    assert len(analyst._turns) == 0
    analyst.ask("last", pivotry.new("pegs", names=["last", "other"]), "me", "here")
    go.set()
    analyst._pool.shutdown()
    assert done == ["first", "last"]
    analyst.close()


def test_analyses_are_made_for_everybody_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    go, begun = threading.Event(), threading.Event()
    done: list[str] = []

    def analyse(match: Match, *_: Any, **__: Any) -> Any:
        begun.set()
        go.wait(20)
        done.append(str(match.given[0]))
        raise RuntimeError("one is enough")

    monkeypatch.setattr("pivotry.analysis.analyse", analyse)
    analyst = Analyst()
    for n, caller in enumerate(["many", "many", "many", "few"]):
        analyst.ask(f"{n}", pivotry.new("pegs", names=[f"{caller} {n}", "other"]), "me", caller)
        assert begun.wait(20)
    go.set()
    analyst._pool.shutdown()
    assert done == ["many 0", "many 1", "few 3", "many 2"]
    analyst.close()
