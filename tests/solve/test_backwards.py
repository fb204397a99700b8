"""The peg game worked backwards, and draws by shuffling, against looking at everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from kit import Play
from slow_solver import Slow, TooMany, hurried, late

import pivotry
from pivotry.contract import blank
from pivotry.search.kernels import layers as kernel
from pivotry.search.layers import SORTED_EACH, Layers
from pivotry.search.question import Question
from pivotry.search.solve import Solver, solve

Name = tuple[int, int, int, int, int]


def locked(rng: random.Random, medium: int, goal: int) -> dict[str, Any]:
    """A position with ``medium`` rings in row B, ``goal`` in row D, the rest in C."""
    rings = list("d" * (8 - goal // 2) + "l" * (8 - goal + goal // 2))
    rng.shuffle(rings)
    stacks: dict[str, str] = {}
    hollows = rng.sample(range(1, 6), goal)
    for i, hollow in enumerate(hollows):
        stacks[f"D{hollow}"] = "dl"[i % 2]
    room = [f"B{i}" for i in range(1, 5) for _ in range(3)]
    for peg in rng.sample(room, medium):
        stacks[peg] = stacks.get(peg, "") + rings.pop()
    room = [f"C{i}" for i in range(1, 6) for _ in range(2)]
    for peg in rng.sample(room, len(rings)):
        stacks[peg] = stacks.get(peg, "") + rings.pop()
    return {
        "game": "pegs", "turn": rng.choice(["dark", "light"]), "step": rng.choice([1, 2]),
        "last": None, "quiet": 0, "ply": 0, "result": None, "stacks": stacks,
    }  # fmt: skip


def shuffles(seed: int, medium: int = 2, goal: int = 4) -> Iterator[Play]:
    rng = random.Random(seed)
    while True:
        position = locked(rng, medium, goal)
        try:
            yield Play.at(position, compiled=True)
        except pivotry.BadPosition:
            continue


def backwards(play: Play, memory: float = 40) -> Layers:
    layers = Layers(play.game, play.s, play.c, memory=memory)
    while layers.open:
        layers.run(100_000)
    return layers


def by_fixed_point(play: Play, most: int) -> dict[Name, int | None]:
    """For every position that can follow: the seat that wins with endless patience, or None.

    Positions are told apart by rings, mover, step and last move. Least fixed point, plain Python.
    """

    def name() -> Name:
        s = play.s
        return int(s.heights), int(s.colours), int(s.turn), int(s.step), int(s.last)

    after: dict[Name, list[Name | int | None]] = {}
    states = {name(): play.snapshot()}
    todo = list(states)
    out = np.zeros(2)
    while todo:
        here = todo.pop()
        after[here] = []
        if len(after) > most:
            raise TooMany
        play.restore(states[here])
        for action in play.legal():
            play.restore(states[here])
            play.apply(action)
            if play.over:
                play.k.returns(play.s, play.c, out)
                after[here].append(0 if out[0] > 0 else 1)
                continue
            play.s.quiet = 0
            child = name()
            after[here].append(child)
            if child not in states:
                states[child] = play.snapshot()
                todo.append(child)
    winner: dict[Name, int | None] = dict.fromkeys(after)
    changed = True
    while changed:
        changed = False
        for here, children in after.items():
            if winner[here] is None:
                ends = [winner[c] if isinstance(c, tuple) else c for c in children]
                mover = here[2]
                if mover in ends:
                    winner[here] = mover
                elif all(end == 1 - mover for end in ends):
                    winner[here] = 1 - mover
                changed = changed or winner[here] is not None
    return winner


def test_patience_agrees_with_a_fixed_point() -> None:
    """Backwards, and by proofs and closed sets: all three say the same."""
    done = 0
    for play in shuffles(2):
        kept = play.snapshot()
        try:
            winners = by_fixed_point(play, 2500)
        except TooMany:
            continue
        finally:
            play.restore(kept)
        s = play.s
        winner = winners[int(s.heights), int(s.colours), int(s.turn), int(s.step), int(s.last)]
        value = 0 if winner is None else 1 if winner == play.actor else -1
        assert backwards(play).value(play.s, play.actor) == value
        solver = Solver(play.game, play.s, play.c, memory=8)
        solver.run(nodes=400_000)
        assert solver.value == value
        done += 1
        if done == 3:
            break


@pytest.mark.parametrize("limit", [2, 3])
def test_few_quiet_moves_agree_with_looking_at_everything(limit: int) -> None:
    done = 0
    for patient in shuffles(limit, 3, 4):
        play = hurried(patient, limit)
        slow = Slow(play, 400)
        kept = play.snapshot()
        try:
            value = slow.value()
        except TooMany:
            continue
        finally:
            play.restore(kept)
        found = backwards(play).value(play.s, play.actor)
        assert found in (value, None)
        done += 1
        if done == 4:
            break


def test_draws_are_held_and_the_ways_agree() -> None:
    """Backwards and by closed sets, on positions with more freedom; draws among them."""
    values = set()
    for play, _ in zip(shuffles(11, 3, 4), range(8), strict=False):
        layers = backwards(play)
        solver = Solver(play.game, play.s, play.c, memory=8)
        solver.run(nodes=300_000)
        if not layers.full and solver.value is not None:
            assert layers.value(play.s, play.actor) == solver.value
            moves = layers.moves(play.s)
            known = solver.known().moves
            assert {a: known[a] for a in known.keys() & moves.keys()} == {
                a: moves[a] for a in known.keys() & moves.keys()
            }
            values.add(solver.value)
    assert len(values) > 1


def test_a_no_is_made_sure_of() -> None:
    """A "no" that rests on repetitions is given out only with a closed set behind it."""
    made_sure = 0
    for play, _ in zip(shuffles(5, 3, 4), range(8), strict=False):
        for attacker in (0, 1):
            solver = Solver(play.game, play.s, play.c, memory=8)
            plain = Question(solver.ground, play.s, attacker, sure=False)
            while plain.open and plain.nodes < 200_000:
                plain.run(10_000)
            question = Question(solver.ground, play.s, attacker)
            while question.open and question.nodes < 400_000:
                question.run(10_000)
            if not plain.open and plain.answer is None and question.answer is False:
                made_sure += 1
                layers = backwards(play)
                value = layers.value(play.s, attacker)
                assert value is None or value <= 0
    assert made_sure > 0


def test_a_drawn_line_keeps_the_draw_until_a_position_comes_back() -> None:
    for play in shuffles(11, 3, 4):
        solution = solve(play.position(), nodes=600_000, memory=40)
        if solution.value == 0:
            break
    match = pivotry.from_position(play.position())
    for text in solution.line:
        match.play(text)
    assert len(solution.line) > 1
    assert match.turn is not None
    rest = solve(match, nodes=600_000, memory=40)
    assert rest.value in (0, None)


def test_keys_come_back_as_the_same_position() -> None:
    exact = pivotry.registry.get("pegs").exact
    for seed in range(6):
        play = late("pegs", {}, 9, seed)
        key, codes = np.zeros(1, np.uint64), exact.table(play.s, play.c)
        rest = exact.pack(play.s, play.c, codes, 0, key)
        again = blank(play.game.rules.STATE)[0]
        exact.unpack(key, rest, again)
        again.ply, again.quiet = play.s.ply, play.s.quiet
        if int(again.last) < 0:
            again.last = play.s.last  # a forward move is not part of a key
        assert again.tobytes() == play.s.tobytes()


def test_wins_now_is_what_the_rules_say() -> None:
    exact = pivotry.registry.get("pegs").exact
    out, seen = np.zeros(2), set()
    for back in (1, 2, 3):
        for seed in range(8):
            play = late("pegs", {"lanes": "wide"} if seed % 2 else {}, back, seed)
            mover, kept, wins = play.actor, play.snapshot(), False
            for action in play.legal():
                play.apply(action)
                if play.over:
                    play.k.returns(play.s, play.c, out)
                    wins = wins or out[mover] > 0
                play.restore(kept)
            assert bool(exact.wins_now(play.s, play.c)) == wins
            seen.add(wins)
    assert seen == {True, False}


def test_too_little_room_is_noticed() -> None:
    play = late("pegs", {}, 10, 0)
    layers = backwards(play, memory=0.05)
    assert layers.full
    assert layers.value(play.s, play.actor) is None


def test_every_step_can_be_cut_into_pieces() -> None:
    """Sorting what has been made, too: nothing can be cancelled in the middle of a call."""
    play, whole = max(
        ((play, backwards(play)) for play, _ in zip(shuffles(11, 3, 4), range(5), strict=False)),
        key=lambda it: it[1].size,
    )
    layers, size, sorting = Layers(play.game, play.s, play.c, memory=40), 1, 0
    while layers.open:
        before, done = layers.nodes, int(layers._head[kernel.SORTED])
        layers.run(size)
        assert layers.nodes - before <= size + play.game.facts.max_moves
        more = int(layers._head[kernel.SORTED]) - done
        assert more <= SORTED_EACH * size
        sorting += more > 0
        size = size % 11 + 1
    assert sorting > 5
    assert layers._head[kernel.SORTED] == 2 * layers.size
    assert layers.size == whole.size > 100
    assert (layers._starts == whole._starts).all()
    used = layers._nodes[: layers.size]
    assert (used == whole._nodes[: layers.size]).all()
    by_layer = [int(used[i].layer) for i in layers._order]
    assert by_layer == sorted(by_layer)
    assert sorted(layers._order.tolist()) == list(range(layers.size))
    assert layers.value(play.s, play.actor) == whole.value(play.s, play.actor)
