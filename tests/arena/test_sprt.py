"""The sequential test: its ratio, and how often it is wrong."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from arena_kit import invented

from pivotry.arena import tournament
from pivotry.arena.plan import plan
from pivotry.arena.sprt import Course, Trial
from pivotry.arena.sprt import expected as expected_score
from pivotry.errors import BadOption


def expected(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def course_of(test: Trial, elo: float, draws: float, rng: np.random.Generator) -> Course:
    """A course of pairs of games whose results (lost, drawn, won) have this strength."""
    win = expected(elo) - draws / 2
    chances = [1 - win - draws, draws, win]
    course = Course(test)
    while course.decision is None and course.blocks < 4000:
        scores = rng.choice([0, 0.25, 0.5], size=(50, 2), p=chances).sum(axis=1)
        for score in scores:
            course.look(float(score))
    return course


@pytest.mark.parametrize(("draws", "elo1"), [(0.0, 60.0), (0.4, 40.0)])
def test_errors_are_as_rare_as_promised(draws: float, elo1: float) -> None:
    rng = np.random.default_rng(11)
    test = Trial(0, elo1, alpha=0.1, beta=0.1)
    runs = 150
    false = sum(course_of(test, 0, draws, rng).decision == "H1" for _ in range(runs))
    missed = sum(course_of(test, elo1, draws, rng).decision == "H0" for _ in range(runs))
    # 0.1 of 150 is 15; three standard deviations more is 26.
    assert 3 <= false <= 26
    assert 3 <= missed <= 26


def test_far_from_the_hypotheses_it_is_quick_and_right() -> None:
    rng = np.random.default_rng(2)
    test = Trial(0, 50)
    for elo, decision in ((200, "H1"), (-100, "H0")):
        courses = [course_of(test, elo, 0.2, rng) for _ in range(20)]
        assert {course.decision for course in courses} == {decision}
        assert np.mean([course.blocks for course in courses]) < 60


def test_the_ratio_is_near_its_normal_approximation() -> None:
    """Van den Bergh: N (s1 - s0) (2 mean - s0 - s1) / (2 variance), for close hypotheses."""
    counts = {0.0: 90, 0.25: 210, 0.5: 420, 0.75: 250, 1.0: 130}
    test = Trial(0, 10)
    total = sum(counts.values())
    mean = sum(a * n for a, n in counts.items()) / total
    variance = sum((a - mean) ** 2 * n for a, n in counts.items()) / total
    s0, s1 = expected(0), expected(10)
    near = total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert test.ratio(counts) == pytest.approx(near, rel=0.03)


def test_trinomial_ratio_against_the_laws_themselves() -> None:
    """Two scores only: the laws are fixed by their means, so the ratio can be written down."""
    test = Trial(-20, 30)
    counts = {0.0: 400, 1.0: 600}
    s0, s1 = expected(-20), expected(30)
    exact = 600 * math.log(s1 / s0) + 400 * math.log((1 - s1) / (1 - s0))
    assert test.ratio(counts) == pytest.approx(exact, abs=0.01)


@pytest.mark.parametrize(("seats", "even"), [(2, True), (3, False), (4, True), (5, False)])
def test_uneven_tables_are_expected_as_the_ratings_see_them(seats: int, even: bool) -> None:
    made = plan("bounce", ["tree@1n", "tree@2n"], seats=seats)
    run = tournament.Run(made, 1, Trial(0, 100))
    assert run.course is not None
    tables = run.course.seats
    assert all(mine + theirs == seats for mine, theirs in tables)
    assert expected_score(0, tables) == pytest.approx(0.5)
    blocks = invented(made, 4000, [150, 0], seed=seats)
    mean = np.mean([game.shares(2)[0] for block in blocks for game in block])
    assert expected_score(150, tables) == pytest.approx(mean, abs=0.02)
    assert (expected_score(150, tables) == pytest.approx(expected(150), abs=1e-9)) == even
    counts = Counter(sum(game.shares(2)[0] for game in block) / 2 for block in blocks)
    low, high = (Trial(*ends).ratio(counts, tables) for ends in ((0, 150), (150, 300)))
    assert low > 100
    assert high < -100


def test_it_is_fair_to_both() -> None:
    """Scores and hypotheses turned round turn the ratio round."""
    counts = {0.0: 5, 0.5: 20, 1.0: 9}
    mirrored = {1 - a: n for a, n in counts.items()}
    assert Trial(-10, 40).ratio(counts) == pytest.approx(-Trial(-40, 10).ratio(mirrored))


def test_nothing_counts_after_the_decision() -> None:
    course = Course(Trial(0, 100))
    for _ in range(200):
        course.look(1.0)
    assert course.decision == "H1"
    assert course.blocks < 200
    assert sum(course.counts.values()) == course.blocks
    assert course.ratio >= course.test.bounds[1]
    assert course.test.bounds == pytest.approx((-2.944, 2.944), abs=0.001)


def test_no_certainty_from_nothing() -> None:
    course = Course(Trial(0, 20))
    course.look(1.0)
    course.look(1.0)
    assert course.decision is None
    assert math.isfinite(course.ratio)


@pytest.mark.parametrize(
    "bad", [{"elo0": 5, "elo1": 5}, {"elo1": -1}, {"alpha": 0}, {"beta": 0.6}, {"elo1": 5000}]
)
def test_what_is_no_test(bad: dict[str, float]) -> None:
    with pytest.raises(BadOption):
        Trial(**bad)
