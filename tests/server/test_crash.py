"""The server is killed in the middle of matches: every move that was acknowledged is there."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import signal
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import pivotry
from pivotry.server.keeping import check

from .conftest import stored
from .test_main import serving

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


def played(caller: Caller, table: str, moves: list[str], chosen: random.Random) -> None:
    """Play until the server is gone; ``moves`` are those it has acknowledged."""
    text = ""
    ask: tuple[Any, ...] = ("GET", f"{table}/state")
    while True:
        try:
            status, state = caller.ask(*ask)
        except (OSError, http.client.HTTPException):
            return
        assert status == 200
        if ask[0] == "POST":
            moves.append(text)
        if not state["paths"]:
            return
        text = chosen.choice(state["paths"])[0]
        ask = ("POST", f"{table}/play", {"version": state["version"], "text": text})


def crashes(folder: Path, count: int) -> None:
    chosen = random.Random(count)
    moves: list[str] = []
    cookie, table = "", ""
    for crash in range(count):
        with serving(folder, "--port", "0") as (said, process):
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
            assert found is not None
            caller = Caller(int(found[1]))
            caller.cookie = cookie
            caller.ask("GET", "/")
            if crash % 10 == 0:
                seats = [{"kind": "person"}, {"kind": "person"}]
                body = {"game": "pivotation", "seats": seats}
                table, moves = caller.ask("POST", "/tables", body)[1]["url"], []
            cookie = caller.cookie
            kill = threading.Timer(chosen.uniform(0.02, 0.4), process.send_signal, [signal.SIGKILL])
            kill.start()
            played(caller, table, moves, chosen)
            kill.join()
            process.wait()
        kept = [k for k in stored(folder) if f"/table/{k['id']}" == table]
        there = kept[0]["record"]["moves"]
        # One more may have been written that nobody was told of.
        assert there[: len(moves)] == moves
        assert len(there) <= len(moves) + 1
        moves[:] = there
    assert check(folder / "tables.sqlite3") == []
    assert pivotry.from_record(kept[0]["record"]).ply == len(moves)


def test_what_was_acknowledged_is_there_after_a_crash(tmp_path: Path) -> None:
    crashes(tmp_path, 4)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_what_was_acknowledged_is_there_after_fifty_crashes(tmp_path: Path) -> None:
    crashes(tmp_path, 50)
