"""The solver against slow ones, and what it promises to whoever calls it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import plain_search
import pytest
from kit import Play, generator
from slow_solver import Slow, TooMany, hurried, late

import pivotry
from pivotry import jit
from pivotry.contract import blank
from pivotry.search import solve as exact
from pivotry.search.solve import Solver, known, solve
from worktime import Looks, by_work

BARS: list[tuple[list[int], str, str]] = [
    ([3, 4, 3], "a1-b1 b2-c2", "c3-b3"),
    ([2, 3, 2], "a1-b1 a2-b2", "b3-a3 c2-b2"),
    ([3, 4, 3, 4], "a1-b1", "d4-c4 b4-a4"),
    ([3, 4, 3], "a1-b1 b1-c1", "c3-b3 b3-a3"),
]
TINY = [
    {
        "widths": widths,
        "dark": [bar.split("-") for bar in dark.split()],
        "light": [bar.split("-") for bar in light.split()],
    }
    for widths, dark, light in BARS
]


def answers(play: Play, **budget: Any) -> Solver:
    solver = Solver(play.game, play.s, play.c, memory=4)
    solver.prepare()
    solver.run(**(budget or {"nodes": 2_000_000}))
    return solver


def within(play: Play, attacker: int, depth: int) -> bool:
    """Whether a plain search finds a win within ``depth`` moves."""
    rules = play.game.rules
    names = {name: getattr(rules, name) for name in ("actor", "legal", "apply", "returns")}
    search = jit.bind(plain_search.wins, names, tag=f"{play.game.id}-plain")
    states, works = blank(rules.STATE, depth + 1), blank(rules.WORK, depth + 1)
    states[0], works[0] = play.s, play.w
    lists = np.zeros((depth, play.game.facts.max_moves), np.int32)
    counts, places = np.zeros(depth, np.int64), np.zeros(depth, np.int64)
    return bool(search(states, works, play.c, lists, counts, places, np.zeros(8), attacker, depth))


@pytest.mark.parametrize("board", TINY)
def test_small_boards_agree_with_looking_at_everything(board: dict[str, Any]) -> None:
    """The beginning, and positions on the way of random games from it."""
    rng = generator(7)
    play = Play("pivotation", None, {"board": board}, compiled=True).begin()
    slow = Slow(play)
    while not play.over:
        assert answers(play).value == slow.value()
        play.k.random(play.s, play.c, play.w, rng)


@pytest.mark.parametrize(
    ("game", "options", "back", "limit"),
    [
        ("pegs", {}, 5, 2),
        ("pegs", {}, 4, 3),
        ("pegs", {"lanes": "wide"}, 5, 2),
        ("pivotation", {"board": "mini"}, 4, None),
    ],
)
def test_late_positions_agree_with_looking_at_everything(
    game: str, options: dict[str, Any], back: int, limit: int | None
) -> None:
    """Also where few quiet moves are left (``limit``): then wins may come too late."""
    values, move_values = set(), set()
    for seed in range(25):
        play = late(game, options, back, seed)
        if limit is not None:
            play = hurried(play, limit)
        slow = Slow(play, 400)
        kept = play.snapshot()
        try:
            value, moves = slow.value(), slow.moves()
        except TooMany:
            continue
        finally:
            play.restore(kept)
        solver = answers(play, nodes=100_000)
        assert solver.low <= value <= solver.high
        if value == 1 or game == "pivotation":
            assert solver.value == value
        known_moves = solver.known().moves
        assert {action: moves[action] for action in known_moves} == known_moves
        values.add(value)
        move_values.update(known_moves.values())
    assert len(values) > 1, "positions of one kind test little"
    assert {1, -1} <= move_values


@pytest.mark.parametrize(
    ("game", "options", "back", "depth"),
    [
        ("pegs", {}, 5, 4),
        ("pegs", {"lanes": "wide"}, 4, 4),
        ("pivotation", {"board": "mini"}, 7, 6),
        ("pivotation", {}, 4, 3),
        ("pivotation", {"board": "grand"}, 3, 3),
    ],
)
def test_wins_agree_with_a_plain_search(
    game: str, options: dict[str, Any], back: int, depth: int
) -> None:
    """A win that a plain search sees is found, and a win proved within its depth is seen by it."""
    seen = set()
    for seed in range(8):
        play = late(game, options, back, seed)
        solver = answers(play, nodes=30_000)
        for question in solver.questions:
            plain = within(play, question.attacker, depth)
            seen.add(plain)
            if plain:
                assert question.answer is not False
            if question.answer and question.plies <= depth:
                assert plain
            if question.answer is False:
                assert not plain
    assert seen == {True, False}


def test_numbers_of_bars_do_not_matter_where_keys_leave_them_out() -> None:
    """With three bars a side, every move leads to the same key however the bars are numbered."""
    rng = random.Random(3)
    crowded = {"widths": [2, 3, 2], "dark": [], "light": []}
    for bars, turned in (
        ("a1-b1 a2-b2 b2-c2", "b3-a3 c2-b2 c2-b2"),
        ("a1-b1 a1-b1 a1-b1", "b3-a3 c2-b2 c2-b2"),
    ):
        crowded["dark"] = [bar.split("-") for bar in bars.split()]
        crowded["light"] = [bar.split("-") for bar in turned.split()]
        for seed in range(12):
            play = late("pivotation", {"board": crowded}, rng.randrange(1, 12), seed)
            other = Play("pivotation", None, {"board": crowded}, compiled=True).begin()
            places = [*rng.sample(range(3), 3), *(16 + i for i in rng.sample(range(3), 3))]
            for bar, place in zip((0, 1, 2, 16, 17, 18), places, strict=True):
                for end in (0, 1):
                    other.s.hole[2 * place + end] = play.s.hole[2 * bar + end]
                    other.s.level[2 * place + end] = play.s.level[2 * bar + end]
            other.s.turn = play.s.turn
            other.k.derive(other.s, other.c, other.w)
            kept, other_kept = play.snapshot(), other.snapshot()
            assert play.legal() == other.legal()
            for action in play.legal():
                keys = []
                for one, back in ((play, kept), (other, other_kept)):
                    one.restore(back)
                    one.apply(action)
                    codes = one.game.exact.table(back[0][0], one.c)
                    key = np.zeros(one.game.exact.words(codes), np.uint64)
                    one.game.exact.pack(one.s, one.c, codes, 0, key)
                    keys.append((key.tolist(), int(one.s.result)))
                assert keys[0] == keys[1]


@pytest.mark.parametrize(("game", "options"), [("pegs", {}), ("pivotation", {"board": "mini"})])
def test_a_line_is_played_to_the_promised_end(game: str, options: dict[str, Any]) -> None:
    for seed in range(6):
        play = late(game, options, 6, seed)
        match = pivotry.from_position(play.position())
        solution = solve(match, nodes=200_000)
        if not solution.value:
            continue
        mover = match.turn
        assert mover is not None
        for text in solution.line:
            match.play(text)
        assert match.result == ((mover if solution.value > 0 else 1 - mover),)
        assert solution.plies is not None
        assert len(solution.line) <= solution.plies or solution.value < 0
        if solution.value > 0:
            assert dict(solution.moves)[solution.line[0]] == 1


def test_a_drawn_board_is_drawn_by_its_line() -> None:
    board = {"widths": [3, 4, 3], "dark": [["a1", "b1"]], "light": [["c3", "b3"]]}
    play = Play("pivotation", None, {"board": board}, compiled=True).begin()
    expected = Slow(play).value()
    match = pivotry.new("pivotation", board=board)
    solution = solve(match)
    assert solution.value == expected


def test_the_same_nodes_give_the_same_answer_however_they_are_cut() -> None:
    play = late("pivotation", {"board": "mini"}, 12, 3)
    whole = Solver(play.game, play.s, play.c, memory=4)
    whole.run(nodes=60_000)
    cut = Solver(play.game, play.s, play.c, memory=4)
    for _ in range(100):
        cut.run(nodes=600)
    assert whole.nodes == cut.nodes
    assert [q.numbers for q in whole.questions] == [q.numbers for q in cut.questions]


def test_plain_python_and_compiled_code_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, options in (("pegs", {}), ("pivotation", {"board": "mini"})):
        play = late(game, options, 5, 2)
        tables = []
        for compiled in ("1", "0"):
            monkeypatch.setenv("PIVOTRY_JIT", compiled)
            solver = Solver(play.game, play.s, play.c, memory=1)
            solver.run(nodes=1500)
            tables.append((solver.table.tobytes(), solver.nodes, solver.known()))
        assert tables[0] == tables[1]


def test_time_is_kept_and_cancelling_is_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Play("pegs", compiled=True).begin()
    known(play.game, play.s, play.c, nodes=1)  # compiled by now
    late, gaps = [], []
    with by_work(monkeypatch) as spent:
        for _ in range(3):
            known(play.game, play.s, play.c, seconds=0.2)
            late.append(spent[-1] - 0.2)
            cancel = Looks(after=0.2)
            known(play.game, play.s, play.c, seconds=60, cancel=cancel)
            gaps.append(max(cancel.longest, spent[-1] - 0.2))
            if min(late) < 0.05 and min(gaps) < 0.05:
                break
    assert -0.001 <= min(late) < 0.05
    assert min(gaps) < 0.05


def test_nonsense_is_refused_in_a_sentence() -> None:
    with pytest.raises(pivotry.BadOption, match="has cards"):
        solve(pivotry.new("bounce"))
    over = pivotry.new("pegs", quiet_limit=1)
    over.play("A1-B1")
    match = pivotry.new("pegs")
    for bad in ({"seconds": -1}, {"seconds": "x"}, {"nodes": 0}, {"memory": 0}):
        with pytest.raises(pivotry.BadOption, match=next(iter(bad))):
            solve(match, **bad)
    play = late("pivotation", {"board": "mini"}, 1, 1)
    ended = pivotry.from_position(play.position())
    while ended.turn is not None:
        ended.play(ended.legal_moves()[0])
    with pytest.raises(pivotry.BadOption, match="over"):
        solve(ended)


def test_progress_is_told() -> None:
    told: list[float] = []
    exact.solve(
        pivotry.new("pegs"), seconds=1.2, progress=lambda solver, seconds: told.append(seconds)
    )
    assert told == sorted(told)
    assert told


def test_a_time_limit_does_not_pay_for_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """New memory comes page by page, so slowly that a second could be over before it is there."""
    order: list[str] = []
    touch, run = exact.Solver.touch, exact.Solver.run
    monkeypatch.setattr(exact.Solver, "touch", lambda self: (order.append("touch"), touch(self)))
    monkeypatch.setattr(
        exact.Solver, "run", lambda self, **how: (order.append("run"), run(self, **how))
    )
    tables: list[int] = []
    monkeypatch.setattr(exact, "touch", lambda table, most=0: tables.append(most))
    match = pivotry.new("pivotation", board="mini")
    solve(match, seconds=0.05, memory=8)
    assert order[:2] == ["touch", "run"]
    assert max(tables) >= 8_000_000
    order.clear()
    solve(match, nodes=1, memory=8)
    assert "touch" not in order
