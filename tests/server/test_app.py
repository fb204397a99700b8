"""Pages, tables and moves as browsers meet them."""

from __future__ import annotations

import re
import sqlite3
import threading
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import pivotry
from pivotry import registry
from pivotry.server.bots import Bots, Question

from .conftest import FILE, HERE, Visitor, quick, serving, stored
from .test_apart import joined

# --- pages --------------------------------------------------------------------------------------


def test_the_first_page_offers_every_game(visitor: Visitor) -> None:
    page = visitor.get("/").text
    for game in pivotry.games():
        assert f"/new/{game}" in page
        assert f"/rules/{game}" in page
        assert registry.get(game).facts.lasts in page
    assert "Go on with" not in page


def test_lots_are_drawn_for_the_sides_and_clocks_can_be_anybodys_own(visitor: Visitor) -> None:
    """Whoever asks for it sits on either side: never the same one in forty draws, by chance."""
    seats = [{"kind": "person", "name": "Zoë"}, {"kind": "computer", "player": "level-1"}]
    clock = {"match": 450.0, "increment": 2.5}
    sides = set()
    for _ in range(40):
        body = {"game": "pegs", "seats": seats, "lot": True, "clock": clock}
        state = visitor.state(visitor.post("/tables", body).json()["url"])["panels"]["seats"]
        first, second = re.findall(r'<th scope="row">([^<]*)', state)
        sides.add(first.strip() == "Zoë")
        assert "Zoë" in (first.strip(), second.strip())
        assert "7:30" in state
        if len(sides) == 2:
            break
    assert sides == {True, False}
    page = visitor.get("/new/pegs").text
    for field in ("lot", "clock-match", "clock-more", "clock-move", "clock-unit"):
        assert f'id="{field}"' in page


@pytest.mark.parametrize("game", pivotry.games())
def test_a_match_begins_in_one_click(visitor: Visitor, game: str) -> None:
    wanted = {"alone": "computer 2", "screen": "person here", "friends": "invite somebody"}
    for way, other in wanted.items():
        answer = visitor.post(f"/start/{game}", {"way": way})
        assert answer.status_code == 201
        seats = visitor.state(answer.json()["url"])["panels"]["seats"]
        chosen = re.findall(r"<option[^>]* selected>([^<:]*)", seats)
        if way != "friends":  # there the own seat is no list
            chosen = chosen[1:]
        assert set(chosen) == {other}
    assert visitor.post(f"/start/{game}", {"way": "somehow"}).status_code == 422
    assert visitor.post("/start/chess", {"way": "alone"}).status_code == 404


@pytest.mark.parametrize("game", pivotry.games())
def test_the_form_asks_for_every_option_and_seat(visitor: Visitor, game: str) -> None:
    facts = registry.get(game).facts
    page = visitor.get(f"/new/{game}").text
    for option in facts.options:
        assert f'data-option="{option.name}"' in page
        assert f"/rules/{game}#{option.clause}" in page
    assert page.count('data-seat="') == max(facts.players)


@pytest.mark.parametrize("game", pivotry.games())
def test_rules_have_an_anchor_for_every_clause_and_show_their_pictures(
    visitor: Visitor, game: str
) -> None:
    from pivotry import rulebook

    page = visitor.get(f"/rules/{game}").text
    for clause in rulebook.load(game).clauses:
        assert f'id="{clause}"' in page
    shown = [part.split('"')[0] for part in page.split('src="/rules/')[1:]]
    assert shown
    for url in (shown[0], shown[-1]):
        answer = visitor.get(f"/rules/{url}?theme=dark")
        assert answer.headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize("game", pivotry.games())
def test_the_sample_picture_has_both_themes(visitor: Visitor, game: str) -> None:
    light, dark = (visitor.get(f"/picture/{game}.svg?theme={t}") for t in ("light", "dark"))
    assert light.status_code == dark.status_code == 200
    assert light.text != dark.text


@pytest.mark.parametrize(
    "url",
    ["/nowhere", "/new/chess", "/rules/chess", "/table/nosuchtable", "/table/..%2F..%2Fetc",
     "/rules/pegs/G-2/99.svg", "/rules/pegs/G-99/0.svg", "/picture/chess.svg",
     "/static/nothing.js", "/table/nosuchtable/state", "/table/nosuchtable/record"],
)  # fmt: skip
def test_what_is_not_there_is_said_so(visitor: Visitor, url: str) -> None:
    answer = visitor.get(url)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


def test_a_bad_query_is_refused(visitor: Visitor) -> None:
    assert visitor.get("/picture/pegs.svg?theme=blue").status_code == 422
    assert visitor.get("/rules/pegs/G-2/x.svg").status_code == 404


