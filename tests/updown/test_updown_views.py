"""Secrecy: a view tells a seat what it may know and nothing else."""

from __future__ import annotations

import copy
import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, generator
from updown_oracle import COST, DECK
from updown_table import after, at, table

from pivotry import jit
from pivotry.chance import Stream, seed_bytes
from pivotry.contract import blank
from pivotry.errors import BadPosition
from pivotry.games.updown import position, rules, setup, views

OPEN = (
    "game", "players", "dealer", "turn", "phase", "going", "free", "numbers", "directions",
    "last_player", "idle", "result", "scores", "game_number",
)  # fmt: skip


def seen(play: Play, seat: int | None) -> dict[str, Any]:
    return views.view(play.s, play.c, play.options, seat)


def stream(n: int) -> Stream:
    return Stream(seed_bytes(n), 0)


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_what_a_seat_sees(seat: int | None) -> None:
    play = at("3 UP UP", "50", "80 PIVOT", numbers="5 40", directions="UP DOWN", hand=9)
    whole, view = play.position(), seen(play, seat)
    assert view.pop("seat") == seat
    assert view.pop("draw") == len(whole["draw"])
    hands = view.pop("hands")
    assert hands == [hand if i == seat else len(hand) for i, hand in enumerate(whole["hands"])]
    assert view.pop("hand") == 9
    assert view == {key: whole[key] for key in OPEN}


def test_only_its_seat_sees_a_drawn_card() -> None:
    play = at("3 50", "1", "2")
    after(play, "draw")
    assert seen(play, 2)["cause"] == "draw"
    after(play, "=70")
    assert seen(play, 0)["drawn"] == "70"
    for seat in (None, 1, 2):
        assert "drawn" not in seen(play, seat)
        assert seen(play, seat)["phase"] == "drawn"


@settings(deadline=None, max_examples=60)
@given(
    st.integers(2, 8),
    st.integers(0, 2**32),
    st.integers(0, 400),
    st.integers(-1, 7),
    st.sampled_from([{}, {"end": "deck_out"}, {"games": 2, "hand": 4}, {"words": "none"}]),
)
def test_states_that_look_the_same_are_seen_the_same(
    players: int, seed: int, moves: int, seat: int, options: dict[str, Any]
) -> None:
    """Byte for byte, with hidden cards laid anew by ``fill`` and by ``resample``."""
    play = Play("updown", players, options, compiled=True).begin(seed)
    play.k.playout(play.s, play.c, play.w, generator(seed), moves)
    who = None if seat < 0 else seat % players
    view = seen(play, who)
    shown = json.dumps(view)
    options, filled = views.fill(copy.deepcopy(view), stream(seed))
    assert json.dumps(view) == shown
    assert json.dumps(views.view(filled, play.c, play.options, who)) == shown
    assert options == play.options
    resampled(play, -1 if who is None else who, seed)
    assert json.dumps(seen(play, who)) == shown
    position.read(play.position()) if play.position()["phase"] != "deal" else None


def resampled(play: Play, seat: int, seed: int) -> None:
    kernel = jit.bind(views.resample, tag="updown", compiled=True)
    kernel(play.s, play.c, play.w, seat, generator(seed))


def test_resample_keeps_what_is_open_and_the_work_record() -> None:
    play = Play("updown", 5, compiled=True).begin(2)
    rng = generator(2)
    for step in range(300):
        seat = step % 6 - 1
        before = seen(play, None if seat < 0 else seat)
        resampled(play, seat, step)
        assert seen(play, None if seat < 0 else seat) == before
        fresh = play.rebuilt()
        assert (fresh.low, fresh.high) == (play.w.low, play.w.high)
        play.k.random(play.s, play.c, play.w, rng)


def test_resample_depends_on_the_view_alone() -> None:
    """Two states that look the same give the same redrawn state from the same generator."""
    play = Play("updown", 4).begin(3)
    rng = generator(3)
    for step in range(120):
        seat = step % 4
        view = seen(play, seat)
        _, other = views.fill(view, stream(step))
        if view["phase"] != "deal":
            one, two = blank(rules.STATE), blank(rules.STATE)
            one[0], two[0] = play.s, other
            for state in (one, two):
                work = blank(rules.WORK)[0]
                views.resample(state[0], play.c, work, seat, generator(step))
            assert one.tobytes() == two.tobytes()
        play.k.random(play.s, play.c, play.w, rng)


