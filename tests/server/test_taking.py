"""What is taken along from a table: pictures, films, links to a ply; whether cards were fair."""

from __future__ import annotations

import hashlib
import io
import json
import random
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

import pivotry
from pivotry import raster
from pivotry.analysis import analyse, graph
from pivotry.match import Match
from pivotry.players import Budget
from pivotry.server import painter
from pivotry.server.analyst import Analyst
from pivotry.server.painter import FRAMES, Painter, steps
from pivotry.server.seats import NotAllowed

from .conftest import HERE, Visitor, stored
from .test_apart import another, joined, links

PNG = b"\x89PNG\r\n\x1a\n"


def finished(game: str, seed: int = 3) -> Match:
    options = {"bounce": {"target": 1}, "updown": {"games": 1}}[game]
    match = pivotry.new(game, 3, seed=seed, **options)
    chosen = random.Random(seed)
    while match.turn is not None:
        match.play(chosen.choice(match.legal_moves()))
    return match


def pieces(svg: str) -> int:
    return svg.count("data-piece")


# --- pictures -----------------------------------------------------------------------------------


def test_pictures_of_any_ply(visitor: Visitor) -> None:
    table = visitor.sit("pegs")
    for text in ("A1-B1", "A2-A1"):
        visitor.act(table, "play", text=text)
    now = visitor.get(f"{table}/picture.svg")
    assert now.headers["content-disposition"].endswith('-2.svg"')
    assert "sandbox" in now.headers["content-security-policy"]
    first = visitor.get(f"{table}/picture.svg?ply=0&theme=dark").text
    assert 'data-piece="B1.1"' in now.text
    assert 'data-piece="B1.1"' not in first
    assert "var(--" not in first
    assert visitor.get(f"{table}/picture.png?ply=1").content.startswith(PNG)
    for ply in ("-1", "3", "x", "9" * 30):
        for form in ("svg", "png"):
            bad = visitor.get(f"{table}/picture.{form}?ply={ply}")
            assert bad.status_code == 404
            assert "no such position" in bad.json()["notice"]
    assert visitor.get(f"{table}/picture.bmp").status_code == 404
    assert visitor.get(f"{table}/picture.svg?theme=pink").status_code == 422


def test_pictures_show_what_their_reader_may_see(visitor: Visitor) -> None:
    table, friend = joined(visitor, "bounce")
    for person in (visitor, friend):
        state = person.state(table)["panels"]["picture"]
        assert pieces(person.get(f"{table}/picture.svg").text) == pieces(state)
        assert pieces(person.get(f"{table}/picture.svg?ply=0").text) == pieces(state)
    stranger = another(visitor)
    for what in ("picture.svg", "picture.png", "film.gif", "fairness"):
        assert stranger.get(f"{table}/{what}").status_code == 404


def test_a_film_of_a_match(visitor: Visitor) -> None:
    table = visitor.sit("pegs")
    for text in ("A1-B1", "A2-A1", "A3-B3"):
        visitor.act(table, "play", text=text)
    answer = visitor.get(f"{table}/film.gif")
    assert answer.status_code == 200
    film = Image.open(io.BytesIO(answer.content))
    assert (film.format, film.n_frames) == ("GIF", 4)  # type: ignore[attr-defined]
    assert max(film.size) == painter.LONGEST["gif"]


@pytest.mark.parametrize("plies", [0, 1, 2, FRAMES - 1, FRAMES, FRAMES + 1, 1000, 12345])
def test_a_film_shows_so_many_positions_the_first_and_the_last(plies: int) -> None:
    shown = steps(plies)
    assert len(shown) <= FRAMES
    assert (shown[0], shown[-1]) == (0, plies)
    assert shown == sorted(set(shown))
    assert plies >= FRAMES or shown == list(range(plies + 1))


