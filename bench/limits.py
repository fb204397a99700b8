#!/usr/bin/env python3
"""Do computer players keep to their time, and how soon do they stop when they are told to?

    python bench/limits.py [GAME ...] [--positions 40] [--seconds 0.1]

Along one match of random moves, every player thinks about each position for the time given, then
once more until it is cancelled somewhere in that time. Printed is how long after its time, or after
being cancelled, it answered: the median, the 99th percentile and the longest, in milliseconds. The
aims are 50 ms and 20 ms.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import pivotry
from pivotry import registry
from pivotry.match import Match
from pivotry.players import Budget, player
from pivotry.players.engines import names

LONG = Budget(3600.0)


def positions(game: str, count: int, seed: int) -> list[Match]:
    """Positions of random matches, every third one, with more than one move."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        match = pivotry.new(game, seed=rng.randrange(1 << 60))
        while match.result is None and len(found) < count:
            moves = match.legal_moves()
            if len(moves) > 1 and match.ply % 3 == 0:
                found.append(match.copy())
            match.play(rng.choice(moves))
    return found


def late(who: pivotry.players.Player, match: Match, seconds: float) -> float:
    """Seconds between the end of its time and its answer."""
    view = match.view(match.turn)
    begun = time.perf_counter()
    who.think(view, Budget(seconds), seed=1)
    return time.perf_counter() - begun - seconds


def slow(who: pivotry.players.Player, match: Match, after: float) -> float:
    """Seconds between being cancelled and its answer."""
    cancel, view = threading.Event(), match.view(match.turn)
    worker = threading.Thread(
        target=who.think, args=(view, LONG), kwargs={"seed": 1, "cancel": cancel}
    )
    worker.start()
    time.sleep(after)
    if not worker.is_alive():  # it has found everything out
        worker.join()
        return 0.0
    begun = time.perf_counter()
    cancel.set()
    worker.join()
    return time.perf_counter() - begun


def told(values: list[float]) -> str:
    """Milliseconds: median, 99th percentile, longest."""
    ordered = sorted(1000 * value for value in values)
    high = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return f"{statistics.median(ordered):8.1f}{high:8.1f}{ordered[-1]:8.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(registry.IDS))
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.1)
    asked = parser.parse_args()
    print(f"{'milliseconds':28}{'late: median, 99 %, most':>24}{'   told to stop':>24}")
    for game in asked.games:
        found = positions(game, asked.positions, 7)
        rng = random.Random(7)
        for name in (*names(registry.get(game)), "level-1", "level-4", "level-8"):
            if name == "random":
                continue
            who = player(game, name)
            who.think(found[0].view(found[0].turn), Budget(0.01), seed=1)
            over = [late(who, match, asked.seconds) for match in found]
            waits = [slow(who, match, rng.uniform(0, asked.seconds)) for match in found]
            print(f"{game + ' ' + name:28}{told(over)}{told(waits)}", flush=True)


if __name__ == "__main__":
    main()
