"""Computer players as a table uses them: a view goes in, a move comes out."""

from __future__ import annotations

import copy
import json
import threading
from typing import Any

import pytest

import pivotry
from pivotry.errors import BadOption, BadPosition
from pivotry.players import choose, think
from worktime import Looks, by_work

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("pegs", 2, {}),
    ("pivotation", 2, {"board": "mini"}),
    ("updown", 4, {"games": 1}),
    ("bounce", 3, {}),
]
every_game = pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=[g[0] for g in GAMES])


def wins(game: str, seats: int, options: dict[str, Any], matches: int, simulations: int) -> float:
    """How many matches one searching seat wins against seats that play at random."""
    won = 0.0
    for number in range(matches):
        match = pivotry.new(game, seats, seed=number, **options)
        mine = number % seats
        while match.turn is not None:
            how = {"simulations": simulations} if match.turn == mine else {"kind": "random"}
            match.play(choose(match.view(match.turn), seed=1000 * number + match.ply, **how))
        assert match.result is not None
        won += (mine in match.result) / max(1, len(match.result))
    return won


@pytest.mark.parametrize(
    ("case", "matches", "least"),
    [(GAMES[0], 3, 3), (GAMES[1], 3, 3), (GAMES[2], 8, 5), (GAMES[3], 6, 4)],
    ids=[g[0] for g in GAMES],
)
def test_it_beats_random_players(
    case: tuple[str, int, dict[str, Any]], matches: int, least: int
) -> None:
    """Chance alone would give a half, a half, a quarter, a third of the matches."""
    assert wins(*case, matches=matches, simulations=150) >= least


@every_game
def test_same_view_seed_and_simulations_same_move(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    match = pivotry.new(game, seats, seed=5, **options)
    for turn in range(6):
        if match.turn is None:
            break
        view = match.view(match.turn)
        shown = json.dumps(view)
        one = think(view, simulations=80, seed=turn)
        two = think(json.loads(shown), simulations=80, seed=turn)
        assert (one.text, one.candidates) == (two.text, two.candidates)
        assert json.dumps(view) == shown, "the view is left as it was"
        assert one.text in match.legal_moves()
        assert {c.text for c in one.candidates} <= set(match.legal_moves())
        match.play(one.text)


@pytest.mark.parametrize(("game", "seats", "options"), GAMES[2:], ids=["updown", "bounce"])
def test_what_is_hidden_does_not_change_the_move(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    """Cards that the seat cannot see are swapped; view, seed and move stay."""
    match = pivotry.new(game, seats, seed=11, **options)
    changed = 0
    for step in range(8):
        seat = match.turn
        if seat is None:
            break
        position = match.position()
        other = swapped(position, seat)
        if other is not None:
            twin = pivotry.from_position(other)
            assert twin.position() != position
            assert twin.view(seat) == match.view(seat)
            asked = {"simulations": 60, "seed": step}
            assert choose(twin.view(seat), **asked) == choose(match.view(seat), **asked)
            changed += 1
        match.play(choose(match.view(seat), kind="random", seed=step))
    assert changed >= 3


def swapped(position: dict[str, Any], seat: int) -> dict[str, Any] | None:
    """The same with two other seats' hands exchanged as far as nobody has seen their cards."""
    data = copy.deepcopy(position)
    a, b = ((seat + 1) % len(data["hands"]), (seat + 2) % len(data["hands"]))
    hands = data["hands"]
    known = data.get("known", [[] for _ in hands])
    secret = [[card for card in hands[p] if card not in known[p]] for p in (a, b)]
    n = min(len(cards) for cards in secret)
    if n == 0 or data["phase"] != "play":
        return None
    for p, mine, theirs in ((a, *secret), (b, *reversed(secret))):
        hands[p] = known[p] + theirs[:n] + mine[n:]
    return data


@every_game
def test_the_random_player_plays_anything_legal(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    match = pivotry.new(game, seats, seed=2, **options)
    view = match.view(match.turn)
    seen = {choose(view, kind="random", seed=seed) for seed in range(300)}
    assert seen == set(match.legal_moves())


def test_budget_and_cancelling(monkeypatch: pytest.MonkeyPatch) -> None:
    match = pivotry.new("bounce", 3, seed=1)
    view = match.view(match.turn)
    choose(view, simulations=1)
    with by_work(monkeypatch) as spent:
        thought = min((think(view, seconds=0.1) for _ in range(3)), key=lambda t: t.seconds)
        assert 0.09 < thought.seconds < 0.15
        assert thought.simulations > 50
        cancel = Looks(after=0.1)
        assert choose(view, seconds=60, cancel=cancel) in match.legal_moves()
        assert cancel.is_set()
        assert spent[-1] < 1
    cancelled = think(view, seconds=60, cancel=cancel)  # before the first simulation
    assert cancelled.text in match.legal_moves()
    assert cancelled.simulations == 0


def test_threads_reach_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    from pivotry.search import run

    asked: list[int] = []
    made = run.Search.__init__

    def noted(self: Any, *given: Any, threads: int = 1, **more: Any) -> None:
        asked.append(threads)
        made(self, *given, threads=threads, **more)

    monkeypatch.setattr(run.Search, "__init__", noted)
    match = pivotry.new("bounce", 3, seed=1)
    think(match.view(match.turn), simulations=50, seed=1, threads=2)
    think(match.view(match.turn), simulations=50, seed=1)
    assert asked == [2, 1]


def test_many_threads_at_once() -> None:
    match = pivotry.new("updown", 4, seed=3)
    view = match.view(match.turn)
    alone = [choose(view, simulations=100, seed=seed) for seed in range(4)]
    together: dict[int, str] = {}

    def work(seed: int) -> None:
        together[seed] = choose(view, simulations=100, seed=seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [together[seed] for seed in range(4)] == alone


@pytest.mark.parametrize(
    "how",
    [
        {"kind": "oracle"}, {"seconds": 0}, {"seconds": -1.0}, {"seconds": True}, {"seconds": "1"},
        {"seconds": float("nan")}, {"seconds": float("inf")}, {"simulations": 0},
        {"simulations": 1.5}, {"simulations": True}, {"seed": "zz"},
    ],
    ids=str,
)  # fmt: skip
def test_bad_budgets(how: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        choose(pivotry.new("pegs").view(0), **how)


def test_only_the_seat_to_move_is_answered() -> None:
    match = pivotry.new("pegs")
    for view in (match.view(None), match.view(1)):
        with pytest.raises(BadPosition, match="to move"):
            choose(view, simulations=1)
    over = match.position() | {"quiet": 100, "ply": 100, "result": "draw"}
    with pytest.raises(BadPosition, match="to move"):
        choose(pivotry.from_position(over).view(0), simulations=1)


@pytest.mark.parametrize("thing", [None, {}, [], "view", {"seat": 0}])
def test_what_is_no_view_is_refused(thing: Any) -> None:
    with pytest.raises(BadPosition, match="view of a seat"):
        choose(thing, simulations=1)


def test_a_single_move_needs_no_search() -> None:
    cards = [str(n) for n in range(1, 81)] + ["UP"] * 11 + ["DOWN"] * 11 + ["PIVOT"] * 6
    for card in ("1", "2", "80"):
        cards.remove(card)
    data = pivotry.new("updown", 2, seed=1).position() | {
        "turn": 0, "hands": [["1"], ["2"]], "numbers": ["80"], "draw": cards
    }  # fmt: skip
    view = pivotry.from_position(data).view(0)
    thought = think(view, seconds=60)
    assert (thought.text, thought.candidates, thought.simulations) == ("draw", (), 0)
