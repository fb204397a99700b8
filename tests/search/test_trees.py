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

BOARDS = ["pegs", "pivotation"]
CARDS = [("bounce", 3), ("updown", 4)]


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


def test_time_limit_cancelling_and_no_lock_held() -> None:
    play = Play("pegs", compiled=True).begin()

    def begun() -> Search:
        search = Search(play.game, play.s, play.c, 2, play.actor, 1)
        search.prepare()
        return search

    late = []
    for _ in range(3):  # the best of three: other processes may hold the machine up
        search, at = begun(), time.perf_counter()
        search.run(seconds=0.15)
        late.append(time.perf_counter() - at - 0.15)
        assert search.nodes > 100
    assert -0.001 <= min(late) < 0.05

    search, cancel = begun(), threading.Event()
    worker = threading.Thread(target=search.run, kwargs={"seconds": 60, "cancel": cancel})
    worker.start()
    ticks, end = 0, time.perf_counter() + 0.2
    while time.perf_counter() < end:  # this thread goes on meanwhile
        time.sleep(0.001)
        ticks += 1
    asked = time.perf_counter()
    cancel.set()
    worker.join(5)
    assert time.perf_counter() - asked < 0.1
    assert ticks > 15
    assert search.lines()
