"""Strengths are recovered from results that are made up with known ones."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from arena_kit import invented

from pivotry.arena import ratings
from pivotry.arena.plan import Plan, plan

NAMES = [f"tree@{n}n" for n in range(1, 9)]
KNOWN = [180.0, 90.0, 20.0, -60.0, -230.0]


def a_plan(game: str, seats: int, players: int, pairwise: bool = False) -> Plan:
    return plan(game, NAMES[:players], seats=seats, pairwise=pairwise)


def centred(elo: list[float]) -> np.ndarray:
    return np.array(elo) - np.mean(elo)


@pytest.mark.parametrize(
    ("game", "seats", "players", "pairwise", "rounds", "draws"),
    [
        ("pegs", 2, 5, False, 400, 0.0),
        ("pegs", 2, 5, False, 400, 0.3),
        ("bounce", 5, 5, False, 600, 0.0),
        ("updown", 3, 5, False, 200, 0.0),
        ("bounce", 4, 5, True, 300, 0.0),
        ("bounce", 3, 2, False, 800, 0.0),
    ],
)
def test_known_strengths_come_back(
    game: str, seats: int, players: int, pairwise: bool, rounds: int, draws: float
) -> None:
    made = a_plan(game, seats, players, pairwise)
    blocks = invented(made, rounds, KNOWN[:players], seed=5, draws=draws)
    standings = ratings.standings(made, blocks)
    assert [row.index for row in standings] == list(range(players))
    rows = {row.index: row for row in standings}
    wanted = centred(KNOWN[:players]) * (1 - draws)  # draws pull everybody together, about so far
    for index, elo in enumerate(wanted):
        row = rows[index]
        assert abs(row.elo - elo) < 30
        assert row.low < row.elo < row.high
        assert 0 < row.high - row.low < 100


def test_intervals_cover() -> None:
    """Of 95 % intervals from 25 deals each, as they are printed, 88 to 99 % contain the truth."""
    made = a_plan("pegs", 2, 3)
    known = [80.0, 0.0, -80.0]
    hits = total = 0
    for seed in range(60):
        blocks = invented(made, 25, known, seed=1000 + seed)
        for row in ratings.standings(made, blocks, seed):
            hits += row.low <= known[row.index] <= row.high
            total += 1
    assert 0.88 < hits / total < 0.99


def test_an_interval_reaches_to_its_estimate() -> None:
    """What is imagined would push it off where few games of many seats are all one player's."""
    made = a_plan("bounce", 5, 5)
    stretched = 0
    for rounds in (1, 2, 3):
        blocks = invented(made, rounds, [4000, 0, 0, 0, 0], seed=1)
        elo = ratings.resampled(ratings.sheet(made, blocks), 1)
        ends = np.percentile(elo, [2.5, 97.5], axis=0)
        for row in ratings.standings(made, blocks):
            low, high = ends[:, row.index]
            assert (row.low, row.high) == (min(low, row.elo), max(high, row.elo))
            stretched += int(not low <= row.elo <= high)
    assert stretched


def test_two_players_are_elo() -> None:
    """With many games the estimate is the logistic formula of the score, draws as halves."""
    made = a_plan("pegs", 2, 2)
    blocks = invented(made, 2000, [100, -30], seed=3, draws=0.2)
    rows = ratings.standings(made, blocks)
    score = rows[0].share
    assert rows[0].elo - rows[1].elo == pytest.approx(400 * np.log10(score / (1 - score)), abs=0.5)
    assert rows[0].share + rows[1].share == pytest.approx(1)
    assert rows[0].won + rows[0].shared + rows[0].lost == rows[0].games == 4000
    assert rows[0].shared == rows[1].shared > 0
    assert rows[0].par == 0.5


def test_a_clean_sheet_is_finite_and_uncertain() -> None:
    made = a_plan("pegs", 2, 2)
    blocks = invented(made, 5, [4000, -4000], seed=1)
    best, worst = ratings.standings(made, blocks)
    assert (best.won, worst.won) == (10, 0)
    assert 150 < best.elo < 1000
    assert best.low < best.elo - 50
    twenty = ratings.standings(made, invented(made, 50, [4000, -4000], seed=1))[0]
    assert twenty.elo > best.elo


def test_the_same_seed_gives_the_same_intervals() -> None:
    made = a_plan("bounce", 3, 3)
    blocks = invented(made, 20, [50, 0, -50], seed=2)
    assert ratings.standings(made, blocks, 7) == ratings.standings(made, blocks, 7)
    assert ratings.standings(made, blocks, 7) != ratings.standings(made, blocks, 8)


def test_games_of_a_deal_are_resampled_together() -> None:
    """Where the deal decides everything, 200 games of 100 deals say nothing at all."""
    made = a_plan("pegs", 2, 2)
    blocks = invented(made, 100, [0, 0], seed=4)
    decided = [[replace(game, result=(0,)) for game in block] for block in blocks]
    row = ratings.standings(made, decided)[0]
    assert row.elo == pytest.approx(0)
    assert row.high - row.low < 10
    assert {round(w, 9) for w in ratings.sheet(made, decided).wins.ravel()} == {1.0}


def test_seats_do_not_count_as_strength() -> None:
    """Three seats for two players: one of them has two in each game, but equals are equals."""
    made = a_plan("bounce", 3, 2)
    rows = ratings.standings(made, invented(made, 1500, [0, 0], seed=9))
    assert abs(rows[0].elo) < 25
    assert rows[0].par == pytest.approx(0.5)


def test_everybody_against_everybody() -> None:
    made = a_plan("pegs", 2, 3)
    blocks = invented(made, 30, [300, 0, -300], seed=1)
    shares = ratings.against(made, blocks)
    for a, b in itertools.product(range(3), repeat=2):
        mine, theirs = shares[a][b], shares[b][a]
        if a == b:
            assert mine is None
        else:
            assert mine is not None
            assert theirs is not None
            assert mine + theirs == pytest.approx(1)
            assert (mine > 0.5) == (a < b)


def test_nought_has_no_sign() -> None:
    from pivotry.arena.table import _signed

    assert [_signed(elo) for elo in (-0.4, 0.0, 0.4, 12.6, -178.2)] == [
        "0",
        "0",
        "0",
        "+13",
        "-178",
    ]
