"""Alpha-beta with proofs at its side: exact where it claims to be, and the same however cut."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from alphabeta_kit import CASES, begun, solved, walk
from kit import Play, generator

from pivotry.players import player
from pivotry.search.alphabeta import AlphaBeta
from pivotry.search.solve import Known, Solver
from pivotry.search.sure import Sure
from worktime import Looks, by_work


def made(play: Play, nodes: int | None = None, **how: Any) -> Sure:
    return Sure(play.game, play.s, play.c, 2, play.actor, 1, nodes, **how)


def test_what_it_claims_of_solved_positions_is_true() -> None:
    sure = 0
    for case, position, result, _plies in solved()[::3]:
        play = Play.at(position, compiled=True)
        search = made(play, 20_000)
        search.run(nodes=10_000)
        want, best = result * (1 - 2 * play.actor), search.lines()[0]
        assert best.proof in (None, want), (case, position)
        sure += best.proof == want
    assert sure > 20


def test_no_depth_is_said_to_be_lost_that_is_known_to_be_won() -> None:
    """Nor the other way round: the proofs are asked before the first depth is told of."""
    said = 0
    for case, position, result, plies in solved()[::2]:
        if result == 0:
            continue
        play = Play.at(position, compiled=True)
        want = result * (1 - 2 * play.actor)
        for depth in range(1, plies + 2):
            search = made(play, 20_000, depth=depth)
            search.run(nodes=20_000)
            best = search.lines()[0]
            if search._solver.value is not None:
                assert (best.value, best.proof) == (want, want), (case, position, depth)
                said += search.depth < plies
            assert best.value * want >= 0, (case, position, depth)
    assert said > 50, "most depths would not have seen the end themselves"


def test_what_is_known_is_said_from_then_on() -> None:
    """One search that goes on and on beside a solver that is asked nothing else."""
    known = agreed = 0
    for case, left in [(case, left) for case in CASES for left in range(2, 14)]:
        play = walk(case, left, left)
        solver = Solver(play.game, play.s, play.c, memory=4)
        solver.run(nodes=30_000)
        want, search, said = solver.value, made(play), None
        for _ in range(20):
            search.run(nodes=700)
            best = search.lines()[0]
            if said is not None:
                assert (best.value, best.proof) == (said, said), (case, left)
                known += 1
            said = best.proof
            assert said in (None, want) or want is None, (case, left)
            assert said == search._solver.value or search._solver.value is None, (case, left)
            if want and solver.nodes < 1000:  # fewer than the proofs get in their first turn
                assert best.value * want > 0, (case, left)
                assert said is not None or search.nodes < 8192, (case, left)
                agreed += 1
    assert known > 200
    assert agreed > 200


@pytest.mark.parametrize("case", CASES)
def test_chunks_make_no_difference(case: str) -> None:
    play, rng = begun(case), generator(5)
    for _ in range(9):
        play.k.random(play.s, play.c, play.w, rng)
    whole = made(play, 30_000, lines=2)
    whole.run(nodes=30_000)
    cut = made(play, 30_000, lines=2)
    for size in (1, 2, 7165, 3, 500, 600, 6729, 15_000):
        cut.run(nodes=size)
    assert (cut.lines(), cut.nodes, cut.depth) == (whole.lines(), whole.nodes, whole.depth)
    assert whole.nodes <= 30_000
    assert len(whole.lines()) == min(2, len(play.legal()))


def test_a_second_line_that_loses_says_that_all_other_moves_lose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search = made(begun("pegs"), 20_000, lines=2)
    search.run(nodes=10_000)
    first, second = search.lines()
    assert second.proof is None
    legal = begun("pegs").legal()

    def lines(lost: Iterable[int]) -> tuple[tuple[int, int | None], ...]:
        known = Known(None, dict.fromkeys(lost, -1))
        with monkeypatch.context() as patched:
            patched.setattr(search._solver, "known", lambda: known)
            return tuple((line.action, line.proof) for line in search.lines())

    one = (first.action, first.proof)
    assert lines([second.action]) == (one,)
    others = [action for action in legal if action not in (first.action, second.action)]
    assert lines([second.action, *others[1:]]) == (one,)
    assert lines([second.action, *others]) == (one, (second.action, -1))
    assert lines(others) == (one, (second.action, None))


def test_a_sure_draw_is_taken_where_all_else_looks_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    play = begun("pegs")
    search = made(play, 20_000)
    search.run(nodes=10_000)
    (best,) = search.lines()
    other = next(action for action in play.legal() if action != best.action)
    monkeypatch.setattr(search._solver, "known", lambda: Known(None, {other: 0}))
    for value, chosen in ((-0.97, other), (0.4, best.action)):
        told = (replace(best, value=value),)
        monkeypatch.setattr(search._search, "lines", lambda told=told: told)
        (line,) = search.lines()
        assert line.action == chosen
        assert (line.proof, line.value) == ((0, 0.0) if chosen == other else (None, value))


def test_avoided_moves_come_last() -> None:
    """Told that the best move loses, alpha-beta finds others."""
    play = begun("pegs")
    search = AlphaBeta(play.game, play.s, play.c, 2, play.actor, 1, lines=3)
    search.run(nodes=5000)
    first = search.lines()[0].action
    search.avoid({first})
    search.run(nodes=60_000)
    assert search.depth > 5
    assert len(search.lines()) == 3
    assert first not in [line.action for line in search.lines()]
    every = AlphaBeta(play.game, play.s, play.c, 2, play.actor, 1, lines=99, depth=4)
    every.run(nodes=300)
    every.avoid({first})
    every.run()
    assert every.depth == 4
    assert first not in [line.action for line in every.lines()]


def test_proofs_are_used() -> None:
    """A win that only the proofs have found is played."""
    used = 0
    for _case, position, result, plies in solved():
        play = Play.at(position, compiled=True)
        if result * (1 - 2 * play.actor) < 1 or plies < 3:
            continue
        search = made(play, depth=1)
        solver = search._solver
        solver.prepare()
        solver.run(nodes=20_000)
        if solver.value == 1:
            best = search.lines()[0]
            assert (best.proof, best.value) == (1, 1.0)
            assert solver.known().moves[best.action] == 1
            used += 1
    assert used > 3


def test_time_and_cancelling(monkeypatch: pytest.MonkeyPatch) -> None:
    play = begun("pegs")
    late, gaps = [], []
    with by_work(monkeypatch) as spent:
        for _ in range(3):
            search = made(play)
            search.prepare()
            search.run(seconds=0.1)
            late.append(spent[-1] - 0.1)
            cancel = Looks(after=0.05)
            search.run(seconds=60, cancel=cancel)
            gaps.append(max(cancel.longest, spent[-1] - 0.05))
    assert -0.001 <= min(late) <= max(late) < 0.05
    assert max(gaps) < 0.02


def test_the_computer_is_this_one() -> None:
    play = begun("pegs")
    view = play.game.views.view(play.s, play.c, play.options, 0)
    one, two = (
        player("pegs", f"{name}@9000n").think(view, seed=3) for name in ("computer", "sure")
    )
    assert (one.text, one.candidates) == (two.text, two.candidates)
    assert one.simulations == 9000


def test_a_position_without_open_questions_goes_on_without_proofs() -> None:
    _case, position, _result, _plies = next(one for one in solved() if one[2] != 0 and one[3] > 1)
    play = Play.at(position, compiled=True)
    search = made(play)
    search.run()  # ends by itself
    assert search.lines()[0].proof is not None
    assert isinstance(search._solver, Solver)