def test_frames_of_a_running_match_hide_what_its_reader_cannot_see(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames: list[list[str]] = []

    def note(_: Any, form: str, draw: Any, caller: str, film: Any) -> bytes:
        frames.append(draw())
        return b"GIF"

    monkeypatch.setattr(Painter, "paint", note)
    table, friend = joined(visitor, "bounce")
    mover = visitor if visitor.state(table)["paths"] else friend
    mover.act(table, "play", text=mover.state(table)["paths"][0][0])
    for person in (visitor, friend):
        assert person.get(f"{table}/film.gif").content == b"GIF"
        for ply, drawn in enumerate(frames[-1]):
            past = person.get(f"{table}/past?ply={ply}").json()["panels"]["picture"]
            assert pieces(drawn) == pieces(past)
    over = visitor.load(finished("bounce").record())
    visitor.get(f"{over}/film.gif")
    hands = finished("bounce").earlier(0).position()["hands"]
    for card in (card for hand in hands for card in hand):
        assert f'data-piece="{card}"' in frames[-1][0]


def test_without_the_extra_only_svg_is_offered(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.sit("pegs")
    visitor.act(table, "play", text="A1-B1")
    assert "film.gif" in visitor.state(table)["panels"]["take"]
    monkeypatch.setattr(raster, "available", lambda: False)
    take = visitor.state(table)["panels"]["take"]
    assert "film.gif" not in take
    assert "picture.png" not in take
    assert "picture.svg" in take
    assert "not installed" in take
    answer = visitor.get(f"{table}/film.gif")
    assert answer.status_code == 409
    assert "not installed" in answer.json()["notice"]


@pytest.fixture(scope="module")
def positions() -> list[str]:
    """Pictures that differ."""
    match, chance = pivotry.new("pivotation"), random.Random(1)
    drawn = [match.svg(theme="light")]
    while match.result is None and len(drawn) < 50:
        match.play(chance.choice(match.legal_moves()))
        drawn.append(match.svg(theme="light"))
    assert len(drawn) == 50
    return drawn


# --- the painter --------------------------------------------------------------------------------


@pytest.fixture
def busy() -> Iterator[tuple[Painter, threading.Event]]:
    found, go = Painter(), threading.Event()
    yield found, go
    go.set()
    found.close()


def test_only_so_many_pictures_wait(busy: tuple[Painter, threading.Event]) -> None:
    paint, go = busy

    def draw() -> list[str]:
        go.wait(30)
        return ["no picture"]

    def ask(caller: str) -> None:
        with pytest.raises(NotAllowed, match="could not"):
            paint.paint("png", draw, caller)

    asking = [
        threading.Thread(target=ask, args=(f"address {n // painter.EACH}",))
        for n in range(painter.WAITING)
    ]
    for n, thread in enumerate(asking, 1):
        thread.start()
        while len(paint._jobs) < n:
            go.wait(0.01)
        if n == painter.EACH:  # nobody takes all places
            with pytest.raises(NotAllowed, match="Many"):
                paint.paint("png", draw, "address 0")
    with pytest.raises(NotAllowed, match="Many"):
        paint.paint("png", draw, "somebody else")
    go.set()
    for thread in asking:
        thread.join()
    assert len(paint._jobs) == 0


def test_a_picture_that_fails_or_takes_too_long_is_given_up(positions: list[str]) -> None:
    with pytest.raises(raster.Unpainted, match="could not"):
        raster.apart("png", ["no picture"], 100, 30, threading.Event())
    with pytest.raises(raster.Unpainted, match="too long"):
        raster.apart("gif", positions, 2000, 0.5, threading.Event())
    stop = threading.Event()
    stop.set()
    with pytest.raises(raster.Unpainted):
        raster.apart("gif", positions, 2000, 60, stop)


def test_a_film_says_how_many_of_its_pictures_there_are(positions: list[str]) -> None:
    heard: list[int] = []
    raster.apart("gif", positions, 480, 120, threading.Event(), heard.append)
    assert heard == sorted(heard)
    assert set(heard) <= set(range(51))
    assert set(heard) & set(range(1, 50))  # on the way
    with pytest.raises(raster.Unpainted, match=r"made: [^.]"):
        raster.apart("gif", [*positions[:3], "no picture"], 100, 60, threading.Event())


def test_who_waits_for_a_film_is_told_how_far_it_is_and_can_let_it_go(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()

    def slow(_: str, svgs: list[str], *rest: Any) -> bytes:
        _, _, stop, painted = rest
        painted(1)
        while not go.wait(0.01):
            if stop.is_set():
                raise raster.Unpainted("let go")
        painted(len(svgs))
        return b"GIF"

    monkeypatch.setattr(raster, "apart", slow)
    table, friend = joined(visitor, "pegs")
    stranger = another(visitor)
    for _ in range(3):
        for who in (visitor, friend):
            for _ in range(2):
                paths = who.state(table)["paths"]
                who.act(table, "play", text=paths[0][0]) if paths else None
    assert visitor.get(f"{table}/film").json() == {"state": "none"}
    answers: dict[str, Any] = {}

    def ask(name: str, who: Visitor) -> threading.Thread:
        def film() -> None:
            answers[name] = who.get(f"{table}/film.gif")

        thread = threading.Thread(target=film)
        thread.start()
        while (told := who.get(f"{table}/film").json())["state"] == "none":
            assert thread.is_alive()
            time.sleep(0.02)
        assert told["of"] == visitor.state(table)["ply"] + 1
        return thread

    mine = ask("mine", visitor)
    while (told := visitor.get(f"{table}/film").json())["state"] == "running":
        if told["done"]:
            break
        time.sleep(0.02)
    assert told["done"] == 1
    assert not told["waits"]
    assert friend.get(f"{table}/film").json() == {"state": "none"}
    theirs = ask("theirs", friend)
    assert friend.get(f"{table}/film").json()["waits"]
    assert stranger.get(f"{table}/film").status_code == 404
    assert stranger.post(f"{table}/film/cancel", {}).status_code == 404
    assert visitor.post(f"{table}/film/cancel", {}).json() == {"state": "none"}
    mine.join(60)
    assert answers["mine"].status_code == 409
    go.set()
    theirs.join(120)
    assert answers["theirs"].content.startswith(b"GIF")
    for who in (visitor, friend):
        assert who.get(f"{table}/film").json() == {"state": "none"}


def test_long_films_get_through_to_the_process_that_makes_them() -> None:
    svg = pivotry.new("pegs").svg(theme="light", legal=())
    told = [svg] * 12
    assert sum(map(len, told)) > 4 * 65536  # more than a pipe holds
    made = Image.open(io.BytesIO(raster.apart("gif", told, 60, 120, threading.Event())))
    assert made.size[1] == 60


def test_a_server_that_stops_lets_go_of_its_pictures() -> None:
    found = Painter()
    svg = pivotry.new("pegs").svg(theme="light", legal=())
    said: list[str] = []

    def ask() -> None:
        try:
            found.paint("gif", lambda: [svg] * 200)
        except NotAllowed as refused:
            said.append(str(refused))

    thread = threading.Thread(target=ask)
    thread.start()
    while len(found._jobs) == 0:
        thread.join(0.01)
    found.close()
    thread.join(30)
    assert len(said) == 1


# --- links to a ply -----------------------------------------------------------------------------


def test_a_link_leads_to_a_ply(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    visitor.act(table, "play", text="A1-B1")
    share = visitor.state(table)["share"]
    assert share == friend.state(table)["share"]
    (watch,) = links(visitor, table, "watch")
    assert share.endswith(watch)
    guest = another(visitor)
    door = guest.get(f"{watch}?ply=1")
    assert "after move 1" in door.text
    # It shows that position, here and in what a chat tells of it.
    assert f'<img class="sample" src="{watch}/1.svg"' in door.text
    assert f'<meta property="og:image" content="{HERE}{watch}/1.png">' in door.text
    seen = guest.get(f"{watch}/1.svg")
    assert seen.headers["content-type"] == "image/svg+xml"
    assert 'data-piece="B1.1"' in seen.text
    assert 'data-piece="B1.1"' not in guest.get(f"{watch}/0.svg").text
    assert guest.get(f"{watch[:-3]}abc/1.svg").status_code == 404
    assert guest.get(table).status_code == 404  # opening a link changes nothing
    url = guest.post(f"{watch}?ply=1", {}).json()["url"]
    assert url == f"{table}?ply=1"
    assert guest.get(url).status_code == 200
    assert guest.state(table)["share"] == share
    assert guest.post(watch, {}).json()["url"] == table
    for ply in ("-1", "x", "1e3", "9" * 30, "", "2", "\u0661", " 1"):
        door = guest.get(watch, params={"ply": ply})
        assert door.status_code == 200
        assert "does not have" in door.text
        assert "after move" not in door.text
        assert f'href="{table}"' in door.text
        answer = guest.client.post(watch, params={"ply": ply}, json={}, headers={"Origin": HERE})
        assert answer.json()["url"] == table
    assert "does not have" not in guest.get(watch).text


# --- fair cards ---------------------------------------------------------------------------------


def seeds(folder: Path) -> list[str]:
    """The seeds of all tables, as they could be written."""
    found = []
    for kept in stored(folder):
        fair = kept["record"].get("fair", {})
        for part in (fair, *fair.get("continued", [])):
            if "seed" in part:
                found += [part["seed"], part["seed"].upper(), str(int(part["seed"], 16))]
    return found


@pytest.mark.parametrize("game", ["bounce", "updown"])
def test_the_seed_of_a_running_match_is_told_to_nobody(
    visitor: Visitor, folder: Path, game: str
) -> None:
    options = {"bounce": {"target": 1}, "updown": {"games": 1}}[game]
    table = visitor.sit(game, "po", options)
    friend, guest = another(visitor), another(visitor)
    friend.post(links(visitor, table, "join")[0], {})
    guest.post(links(visitor, table, "watch")[0], {})
    people = (visitor, friend, guest)
    secret = seeds(folder)
    assert secret
    chosen = random.Random(5)
    looks = 0
    for step in range(400):
        mover = next((p for p in people if p.state(table)["paths"]), None)
        if mover is None:
            break
        if step % 8 == 0:
            looks += 1
            for person in people:
                sent = [
                    person.get(f"{table}{what}")
                    for what in (
                        "", "/state", "/past?ply=0", "/record", "/fairness", "/picture.svg",
                        "/analysis", "/code",
                    )
                ]  # fmt: skip
                sent.append(person.post(f"{table}/branch", {"ply": 0}))
                sent.append(person.get("/"))
                text = "".join(answer.text for answer in sent)
                assert not any(seed in text for seed in secret)
                assert sent[4].status_code == 409
        path = chosen.choice(mover.state(table)["paths"])
        assert mover.act(table, "play", text=path[0]).status_code == 200
    else:
        raise AssertionError("the match did not end")
    assert looks > 1
    for person in people:
        assert secret[0] in person.state(table)["panels"]["fair"]
        panel = person.get(f"{table}/fairness").json()["panel"]
        assert "Dealt fairly" in panel
        assert "The first deal" in panel


def test_a_match_given_up_has_a_record_that_can_be_checked(visitor: Visitor) -> None:
    """Its rules know no end, but for the table it is over: the seed is told, and how it ended."""
    table, friend = joined(visitor, "updown")
    assert "seed" not in json.dumps(visitor.get(f"{table}/record").json())
    visitor.act(table, "resign", seat=0)
    record = friend.get(f"{table}/record").json()
    assert record["ended"] == {"why": "resigned", "seat": 0, "winners": [1]}
    assert pivotry.verify(record).fair is True
    again = visitor.load(record)
    assert "ended" not in visitor.get(f"{again}/record").json()


def test_the_commitment_is_there_from_the_start(visitor: Visitor, folder: Path) -> None:
    table = visitor.sit("bounce", "pcc")
    fair = visitor.state(table)["panels"]["fair"]
    commitment = hashlib.sha256(bytes.fromhex(seeds(folder)[0])).hexdigest()
    assert commitment in fair
    assert "check-cards" not in fair
    board = visitor.sit("pegs")
    assert visitor.state(board)["panels"]["fair"].strip() == ""
    visitor.act(board, "resign", seat=0)
    answer = visitor.get(f"{board}/fairness", headers={"Accept": "application/json"})
    assert answer.status_code == 409
    assert "there are no cards to check" in answer.json()["notice"]


def test_every_card_is_checked_and_a_wrong_one_is_found(visitor: Visitor) -> None:
    match = finished("updown")
    record = match.record()
    drawn = sum(entry.kind == "draw" for entry in match.log())
    assert drawn > 0
    table = visitor.load(record)
    panel = visitor.get(f"{table}/fairness").json()["panel"]
    assert panel.count('class="fine"') == drawn + 3  # the verdict, the seed, the first deal
    record["fair"]["seed"] = "0" * 64
    wrong = visitor.get(f"{visitor.load(record)}/fairness").json()["panel"]
    assert "another fingerprint" in wrong
    assert "Dealt fairly" not in wrong
    record["fair"]["commitment"] = hashlib.sha256(bytes(32)).hexdigest()
    wrong = visitor.get(f"{visitor.load(record)}/fairness").json()["panel"]
    assert "other cards" in wrong
    assert "Dealt fairly" not in wrong
    del record["fair"]["seed"]
    missing = visitor.get(f"{visitor.load(record)}/fairness").json()["panel"]
    assert "Not everything" in missing
    del record["fair"]
    nothing = visitor.load(record)
    assert "nothing can be checked" in visitor.state(nothing)["panels"]["fair"]
    assert "Nothing was promised" in visitor.get(f"{nothing}/fairness").json()["panel"]


def test_a_match_that_goes_on_after_its_end_goes_on_from_another_seed(
    visitor: Visitor, folder: Path
) -> None:
    table = visitor.load(finished("updown", 2**255 + 3).record())
    shown = seeds(folder)
    assert shown[0] in visitor.state(table)["panels"]["fair"]
    assert visitor.act(table, "undo").status_code == 200
    state = visitor.state(table)
    assert not state["over"]
    assert not any(seed in json.dumps(state) for seed in seeds(folder))
    assert state["panels"]["fair"].count("<code>") == 2
    assert len(seeds(folder)) == 2 * len(shown)  # the old one and a new one
    assert not set(seeds(folder)[len(shown) :]) & set(shown)


# --- analyses -----------------------------------------------------------------------------------


def slow(*_: Any, cancel: threading.Event, **__: Any) -> Any:
    """An analysis that takes until it is cancelled."""
    cancel.wait(30)
    return SimpleNamespace(complete=False)


def test_an_analysis_ends_when_nobody_waits_for_it_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pivotry.analysis.analyse", slow)
    analyst, match = Analyst(), pivotry.new("pegs")
    work = analyst.ask("table", match, "one")
    assert analyst.ask("table", match, "two") is work
    analyst.let_go("table", match, "one")
    assert work.running
    analyst.let_go("table", match, "nobody")
    assert work.running
    analyst.let_go("table", match, "two")
    assert not work.running
    assert work.cancel.is_set()
    again = analyst.ask("table", match, "one")
    assert again is not work
    assert again.running
    analyst.close()


def test_what_is_cancelled_is_as_if_nobody_had_asked(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pivotry.analysis.analyse", slow)
    table = visitor.sit("pegs")
    visitor.act(table, "play", text="A1-B1")
    assert visitor.post(f"{table}/analysis", {}).json()["state"] == "running"
    assert visitor.post(f"{table}/analysis/cancel", {}).json() == {"state": "none"}
    assert visitor.get(f"{table}/analysis").json() == {"state": "none"}
    assert another(visitor).post(f"{table}/analysis/cancel", {}).status_code == 404


def test_a_graph_that_can_be_clicked_has_a_strip_for_every_ply() -> None:
    match = pivotry.new("pegs", quiet_limit=20)
    for _ in range(5):
        match.play(match.legal_moves()[0])
    found = analyse(match, Budget(nodes=5))
    strips = re.findall(r'data-ply="(\d+)"', graph.draw(found, plies=True))
    assert strips == [str(ply) for ply in range(6)]
    assert "data-ply" not in graph.draw(found)
