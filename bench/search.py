#!/usr/bin/env python3
"""Tree searches: simulations and moves per second beside OpenSpiel, threads, memory.

    python bench/search.py [GAME ...] [--rounds 3] [--seconds 1.0] [--threads 2] [--million]

Everything is searched from its start, or from the deal; with several threads, also from the middle
and the end of matches that the search plays against itself. Install the extra ``bench`` for the
yardsticks; without it there are no ratios.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import numpy as np

import pivotry
from pivotry import registry
from pivotry.bench import Case, Playouts
from pivotry.match import Match
from pivotry.players import Memory, player, remembered
from pivotry.players.task import Task, task
from pivotry.search.run import Search
from pivotry.search.tree import PLAIN, STANDARD, Setting

CASES = (
    (Case("pivotation", None, {}, "breakthrough", 3), STANDARD),
    (Case("pegs", None, {}, "breakthrough", 20), STANDARD),
    (Case("updown", 4, {}, "oh_hell", 0), STANDARD),
    (Case("updown", 4, {}, "oh_hell", 0), PLAIN),
    (Case("bounce", 4, {}, "oh_hell", 0), STANDARD),
    (Case("bounce", 4, {}, "oh_hell", 0), PLAIN),
)
YARDSTICKS = ("breakthrough", "hive", "crazy_eights", "oh_hell")
LEAST_HIDDEN = 150_000
"""Simulations per second that the card games should reach."""


@dataclass(frozen=True)
class Rate:
    """What one run made in a second of processor time."""

    simulations: float
    moves: float


def search_of(
    case: Case,
    setting: Setting = STANDARD,
    *,
    seed: int = 1,
    threads: int = 1,
    most: int | None = None,
) -> Search:
    """A fresh search at the start of the game, or at its first deal."""
    start = Playouts(case, deals=1, seed=seed)
    game = registry.get(case.game)
    players = int(game.setup.normalise(case.players, case.options)["players"])
    seat = int(game.rules.actor(start.starts[0], start.config))
    search = Search(
        game, start.starts[0], start.config, players, seat, seed, most,
        setting=setting, threads=threads,
    )  # fmt: skip
    search.prepare()
    return search


def ours(case: Case, setting: Setting) -> Callable[[float], Rate]:
    def run(seconds: float) -> Rate:
        search = search_of(case, setting)
        begun = time.thread_time()
        search.run(seconds=seconds)
        spent = time.thread_time() - begun
        return Rate(search.nodes / spent, search.moves / spent)

    return run


def yardstick(name: str) -> Callable[[float], Rate]:
    """OpenSpiel's C++ search with one random rollout a simulation."""
    import pyspiel

    game = pyspiel.load_game(name)
    state, picks = game.new_initial_state(), np.random.default_rng(1)

    def settle(state: Any) -> None:
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(picks.choice(outcomes, p=np.array(chances) / sum(chances))))

    settle(state)
    lengths = []
    begun = time.perf_counter()
    while len(lengths) < 20 or (len(lengths) < 200 and time.perf_counter() - begun < 1.0):
        other, moves = state.clone(), 0
        while not other.is_terminal():
            other.apply_action(int(picks.choice(other.legal_actions())))
            settle(other)
            moves += 1
        lengths.append(moves)
    mean = statistics.mean(lengths)

    def step(simulations: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
        if name == "oh_hell":
            pyspiel.ISMCTSBot(7, evaluator, 2.0, simulations).step(state)
        else:
            pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 200, False, 7, False).mcts_search(
                state
            )

    def run(seconds: float) -> Rate:
        size = 20
        while True:
            begun = time.thread_time()
            step(size)
            spent = time.thread_time() - begun
            if spent >= seconds / 2:
                return Rate(size / spent, size * mean / spent)
            size = int(size * min(10.0, max(2.0, seconds / max(spent, 1e-6))))

    return run


