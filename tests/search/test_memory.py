"""What seats remember: always true, never more than they saw, and kept to in every deal."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np
import pytest
from kit import generator

import pivotry
from pivotry import registry
from pivotry.chance import Stream, seed_bytes
from pivotry.contract import copied
from pivotry.errors import BadPosition
from pivotry.match import Match
from pivotry.players import Memory, player, remembered
from pivotry.search.perft import derived

CARDS: list[tuple[str, int, dict[str, Any]]] = [
    ("updown", 4, {"games": 1}),
    ("updown", 2, {"games": 1, "hand": 30}),
    ("updown", 3, {"games": 1, "hand": 25, "words": {"5": "DRAWS", "30": "DRAWS", "60": "DRAWS"}}),
    ("updown", 5, {"games": 1, "end": "deck_out"}),
    ("bounce", 2, {}),
    ("bounce", 4, {}),
    ("bounce", 5, {"deck": "doubles8"}),
]
every_set_up = pytest.mark.parametrize(
    ("game", "seats", "options"), CARDS, ids=[f"{g}-{n}-{i}" for i, (g, n, _) in enumerate(CARDS)]
)


def random_move(match: Match, rng: np.random.Generator) -> None:
    moves = match.legal_moves()
    match.play(moves[int(rng.integers(len(moves)))])


def watched(match: Match, moves: int, seed: int) -> Any:
    """Play at random; after each move, what every seat and a spectator remember."""
    rng = np.random.default_rng(seed)
    minds = {seat: Memory.begin(match.view(seat)) for seat in (*range(match.players), None)}
    for _ in range(moves):
        if match.turn is None:
            return
        before = match.ply
        random_move(match, rng)
        for seat in minds:
            first, events = match.history(seat, before)
            if any(entry.kind == "deal" for entry in match.log()[before:]):
                minds[seat] = Memory.begin(first)
            for event, view in events:
                minds[seat] = minds[seat].then(event, view)
        yield minds


def state_of(match: Match) -> tuple[Any, Any]:
    game = registry.get(match.game)
    options, state = game.position.read(match.position())
    return state, game.setup.config(options)


@every_set_up
def test_what_is_remembered_is_true(game: str, seats: int, options: dict[str, Any]) -> None:
    match = pivotry.new(game, seats, seed=3, **options)
    for step, minds in enumerate(watched(match, 80, 1)):
        state, config = state_of(match)
        for seat, mind in minds.items():
            assert mind.fits(state, config), (step, seat, mind.notes)
            assert mind.view == match.view(seat)


@every_set_up
def test_deals_keep_to_what_is_remembered(game: str, seats: int, options: dict[str, Any]) -> None:
    """The state that a search starts from and those that it deals; views stay what they are."""
    views = registry.get(game).views
    match = pivotry.new(game, seats, seed=5, **options)
    told = 0
    for step, minds in enumerate(watched(match, 80, 2)):
        seat = match.turn
        if step % 6 or seat is None:
            continue
        mind, view = minds[seat], match.view(seat)
        options_, state = views.fill(view, Stream(seed_bytes(step), 0))
        config = registry.get(game).setup.config(options_)
        known = mind.prepare(view, state, config, Stream(seed_bytes(step), 1))
        told += int(known.told)
        assert mind.fits(state, config)
        assert views.view(state, config, options_, seat) == view
        work = derived(registry.get(game), state, config)
        for turn in range(8):
            dealt = copied(state)
            views.redeal(dealt, config, work, known, seat, generator(1000 * step + turn))
            assert mind.fits(dealt, config), (step, turn, mind.notes)
            assert views.view(dealt, config, options_, seat) == view
            assert work.tobytes() == derived(registry.get(game), dealt, config).tobytes()
    assert told >= 3


@every_set_up
def test_a_memory_is_plain_data(game: str, seats: int, options: dict[str, Any]) -> None:
    match = pivotry.new(game, seats, seed=8, **options)
    rng = np.random.default_rng(4)
    for _ in range(25):
        if match.turn is not None:
            random_move(match, rng)
    mind = remembered(match, 1)
    text = json.dumps(mind.json())
    assert Memory.read(json.loads(text)) == mind
    assert remembered(match, 1) == mind


@every_set_up
def test_nothing_hidden_gets_into_a_memory(game: str, seats: int, options: dict[str, Any]) -> None:
    """Other cards where nobody has looked, the same moves: if it looks the same, it is the same."""
    told = 0
    for seed in range(5 if game == "updown" else 30):
        match = pivotry.new(game, seats, seed=seed, chance="manual", **options)
        seat = seed % seats
        twin = other_cards(match, seat, seed)
        rng = np.random.default_rng(seed)
        for _ in range(14):
            if match.turn is None or (match.turn == pivotry.CHANCE and not match.legal_moves()):
                break
            moves = sorted(set(match.legal_moves()) & set(twin.legal_moves()))
            if not moves or match.turn != twin.turn:
                break
            text = moves[int(rng.integers(len(moves)))]
            match.play(text)
            twin.play(text)
            if match.view(seat) != twin.view(seat):
                break
            assert remembered(match, seat) == remembered(twin, seat)
            told += match.position() != twin.position()
    assert told > 5


def other_cards(match: Match, seat: int, seed: int) -> Match:
    game = registry.get(match.game)
    options, state = game.views.fill(match.view(seat), Stream(seed_bytes(seed), 9))
    position = game.position.write(state, game.setup.config(options), options)
    return pivotry.from_position(position, chance="manual")


def test_whose_turn_passed_on_holds_what_did_not_fit() -> None:
    data = pivotry.new("updown", 3, seed=1, games=1).position() | {
        "turn": 0, "going": "up", "numbers": ["70"],
        "hands": [["1", "2"], ["3", "4"], ["5", "6"]], "last_player": None,
    }  # fmt: skip
    data["draw"] = [
        card for card in full_pack() if card not in ("1", "2", "3", "4", "5", "6", "70")
    ]
    match = pivotry.from_position(data)
    for text in ("draw", "=50", "draw", "=UP", "draw", "=75", "keep"):
        match.play(text)
    first, second, third = (remembered(match, 0).notes["hands"][seat] for seat in range(3))
    assert first == []
    assert second[2:] == [[[1, 70, 0, 0]]]
    assert third[2:] == [[[1, 70, 1, 0]]]
    assert remembered(match, 2).notes["hands"][0][2:] == [[[1, 70, 0, 0]]]


def test_a_card_that_could_be_either_leaves_both_open() -> None:
    """p2 drew one that did not fit and plays a card that may be it or one of the hand."""
    data = pivotry.new("updown", 2, seed=1, games=1).position() | {
        "turn": 1, "going": "up", "numbers": ["70"],
        "hands": [["1", "2"], ["3", "79"]], "last_player": None,
    }  # fmt: skip
    data["draw"] = [card for card in full_pack() if card not in ("1", "2", "3", "79", "70")]
    match = pivotry.from_position(data)
    for text in ("draw", "=50", "draw", "=UP"):
        match.play(text)
    assert remembered(match, 0).notes["hands"][1][2:] == [[[1, 70, 0, 0]]]
    match.play("79")  # fits, so it is none that did not fit
    assert remembered(match, 0).notes["hands"][1][1:] == [[[1, 70, 0, 0]]]


def test_after_a_refill_the_hands_are_known_together() -> None:
    pack = full_pack()
    hands = [["1", "DOWN"], ["3", "4"], ["5", "UP"]]
    numbers = [card for card in pack if card.isdigit() and card not in ("1", "3", "4", "5", "80")]
    directions = [card for card in pack if not card.isdigit()]
    directions.remove("UP")
    directions.remove("DOWN")
    data = pivotry.new("updown", 3, seed=1, games=1).position() | {
        "turn": 0, "going": "up", "numbers": [*numbers, "80"], "directions": directions,
        "hands": hands, "draw": [], "last_player": None,
    }  # fmt: skip
    match = pivotry.from_position(data)
    match.play("draw")
    match.play("=60")
    mind = remembered(match, 0)
    assert sorted(mind.notes["old"]) == ["3", "4", "5", "UP"]
    game = registry.get("updown")
    options, state = game.views.fill(match.view(1), Stream(seed_bytes(1), 0))
    mind = remembered(match, 1)
    config = game.setup.config(options)
    known = mind.prepare(match.view(1), state, config, Stream(seed_bytes(1), 1))
    held = set()
    for step in range(30):
        dealt = copied(state)
        game.views.redeal(dealt, config, derived(game, dealt, config), known, 1, generator(step))
        held |= {tuple(sorted(h)) for h in game.position.write(dealt, config, options)["hands"]}
    cards = {card for hand in held for card in hand}
    assert cards >= {"1", "5", "UP", "DOWN", "3", "4"}
    own = {card for hand in held if len(hand) == 3 for card in hand}
    assert len(own - {"1", "5", "UP", "DOWN"}) > 5, "the card drawn afterwards can be any discard"
    assert all(set(hand) <= {"1", "5", "UP", "DOWN", "3", "4"} for hand in held if len(hand) == 2)


def full_pack() -> list[str]:
    return [str(n) for n in range(1, 81)] + ["UP"] * 11 + ["DOWN"] * 11 + ["PIVOT"] * 6


def test_a_set_takes_all_cards_of_its_number() -> None:
    match = pivotry.new("bounce", 3, seed=4)
    data = match.position()
    seat = data["turn"]
    sets = [text for text in match.legal_moves() if text.startswith("set")]
    match.play(sets[0])
    number = int(sets[0].removeprefix("set "))
    mind = remembered(match, (seat + 1) % 3)
    assert mind.notes[seat] == {"active": [number], "inactive": []}
    while match.turn != seat:
        match.play("rotate")
    match.play("rotate")
    assert remembered(match, None).notes[seat] == {"active": [], "inactive": [number]}


def test_players_take_a_memory_of_their_view_only() -> None:
    match = pivotry.new("bounce", 3, seed=2)
    first = remembered(match, match.turn)
    engine = player("bounce", "tree@20n")
    assert engine.choose(match.view(match.turn), seed=1, memory=first) in match.legal_moves()
    match.play("rotate")
    with pytest.raises(BadPosition, match="another moment"):
        engine.choose(match.view(match.turn), seed=1, memory=first)
    open_game = pivotry.new("pegs")
    mind = remembered(open_game, 0)
    assert (mind.notes, mind.json()["notes"]) == (None, None)
    text = player("pegs", "tree@20n").choose(open_game.view(0), seed=1, memory=mind)
    assert text in open_game.legal_moves()


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(notes=None),
        lambda d: d.pop("view"),
        lambda d: d.update(view=[]),
        lambda d: d.update(notes=[{"active": [12], "inactive": []}] * 3),
        lambda d: d.update(notes=d["notes"][:2]),
    ],
)
def test_bad_memories_are_refused(change: Any) -> None:
    data = copy.deepcopy(remembered(pivotry.new("bounce", 3, seed=2), 0).json())
    change(data)
    with pytest.raises(BadPosition):
        Memory.read(data)
    good = remembered(pivotry.new("updown", 3, seed=2), 0).json()
    for notes in (
        {},
        {**good["notes"], "old": ["90"]},
        {**good["notes"], "hands": [[[[2, 0, 0, 0]]]] * 3},
    ):
        with pytest.raises(BadPosition):
            Memory.read({**good, "notes": notes})


def test_a_memory_that_nothing_fits_is_refused() -> None:
    match = pivotry.new("bounce", 2, seed=2)
    view = match.view(match.turn)
    lacks = {"active": list(range(1, 10)), "inactive": []}
    mind = Memory(view, [lacks, lacks])
    with pytest.raises(BadPosition, match="no cards fit"):
        player("bounce", "tree@5n").choose(view, seed=1, memory=mind)