def test_old_links_to_the_rules_lead_to_the_games(visitor: Visitor) -> None:
    assert visitor.get("/rules").url.path == "/"


# --- new tables ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", pivotry.games())
def test_every_game_starts_with_every_number_of_players(visitor: Visitor, game: str) -> None:
    for players in registry.get(game).facts.players:
        table = visitor.sit(game, "p" * players)
        state = visitor.state(table)
        assert state["panels"]["picture"].startswith("<svg")
        assert visitor.get(table).status_code == 200


@pytest.mark.parametrize("game", pivotry.games())
def test_names_are_kept_and_escaped(visitor: Visitor, game: str) -> None:
    names = ["<b>Ada</b> & co", "Bo", "Cy"][
        : 2 if len(registry.get(game).facts.players) == 1 else 3
    ]
    seats = [{"kind": "person", "name": name} for name in names]
    url = visitor.post("/tables", {"game": game, "seats": seats}).json()["url"]
    state = visitor.state(url)
    for panel in state["panels"].values():
        assert "<b>Ada" not in panel
    assert "&lt;b&gt;Ada&lt;/b&gt; &amp; co" in state["panels"]["seats"]
    assert "<b>Ada" not in visitor.get("/").text


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": "chess", "seats": [{"kind": "person"}]}, "no game"),
        ({"game": "pegs", "seats": [{"kind": "person"}]}, "2 players"),
        ({"game": "pegs", "seats": []}, "seats"),
        ({"game": "pegs", "seats": [{"kind": "robot"}] * 2}, "kind"),
        ({"game": "pegs"}, "seats"),
        ({"game": "pegs", "seats": [{"kind": "person"}] * 2, "options": {"lanes": "no"}}, "lanes"),
        ({"game": "pegs", "seats": [{"kind": "person"}] * 2, "options": {"chance": "manual"}},
         "no option"),
        ({"game": "pegs", "seats": [{"kind": "person"}] * 2, "options": {"names": ["a", "b"]}},
         "no option"),
        ({"game": "pegs", "seats": [{"kind": "person"}] * 2, "extra": 1}, "extra"),
        ({"game": "bounce", "seats": [{"kind": "person"}] * 3, "options": {"hand": 99}}, "hand"),
        ({"game": "bounce", "seats": [{"kind": "person"}] * 3, "options": {"hand": "9"}}, "hand"),
        ({"game": "pegs", "seats": [{"kind": "person", "name": "x" * 41}] * 2}, "name"),
        ([], "request"),
        ("text", "request"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_refused_in_words(
    visitor: Visitor, folder: Path, body: Any, said: str
) -> None:
    answer = visitor.post("/tables", body)
    assert answer.status_code in (404, 422)
    assert said.lower() in answer.json()["notice"].lower()
    assert stored(folder) == []


# --- moves --------------------------------------------------------------------------------------


def test_a_move_by_text_and_by_clicks(visitor: Visitor) -> None:
    table = visitor.sit("pegs")
    state = visitor.act(table, "play", text="a1 - b1").json()
    assert "A1-B1" in state["panels"]["story"]
    assert ["A2-A1", ["A2", "A1"]] in state["paths"]
    state = visitor.act(table, "play", clicks=[["A2"], ["A1"]]).json()
    assert "A2-A1" in state["panels"]["story"]
    assert "Light to move" in state["panels"]["status"]
    assert "Light to move" in state["say"]


def test_a_refused_move_says_why_with_the_clause_and_lights_what_is_in_the_way(
    visitor: Visitor,
) -> None:
    table = visitor.sit("pegs")
    before = visitor.state(table)
    answer = visitor.act(table, "play", clicks=[["A1"], ["A2"]])
    state = answer.json()
    assert answer.status_code == 422
    assert 'href="/rules/pegs#G-4"' in state["panels"]["notice"]
    assert state["version"] == before["version"]
    assert state["panels"]["picture"] != before["panels"]["picture"]
    assert state["panels"]["story"] == before["panels"]["story"]


@pytest.mark.parametrize("text", ["", "hello", "A1", "💥", "A1-B1 " * 20])
def test_a_text_that_is_no_move_is_refused(visitor: Visitor, text: str) -> None:
    answer = visitor.act(visitor.sit("pegs"), "play", text=text)
    assert answer.status_code == 422
    assert "notice" in answer.json()["panels"]["notice"]


def test_a_click_where_nothing_can_start_says_why(visitor: Visitor) -> None:
    answer = visitor.act(visitor.sit("pegs"), "play", clicks=[["D1"]])
    assert answer.json()["more"] is True
    assert "There is no ring in D1." in answer.json()["notice"]
    assert "#G-8" in answer.json()["notice"]
    assert answer.json()["lit"] == ["D1"]


@pytest.mark.parametrize(
    "body",
    [
        {"clicks": [[]]},
        {"clicks": [["A1"]] * 5},
        {"clicks": "A1"},
        {"text": 5},
        {"text": "x" * 201},
        {"version": "0", "text": "A1-B1"},
        {"version": 0.5, "text": "A1-B1"},
        {"version": None, "text": "A1-B1"},
        {"seat": 1},
    ],
)
def test_malformed_moves_are_refused(visitor: Visitor, body: dict[str, Any]) -> None:
    table = visitor.sit("pegs")
    answer = visitor.act(table, "play", **body)
    assert answer.status_code == 422
    assert answer.json()["notice"]
    assert "Nothing yet" in visitor.state(table)["panels"]["story"]


def test_broken_json_is_refused(visitor: Visitor) -> None:
    headers = {"Origin": HERE, "Content-Type": "application/json"}
    for content in (b"{", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 50_000):
        answer = visitor.client.post("/load", content=content, headers=headers)
        assert answer.status_code in (400, 422)
        assert answer.json()["notice"]


def test_a_stale_answer_gets_the_present_state(visitor: Visitor) -> None:
    table = visitor.sit("pegs")
    version = visitor.state(table)["version"]
    visitor.act(table, "play", text="A1-B1")
    answer = visitor.post(f"{table}/play", {"version": version, "text": "A2-B2"})
    assert answer.status_code == 409
    assert answer.json()["version"] == version + 1
    assert "moved on" in answer.json()["panels"]["notice"]
    assert "A2-B2" not in answer.json()["panels"]["story"]
    picture = visitor.get(f"{table}/picture?version={version}&picked=A1")
    assert (picture.status_code, picture.json()["version"]) == (409, version + 1)


def test_a_move_is_shown_before_it_is_played_to_who_may_play_it(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    version = visitor.state(table)["version"]
    url = f"{table}/picture?version={version}&after="
    drawn = visitor.get(f"{url}A1-B1").json()["panels"]["picture"]
    assert 'data-piece="B1.1"' in drawn
    assert 'data-piece="A1.4"' not in drawn
    assert "can" not in re.findall(r'class="([a-z ]*)"', drawn)
    assert 'data-piece="B1.1"' not in visitor.state(table)["panels"]["picture"]
    assert visitor.state(table)["version"] == version
    for text in ("A1-A2", "what", ""):
        assert visitor.get(url + text).status_code == 409
    assert friend.get(f"{url}A1-B1").status_code == 409
    hidden, other = joined(visitor, "updown")
    for person in (visitor, other):
        state = person.state(hidden)
        for text, _ in [*state["paths"], ("draw", ())]:
            answer = person.get(
                f"{hidden}/picture", params={"version": state["version"], "after": text}
            )
            assert answer.status_code == 409


def test_nothing_new_costs_nothing(visitor: Visitor) -> None:
    table = visitor.sit("pegs")
    tag = visitor.state(table)["tag"]
    assert visitor.get(f"{table}/state?tag={tag}").status_code == 204
    visitor.act(table, "play", text="A1-B1")
    assert visitor.get(f"{table}/state?tag={tag}").status_code == 200


def test_picking_something_up_shows_where_it_can_go(visitor: Visitor) -> None:
    table = visitor.sit("pegs")
    state = visitor.state(table)
    picked = visitor.get(f"{table}/picture?version={state['version']}&picked=A1").json()
    assert picked["panels"]["picture"] != state["panels"]["picture"]
    assert set(picked["panels"]) == {"picture"}


def test_the_board_can_be_turned_round(visitor: Visitor) -> None:
    table = visitor.sit("pivotation")
    here, there = (visitor.get(f"{table}/state?turned={t}").json() for t in ("false", "true"))
    assert here["panels"]["picture"] != there["panels"]["picture"]


def test_taking_back(visitor: Visitor) -> None:
    table = visitor.sit("pegs")
    assert visitor.act(table, "undo").status_code == 403
    visitor.act(table, "play", text="A1-B1")
    state = visitor.act(table, "undo").json()
    assert "Nothing yet" in state["panels"]["story"]


def test_show_and_seat_refuse_what_is_not_there(visitor: Visitor) -> None:
    table = visitor.sit("bounce")
    assert visitor.act(table, "show", seat=7).status_code == 403
    assert visitor.act(table, "seat", seat=-1, kind="person").status_code == 403
    assert visitor.act(table, "seat", seat=0, kind="robot").status_code == 422


# --- keeping ------------------------------------------------------------------------------------


def test_a_restart_loses_nothing(folder: Path) -> None:
    with serving(folder, Bots(quick)) as client:
        visitor = Visitor(client)
        table = visitor.sit("updown", "pp")
        for _ in range(5):
            for seat in (0, 1):
                visitor.act(table, "show", seat=seat)
            visitor.act(table, "play", text="draw")
            visitor.act(table, "play", text="keep")
            visitor.act(table, "hide")
        old = visitor.state(table)
        jar = client.cookies
    with serving(folder, Bots(quick)) as client:
        stranger = Visitor(client)
        assert table not in stranger.get("/").text
        assert stranger.get(table).status_code == 404
        client.cookies = jar
        visitor = Visitor(client)
        assert table in visitor.get("/").text
        state = visitor.state(table)
        assert state["panels"]["story"] == old["panels"]["story"]
        assert state["version"] == old["version"]


def test_the_deal_to_come_is_the_same_after_a_restart(folder: Path) -> None:
    drawn = []
    jar = None
    for _ in range(2):
        with serving(folder, Bots(quick)) as client:
            if jar is not None:
                client.cookies = jar
            visitor = Visitor(client)
            if not drawn:
                table = visitor.sit("updown", "pp")
            seat = next(s for s in (0, 1) if visitor.act(table, "show", seat=s).status_code == 200)
            assert seat in (0, 1)
            visitor.act(table, "play", text="draw")
            (kept,) = stored(folder)
            drawn.append(kept["record"]["moves"][1])
            visitor.act(table, "undo")
            jar = client.cookies
    assert drawn[0] == drawn[1]
    assert drawn[0].startswith("=")


def test_the_first_page_tells_running_matches_from_finished_ones(visitor: Visitor) -> None:
    match = pivotry.new("pegs")
    while match.result is None:
        match.play(match.legal_moves()[-1])
    over = visitor.load(match.record())
    running = visitor.sit("pegs", "pp")
    for text in ("A1-B1", "A2-A1"):  # Dark's turn
        visitor.act(running, "play", text=text)
    page = visitor.get("/").text
    assert page.index(running) < page.index("Finished matches") < page.index(over)
    assert "Your move" in page[page.index(running) :]
    said = visitor.state(over)["panels"]["status"]
    assert ("wins." if match.result else "A draw") in page[page.index(over) :]
    assert "data-again" in said
    assert visitor.state(over)["panels"]["seats"].count(" disabled") == match.players
    assert " disabled" not in visitor.state(running)["panels"]["seats"]


def test_a_record_is_saved_under_its_game_and_day(folder: Path) -> None:
    with serving(folder, Bots(quick), today=lambda: date(2026, 11, 30)) as client:
        visitor = Visitor(client)
        saved = visitor.get(f"{visitor.sit('pivotation', 'pc')}/record")
    name = 'filename="pivotation-2026-11-30.json"'
    assert saved.headers["content-disposition"] == f"attachment; {name}"
    assert len(saved.text.splitlines()) == len(saved.json()) + 2


def test_removed_tables_are_gone(visitor: Visitor, folder: Path) -> None:
    table = visitor.sit("pegs")
    assert len(stored(folder)) == 1
    assert visitor.post(f"{table}/forget", {}).status_code == 200
    assert visitor.get(table).status_code == 404
    assert stored(folder) == []


def test_a_table_removed_while_a_computer_thinks_stays_removed(folder: Path) -> None:
    go = threading.Event()

    def slow(question: Question, cancel: threading.Event) -> str:
        go.wait(20)
        return quick(question, cancel)

    bots = Bots(slow)
    with serving(folder, bots) as client:
        visitor = Visitor(client)
        table = visitor.sit("pegs", "cc")
        visitor.post(f"{table}/forget", {})
        go.set()
        bots._pool.shutdown()  # until the move is there
        assert stored(folder) == []


def test_a_change_that_cannot_be_saved_has_not_happened(folder: Path) -> None:
    with serving(folder, Bots(quick)) as client:
        visitor = Visitor(client)
        table = visitor.sit("pegs")
        before = visitor.state(table)
        with closing(sqlite3.connect(folder / FILE)) as base:
            base.execute(
                "CREATE TRIGGER full BEFORE UPDATE ON tables BEGIN SELECT RAISE(ABORT, 'full'); END"
            )
            base.commit()
            answer = visitor.act(table, "play", text="A1-B1")
            assert answer.status_code == 503
            assert "could not be saved" in answer.json()["notice"]
            assert visitor.state(table)["panels"]["story"] == before["panels"]["story"]
            base.execute("DROP TRIGGER full")
            base.commit()
        assert visitor.act(table, "play", text="A1-B1").status_code == 200


def test_an_unexpected_fault_gets_a_clear_answer_with_a_policy(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pivotry.server import pages

    def broken(saved: object) -> str:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(pages, "home", broken)
    visitor.client._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
    answer = visitor.get("/")
    assert answer.status_code == 500
    assert "secret detail" not in answer.text
    assert "unsafe" not in answer.headers["content-security-policy"]
