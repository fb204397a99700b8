"""Names that change, seats that somebody else plays, and what records say of that."""

from __future__ import annotations

import html
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import pivotry
from pivotry.server import outgoing
from pivotry.server.bots import Bots
from pivotry.server.keeping import check
from pivotry.server.live import Within
from pivotry.server.lobby import Lobby
from pivotry.server.routes import tables
from pivotry.server.seats import Seat
from pivotry.server.store import Store
from pivotry.server.table import Table

from .conftest import FILE, HERE, Visitor, quick, serving, stored
from .test_apart import another, joined, links, listening

BAD = ["", "   ", "a\nb", "a\x07b", "x" * 41, "a\u202eb", "\u2067x", "a\u2028b"]
BLANK = ["\u200b\u200b", "\u200d", "\u2060 \ufeff", "\u3164", "\u2800", "\u0301", "\ufe0f\u200d"]


def rename(visitor: Visitor, table: str, seat: int, name: str) -> Any:
    return visitor.post(f"{table}/name", {"seat": seat, "name": name})


# --- names --------------------------------------------------------------------------------------


def test_a_name_is_changed_by_who_bears_it_and_everybody_is_told(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    with listening(friend, table) as socket:
        socket.receive_json()
        assert rename(visitor, table, 0, "  Zoë 🐙 ").status_code == 200
        while "Zoë 🐙" not in (told := socket.receive_json())["panels"]["seats"]:
            pass
        assert "Zoë 🐙" in told["panels"]["picture"]
    assert 'data-rename="0"' in visitor.state(table)["panels"]["seats"]
    assert 'data-rename="0"' not in friend.state(table)["panels"]["seats"]
    assert rename(friend, table, 0, "Me").status_code == 403
    guest = another(visitor)
    guest.post(links(visitor, table, "watch")[0], {})
    for seat in (0, 1, 2, -1):
        assert rename(guest, table, seat, "Me").status_code == 403
    assert "data-rename" not in guest.state(table)["panels"]["seats"]
    visitor.act(table, "play", text="A1-B1")
    assert rename(visitor, table, 0, "Later").status_code == 200
    assert "Later" in friend.state(table)["panels"]["story"]
    assert visitor.get(f"{table}/record").json()["names"] == ["Later", "Yara"]


@pytest.mark.parametrize("name", BAD + BLANK)
def test_what_is_no_name_is_refused_in_words(visitor: Visitor, name: str) -> None:
    table = visitor.sit("pegs")
    answer = rename(visitor, table, 0, name)
    assert answer.status_code in (403, 422)
    assert "40 characters" in str(answer.json())
    assert visitor.get(f"{table}/record").json()["names"] == ["Dark", "Light"]
    answer = visitor.post("/start/pegs", {"way": "alone", "name": name})
    assert answer.status_code in (201, 422)  # no name at all is the usual one
    assert (answer.status_code == 201) == (not name.strip())


def test_markup_in_a_name_is_text(visitor: Visitor) -> None:
    table = visitor.sit("bounce")
    name = '<img src=x onerror="1">&amp;'
    assert rename(visitor, table, 0, name).status_code == 200
    panels = visitor.state(table)["panels"]
    assert "<img src=x" not in "".join(panels.values())
    assert "&lt;img src=x" in panels["seats"]


@pytest.mark.parametrize("name", ["7", "?", "\u2603", "\U0001f468\u200d\U0001f469\u200d\U0001f467"])
def test_whatever_can_be_seen_is_a_name(visitor: Visitor, name: str) -> None:
    table = visitor.sit("pegs")
    assert rename(visitor, table, 0, name).status_code == 200
    assert visitor.get(f"{table}/record").json()["names"][0] == name


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("bounce", "p1"), ("bounce", "P1"), ("bounce", "\uff50\uff11"), ("bounce", "p\u200b1"),
        ("bounce", " ANN  Lee "), ("bounce", "ann lee"), ("pegs", "dark"), ("pegs", "Dunkel"),
    ],
)  # fmt: skip
def test_nobody_is_called_as_another_seat_is(visitor: Visitor, game: str, name: str) -> None:
    table = visitor.sit(game, "po")
    rename(visitor, table, 0, "Ann Lee")
    (link,) = links(visitor, table, "join")
    friend = another(visitor)
    before = visitor.state(table)
    answer = friend.post(link, {"name": name})
    assert answer.status_code == 409
    # By the name that it has, and not by the one that is like it.
    called = "Ann Lee." if name.casefold().split()[0] == "ann" else ""
    assert f"Another seat of this table is called {called}" in str(answer.json())
    blank = friend.post(link, {"name": "\u200b\u200b"})
    assert not blank.is_success
    assert "something to be seen" in str(blank.json())
    assert visitor.state(table) == before
    assert friend.post(link, {"name": "Yara"}).status_code == 200
    assert rename(friend, table, 1, name).status_code == 403
    assert rename(friend, table, 1, "YARA").status_code == 200
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "ANN"}]
    answer = visitor.post("/tables", {"game": game, "seats": seats})
    assert answer.status_code == 422
    assert "Another seat of this table is called Ann" in str(answer.json())


