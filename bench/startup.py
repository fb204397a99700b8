#!/usr/bin/env python3
"""Whole-process times: importing, ``--help``, a cached perft, and compiling on first use.

    python bench/startup.py [--runs 7]

Each command runs in a process of its own; the median and the range of the runs are printed. First
use is measured once a game, with an empty cache folder.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
GAMES = ("pivotation", "pegs", "updown", "bounce")
CLI = [sys.executable, "-m", "pivotry"]
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import pivotry": [sys.executable, "-c", "import pivotry"],
    "pivotry --help": [*CLI, "--help"],
    "pivotry perft pegs 6 (cached)": [*CLI, "perft", "pegs", "6"],
    "pivotry perft pivotation 4 (cached)": [*CLI, "perft", "pivotation", "4"],
}


def seconds(command: list[str], cache: Path) -> float:
    """Wall time of one run."""
    env = {**os.environ, "PYTHONPATH": str(SOURCE), "PIVOTRY_CACHE": str(cache)}
    begun = time.perf_counter()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def first_use(game: str) -> str:
    """A program that compiles all that a table of one game needs: playouts and the player."""
    return (
        "import pivotry; from pivotry.players import choose;"
        f"m = pivotry.new({game!r}, seed=1); choose(m.view(m.turn), simulations=16, seed=1)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        print(f"{'whole process':40}{'median':>9}{'lowest':>9}{'highest':>9}")
        for label, command in COMMANDS.items():
            seconds(command, cache)
            runs = [seconds(command, cache) for _ in range(asked.runs)]
            print(
                f"{label:40}{statistics.median(runs):>8.3f}s{min(runs):>8.3f}s{max(runs):>8.3f}s",
                flush=True,
            )
    for game in GAMES:
        command = [sys.executable, "-c", first_use(game)]
        print(f"{'first move by the computer: ' + game:40}", end="", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            compiled, loaded = (seconds(command, Path(folder)) for _ in range(2))
        print(f"{compiled:>8.1f}s compiling,{loaded:>6.2f}s from the cache", flush=True)


if __name__ == "__main__":
    main()
