#!/usr/bin/env python3
"""How strong the levels are: plays the ladder of each game and writes docs/levels.md.

    python bench/levels.py [GAME ...] [--games 100] [--against 40] [--champion BUDGET]
        [--contest BUDGET] [--plain PLAYER] [--seed N] [--write]

Every level plays the one below, ``--games`` games a step, and the highest a plain tree search
that takes several times its time, ``--against`` games: both by nodes (``CONTEST``), so that all
games are the same on every machine; another ``--seed`` makes others. In the card games the lowest
level plays against moves at random as well. Finished games lie in ``build/levels``; the same
command goes on with them, so it can be stopped at any time. Without ``--write`` the tables are only
printed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

import numpy as np

from pivotry.arena import crews, ratings, table, tournament
from pivotry.arena.journal import BadJournal, Journal
from pivotry.arena.plan import Plan, code_stamp, plan
from pivotry.players import levels
from pivotry.players.budget import Budget
from pivotry.registry import IDS, get

COUNT = len(levels.NAMES)
CONTEST = {
    "pivotation": ("45000n", "plain@150000n"),
    "pegs": ("2500n", "plain@22000n"),
    "updown": ("2500n", "plain@25000n"),
    "bounce": ("2500n", "plain@41000n"),
}
"""What the champion and the plain search have for a move: in time about one to ten, by
the matches played in the board games, where one counts positions and the other simulations, and by
the speeds of both searches in the card games."""


@dataclass(frozen=True)
class Step:
    """What came of one pairing: the share of the second player, and by how much it is stronger."""

    players: tuple[str, str]
    games: int
    share: float
    low: float
    high: float
    elo: float
    spread: Any
    """Resamples of the difference in Elo."""


def pairing(game: str, players: tuple[str, str], seed: int = 1) -> Plan:
    """Two players at a table of the standard size; in card games each has half of the seats."""
    seats = get(game).facts.standard_players
    return plan(game, players, seats=seats, pairwise=True, seed=seed)


def played(made: Plan, games: int, folder: Path, jobs: int) -> Step:
    """Play what is missing of a pairing and judge it."""
    name = "-".join((made.game, *made.players)).replace("@", "_")
    journal = Journal(folder / f"{name}.jsonl", made)
    try:
        crew = crews.Alone() if jobs == 1 else crews.Processes(jobs)
        run = tournament.play(made, games, crew, journal=journal, listen=progress)
    finally:
        journal.close()
    if run.interrupted:
        raise KeyboardInterrupt
    sheet = ratings.sheet(made, run.blocks())
    elo = ratings.strengths(sheet)
    spread = np.diff(ratings.resampled(sheet, 1), axis=1)[:, 0]
    low, high = np.percentile(spread, [2.5, 97.5])
    share = float(sheet.wins[:, 1].sum() / sheet.wins.sum())
    return Step(
        (made.players[0], made.players[1]),
        int(sheet.wins.sum()),
        share,
        min(share, expected(float(low))),
        max(share, expected(float(high))),
        float(elo[1] - elo[0]),
        spread,
    )


def progress(run: tournament.Run) -> None:
    """Say now and then how far a pairing is."""
    if run.games % 10 == 0:
        print(f"{run.plan.game} {table.progress(run)}", file=sys.stderr, flush=True)


def expected(elo: float) -> float:
    """The share that goes with a difference in Elo."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def ladder(
    game: str, games: int, champion: Budget | None, folder: Path, jobs: int, top: int, seed: int
) -> list[Step]:
    """Every level up to ``top`` against the one below."""
    names = [f"level-{n}" for n in range(1, COUNT + 1)]
    if champion is not None:
        names[-1] += f"@{champion}"
    return [
        played(pairing(game, (below, above), seed), games, folder, jobs)
        for below, above in list(pairwise(names))[: top - 1]
    ]


