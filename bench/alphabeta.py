#!/usr/bin/env python3
"""Alpha-beta: positions per second, depth reached, memory; from the start and from later positions.

    python bench/alphabeta.py [GAME ...] [--nodes 1000000] [--rounds 3] [--threads 2]

Time is processor time of this thread, so that other programs disturb less; the median of the rounds
is printed. Memory is what the process grew by, for the first search of a game.

With several threads the time of the wall counts, so the machine should have nothing else to do.
"""

from __future__ import annotations

import argparse
import itertools
import resource
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from pivotry import jit, registry
from pivotry.contract import Record, blank, copied
from pivotry.search.alphabeta import AlphaBeta
from pivotry.search.perft import derived

LATER = {"pivotation": (0, 12, 30), "pegs": (0, 40, 100)}
"""How many random moves from the start."""


def position(game: registry.Game, moves: int, seed: int = 0) -> tuple[Record, Record]:
    """State and configuration after so many random moves, none of which ends the game."""
    config = game.setup.config(game.setup.normalise(None, {}))
    states, works = blank(game.rules.STATE), blank(game.rules.WORK)
    k = {name: jit.bind(getattr(game.rules, name), tag=game.id)
         for name in ("start", "derive", "actor", "random")}  # fmt: skip
    rng = np.array([moves + 1000 * seed], np.uint64)
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


def search(game: registry.Game, state: Record, config: Record, **more: int) -> AlphaBeta:
    """A fresh one, with everything compiled."""
    made = AlphaBeta(game, state, config, 2, int(game.rules.actor(state, config)), 1, **more)
    made.prepare()
    return made


def seconds(run: Callable[[], object]) -> float:
    """What it takes by the clock on the wall."""
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun


def worth(game: registry.Game, state: Record, config: Record, action: int, nodes: int) -> float:
    """What a long search says about a move, for who makes it (-1 to 1)."""
    rules = game.rules
    seat, after = int(rules.actor(state, config)), copied(state)
    rules.apply(after, config, derived(game, after, config), action)
    mover = int(rules.actor(after, config))
    if mover < 0:
        values = np.zeros(8)
        rules.returns(after, config, values)
        return float(values[seat])
    judge = AlphaBeta(game, after, config, 2, mover, 1, nodes, steady=True)
    judge.run(nodes=nodes)
    value = judge.lines()[0].value
    return value if mover == seat else -value


def side_by_side(game: registry.Game, threads: int, count: int, nodes: int, part: float) -> str:
    """One line: how long several threads take to a depth, and how well they choose in less time.

    One thread makes ``nodes``; so many threads are then timed to the depth that it reached, and
    given ``part`` of its time to choose a move. Where the moves differ, searches of ten times the
    nodes judge both.
    """
    ratios, losses = [], []
    for number in itertools.count():
        if len(losses) == count:
            break
        state, config = position(game, LATER[game.id][number % 3], number)
        alone = search(game, state, config)
        took = seconds(partial(alone.run, nodes=nodes))
        depth = alone.depth
        if alone.nodes < nodes:
            continue  # it knows all there is to know
        one, several = (
            search(game, state, config, depth=depth, threads=many) for many in (1, threads)
        )
        ratios.append(seconds(several.run) / seconds(one.run))
        hasty = search(game, state, config, threads=threads)
        hasty.run(seconds=part * took)
        moves = [found.lines()[0].action for found in (alone, hasty)]
        lost = 0.0
        if moves[0] != moves[1]:
            values = [worth(game, state, config, move, 10 * nodes) for move in moves]
            lost = values[0] - values[1]
        losses.append(lost)
    error = statistics.stdev(losses) / count**0.5
    return (
        f"{game.id:12}{count:>11}{statistics.median(ratios):>12.2f} x"
        f"{sum(lost != 0 for lost in losses):>17}{statistics.mean(losses):>+16.4f} {error:.4f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(registry.EVALUATED))
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=0, help="also measure so many threads")
    parser.add_argument("--positions", type=int, default=30, help="positions for threads")
    parser.add_argument("--part", type=float, default=0.65, help="of the time of one, for threads")
    asked = parser.parse_args()
    print(f"{'':12}{'moves':>8}{'nodes/s':>14}{'lowest':>12}{'highest':>12}{'depth':>7}{'MB':>9}")
    for id in asked.games:
        for moves in LATER[id]:
            print(measure(registry.get(id), moves, asked.nodes, asked.rounds), flush=True)
    if asked.threads < 2:
        return
    print(f"\n{asked.threads} threads beside one with {asked.nodes:,} nodes")
    print(
        f"{'':12}{'positions':>11}{'time to depth':>14}{'other moves':>17}"
        f"{f'loss at {asked.part:g} x':>16} and error"
    )
    for id in asked.games:
        found = registry.get(id)
        print(side_by_side(found, asked.threads, asked.positions, asked.nodes, asked.part))


if __name__ == "__main__":
    main()
