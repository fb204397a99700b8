"""What the end of a match says: who has won, for whom, and by which clause."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pivotry
from pivotry import registry
from pivotry.match import Match
from pivotry.server import pages

from .conftest import Visitor


def over(game: str, seed: int, **options: Any) -> Match:
    """A match played out at random."""
    match, chosen = pivotry.new(game, seed=seed, **options), random.Random(seed)
    while match.result is None:
        match.play(chosen.choice(match.legal_moves()))
    return match


@pytest.mark.parametrize(
    ("match", "said", "clauses"),
    [
        (over("pivotation", 0, board="mini"), "Dark has 1 finished bar, against 0.", "P-18"),
        (over("pivotation", 3, board="mini"), "Light has 1 finished bar, against 0.", "P-18 P-19"),
        (over("pivotation", 14, board="mini"), "Dark has no move left.", "P-20"),
        (over("pegs", 1), "Dark has 3 rings in the goal row.", "G-10"),
        (over("pegs", 1, quiet_limit=3), "No ring has gone forward for 3 moves.", "G-11"),
        (over("updown", 1, games=1, hand=2), "{p1} has the fewest points: 0.", "U-15"),
        (over("bounce", 1), "{p1} has 4 points.", "B-14"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_end_says_by_what_it_was_decided(
    visitor: Visitor, match: Match, said: str, clauses: str
) -> None:
    telling = registry.get(match.game).telling
    ending = telling.ending(match.view(None), match.names)
    assert ending == (said.format(p1=match.names[0]), tuple(clauses.split()))
    said = said.format(p1="Player 1")  # as people at a table say it
    table = visitor.load(match.record())
    state = visitor.state(table)
    assert said in state["panels"]["status"]
    for clause in clauses.split():
        assert f'href="/rules/{match.game}#{clause}"' in state["panels"]["status"]
    assert state["say"].endswith(said)
    assert set(clauses.split()) <= set(pages.rulebook.load(match.game).clauses)


def test_a_draw_on_a_board_says_why() -> None:
    view = pivotry.new("pivotation").view(None)
    ending = registry.get("pivotation").telling.ending
    assert ending({**view, "result": "draw"}) == ("Neither side has a move left.", ("P-20",))
    view = pivotry.new("pegs").view(None)
    ending = registry.get("pegs").telling.ending
    assert ending({**view, "result": "draw"})[1] == ("GR-3",)


def test_who_has_played_is_told_of_themselves() -> None:
    assert pages.outcome(["Ada"]) == "Ada wins."
    assert pages.outcome(["Ada"], won=True) == "You win."
    assert pages.outcome(["Ada"], won=False) == "You lost: Ada wins."
    assert pages.outcome(["Ada", "Bob"], won=True) == "You win: Ada and Bob win together."
    assert pages.outcome(["Ada", "Bob"], won=False) == "You lost: Ada and Bob win together."
    assert pages.outcome([], won=False) == "A draw: nobody wins."
