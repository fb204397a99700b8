"""Alpha-beta: what it must find, what it may claim, and what it must not depend on."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from alphabeta_kit import CASES, MINI, PEGS, STANDARD, begun, minimax, search, solved, walk
from kit import Play, generator

from pivotry import jit, registry
from pivotry.players import player
from pivotry.search.alphabeta import AlphaBeta, worth
from pivotry.search.kernels import alphabeta as kernel
from pivotry.search.kernels.alphabeta import SURE, WIN
from worktime import Looks, by_work, lets_others_run

DEPTH = {PEGS: 3, MINI: 3, STANDARD: 2}
every_case = pytest.mark.parametrize("case", CASES)


def positions(case: str, count: int, seed: int = 3) -> list[Play]:
    """Positions of random games, not over, with something to choose."""
    found: list[Play] = []
    rng = generator(seed)
    while len(found) < count:
        play = begun(case)
        for _ in range((7 * len(found) + int(rng[0]) % 23) % 60):
            if not play.over:
                play.k.random(play.s, play.c, play.w, rng)
        rng[0] += np.uint64(1)
        if not play.over and len(play.legal()) > 1:
            found.append(play)
    return found


@every_case
def test_the_value_is_that_of_plain_minimax(case: str) -> None:
    seen = set()
    for play in positions(case, 8):
        for depth in range(1, DEPTH[case] + 1):
            made = search(play, depth=depth, plain=True)
            line = made.lines()[0]
            want = minimax(play, depth) * (1 - 2 * play.actor)
            assert made.depth == depth or line.proof is not None
            assert line.value == worth(want)
            if abs(want) >= SURE:
                assert line.proof == np.sign(want)
            if abs(want) >= SURE and made.depth == depth:
                assert len(line.moves) == WIN - abs(want)
            seen.add(want)
    assert len(seen) > 8


def test_there_is_something_solved() -> None:
    """The positions of the next tests: of every kind enough."""
    kinds = {(case, result) for case, _, result, _ in solved()}
    assert kinds >= {(case, result) for case in CASES for result in (1, -1)} | {(PEGS, 0)}
    assert len({plies for _, _, _, plies in solved()}) > 5
    assert len(solved()) > 60


def test_results_and_distances_are_exact() -> None:
    """Every result that can be worked out is proved, and wins are as short as can be."""
    for _case, position, result, plies in solved():
        play = Play.at(position, compiled=True)
        line = search(play, plain=True).lines()[0]
        assert line.proof == result * (1 - 2 * play.actor), position
        if result != 0:
            assert len(line.moves) == plies, position
        for action in line.moves:
            assert action in play.legal()
            play.apply(action)
        assert result == 0 or play.over


def test_wins_are_found_and_nothing_is_proved_wrongly() -> None:
    """With all reductions, few nodes and no matter how deep: what is claimed is true."""
    claimed = 0
    for _case, position, result, plies in solved():
        play = Play.at(position, compiled=True)
        want = result * (1 - 2 * play.actor)
        sure = False
        for depth in range(1, plies + 4):
            proof = search(play, depth=depth).lines()[0].proof
            assert proof in (None, want), position
            assert proof == want or not sure, "what was certain stays so"
            sure = sure or proof is not None
        claimed += sure
        for nodes in (1, 7, 50, 300):
            lines = search(play, nodes).lines()
            assert not lines or lines[0].proof in (None, want), position
    assert claimed > 0.9 * len(solved())


@pytest.mark.parametrize("case", [MINI, STANDARD])
def test_a_move_that_loses_for_certain_is_not_chosen_while_another_is_unknown(case: str) -> None:
    """Stopped while the first move of a pass is all that was looked at, and known to lose."""
    stopped = 0
    for seed in range(10):
        play = walk(case, seed, 4)
        if len(play.legal()) < 2:
            continue
        made = AlphaBeta(play.game, play.s, play.c, 2, play.actor, 1, 3000)
        for _ in range(100):
            made.run(nodes=17)
            root = made._frames[0]
            if not made._running or made._head[kernel.PLY] == 0 or int(root.choice) < 0:
                continue
            if int(root.best) <= -kernel.SURE and int(root.index) < int(root.count):
                stopped += 1
                assert made.lines()[0].action != int(root.choice)
    assert stopped > 3


def test_a_proved_line_ends_as_it_says() -> None:
    played = 0
    for _case, position, result, _plies in solved():
        play = Play.at(position, compiled=True)
        line = search(play).lines()[0]
        if result != 0 and line.proof is not None:
            for action in line.moves:
                assert action in play.legal()
                play.apply(action)
            assert play.over
            values = np.zeros(8)
            play.k.returns(play.s, play.c, values)
            assert np.sign(values[0] - values[1]) == result
            played += 1
    assert played > 20


@every_case
def test_lines_are_worth_what_single_searches_say(case: str) -> None:
    for play in positions(case, 4, seed=9):
        made = search(play, depth=DEPTH[case], plain=True, lines=3)
        lines = made.lines()
        assert len(lines) == min(3, len(play.legal()))
        sign, mover = 1 - 2 * play.actor, play.actor
        values = []
        for a in play.legal():
            kept = play.snapshot()
            play.apply(a)
            values.append((sign * minimax(play, DEPTH[case] - 1, 1), a))
            play.restore(kept)
        values.sort(reverse=True)
        assert [line.value for line in lines] == [worth(v) for v, _ in values[: len(lines)]]
        assert {(worth(v), a) for v, a in values} >= {(line.value, line.action) for line in lines}
        assert play.actor == mover


def answer(made: AlphaBeta) -> Any:
    return made.lines(), made.nodes, made.depth


@every_case
def test_chunks_make_no_difference(case: str) -> None:
    for play in positions(case, 3, seed=5):
        whole = answer(search(play, 6000, lines=2))
        made = AlphaBeta(play.game, play.s, play.c, 2, play.actor, 1, 6000, lines=2)
        for size in (1, 2, 3, 494, 1500, 4000):
            made.run(nodes=size)
        assert answer(made) == whole
        assert made.nodes <= 6000
        assert answer(search(play, 6000, lines=2, seed=2)) == whole, "no chance without noise"


@every_case
def test_noise_is_the_same_for_the_same_seed(case: str) -> None:
    play = positions(case, 2, seed=8)[1]
    one = answer(search(play, 3000, noise=400))
    assert one == answer(search(play, 3000, noise=400))
    others = {search(play, 3000, noise=400, seed=seed).lines()[0].value for seed in range(5)}
    assert len(others) > 2


@every_case
def test_plain_python_searches_alike(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play = positions(case, 2, seed=4)[1]
    fast = answer(search(play, 150, lines=2, noise=50))
    monkeypatch.setenv("PIVOTRY_JIT", "0")
    assert not jit.enabled()
    assert answer(search(play, 150, lines=2, noise=50)) == fast


def test_time_limit_cancelling_and_no_lock_held(monkeypatch: pytest.MonkeyPatch) -> None:
    play = begun(STANDARD)

    def made() -> AlphaBeta:
        one = AlphaBeta(play.game, play.s, play.c, 2, play.actor, 1)
        one.prepare()
        return one

    late, gaps = [], []
    with by_work(monkeypatch) as spent:
        for _ in range(3):
            one = made()
            one.run(seconds=0.15)
            late.append(spent[-1] - 0.15)
            assert one.nodes > 100
            one, cancel = made(), Looks(after=0.1)
            one.run(seconds=60, cancel=cancel)
            gaps.append(max(cancel.longest, spent[-1] - 0.1))
            assert one.lines()
    assert -0.001 <= min(late) <= max(late) < 0.05
    assert max(gaps) < 0.02

    one = made()
    one.run(nodes=20_000)
    at, nodes = time.thread_time(), one.nodes
    one.run(seconds=0.1)
    third = int((one.nodes - nodes) * 0.3 / (time.thread_time() - at))
    assert any(lets_others_run(lambda: one.step(third)) for _ in range(5))


def test_before_the_first_move_is_known_there_are_no_lines() -> None:
    play = begun(PEGS)
    made = search(play, 1)
    assert (made.nodes, made.lines(), made.depth) == (1, (), 0)


def test_a_bound_on_depth_and_on_lines() -> None:
    play = begun(PEGS)
    made = search(play, depth=3, lines=1000)
    assert made.depth == 3
    assert {line.action for line in made.lines()} == set(play.legal())


def test_the_player() -> None:
    """A view goes in; the same nodes give the same move; few nodes give a legal one."""
    for game in ("pegs", "pivotation"):
        match = registry.get(game)
        play = Play(game).begin()
        view = match.views.view(play.s, play.c, play.options, play.actor)
        some = player(game, "alphabeta@3000n").think(view, seed=1)
        assert some.simulations == 3000
        assert some.depth >= 2
        assert some.candidates[0].line[0] == some.text
        assert player(game, "alphabeta@1n").choose(view, seed=1) in play.texts()


def test_games_without_an_evaluation_have_no_such_player() -> None:
    from pivotry import BadOption

    for game in ("updown", "bounce"):
        with pytest.raises(BadOption, match="tree"):
            player(game, "alphabeta@1s")
        assert registry.get(game).evaluate is None


def test_positions_near_the_end() -> None:
    """Sanity of the helper: a walk ends as many moves later as was asked."""
    play = walk(MINI, 3, 1)
    assert play is not None
    assert not play.over