def rows(game: str, steps: Sequence[Step]) -> list[str]:
    """The table of a game."""
    out = [
        "| level | | looks at | wins against the one below | Elo above level 1 |",
        "|---|---|---|---|---|",
    ]
    skills = get(game).skills
    elo, spread = 0.0, np.zeros(ratings.RESAMPLES)
    for number, name in enumerate(levels.NAMES[: len(steps) + 1], 1):
        cells = [f"{number}", name, looks(skills[number - 1], game)]
        if number == 1:
            cells += ["", "0"]
        else:
            step = steps[number - 2]
            elo, spread = elo + step.elo, spread + step.spread
            low, high = np.percentile(spread, [2.5, 97.5])
            cells += [
                f"{percent(step)} of {step.games}",
                f"{elo:.0f} ({min(elo, low):.0f} to {max(elo, high):.0f})",
            ]
        out.append(f"| {' | '.join(cells)} |")
    return out


def percent(step: Step) -> str:
    """A share with its interval."""
    return f"{100 * step.share:.0f} % ({100 * step.low:.0f} to {100 * step.high:.0f})"


def looks(skill: Any, game: str) -> str:
    """A skill in words."""
    if skill.nodes is None:
        return f"{skill.usual} nodes, or what it is given"
    parts = [f"{skill.nodes} nodes"]
    if skill.depth is not None:
        parts.append(f"{skill.depth} {'ply' if skill.depth == 1 else 'plies'}")
    if not skill.sense:
        by_depth = get(game).evaluate is not None
        parts.append("blind to patterns" if by_depth else "no sense for good moves")
    if skill.noise:
        parts.append(f"off by up to {skill.noise / 1000:g}")
    if skill.overlook:
        parts.append(f"overlooks {100 * skill.overlook:.0f} %, at a cost of up to {skill.loss:g}")
    return ", ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games_of", nargs="*", metavar="GAME", choices=[*IDS, []])
    parser.add_argument("--games", type=int, default=100, help="of a step")
    parser.add_argument("--against", type=int, default=40, help="games against the plain search")
    parser.add_argument(
        "--champion", type=Budget.read, help="what the highest level has for a move"
    )
    parser.add_argument("--contest", help="what it has against the plain search")
    parser.add_argument("--plain", help="whom the highest level meets")
    parser.add_argument("--top", type=int, default=COUNT, help="the last level to be measured")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "levels")
    parser.add_argument("--seed", type=int, default=1, help="of openings and deals")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/levels.md")
    asked = parser.parse_args()
    if asked.seed != 1:
        asked.folder /= f"seed-{asked.seed}"
    asked.folder.mkdir(parents=True, exist_ok=True)
    for game in asked.games_of or IDS:
        steps = ladder(
            game, asked.games, asked.champion, asked.folder, asked.jobs, asked.top, asked.seed
        )
        told = f"Code `{code_stamp(game)}`."
        if asked.champion is not None:
            told += f" The champion had {asked.champion} for a move."
        if get(game).evaluate is None:
            newcomer = pairing(game, ("random", "level-1"), asked.seed)
            step = played(newcomer, asked.games, asked.folder, asked.jobs)
            told += f" Against moves at random (`random`) the newcomer wins {percent(step)}"
            told += f" of {step.games}."
        parts = [f"### {get(game).facts.title} (`{game}`)", "", *rows(game, steps), "", told]
        if asked.against:
            contest, plain = CONTEST[game]
            contest, plain = asked.contest or contest, asked.plain or plain
            players = (plain, f"level-{COUNT}@{contest}")
            step = played(
                pairing(game, players, asked.seed), asked.against, asked.folder, asked.jobs
            )
            parts.append(
                f"With {contest} a move the champion wins {percent(step)} of {step.games} against"
                f" `{plain}`."
            )
        print("\n".join([*parts, ""]), flush=True)
        if asked.write:
            write(ROOT / "docs" / "levels.md", game, parts)


def write(path: Path, game: str, parts: Sequence[str]) -> None:
    """Put the section of a game in the place of the one before."""
    begin, end = f"<!-- {game}: begin -->", f"<!-- {game}: end -->"
    before, _, rest = path.read_text(encoding="utf-8").partition(begin)
    after = rest.partition(end)[2]
    section = "\n".join([begin, *parts, end])
    path.write_text(f"{before}{section}{after}", encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except BadJournal as bad:
        sys.exit(f"{bad}; remove the folder to begin anew")
    except KeyboardInterrupt:
        sys.exit(130)
