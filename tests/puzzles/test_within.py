"""How many moves of its own a seat needs to win: against plain minimax, and what is left open."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

import pivotry
from pivotry.contract import OVER, copied
from pivotry.match import Match
from pivotry.puzzles import Puzzle, load
from pivotry.puzzles.prove import holding, quick, verify
from pivotry.puzzles.selfplay import spots
from pivotry.registry import get
from pivotry.search.perft import derived
from pivotry.search.within import MOST, Undecided, Within

GAMES = ("pegs", "pivotation")


def late(game: str, seed: int) -> list[Match]:
    """Some positions near the end of a game."""
    return [match for match, _, _ in islice(spots(game, seed, glance=False), 0, 40, 6)]


def plain(match: Match, state: np.record, attacker: int, left: int) -> bool:
    """The same by the rules alone, without a table, an order or an end of its own."""
    game, config = get(match.game), match._c
    rules = game.rules
    mover = int(rules.actor(state, config))
    if mover == OVER:
        values = np.zeros(2)
        rules.returns(state, config, values)
        return bool(values[attacker] > 0)
    if mover == attacker and left == 0:
        return False
    work, out = derived(game, state, config), np.zeros(game.facts.max_moves, np.int32)
    results = []
    for action in out[: rules.legal(state, config, work, out)].tolist():
        then, then_work = copied(state), copied(work)
        rules.apply(then, config, then_work, action)
        won = plain(match, then, attacker, left - (mover == attacker))
        if won == (mover == attacker):
            return won
        results.append(won)
    return mover != attacker


@pytest.mark.parametrize("game", GAMES)
def test_plain_minimax_says_the_same(game: str) -> None:
    answers = []
    for seed in range(61_000, 61_005):
        for match in late(game, seed)[:5]:
            for attacker in (0, 1):
                search = Within(get(game), match._s, match._c, attacker, slots=64)
                for moves in range(3 if game == "pegs" else 2):
                    found = search.forced(match._s, moves)
                    assert found == plain(match, match._s, attacker, moves), match.position()
                    answers.append(found)
    assert 5 < sum(answers) < len(answers) - 5


@pytest.mark.parametrize("game", GAMES)
def test_a_larger_table_changes_no_answer_and_more_moves_suffice_as_well(game: str) -> None:
    for match in late(game, 61_002):
        assert match.turn is not None
        small = Within(get(game), match._s, match._c, match.turn, slots=64)
        large = Within(get(game), match._s, match._c, match.turn)
        answers = [large.forced(match._s, moves) for moves in range(4)]
        assert answers == sorted(answers)
        assert answers == [small.forced(match._s, moves) for moves in range(4)]
        least = large.least(match._s, 3)
        assert least == (answers.index(True) if any(answers) else None)


@pytest.mark.parametrize("game", GAMES)
def test_the_line_takes_as_long_as_it_must(game: str) -> None:
    puzzle = next(p for p in load(game) if p.kind == "within" and p.moves > 2)
    match = puzzle.match()
    seat = match.turn
    assert seat is not None
    search = Within(get(game), match._s, match._c, seat)
    actions = search.line(match._s, puzzle.moves)
    own = 0
    for action in actions:
        own += match.turn == seat
        match.play(get(game).notation.write(action, match._c))
    assert match.result == (seat,)
    assert own == puzzle.moves
    with pytest.raises(ValueError):
        search.best(puzzle.match()._s, puzzle.moves - 1)


def test_what_takes_too_long_is_left_open() -> None:
    match = pivotry.new("pivotation")
    with pytest.raises(Undecided):
        Within(get("pivotation"), match._s, match._c, 0, nodes=1000).forced(match._s, 4)
    search = Within(get("pivotation"), match._s, match._c, 0)
    with pytest.raises(Undecided):
        search.forced(match._s, MOST + 1)
    assert quick(match) is None


def hurried(puzzle: Puzzle, quiet: int) -> Match:
    position = puzzle.position() | {"quiet": quiet}
    return pivotry.from_position(position)


def test_a_draw_by_quiet_moves_could_come_first() -> None:
    """Then the way there matters, and nothing is said."""
    puzzle = next(p for p in load("pegs") if p.kind == "within" and p.moves == 3)
    move = puzzle.solution[0]
    assert verify(hurried(puzzle, 60), "within", move, 3) is None
    assert "not known" in (verify(hurried(puzzle, 95), "within", move, 3) or "")


@pytest.mark.parametrize("game", GAMES)
def test_only_the_solution_wins_in_time(game: str) -> None:
    puzzle = next(p for p in load(game) if p.kind == "within" and 1 < p.moves < 4)
    match, move, moves = puzzle.match(), puzzle.solution[0], puzzle.moves
    assert verify(match, "within", move, moves) is None
    assert "not the fewest" in (verify(match, "within", move, moves + 1) or "")
    assert "does not win" in (verify(match, "within", move, moves - 1) or "")
    other = next(text for text in match.legal_moves() if text != move)
    assert "does not win" in (verify(match, "within", other, moves) or "")
    verdict = quick(match)
    assert verdict is not None
    assert (verdict.solution[0], verdict.moves) == (move, moves)


@pytest.mark.parametrize("game", GAMES)
def test_only_the_solution_holds(game: str) -> None:
    puzzle = next(p for p in load(game) if p.kind == "hold")
    match, move, moves = puzzle.match(), puzzle.solution[0], puzzle.moves
    assert verify(match, "hold", move, moves) is None
    assert "not the fewest" in (verify(match, "hold", move, moves + 1) or "")
    assert "does not lose" in (verify(match, "hold", move, moves - 1) or "")
    other = next(text for text in match.legal_moves() if text != move)
    assert f"{move} does not lose" in (verify(match, "hold", other, moves) or "")
    assert verify(match, "win", move) is not None
    verdict = holding(match)
    assert verdict is None or (verdict.solution, verdict.moves) == ((move,), moves)


def test_what_only_puts_it_off_does_not_hold() -> None:
    """Light wins whatever Dark does: one move makes it take a turn longer."""
    for seed in range(61_000, 61_040):
        for match in late("pegs", seed):
            assert match.turn is not None
            search = Within(get("pegs"), match._s, match._c, 1 - match.turn)
            most = {a: search.least(s, 4) for a, s in search.after(match._s).items()}
            needed = sorted(n for n in most.values() if n is not None)
            if len(needed) == len(most) > 3 and needed[-2] < needed[-1]:
                move = get("pegs").notation.write(
                    next(a for a, n in most.items() if n == needed[-1]), match._c
                )
                assert holding(match) is None
                assert "loses within" in (verify(match, "hold", move, needed[-2]) or "")
                return
    raise AssertionError("there is no such position")
