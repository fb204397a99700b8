#!/usr/bin/env python3
"""How often are the marks of a short analysis of the board games right?

    python bench/doubt.py [GAME ...] [--matches 8] [--nodes 2000 20000] [--deep 320000]

Matches with moves at random among sensible ones (the best four of a short search) are judged as
``pivotry analyze`` does, with few nodes, and once with many and without doubt. A row says how many
moves were marked as dubious or worse, how many of these lose more than 0.1 by the long searches,
and how many of the moves that lose more than 0.25 by those are among the marked. In brackets the
same without doubt.
"""

from __future__ import annotations

import argparse
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import pivotry
from pivotry import players, registry
from pivotry.analysis.judge import DUBIOUS, GOOD
from pivotry.analysis.open import OpenBoard
from pivotry.analysis.sight import Sight
from pivotry.chance import Stream, seed_bytes
from pivotry.match import Match
from pivotry.players.budget import Budget

SENSIBLE, SHORT = 4, 1000
"""Moves that one at random is made of, and the nodes of the search that names them."""
PLIES = 34
"""Of a match, unless it ends before."""


def match(game: str, seed: int, plies: int) -> Match:
    """A match of so many plies, or fewer if it is over before the last one."""
    stream = Stream(seed_bytes(seed), 0)
    played = pivotry.new(game, seed=seed)
    for ply in range(plies):
        view = played.view(played.turn)
        thought = players.consider(view, lines=SENSIBLE, nodes=SHORT, seed=ply)
        names = [candidate.text for candidate in thought.candidates] or [thought.text]
        after = played.copy()
        after.play(names[stream.below(len(names))])
        if after.result is not None:
            break
        played = after
    return played


def losses(played: Match, nodes: int, *, doubting: bool) -> list[float]:
    """What each move gave away, by searches of so many nodes."""
    sight = Sight(played, Budget(nodes=nodes), 1, 0, threading.Event(), doubting=doubting)
    judge = OpenBoard(sight)
    for piece in range(judge.pieces):
        done = judge.work(piece)
        assert done is not None
        judge.take(piece, done)
    return [move.known.loss for move in judge.moves]


def share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "-"


def row(game: str, nodes: int, matches: list[Match], deep: list[float]) -> str:
    """A row of the table."""
    cells = []
    for doubting in (True, False):
        short = [loss for one in matches for loss in losses(one, nodes, doubting=doubting)]
        marked = [truth for loss, truth in zip(short, deep, strict=True) if loss > GOOD]
        right = sum(truth > GOOD for truth in marked)
        found = sum(truth > DUBIOUS for truth in marked)
        cells.append(
            (
                str(len(marked)),
                share(right, len(marked)),
                share(found, sum(x > DUBIOUS for x in deep)),
            )
        )
    told = " | ".join(f"{one} ({other})" for one, other in zip(*cells, strict=True))
    return f"| `{game}` | {nodes:,} | {len(deep)} | {told} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", choices=[*registry.EVALUATED, []], metavar="GAME")
    parser.add_argument("--matches", type=int, default=8)
    parser.add_argument("--nodes", type=int, nargs="+", default=[2000, 20_000])
    parser.add_argument("--deep", type=int, default=320_000)
    asked = parser.parse_args()
    for game in asked.games or registry.EVALUATED:
        matches = [match(game, 1 + seed, PLIES) for seed in range(asked.matches)]
        deep = [loss for one in matches for loss in losses(one, asked.deep, doubting=False)]
        for nodes in asked.nodes:
            print(row(game, nodes, matches, deep), flush=True)


if __name__ == "__main__":
    main()
