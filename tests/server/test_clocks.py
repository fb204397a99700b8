"""The clocks of a server: what stops is not counted, what fails is tried again."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

import pivotry
from pivotry.server.bots import Bots
from pivotry.server.clock import DAY, Terms
from pivotry.server.live import Within
from pivotry.server.lobby import Lobby, Unreadable
from pivotry.server.seats import Seat
from pivotry.server.store import Store, Unread
from pivotry.server.story import story
from pivotry.server.table import Table

from .conftest import FILE, quick
from .test_apart import Hands


@pytest.fixture
def hands() -> Hands:
    return Hands()


def house(folder: Path, hands: Hands) -> Lobby:
    return Lobby(Store(folder / FILE), Bots(quick), Within(), clock=hands)


@contextmanager
def opened(folder: Path, hands: Hands) -> Iterator[Lobby]:
    """A server that runs, until it is stopped as it should be."""
    lobby = house(folder, hands)
    lobby.open()
    yield lobby
    lobby.close()


def two(lobby: Lobby, terms: Terms) -> str:
    seats = [Seat("person", holders=["me"]), Seat("person", holders=["you"])]
    return lobby.create(pivotry.new("pegs"), seats, terms).id


def left(lobby: Lobby, id: str) -> float:
    """What the seat to move has left."""
    with lobby.look(id) as room:
        clock = room.table.clock
        assert clock is not None
        assert clock.running is not None
        return clock.remaining(clock.running, lobby.now())


def over(lobby: Lobby, id: str) -> bool:
    lobby.expire()
    with lobby.look(id) as room:
        return room.table.over


def turn(lobby: Lobby, id: str) -> None:
    """Whoever is to move in the peg game makes both moves of a turn."""
    with lobby.look(id) as room:
        seat = room.table.actor
    visitor = ("me", "you")[seat or 0]
    while True:
        with lobby.change(id, visitor) as room:
            table = room.table
            if table.actor != seat:
                return
            move = table.match.legal_moves()[0]
            table.play(table.viewer(visitor), table.version, move, lobby.now())


def deadlines(folder: Path) -> list[float | None]:
    with closing(sqlite3.connect(folder / FILE)) as base:
        return [when for (when,) in base.execute("SELECT deadline FROM tables ORDER BY created")]


# --- what stops is not counted -------------------------------------------------------------------


def test_a_day_a_turn_is_over_after_a_day_however_often_the_server_starts(
    folder: Path, hands: Hands
) -> None:
    with opened(folder, hands) as lobby:
        id = two(lobby, Terms(move=DAY))
    begun = hands.now
    for _ in range(9):
        hands.now += 5 * DAY  # nobody is there
        with opened(folder, hands) as lobby:
            hands.now += 0.1 * DAY
            assert not over(lobby, id)
    with opened(folder, hands) as lobby:
        assert left(lobby, id) == pytest.approx(0.1 * DAY)
        assert deadlines(folder) == [pytest.approx(begun + 46 * DAY)]
        hands.now += 0.1 * DAY + 1
        assert over(lobby, id)


def test_of_a_server_that_was_killed_it_is_known_to_a_minute_when_it_ran(
    folder: Path, hands: Hands
) -> None:
    lobby = house(folder, hands)  # nobody watches its clocks when it is gone
    id = two(lobby, Terms(move=1000.0))
    hands.now += 100
    lobby.beat()
    hands.now += 50  # and then it is killed
    hands.now += 5000
    with opened(folder, hands) as second:
        assert left(second, id) == 900.0
        hands.now += 900
        assert over(second, id)
    lobby.close()


def test_what_has_not_run_yet_when_the_server_was_last_known_to_is_not_counted(
    folder: Path, hands: Hands
) -> None:
    lobby = house(folder, hands)
    other = two(lobby, Terms(move=1000.0))
    lobby.beat()
    hands.now += 10
    id = two(lobby, Terms(move=1000.0))
    hands.now += 5000
    with opened(folder, hands) as second:
        assert left(second, id) == 1000.0
        assert left(second, other) == 1000.0
    lobby.close()


def test_clocks_of_a_database_that_does_not_know_when_a_server_ran(
    folder: Path, hands: Hands
) -> None:
    with opened(folder, hands) as lobby:
        id, damaged = two(lobby, Terms(move=60.0)), two(lobby, Terms(move=60.0))
    with closing(sqlite3.connect(folder / FILE)) as base:
        base.execute("DELETE FROM settings WHERE name = 'alive'")
        base.execute("UPDATE tables SET data = '{}' WHERE id = ?", (damaged,))
        base.commit()
    hands.now += 1000
    with opened(folder, hands) as lobby:
        assert left(lobby, id) == 60.0
        with pytest.raises(Unreadable), lobby.look(damaged):
            pass


def test_it_is_noted_once_a_minute_that_the_server_runs_while_somebody_s_time_does(
    folder: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[float] = []
    monkeypatch.setattr(Store, "beat", lambda _, now: noted.append(now))
    begun = hands.now

    def wait(until: float, beaten: float) -> None:
        hands.now = until
        for n in range(400):
            lobby._schedule("nothing", None)  # wakes up who watches the clocks
            time.sleep(0.005)
            if n > 20 and lobby._beaten == beaten:
                break

    with opened(folder, hands) as lobby:
        wait(begun + 60, begun + 60)
        assert noted == []
        two(lobby, Terms(move=1000.0))
        wait(begun + 119, begun + 60)
        assert noted == []
        wait(begun + 120, begun + 120)
        wait(begun + 185, begun + 185)
        assert noted == [begun + 120, begun + 185]
        hands.now += 5
    assert noted == [begun + 120, begun + 185, begun + 190]


def test_no_time_passes_for_people_while_the_machine_sleeps(folder: Path, hands: Hands) -> None:
    wall = Hands()
    lobby = Lobby(Store(folder / FILE), Bots(quick), Within(), clock=hands, wall=wall)
    lobby.open()
    id, days = two(lobby, Terms(move=60.0)), two(lobby, Terms(move=DAY))
    for seconds in (10, 3600):
        hands.now += seconds
        wall.now += seconds
        lobby._rooms.clear()  # what sleeps is no room
        assert not over(lobby, id)
        assert left(lobby, id) == 50.0
    assert left(lobby, days) == DAY - 3610
    with lobby.look(id) as room:
        told = story(room.table, room.table.viewer("me"))
        assert [line["text"].split(":", 3)[:3] for line in told] == [
            ["The clocks stood still for 1", "00", "00"]
        ]
        absent = room.table.absence.gone(room.table.seats[0])
    assert absent == 0.0
    assert deadlines(folder)[0] == hands.now + 50
    hands.now += 25
    wall.now += 25  # a server that has much to do
    assert left(lobby, id) == 25.0
    hands.now += 26
    assert over(lobby, id)
    lobby.close()


# --- what fails is tried again -------------------------------------------------------------------


@contextmanager
def unreadable(folder: Path) -> Iterator[None]:
    """The database cannot be read."""
    with closing(sqlite3.connect(folder / FILE)) as base:
        base.execute("ALTER TABLE tables RENAME TO elsewhere")
        try:
            yield
        finally:
            base.execute("ALTER TABLE elsewhere RENAME TO tables")


def test_a_clock_that_could_not_be_read_runs_out_all_the_same(folder: Path, hands: Hands) -> None:
    lobby = house(folder, hands)
    id = two(lobby, Terms(move=60.0))
    lobby._rooms.clear()
    hands.now += 61
    with unreadable(folder):
        lobby.expire()
        with pytest.raises(Unread, match="could not be read"), lobby.look(id):
            pass
    hands.now += 10
    assert over(lobby, id)
    lobby.close()


def test_who_watches_the_clocks_outlives_whatever_goes_wrong(
    folder: Path, hands: Hands, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tick = Table.tick
    failed = threading.Event()

    def broken(table: Table, now: float) -> bool:
        if now > begun + 60 and not failed.is_set():
            failed.set()
            raise ZeroDivisionError
        return tick(table, now)

    begun = hands.now
    monkeypatch.setattr(Table, "tick", broken)
    monkeypatch.setattr("pivotry.server.lobby._AGAIN", 0.01)
    with opened(folder, hands) as lobby, caplog.at_level(logging.ERROR):
        first, second = (two(lobby, Terms(move=60.0)) for _ in range(2))
        hands.now += 61

        def done(id: str) -> bool:
            with lobby.look(id) as room:
                return room.table.over

        for _ in range(400):
            hands.now += 0.01
            lobby._schedule("nothing", None)
            if done(first) and done(second):
                break
            time.sleep(0.005)
        assert failed.is_set()
        assert done(first)
        assert done(second)
    assert "ZeroDivisionError" in caplog.text


def test_a_move_at_the_last_moment_leaves_its_deadline_in_force(folder: Path, hands: Hands) -> None:
    """It comes after the table was found due, and before it is looked at."""
    lobby = house(folder, hands)
    id = two(lobby, Terms(move=60.0))

    class Slow(threading.Condition):
        def __exit__(self, *fault: Any) -> None:
            super().__exit__(*fault)
            if moves:
                moves.pop()()

    def moved() -> None:
        hands.now -= 2
        turn(lobby, id)
        hands.now += 2

    hands.now += 61
    moves = [moved]
    lobby._timed = Slow()
    lobby.expire()
    assert moves == []
    with lobby.look(id) as room:
        assert room.table.deadline() == hands.now + 58
    hands.now += 57
    assert not over(lobby, id)
    hands.now += 2
    assert over(lobby, id)
    lobby.close()


def test_a_clock_that_can_never_be_read_is_let_alone(folder: Path, hands: Hands) -> None:
    lobby = house(folder, hands)
    id, gone = two(lobby, Terms(move=60.0)), two(lobby, Terms(move=60.0))
    lobby._rooms.clear()
    with closing(sqlite3.connect(folder / FILE)) as base:
        base.execute("UPDATE tables SET data = 'damaged' WHERE id = ?", (id,))
        base.execute("DELETE FROM tables WHERE id = ?", (gone,))
        base.commit()
    hands.now += 61
    lobby.expire()
    assert lobby._deadlines == {}
    lobby.close()
