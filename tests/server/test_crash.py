"""The server is killed in the middle of matches: every move that was acknowledged is there."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import pivotry
from pivotry.server.keeping import check

from .conftest import BOTH, address, stored
from .test_main import serving

DATABASES = BOTH
pytestmark = pytest.mark.skipif(os.name == "nt", reason="sends a POSIX signal")


class Caller:
    """A browser that notes what was acknowledged."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Origin": f"http://127.0.0.1:{self.port}", "Accept": "text/html"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if body is not None:
            headers["Content-Type"] = "application/json"
        # Closed whatever happens: a socket that a kill left open would be a warning later.
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request(method, path, body and json.dumps(body), headers)
            with closing(connection.getresponse()) as answer:
                text = answer.read().decode()
        if answer.getheader("set-cookie"):
            self.cookie = str(answer.getheader("set-cookie")).split(";")[0]
        return answer.status, json.loads(text) if text.startswith("{") else text


@dataclass
class Match:
    """One person's match, as the server has told of it."""

    game: str
    seats: list[dict[str, str]]
    table: str = ""
    cookie: str = ""
    told: dict[int, str] = field(default_factory=dict)
    """The moves that were acknowledged, by how many had been made before."""
    total: int = 0
    """How many were acknowledged at all tables."""
    made: int = 0
    """How many moves there were, when the server last said so."""
    kept: list[Any] = field(default_factory=list)
    """All that was on the disk after the last crash."""

    def begin(self, caller: Caller) -> None:
        body = {"game": self.game, "seats": self.seats}
        status, said = caller.ask("POST", "/tables", body)
        assert status == 201
        self.table, self.told, self.made, self.kept = said["url"], {}, 0, []

    def go_on(
        self, port: int, anew: bool, chosen: random.Random, answered: Callable[[], None]
    ) -> None:
        """Play until the server is gone; ``answered`` hears of every acknowledged move."""
        caller = Caller(port)
        caller.cookie = self.cookie
        with suppress(OSError, http.client.HTTPException):
            caller.ask("GET", "/")
            self.cookie = caller.cookie
            if anew:
                self.begin(caller)
            while True:
                status, state = caller.ask("GET", f"{self.table}/state")
                assert status == 200
                while state["paths"]:
                    self.made = state["made"]
                    text = chosen.choice(state["paths"])[0]
                    body = {"version": state["version"], "text": text}
                    status, state = caller.ask("POST", f"{self.table}/play", body)
                    assert status == 200
                    self.told[self.made] = text
                    self.total += 1
                    answered()
                self.made = state["made"]
                if state["over"]:
                    self.begin(caller)
                time.sleep(0.01)  # for the computers

    def check(self, folder: Path) -> None:
        """Everything that was told of is there, and nothing is changed that was there before."""
        (found,) = [k for k in stored(folder) if f"/table/{k['id']}" == self.table]
        moves = found["record"]["moves"]
        assert moves[: len(self.kept)] == self.kept
        self.kept = moves
        decided = [m for m in moves if isinstance(m, str) and not m.startswith("=")]
        assert len(decided) >= self.made
        for at, text in self.told.items():
            assert decided[at] == text
        match = pivotry.from_record(found["record"])
        assert match.made() == len(decided)
        # Of moves that nobody was told of there are the one that was on its way, and computers'.
        alone = all(seat["kind"] == "person" for seat in self.seats)
        assert len(decided) <= self.made + 1 or not alone


def crash(folder: Path, matches: Sequence[Match], anew: bool, chosen: random.Random) -> None:
    """A server that is killed after it has acknowledged a few moves."""
    with (
        serving(folder, "--port", "0", "--database", str(address(folder))) as (said, process),
        ThreadPoolExecutor(len(matches)) as players,
    ):
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found is not None
        port = int(found[1])
        acknowledged = threading.Semaphore(0)
        playing = [
            players.submit(
                match.go_on, port, anew or not match.table, random.Random(chosen.random()),
                acknowledged.release,
            )
            for match in matches
        ]  # fmt: skip
        heard = [acknowledged.acquire(timeout=60) for _ in range(chosen.randint(1, 6))]
        time.sleep(chosen.uniform(0, 0.05))
        process.send_signal(signal.SIGKILL)
        for done in playing:
            done.result(timeout=60)
        process.wait()
    assert all(heard)


def crashes(folder: Path, count: int) -> None:
    """A board game at one screen and cards against computers, both at the same server."""
    chosen = random.Random(count)
    person, computer = {"kind": "person"}, {"kind": "computer", "player": "random"}
    matches = [
        Match("pivotation", [person, person]), Match("updown", [person, computer, computer]),
    ]  # fmt: skip
    for n in range(count):
        crash(folder, matches, n % 10 == 0, chosen)
        for match in matches:
            if match.table:
                match.check(folder)
    assert all(match.total for match in matches)
    assert check(address(folder)) == []


def test_what_was_acknowledged_is_there_after_a_crash(folder: Path) -> None:
    crashes(folder, 4)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_what_was_acknowledged_is_there_after_fifty_crashes(folder: Path) -> None:
    crashes(folder, 50)