def test_one_click_can_bring_a_name(visitor: Visitor) -> None:
    url = visitor.post("/start/bounce", {"way": "alone", "name": "Zoë"}).json()["url"]
    assert "Zoë" in visitor.state(url)["panels"]["seats"]


GERMAN = {"Accept-Language": "de"}


def in_german(visitor: Visitor, table: str) -> dict[str, Any]:
    found: dict[str, Any] = visitor.get(f"{table}/state", headers=GERMAN).json()
    return found


@pytest.mark.parametrize("way", ["/start/pegs", "/tables"])
def test_a_seat_that_nobody_named_is_called_in_the_language_of_who_looks(
    visitor: Visitor, folder: Path, way: str
) -> None:
    body = {
        "/start/pegs": {"way": "screen", "name": ""},
        "/tables": {"game": "pegs", "seats": [{"kind": "person"}, {"kind": "person"}]},
    }[way]
    headers = {"Origin": HERE, **GERMAN}
    table = visitor.client.post(way, json=body, headers=headers).json()["url"]
    rename(visitor, table, 1, "Zoë")
    here, there = visitor.state(table), in_german(visitor, table)
    assert ">Dark" in here["panels"]["seats"]
    assert "Dunkel" not in str(here)
    assert ">Dunkel" in there["panels"]["seats"]
    assert "Dark" not in str(there["say"])
    assert ">Dunkel<" in there["panels"]["picture"]
    assert "Zoë (Hell)" in there["panels"]["picture"]
    assert "Zoë (Light)" in here["panels"]["picture"]
    assert ">Dark, Zoë<" in visitor.get("/").text
    assert ">Dunkel, Zoë<" in visitor.get("/", headers=GERMAN).text
    assert visitor.get(f"{table}/record", headers=GERMAN).json()["names"] == ["Dark", "Zoë"]
    # Whoever gives the usual name back has given none, in whatever language.
    rename(visitor, table, 1, "Hell")
    assert ">Light" in visitor.state(table)["panels"]["seats"]
    visitor.act(table, "resign", seat=0)
    follow = visitor.post(f"{table}/again", {}).json()["url"]
    assert ">Dunkel" in in_german(visitor, follow)["panels"]["seats"]
    assert "Dunkel" not in json.dumps(stored(folder), ensure_ascii=False)