def speed(names: list[str], rounds: int, seconds: float) -> None:
    """Print the table of speeds: medians over the rounds, all measured in turn."""
    cases = [pair for pair in CASES if not names or pair[0].game in names]
    runs = {_label(case, setting): ours(case, setting) for case, setting in cases}
    if find_spec("pyspiel") is not None:
        runs |= {f"OpenSpiel {name}": yardstick(name) for name in YARDSTICKS}
    rates: dict[str, list[Rate]] = {label: [] for label in runs}
    for _ in range(rounds):
        for label, run in runs.items():
            rates[label].append(run(seconds))
    print(f"{'one core, from the start':34}{'simulations/s':>15}{'moves/s':>14}   ratio")
    for label in runs:
        made = rates[label]
        text = f"{label:34}{statistics.median(r.simulations for r in made):>15,.0f}"
        text += f"{statistics.median(r.moves for r in made):>14,.0f}"
        found = next(((c, s) for c, s in cases if _label(c, s) == label), None)
        if found is not None:
            text += _ratio(found[0], made, rates.get(f"OpenSpiel {found[0].yardstick}"))
        print(text, flush=True)


def _label(case: Case, setting: Setting) -> str:
    return case.label + (", random playouts" if setting == PLAIN else "")


def _ratio(case: Case, made: list[Rate], other: list[Rate] | None) -> str:
    hidden = registry.get(case.game).facts.hidden
    goal = f" (goal {LEAST_HIDDEN:,} simulations/s)" if hidden else f" (goal {case.floor:g})"
    if other is None:
        return "   " + goal.strip()
    pairs = list(zip(made, other, strict=True))
    if hidden:
        factor = statistics.median(a.simulations / b.simulations for a, b in pairs)
        return f"   {factor:.1f} x {case.yardstick} in simulations{goal}"
    factor = statistics.median(a.moves / b.moves for a, b in pairs)
    return f"   {factor:.1f} x {case.yardstick} in moves{goal}"


def with_memory(names: list[str], rounds: int, seconds: float) -> None:
    """Print what keeping to a memory costs, some way into a game."""
    print(f"\n{'simulations/s after some moves':34}{'by the view':>15}{'by memory':>14}")
    for case, setting in CASES:
        game = registry.get(case.game)
        hidden = game.facts.hidden and setting == STANDARD
        if not hidden or (names and case.game not in names):
            continue
        rates: dict[bool, list[float]] = {False: [], True: []}
        for turn in range(rounds):
            match, mind = told(case, turn)
            question = task(match.view(match.turn), turn, mind)
            for remembers in (False, True):
                search = Search(
                    game, question.state, question.config, match.players, question.seat, turn,
                    known=question.known if remembers else None,
                )  # fmt: skip
                search.prepare()
                begun = time.thread_time()
                search.run(seconds=seconds)
                rates[remembers].append(search.nodes / (time.thread_time() - begun))
        print(
            f"{case.label:34}{statistics.median(rates[False]):>15,.0f}"
            f"{statistics.median(rates[True]):>14,.0f}",
            flush=True,
        )


def told(case: Case, seed: int) -> tuple[Match, Memory]:
    """A match in which the seat to move, with a choice, has something to remember."""
    picks = np.random.default_rng(seed)
    for number in range(1000):
        match = pivotry.new(case.game, case.players, seed=1000 * seed + number, **case.options)
        for _ in range(20):
            moves = match.legal_moves()
            match.play(moves[int(picks.integers(len(moves)))])
        if match.turn is None or len(match.legal_moves()) < 3:
            continue
        mind = remembered(match, match.turn)
        known = task(match.view(match.turn), 1, mind).known
        if known is not None and int(known.told):
            return match, mind
    raise AssertionError("nothing to remember in a thousand games")


PHASES = {"start": 0.0, "middle": 0.45, "late": 0.8}
"""Where in a match positions are taken from: what part of its choices lie before."""
JUDGE = 20
"""Times as many simulations have the last word about moves."""


def questions(case: Case, seed: int) -> dict[str, Task]:
    """One position a phase, of a match that the search plays against itself: with a choice."""
    match = pivotry.new(case.game, case.players, seed=seed, **case.options)
    one, views = player(case.game, "tree@300n"), []
    while match.turn is not None:
        view = match.view(match.turn)
        if len(match.legal_moves()) > 2:
            views.append(view)
        match.play(one.choose(view, seed=seed))
    return {name: task(views[int(part * len(views))], seed) for name, part in PHASES.items()}


