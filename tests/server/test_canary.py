"""Every hidden card is a canary: it must not be in anything that is sent to who may not know it.

Cards are written so that nothing else on a page looks like them (numbers of ``updown`` in digits of
another script; a card of ``bounce`` is two numbers and a stroke anyway). While a match goes on,
every answer to every role - the other seats, a spectator, a stranger, somebody who comes back in
another browser - is searched for the cards that the role cannot know. Three leaks that are made on
purpose have to be found by the same search.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pivotry import match as matches
from pivotry.server import outgoing
from pivotry.server.app import create_app
from pivotry.server.bots import Bots
from pivotry.server.limits import Limit
from pivotry.server.seats import Viewer
from pivotry.server.store import Store
from pivotry.server.table import Table

from .conftest import FILE, HERE, Visitor, browser, quick, stored
from .straight import Line
from .test_apart import links

FOREIGN = str.maketrans("0123456789", "߀߁߂߃߄߅߆߇߈߉")
OPTIONS = {"updown": {"games": 1}, "bounce": {"target": 1}}
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
    seat: int | None
    knows_table: bool = True


class Watch:
    """One match, and everybody around it."""

    def __init__(self, client: TestClient, folder: Path, game: str, seed: int) -> None:
        self.seed = seed
        self.chosen = random.Random(seed)
        DEALT.seed(seed)
        self.folder = folder
        people = [Visitor(browser(client)) for _ in range(PLAYERS + 3)]
        first, watcher, stranger, again = people[0], *people[PLAYERS:]
        self.table = first.sit(game, "p" + "o" * (PLAYERS - 1), OPTIONS[game])
        for person, link in zip(people[1:PLAYERS], links(first, self.table, "join"), strict=True):
            assert person.post(link, {"name": ""}).status_code == 200
        (spectators,) = links(first, self.table, "watch")
        assert watcher.post(spectators, {}).status_code == 200
        (own,) = links(people[1], self.table, "seat")
        assert again.post(own, {}).status_code == 200
        self.roles = [Role(f"seat {n}", Line(people[n]), n) for n in range(PLAYERS)]
        self.roles += [
            Role("spectator", Line(watcher), None),
            Role("stranger", Line(stranger), None, knows_table=False),
            Role("who comes back", Line(again), 1),
        ]
        self.found: list[str] = []
        self.canaries = 0
        """Hidden cards that were searched for, role by role."""
        self.match = matches.from_record(self.kept())
        """The same match as the server's, played beside it: what is kept tells the seed."""

    def kept(self) -> dict[str, Any]:
        """The record that the server has on disk, hidden cards included."""
        (kept,) = [k for k in stored(self.folder) if f"/table/{k['id']}" == self.table]
        return dict(kept["record"])

    def play(self, looks: int, enough: int) -> None:
        """The match to its end, or until so much was found; everybody looks now and then.

        Whoever moves is sent an answer every time, and that is searched as well.
        """
        match, version = self.match, 0
        for step in range(400):
            if match.turn is None or len(self.found) >= enough:
                break
            role = self.roles[match.turn]
            if self.chosen.random() < looks / 40 or step == 0:
                self.look()
                version = self.version(role)  # somebody may have looked at their cards
            text = self.chosen.choice(match.legal_moves())
            answer = role.line.post(f"{self.table}/play", {"version": version, "text": text})
            assert answer.status == 200
            version = answer.json()["version"]
            match.play(text)
            if match.turn is not None:  # when it is over all cards are open
                self.search(role, "its own move", answer.whole, self.hidden(role))
        self.agree()

    def version(self, role: Role) -> int:
        """What a move has to answer, as the table tells a role that knows it."""
        (state,) = role.line.get(f"{self.table}/state")
        return int(state.json()["version"]) if role.knows_table else 0

    def hidden(self, role: Role) -> set[str]:
        """The cards that a role cannot know now."""
        told = [event.text for event in self.match.story(role.seat)]
        return cards(self.match.position()) - cards(self.match.view(role.seat)) - cards(told)

    def look(self) -> None:
        """Everybody gets everything they can get; none of it may name a card they cannot know."""
        self.agree()
        for role in self.roles:
            hidden = self.hidden(role)
            self.canaries += len(hidden)
            for what, sent in self._sent(role):
                self.search(role, what, sent, hidden)

    def agree(self) -> None:
        """What the server keeps is the match that is played here."""
        assert self.kept()["moves"] == self.match.record(private=True)["moves"]

    def search(self, role: Role, what: str, sent: str, hidden: set[str]) -> None:
        """Note what a role is told that it cannot know."""
        caught = sorted(cards(ADDRESS.sub("", sent)) & hidden)
        if caught:
            self.found.append(f"{role.name} is told {caught} by {what} (match {self.seed})")

    def _sent(self, role: Role) -> Iterator[tuple[str, str]]:
        line, table, version = role.line, self.table, self.version(role)
        urls = [
            "", "/state", "/state?compact=true&turned=true", "/record", "/code", "/past?ply=0",
            "/picture.svg", "/picture.svg?ply=0", "/fairness", "/analysis",
            f"/picture?version={version}&picked=p1&lit=draw",
        ]  # fmt: skip
        answers = line.get("/", *(table + url for url in urls))
        yield from zip(["first page", *urls], (answer.whole for answer in answers), strict=True)
        for what, body in (
            ("play", {"text": "no move"}), ("play", {"clicks": [["nothing"], ["p1"]]}),
            ("play", {"version": -1, "text": "draw"}), ("show", {"seat": 0}), ("undo", {}),
        ):  # fmt: skip
            if what == "undo" and role.seat is not None:
                continue  # in a match with others nothing can be taken back; see test_table
            answer = line.post(f"{table}/{what}", {"version": version, **body})
            # How moves are written is told with the same example to everybody.
            yield f"refused {what}", answer.whole.replace(EXAMPLE, "")
        if role.knows_table:
            yield "socket", line.hear(f"{table}/events?after=0")


@pytest.fixture
def server(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr("pivotry.match.new_seed", lambda: DEALT.randbytes(32))
    app = create_app(
        Store(folder / FILE),
        Bots(quick),
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
    seeds: Iterable[int],
    looks: int,
    enough: int = 1000,
) -> list[str]:
    """What was found in these matches."""
    found: list[str] = []
    for seed in seeds:
        watch = Watch(server, folder, game, seed)
        watch.play(looks, enough)
        assert watch.canaries > 20
        found += watch.found
    return found


@pytest.mark.usefixtures("foreign_digits")
@pytest.mark.parametrize("game", OPTIONS)
def test_no_canary_gets_out(server: TestClient, folder: Path, game: str) -> None:
    assert watched(server, folder, game, [0], 4) == []


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.usefixtures("foreign_digits")
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("game", OPTIONS)
def test_no_canary_gets_out_of_200_matches(
    server: TestClient, folder: Path, game: str, part: int
) -> None:
    """In parts, which can run side by side."""
    assert watched(server, folder, game, range(1 + 25 * part, 26 + 25 * part), 3) == []


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
    told = {line.partition(" is told ")[0] for line in watched(server, folder, game, [0], 20, 8)}
    assert "spectator" in told
    assert len(told) > 2
