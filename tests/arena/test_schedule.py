"""Who sits where: everybody has every seat on every deal, and everybody the same deals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import pivotry
from pivotry.arena.plan import plan
from pivotry.arena.play import begin
from pivotry.arena.schedule import block_size, fixtures, groups, round_size, whole_rounds
from pivotry.errors import BadOption

NAMES = [f"tree@{n}n" for n in range(1, 9)]

# (game, seats, players, pairwise, games of a block)
TABLES: list[tuple[str, int, int, bool, int]] = [
    ("pegs", 2, 2, False, 2),
    ("pegs", 2, 5, False, 2),
    ("bounce", 4, 4, False, 4),
    ("bounce", 4, 6, False, 4),
    ("bounce", 4, 3, False, 3),
    ("updown", 3, 2, False, 2),
    ("updown", 4, 5, True, 2),
]


@pytest.mark.parametrize(("game", "seats", "players", "pairwise", "size"), TABLES)
def test_it_is_balanced(game: str, seats: int, players: int, pairwise: bool, size: int) -> None:
    made = plan(game, NAMES[:players], seats=seats, pairwise=pairwise)
    games = list(fixtures(made, 3))
    assert block_size(made) == size
    assert len(games) == 3 * round_size(made)
    assert [game.number for game in games] == list(range(len(games)))
    held: Counter[tuple[int, int, int]] = Counter()
    for game in games:
        assert len(game.seats) == seats
        for seat, index in enumerate(game.seats):
            held[game.deal, seat, index] += 1
    assert len(held) == 3 * seats * players
    assert len(set(held.values())) == 1, "every seat of every deal, equally often"
    for number in range(3 * len(groups(made))):
        block = [game for game in games if game.block == number]
        assert len(block) == size
        assert len({game.deal for game in block}) == 1
        for seat in range(seats):
            assert len({game.seats[seat] for game in block}) == size
        for game in block:
            counts = Counter(game.seats).values()
            assert max(counts) - min(counts) <= 1


def test_more_rounds_only_add() -> None:
    made = plan("bounce", NAMES[:3], seats=4)
    few, many = list(fixtures(made, 2)), list(fixtures(made, 5))
    assert many[: len(few)] == few


def test_neighbours_change() -> None:
    """Seats are not only turned round: who comes after whom differs from deal to deal."""
    made = plan("bounce", NAMES[:4], seats=4)
    after = {g.seats[(g.seats.index(0) + 1) % 4] for g in fixtures(made, 20)}
    assert after == {1, 2, 3}


def test_games_are_rounded_up() -> None:
    made = plan("pegs", NAMES[:3])
    assert round_size(made) == 6
    assert [whole_rounds(made, n) for n in (1, 6, 7, 12)] == [1, 1, 2, 2]


@pytest.mark.parametrize(("game", "seats"), [("pivotation", 2), ("updown", 4), ("bounce", 3)])
def test_everybody_gets_the_same_deals(game: str, seats: int) -> None:
    made = plan(game, NAMES[: seats + 1], seats=seats)
    starts: dict[int, set[str]] = {}
    for fixture in fixtures(made, 3):
        match = begin(made, fixture)
        starts.setdefault(fixture.deal, set()).add(str(match.position()))
    assert all(len(positions) == 1 for positions in starts.values())
    assert len({next(iter(positions)) for positions in starts.values()}) == 3


def test_openings_are_random_moves_that_end_nothing() -> None:
    made = plan("pivotation", NAMES[:2], options={"board": "mini"}, opening=60)
    for fixture in fixtures(made, 4):
        assert begin(made, fixture).turn is not None
    plain = plan("pegs", NAMES[:2], opening=0)
    assert begin(plain, next(fixtures(plain, 1))).ply == 0
    assert plan("pegs", NAMES[:2]).opening == 4
    assert plan("updown", NAMES[:2]).opening == 0


def test_names_tell_players_apart() -> None:
    made = plan("pegs", ["random", "Random ", "tree@5n"])
    assert made.labels == ("random", "random (2)", "tree@5n")
    match = begin(made, next(fixtures(made, 1)))
    assert set(match.names) == {"random", "random (2)"}


@pytest.mark.parametrize(
    ("players", "more", "said"),
    [
        (["random"], {}, "2 to 64 players"),
        (["random", "oracle"], {}, "no computer player 'oracle'"),
        (["random", "tree@0n"], {}, "nodes is a whole number"),
        (["random", "tree@NaNs"], {}, "not 'NaNs'"),
        (["random", "tree"], {"opening": -1}, "an opening is"),
        (["random", "tree"], {"options": {"colour": 1}}, "colour"),
        (["random", "tree"], {"seed": "zz"}, "a seed is"),
        (["random", "tree"], {"seats": 9}, "2"),
    ],
)
def test_what_cannot_be(players: list[str], more: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        plan("pegs", players, **more)


def test_the_seed_of_a_game_deals_it_again() -> None:
    made = plan("bounce", NAMES[:2], seats=2)
    match = begin(made, next(fixtures(made, 1)))
    assert pivotry.new("bounce", 2, seed=match.seed).position() == match.position()
