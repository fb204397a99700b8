"""Eight levels: named, honest, reproducible, graded; weak ones err like people."""

from __future__ import annotations

import json
import math
import os
import threading
import tracemalloc
from collections import Counter
from itertools import pairwise
from statistics import mean, stdev
from typing import Any

import pytest
from test_players import swapped

import pivotry
from pivotry.arena import crews, tournament
from pivotry.arena.plan import plan
from pivotry.chance import Stream, seed_bytes
from pivotry.contract import Skill
from pivotry.errors import BadOption
from pivotry.match import Match
from pivotry.players import Budget, levels, player
from pivotry.players.task import task
from pivotry.registry import IDS, get
from pivotry.search import room
from pivotry.search.alphabeta import AlphaBeta
from pivotry.search.found import Line
from pivotry.search.run import Search

SETUPS: dict[str, dict[str, Any]] = {
    "pivotation": {"board": "mini"},
    "pegs": {},
    "updown": {"players": 4, "games": 1},
    "bounce": {"players": 3},
}
every_game = pytest.mark.parametrize("game", IDS)
GRADED = range(1, len(levels.NAMES))


def midgame(game: str, seed: int, moves: int) -> Match:
    """A match some random moves after its beginning."""
    match = pivotry.new(game, seed=seed, **SETUPS[game])
    stream = Stream(seed_bytes(seed), 1)
    for _ in range(moves):
        legal = match.legal_moves()
        match.play(legal[stream.below(len(legal))])
    return match


# --- what they are ---------------------------------------------------------------------------


@every_game
def test_eight_names(game: str) -> None:
    assert len(set(levels.NAMES)) == len(levels.ABOUT) == len(get(game).skills) == 8
    for number, name in enumerate(levels.NAMES, 1):
        assert levels.number(name) == levels.number(f"level-{number}") == number
        by_name, by_number = player(game, name.upper()), player(game, f"level-{number}")
        assert by_name.budget == by_number.budget
    assert levels.number("level-9") is levels.number("level-0") is levels.number("oracle") is None
    with pytest.raises(BadOption, match="level-1 to level-8"):
        player(game, "level-9")


@every_game
def test_levels_count_nodes_and_only_the_highest_takes_more(game: str) -> None:
    *graded, highest = get(game).skills
    assert highest == Skill(None, usual=highest.usual)
    assert highest.usual > max(skill.nodes for skill in graded)
    assert levels.budget(get(game), 8) == Budget(nodes=highest.usual)
    assert player(game, "champion@2s").budget == Budget(seconds=2.0)
    for number, skill in enumerate(graded, 1):
        assert skill.nodes is not None
        assert levels.budget(get(game), number) == Budget(nodes=skill.nodes)
    for lower, higher in pairwise(graded):
        assert lower.sense <= higher.sense
        if lower.sense < higher.sense:
            continue
        assert lower.nodes <= higher.nodes
        assert lower.overlook >= higher.overlook
        assert lower.loss >= higher.loss
        assert lower.noise >= higher.noise or lower.depth != higher.depth
        assert (lower.depth or 99) <= (higher.depth or 99)
    assert graded[0].overlook > 0


@every_game
def test_the_highest_is_the_strongest_engine(game: str) -> None:
    match = midgame(game, 4, 6)
    view = match.view(match.turn)
    best = player(game, "computer").think(view, Budget(nodes=300), seed=1)
    assert player(game, "champion@300n").think(view, seed=1).candidates == best.candidates


@every_game
def test_the_same_view_and_seed_give_the_same_move(game: str) -> None:
    match = midgame(game, 5, 4)
    for number in GRADED:
        view = match.view(match.turn)
        shown = json.dumps(view)
        one = player(game, f"level-{number}").think(view, seed=number)
        two = player(game, levels.NAMES[number - 1]).think(json.loads(shown), seed=number)
        assert (one.text, one.candidates) == (two.text, two.candidates)
        assert one.text in match.legal_moves()
        assert json.dumps(view) == shown


@every_game
def test_who_is_cancelled_at_once_still_plays(game: str) -> None:
    match = midgame(game, 5, 4)
    view, cancelled = match.view(match.turn), threading.Event()
    cancelled.set()
    for number in range(1, len(levels.NAMES) + 1):
        thought = player(game, f"level-{number}").think(view, seed=1, cancel=cancelled)
        assert thought.text in match.legal_moves()
        hurried = player(game, f"level-{number}").think(view, Budget(seconds=0.001), seed=1)
        assert hurried.text in match.legal_moves()


