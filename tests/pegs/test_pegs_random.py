"""Random play: the words of moves beside the list, and whole playouts beside single moves."""

from __future__ import annotations

import random
from typing import Any

import pytest
from kit import Play, generator
from pegs_oracle import EVERY_LANE, NAMES, PEGS, ROOM, SETUPS

from pivotry.games.pegs import rules
from pivotry.games.pegs.tables import ACTION, FAN, KEY

every_setup = pytest.mark.parametrize("options", SETUPS, ids=NAMES)


def keys(word: Any, number: int) -> list[int]:
    """The keys of the moves in one of the four words."""
    return [64 * number + place for place in range(64) if int(word) >> place & 1]


def agree(play: Play) -> None:
    """The words of moves, their number and the list say the same."""
    h, c, back = play.s.heights, play.c, rules.taking_back(play.s)
    words = (rules.word0(h, c) & ~back, rules.word1(h, c), rules.word2(h, c), rules.word3(h, c))
    told = [key for number, word in enumerate(words) for key in keys(word, number)]
    assert sorted(ACTION[told].tolist()) == play.legal()
    assert rules.choices(h, c, back) == len(told)
    if c.fan:
        told = keys(rules.fan_word(h, c.lanes[4], c.lanes[5]) & ~back, FAN // 64)
        assert sorted(ACTION[told].tolist()) == play.legal()


def crowded(rng: random.Random) -> Play:
    """Row C full, up to four rings in the goal row, and every forward move has a lane."""
    goal = dict(zip(rng.sample(PEGS[13:], 4), rng.sample("ddll", rng.randint(0, 4)), strict=False))
    rings = list("d" * 8 + "l" * 8)
    for ring in goal.values():
        rings.remove(ring)
    rng.shuffle(rings)
    stacks = dict(goal)
    for peg in PEGS[8:13]:
        stacks[peg] = rings.pop() + rings.pop()
    while rings:
        peg = rng.choice(PEGS[:8])
        if len(stacks.get(peg, "")) < ROOM[peg[0]]:
            stacks[peg] = stacks.get(peg, "") + rings.pop()
    return Play.at(
        {
            "game": "pegs", "turn": "dark", "step": 1, "last": None, "quiet": 0, "ply": 60,
            "result": None, "stacks": stacks, "lanes": EVERY_LANE,
        }
    )  # fmt: skip


def test_words_say_what_the_list_says_where_it_is_crowded() -> None:
    rng = random.Random(9)
    for _ in range(60):
        agree(crowded(rng))


@every_setup
def test_words_say_what_the_list_says(options: dict[str, Any]) -> None:
    """G-4 to G-7, bit by bit: every way in which the moves of a position are written."""
    play = Play("pegs", 2, options).begin()
    rng = generator(41)
    for _ in range(160):
        if play.over:
            break
        agree(play)
        play.k.random(play.s, play.c, play.w, rng)


@every_setup
def test_playouts_of_any_length_are_random_moves_repeated(options: dict[str, Any]) -> None:
    """Turns, quiet counts and every kind of end (G-3, G-7, G-9, G-10, G-11) included."""
    quick, slow = (Play("pegs", 2, options, compiled=True) for _ in range(2))
    for seed in range(5):
        a, b = generator(seed), generator(seed)
        quick.begin()
        slow.begin()
        for limit in (1, 3, 2, 40, 1000):
            said = int(quick.k.playout(quick.s, quick.c, quick.w, a, limit))
            done = 0
            while not slow.over and done < limit:
                slow.k.random(slow.s, slow.c, slow.w, b)
                done += 1
            assert said == done
            assert quick.s.tobytes() == slow.s.tobytes()
            assert a[0] == b[0]
        assert slow.over


def test_playouts_end_in_a_draw_as_moves_do() -> None:
    """G-11 with so small a limit that most games end by it, under both kinds of lanes."""
    for lanes in ("fan", "wide"):
        options = {"lanes": lanes, "quiet_limit": 3}
        play = Play("pegs", 2, options, compiled=True).begin()
        rng = generator(2)
        ends = []
        for _ in range(20):
            play.begin()
            play.k.playout(play.s, play.c, play.w, rng, 1000)
            ends.append((play.position()["result"], play.position()["quiet"] == 3))
        assert ("draw", True) in ends
        assert all(drawn == (result == "draw") for result, drawn in ends)


@every_setup
def test_random_is_uniform(options: dict[str, Any]) -> None:
    """Along a game."""
    play = Play("pegs", 2, options, compiled=True).begin()
    rng = generator(12345)
    for length in (0, 7, 20):
        play.begin()
        for _ in range(length):
            play.k.random(play.s, play.c, play.w, rng)
        uniform(play, rng)


def test_random_is_uniform_over_all_words() -> None:
    play = crowded(random.Random(1))
    assert {int(KEY[a]) // 64 for a in play.legal()} == {0, 1, 2, 3}
    uniform(play, generator(99))


def uniform(play: Play, rng: Any) -> None:
    """Chi-square over the moves of a position."""
    legal = play.legal()
    before = play.snapshot()
    seen = dict.fromkeys(legal, 0)
    for _ in range(100 * len(legal)):
        play.restore(before)
        seen[int(play.k.random(play.s, play.c, play.w, rng))] += 1
    spread = sum((n - 100) ** 2 / 100 for n in seen.values())
    free = len(legal) - 1
    assert spread < free + 5 * (2 * free) ** 0.5 + 5
