#!/usr/bin/env python3
"""Alpha-beta: positions per second, depth reached, memory; from the start and from later positions.

    python bench/alphabeta.py [GAME ...] [--nodes 1000000] [--rounds 3]

Time is processor time of this thread, so that other programs disturb less; the median of the rounds
is printed. Memory is what the process grew by, for the first search of a game.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from pivotry import jit, registry
from pivotry.contract import Record, blank
from pivotry.search.alphabeta import AlphaBeta

LATER = {"pivotation": (0, 12, 30), "pegs": (0, 40, 100)}
"""How many random moves from the start."""


def position(game: registry.Game, moves: int) -> tuple[Record, Record]:
    """State and configuration after so many random moves, none of which ends the game."""
    config = game.setup.config(game.setup.normalise(None, {}))
    states, works = blank(game.rules.STATE), blank(game.rules.WORK)
    k = {name: jit.bind(getattr(game.rules, name), tag=game.id)
         for name in ("start", "derive", "actor", "random")}  # fmt: skip
    rng = np.array([moves], np.uint64)
    while True:
        k["start"](states[0], config)
        k["derive"](states[0], config, works[0])
        for _ in range(moves):
            if k["actor"](states[0], config) >= 0:
                k["random"](states[0], config, works[0], rng)
        if k["actor"](states[0], config) >= 0:
            return states[0], config


def megabytes() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(game: registry.Game, moves: int, nodes: int, rounds: int) -> str:
    """One line of the table."""
    state, config = position(game, moves)
    speeds, depth, before = [], 0, megabytes()
    for _ in range(rounds):
        search = AlphaBeta(game, state, config, 2, int(game.rules.actor(state, config)), 1)
        search.prepare()
        begun = time.thread_time()
        search.run(nodes=nodes)
        speeds.append(search.nodes / (time.thread_time() - begun))
        depth = search.depth
    return (
        f"{game.id:12}{moves:>8}{statistics.median(speeds):>14,.0f}{min(speeds):>12,.0f}"
        f"{max(speeds):>12,.0f}{depth:>7}{megabytes() - before:>9.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(registry.EVALUATED))
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    print(f"{'':12}{'moves':>8}{'nodes/s':>14}{'lowest':>12}{'highest':>12}{'depth':>7}{'MB':>9}")
    for id in asked.games:
        for moves in LATER[id]:
            print(measure(registry.get(id), moves, asked.nodes, asked.rounds), flush=True)


if __name__ == "__main__":
    main()
