"""How fast the kernels are: random games per game, beside OpenSpiel where it is installed.

Absolute figures drift from machine to machine and from hour to hour, so every figure is a median of
several runs and the yardstick is measured in the same process, turn by turn.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

from . import jit, registry
from .chance import Stream, seed_bytes
from .contract import blank
from .search.kernels import playout as kernel
from .search.perft import derived

NO_LIMIT = 1 << 40


@dataclass(frozen=True)
class Case:
    """One thing to measure: a set-up, its yardstick and the factor that it should reach."""

    game: str
    players: int | None
    options: dict[str, Any]
    yardstick: str
    """The OpenSpiel game it is compared with."""
    floor: float
    """How many times the yardstick's moves per second it should make."""

    @property
    def label(self) -> str:
        parts = [self.game, *(str(value) for value in self.options.values())]
        if self.players is not None:
            parts.append(f"{self.players} players")
        return " ".join(parts)


CASES = (
    Case("pivotation", None, {"board": "standard"}, "breakthrough", 4),
    Case("pegs", None, {}, "breakthrough", 40),
    Case("updown", 4, {}, "crazy_eights", 8),
    Case("bounce", 4, {}, "crazy_eights", 7),
)
YARDSTICKS = ("breakthrough", "hive", "crazy_eights")


class Playouts:
    """Random play of one set-up in compiled code, from its start or from dealt starts."""

    def __init__(self, case: Case, deals: int = 16, seed: int = 1) -> None:
        game = registry.get(case.game)
        options = game.setup.normalise(case.players, case.options)
        rules = game.rules
        self.config = game.setup.config(options)
        count = deals if game.facts.chance else 1
        self.starts, self.works = blank(rules.STATE, count), blank(rules.WORK, count)
        for i in range(count):
            state = self.starts[i]
            rules.start(state, self.config)
            if game.facts.chance:
                work = derived(game, state, self.config)
                cards = game.setup.draw_deal(Stream(seed_bytes(seed), i), state, self.config)
                rules.deal(state, self.config, work, cards)
            self.works[i] = derived(game, state, self.config)
        self._name = f"{game.id}-playouts"
        self._play = jit.bind(kernel.playouts, {"playout": rules.playout}, tag=self._name)
        self._dtypes = rules.STATE, rules.WORK
        self._seed = seed

    def run(self, most: int, stream: int = 0) -> tuple[int, int]:
        """Play whole games until ``most`` moves are made; (games, moves). Holds no GIL."""
        room, room_w = blank(self._dtypes[0]), blank(self._dtypes[1])
        rng = np.array([(self._seed << 32) + stream * 7919], np.uint64)
        with jit.first_use(self._name):
            games, moves = self._play(
                self.starts, self.works, self.config, room, room_w, rng, NO_LIMIT, NO_LIMIT, most
            )
        return int(games), int(moves)


def per_second(run: Callable[[int], int], seconds: float) -> float:
    """Units of work per second: ``run(size)`` is timed with a size that takes about ``seconds``."""
    size = 1000
    while True:
        begun = time.perf_counter()
        done = run(size)
        spent = time.perf_counter() - begun
        if spent >= seconds / 2:
            return done / spent
        size = int(size * min(20.0, max(2.0, seconds / max(spent, 1e-6))))


def openspiel_moves(name: str) -> Callable[[int], int] | None:
    """Random rollouts in OpenSpiel's C++ (``MCTSBot``, one simulation); None without it.

    The returned function plays about that many moves and returns how many: rollouts times the mean
    length of random games, which is measured once in Python on up to 300 games.
    """
    if find_spec("pyspiel") is None:
        return None
    import pyspiel

    game = pyspiel.load_game(name)
    picks = np.random.default_rng(1)  # the yardstick's own random games, not ours

    def chance(state: Any) -> None:
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(picks.choice(outcomes, p=np.array(chances) / sum(chances))))

    lengths: list[int] = []
    begun = time.perf_counter()
    while len(lengths) < 30 or (len(lengths) < 300 and time.perf_counter() - begun < 1.0):
        state, moves = game.new_initial_state(), 0
        chance(state)
        while not state.is_terminal():
            state.apply_action(int(picks.choice(state.legal_actions())))
            moves += 1
            chance(state)
        lengths.append(moves)
    mean = sum(lengths) / len(lengths)
    start = game.new_initial_state()
    chance(start)

    def run(moves: int) -> int:
        rollouts = max(1, round(moves / mean))
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 7)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 7, False)
        bot.mcts_search(start)
        return round(rollouts * mean)

    return run