@every_game
def test_a_budget_makes_no_level_stronger(game: str) -> None:
    match = midgame(game, 6, 5)
    view = match.view(match.turn)
    for number in (1, 4):
        own = player(game, f"level-{number}").think(view, seed=2)
        more = player(game, f"level-{number}@900000n").think(view, seed=2)
        timed = player(game, f"level-{number}").think(view, Budget(seconds=60.0), seed=2)
        assert own.candidates == more.candidates == timed.candidates
        assert own.text == more.text == timed.text
        less = player(game, f"level-{number}@2n").think(view, seed=2)
        assert less.simulations <= 2


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_what_is_hidden_does_not_change_the_move(game: str) -> None:
    changed = 0
    for seed in range(12):
        match = midgame(game, seed, 3)
        seat = match.turn
        assert seat is not None
        other = swapped(match.position(), seat)
        if other is None:
            continue
        twin = pivotry.from_position(other)
        assert twin.position() != match.position()
        assert twin.view(seat) == match.view(seat)
        for number in (1, 3, 7):
            level = player(game, f"level-{number}")
            moves = [level.choose(table.view(seat), seed=seed) for table in (match, twin)]
            assert moves[0] == moves[1]
        changed += 1
    assert changed >= 5


@every_game
def test_the_champion_takes_less_than_400_megabytes(game: str) -> None:
    """All that it asks for, with the budget of a million nodes that decides how much that is."""
    match = midgame(game, 7, 4)
    view, champion = match.view(match.turn), player(game, "champion")
    champion.think(view, Budget(nodes=1), seed=1)  # compiled by now
    room._free.clear()  # what waits for another search was asked for before
    stop = threading.Event()
    stop.set()
    tracemalloc.start()
    try:
        for budget in (Budget(nodes=1_000_000), Budget(seconds=3600.0)):
            tracemalloc.reset_peak()
            champion.think(view, budget, seed=1, cancel=stop)
            taken = tracemalloc.get_traced_memory()[1]
            assert 10_000_000 < taken < 400_000_000, "NumPy tells how much it is given"
    finally:
        tracemalloc.stop()


# --- how they err ----------------------------------------------------------------------------


def line(action: int, value: float, proof: int | None = None) -> Line:
    return Line(action, 10, value, proof)


def choices(skill: Skill, lines: list[Line], times: int = 2000) -> Counter[int]:
    """How often each action is taken."""
    question = task(pivotry.new("pegs").view(0), 1)
    return Counter(levels.noticed(question, skill, lines).action for _ in range(times))


def test_moves_are_overlooked_as_often_as_said() -> None:
    taken = choices(Skill(1, overlook=0.4, loss=1.0), [line(n, 0.5 - n / 100) for n in range(6)])
    assert taken[0] == pytest.approx(1200, abs=100)
    assert taken[1] == pytest.approx(480, abs=80)
    assert sum(taken.values()) == 2000


def test_nothing_is_thrown_away() -> None:
    """A move that is expected to cost more than the loss allowed is not played, ever."""
    lines = [line(0, 0.6), line(1, 0.2), line(2, 0.5), line(3, -0.9), line(4, 0.55)]
    taken = choices(Skill(1, overlook=0.9, loss=0.15), lines)
    assert set(taken) == {0, 2, 4}
    assert set(choices(Skill(1, overlook=0.9, loss=2.0), lines)) == {0, 1, 2, 3, 4}


def test_wins_are_played_and_losses_avoided() -> None:
    careless = Skill(1, overlook=0.95, loss=2.0)
    assert set(choices(careless, [line(3, 1.0, 1), line(4, 0.9)])) == {3}
    assert set(choices(careless, [line(3, -0.8), line(4, -1.0, -1)])) == {3}
    assert set(choices(careless, [line(3, -1.0, -1), line(4, -1.0, -1)])) == {3, 4}
    assert set(choices(Skill(1), [line(3, 0.1), line(4, 0.1)])) == {3}


def seen(noise: int, lines: list[Line], times: int = 600) -> list[tuple[Line, ...]]:
    """How moves of a card game look, again and again, to somebody who is off by so much."""
    match = midgame("updown", 1, 0)
    question = task(match.view(match.turn), 1)
    return [levels.misjudged(question, Skill(1, noise=noise), lines) for _ in range(times)]


def test_only_moves_of_about_the_same_worth_change_places() -> None:
    lines = [Line(0, 5000, 0.2), Line(1, 5000, 0.16), Line(2, 5000, -0.3), Line(3, 5000, -0.32)]
    firsts = Counter(tuple(line.action for line in found) for found in seen(300, lines))
    assert set(firsts) == {(0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2)}
    assert 150 < firsts[1, 0, 2, 3] + firsts[1, 0, 3, 2] < 290, "the better one is ahead more often"
    worst = Counter(found[0].action for found in seen(2000, lines))
    assert worst[0] > worst[2] > 0, "but for somebody who misjudges a lot, others do, too"


def test_estimates_are_off_by_as_much_as_said_and_not_to_one_side() -> None:
    found = [found[0].value for found in seen(800, [Line(0, 9, 0.4)], 2000)]
    odds = [2 * (math.atanh(value) - math.atanh(0.4)) for value in found]
    assert -0.8 <= min(odds) < -0.78
    assert 0.78 < max(odds) <= 0.8
    assert mean(odds) == pytest.approx(0, abs=0.04)


