"""Judging matches: what a mark means, two columns for hidden cards, interrupts, reproducibility."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

import pivotry
from pivotry.analysis import MARKS, Analysis, Judgement, analyse
from pivotry.analysis.judge import BEST, DUBIOUS, GOOD, MISTAKE, mark
from pivotry.analysis.sight import Look, Sight, Worth
from pivotry.errors import BadOption
from pivotry.match import Match
from pivotry.players.budget import Budget
from pivotry.search.found import Line
from worktime import Looks

FEW = Budget(None, 300)


def played(game: str, plies: int, seed: int = 1, **options: Any) -> Match:
    match = pivotry.new(game, seed=seed, **options)
    rng = random.Random(seed)
    while match.turn is not None and match.ply < plies:
        match.play(rng.choice(match.legal_moves()))
    return match


# Dark has one move of its turn left, and C1-D1 wins.
_WON = "dldl,lldl,dd,ll/4/ld,4/1,d,d,2 d 2 - 0 0 -"


def won(move: str) -> Match:
    """A peg game that Dark wins with C1-D1, and goes on with ``move``."""
    from pivotry.games.pegs import fen

    match = pivotry.from_position(fen.read(_WON))
    match.play(move)
    return match


# --- marks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("loss", "second", "choices", "expected"),
    [
        (0.0, None, 1, "forced"),
        (0.0, None, 2, "best"),
        (0.0, DUBIOUS, 5, "best"),
        (0.0, DUBIOUS + 0.01, 5, "only"),
        (BEST, 1.0, 5, "only"),
        (BEST + 0.01, 1.0, 5, "good"),
        (GOOD, 0.0, 5, "good"),
        (GOOD + 0.01, 0.0, 5, "dubious"),
        (DUBIOUS + 0.01, 0.0, 5, "mistake"),
        (MISTAKE, 0.0, 5, "mistake"),
        (MISTAKE + 0.01, 0.0, 5, "blunder"),
    ],
)
def test_marks_go_by_the_loss(
    loss: float, second: float | None, choices: int, expected: str
) -> None:
    assert mark(loss, second, choices) == expected
    assert expected in MARKS


def test_a_win_taken_is_best_and_a_win_missed_costs_something() -> None:
    taken = analyse(won("C1-D1"), FEW).moves[0]
    assert taken.known.mark in ("best", "only")
    assert taken.known.proof == 1
    assert taken.known.loss == 0
    assert taken.printed == "C1-D1"
    missed = analyse(won("A1-B1"), FEW).moves[0]
    assert missed.known.value == 1
    assert missed.known.best.text == "C1-D1"
    assert missed.known.loss >= 0


MINI = [
    "d1-c2", "a5-b4", "c1-d3", "e5-e4", "a1-a2", "b5-c3", "b1-a3", "b4-b2", "c2-d4", "c3-b1",
    "a2-a4", "b2-a1",
]  # fmt: skip
"""A whole game; with its ninth move Dark lets Light win by force."""


def mini() -> Match:
    return mini_at(len(MINI))


def mini_at(ply: int) -> Match:
    match = pivotry.new("pivotation", board="mini")
    for move in MINI[:ply]:
        match.play(move)
    return match


def test_a_move_into_a_lost_position_is_a_blunder_and_the_win_is_seen() -> None:
    found = analyse(mini(), Budget(None, 2000), lines=2)
    assert found.complete
    assert [m.text for m in found.moves] == MINI
    blunder, win = found.moves[8], found.moves[9]
    assert blunder.known.mark == "blunder"
    assert blunder.known.played == -1
    assert blunder.known.best.text != blunder.text
    assert blunder in found.worst(3)
    assert win.known.proof == 1
    assert win.known.value == win.known.played == 1
    assert found.moves[-1].printed.endswith("#")
    assert found.moves[-1].known.played == 1
    for move in found.moves:
        assert len(move.known.lines) == min(2, move.choices)
        assert -1 <= move.known.played <= move.known.value <= 1
        assert move.known.value == move.known.best.value
        told = [line.value for line in move.known.lines if line.text == move.text]
        assert told in ([], [move.known.played])
        after = mini_at(move.ply)
        for text in move.known.best.line:
            after.play(text)
        assert move.open is None


def test_what_is_certain_later_corrects_what_seemed_best() -> None:
    """The position after a move is searched a move deeper than the one before it."""
    from pivotry.analysis.open import _corrected

    lines = (Line(1, 50, 0.4), Line(2, 30, 0.2), Line(3, 20, -0.1))
    order = [line.action for line in _corrected(lines, 1, Worth(-1.0, 9, -1))]
    assert order == [2, 3, 1]
    order = [line.action for line in _corrected(lines, 3, Worth(1.0, 9, 1))]
    assert order == [3, 1, 2]
    order = [line.action for line in _corrected(lines, 1, Worth(0.0, 9, 0))]
    assert order == [2, 1, 3]
    assert _corrected(lines, 7, Worth(0.0, 9, 0)) == lines


def test_the_best_line_has_the_value_of_the_position() -> None:
    """A move that turned out better than all lines is the best one; others keep their order."""
    from pivotry.analysis.sight import _ranked

    lines = (Line(1, 50, 0.4), Line(2, 30, 0.5), Line(3, 20, -0.1))
    assert _ranked(lines, 1, Worth(0.4, 50)) == lines
    assert _ranked(lines, 3, Worth(0.3, 9)) == lines, "no line to be believed more"
    told = _ranked(lines, 2, Worth(0.5, 30, None, 0.2, (7,)))
    assert [line.action for line in told] == [2, 1, 3]
    new = _ranked(lines, 9, Worth(1.0, 12, 1, 0.0, (7, 8)))
    assert new == (Line(9, 12, 1.0, 1, (9, 7, 8)), *lines)


def test_an_only_move_is_beyond_doubt_and_lines_agree_with_what_is_said() -> None:
    match = pivotry.new("pegs")
    match.play(match.legal_moves()[0])
    sight = Sight(match, FEW, 3, 0, threading.Event())
    (question,) = sight.questions
    asked = sight.asked(0, sight.view(question.state, question.seat))
    own, other = question.action, next(n for n in asked.legal if n != question.action)

    def judged(visits: int, other_first: bool = False) -> Judgement:
        lines = (Line(own, visits, 0.3, None, (own,)), Line(other, visits, 0.0, None, (other,)))
        found = Look(lines[::-1] if other_first else lines, 2 * visits)
        told = Worth(-0.5, visits, None, 0.1) if other_first else found.best
        return sight.judged(question, asked, found, told, 2 * visits)

    assert judged(100).mark == "best", "0.3 is within the doubt of two means of 100"
    assert judged(10_000).mark == "only"
    late = judged(10_000, other_first=True)
    assert late.played < -0.3
    assert late.lines[1].value == late.played, "what the position after the move showed"
    sight.doubting = False
    assert judged(100).mark == "only"


def test_the_doubt_of_means_shrinks_with_their_number_and_that_of_depths_is_seen() -> None:

    one, two, new = Line(1, 400, 0.3), Line(2, 100, 0.1), Line(3, 100, 0.05)
    means = Look((one, two), 500)
    assert (means.doubt(one), means.doubt(two)) == pytest.approx((0.05 * 2**0.5, 0.1 * 2**0.5))
    course = ({}, {1: 0.1, 2: 0.2}, {1: 0.35, 2: 0.2}, {1: 0.3, 2: 0.1, 3: 0.05})
    depths = Look((one, two, new), 500, course[1:])
    assert depths.doubt(one) == pytest.approx(0.125)
    assert depths.doubt(two) == pytest.approx(0.05)
    assert depths.doubt(new) == pytest.approx(0.075), "at most as good as the second line before"
    early = Look((one,), 500, course)
    assert early.doubt(one) == pytest.approx(0.175), "nothing was known at first"
    assert depths.doubt(Line(1, 400, 1.0, 1)) == means.doubt(Line(1, 1, -1.0, -1)) == 0
    assert depths.best == depths.told(1)
    assert means.told(3) is None


def test_a_budget_in_stages_is_the_same_search() -> None:
    """Values are noted on the way; what comes out is the same."""
    from pivotry.analysis.sight import STAGES
    from pivotry.search.best import strongest

    match = played("pegs", 8)
    sight = Sight(match, Budget(None, 3001), 2, 0, threading.Event())
    question = sight.questions[5]
    asked = sight.asked(5, sight.view(question.state, question.seat))
    look = sight.look(asked, question.state)
    whole = strongest(
        sight.game, question.state, sight.config, 2, question.seat, 1, 3001, lines=2
    )  # fmt: skip
    whole.run(nodes=3001)
    assert (look.lines, look.nodes) == (whole.lines(), 3001)
    assert len(look.course) == len(STAGES)
    assert look.course[-1] == {line.action: line.value for line in look.lines}
    assert look.course[0] != look.course[-1]


# --- hidden cards --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options"),
    [("bounce", {"players": 3, "target": 2}), ("updown", {"players": 3, "games": 1})],
)
def test_hidden_cards_are_judged_twice(game: str, options: dict[str, Any]) -> None:
    match = played(game, 16, **options)
    found = analyse(match, FEW, lines=3, jobs=2)
    assert found.complete
    moves = [entry.text for entry in match.log() if entry.kind == "move"]
    assert [move.text for move in found.moves] == moves
    for move in found.moves:
        assert move.open is not None
        for judged in move.judgements():
            assert -1 <= judged.played <= judged.value <= 1
            assert judged.value == judged.best.value
            assert judged.proof == judged.best.proof
            assert judged.mark in MARKS
        assert (move.known.mark == "forced") == (move.choices == 1)


def test_what_a_seat_could_know_does_not_depend_on_what_it_could_not() -> None:
    """The first column is the same for two deals that look the same to the seat to move."""
    match = pivotry.new("bounce", players=3, seed=9)
    seat = match.turn
    assert seat is not None
    move = match.legal_moves()[0]
    position = match.position()
    others = [i for i in range(3) if i != seat]
    swapped = {**position, "hands": list(position["hands"])}
    one, two = others
    swapped["hands"][one], swapped["hands"][two] = position["hands"][two], position["hands"][one]
    found = []
    for start in (position, swapped):
        other = pivotry.from_position(start)
        assert other.view(seat) == match.view(seat)
        other.play(move)
        found.append(analyse(other, FEW, lines=3).moves[0])
    assert found[0].known == found[1].known
    assert found[0].open != found[1].open


# --- budgets, threads, ends ----------------------------------------------------------------------


def test_nodes_make_it_the_same_whatever_the_jobs() -> None:
    match = played("pegs", 12)
    one = analyse(match, FEW, lines=2, jobs=1, seed=5)
    assert analyse(match, FEW, lines=2, jobs=3, seed=5) == one
    hidden = played("updown", 8, players=3)
    first = analyse(hidden, FEW, seed=5)
    assert analyse(hidden, FEW, jobs=2, seed=5) == first


def test_progress_counts_up_and_cancelling_keeps_what_there_is() -> None:
    match = played("pegs", 20)
    cancel = threading.Event()
    seen: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        seen.append((done, total))
        if done >= 5:
            cancel.set()

    found = analyse(match, FEW, progress=progress, cancel=cancel)
    assert not found.complete
    assert 5 <= len(found.moves) < 20
    assert seen[0] == (1, 20)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert [move.ply for move in found.moves] == list(range(len(found.moves)))


def test_cancelling_is_prompt() -> None:
    match = played("pegs", 6)
    analyse(match, FEW)  # compiled
    cancel = Looks(after=0.3)
    found = analyse(match, Budget(30.0), cancel=cancel)
    assert not found.complete
    assert len(found.moves) < 6
    assert cancel.longest < 0.5


def test_a_progress_that_fails_ends_the_searches() -> None:
    told: list[int] = []
    cancel = threading.Event()

    def progress(done: int, total: int) -> None:
        told.append(done)
        raise RuntimeError("the page is gone")

    with pytest.raises(RuntimeError, match="the page is gone"):
        analyse(played("pegs", 30), Budget(0.2), jobs=2, progress=progress, cancel=cancel)
    assert len(told) == 1
    assert cancel.is_set(), "or what still runs would be waited for"


@pytest.mark.parametrize("wrong", [{"lines": 0}, {"lines": 99}, {"jobs": 0}, {"seed": -1}])
def test_what_makes_no_sense_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(BadOption):
        analyse(pivotry.new("pegs"), FEW, **wrong)


def test_what_is_no_match_and_no_budget_is_refused() -> None:
    match = pivotry.new("pegs")
    for thing in (5, 0.5, "5s", True):
        with pytest.raises(BadOption, match="Budget"):
            analyse(match, thing)  # type: ignore[arg-type]
        with pytest.raises(BadOption, match="Budget"):
            pivotry.players.player("pegs", "random").think(match.view(0), thing)
    with pytest.raises(BadOption, match="a match"):
        analyse(match.record(), FEW)  # type: ignore[arg-type]


def test_a_match_without_moves_has_nothing_to_judge() -> None:
    found = analyse(pivotry.new("pegs"), FEW)
    assert found.complete
    assert found.moves == ()
    assert isinstance(found, Analysis)