def test_a_card_somebody_else_drew_is_one_that_can_be_played() -> None:
    """UR-6: otherwise the turn would have ended. All that can, and no others, turn up."""
    hidden = [c for c in DECK if c not in ("79", "2", "78")]
    deck = " ".join(hidden)
    play = at("50 1", "79 2", numbers="78", draw="80 UP")
    after(play, "draw", "=80")
    found = set()
    for n in range(100):
        _, state = views.fill(seen(play, 1), stream(n))
        data = position.write(state, play.c, play.options)
        assert data["drawn"] in data["hands"][0]
        found.add(data["drawn"])
        resampled(play, 1, n)
        found.add(play.position()["drawn"])
    assert found == {"80"}
    assert "80" in deck
    play = at("50 1", "3 4", numbers="77", draw="80 79 UP DOWN")
    after(play, "draw", "=80")
    by_fill: Counter[str] = Counter()
    by_kernel: Counter[str] = Counter()
    for n in range(450):
        _, state = views.fill(seen(play, 1), stream(n))
        by_fill[position.write(state, play.c, play.options)["drawn"]] += 1
        resampled(play, 1, n)
        by_kernel[play.position()["drawn"]] += 1
    for counts in (by_fill, by_kernel):
        assert set(counts) == {"79", "80", "DOWN"}
        assert all(100 < n < 200 for n in counts.values())


def test_hands_of_a_game_that_has_ended_have_the_points_that_were_counted() -> None:
    """U-15: the scores are open, so hidden hands fit them."""
    play = at("50", "1 UP 7", "PIVOT PIVOT 2 DOWN", "4 5 6")
    end = after(play, "50")
    assert end["scores"] == [0, 4, 9, 3]
    shapes = set()
    for n in range(120):
        _, state = views.fill(seen(play, None), stream(n))
        hands = position.write(state, play.c, play.options)["hands"]
        assert [sum(COST.get(c, 1) for c in hand) for hand in hands] == end["scores"]
        shapes.add(tuple(sorted(hands[2]))[-4:])
    assert len(shapes) > 20


def test_points_of_later_games_are_bounded_by_the_scores() -> None:
    play = at("50", "1 UP 7", "2 DOWN", "4", scores=[0, 1, 400, 2], game_number=5)
    end = after(play, "50")
    assert end["result"] == [0]
    for n in range(40):
        _, state = views.fill(seen(play, 3), stream(n))
        hands = position.write(state, play.c, play.options)["hands"]
        assert 3 <= sum(COST.get(c, 1) for c in hands[1]) <= 5
        assert hands[3] == ["4"]


@pytest.mark.parametrize(
    "change",
    [
        {"draw": 3},
        {"hands": [2, ["1", "1"], 1]},
        {"hands": [2, ["1", "99"], 1]},
        {"phase": "drawn", "turn": 0, "free": False, "going": "up", "numbers": ["80"], "draw": 102},
    ],
)
def test_views_that_nothing_fits(change: dict[str, Any]) -> None:
    view = seen(at("3 50", "1 2", "5"), 1)
    view.update(change)
    if change.get("phase") == "drawn":
        kinds = ["DOWN"] * 11 + ["PIVOT"] * 6
        view["hands"] = [2, kinds, 1]
        view["draw"] = 108 - 1 - 17 - 3
    with pytest.raises(BadPosition):
        views.fill(view, stream(1))


def test_fill_is_uniform() -> None:
    """Each hidden card is as often in a hidden hand as chance says."""
    play = Play.at(table("3 50", "1 2 4 5", "6 7"))
    view = seen(play, 0)
    counts: Counter[str] = Counter()
    rounds = 2000
    for n in range(rounds):
        _, state = views.fill(view, stream(n))
        counts.update(position.write(state, play.c, play.options)["hands"][1])
    hidden = 108 - 3
    expected = rounds * 4 / hidden
    numbers = [counts[str(n)] for n in range(1, 81) if n not in (3, 40, 50)]
    chi = sum((n - expected) ** 2 / expected for n in numbers)
    assert chi < 130  # 77 cards: the 99.99 % point is about 128
    assert abs(counts["PIVOT"] - 6 * expected) < 5 * (6 * expected) ** 0.5


def test_setup_of_a_filled_state() -> None:
    play = Play("updown", 3, {"words": {"5": "SKIP"}, "hand": 4}).begin(1)
    options, state = views.fill(seen(play, 1), stream(1))
    assert options == play.options
    assert setup.config(options).tobytes() == play.c.tobytes()
    assert int(state.turn) == int(play.s.turn)
