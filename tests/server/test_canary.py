"""Every hidden card is a canary: it must not be in anything that is sent to who may not know it.

Cards are written so that nothing else on a page looks like them (numbers of ``updown`` in digits of
another script; a card of ``bounce`` is two numbers and a stroke anyway). While a match goes on,
every answer to every role - the other seats, a spectator, a stranger, somebody who comes back in
another browser - and every message of a socket is searched for the cards that the role cannot know,
and so is what is printed and logged. Three leaks that are made on purpose have to be found by the
same search.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pivotry import match as matches
from pivotry import players
from pivotry.server import outgoing
from pivotry.server.app import create_app
from pivotry.server.bots import Bots, Question
from pivotry.server.limits import Limit
from pivotry.server.seats import Viewer
from pivotry.server.store import Store
from pivotry.server.table import Table

from .conftest import FILE, HERE, Visitor, browser, quick, serving
from .straight import Answer, Ear, Line
from .test_apart import links
from .test_unsaved import refusing

FOREIGN = str.maketrans("0123456789", "߀߁߂߃߄߅߆߇߈߉")
OPTIONS = {"updown": {"games": 1}, "bounce": {"target": 1}}
SHORT = {"updown": {"hand": 3, "games": 2}, "bounce": {"hand": 3, "target": 4}}
"""Deals that end soon, and another one after them."""
KINDS = {"apart": "poo", "one screen": "ppo", "computers": "pcc", "two deals": "poo"}
"""Who plays: people at one screen, computers, and whoever comes by an invitation."""
FIRST = {"apart": 0, "one screen": 0, "computers": 0, "two deals": 7}
STEPS = {"apart": 50, "one screen": 24, "computers": 24, "two deals": 36}
"""Which match of a kind is played when there is little time, and how far."""
PLAYERS = 3
EXAMPLE = "add 5/7 p3"
SHAPES = (re.compile("[߀-߉]+"), re.compile("[1-9]/[1-9]"))
"""What cards look like; apart, because both together take longer to find."""
DEALT = random.Random()
"""Where the cards of a match come from: each is the same every time."""
ADDRESS = re.compile(r"/(table|join|seat|watch)/[\w-]{16}(/\d+)?(/[\w-]{32})?")
"""Links end in numbers and letters drawn at random, which can look like a card."""


@pytest.fixture
def foreign_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of ``updown`` are written in N'Ko digits, which Python reads as numbers."""
    tables = import_module("pivotry.games.updown.tables")
    names = tuple(name.translate(FOREIGN) for name in tables.NAMES)
    parts = ("tables", "sets", "views", "position", "notation", "explain", "memory")
    # All before the first is changed: what is imported later would keep the foreign names.
    modules = [import_module(f"pivotry.games.updown.{part}") for part in parts]
    for module in modules:
        if hasattr(module, "NAMES"):
            monkeypatch.setattr(module, "NAMES", names)
    for name, kind in list(zip(names, range(len(names)), strict=True)):
        monkeypatch.setitem(tables.KIND, name, kind)
    notation = import_module("pivotry.games.updown.notation")
    read = notation.read
    monkeypatch.setattr(notation, "read", lambda text: _foreign(read(_plain(text)), notation))


def _plain(text: str) -> str:
    return re.sub(r"[߀-߉]", lambda found: str(int(found[0])), text)


def _foreign(move: Any, notation: Any) -> Any:
    return notation.Move(move.kind, move.card.translate(FOREIGN))


def cards(value: Any) -> set[str]:
    """Every card that a view, a position or a story names, as it is and turned."""
    if isinstance(value, str):
        found = {card for shape in SHAPES for card in shape.findall(value)}
        return found | {"/".join(reversed(card.split("/"))) for card in found}
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set().union(*(cards(part) for part in parts))


@dataclass
class Role:
    """Somebody who is sent something."""

    name: str
    line: Line
    seats: tuple[int, ...] = ()
    knows_table: bool = True
    eye: int | None = None
    """The seat whose cards the screen shows, or has shown last."""
    alone: bool = False
    """Whether nobody else plays, so that nothing needs to be kept from happening."""


