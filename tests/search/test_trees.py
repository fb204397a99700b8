"""The tree searches: what they must find, and what they must not depend on."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest
from kit import Play, generator

from pivotry import jit
from pivotry.search.found import Line
from pivotry.search.run import Search
from worktime import Looks, by_work, lets_others_run

BOARDS = ["pegs", "pivotation"]
CARDS = [("bounce", 3), ("updown", 4)]
TRIES = 5
"""The best of so many counts: of what a machine does beside it something may cost work, too."""


def searched(play: Play, seed: int, simulations: int, cuts: int = 1) -> tuple[Line, ...]:
    search = Search(
        play.game, play.s, play.c, int(play.options["players"]), play.actor, seed, simulations
    )
    for _ in range(cuts):
        search.run(nodes=simulations // cuts)
    return search.lines()


def outcome(play: Play, action: int) -> float | None:
    """What the mover has after an action if that ends the game, else None."""
    kept, mover = play.snapshot(), play.actor
    play.apply(action)
    values = np.zeros(8)
    play.k.returns(play.s, play.c, values)
    over = play.over
    play.restore(kept)
    return float(values[mover]) if over else None


def decided(game: str, want: float) -> Play:
    """A position of a random game where one move wins at once, or some lose at once."""
    rng = generator(2)
    for _ in range(400):
        play = Play(game, compiled=True).begin()
        while not play.over:
            ends = [outcome(play, a) for a in play.legal()]
            if want in ends and (want > 0 or {None, want} == set(ends)):
                return play
            play.k.random(play.s, play.c, play.w, rng)
    raise AssertionError("no such position in 400 games")


@pytest.mark.parametrize("game", BOARDS)
def test_a_win_in_one_is_found_and_proved(game: str) -> None:
    play = decided(game, 1.0)
    wins = [a for a in play.legal() if outcome(play, a) == 1.0]
    search = Search(play.game, play.s, play.c, 2, play.actor, 1, 5000)
    search.run(nodes=5000)
    best = search.lines()[0]
    assert best.action in wins
    assert (best.proof, best.value) == (1, 1.0)
    assert search.nodes < 5000, "a settled root ends the search"


def test_moves_that_lose_at_once_are_proved_and_avoided() -> None:
    play = decided("pegs", -1.0)
    losing = {a for a in play.legal() if outcome(play, a) == -1.0}
    lines = searched(play, 1, 4000)
    assert {line.action for line in lines if line.proof == -1} >= losing
    assert lines[0].action not in losing


TWO_MOVES = {
    "game": "pegs", "turn": "dark", "step": 1, "last": None, "quiet": 0, "ply": 80, "result": None,
    "stacks": {
        "A1": "dldl", "A2": "ldl", "A3": "ld", "B2": "l", "C2": "ll", "C3": "d", "C4": "d",
        "D4": "d", "D1": "d",
    },
}  # fmt: skip


def test_a_win_with_the_second_move_of_the_turn_is_proved() -> None:
    """Dark threads C4 on C3, and that ring goes on to D3: the same seat moves twice."""
    play = Play.at(TWO_MOVES)
    assert all(outcome(play, a) is None for a in play.legal())
    best = searched(play, 3, 4000)[0]
    assert best.proof == 1
    play.apply(best.action)
    assert play.actor == 0
    assert 1.0 in [outcome(play, a) for a in play.legal()]


def test_a_draw_is_proved() -> None:
    """Every move ends the game by the quiet limit, for no peg but the long ones is full."""
    data = TWO_MOVES | {
        "quiet": 1, "quiet_limit": 2,
        "stacks": {"A1": "dld", "A2": "ldl", "A3": "lld", "A4": "dld", "B2": "l", "C3": "d",
                   "D4": "d", "D1": "l"},
    }  # fmt: skip
    play = Play.at(data)
    lines = searched(play, 3, 500)
    assert {line.proof for line in lines} == {0}
    assert {line.value for line in lines} == {0.0}


@pytest.mark.parametrize(("game", "players"), [(g, 2) for g in BOARDS] + CARDS)
def test_chunks_make_no_difference(game: str, players: int) -> None:
    play = Play(game, players, compiled=True).begin(4)
    whole = searched(play, 9, 300)
    assert whole == searched(play, 9, 300, cuts=3)
    assert whole == searched(play, 9, 300)
    assert whole != searched(play, 10, 300)
    assert sum(line.visits for line in whole) >= 299
    assert {line.action for line in whole} == set(play.legal())


@pytest.mark.parametrize(("game", "players"), [(g, 2) for g in BOARDS] + CARDS)
def test_plain_python_searches_alike(
    game: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Play(game, players, compiled=True).begin(6)
    fast = searched(play, 2, 12)
    monkeypatch.setenv("PIVOTRY_JIT", "0")
    assert not jit.enabled()
    assert searched(play, 2, 12) == fast


@pytest.mark.parametrize(("game", "players"), CARDS)
def test_hidden_cards_of_the_root_do_not_matter(game: str, players: int) -> None:
    """Two states that look the same to the seat to move give the very same search."""
    play = Play(game, players, compiled=True).begin(8)
    rng = generator(5)
    compared = 0
    for step in range(60):
        if play.actor >= 0 and step % 7 == 0 and len(play.legal()) > 1:
            other = _hidden_changed(play, generator(100 + step))
            compared += other.s.tobytes() != play.s.tobytes()
            assert searched(play, step, 60) == searched(other, step, 60)
        if play.over or play.dealing:
            break
        play.k.random(play.s, play.c, play.w, rng)
    assert compared >= 3


def _hidden_changed(play: Play, rng: Any) -> Play:
    other = Play(play.game.facts.id, int(play.options["players"]), compiled=True)
    other.restore(play.snapshot())
    resample = jit.bind(play.game.views.resample, tag=play.game.facts.id, compiled=True)
    resample(other.s, other.c, other.w, play.actor, rng)
    views = play.game.views
    seen = [views.view(p.s, p.c, p.options, play.actor) for p in (play, other)]
    assert seen[0] == seen[1]
    return other


def test_a_full_tree_goes_on_from_its_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, players, capacity in (("pegs", 2, 700), ("bounce", 3, 90)):
        monkeypatch.setattr("pivotry.search.tree.CAPACITY", capacity)
        play = Play(game, players, compiled=True).begin(2)
        search = Search(play.game, play.s, play.c, players, play.actor, 1, 3000)
        search.run(nodes=3000)
        assert search.nodes == 3000
        assert sum(line.visits for line in search.lines()) >= 2999


@pytest.mark.parametrize("threads", [1, 2, 8])
@pytest.mark.parametrize(("game", "players"), [(g, 2) for g in BOARDS] + CARDS)
def test_a_million_simulations_fit_into_400_megabytes(
    game: str, players: int, threads: int
) -> None:
    play = Play(game, players).begin()
    for most in (1_000_000, None):
        search = Search(play.game, play.s, play.c, players, play.actor, 1, most, threads=threads)
        assert 1_000_000 < search.room < 400_000_000


def begun(play: Play, **more: Any) -> Search:
    players = int(play.options["players"])
    search = Search(play.game, play.s, play.c, players, play.actor, 1, **more)
    search.prepare()
    return search


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("game", "players"), [(g, 2) for g in BOARDS] + CARDS)
def test_time_limit_and_cancelling(
    game: str, players: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted in work of each thread; what a machine does beside it delays no search by itself."""
    play = Play(game, players, compiled=True).begin()
    late, gaps = [], []
    with by_work(monkeypatch) as spent:
        for _ in range(2):
            search = begun(play, threads=threads)
            spent.clear()
            search.run(seconds=0.1)
            assert search.lines()
            assert len(spent) == threads
            assert min(spent) > 0.099
            late.append(max(spent) - 0.1)
            search, cancel = begun(play, threads=threads), Looks(after=0.05)
            spent.clear()
            search.run(seconds=60, cancel=cancel)
            assert search.lines()
            gaps.append(max(cancel.longest, max(spent) - 0.05 if threads == 1 else 0.0))
    assert max(late) < 0.05
    assert max(gaps) < 0.02


