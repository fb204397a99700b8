#!/usr/bin/env python3
"""How fast exact answers are searched for: positions made per second, one core.

    python bench/solve.py [--rounds 5] [--seconds 2] [--memory 256]

Each line is a median over the rounds; the ratio is to random moves of the same game, made in the
same round (about the cost of making a position and nothing else).
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import pivotry
from pivotry import bench, registry
from pivotry.search.layers import Layers
from pivotry.search.solve import Solver

MINI = {"board": "mini"}


def proofs(game: str, options: dict[str, Any], memory: float) -> Callable[[float], float]:
    """Positions a second of the proof search from the start."""
    match = pivotry.new(game, **options)

    def run(seconds: float) -> float:
        solver = Solver(registry.get(game), match._s, match._c, memory=memory, shipped=False)
        solver.prepare()
        solver.table |= 0  # have all its pages, which the system clears on first touch
        begun, before = time.perf_counter(), solver.nodes
        solver.run(seconds=seconds)
        return (solver.nodes - before) / (time.perf_counter() - begun)

    return run


def layers(memory: float) -> Callable[[float], float]:
    """Positions a second of making everything that follows, a few moves into the peg game."""
    match = pivotry.new("pegs")
    while match.ply < 8:
        match.play(match.legal_moves()[0])

    def run(seconds: float) -> float:
        search = Layers(registry.get("pegs"), match._s, match._c, memory=memory)
        search.prepare()
        begun = time.perf_counter()
        while search.open and time.perf_counter() - begun < seconds:
            search.run(50_000)
        return search.nodes / (time.perf_counter() - begun)

    return run


def moves(game: str, options: dict[str, Any]) -> Callable[[float], float]:
    """Random moves a second."""
    playouts = bench.Playouts(bench.Case(game, None, options, "", 0))
    playouts.run(1)
    return lambda seconds: bench.per_second(lambda most: playouts.run(most)[1], seconds / 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of one measurement")
    parser.add_argument("--memory", type=float, default=256, help="megabytes of the table")
    asked = parser.parse_args()
    cases: list[tuple[str, str, dict[str, Any], Callable[[float], float]]] = [
        ("pivotation mini, proofs", "pivotation", MINI, proofs("pivotation", MINI, asked.memory)),
        ("pivotation standard, proofs", "pivotation", {}, proofs("pivotation", {}, asked.memory)),
        ("pegs, proofs", "pegs", {}, proofs("pegs", {}, asked.memory)),
        ("pegs, backwards", "pegs", {}, layers(asked.memory)),
    ]
    rates: dict[str, list[float]] = {label: [] for label, *_ in cases}
    ratios: dict[str, list[float]] = {label: [] for label, *_ in cases}
    for turn in range(asked.rounds):
        print(f"round {turn + 1} of {asked.rounds}", file=sys.stderr, flush=True)
        for label, game, options, run in cases:
            yardstick = moves(game, options)(asked.seconds / 4)
            rate = run(asked.seconds)
            rates[label].append(rate)
            ratios[label].append(rate / yardstick)
    print(f"{'positions made, one core':32}{'per second':>14}{'lowest':>12}{'highest':>12}   ratio")
    for label, seen in rates.items():
        ratio = statistics.median(ratios[label])
        print(
            f"{label:32}{statistics.median(seen):>14,.0f}{min(seen):>12,.0f}{max(seen):>12,.0f}"
            f"   {ratio:.2f} x a random move"
        )


if __name__ == "__main__":
    main()