class Watch:
    """One match, and everybody around it."""

    def __init__(
        self, client: TestClient, folder: Path, game: str, seed: int, kind: str = "apart"
    ) -> None:
        self.what = f"{kind}, match {seed}"
        self.chosen = random.Random(seed)
        DEALT.seed(seed)
        self.folder = folder
        letters = KINDS[kind]
        options = SHORT[game] if kind == "two deals" else OPTIONS[game]
        people = [Visitor(browser(client)) for _ in range(letters.count("o") + 4)]
        first, watcher, stranger, again, *friends = people
        self.table = first.sit(game, letters, options)
        own = tuple(n for n, letter in enumerate(letters) if letter == "p")
        eye, alone = (own[0] if len(own) == 1 else None), letters.count("c") == PLAYERS - 1
        self.roles = [Role(f"seats {own}", Line(first), own, eye=eye, alone=alone)]
        joins = links(first, self.table, "join")
        for friend, link in zip(friends, joins, strict=True):
            assert friend.post(link, {"name": ""}).status_code == 200
            seat = int(link.split("/")[3])
            self.roles.append(Role(f"seat {seat}", Line(friend), (seat,), eye=seat))
        (spectators,) = links(first, self.table, "watch")
        assert watcher.post(spectators, {}).status_code == 200
        last = self.roles[-1]
        (back,) = links([first, *friends][-1], self.table, "seat")
        assert again.post(back, {}).status_code == 200
        self.doors = [spectators, back, *joins, back[:-2] + "xx"]
        """Links that are good, that somebody has used up, and that lead nowhere."""
        self.roles += [
            Role("spectator", Line(watcher)),
            Role("stranger", Line(stranger), knows_table=False),
            replace(last, name="who comes back", line=Line(again)),
        ]
        self.found: list[str] = []
        self.canaries = 0
        """Hidden cards that were searched for, role by role."""
        self.told = 0
        """Messages of sockets that stayed open, searched each."""
        self.ear: tuple[Role, Ear] | None = None
        self.unknown: dict[int, set[str]] = {}
        """By ply, the cards that whoever listens could not know."""
        self.match = matches.from_record(self.kept()["record"])
        """The same match as the server's, played beside it: what is kept tells the seed."""
        eyes = (None, *range(PLAYERS))
        self.views: dict[int | None, set[str]] = {eye: set() for eye in eyes}
        self.before: dict[int | None, set[str]] = {eye: set() for eye in eyes}
        """What each seat has seen of its own so far, and before the present deal."""
        self.deals = 0
        """Deals after the first."""
        self.remember()

    def kept(self) -> dict[str, Any]:
        """What the server has on disk, hidden cards included."""
        with closing(sqlite3.connect(self.folder / FILE)) as base:
            id = self.table.rpartition("/")[2]
            (text,) = base.execute("SELECT data FROM tables WHERE id = ?", (id,)).fetchone()
        return dict(json.loads(text))

    def play(self, looks: int, enough: int, steps: int = 400) -> None:
        """The match to its end, or until so much was found; everybody looks now and then.

        Whoever moves is sent an answer every time, and that is searched as well.
        """
        for step in range(steps):
            self.catch_up()
            if self.match.turn is None or len(self.found) >= enough:
                break
            if self.chosen.random() < looks / 40 or step == 0:
                self.look(everything=step == 0)
            self.move()
        self.catch_up()
        self.listen(None)

    def move(self) -> None:
        """Whoever is to move looks at their cards and plays one."""
        match, seat = self.match, self.match.turn
        role = next(role for role in self.roles if seat in role.seats)
        if len(role.seats) > 1:  # the curtain may have come down since
            self.search(role, "its cards", self.post(role, "show", seat=seat), eye=seat)
            role.eye = seat
            self.note()
        text = self.chosen.choice(match.legal_moves())
        answer = self.post(role, "play", text=text)
        assert answer.status == 200
        ply = match.ply
        self.go_on(text)
        if match.turn is None or (match.turn != seat and role.alone):
            return  # all cards are open, or computers have moved before the answer was made
        assert ply < answer.json()["ply"] == match.ply
        self.search(role, "its own move", answer)

    def post(self, role: Role, what: str, **body: Any) -> Answer:
        version = self.kept()["version"] if role.knows_table else 0
        return role.line.post(f"{self.table}/{what}", {"version": version, **body})

    def catch_up(self) -> None:
        """Play what the computers have played; what the server keeps is the match played here."""
        for _ in range(1000):
            kept = self.kept()["record"]["moves"]
            own = self.match.record(private=True)["moves"]
            assert kept[: len(own)] == own
            for text in (t for t in kept[len(own) :] if isinstance(t, str) and t[0] != "="):
                self.go_on(text)
            turn = self.match.turn
            if turn is None or any(turn in role.seats for role in self.roles):
                return
            time.sleep(0.005)  # a computer thinks
        raise AssertionError("no computer moves")

    def go_on(self, text: str) -> None:
        """Play here what was played at the server."""
        self.match.play(text)
        deals = sum(event.kind == "deal" for event in self.match.log())
        if deals > self.deals:
            self.before = {eye: set(seen) for eye, seen in self.views.items()}
        self.deals = deals
        self.remember()
        self.note()

    def remember(self) -> None:
        for eye, seen in self.views.items():
            seen |= cards(self.match.view(eye))

    def hidden(self, role: Role) -> set[str]:
        """The cards that a role cannot know now."""
        told = [event.text for event in self.match.story(role.eye)]
        known = cards(self.match.view(role.eye)) | cards(told) | self.before[role.eye]
        return cards(self.match.position()) - known

    def look(self, everything: bool) -> None:
        """Everybody gets everything they can get; none of it may name a card they cannot know."""
        self.listen(None)
        for role in self.roles:
            if len(role.seats) > 1:
                self.post(role, "hide")
                role.eye = None
            hidden = self.hidden(role)
            self.canaries += len(hidden)
            for what, sent in self._sent(role, everything):
                self.search(role, what, sent, hidden)
        self.listen(self.chosen.choice([role for role in self.roles if role.knows_table]))

    def listen(self, role: Role | None) -> None:
        """Open a socket for somebody, until somebody else listens: every message is searched."""
        if self.ear is not None:
            was, ear = self.ear
            for text in ear.close():
                state = json.loads(text)
                self.told += 1
                if not state["over"]:
                    self.search(was, "an open socket", text, self.unknown[state["ply"]])
        self.ear = None if role is None else (role, role.line.listen(f"{self.table}/events"))
        self.unknown = {}
        self.note()

    def note(self) -> None:
        """Note what whoever listens cannot know now."""
        if self.ear is not None:
            hidden = self.hidden(self.ear[0])
            self.unknown[self.match.ply] = self.unknown.get(self.match.ply, hidden) & hidden

    def search(
        self, role: Role, what: str, sent: str | Answer, hidden: set[str] | None = None,
        eye: int | None = None,
    ) -> None:  # fmt: skip
        """Note what a role is told that it cannot know."""
        text = sent if isinstance(sent, str) else sent.whole
        if hidden is None:
            hidden = self.hidden(role if eye is None else replace(role, eye=eye))
        # How moves are written is told with the same example to everybody.
        caught = sorted(cards(ADDRESS.sub("", text.replace(EXAMPLE, ""))) & hidden)
        if caught:
            self.found.append(f"{role.name} is told {caught} by {what} ({self.what})")

    def _sent(self, role: Role, everything: bool) -> Iterator[tuple[str, str | Answer]]:
        """Answers to whatever can be asked; if not everything, to a part of it drawn by lot."""
        table, version = self.table, self.kept()["version"] if role.knows_table else 0
        urls = ["/"] + [
            table + url
            for url in (
                "", "/state", "/state?compact=true&turned=true", "/record", "/code",
                "/past?ply=0", "/picture.svg", "/picture.svg?ply=0", "/fairness", "/analysis",
                f"/picture?version={version}&picked=p1&lit=draw",
            )
        ]  # fmt: skip
        urls += self.doors
        posts: list[tuple[str, dict[str, Any]]] = [
            ("play", {"text": "no move"}), ("play", {"clicks": [["nothing"], ["p1"]]}),
            ("play", {"version": -1, "text": "draw"}), ("show", {"seat": PLAYERS - 1}),
            ("hint", {}),
        ]  # fmt: skip
        if not role.seats:
            posts += [("undo", {}), ("seat", {"seat": 0, "kind": "open"})]
        if not role.alone:  # who plays alone could begin another match, or lay the cards open
            posts += [("disclose", {})]
        bare = ["analysis", "analysis/cancel"]
        bare += [] if role.alone else ["again"]
        if not everything:
            urls = self.chosen.sample(urls, len(urls) // 2)
            posts = self.chosen.sample(posts, 2)
            bare = self.chosen.sample(bare, 1)
        yield from zip(urls, role.line.get(*urls), strict=True)
        for what, body in posts:
            yield f"refused {what}", role.line.post(f"{table}/{what}", {"version": version, **body})
        for what in bare:
            yield f"refused {what}", role.line.post(f"{table}/{what}", {})
        yield "a wrong link", role.line.post(self.doors[-1], {})
        if role.knows_table and (everything or self.chosen.random() < 0.5):
            yield "socket", role.line.hear(f"{table}/events?after=0")


def advise(question: Question, cancel: threading.Event) -> players.Thought:
    """A hint as a search would give it."""
    text = quick(question, cancel)
    return players.Thought(text, (players.Candidate(text, 1, 0.5, None),))


@pytest.fixture
def server(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr("pivotry.match.new_seed", lambda: DEALT.randbytes(32))
    app = create_app(
        Store(folder / FILE),
        Bots(quick, advise=advise),
        limit=Limit(1e6, 1e6),
        looks=Limit(1e6, 1e6),
        reads=Limit(1e6, 1e6),
    )
    with TestClient(app, base_url=HERE) as client:
        yield client


def watched(
    server: TestClient,
    folder: Path,
    game: str,
    wanted: Iterable[tuple[int, str]],
    looks: int,
    enough: int = 1000,
    steps: int = 400,
) -> list[str]:
    """What was found in these matches, each with its number and kind."""
    found: list[str] = []
    for seed, kind in wanted:
        watch = Watch(server, folder, game, seed, kind)
        watch.play(looks, enough, steps)
        assert watch.canaries > 20
        assert watch.told > 0 or enough < 1000
        assert kind != "two deals" or watch.deals > 0 or steps == 400
        found += watch.found
    return found


def silent(capture: pytest.CaptureFixture[str], log: pytest.LogCaptureFixture) -> None:
    """Nothing that was printed or logged names a card."""
    said = capture.readouterr()
    assert cards(ADDRESS.sub("", f"{said.out}{said.err}{log.text}")) == set()


@pytest.mark.usefixtures("foreign_digits")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", OPTIONS)
def test_no_canary_gets_out(
    server: TestClient,
    folder: Path,
    game: str,
    kind: str,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("DEBUG")
    assert watched(server, folder, game, [(FIRST[kind], kind)], 2, steps=STEPS[kind]) == []
    silent(capfd, caplog)


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.usefixtures("foreign_digits")
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("game", OPTIONS)
def test_no_canary_gets_out_of_200_matches(
    server: TestClient,
    folder: Path,
    game: str,
    part: int,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """In parts, which can run side by side; one match after the other of another kind."""
    kinds = cycle(KINDS)
    wanted = zip(range(1 + 25 * part, 26 + 25 * part), kinds, strict=False)
    assert watched(server, folder, game, wanted, 3) == []
    silent(capfd, caplog)


def everybody_sees_the_mover_s_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture that forgets whom it is for."""
    drawn = outgoing.picture

    def careless(table: Table, viewer: Viewer, asked: Any) -> Any:
        return drawn(table, Viewer(viewer.seats, table.actor), asked)

    monkeypatch.setattr(outgoing, "picture", careless)


def everybody_gets_the_legal_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of moves that is sent to those who may not move as well."""
    path = outgoing._moves

    def careless(table: Table, viewer: Viewer) -> Any:
        seat = table.actor
        return [] if seat is None else path(table, Viewer(frozenset({seat}), seat))

    monkeypatch.setattr(outgoing, "_moves", careless)


def the_page_brings_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """Debug output left in what is sent."""
    made = outgoing.state

    def careless(room: Any, *rest: Any, **more: Any) -> Any:
        return {**made(room, *rest, **more), "debug": room.table.match.position()}

    monkeypatch.setattr(outgoing, "state", careless)


@pytest.mark.usefixtures("foreign_digits")
@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize(
    "leak",
    [
        everybody_sees_the_mover_s_cards,
        everybody_gets_the_legal_moves,
        the_page_brings_the_record,
    ],
)
def test_leaks_made_on_purpose_are_found(
    server: TestClient, folder: Path, game: str, leak: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    told = {
        line.partition(" is told ")[0]
        for line in watched(server, folder, game, [(0, "apart")], 20, 8)
    }
    assert "spectator" in told
    assert len(told) > 2


def tells(question: Question, cancel: threading.Event) -> str:
    """A computer player that fails, and says with what cards."""
    raise ValueError(f"I do not know what to do with {json.dumps(question.view)}")


@pytest.mark.usefixtures("foreign_digits")
@pytest.mark.parametrize("game", OPTIONS)
def test_what_goes_wrong_is_logged_without_cards(
    folder: Path,
    game: str,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("DEBUG")
    with serving(folder, Bots(tells)) as client:
        visitor = Visitor(client)
        visitor.sit(game, "cc")
        table = visitor.sit(game, "pc")
        with refusing(folder, "INSERT ON events"):
            assert visitor.post(f"{table}/name", {"seat": 0, "name": "Bo"}).status_code == 503
        for _ in range(500):
            if "a computer player failed" in caplog.text:
                break
            time.sleep(0.02)
    assert "ValueError" in caplog.text
    assert "was not saved" in caplog.text
    silent(capfd, caplog)