def test_a_match_kept_with_the_names_of_another_language_is_called_as_now(folder: Path) -> None:
    with serving(folder, Bots(quick)) as client:
        table = Visitor(client).sit("pegs")
        cookie = client.cookies
    with closing(sqlite3.connect(folder / FILE)) as base:
        (data,) = base.execute("SELECT data FROM tables").fetchone()
        old = data.replace('"Dark"', '"Dunkel"').replace('"Light"', '"Hell"')
        assert old != data
        base.execute("UPDATE tables SET data = ?, names = ?", (old, '["Dunkel", "Hell"]'))
        base.commit()
    with serving(folder, Bots(quick)) as client:
        client.cookies = cookie
        visitor = Visitor(client)
        assert ">Dark, Light<" in visitor.get("/").text
        assert ">Dark" in visitor.state(table)["panels"]["seats"]
        assert ">Dunkel" in in_german(visitor, table)["panels"]["seats"]


@pytest.mark.parametrize("name", ["Light", "light", "Hell", "\u3164", "a\u202eb"])
def test_a_match_begun_with_one_click_has_names_like_others(visitor: Visitor, name: str) -> None:
    for way in ("alone", "screen", "friends"):
        refused = visitor.post("/start/pegs", {"way": way, "name": name})
        assert refused.status_code == 422
        said = refused.json()["notice"]
        assert "Names are" in said or "another seat of this table is called" in said.lower()
    assert ">Light" in visitor.state(visitor.sit("pegs"))["panels"]["seats"]


@pytest.mark.parametrize("name", ["\u3164", "a\u202eb", "", "x" * 41, 7])
def test_a_kept_table_is_not_lost_for_a_name_that_none_may_have(folder: Path, name: Any) -> None:
    with serving(folder, Bots(quick)) as client:
        table = Visitor(client).sit("pegs")
        Visitor(client).post(f"{table}/name", {"seat": 1, "name": "Yara"})
        cookie = client.cookies
    with closing(sqlite3.connect(folder / FILE)) as base:
        (text,) = base.execute("SELECT data FROM tables").fetchone()
        data = json.loads(text)
        data["record"]["names"] = [name, "Yara"]
        base.execute(
            "UPDATE tables SET data = ?, names = ?",
            (json.dumps(data), json.dumps([name, "Yara"])),
        )
        base.commit()
    assert check(folder / FILE) == []
    with serving(folder, Bots(quick)) as client:
        client.cookies = cookie
        visitor = Visitor(client)
        assert ">Dark, Yara<" in visitor.get("/").text
        assert ">Dark" in visitor.state(table)["panels"]["seats"]
        assert visitor.act(table, "play", text="A1-B1").status_code == 200
    assert stored(folder)[0]["record"]["names"] == ["Dark", "Yara"]


# --- seats --------------------------------------------------------------------------------------


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def timed(folder: Path) -> Iterator[tuple[Visitor, Time]]:
    time = Time()
    with serving(folder, Bots(quick), clock=time) as client:
        yield Visitor(client), time


def test_a_computer_plays_for_who_is_away_until_they_are_back(timed: tuple[Visitor, Time]) -> None:
    visitor, time = timed
    seats = [{"kind": kind} for kind in ("person", "open", "open")]
    body = {"game": "bounce", "seats": seats, "options": {"target": 1}, "clock": {"move": 60.0}}
    table = visitor.post("/tables", body).json()["url"]
    people = [visitor]
    for link in links(visitor, table, "join"):
        people.append(another(visitor))
        people[-1].post(link, {"name": f"Guest {len(people)}"})
    seat, slow = next((n, p) for n, p in enumerate(people) if p.state(table)["paths"])
    others = [person for person in people if person is not slow]
    time.now += 61
    for _ in range(200):
        state = others[0].state(table)
        if "is away" in state["panels"]["seats"]:
            break
        others[0].post(f"{table}/name", {"seat": people.index(others[0]), "name": "Tick"})
    assert "is away" in others[0].state(table)["panels"]["seats"]
    assert "no time left" in others[0].state(table)["panels"]["story"]
    mine = slow.state(table)
    assert 'data-act="back"' in mine["panels"]["status"]
    assert mine["paths"] == []
    for other in others:
        assert 'data-act="back"' not in other.state(table)["panels"]["status"]
        assert other.act(table, "back", seat=seat).status_code == 403
    assert slow.act(table, "back", seat=seat).status_code == 200
    assert slow.act(table, "back", seat=seat).status_code == 403
    assert "is back" in others[0].state(table)["panels"]["story"]
    assert "is away" not in others[0].state(table)["panels"]["seats"]