def test_a_search_ends_when_another_thread_says_so() -> None:
    play = Play("pegs", compiled=True).begin()
    search, cancel = begun(play), threading.Event()
    worker = threading.Thread(target=search.run, kwargs={"cancel": cancel})
    worker.start()
    end = time.monotonic() + 60
    while search.nodes < 100 and time.monotonic() < end:
        time.sleep(0.001)
    looked = search.nodes
    cancel.set()
    worker.join(60)
    assert looked >= 100
    assert not worker.is_alive()


def test_other_threads_go_on() -> None:
    search = begun(Play("pegs", compiled=True).begin())
    tree = search._trees[0]
    tree.simulate(500)
    at = time.thread_time()
    tree.simulate(500)
    third = int(500 * 0.3 / max(time.thread_time() - at, 1e-6))
    assert any(lets_others_run(lambda: tree.simulate(third)) for _ in range(TRIES))


def test_a_lock_that_is_held_would_be_noticed() -> None:
    numbers = range(10**7)
    assert not lets_others_run(lambda: sum(numbers))


@pytest.mark.parametrize(("game", "players"), [("pegs", 2), ("bounce", 3)])
def test_several_trees_add_up(game: str, players: int) -> None:
    play = Play(game, players, compiled=True).begin(3)
    several = [begun(play, threads=3) for _ in range(2)]
    several[0].run(nodes=400)
    for part in (100, 1, 99, 200):
        several[1].run(nodes=part)
    assert several[0].nodes == several[1].nodes == 400
    assert several[0].lines() == several[1].lines()
    assert sum(line.visits for line in several[0].lines()) >= 397
    alone = begun(play)
    alone.run(nodes=400)
    assert alone.lines() != several[0].lines()
    assert {line.action for line in alone.lines()} == {line.action for line in several[0].lines()}


