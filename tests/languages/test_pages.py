"""Every page and picture is translated through and through; two languages tell the same facts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import pivotry
from languages.wide import CODE, plain, said
from pivotry import registry, tongue
from pivotry.analysis import analyse
from pivotry.analysis.graph import draw as graph
from pivotry.players import Budget
from pivotry.server import tongues
from pivotry.server.app import create_app
from pivotry.server.bots import Bots
from pivotry.server.painter import Painter
from pivotry.server.seats import NotAllowed
from pivotry.server.store import Store
from server.conftest import FILE, HERE, Visitor, quick

NAMES = {
    "Pivotry", "JSON", "PNG", "SVG", "GIF", "SHA", "Ada", "Bert", "Deutsch", "English",
    "UP", "DOWN", "PIVOT", "EXTRA", "TURN", "NEXT", "PLAYER", "DRAWS", "SKIP",
    "add", "set", "draw", "keep", "take", "rotate", "skip", "next", "turn", "extra", "draws",
    "player",
}  # fmt: skip
"""Names of moves and what is printed on cards, besides proper names."""


@pytest.fixture
def visitor(tmp_path: Path, wide: str) -> Iterator[Visitor]:
    """Somebody whose browser asks for the wide language."""
    app = create_app(Store(tmp_path / FILE), Bots(quick))
    with TestClient(app, base_url=HERE) as client:
        client.cookies.set(tongues.COOKIE, wide)
        yield Visitor(client)


def check(page: str, names: set[str] = NAMES) -> None:
    found = {text: plain(text, names) for text in said(page)}
    assert {text: words for text, words in found.items() if words} == {}


def panels(state: dict[str, Any]) -> str:
    return "".join(state["panels"].values()) + f"<p>{state['say']}</p>"


@pytest.mark.parametrize("game", registry.IDS)
def test_every_page_of_a_game(visitor: Visitor, game: str) -> None:
    # Lessons and rules say what their own files say.
    own = {"learn": r"<(h2|h3)[^>]*>.*?</\1>|<section class=.step.*?</section>|<li>.*?</li>"}
    own["rules"] = r'<article class="rules.*</article>'
    for url in ("/", f"/new/{game}", f"/puzzles/{game}", f"/puzzles/{game}/1"):
        # What fields hold to be written over is notation.
        check(
            re.sub(
                r"(<textarea[^>]*>).*?</textarea>", r"\1", visitor.get(url).text, flags=re.DOTALL
            )
        )
    for url in ("learn", "rules"):
        check(re.sub(own[url], "", visitor.get(f"/{url}/{game}").text, flags=re.DOTALL))
    check(visitor.get(f"/picture/{game}.svg").text)


@pytest.mark.parametrize("game", registry.IDS)
def test_a_table_from_its_beginning_to_its_end(visitor: Visitor, game: str) -> None:
    facts = registry.get(game).facts
    table = visitor.sit(game, "p" * min(facts.players))
    check(visitor.get(table).text)
    for _ in range(6):
        state = visitor.state(table)
        check(panels(state))
        for seat in re.findall(r'data-act="show" data-seat="(\d)"', panels(state)):
            check(panels(visitor.act(table, "show", seat=int(seat)).json()))
        for text in ("nonsense", "A1-A4", "c1-c9", "99", "=5", "set 12", "take p9"):
            refused = visitor.act(table, "play", text=text)
            if refused.status_code == 422:
                check(refused.json()["panels"]["notice"], {*NAMES, "nonsense"})
        played = visitor.act(table, "play", text=visitor.state(table)["paths"][0][0]).json()
        if 'data-act="hide"' in panels(played):
            check(panels(played))
            visitor.act(table, "hide")
    check(panels(visitor.get(f"{table}/past?ply=2").json()))
    visitor.act(table, "resign", seat=0)
    check(panels(visitor.state(table)))
    check(visitor.get("/").text)


def test_doors_links_and_what_goes_wrong(visitor: Visitor) -> None:
    seats = [{"kind": "person", "name": "Ada"}, {"kind": "open"}]
    clock = {"match": 300.0, "increment": 3.0}
    made = visitor.post("/tables", {"game": "pegs", "seats": seats, "options": {}, "clock": clock})
    table = made.json()["url"]
    state = visitor.state(table)
    check(panels(state))
    links = re.findall(r'value="(http[^"]*)"', state["panels"]["seats"])
    assert len(links) == 3
    for link in links:
        check(visitor.get(link).text)
    for url in ("/nowhere", "/table/none", "/new/chess", "/rules/pegs/G-77/1.svg", "/learn/chess"):
        check(visitor.get(url).text, {*NAMES, *registry.IDS, "The", "peg", "game", "chess"})
    odd = visitor.get(f"{table}/past?ply=many")
    check(odd.text, {*NAMES, "ply"})
    for body in ({}, {"text": 1}, {"text": "", "more": 1}):
        check(visitor.post("/load", body).json()["notice"], {*NAMES, "text", "more"})
    for text in ("", "{", "Game: updown", '{"pivotry": 1}', '{"game": "pegs"}', "[1 2]"):
        refused = visitor.post("/load", {"text": text})
        assert refused.status_code == 422
        bare = re.sub(r"&#39;.*?&#39;|'.*?'|&#34;.*?&#34;", "", refused.text.replace("\\", ""))
        check(json.loads(json.dumps(bare)), {*NAMES, "notice", "class", "span", "clauses"})
    for option in ({"first": "both"}, {"lanes": {"E1": []}}, {"speed": 1}):
        refused = visitor.post(
            "/tables", {"game": "pegs", "seats": [{"kind": "person"}] * 2, "options": option}
        )
        bare = re.sub(r"&#39;.*?&#39;", "", refused.json()["notice"])
        check(bare, {*NAMES, "First", "Lanes", "first", "lanes"})


@pytest.mark.parametrize("game", registry.IDS)
def test_two_languages_show_the_same_facts(game: str, wide: str) -> None:
    """Numbers, names of places and cards of a picture are the same in each; so are its shapes."""
    match = pivotry.new(game, seed=3)
    for _ in range(9):
        match.play(match.legal_moves()[-1])
    for seat in (None, *range(match.players)):
        told = []
        for code in ("en", "de", wide):
            with tongue.speaking(code):
                told.append(match.svg(seat))
        facts = [sorted(re.findall(r'data-[a-z]+="[^"]*"', svg)) for svg in told]
        assert facts[0] == facts[1] == facts[2]
        numbers = [sorted(re.findall(r"\d+(?:/\d+)?", "".join(said(svg)))) for svg in told]
        assert numbers[0] == numbers[2]


def test_pictures_are_kept_apart_by_language(visitor: Visitor, wide: str) -> None:
    url = "/picture/pegs.svg"
    first = visitor.get(url)
    assert "Cookie" in first.headers["vary"]
    assert "Accept-Language" in first.headers["vary"]
    visitor.client.cookies.set(tongues.COOKIE, "de")
    assert "Dunkel" in visitor.get(url).text
    assert "Dunkel" not in first.text
    visitor.client.cookies.set(tongues.COOKIE, "en")
    assert "Dark" in visitor.get(url).text


_SCRIPTS = sorted((Path(pivotry.__file__).parent / "server" / "static").glob("*.js"))
_TEXT = re.compile(r"""(["'`])((?:\\.|(?!\1).)*)\1""")


@pytest.mark.parametrize("path", _SCRIPTS, ids=lambda path: path.stem)
def test_scripts_say_nothing_untranslated(path: Path) -> None:
    """Whatever reads like words stands inside ``t``."""
    script = re.sub(r"/\*.*?\*/|^\s*//.*$|\s// .*$", "", path.read_text("utf-8"), flags=re.M | re.S)
    script = re.sub(r"\bt\(\s*(?:\"[^\"]*\",?\s*)", "", script)
    found = [text for _, text in _TEXT.findall(script)]
    assert [text for text in found if re.match(r"[A-Z][a-z]+[ .!?…]", text)] == []
    assert [text for text in found if re.search(r"[a-z]{3,} [a-z]{2,} [a-z]{2,}", text)] == []


@pytest.mark.parametrize("game", [id for id in registry.IDS if registry.get(id).editing])
def test_the_editor(visitor: Visitor, game: str) -> None:
    page = visitor.get(f"/edit/{game}").text
    check(re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL))
    match = pivotry.new(game)
    (at, *_) = match.position()["stacks"]
    names = {*NAMES, *registry.IDS, "dark", "light", "draw", "null", "turn", "ply", "stacks"}
    for position in (match.position(), {**match.position(), "turn": "none", "stacks": {}}, [1]):
        body = {"position": json.dumps(position), "at": at}
        tools = set(re.findall(r'data-tool="([a-z0-9-]*)"', page))
        for tool in ("", *tools):
            answer = visitor.post(f"/edit/{game}", {**body, "tool": tool}).json()
            check("".join(answer["panels"].values()), names)
    for wrong in ("{", "[]", json.dumps({**match.position(), "ply": -1})):
        refused = visitor.post(f"/edit/{game}/play", {"position": wrong})
        check(refused.json()["notice"], names)


