"""Players decide by what their seat has seen: whatever else is changed, the move stays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pivotry
from pivotry import registry
from pivotry.chance import Stream, seed_bytes
from pivotry.contract import blank
from pivotry.match import Match
from pivotry.players import Memory, player, remembered
from pivotry.search.run import Search

SETUPS: list[tuple[str, int, dict[str, Any]]] = [
    ("updown", 4, {"games": 2}),
    ("updown", 2, {"games": 1, "hand": 30}),
    ("bounce", 2, {"deck": "doubles8"}),
    ("bounce", 4, {}),
]
every_set_up = pytest.mark.parametrize(
    ("game", "seats", "options"), SETUPS, ids=[f"{g}-{n}" for g, n, _ in SETUPS]
)


def questions(game: str, seats: int, options: dict[str, Any], wanted: int) -> Any:
    """Positions of random games with a choice, as matches; some way into the game."""
    rng = np.random.default_rng(7)
    found = seed = 0
    while found < wanted:
        seed += 1
        match = pivotry.new(game, seats, seed=seed, **options)
        for _ in range(int(rng.integers(5, 30))):
            moves = match.legal_moves()
            if moves:
                match.play(moves[int(rng.integers(len(moves)))])
        if match.turn is not None and len(match.legal_moves()) > 2:
            found += 1
            yield match


def permuted(match: Match, mind: Memory, seed: int) -> tuple[Match, Any, Any, Any]:
    """Everything hidden from the seat to move drawn anew, as far as it cannot tell.

    The match of it, its state, its configuration, and what is known in it.
    """
    game = registry.get(match.game)
    options, state = game.views.fill(mind.view, Stream(seed_bytes(seed), 0))
    config = game.setup.config(options)
    known = mind.prepare(mind.view, state, config, Stream(seed_bytes(seed), 1))
    return pivotry.from_position(game.position.write(state, config, options)), state, config, known


@pytest.mark.parametrize("name", ["tree@60n", "plain@60n", "random"])
@every_set_up
def test_hidden_cards_do_not_change_the_move(
    game: str, seats: int, options: dict[str, Any], name: str
) -> None:
    changed = 0
    for number, match in enumerate(questions(game, seats, options, 4)):
        seat, engine = match.turn, player(game, name)
        mind = remembered(match, seat)
        asked: dict[str, Any] = {"seed": number}
        move = engine.choose(match.view(seat), memory=mind, **asked)
        alone = engine.choose(match.view(seat), **asked)
        for turn in range(3):
            twin = permuted(match, mind, 10 * number + turn)[0]
            changed += twin.position() != match.position()
            assert twin.view(seat) == match.view(seat)
            told = Memory(twin.view(seat), mind.notes)
            assert engine.choose(twin.view(seat), memory=told, **asked) == move
            assert engine.choose(twin.view(seat), **asked) == alone
    assert changed >= 6


@pytest.mark.parametrize("threads", [1, 2])
@every_set_up
def test_a_search_does_not_depend_on_the_state_it_is_given(
    game: str, seats: int, options: dict[str, Any], threads: int
) -> None:
    """Below the players as well: the search deals what its seat cannot see before it looks."""
    changed = 0
    for number, match in enumerate(questions(game, seats, options, 4)):
        mind = remembered(match, match.turn)
        found = set()
        states = set()
        for turn in range(3):
            _, state, config, known = permuted(match, mind, 10 * number + turn)
            states.add(state.tobytes())
            for what in (known, blank(known.dtype)[0]):
                search = Search(
                    registry.get(game), state, config, seats, match.turn, number, 80,
                    threads=threads, known=what,
                )  # fmt: skip
                search.run(nodes=80)
                found.add((what is known, search.lines()))
        changed += len(states) > 1
        assert len(found) == 2
    assert changed >= 2


def test_a_memory_changes_what_is_dealt() -> None:
    """The same view with another past is another question."""
    match = pivotry.new("bounce", 3, seed=4)
    first = match.turn
    for _ in range(3):
        match.play("rotate")
    assert match.turn == first
    view, engine = match.view(first), player("bounce", "tree@200n")
    mind = Memory.begin(view)
    lacks = [{"active": [] if seat == first else [1, 2], "inactive": []} for seat in range(3)]
    one = engine.think(view, seed=1, memory=mind)
    two = engine.think(view, seed=1, memory=Memory(view, lacks))
    assert one.candidates == engine.think(view, seed=1).candidates
    assert one.candidates != two.candidates
