"""Budgets and players as people write them."""

from __future__ import annotations

from typing import Any

import pytest

import pivotry
from pivotry.players import Budget, player


@pytest.mark.parametrize(
    ("text", "seconds", "nodes"),
    [
        ("0.5s", 0.5, None), ("250ms", 0.25, None), ("2000n", None, 2000), (".5S", 0.5, None),
        ("1s + 300n", 1.0, 300),
    ],
)  # fmt: skip
def test_budgets_are_read_and_written(text: str, seconds: float | None, nodes: int | None) -> None:
    budget = Budget.read(text)
    assert (budget.seconds, budget.nodes) == (seconds, nodes)
    assert Budget.read(str(budget)) == budget


@pytest.mark.parametrize("seconds", [1e-5, 5e-324, 1 / 3, 0.1 + 0.2, 1234.5678901, 60, 3600.0])
@pytest.mark.parametrize("nodes", [None, 7, 10**15 - 1])
def test_no_digit_is_lost(seconds: float, nodes: int | None) -> None:
    budget = Budget(seconds, nodes)
    assert Budget.read(str(budget)) == budget
    assert Budget.read(str(Budget(nodes=5))) == Budget(nodes=5)


def test_budgets_are_written_briefly() -> None:
    assert [str(Budget(s)) for s in (0.5, 2.0, 60, 1e-5)] == ["0.5s", "2s", "60s", "0.00001s"]
    assert str(Budget(0.05, 300)) == "0.05s+300n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "s",
        "-1s",
        "0n",
        "0s",
        "1s+2s",
        "1.5n",
        "1e3s",
        "nans",
        "4000s",
        "1x",
        "1s+",
        "1234567890123456n",
    ],
)
def test_no_budget(text: str) -> None:
    with pytest.raises(pivotry.BadOption):
        Budget.read(text)


@pytest.mark.parametrize("seconds", [10**400, float("inf"), float("nan"), -1, True, "1"])
def test_a_time_that_is_none_is_refused(seconds: Any) -> None:
    with pytest.raises(pivotry.BadOption, match="seconds is a time"):
        Budget(seconds)


@pytest.mark.parametrize("nodes", [0, 10**15, 10**30, 1.0, True])
def test_nodes_that_cannot_be_written_are_refused(nodes: Any) -> None:
    with pytest.raises(pivotry.BadOption, match="at most 15 digits"):
        Budget(nodes=nodes)


def test_without_anything_a_second() -> None:
    assert Budget() == Budget(1.0)


def test_players_by_text() -> None:
    match = pivotry.new("pegs")
    some = player("pegs", "Tree@200n")
    assert some.budget == Budget(nodes=200)
    assert some.choose(match.view(0), seed=1) == some.choose(match.view(0), seed=1)
    assert some.choose(match.view(0), seed=1) in match.legal_moves()


@pytest.mark.parametrize("text", ["", "nobody", "tree@", "tree@x", "@1s"])
def test_no_player(text: str) -> None:
    with pytest.raises(pivotry.BadOption):
        player("pegs", text)


def test_a_player_plays_one_game() -> None:
    with pytest.raises(pivotry.BadPosition):
        player("pegs").choose(pivotry.new("pivotation").view(0))
