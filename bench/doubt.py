#!/usr/bin/env python3
"""How well does an analysis of the board games know what it does not know?

    python bench/doubt.py [GAME ...] [--positions 20] [--nodes 2000 20000] [--deep 320000]

Positions of matches with moves at random among sensible ones (the best four of a short search)
are judged as ``pivotry analyze`` does, with few nodes, and once with many. A row says how large the
doubt was in the mean, by how much the value of the position changed, and in how many positions by
no more than the doubt, and than one in the root of the nodes, which holds for means of results.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import pivotry
from pivotry import players, registry
from pivotry.analysis.sight import Sight, mean_doubt
from pivotry.chance import Stream, seed_bytes
from pivotry.match import Match
from pivotry.players.budget import Budget

SENSIBLE, SHORT = 4, 1000
"""Moves that one at random is made of, and the nodes of the search that names them."""
EVERY = 5
"""Plies between two positions of a match."""


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


def row(game: str, nodes: int, deep: int, count: int) -> str:
    """A row of the table."""
    doubts, changes = [], []
    seed = 0
    while len(doubts) < count:
        seed += 1
        played = match(game, seed, EVERY * (2 + seed % 8) + seed % 2)
        sights = [Sight(played, Budget(nodes=n), 2, seed, threading.Event()) for n in (nodes, deep)]
        question = sights[0].questions[-1]
        found = []
        for sight in sights:
            asked = sight.asked(question.ply, sight.view(question.state, question.seat))
            found.append(sight.look(asked, question.state).best)
        if all(one.proof is None for one in found):
            doubts.append(found[0].doubt)
            changes.append(abs(found[1].value - found[0].value))
    within = sum(change <= doubt for change, doubt in zip(changes, doubts, strict=True)) / count
    bare = sum(change <= mean_doubt(nodes) for change in changes) / count
    return (
        f"| `{game}` | {nodes:,} | {statistics.mean(doubts):.3f} | {statistics.mean(changes):.3f}"
        f" | {within:.0%} | {bare:.0%} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", choices=[*registry.EVALUATED, []], metavar="GAME")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--nodes", type=int, nargs="+", default=[2000, 20_000])
    parser.add_argument("--deep", type=int, default=320_000)
    asked = parser.parse_args()
    for game in asked.games or registry.EVALUATED:
        for nodes in asked.nodes:
            print(row(game, nodes, asked.deep, asked.positions), flush=True)


if __name__ == "__main__":
    main()
