#!/usr/bin/env python3
"""Does the champion find the way to win where there is one?

    python bench/wins.py [GAME ...] [--positions 100] [--seconds 2] [--longer 5] [--look 200000]
        [--nodes 3000000] [--seed 1]

Positions come from games of short-sighted players and from the ends of random games. Kept are those
that the solver proves to be won for whoever is to move, within ``--look`` positions made: at least
four moves can be played, one of them wins, some other is not proved to, and the end is ``--longer``
moves or more away in the proof. Then the champion gets ``--seconds``. Its move counts as found if
it is proved to win, by searches of ``--nodes`` positions that know nothing of its thoughts; as
missed if it is proved not to; as open else. The aim is 95 % found.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from pivotry.match import Match
from pivotry.players import Budget, player
from pivotry.players.task import task
from pivotry.puzzles.prove import FEWEST, SOLVER_MEMORY, proved
from pivotry.puzzles.selfplay import positions
from pivotry.registry import get
from pivotry.search.solve import Solver

EACH = 3
"""Positions of one game at most."""
GAMES = ("pivotation", "pegs")


def won(game: str, seed: int, longer: int, look: int) -> Iterator[tuple[Match, int]]:
    """Positions with a way to win, and the moves to the end in the proof found, game by game."""
    while True:
        kept = 0
        for match, _ in positions(game, seed):
            asked = task(match.view(match.turn), 0)
            if len(asked.legal) < FEWEST:
                continue
            solver = Solver(
                get(game), asked.state, asked.config, memory=SOLVER_MEMORY, shipped=False
            )
            solver.prepare()
            solver.run(nodes=look)
            known = solver.known()
            wins = [action for action, value in known.moves.items() if value == 1]
            plies = min((known.plies[a] for a in wins if a in known.plies), default=0)
            if known.value == 1 and plies >= longer and len(wins) < len(asked.legal):
                yield match, plies
                kept += 1
            if kept == EACH:
                break
        seed += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(GAMES))
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--longer", type=int, default=5)
    parser.add_argument("--look", type=int, default=200_000)
    parser.add_argument("--nodes", type=int, default=3_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for game in asked.games:
        champion = player(game, "level-8")
        counts = {"found": 0, "missed": 0, "open": 0}
        longest = 0
        for number, (match, plies) in enumerate(won(game, asked.seed, asked.longer, asked.look), 1):
            assert match.turn is not None
            view = match.view(match.turn)
            text = champion.choose(view, Budget(asked.seconds), seed=number)
            at = task(view, 0)
            action = next(action for action in at.legal if at.write(action) == text)
            low, high = proved(at, action, asked.nodes)
            what = "found" if low == 1 else "missed" if high < 1 else "open"
            counts[what] += 1
            longest = max(longest, plies)
            if what != "found":
                print(f"\n{what}: {text} ({low} to {high}) in {match.position()}")
            share = 100 * counts["found"] / number
            told = ", ".join(f"{count} {name}" for name, count in counts.items())
            print(f"\r{game:12}{number:4} positions: {told}, {share:.1f} %", end="", flush=True)
            if number == asked.positions:
                break
        print(f"\n{'':12}the longest win in a proof: {longest} moves")


if __name__ == "__main__":
    main()
