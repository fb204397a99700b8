#!/usr/bin/env python3
"""Random play per second for every game, beside OpenSpiel, and how threads add up.

    python bench/playouts.py [GAME ...] [--rounds 7] [--seconds 1.0] [--threads 2]

The same as ``pivotry bench``, from a checkout. Install the extra ``bench`` for the yardstick.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from pivotry import bench


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="of one measurement")
    parser.add_argument("--threads", type=int, default=2, help="0: leave the scaling out")
    asked = parser.parse_args()
    print(
        bench.main(asked.games, rounds=asked.rounds, seconds=asked.seconds, threads=asked.threads)
    )


if __name__ == "__main__":
    main()