def test_whoever_is_away_can_come_back_in_the_next_match_too(folder: Path) -> None:
    store = Store(folder / FILE)
    lobby = Lobby(store, Bots(quick), Within())
    away = Seat("computer", holders=["you"], links=3, stands_in=True)
    seats = [Seat("person", holders=["me"]), away, Seat("person", holders=["they"])]
    old = Table("abcdefgh", pivotry.new("bounce", 3, seed=3), seats)
    new = tables._rematch(SimpleNamespace(lobby=lobby), old)
    (seat,) = new.away("you")
    assert new.seats[seat].links == 0
    store.create(new, 0.0)
    assert [entry.mine for entry in lobby.saved("you")] == [False]
    lobby.close()


def test_who_has_no_name_is_called_the_same_in_every_match_that_follows(folder: Path) -> None:
    """Seats rotate, people do not: nor do computers; and the list of matches calls all alike."""
    store = Store(folder / FILE)
    lobby = Lobby(store, Bots(quick), Within())
    seats = [
        Seat("person", holders=["zoe"]),
        Seat("person", holders=["bo"]),
        Seat("computer", "level-2"),
        Seat("person", holders=["cy"]),
    ]
    match = pivotry.new("bounce", 4, seed=3, names=["Zoë", None, None, None])
    table = Table("abcdefgh", match, seats)
    expected = {"zoe": "Zoë", "bo": "Player 2", "cy": "Player 4", "": "Learner 3"}
    for turn in range(5):
        sitting = ["".join(seat.holders) for seat in table.seats]
        assert sitting.index("zoe") == -turn % 4
        assert table.match.names == tuple(expected[who] for who in sitting)
        table.id = f"abcdefgh{turn}"
        table.watch("looking on")
        store.create(table, float(turn))
        loaded = store.load(table.id)
        assert loaded is not None
        assert loaded.match.names == table.match.names
        (row,) = [row for row in lobby.saved("bo") if row.id == table.id]
        assert row.names == table.match.names
        table = tables._rematch(SimpleNamespace(lobby=lobby), loaded)
    # Whoever gets a seat in such a match is called as who had it before: no two are called alike.
    me = table.viewer("bo")
    free = table.kinds.index("computer")
    table.seat(me, table.version, free, "open", "")
    table.join("dee", free, "", 9.0)
    assert sorted(table.match.names) == ["Player 2", "Player 3", "Player 4", "Zoë"]
    lobby.close()


def test_the_record_says_who_played_a_seat(visitor: Visitor) -> None:
    table = visitor.sit("pegs", "pp")
    visitor.act(table, "play", text="A1-B1")
    for level in ("level-1", "level-2"):
        answer = visitor.act(table, "seat", seat=1, kind="computer", player=level)
        assert answer.status_code == 200
    record = visitor.get(f"{table}/record").json()
    assert record["played_by"] == [
        {"ply": 0, "seat": 0, "by": "person", "why": "seated"},
        {"ply": 0, "seat": 1, "by": "person", "why": "seated"},
        {"ply": 1, "seat": 1, "by": "computer", "player": "level-2", "why": "given"},
    ]
    assert "from here on" in visitor.state(table)["panels"]["story"]
    visitor.act(table, "undo")
    undone = visitor.get(f"{table}/record").json()["played_by"]
    assert [entry["ply"] for entry in undone] == [0, 0, 0]
    again = pivotry.from_record(record)
    assert again.record()["played_by"] == record["played_by"]
    assert "from here on" not in visitor.state(visitor.load(record))["panels"]["story"]


