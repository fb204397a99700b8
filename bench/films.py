#!/usr/bin/env python3
"""Films: processor time and bytes per picture, and how much faster than drawing each one whole.

    python bench/films.py [--plies 60] [--runs 3]

A random match of each game, every ply a picture, the longer side 480 pixels. The yardstick is the
same rasteriser drawing whole pictures (every sixth of them), in the same run; the lowest of the
runs is printed. ``drawn``: writing the SVG, which the server does for every page of a table too.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import pivotry
from pivotry import raster

GAMES = ("pivotation", "pegs", "updown", "bounce")


def pictures(game: str, plies: int) -> tuple[list[str], float]:
    """The pictures of a random match, and how many seconds it took to draw them."""
    match, chance = pivotry.new(game, seed=1), random.Random(1)
    while match.result is None and match.ply < plies:
        match.play(chance.choice(match.legal_moves()))
    stood = [match.earlier(ply) for ply in range(match.ply + 1)]
    begun = time.process_time()
    return [then.svg(theme="light") for then in stood], time.process_time() - begun


def lowest(runs: int, work: Callable[[], object]) -> float:
    """Seconds of the processor."""
    found = []
    for _ in range(runs):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    heads = ("drawn", "film", "whole", "ratio", "bytes")
    print(f"{'ms and bytes per picture':26}" + "".join(f"{head:>8}" for head in heads))
    for game in GAMES:
        drawn = min(pictures(game, asked.plies)[1] for _ in range(asked.runs))
        svgs, _ = pictures(game, asked.plies)
        sides = [float(side) for side in svgs[0].split('viewBox="0 0 ')[1].split('"')[0].split()]
        scale = 480 / max(sides)
        some = svgs[::6]
        film = lowest(asked.runs, lambda svgs=svgs, scale=scale: raster.gif(svgs, scale=scale))
        whole = lowest(
            asked.runs, lambda some=some, scale=scale: [raster.png(svg, scale) for svg in some]
        )
        size = len(raster.gif(svgs, scale=scale)) // len(svgs)
        each = [1000 * film / len(svgs), 1000 * whole / len(some)]
        print(
            f"{game + f', {len(svgs)} pictures':26}{1000 * drawn / len(svgs):>8.1f}{each[0]:>8.1f}"
            f"{each[1]:>8.1f}{each[1] / each[0]:>8.1f}{size:>8}",
            flush=True,
        )


if __name__ == "__main__":
    main()