@dataclass(frozen=True)
class Row:
    """One measured thing: medians over the rounds, in moves per second."""

    label: str
    rate: float
    lowest: float
    highest: float
    against: str = ""
    ratio: float | None = None
    """Median over the rounds of this rate by that of the yardstick in the same round."""
    floor: float | None = None


def measure(
    cases: Sequence[Case] = CASES,
    *,
    rounds: int = 5,
    seconds: float = 0.5,
    say: Callable[[str], None] = lambda text: None,
) -> list[Row]:
    """Measure every case and, if OpenSpiel is there, its yardsticks, in turn, ``rounds`` times."""
    runs: dict[str, Callable[[int], int]] = {}
    for case in cases:
        say(f"preparing {case.label}")
        playouts = Playouts(case)
        playouts.run(1)
        runs[case.label] = lambda most, playouts=playouts: playouts.run(most)[1]  # type: ignore[misc]
    for name in YARDSTICKS if any(case.yardstick for case in cases) else ():
        run = openspiel_moves(name)
        if run is not None:
            runs[f"OpenSpiel {name}"] = run
    rates: dict[str, list[float]] = {label: [] for label in runs}
    for turn in range(rounds):
        say(f"round {turn + 1} of {rounds}")
        for label, run in runs.items():
            rates[label].append(per_second(run, seconds))
    rows = []
    for case in cases:
        yardstick = rates.get(f"OpenSpiel {case.yardstick}")
        rows.append(_row(case.label, rates[case.label], case.yardstick, yardstick, case.floor))
    rows.extend(
        _row(label, seen) for label, seen in rates.items() if label.startswith("OpenSpiel ")
    )
    return rows


def _row(
    label: str,
    seen: list[float],
    against: str = "",
    yardstick: list[float] | None = None,
    floor: float | None = None,
) -> Row:
    ratio = None
    if yardstick is not None:
        ratio = statistics.median(a / b for a, b in zip(seen, yardstick, strict=True))
    return Row(
        label,
        statistics.median(seen),
        min(seen),
        max(seen),
        against if ratio is not None else "",
        ratio,
        floor if ratio is not None else None,
    )


def scaling(case: Case, threads: int, *, rounds: int = 5, seconds: float = 0.5) -> float:
    """How many times the moves per second of one thread ``threads`` threads make together.

    Each thread plays games of its own; kernels hold no GIL. Median over the rounds.
    """
    from concurrent.futures import ThreadPoolExecutor

    players = [Playouts(case, seed=i + 1) for i in range(threads)]
    players[0].run(1)
    most = int(per_second(lambda most: players[0].run(most)[1], seconds) * seconds)
    ratios: list[float] = []
    with ThreadPoolExecutor(threads) as pool:
        for _ in range(rounds):
            begun = time.perf_counter()
            alone = players[0].run(most)[1] / (time.perf_counter() - begun)
            begun = time.perf_counter()
            done = sum(made[1] for made in pool.map(lambda one: one.run(most), players))
            ratios.append(done / (time.perf_counter() - begun) / alone)
    return statistics.median(ratios)


def table(rows: Sequence[Row]) -> str:
    """The rows as text, a line each."""
    lines = [f"{'random play, one core':34}{'moves/s':>14}{'lowest':>12}{'highest':>12}   ratio"]
    for row in rows:
        line = f"{row.label:34}{row.rate:>14,.0f}{row.lowest:>12,.0f}{row.highest:>12,.0f}"
        if row.ratio is not None:
            line += f"   {row.ratio:.1f} x {row.against} (goal {row.floor:g})"
        lines.append(line)
    return "\n".join(lines)


def main(
    games: Sequence[str] = (), *, rounds: int = 5, seconds: float = 0.5, threads: int = 0
) -> str:
    """Measure and return the table; progress goes to standard error."""
    import sys

    cases = [case for case in CASES if not games or case.game in games]
    rows = measure(
        cases,
        rounds=rounds,
        seconds=seconds,
        say=lambda text: print(text, file=sys.stderr, flush=True),
    )
    parts = [table(rows)]
    if find_spec("pyspiel") is None:
        parts.append("OpenSpiel is not installed (extra 'bench'): no yardstick.")
    for case in cases if threads > 1 else ():
        factor = scaling(case, threads, rounds=rounds, seconds=seconds)
        parts.append(f"{case.label}: {threads} threads make {factor:.2f} times the moves of one")
    return "\n".join(parts)
