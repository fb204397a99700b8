"""Laws that hold in every game, along random games of every set-up."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np
import pytest
from kit import SETUPS, Play, comparable, generator, lasting, setup_id

from pivotry.contract import CHANCE, blank

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=setup_id)


def _begun(setup: Any, *, compiled: bool, seed: int = 1) -> Play:
    game, players, options = setup
    return Play(game, players, options, compiled=compiled).begin(seed)


@every_setup
def test_python_and_numba_agree_byte_for_byte(setup: Any) -> None:
    slow, fast = _begun(setup, compiled=False), _begun(setup, compiled=True)
    a, b = generator(7), generator(7)
    for _ in range(150):
        assert slow.s.tobytes() == fast.s.tobytes()
        assert lasting(slow.w) == lasting(fast.w)
        assert slow.actor == fast.actor
        assert slow.legal() == fast.legal()
        values = np.zeros(8), np.zeros(8)
        slow.k.returns(slow.s, slow.c, values[0])
        fast.k.returns(fast.s, fast.c, values[1])
        assert values[0].tolist() == values[1].tolist()
        if slow.over:
            break
        assert slow.k.random(slow.s, slow.c, slow.w, a) == fast.k.random(fast.s, fast.c, fast.w, b)
        assert a[0] == b[0]


@every_setup
def test_along_random_games(setup: Any) -> None:
    """What is derived equals what is rebuilt; lists ascend; texts and JSON round-trip."""
    play = _begun(setup, compiled=True, seed=3)
    notation, position = play.game.notation, play.game.position
    rng = generator(11)
    top = play.game.facts
    for _ in range(400):
        assert lasting(play.w) == lasting(play.rebuilt())
        moves = play.legal()
        assert moves == sorted(set(moves))
        assert len(moves) <= top.max_moves
        assert all(0 <= a < top.actions or setup[2].get("board") for a in moves)
        for a in moves:
            text = notation.write(a, play.c)
            assert notation.number(notation.read(text), play.c) == a
        described = play.position()
        assert json.loads(json.dumps(described)) == described
        options, state = position.read(copy.deepcopy(described))
        assert state.tobytes() == play.s.tobytes()
        assert comparable(position.write(state, play.game.setup.config(options), options)) == (
            comparable(described)
        )
        if play.over:
            assert not moves
            break
        if play.actor >= 0:
            assert moves, "a player always has something to do"
        played = int(play.k.random(play.s, play.c, play.w, rng))
        assert played in moves or (played == -1 and not moves)


@every_setup
def test_random_moves_follow_the_list(setup: Any) -> None:
    """Playing ``random`` is playing one of ``legal`` with ``apply``."""
    play = _begun(setup, compiled=True, seed=5)
    rng = generator(13)
    for _ in range(200):
        if play.over:
            break
        before = play.snapshot()
        played = int(play.k.random(play.s, play.c, play.w, rng))
        if played == -1:
            continue
        after = play.s.tobytes()
        play.restore(before)
        play.apply(played)
        assert play.s.tobytes() == after


@every_setup
def test_playout_is_random_repeated(setup: Any) -> None:
    quick, slow = _begun(setup, compiled=True, seed=9), _begun(setup, compiled=True, seed=9)
    a, b = generator(17), generator(17)
    for limit in (1, 2, 5, 40, 100_000):
        said = int(quick.k.playout(quick.s, quick.c, quick.w, a, limit))
        done = 0
        while not slow.over and done < limit:
            done += slow.actor != CHANCE
            slow.k.random(slow.s, slow.c, slow.w, b)
        assert said == done
        assert quick.s.tobytes() == slow.s.tobytes()
        assert lasting(quick.w) == lasting(slow.w)
        assert a[0] == b[0]
    assert quick.over


@every_setup
def test_the_beginning_is_the_same_whatever_the_record_held(setup: Any) -> None:
    game, players, options = setup
    play = Play(game, players, options, compiled=True)
    begun = []
    for filling in (0, 0x15, 0xFF):
        play._states.view(np.uint8)[:] = filling
        play.k.start(play.s, play.c)
        begun.append({name: play.s[name].tolist() for name in play.s.dtype.names})
    assert begun[0] == begun[1] == begun[2]
    if not play.game.facts.chance:  # nothing is dealt yet
        state = play.game.position.read(play.position())[1]
        assert {name: state[name].tolist() for name in state.dtype.names} == begun[0]


@every_setup
def test_what_was_there_before_is_of_no_account(setup: Any) -> None:
    """Work records, lists of moves and values: kernels are given the same room again and again."""
    play = _begun(setup, compiled=True, seed=41)
    for step in range(30):
        moves, values = play.legal(), np.zeros(setup[1])
        play.k.returns(play.s, play.c, values)
        kept, ends = play.snapshot(), []
        for filling in (None, 0x15, 0xFF):
            if filling is not None:
                play._works.view(np.uint8)[:] = filling
                play.k.derive(play.s, play.c, play.w)
                out = np.full(len(play.out), 2**31 - 1, np.int32)
                assert out[: play.k.legal(play.s, play.c, play.w, out)].tolist() == moves
                told = np.full(setup[1], float(filling))
                play.k.returns(play.s, play.c, told)
                assert told.tolist() == values.tolist()
            rng = generator(step)
            play.k.playout(play.s, play.c, play.w, rng, 12)
            ends.append((play.s.tobytes(), int(rng[0]), play.legal()))
            if filling != 0xFF:
                play.restore(kept)
        assert ends[0] == ends[1] == ends[2]
        if play.over:
            break


@every_setup
def test_playout_stops_before_it_begins(setup: Any) -> None:
    """No moves within a limit of none, and none once the match is over."""
    play, rng = _begun(setup, compiled=True, seed=31), generator(37)
    for limit in (0, 100_000, 0, 5):
        before, state, over = play.s.tobytes(), int(rng[0]), play.over
        moves = int(play.k.playout(play.s, play.c, play.w, rng, limit))
        if over or limit == 0:
            assert moves == 0
            assert play.s.tobytes() == before
            assert rng[0] == state
    assert play.over


@every_setup
def test_explanations_agree_with_the_list(setup: Any) -> None:
    play = _begun(setup, compiled=True, seed=21)
    explain, notation = play.game.explain.explain, play.game.notation
    rng = generator(19)
    seen: set[int] = set()
    for step in range(120):
        if play.over:
            break
        legal = set(play.legal())
        if step % 6 == 0:
            seen |= legal
            for a in seen:
                said = explain(play.s, play.c, notation.write(a, play.c))
                assert said.legal == (a in legal), (notation.write(a, play.c), said)
                assert said.message
                assert said.legal or said.clauses
        seen |= legal
        play.k.random(play.s, play.c, play.w, rng)


@every_setup
def test_views_and_filled_states(setup: Any) -> None:
    """A state filled in from a view gives that view again, and so does one redrawn in a kernel."""
    from pivotry import jit
    from pivotry.chance import Stream, seed_bytes

    play = _begun(setup, compiled=True, seed=23)
    views = play.game.views
    resample = jit.bind(views.resample, tag=setup[0], compiled=True)
    rng = generator(29)
    for step in range(90):
        for seat in range(int(play.options["players"])) if step % 10 == 0 else ():
            view = views.view(play.s, play.c, play.options, seat)
            shown = json.dumps(view, sort_keys=True)
            options, filled = views.fill(view, Stream(seed_bytes(step), seat))
            config = play.game.setup.config(options)
            again = views.view(filled, config, options, seat)
            assert json.dumps(again, sort_keys=True) == shown
            work = blank(play.game.rules.WORK)[0]
            state = blank(play.game.rules.STATE)
            state[0] = filled
            resample(state[0], config, work, seat, rng)
            again = views.view(state[0], config, options, seat)
            assert json.dumps(again, sort_keys=True) == shown
            position = play.game.position.write(state[0], config, options)
            assert play.game.position.read(position)[1].tobytes() == state[0].tobytes()
            fresh = blank(play.game.rules.WORK)[0]
            play.k.derive(state[0], config, fresh)
            assert lasting(work) == lasting(fresh)
        if play.over:
            break
        play.k.random(play.s, play.c, play.w, rng)


@every_setup
def test_states_are_small(setup: Any) -> None:
    """A state fits 256 bytes, on every board that has a name and for all numbers of players."""
    play = _begun(setup, compiled=False)
    assert play.game.rules.STATE.itemsize <= 256
    assert play.s.nbytes == play.game.rules.STATE.itemsize
