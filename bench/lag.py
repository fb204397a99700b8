#!/usr/bin/env python3
"""Is a person answered as fast while the deepest searches run? The event loop's lag says so.

    python bench/lag.py [--rounds 3] [--moves 60] [--searches 4] [--seconds 60] [--tables 50]

A server runs in a process of its own, with as many workers as there are searches and two more.
First a person plays the peg game by HTTP with nothing else going on; then again, while at other
tables (one a game) the strongest player there is searches with a budget of so many seconds a move;
and a third time, while at so many other tables quick computers play among themselves as well. In
all cases the server notes every few milliseconds how much later than asked its event loop woke up,
and the person's side how long a move took to be answered, on disk and drawn. Then all of it again,
with a new server. What counts are the ratios: the times belong to the machine and to what else it
did. Where that is much, run it under ``nice -n -15``, as root: threads that step back do so from
there.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))
GAMES = ("pivotation", "pegs", "updown", "bounce")
STRONGEST = {"pivotation": "sure", "pegs": "sure", "updown": "tree", "bounce": "tree"}
EVERY = 0.005
"""Seconds that the loop is asked to sleep between two looks at the clock."""


# --- the server's side --------------------------------------------------------------------------


def serve(port: int, folder: str, searches: int, seconds: float) -> None:
    """Serve tables; for every line read, write the lags since the last one as JSON."""
    import uvicorn

    from pivotry import match, players
    from pivotry.server.app import create_app
    from pivotry.server.bots import PACE, Bots, Question
    from pivotry.server.store import Store

    def choose(question: Question, cancel: threading.Event) -> str:
        player = players.player(question.view["game"], question.player)
        # How long is for the server to say, not for who names a player.
        deep = players.Budget(seconds) if question.player in STRONGEST.values() else None
        return str(player.choose(question.view, deep, memory=question.memory, cancel=cancel))

    for game in GAMES[:searches]:
        beginning = match.new(game, seed=1)
        players.player(game, f"{STRONGEST[game]}@0.1s").choose(beginning.view(beginning.turn))
    lags: list[float] = []

    async def listen(server: uvicorn.Server) -> None:
        while not server.should_exit:
            asked = time.perf_counter()
            await asyncio.sleep(EVERY)
            lags.append(time.perf_counter() - asked - EVERY)

    async def run() -> None:
        # One worker more: the last one never searches for tables where nobody plays.
        app = create_app(
            Store(Path(folder) / "tables.sqlite3"), Bots(choose, searches + 2, pace=PACE)
        )
        config = uvicorn.Config(app, port=port, log_level="error", access_log=False)
        server = uvicorn.Server(config)

        def answer() -> None:
            for _ in sys.stdin:
                taken = lags[:]
                del lags[: len(taken)]
                print(json.dumps(taken), flush=True)
            server.should_exit = True

        threading.Thread(target=answer, daemon=True).start()
        await asyncio.gather(server.serve(), listen(server))

    asyncio.run(run())


# --- the person's side --------------------------------------------------------------------------


class Person:
    """A browser, as far as the server can tell."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookie = ""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What is answered: the JSON, or nothing for a page."""
        headers = {"Accept": "text/html" if path == "/" else "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if method == "POST":
            headers |= {
                "Content-Type": "application/json",
                "Origin": f"http://127.0.0.1:{self.port}",
            }
        self.line.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = self.line.getresponse()
        data = answer.read()
        if answer.status >= 400:
            raise SystemExit(f"{method} {path}: {answer.status} {data[:300]!r}")
        self.cookie = self.cookie or (answer.getheader("Set-Cookie") or "").partition(";")[0]
        return None if path == "/" else json.loads(data)

    def table(self, game: str, seats: list[dict[str, str]]) -> str:
        return str(self.ask("POST", "/tables", {"game": game, "seats": seats})["url"])

    def moves(self, n: int) -> list[float]:
        """Seconds that each of so many moves of the peg game took, both sides played."""
        times: list[float] = []
        url = self.table("pegs", [{"kind": "person"}] * 2)
        state = self.ask("GET", f"{url}/state")
        while len(times) < n:
            if state["over"]:
                url = self.table("pegs", [{"kind": "person"}] * 2)
                state = self.ask("GET", f"{url}/state")
            text = state["paths"][len(times) % len(state["paths"])][0]
            begun = time.perf_counter()
            state = self.ask("POST", f"{url}/play", {"version": state["version"], "text": text})
            times.append(time.perf_counter() - begun)
            # Not faster than people, and not faster than one address may post.
            time.sleep(0.05)
        return times


def wait_for(port: int) -> Person:
    for _ in range(1200):
        person = Person(port)
        try:
            person.ask("GET", "/")
        except OSError:
            time.sleep(0.25)
        else:
            return person
    raise SystemExit("the server does not answer")


def quantiles(times: list[float]) -> list[float]:
    """The median, what 95 and 99 of 100 do not exceed, and the longest."""
    parts = statistics.quantiles(times, n=100, method="inclusive")
    return [parts[49], parts[94], parts[98], max(times)]


Sample = tuple[list[float], list[float]]
"""Seconds that moves took to be answered, and by which the loop woke up late."""


def measured(asked: argparse.Namespace) -> dict[str, Sample]:
    """One round: each case of ``CASES``, at a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [
                sys.executable, __file__, "--serve", folder, "--port", str(asked.port),
                "--searches", str(asked.searches), "--seconds", str(asked.seconds),
            ],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert server.stdin is not None
        assert server.stdout is not None

        def lags() -> list[float]:
            server.stdin.write("\n")
            server.stdin.flush()
            return list(json.loads(server.stdout.readline()))

        def sample() -> Sample:
            lags()
            return person.moves(asked.moves), lags()

        try:
            person = wait_for(asked.port)
            person.moves(10)
            found = {"alone": sample()}
            for game in GAMES[: asked.searches]:
                seat = {"kind": "computer", "player": STRONGEST[game]}
                person.table(game, [seat, seat])
            time.sleep(1.5)
            found["searches"] = sample()
            if asked.tables:
                quick = {"kind": "computer", "player": "level-1"}
                for n in range(asked.tables):
                    person.table(GAMES[n % len(GAMES)], [quick] * 2)
                time.sleep(1.5)
                found["tables"] = sample()
        finally:
            server.kill()
            server.wait()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--moves", type=int, default=60, help="of the person, in each case")
    parser.add_argument("--searches", type=int, default=4, choices=range(1, 5))
    parser.add_argument("--seconds", type=float, default=60.0, help="budget of a search")
    parser.add_argument("--tables", type=int, default=50, help="of computers that move at once")
    parser.add_argument("--port", type=int, default=18931)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.port, asked.serve, asked.searches, asked.seconds)
        return
    rounds = [measured(asked) for _ in range(asked.rounds)]
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; milliseconds, all rounds")
    print(f"{'':52}{'median':>9}{'95 %':>9}{'99 %':>9}{'longest':>9}")
    labels = {
        "alone": "alone",
        "searches": f"{asked.searches} searches running",
        "tables": f"and {asked.tables} tables",
    }
    for what, index in (("a move answered", 0), ("the loop wakes up late by", 1)):
        for name in rounds[0]:
            together = quantiles([time for found in rounds for time in found[name][index]])
            numbers = "".join(f"{1000 * value:>9.2f}" for value in together)
            print(f"{f'{what}, {labels[name]}':<52}"[:52] + numbers)
            for found in rounds if name != "alone" else ():
                pairs = zip(
                    quantiles(found["alone"][index]), quantiles(found[name][index]), strict=True
                )
                ratios = (b / a if a > 0 else float("inf") for a, b in pairs)
                print(f"{'  as a ratio of one round':<52}" + "".join(f"{r:>9.2f}" for r in ratios))


if __name__ == "__main__":
    main()
