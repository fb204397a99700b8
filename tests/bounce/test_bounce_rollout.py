"""How good moves look, and that it is a sum of weights times numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

import pivotry
from pivotry import registry
from pivotry.games.bounce import rollout
from pivotry.search.perft import derived

WEIGHTS = np.arange(1, len(rollout.LOOKING) + 1) * 16


def judged(position: dict[str, Any], weights: Any = WEIGHTS) -> dict[str, int]:
    """What every legal move is worth."""
    game = registry.get("bounce")
    match = pivotry.from_position(position)
    options, state = game.position.read(match.position())
    config = game.setup.config(options)
    work = derived(game, state, config)
    out = np.zeros(game.facts.max_moves, np.int32)
    n = int(game.rules.legal(state, config, work, out))
    return {
        game.notation.write(int(a), config): int(rollout.worth(state, config, work, a, weights))
        for a in map(int, out[:n])
    }


def table(hand: list[str], *others: tuple[list[str], list[str]]) -> dict[str, Any]:
    """Seat 0 to move with a hand; of each other seat the hand and its set."""
    data = pivotry.new("bounce", len(others) + 1, seed=1).position()
    return data | {
        "turn": 0, "hands": [hand, *(cards for cards, _ in others)],
        "sets": [[], *(cards for _, cards in others)], "known": [[]] * (len(others) + 1),
    }  # fmt: skip


def test_a_set_that_bounces_is_worth_more() -> None:
    free = judged(table(["5/7", "5/8", "1/2"], (["9/3"], [])))
    hits = judged(table(["5/7", "5/8", "1/2"], (["9/3"], ["4/6", "4/8"])))
    s, size, square, number, one, cards = WEIGHTS[:6]
    assert free["set 5"] == s + 2 * size + 4 * square + 5 * number
    assert hits["set 5"] == free["set 5"] + one + 2 * cards
    assert hits["set 1"] == free["set 1"]
    assert hits["take p2"] == WEIGHTS[10] + 2 * WEIGHTS[11]


def test_to_rotate_is_worth_the_numbers_that_go() -> None:
    assert judged(table(["5/7", "4/7", "1/7"], (["9/3"], [])))["rotate"] == 2 * WEIGHTS[12]
    assert judged(table(["7/5", "7/4", "7/1"], (["9/3"], [])))["rotate"] == -2 * WEIGHTS[12]


def test_to_add_tells_last_cards_and_bounces() -> None:
    """The set of p2 grows to two cards: one of p3 is lower, one of p4 higher."""
    rest = [(["9/3"], ["6/1"]), (["8/3"], ["2/1", "2/3"]), (["8/1"], ["7/1", "7/3"])]
    last = judged(table(["6/7", "1/5"], *rest))
    assert last["add 6/7 p2"] == sum(WEIGHTS[6:10])
    more = judged(table(["6/7", "6/8", "1/5"], *rest[:2]))
    assert more["add 6/7 p2"] == more["add 6/8 p2"] == WEIGHTS[6] + WEIGHTS[9]


def test_to_be_out_is_worth_most() -> None:
    assert judged(table(["6/7"], (["9/3", "1/2"], ["6/1"])))["add 6/7 p2"] == rollout.OUT
    assert judged(table(["6/7"], (["9/3", "1/2"], ["5/1"])))["set 6"] == rollout.OUT


def test_looks_grow_with_worth() -> None:
    """One move looks e times as good as another for 128 more; none is out of the question."""
    assert (np.diff(rollout.LOOKS) > 0).all()
    assert np.isclose(rollout.LOOKS[8] / rollout.LOOKS[0], np.e)
    assert rollout.LOOKS[rollout.WORST] == 1.0