def grown(asked: Task, seed: int, threads: int, simulations: int) -> tuple[Search, float]:
    """A search that has made so many simulations, and the seconds that they took."""
    search = Search(
        asked.game, asked.state, asked.config, asked.players, asked.seat, seed, simulations,
        threads=threads,
    )  # fmt: skip
    search.prepare()
    begun = time.perf_counter()
    search.run(nodes=simulations)
    return search, time.perf_counter() - begun


def side_by_side(names: list[str], threads: int, rounds: int, matches: int, size: int) -> None:
    """Print how long one and several trees take for as many simulations, and how well they choose.

    The measure of a choice is the value that a search twenty times as long gives to the move; the
    difference comes with its standard error over the positions.
    """
    print(
        f"\n{threads} threads, {size} simulations as one; {matches} positions, {rounds} seeds each"
        f"\n{'':40}{'time':>12}{'loss of one':>14}{'of several':>12}{'more, and error':>20}"
    )
    for case, setting in CASES:
        if setting != STANDARD or (names and case.game not in names):
            continue
        asked = [questions(case, 1 + number) for number in range(matches)]
        for phase in PHASES:
            ratios: list[float] = []
            losses: dict[int, list[float]] = {1: [], threads: []}
            for number, one in enumerate(found[phase] for found in asked):
                judge, _ = grown(one, 1000 + number, 1, JUDGE * size)
                values = {line.action: line.value for line in judge.lines() if line.visits > 50}
                lost: dict[int, list[float]] = {1: [], threads: []}
                for turn in range(rounds):
                    spent = {}
                    for count in (1, threads):
                        search, spent[count] = grown(one, 100 + turn, count, size)
                        best = search.lines()[0].action
                        lost[count].append(max(values.values()) - values.get(best, -1.0))
                    ratios.append(spent[threads] / spent[1])
                for count in (1, threads):
                    losses[count].append(statistics.mean(lost[count]))
            more = [b - a for a, b in zip(losses[1], losses[threads], strict=True)]
            error = statistics.stdev(more) / len(more) ** 0.5 if len(more) > 1 else float("nan")
            print(
                f"{case.label + ', ' + phase:40}{statistics.median(ratios):>10.2f} x"
                f"{statistics.mean(losses[1]):>14.4f}{statistics.mean(losses[threads]):>12.4f}"
                f"{statistics.mean(more):>+12.4f} {error:.4f}",
                flush=True,
            )


def million(names: list[str]) -> None:
    """Print what a search of a million simulations takes."""
    print(f"\n{'a million simulations':34}{'seconds':>10}{'more memory, MB':>17}")
    for case, setting in CASES:
        if setting != STANDARD or (names and case.game not in names):
            continue
        search_of(case, most=1000).run(nodes=1000)
        before, peak, ended = _resident(), [0.0], threading.Event()
        search = search_of(case, most=1_000_000)

        def watch(peak: list[float] = peak, ended: threading.Event = ended) -> None:
            while not ended.wait(0.05):
                peak[0] = max(peak[0], _resident())

        watcher = threading.Thread(target=watch)
        watcher.start()
        begun = time.perf_counter()
        search.run(nodes=1_000_000)
        spent = time.perf_counter() - begun
        ended.set()
        watcher.join()
        print(
            f"{case.label:34}{spent:>10.1f}{max(peak[0], _resident()) - before:>17.0f}", flush=True
        )
        del search


def _resident() -> float:
    """Memory of this process that is in use, in MB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=0, help="also measure so many threads")
    parser.add_argument("--matches", type=int, default=8, help="positions a phase for threads")
    parser.add_argument("--simulations", type=int, default=20_000, help="of each for threads")
    parser.add_argument("--no-speed", action="store_true", help="threads and memory only")
    parser.add_argument("--million", action="store_true", help="also measure memory")
    given = parser.parse_args()
    if not given.no_speed:
        speed(given.games, given.rounds, given.seconds)
        with_memory(given.games, given.rounds, given.seconds)
    if given.threads > 1:
        side_by_side(given.games, given.threads, given.rounds, given.matches, given.simulations)
    if given.million:
        million(given.games)


if __name__ == "__main__":
    main()