def test_few_simulations_make_nothing_sure_and_proofs_stay() -> None:
    lines = [Line(0, 1, 1.0), Line(1, 3, -1.0), Line(2, 2, 0.5), Line(3, 1, 0.9, 1)]
    for found in seen(500, lines, 50):
        values = {line.action: line.value for line in found}
        assert found[0].action == 3
        assert -1 < values[1] < values[0] < 1
    lost = [Line(0, 40, -1.0), Line(1, 40, -1.0)]
    assert all(set(found) == set(lost) for found in seen(500, lost, 5)), "all is lost"


def judged(match: Match) -> dict[str, float]:
    """What moves are worth by a look much deeper than that of weak levels, all of them looked at.

    Where that does not tell of a move, it is missing.
    """
    asked = task(match.view(match.turn), 1)
    root = (asked.game, asked.state, asked.config, asked.players, asked.seat, 1, 12_000)
    by_depth = asked.game.evaluate is not None
    search = AlphaBeta(*root, lines=len(asked.legal)) if by_depth else Search(*root)
    search.run(nodes=12_000)
    return {asked.write(line.action): line.value for line in search.lines()}


@pytest.mark.parametrize(
    ("game", "number", "step", "most"),
    [
        ("pivotation", 1, 1, 0.75), ("pegs", 1, 6, 0.75),
        ("updown", 1, 1, 0.9), ("updown", 3, 1, 0.75),
        ("bounce", 1, 1, 0.9), ("bounce", 3, 1, 0.75),
    ],
)  # fmt: skip
def test_weak_levels_give_less_away_than_chance(
    game: str, number: int, step: int, most: float
) -> None:
    """Already the newcomer does; of cards, many moves are of about equal worth."""
    cards = get(game).evaluate is None
    level, weak, chance = player(game, f"level-{number}"), [], []
    for seed in range(24 if cards else 8):
        match = midgame(game, seed + 20, 2 + step * seed)
        if match.turn is None or len(match.legal_moves()) < 3:
            continue
        values = judged(match)
        best, least = max(values.values()), min(values.values())
        chance.append(mean(best - value for value in values.values()))
        weak += [
            best - values.get(level.choose(match.view(match.turn), seed=n), least)
            for n in range(9 if cards else 3)
        ]
    assert len(chance) > 5
    assert 0 < mean(weak) < most * mean(chance)


@every_game
def test_no_level_misses_a_win_on_the_spot(game: str) -> None:
    """Random games, stopped where one move wins the match and another does not."""
    found = 0
    options = {"bounce": {"players": 2, "target": 2}, "updown": {"players": 2, "games": 1}}.get(
        game, SETUPS[game]
    )
    for seed in range(200):
        match = pivotry.new(game, seed=seed, **options)
        stream = Stream(seed_bytes(seed), 1)
        while match.turn is not None:
            seat = match.turn
            wins = [text for text in match.legal_moves() if won_by(match, text, seat)]
            if wins and len(wins) < len(match.legal_moves()):
                found += 1
                for number in GRADED:
                    level = player(game, f"level-{number}")
                    assert level.choose(match.view(seat), seed=seed) in wins
                break
            legal = match.legal_moves()
            match.play(legal[stream.below(len(legal))])
        if found == 5:
            return
    raise AssertionError(f"only {found} positions")


def won_by(match: Match, text: str, seat: int) -> bool:
    trial = match.copy()
    trial.play(text)
    return trial.result is not None and seat in trial.result


# --- how strong they are ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "lower", [1, pytest.param(3, marks=pytest.mark.slow), pytest.param(5, marks=pytest.mark.slow)]
)
@every_game
def test_two_levels_up_are_better(game: str, lower: int) -> None:
    """The games are the same on every machine, so this cannot fail by chance."""
    made = plan(
        game,
        [f"level-{lower}", f"level-{lower + 2}"],
        seats=get(game).facts.standard_players,
        options={"games": 1} if game == "updown" else {},
        pairwise=True,
    )
    run = tournament.play(made, 8 if lower == 1 else 32, crews.Alone())
    shares = [outcome.shares(2)[1] for outcome in run.outcomes.values()]
    assert sum(shares) / len(shares) > 0.5


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("lower", range(1, 8))
@every_game
def test_a_step_is_worth_65_to_80_percent(game: str, lower: int) -> None:
    """On fresh deals: what is published holds for games that nobody has chosen.

    Of 60 pairs of games; the step may lie outside by three and a half standard errors.
    """
    seed = int.from_bytes(os.urandom(4), "big")
    made = plan(
        game,
        [f"level-{lower}", f"level-{lower + 1}"],
        seats=get(game).facts.standard_players,
        pairwise=True,
        seed=seed,
    )
    run = tournament.play(made, 120, crews.Processes(os.cpu_count() or 1))
    shares = [mean(outcome.shares(2)[1] for outcome in block) for block in run.blocks()]
    share, error = mean(shares), stdev(shares) / len(shares) ** 0.5
    told = f"{100 * share:.1f} % with a standard error of {100 * error:.1f} % (seed {seed})"
    assert share + 3.5 * error > 0.65, told
    assert share - 3.5 * error < 0.80, told
