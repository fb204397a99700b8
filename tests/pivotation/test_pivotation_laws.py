"""Laws along random games, explanations of every text, and the fairness of random moves."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, generator
from pivotation_kit import at, bars, described, often, said, stacks, widths
from pivotation_oracle import Oracle
from test_pivotation_oracle import BOARDS, wild

from pivotry.games.pivotation import explain, rules
from pivotry.games.pivotation.notation import Move


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**64 - 1), board=st.sampled_from(["mini", "standard", "grand", *BOARDS])
)
def test_random_games(seed: int, board: str) -> None:
    """Bars only ever leave, levels stay legal, ends only climb, and the game ends."""
    if board in BOARDS:
        rng = random.Random(seed)
        data = wild(rng, BOARDS[board], 4)
        if not Oracle(data).legal():
            return
        play = Play.at(data, compiled=True)
    else:
        play = Play("pivotation", options={"board": board}, compiled=True).begin()
    rng = generator(seed)
    s = play.s
    present = s.level > 0
    ahead = np.where(np.arange(64) < 32, 1, -1)
    for _ in range(64 * 127):
        if play.over:
            break
        before = np.array(s.hole, np.int64)
        play.k.random(s, play.c, play.w, rng)
        now = s.level > 0
        assert not (now & ~present).any()
        assert (now[::2] == now[1::2]).all()
        present = now
        level = s.level.astype(int)
        assert (np.abs(level[::2] - level[1::2]) <= 1).all()
        for hole in set(s.hole[now].tolist()):
            there = sorted(level[now & (s.hole == hole)])
            assert there == list(range(1, len(there) + 1))
        moved = (np.array(s.hole, np.int64) - before) * ahead
        assert (moved[now].reshape(-1, 2).sum(axis=1) >= 0).all()
    assert play.over
    assert play.position()["result"] in ("dark", "light", "draw")


def _texts(play: Play, ends: int) -> list[Move]:
    names = Oracle(play.position()).holes
    return [Move(k, a, b) for k in range(1, ends + 1) for a in names for b in names]


@pytest.mark.parametrize("board", ["narrow", "trapezoid"])
def test_explanations_of_all_texts(board: str) -> None:
    """``explain`` calls legal exactly what is listed, and gives a reason for everything else."""
    rng = random.Random(1)
    done = 0
    while done < 4:
        data = wild(rng, BOARDS[board], 5)
        if not Oracle(data).legal():
            continue
        done += 1
        play = Play.at(data)
        legal = set(play.texts())
        for move in _texts(play, 3):
            reasons = list(explain.against(play.s, play.c, play.w, move))
            text = f"{move.ends if move.ends > 1 else ''}{move.source}-{move.to}"
            assert (not reasons) == (text in legal), (text, reasons)
            assert all(r.message.endswith(".") and r.clause.startswith("P-") for r in reasons)
            holes = {name for r in reasons for name in r.squares}
            assert holes <= {move.source, move.to} | set(data["stacks"])


def test_explanations_on_a_board_of_two_words() -> None:
    """Holes beyond the 64th: every move to them from anywhere that bars stand."""
    rng = random.Random(7)
    done = 0
    while done < 2:
        data = wild(rng, BOARDS["two words"], 6)
        holes = Oracle(data).holes
        beyond = set(holes[64:])
        legal = set(Oracle(data).legal())
        if not any(text.split("-")[1] in beyond for text in legal):
            continue
        done += 1
        play = Play.at(data)
        for source in data["stacks"]:
            for to in holes[60:]:
                for k in (1, 2):
                    text = f"{k if k > 1 else ''}{source}-{to}"
                    assert said(play, text).legal == (text in legal), text


def test_no_end_fits_a_level_below_the_board() -> None:
    """P-7 beside the highest tower there could be, with an end on every level of two holes."""
    tower = " ".join(f"{side}{n}" for side in "dl" for n in range(1, 16))
    play = at({"a1": tower, "b1": tower, "g3": "d16", "h3": "d16", "g7": "l16", "h7": "l16"})
    assert [v for v in range(-16, 36) if rules.fits(play.w, 0, v)] == [30, 31, 32]


def test_explanations_light_up_and_say_why() -> None:
    play = at({"c3": "d1 d2", "d3": "d1", "c4": "d2", "h7": "l1", "g7": "l1"})
    found = said(play, "c3-d4")
    assert found.legal
    assert "About hole c4, bar d2 can turn from hole c3 to hole d4, onto level 1" in found.message
    assert found.squares == ("c3", "d4")
    assert said(play, "e9-e8").squares == ()
    assert "rows of this board are 1 to 7" in said(play, "c3-c9").message
    assert "row 4 goes from a4 to g4" in said(play, "c3-h4").message
    assert said(play, "f5-f6").message == "No end stands in hole f5."
    assert "Only two ends stand in hole c3, not three" in said(play, "3c3-c4").message


@pytest.mark.parametrize(
    ("stood", "turn", "move", "clauses", "words"),
    [
        ({"c7": "d1", "d7": "d1", "h3": "l1", "g3": "l1"}, "light", "h3-g2", ("P-18",),
         "1 finished bar"),
        ({"c3": "d1", "c4": "d1", "h1": "l1", "g2": "l1"}, "light", "g2-g1", ("P-18", "P-19"),
         "Light has won"),
    ],
)  # fmt: skip
def test_explanations_after_the_end(
    stood: dict[str, str], turn: str, move: str, clauses: tuple[str, ...], words: str
) -> None:
    play = at(stood, turn).apply(move)
    found = said(play, "c3-c4")
    assert found.clauses == clauses
    assert words in found.message
    assert found.squares


def test_explanations_after_a_stuck_end() -> None:
    drawn = at({"a3": "d1", "b3": "d1", "b1": "l1", "b2": "l1"}, "light", widths(2, 3, 2))
    assert said(drawn.apply("b2-a1"), "a1-a2").clauses == ("P-20",)
    won = at({"a1": "d1", "b1": "d1", "a2": "l1", "b2": "l1"}, "dark", widths(2, 3)).apply("b1-a2")
    assert said(won, "a1-a2").clauses == ("P-20",)
    assert "Light has no legal pivot" in said(won, "a1-a2").message


def test_random_moves_are_uniform() -> None:
    """Moves of one end and of two are drawn equally often."""
    start = {"c3": "d1 d2", "d3": "d1 d2", "e3": "d3", "f3": "d3", "d4": "l3", "e4": "l3",
             "h7": "l1", "g7": "l1"}  # fmt: skip
    play = Play.at(described(start), compiled=True)
    moves = play.legal()
    texts = play.texts()
    assert sum(text[0] == "2" for text in texts) == 5
    assert {play.k.weight(play.s, play.c, play.w, a) for a in moves} == {1}
    before, rng = play.snapshot(), generator(99)
    count = dict.fromkeys(moves, 0)
    draws = often(20_000, 1_500)
    for _ in range(draws):
        count[int(play.k.random(play.s, play.c, play.w, rng))] += 1
        play.restore(before)
    expected = draws / len(moves)
    chi = sum((n - expected) ** 2 / expected for n in count.values())
    assert chi < 2.5 * len(moves)


def test_a_finished_game_has_no_moves_whatever_the_room_held() -> None:
    """Dark has won, and two of its ends in c3 could go together."""
    stood = {"c7": "d1", "d7": "d1", "c3": "d2 d3", "d3": "d2 d3", "h3": "l1", "g3": "l1"}
    play = at(stood, "light")
    assert "2c3-c4" in at(stood, "dark").texts()
    play.apply("h3-g2")
    play._works.view(np.uint8)[:] = 0x15
    play.k.derive(play.s, play.c, play.w)
    assert play.over
    assert play.legal() == []
    assert (int(play.w.singles), int(play.w.total)) == (0, 0)


def test_a_list_that_begins_with_a_group_ascends() -> None:
    """Two ends together go where one cannot, before all others; what lies about is left alone."""
    stood = {"a2": "d1 l1 l2", "b2": "d1", "c2": "d2", "c3": "d2", "a3": "l1 l2"}
    play = at(stood, "light", widths(3, 4, 3))
    room = np.full(len(play.out), 2**31 - 1, np.int32)
    moves = room[: play.k.legal(play.s, play.c, play.w, room)].tolist()
    assert moves == [play.number(text) for text in ("2a3-a1", "a3-b2", "2a3-b2")]
    assert moves == sorted(moves)


def test_playouts_reach_every_result() -> None:
    board = {"widths": [3, 4, 3], "dark": [["a1", "b1"], ["b1", "c1"]],
             "light": [["b3", "c3"], ["a3", "b3"]]}  # fmt: skip
    play = Play("pivotation", options={"board": board}, compiled=True).begin()
    before, rng = play.snapshot(), generator(4)
    found = [0, 0, 0]
    for _ in range(often(1000, 120)):
        assert int(play.k.playout(play.s, play.c, play.w, rng, 10_000)) > 0
        found[int(play.s.result)] += 1
        play.restore(before)
    assert min(found) > 0
    assert min(found[:2]) > sum(found) // 5


def test_states_are_small_and_orderless() -> None:
    assert rules.STATE.itemsize <= 256
    one = at({"a1": "d1", "b1": "d1", "h7": "l1", "g7": "l1"}).apply("a1-b2").apply("g7-g6")
    two = at({"b1": "d1", "c1": "d1", "h7": "l1", "g7": "l1"}).apply("c1-b2").apply("g7-g6")
    assert stacks(one) == stacks(two)
    assert one.s.tobytes() == two.s.tobytes()
    assert bars(one) == {"d1", "l1"}
