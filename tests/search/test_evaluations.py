"""What alpha-beta knows about the games: fair to both sides, bounded, in step with the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from alphabeta_kit import CASES, begun, estimate, parts, sharp, walked
from kit import Play, generator

from pivotry import jit
from pivotry.contract import blank
from pivotry.games.pegs.rules import taking_back
from pivotry.games.pivotation.tables import BOARDS, lattice
from pivotry.search.kernels.alphabeta import LIMIT, SHARP

every_case = pytest.mark.parametrize("case", [*CASES, "pivotation grand"])
SIDES = {"dark": "light", "light": "dark"}


def swapped(play: Play) -> Play:
    """The same position with the sides exchanged."""
    data = play.position()
    stacks: dict[str, Any] = {}
    if play.game.id == "pegs":
        stacks = {peg: r.translate(str.maketrans("dl", "ld")) for peg, r in data["stacks"].items()}
    else:
        board = lattice(BOARDS[data["board"]][0])
        for hole, bars in data["stacks"].items():
            there = board.names[board.size - 1 - board.index[hole]]
            stacks[there] = [{"d": "l", "l": "d"}[bar[0]] + bar[1:] for bar in bars]
    return Play.at(data | {"stacks": stacks, "turn": SIDES[data["turn"]]}, compiled=True)


@every_case
def test_exchanging_the_sides_turns_the_sign(case: str) -> None:
    values = set()
    for seed in range(4):
        for step, play in enumerate(walked(case, seed, 120)):
            if step % 4:
                continue
            value = estimate(play)
            assert -LIMIT < value < LIMIT
            assert estimate(swapped(play)) == -value
            values.add(value)
    assert len(values) > 20


@pytest.mark.parametrize("game", ["pegs", "pivotation"])
def test_every_term_says_something(game: str) -> None:
    """Each differs from zero somewhere, else its weight would be a guess."""
    judge: Any = Play(game).game.evaluate
    assert len(judge.TERMS) == judge.TERM_COUNT <= len(Play(game).game.weights)
    out = np.zeros(judge.TERM_COUNT, np.int64)
    seen = np.zeros(judge.TERM_COUNT, bool)
    for case in (one for one in (*CASES, "pivotation grand") if one.startswith(game)):
        for seed in range(30):
            for play in walked(case, seed, 250):
                parts(game)["features"](play.s, play.c, play.w, out)
                seen |= out != 0
    assert [judge.TERMS[i] for i in np.flatnonzero(~seen)] == []


@every_case
def test_plain_python_evaluates_alike(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judge: Any = begun(case).game.evaluate
    room = np.zeros(judge.TERM_COUNT, np.int64)
    out = np.zeros(1000, np.int32)
    for play in walked(case, 4, 60):
        s, c, w = play.s, play.c, play.w
        assert judge.evaluate(s, c, w, play.game.weights, room) == parts(play.game.id)["evaluate"](
            s, c, w, play.game.weights, room
        )
        assert judge.key(s, c) == parts(play.game.id)["key"](s, c)
        assert [int(a) for a in out[: judge.sharp(s, c, w, out)]] == sharp(play)


@every_case
def test_sharp_moves_are_legal_and_ordered_first(case: str) -> None:
    count = 0
    for seed in range(5):
        for play in walked(case, seed, 200):
            found = sharp(play)
            assert len(set(found)) == len(found)
            assert set(found) <= set(play.legal())
            order = parts(play.game.id)["order"]
            for a in play.legal():
                rank = int(order(play.s, play.c, play.w, a))
                assert rank >= 0
                assert a not in found or rank >= SHARP
            count += len(found)
    assert count > 20


@every_case
def test_what_a_search_copies_is_enough(case: str) -> None:
    """A game played on copies made by ``copy`` goes as one that is copied whole."""
    play = begun(case)
    copy = jit.bind(play.game.evaluate.copy, tag=play.game.id, compiled=True)
    rules = play.game.rules
    states, works = blank(rules.STATE, 2), blank(rules.WORK, 2)
    rng, out = generator(6), np.zeros(play.game.facts.max_moves, np.int32)
    slot = 0
    for _ in range(5):
        play.begin()
        states[slot], works[slot] = play.s, play.w
        while not play.over:
            copy(states, works, play.c, slot, 1 - slot)
            slot = 1 - slot
            n = play.k.legal(states[slot], play.c, works[slot], out)
            assert [int(a) for a in out[:n]] == play.legal()
            before = play.snapshot()
            action = int(play.k.random(play.s, play.c, play.w, rng))
            play.restore(before)
            play.apply(action)
            play.k.apply(states[slot], play.c, works[slot], action)
            assert states[slot].tobytes() == play.s.tobytes()
            assert estimate(play) == int(
                parts(play.game.id)["evaluate"](
                    states[slot], play.c, works[slot], play.game.weights, np.zeros(64, np.int64)
                )
            )


@every_case
def test_keys_tell_apart_what_differs_to_a_search(case: str) -> None:
    by_key: dict[int, Any] = {}
    places: set[Any] = set()
    for seed in range(12):
        for play in walked(case, seed, 150):
            name = matters(play)
            assert by_key.setdefault(int(parts(play.game.id)["key"](play.s, play.c)), name) == name
            places.add(name)
    assert len(by_key) == len(places) > 200


def matters(play: Play) -> Any:
    """What of a position the rest of the game depends on."""
    s = play.s
    if play.game.id == "pegs":
        late = int(s.quiet) if int(s.quiet) >= 60 else 0
        forbidden = int(taking_back(s))
        return int(s.heights), int(s.colours), int(s.turn), int(s.step), late, forbidden
    return int(s.turn), s.hole.tobytes(), s.level.tobytes()


def test_the_same_rings_by_another_way_are_the_same() -> None:
    ways = ("A1-B1 A2-B2 A3-B3 A4-B4", "A2-B2 A1-B1 A4-B4 A3-B3", "A4-B4 A3-B3 A2-B2 A1-B1")
    keys = set()
    for way in ways:
        play = begun("pegs")
        for move in way.split():
            play.apply(move)
        keys.add(int(parts("pegs")["key"](play.s, play.c)))
    assert len(keys) == 1