@pytest.mark.parametrize("game", registry.IDS)
def test_boards_to_try_moves_on(visitor: Visitor, game: str) -> None:
    """What a lesson itself says is its own; everything around it is translated."""
    clause = {"pegs": "G-6", "pivotation": "P-4", "updown": "U-6", "bounce": "B-6"}[game]
    for source in (f"rules/{game}/{clause}/0", f"lesson/{game}/2", f"puzzle/{game}/1"):
        for more in ({}, {"text": "nonsense"}, {"ask": "hint"}, {"choice": 99}, {"moves": ["x"]}):
            answer = visitor.post("/try", {"source": source, **more}).json()
            panels = answer.get("panels", {"notice": answer.get("notice", "")})
            shown = panels.get("picture", "") + panels.get("notice", "") + answer.get("status", "")
            check(shown, {*NAMES, "nonsense"})


def test_what_is_said_about_tries_at_a_puzzle(visitor: Visitor) -> None:
    for number in range(1, 9):
        source = f"puzzle/pegs/{number}"
        for text, _ in visitor.post("/try", {"source": source}).json()["paths"]:
            answer = visitor.post("/try", {"source": source, "text": text}).json()
            check(answer["status"] + (answer["told"] or {"html": ""})["html"])


def test_an_analysis_and_how_it_was_dealt(visitor: Visitor) -> None:
    table = visitor.sit("updown", "pp")
    visitor.act(table, "resign", seat=0)
    check(panels(visitor.state(table)))
    fair = visitor.get(f"{table}/fairness").json()["panel"]
    check(re.sub(r"[0-9a-f]{64}", "", fair))
    match = pivotry.new("pegs", seed=5)
    for _ in range(6):
        match.play(match.legal_moves()[0])
    with tongue.speaking(CODE):
        for one in (match, pivotry.new("updown", 3, seed=1)):
            found = analyse(one, Budget(nodes=50))
            check(graph(found), {*NAMES, "Dark", "Light"})


def test_a_socket_speaks_the_language_of_its_page(visitor: Visitor) -> None:
    table = visitor.sit("pegs")
    url = f"{HERE.replace('http', 'ws')}{table}/events?after=-1"
    for code, words in (("de", "Dunkel"), ("en", "to move")):
        visitor.client.cookies.set(tongues.COOKIE, code)
        with visitor.client.websocket_connect(url, headers={"Origin": HERE}) as socket:
            assert words in panels(socket.receive_json())


def test_pictures_made_in_another_thread_speak_as_their_reader(wide: str) -> None:
    match, told = pivotry.new("pegs"), []

    def draw() -> list[str]:
        told.append(match.svg())
        return told

    painter = Painter()
    try:
        with tongue.speaking("de"), suppress(NotAllowed):  # where PNG files cannot be made
            painter.paint("png", draw)
    finally:
        painter.close()
    assert all("Dunkel ist am Zug" in svg for svg in told)
