"""The kernels against a slow, literal telling of the rules, and laws along random play."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
import updown_oracle as oracle
from hypothesis import given, settings
from hypothesis import strategies as st
from kit import Play, comparable, conformance, generator, lasting
from updown_oracle import DECK
from updown_table import at

from pivotry.contract import OVER
from pivotry.games.updown import position, rules, tables

OPTIONS: list[dict[str, Any]] = [
    {},
    {"words": "none"},
    {"end": "deck_out"},
    {"games": 1},
    {"hand": 1},
    {"hand": 9},
    {"words": {str(n): ("SKIP", "EXTRA", "DRAWS")[n % 3] for n in range(1, 81)}, "games": 2},
    {"words": {str(n): "DRAWS" for n in range(1, 81)}, "end": "deck_out", "games": 2},
    {"words": {str(n): "EXTRA" for n in range(1, 81, 2)}, "games": 2},
]


def followed(players: int, options: dict[str, Any], seed: int, steps: int) -> Play:
    """A random match, every state and list checked against the oracle."""
    play = Play("updown", players, options, compiled=True).begin(seed)
    rng = generator(seed)
    told = play.position()
    for _ in range(steps):
        legal = oracle.legal(told)
        assert play.texts() == legal
        if play.over:
            break
        kept = play.snapshot()
        a = int(play.k.random(play.s, play.c, play.w, rng))
        if a == -1:
            assert told["phase"] == "deal"
            told = play.position()
            continue
        text = play.game.notation.write(a, play.c)
        assert text in legal
        told = oracle.play(told, text)
        if comparable(play.position()) != comparable(told):
            after = play.position()
            play.restore(kept)
            pytest.fail(f"{play.position()}\n{text}\n{after}\n{told}")
    return play


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(o) or "standard")
@pytest.mark.parametrize("players", range(2, 9))
def test_random_matches(players: int, options: dict[str, Any]) -> None:
    followed(players, options, 10 * players + len(options), 260)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 9))
def test_long_random_matches(players: int) -> None:
    for seed in range(3):
        for options in OPTIONS:
            followed(players, options, seed, 20_000)


def stuck(players: int) -> dict[str, Any]:
    """A position in which one seat holds nearly everything, so that piles run out soon."""
    hands = [[str(n + 1)] for n in range(players)]
    rest = [c for c in DECK if c not in {"40", "41", *(h[0] for h in hands)}]
    rest.remove("UP")
    hands[0] += rest[:-3]
    return {
        "game": "updown", "players": players, "dealer": 0, "turn": 1 % players, "phase": "play",
        "going": "up", "free": False, "hands": hands, "draw": rest[-3:], "numbers": ["41", "40"],
        "directions": ["UP"], "last_player": 0, "idle": 0, "result": None,
        "scores": [0] * players, "game_number": 1,
    }  # fmt: skip


@pytest.mark.parametrize("players", range(2, 9))
def test_matches_on_empty_piles(players: int) -> None:
    """U-12 and U-14 at every turn: refills, nothing to draw, ends by standstill."""
    ends = Counter[int]()
    for seed in range(12):
        told = stuck(players)
        play = Play.at(told, compiled=True)
        rng = np.random.default_rng(seed)
        for _ in range(120):
            legal = oracle.legal(told)
            assert play.texts() == legal
            if not legal:
                ends[told["idle"] > 0] += 1
                break
            idle = [text for text in legal if text in ("draw", "keep") or text[0] == "="]
            text = str(rng.choice(idle or legal if seed % 3 else legal))
            told = oracle.play(told, text)
            play.apply(text)
            described = play.position()
            assert comparable(described) == comparable(told)
            # Nothing is left behind the ends of the piles.
            assert position.read(described)[1].tobytes() == play.s.tobytes()
    assert ends[True]


def test_the_oracle_knows_the_worked_examples() -> None:
    for step in conformance("updown/steps.json"):
        assert oracle.legal(step["position"]) == sorted(step["legal"])
        assert comparable(oracle.play(step["position"], step["move"])) == comparable(step["after"])


@settings(deadline=None, max_examples=80)
@given(st.integers(2, 8), st.integers(0, 2**40), st.integers(0, 3000), st.sampled_from(OPTIONS))
def test_laws(players: int, seed: int, moves: int, options: dict[str, Any]) -> None:
    """108 cards; counts and fields in range; what means nothing is at its fixed value."""
    play = Play("updown", players, options, compiled=True).begin(seed % 1000)
    made = play.k.playout(play.s, play.c, play.w, generator(seed), moves)
    assert made == moves or play.over
    position, s = play.position(), play.s
    cards = [*position["draw"], *position["numbers"], *position["directions"]]
    cards += [card for hand in position["hands"] for card in hand]
    assert Counter(cards) == Counter(DECK)
    assert int(s.count) >= 1
    assert not s.numbers[int(s.count) :].any()
    assert int(s.directions) >> (2 * int(s.turned)) == 0
    assert not s.low[players:].any()
    assert not s.high[players:].any()
    assert not s.scores[players:].any()
    assert (int(s.drawn) >= 0) == (int(s.phase) == 3)
    if play.actor >= 0:
        assert play.legal()
        assert all(position["hands"])
    if play.actor == OVER:
        assert position["result"]
        assert (int(s.turn), int(s.free)) == (0, 0)
    else:
        assert int(s.result) == 0
    assert 0 <= int(s.idle) <= 108 + 2 * players
    assert position["free"] <= (position["last_player"] == position["turn"])


def test_size_of_the_record() -> None:
    assert rules.STATE.itemsize <= 256
    largest = 32767 // 141
    assert largest >= 100 + 100  # scores of a described match, and of as many games again


@pytest.mark.parametrize("options", OPTIONS[:1] + OPTIONS[2:3] + OPTIONS[6:8], ids=str)
@pytest.mark.parametrize("players", [2, 4, 7])
def test_playouts_agree_in_both_worlds_and_with_single_moves(
    players: int, options: dict[str, Any]
) -> None:
    """Whatever the limit cuts off: a turn, a penalty, a game, a deal."""
    plays = [Play("updown", players, options, compiled=x).begin(5) for x in (False, True, True)]
    rngs = [generator(8) for _ in plays]
    for limit in (1, 2, 3, 4, 5, 1, 7, 30, 1, 2, 90, 3, 400):
        made = [
            int(play.k.playout(play.s, play.c, play.w, rng, limit))
            for play, rng in zip(plays[:2], rngs[:2], strict=True)
        ]
        single, done = plays[2], 0
        while not single.over and done < limit:
            done += single.actor >= 0
            single.k.random(single.s, single.c, single.w, rngs[2])
        assert made == [done, done]
        assert len({play.s.tobytes() for play in plays}) == 1
        assert len({(int(play.w.low), int(play.w.high)) for play in plays}) == 1
        assert len({int(rng[0]) for rng in rngs}) == 1


@pytest.mark.parametrize("word", ["DRAWS", "SKIP", "EXTRA"])
def test_playouts_can_stop_after_any_move(word: str) -> None:
    """Also between a card that brings a penalty and the penalty, and before a free turn."""
    words = {str(n): word for n in range(1, 81)}
    start = at("1 2 3", "4 50", numbers="40", words=words)
    few = at("41 42 43", "4 50", numbers="40", draw="63 64 65 66 UP", words=words)
    assert few.c.tobytes() == start.c.tobytes()
    waiting, free = 0, 0
    places = start.snapshot(), few.snapshot()
    for seed in range(160):
        kept = places[seed % 2]
        for limit in (2, 3, 4, 5):
            ends = []
            for whole in (True, False):
                start.restore(kept)
                rng = generator(seed)
                if whole:
                    start.k.playout(start.s, start.c, start.w, rng, limit)
                else:
                    done = 0
                    while done < limit:
                        done += start.actor >= 0
                        start.k.random(start.s, start.c, start.w, rng)
                ends.append((start.s.tobytes(), lasting(start.w), int(rng[0])))
            assert ends[0] == ends[1]
            waiting += int(start.s.phase) == tables.PENALTY
            free += int(start.s.free)
    assert (waiting > 0) == (word == "DRAWS")
    assert free > 0 or word != "SKIP"