def test_who_played_before_a_record_was_loaded_is_kept(visitor: Visitor) -> None:
    table = visitor.sit("pegs", "pp")
    visitor.act(table, "play", text="A1-B1")
    visitor.act(table, "seat", seat=1, kind="computer", player="level-2")
    first = visitor.get(f"{table}/record").json()
    table = visitor.load(first)
    visitor.act(table, "seat", seat=1, kind="computer", player="level-1")
    second = visitor.get(f"{table}/record").json()
    assert second["played_by"] == [
        *first["played_by"],
        {"ply": second["played_by"][3]["ply"], "seat": 0, "by": "person", "why": "seated"},
        *second["played_by"][4:],
    ]
    assert [(entry["by"], entry["why"]) for entry in second["played_by"][3:]] == [
        ("person", "seated"),
        ("person", "seated"),
        ("computer", "given"),
    ]
    again = visitor.get(f"{visitor.load(second)}/record").json()["played_by"]
    assert again[: len(second["played_by"])] == second["played_by"]
    # What was taken back had nobody who played it.
    table = visitor.load({**first, "moves": ["A1-B1"]})
    visitor.act(table, "undo")
    undone = visitor.get(f"{table}/record").json()["played_by"]
    assert [(entry["ply"], entry["why"]) for entry in undone] == [(0, "seated")] * 4


@pytest.mark.parametrize(
    "told",
    [
        {"ply": 0}, [[]], [0], "by me", None, 3,
        *(
            [{"ply": 0, "seat": 0, "by": "person", "why": "seated", **wrong}]
            for wrong in (
                {"ply": -1}, {"ply": 2}, {"ply": True}, {"ply": "0"}, {"ply": None}, {"seat": 2},
                {"seat": -1}, {"seat": 0.0}, {"by": "open"}, {"by": []}, {"why": "because"},
                {"why": {}}, {"player": 5}, {"player": None},
            )
        ),
    ],
)  # fmt: skip
def test_what_says_nothing_about_who_played_is_left_out(told: Any) -> None:
    record = {**pivotry.new("pegs").record(), "moves": ["A1-B1"], "played_by": told}
    seats = [Seat("person", holders=["me"]) for _ in range(2)]
    table = Table("abcdefgh", pivotry.from_record(record), seats)
    table.begin(0.0)
    found = outgoing.record(table, table.viewer("me"))
    assert found is not None
    assert [(entry["ply"], entry["seat"]) for entry in found["played_by"]] == [(1, 0), (1, 1)]


def test_who_leaves_is_marked_in_the_log_and_in_the_record(visitor: Visitor) -> None:
    table = visitor.sit("bounce", "poo", {"target": 1})
    people = [visitor]
    for link in links(visitor, table, "join"):
        people.append(another(visitor))
        people[-1].post(link, {})
    assert people[1].act(table, "resign", seat=1).status_code == 200
    assert "has left" in visitor.state(table)["panels"]["story"]
    left = people[1].state(table)  # who has left looks on
    assert left["paths"] == []
    guest = another(visitor)
    guest.post(links(visitor, table, "watch")[0], {})
    assert left["panels"]["picture"] == guest.state(table)["panels"]["picture"]
    assert 'data-act="back"' not in left["panels"]["status"]
    assert people[1].act(table, "back", seat=1).status_code == 403


def test_seats_are_kept_over_a_restart(folder: Path) -> None:
    with serving(folder, Bots(quick)) as client:
        visitor = Visitor(client)
        table = visitor.sit("pegs", "pp")
        visitor.act(table, "play", text="A1-B1")
        visitor.act(table, "seat", seat=1, kind="computer", player="level-1")
        cookies = dict(client.cookies)
    with serving(folder, Bots(quick)) as client:
        client.cookies.update(cookies)
        assert len(Visitor(client).get(f"{table}/record").json()["played_by"]) == 3