def test_what_one_of_several_trees_proves_is_certain() -> None:
    play = Play.at(TWO_MOVES)
    search = begun(play, threads=2)
    search.run(nodes=8000)
    assert (search.lines()[0].proof, search.lines()[0].value) == (1, 1.0)


@pytest.mark.parametrize("game", BOARDS)
def test_lines_can_be_played(game: str) -> None:
    play = Play(game, compiled=True).begin()
    lines = searched(play, 3, 3000)
    assert all(line.moves[0] == line.action for line in lines)
    assert max(len(line.moves) for line in lines) >= 3
    for line in lines:
        kept = play.snapshot()
        for action in line.moves:
            assert action in play.legal()
            play.apply(action)
        play.restore(kept)


def test_a_proved_line_ends_in_the_win() -> None:
    play = Play.at(TWO_MOVES)
    for action in searched(play, 3, 4000)[0].moves:
        play.apply(action)
    assert play.over


@pytest.mark.parametrize(("game", "players"), CARDS)
def test_lines_of_hidden_games_say_what_most_deals_agree_on(game: str, players: int) -> None:
    play, rng = Play(game, players, compiled=True).begin(2), generator(1)
    longest = 0
    for _ in range(12):
        while play.actor < 0 or len(play.legal()) < 2:
            play.k.random(play.s, play.c, play.w, rng)
        lines = searched(play, 3, 1000)
        assert all(line.moves[0] == line.action for line in lines)
        assert all(0 <= a < play.game.facts.actions for line in lines for a in line.moves)
        longest = max(longest, *(len(line.moves) for line in lines))
        play.k.random(play.s, play.c, play.w, rng)
        if play.over or play.dealing:
            break
    assert longest > 1


@pytest.mark.parametrize(("game", "players"), CARDS)
def test_random_rollouts_are_random_moves_to_the_end_of_the_game(game: str, players: int) -> None:
    play, other = (Play(game, players) for _ in range(2))
    for seed in range(30):
        play.begin(seed)
        other.restore(play.begin(seed).snapshot())
        one, two = generator(seed), generator(seed)
        limit = (10_000, 7)[seed % 2]
        made = play.game.rollout.uniform(play.s, play.c, play.w, one, limit)
        moves = 0
        while moves < limit and not (other.over or other.dealing):
            moves += other.actor >= 0
            other.k.random(other.s, other.c, other.w, two)
        assert made == moves
        assert play.s.tobytes() == other.s.tobytes()


@pytest.mark.parametrize(("game", "players"), CARDS)
def test_guided_rollouts_play_legal_moves(game: str, players: int) -> None:
    play, rng = Play(game, players), generator(3)
    rollout: Any = play.game.rollout
    for seed in range(15):
        play.begin(seed)
        while not (play.over or play.dealing):
            if play.actor < 0:
                play.k.random(play.s, play.c, play.w, rng)
            else:
                action = rollout.sensible(play.s, play.c, play.w, rng)
                assert action in play.legal()
                play.apply(action)
        assert rollout.guided(play.s, play.c, play.w, rng, 5) == 0
        play.begin(seed)
        assert rollout.guided(play.s, play.c, play.w, rng, 3) == 3
        assert rollout.guided(play.s, play.c, play.w, rng, 100_000) > 3
        assert play.over or play.dealing
