"""Explanations: legal exactly when the rules say so, and the reason of every refusal."""

from __future__ import annotations

from typing import Any

import pytest
from kit import Play, generator
from updown_table import after, at, said, table

from pivotry.chance import Stream, seed_bytes
from pivotry.contract import OVER
from pivotry.games.updown import explain, notation, tables, views

EVERY_TEXT = [notation.write(a, None) for a in range(tables.ACTIONS)] + [
    "0", "81", "85", "999", "=0", "=81", "=999", "nonsense", "",
]  # fmt: skip


def turned(*texts: str, **rest: Any) -> Play:
    play = at("3 50 UP DOWN", "1 60", "2", **rest)
    after(play, *texts)
    return play


REFUSALS = [
    (turned(), "30", ("U-6",), "You do not hold 30.", ()),
    (turned(), "60", ("U-6",), "You do not hold 60.", ()),
    (turned(), "PIVOT", ("U-7",), "You do not hold a PIVOT card.", ()),
    (turned(), "3", ("U-6",),
     "Play goes up, so a number must be higher than the 40 on the number pile; 3 is lower.",
     ("3", "numbers")),
    (turned(going="down"), "50", ("U-6",),
     "Play goes down, so a number must be lower than the 40 on the number pile; 50 is higher.",
     ("50", "numbers")),
    (turned(), "UP", ("U-7",),
     "Play already goes up: UP can only be played while it goes down.", ("UP", "directions")),
    (turned(going="down"), "DOWN", ("U-7",),
     "Play already goes down: DOWN can only be played while it goes up.", ("DOWN", "directions")),
    (turned(), "keep", ("U-8",),
     "There is nothing to keep: no card has been drawn in this turn.", ("draw",)),
    (turned(), "=17", ("U-8",), "No card is being drawn now, so =17 cannot be drawn.", ("draw",)),
    (turned(), "81", ("U-1",), "There is no card 81: the numbers run from 1 to 80.", ()),
    (turned(), "=0", ("U-1", "U-8"), "There is no card 0: the numbers run from 1 to 80.", ()),
    (turned("draw"), "50", ("U-8",), "p1 drew: chance gives a card first.", ("draw",)),
    (turned("draw"), "99", ("U-1", "U-8"), "There is no card 99", ()),
    (turned("draw"), "=50", ("U-8",), "50 is not in the draw pile, so it cannot be drawn.",
     ("draw",)),
    (turned("draw", "=70"), "50", ("U-8",),
     "After drawing, only the drawn card can be played: 70, not 50.", ("50", "70", "keep")),
    (turned("draw", "=70"), "3", ("U-8", "U-6"),
     "After drawing, only the drawn card can be played: 70, not 3.", ("3", "70", "keep")),
    (turned("draw", "=70"), "UP", ("U-8", "U-7"),
     "After drawing, only the drawn card can be played: 70, not UP.", ("UP", "70", "keep")),
    (turned("draw", "=70"), "71", ("U-8", "U-6"), "You do not hold 71.", ("70", "keep")),
    (turned("draw", "=70"), "draw", ("U-8",),
     "One card a turn is drawn, and 70 has been: play it or keep it.", ("70", "keep")),
    (turned("draw", "=70"), "=70", ("U-8",),
     "No card is being drawn now, so =70 cannot be drawn.", ("draw",)),
    (at("53 3", "1", "2"), "nonsense", (), "", ()),
]  # fmt: skip


@pytest.mark.parametrize(("play", "text", "clauses", "message", "squares"), REFUSALS)
def test_refusals(
    play: Play, text: str, clauses: tuple[str, ...], message: str, squares: tuple[str, ...]
) -> None:
    found = said(play, text)
    assert not found.legal
    assert found.clauses == clauses
    assert message in found.message
    assert found.squares == squares


def test_a_penalty_is_drawn_first() -> None:
    play = at("53 3", "60", "2")
    after(play, "53")
    found = said(play, "60")
    assert (found.legal, found.clauses) == (False, ("U-10",))
    assert found.message == "p2 owes a penalty card: chance gives a card first."


def test_between_games_and_after_the_match() -> None:
    play = at("50", "1", "2")
    after(play, "50")
    for text in ("1", "draw", "=1", "keep"):
        assert said(play, text).clauses == ("U-15",)
        assert "next game is dealt" in said(play, text).message
    play = at("50", "1", "2", games=1)
    after(play, "50")
    assert said(play, "1").message == "The match is over."


def test_what_is_said_of_legal_moves() -> None:
    play = turned()
    assert said(play, "50").message == "50 can be played: it is higher than 40."
    assert said(play, "DOWN").message == "DOWN can be played: it makes play go down."
    assert said(play, "draw").message == "Drawing a card is always allowed."
    after(play, "draw", "=70")
    assert said(play, "70").message == "70, just drawn, can be played."
    assert said(play, "keep").message == "70 can be kept, which ends the turn."
    play = at("3 50", "1", "2", free=True, last_player=0, idle=2)
    assert said(play, "3").message == "3 can be played: this turn is free, so any number will do."
    assert said(play, "3").clauses == ("U-6", "U-11")


def test_legal_exactly_when_the_rules_say_so() -> None:
    """All conceivable texts, in all phases, along random matches."""
    for players, seed in ((2, 1), (4, 2), (8, 3)):
        play = Play("updown", players, {"games": 2}, compiled=True).begin(seed)
        rng = generator(seed)
        phases = set()
        for step in range(3000):
            phase = int(play.s.phase)
            if step % 40 == 0 or phase not in phases:
                phases.add(phase)
                legal = set(play.texts())
                for text in EVERY_TEXT:
                    found = said(play, text)
                    assert found.legal == (text in legal), (text, found)
                    assert found.message.endswith(".")
            if play.over:
                break
            play.k.random(play.s, play.c, play.w, rng)
        assert phases >= {tables.PLAY, tables.DRAWING, tables.DRAWN}


def test_explanations_depend_on_the_view_alone() -> None:
    """Other hands and the pile redrawn: the seat to act is told the same."""
    play = Play("updown", 4, {"games": 1}).begin(5)
    rng = generator(5)
    for step in range(200):
        if play.actor == OVER:
            break
        if play.actor >= 0:
            view = views.view(play.s, play.c, play.options, play.actor)
            _, other = views.fill(view, Stream(seed_bytes(step), 0))
            for text in EVERY_TEXT[:: 1 + step % 7]:
                assert explain.explain(other, play.c, text) == said(play, text)
        play.k.random(play.s, play.c, play.w, rng)


def test_never_raises() -> None:
    play = Play.at(table("3 50", "1"))
    for text in ("", "\x00", "=" * 99, "🂡", "9" * 10_000, "draw\ndraw"):
        assert said(play, text).legal is False