def test_a_finished_match_with_hidden_cards_is_not_taken_back_among_several(
    visitor: Visitor,
) -> None:
    table = visitor.sit("bounce", "po", {"target": 1})
    friend = another(visitor)
    friend.post(links(visitor, table, "join")[0], {})
    for _ in range(400):
        mover = next((p for p in (visitor, friend) if p.state(table)["paths"]), None)
        if mover is None:
            break
        mover.act(table, "play", text=mover.state(table)["paths"][-1][0])
    assert visitor.state(table)["over"]
    for person in (visitor, friend):
        answer = person.act(table, "undo")
        assert answer.status_code == 403
        assert "over" in answer.json()["panels"]["notice"]


def test_the_most_urgent_move_comes_first_and_says_how_long_there_is(
    timed: tuple[Visitor, Time],
) -> None:
    visitor, time = timed
    urls = []
    for days in (7, 1, 3):
        seats = [{"kind": "person"}, {"kind": "open"}]
        body = {"game": "pegs", "seats": seats, "clock": {"move": 86400.0 * days}}
        urls.append(visitor.post("/tables", body).json()["url"])
        another(visitor).post(links(visitor, urls[-1], "join")[0], {})
    time.now += 3600
    page = visitor.get("/").text
    assert page.count("Your move") == 3
    week, day, three = (page.index(url) for url in urls)
    assert day < three < week
    for left in ("6 d 23 h left", "23:00:00 left", "2 d 23 h left"):
        assert left in page
    visitor.act(urls[1], "play", text="A1-B1")
    visitor.act(urls[1], "play", text="A2-A1")
    page = visitor.get("/").text
    assert page.count("Your move") == 2
    assert page.index(urls[0]) < page.index(urls[1])


def test_seats_that_nobody_named_are_called_as_people_say_it(visitor: Visitor) -> None:
    url = visitor.post("/start/updown", {"way": "alone", "level": 2}).json()["url"]
    state = visitor.state(url)
    assert state["names"] == ["Player 1", "Learner 2", "Learner 3", "Learner 4"]
    assert "Learner 2" in state["panels"]["picture"]
    assert visitor.persist(url, "seat", seat=1, kind="computer", player="level-8").is_success
    assert visitor.state(url)["names"][1] == "Champion 2"
    # That is shown: nobody has been named, and a name that is only kept is none.
    assert visitor.post(f"{url}/name", {"seat": 0, "name": "Player 1"}).is_success
    assert visitor.persist(url, "disclose").is_success
    assert visitor.get(f"{url}/record").json()["names"] == ["p1", "p2", "p3", "p4"]
    german = visitor.get(f"{url}/state", headers={"Accept-Language": "de"}).json()
    assert german["names"][:3] == ["Spieler 1", "Champion 2", "Lehrling 3"]
    # Where seats have names of their own, those stay.
    assert visitor.state(visitor.sit("pegs", "pc"))["names"] == ["Dark", "Light"]


def test_refusals_call_seats_by_the_names_of_the_table(visitor: Visitor) -> None:
    match = pivotry.new("bounce", 3, seed=1)
    assert match.turn == 0
    table = visitor.load(match.record())
    visitor.act(table, "seat", seat=2, kind="computer", player="level-2")
    if 'data-act="show"' in visitor.state(table)["panels"]["status"]:
        visitor.act(table, "show", seat=0)
    for text, said in (
        ("take p2", "A player takes an opponent's set, and Player 2 has none."),
        ("take p3", "A player takes an opponent's set, and Learner 3 has none."),
        ("take p4", "There is no p4: this match has 3 players."),
    ):
        answer = visitor.act(table, "play", text=text)
        assert answer.status_code == 422
        assert html.unescape(answer.json()["panels"]["notice"]).count(said) == 1, answer.json()
