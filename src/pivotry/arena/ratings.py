"""Strengths from results: Elo for two at a table, the same model for more.

The model is Luce's: a seat wins with probability proportional to its player's strength. With two
seats that is the model of Bradley and Terry, and so Elo's; with more it is that of Plackett and
Luce for the first place, which is what the games are played for (their rules name winners, no
second). A game that several win, or nobody, is shared: for two seats a draw is half a win.

The likelihood is maximised by Newton's method; that is forty lines, and it fits a thousand
resamples at once. One imagined game of each player against an average one, half won, keeps the
strength of somebody who wins everything finite.

Intervals are percentiles of a bootstrap that resamples blocks (a deal with all its rotations, for
games of one deal depend on each other), group by group. To each resample half an imagined block
with winners at random is added, so that a clean sheet of ten games does not pass for certainty.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .plan import Plan
from .play import Outcome
from .schedule import groups, taken

ELO = 400 / math.log(10)
"""Points of Elo in one unit of the logarithm of strength."""
PRIOR = 1.0
"""Imagined games of each player against an average one."""
IMAGINED = 0.5
"""Weight of the imagined block of each group in a resample."""
RESAMPLES = 1000
LEVEL = 0.95


@dataclass(frozen=True)
class Standing:
    """How one player did."""

    index: int
    label: str
    elo: float
    """Relative to the mean of all players."""
    low: float
    high: float
    games: int = 0
    """Games at whose table the player sat."""
    won: int = 0
    shared: int = 0
    """Draws, and games won together with others."""
    lost: int = 0
    share: float = 0.0
    """What the player won of these games, from 0 to 1."""
    par: float = 0.0
    """What equals would have won: the part of the seats."""


def fit(tables: Any, games: Any, wins: Any) -> Any:
    """Logarithms of strengths, mean 0, of (resamples, players).

    ``tables``: (kinds, players), how many seats each player has at a table of each kind;
    ``games``: (resamples or 1, kinds), games at such tables; ``wins``: (resamples, players), games
    won by each player.
    """
    many, players = wins.shape
    strength = np.zeros((many, players))
    eye = np.eye(players)
    for _ in range(500):
        weight = tables[None] * np.exp(strength)[:, None, :]
        chance = weight / weight.sum(axis=2, keepdims=True)
        half = 1 / (1 + np.exp(-strength))
        counted = chance * games[:, :, None]
        expected = counted.sum(axis=1)
        slope = wins - expected + PRIOR * (0.5 - half)
        curve = (expected + PRIOR * half * (1 - half))[:, :, None] * eye
        curve -= counted.transpose(0, 2, 1) @ chance
        step = np.linalg.solve(curve, slope[:, :, None])[:, :, 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        strength += step / np.maximum(1.0, longest)
        if float(longest.max()) < 1e-9:
            break
    centred: Any = strength - strength.mean(axis=1, keepdims=True)
    return centred


@dataclass(frozen=True)
class Sheet:
    """Finished blocks of a plan as arrays: what ratings and tests are made from."""

    wins: Any
    """(blocks, players): what each player won of the games of a block."""
    group: Any
    """(blocks,): which group played it."""
    tables: Any
    """(groups, kinds, players): seats of each player at the tables of a block."""


def sheet(plan: Plan, blocks: Sequence[Sequence[Outcome]]) -> Sheet:
    """The arrays of complete blocks."""
    players = len(plan.players)
    index = {frozenset(group): number for number, group in enumerate(groups(plan))}
    wins = np.zeros((len(blocks), players))
    group = np.zeros(len(blocks), np.int64)
    for row, block in enumerate(blocks):
        wins[row] = np.sum([game.shares(players) for game in block], axis=0)
        group[row] = index[frozenset(block[0].seats)]
    return Sheet(wins, group, np.array(taken(plan), float))


def strengths(sheet: Sheet) -> Any:
    """Elo by player, from all blocks."""
    games = np.repeat(np.bincount(sheet.group, minlength=len(sheet.tables)), sheet.tables.shape[1])
    flat = sheet.tables.reshape(-1, sheet.tables.shape[2])
    return ELO * fit(flat, games[None].astype(float), sheet.wins.sum(axis=0)[None])[0]


def resampled(sheet: Sheet, seed: int, resamples: int = RESAMPLES) -> Any:
    """(resamples, players): Elo of the bootstrap; the same for the same seed."""
    rng = np.random.default_rng(seed)
    count, size, players = sheet.tables.shape
    wins = np.zeros((resamples, players))
    games = np.zeros((resamples, count, size))
    for number in range(count):
        rows = np.flatnonzero(sheet.group == number)
        if not len(rows):
            continue
        drawn = rng.integers(0, len(rows), (resamples, len(rows)))
        wins += sheet.wins[rows][drawn].sum(axis=1)
        for kind in range(size):
            seats = sheet.tables[number, kind]
            wins += IMAGINED * rng.multinomial(1, seats / seats.sum(), resamples)
        games[:, number, :] = len(rows) + IMAGINED
    flat = sheet.tables.reshape(-1, players)
    return ELO * fit(flat, games.reshape(resamples, -1), wins)


def standings(plan: Plan, blocks: Sequence[Sequence[Outcome]], seed: int = 1) -> list[Standing]:
    """Everybody's strength with its interval, the strongest first."""
    made = sheet(plan, blocks)
    elo = strengths(made)
    tail = 100 * (1 - LEVEL) / 2
    low, high = np.percentile(resampled(made, seed), [tail, 100 - tail], axis=0)
    rows = []
    for index, label in enumerate(plan.labels):
        own = float(elo[index])
        # Few and one-sided games: what is imagined must not push the interval off the estimate.
        ends = min(own, float(low[index])), max(own, float(high[index]))
        rows.append(_counted(Standing(index, label, own, *ends), blocks))
    return sorted(rows, key=lambda row: (-row.elo, row.index))


def _counted(row: Standing, blocks: Sequence[Sequence[Outcome]]) -> Standing:
    """The same with its games counted."""
    parts, par = [], 0.0
    for game in (game for block in blocks for game in block if row.index in game.seats):
        parts.append(game.shares(max(game.seats) + 1)[row.index])
        par += game.seats.count(row.index) / len(game.seats)
    won = sum(part > 1 - 1e-9 for part in parts)
    lost = sum(part < 1e-9 for part in parts)
    games, most = len(parts), max(1, len(parts))
    return replace(
        row,
        games=games,
        won=won,
        shared=games - won - lost,
        lost=lost,
        share=sum(parts) / most,
        par=par / most,
    )


def against(plan: Plan, blocks: Sequence[Sequence[Outcome]]) -> list[list[float | None]]:
    """Of what row and column won at tables where both sat, the part of the row; None if nothing."""
    players = len(plan.players)
    won = np.zeros((players, players))
    for block in blocks:
        for game in block:
            shares = game.shares(players)
            present = sorted(set(game.seats))
            for a in present:
                for b in present:
                    won[a, b] += shares[a]
    return [
        [
            None if a == b or won[a, b] + won[b, a] == 0
            else float(won[a, b] / (won[a, b] + won[b, a]))
            for b in range(players)
        ]
        for a in range(players)
    ]  # fmt: skip
