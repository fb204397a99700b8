#!/usr/bin/env python3
"""Find the weights by which moves look good in a card game (``games/GAME/rollout.py``).

    python bench/policy.py play GAME FILE [--cpu 150] [--nodes 5000] [--seats 2,4] [--seed 1]
    python bench/policy.py fit GAME FILE [FILE ...] [--ridge 1e-3]
    python bench/policy.py duel GAME [--rounds 400] [--games 40000] [--seats 2,4] [--seed 1]

``play`` has the search play itself and keeps what it looked at in every position. ``fit`` finds the
weights ``LOOKING`` of ``prior``, by which moves come nearest to their shares of the simulations
(multinomial logit on nine games of ten; what that says about the tenth is printed). ``duel`` finds
the weights ``PLAYING`` of playouts: players without a search, every other one with two weights
changed, play whole rounds, and a change is kept if it wins more than luck explains.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from pivotry import jit, registry
from pivotry.contract import CHANCE, OVER, blank
from pivotry.search.kernels import contest
from pivotry.search.run import Search

SHORT: dict[str, dict[str, Any]] = {"bounce": {"target": 2}}
"""The games whose moves are weighed, and a match of one round."""
UNIT = 128
"""So much worth makes a move look e times as good."""
ANYWAY = 0.1
"""How often some move is played whatever the search says, for the sake of variety."""


def bound(game: registry.Game, names: str) -> dict[str, Any]:
    return {name: jit.bind(getattr(game.rules, name), tag=game.id) for name in names.split()}


def play(game_id: str, file: Path, cpu: float, nodes: int, seats: list[int], seed: int) -> None:
    """Write positions, their moves, and how many simulations each of these got."""
    game = registry.get(game_id)
    k = bound(game, "start derive actor legal apply random")
    s, w = blank(game.rules.STATE)[0], blank(game.rules.WORK)[0]
    out, dice = np.zeros(game.facts.max_moves, np.int32), np.random.default_rng(seed)
    kept: dict[str, list[Any]] = {n: [] for n in ("states", "players", "games", "moves", "visits")}
    begun, number = time.process_time(), 0
    while time.process_time() - begun < cpu:
        players = seats[number % len(seats)]
        config = game.setup.config(game.setup.normalise(players, SHORT[game_id]))
        rng = np.array([dice.integers(1 << 62)], np.uint64)
        k["start"](s, config)
        k["derive"](s, config, w)
        while (seat := int(k["actor"](s, config))) != OVER:
            if seat == CHANCE:
                k["random"](s, config, w, rng)
                continue
            n = int(k["legal"](s, config, w, out))
            action = int(out[0])
            if n > 1:
                word = int(dice.integers(1 << 62))
                search = Search(game, s, config, players, seat, word, nodes)
                search.run(nodes=nodes)
                lines = {line.action: line.visits for line in search.lines()}
                action = max(lines, key=lines.__getitem__)
                kept["states"].append(np.array(s, game.rules.STATE))
                kept["players"].append(players)
                kept["games"].append(number)
                kept["moves"].append(np.pad(out[:n], (0, len(out) - n), constant_values=-1))
                kept["visits"].append([lines.get(int(a), 0) for a in kept["moves"][-1]])
                if dice.random() < ANYWAY:
                    action = int(out[dice.integers(n)])
            k["apply"](s, config, w, action)
        number += 1
    np.savez_compressed(
        file, states=np.array(kept["states"]), players=kept["players"], games=kept["games"],
        moves=kept["moves"], visits=kept["visits"],
    )  # fmt: skip
    print(f"{number} games, {len(kept['states'])} positions")


class Choices:
    """Rows of numbers, one for each move, and the shares that moves of a position have."""

    def __init__(self, game_id: str, files: list[Path]) -> None:
        game = registry.get(game_id)
        kit: Any = game.rollout
        worth = jit.bind(kit.worth, tag=game_id)
        derive = jit.bind(game.rules.derive, tag=game_id)
        w, units = blank(game.rules.WORK)[0], np.eye(len(kit.LOOKING), dtype=np.int64)
        rows, share, group, old, apart, number = [], [], [], [], [], 0
        for data in map(np.load, files):
            states = data["states"].view(np.recarray)
            for state, players, which, moves, visits in zip(
                states, data["players"], data["games"], data["moves"], data["visits"], strict=True
            ):
                config = game.setup.config(game.setup.normalise(int(players), SHORT[game_id]))
                derive(state, config, w)
                there = [int(a) for a in moves if a >= 0]
                before = [worth(state, config, w, a, kit.LOOKING) for a in there]
                if visits.sum() == 0 or max(before) == kit.OUT:
                    continue
                rows += [[worth(state, config, w, a, unit) for unit in units] for a in there]
                share += list(visits[: len(there)] / visits.sum())
                group += [number] * len(there)
                old += before
                apart += [which // 2 % 10 == 9] * len(there)
                number += 1
        self.x, self.share = np.array(rows, np.float64), np.array(share)
        self.group, self.old, self.apart = np.array(group), np.array(old), np.array(apart)

    def shares(self, worth: Any, keep: Any) -> tuple[Any, Any]:
        """What the moves of the positions ``keep`` look like, and the positions' numbers."""
        _, group = np.unique(self.group[keep], return_inverse=True)
        most = np.full(group.max() + 1, -np.inf)
        np.maximum.at(most, group, worth[keep])
        weight = np.exp(worth[keep] - most[group])
        return weight / np.bincount(group, weight)[group], group

    def loss(self, worth: Any, keep: Any) -> tuple[float, float]:
        """Cross-entropy beyond that of the shares, and how often the first is the same."""
        looks, group = self.shares(worth, keep)
        share, n = self.share[keep], group.max() + 1
        tops = np.zeros((2, n))
        np.maximum.at(tops[0], group, looks)
        np.maximum.at(tops[1], group, share)
        first = looks == tops[0][group]  # several may look the same
        same = np.bincount(group, first & (share == tops[1][group])) / np.bincount(group, first)
        beyond = share * np.log(np.maximum(share, 1e-12) / np.maximum(looks, 1e-12))
        return float(beyond.sum() / n), float(same.mean())

    def fit(self, ridge: float) -> Any:
        """Weights of least loss, by Newton's method on numbers of one size."""
        keep = ~self.apart
        size = np.maximum(self.x.std(axis=0), 1e-6)
        z = self.x / size
        beta = np.zeros(z.shape[1])
        for _ in range(60):
            looks, group = self.shares(z @ beta, keep)
            part, n = z[keep], group.max() + 1
            mean = np.stack([np.bincount(group, looks * column) for column in part.T], axis=1)
            slope = part.T @ (looks - self.share[keep]) / n + ridge * beta
            curve = (part * looks[:, None]).T @ part / n - mean.T @ mean / n
            step = np.linalg.solve(curve + ridge * np.eye(len(beta)), slope)
            beta -= step * min(1.0, 2.0 / np.abs(step).max())
            if np.abs(step).max() < 1e-6:
                break
        return np.round(UNIT * beta / size).astype(np.int64)


def fit(game_id: str, files: list[Path], ridge: float) -> None:
    kit: Any = registry.get(game_id).rollout
    choices = Choices(game_id, files)
    weights = choices.fit(ridge)
    print(f"{choices.group.max() + 1} positions")
    even = np.zeros(len(choices.x))
    for name, worth in (("even", even), ("old", choices.old), ("new", choices.x @ weights)):
        loss, same = choices.loss(worth / UNIT, choices.apart)
        print(f"{name:5} loss {loss:.3f}, the same first move {same:.1%}")
    print("LOOKING:", [int(n) for n in weights])
    print("before: ", [int(n) for n in kit.LOOKING])


def duel(game_id: str, rounds: int, games: int, seats: list[int], seed: int) -> None:
    """Change two weights at a time, keep what wins; four times as many games must agree."""
    game = registry.get(game_id)
    kit: Any = game.rollout
    names = {name: getattr(game.rules, name)
             for name in ("start", "derive", "actor", "apply", "random", "returns")}  # fmt: skip
    matches = jit.bind(contest.contest, names | {"best": kit.best}, tag=f"{game_id}-contest")
    states, works = blank(game.rules.STATE), blank(game.rules.WORK)
    rng, values = np.array([seed], np.uint64), np.zeros(8)
    configs = [
        (players, game.setup.config(game.setup.normalise(players, SHORT[game_id])))
        for players in seats
    ]

    def wins(one: Any, two: Any, n: int) -> float:
        """By how many standard errors ``one`` wins more than half, over all numbers of seats."""
        total = sum(
            matches(states, works, config, one, two, rng, values, players, n) / n - 0.5
            for players, config in configs
        )
        return float(total / len(configs) * 2 * math.sqrt(n * len(configs)))

    dice = np.random.default_rng(seed)
    start = np.array(kit.PLAYING, np.int64)
    best = start.copy()
    for number in range(rounds):
        tried = best.copy()
        for i in dice.choice(len(best), 2, replace=False):
            tried[i] += round(float(dice.normal()) * max(16.0, abs(int(best[i])) * 0.4))
        if wins(tried, best, games) > 2.5 and wins(tried, best, 4 * games) > 2.5:
            best = tried
            share = 0.5 + wins(best, start, games) / 2 / math.sqrt(games * len(configs))
            print(f"{number}: {share:.1%} against the first", best.tolist(), flush=True)
    print("PLAYING:", best.tolist())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("play", "fit", "duel"))
    parser.add_argument("game", choices=tuple(SHORT))
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--cpu", type=float, default=150.0, help="seconds of processor time")
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--seats", default="2,4", help="numbers of seats, in turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ridge", type=float, default=1e-3)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--games", type=int, default=40000)
    asked = parser.parse_args()
    seats = [int(n) for n in asked.seats.split(",")]
    if asked.what == "duel":
        duel(asked.game, asked.rounds, asked.games, seats, asked.seed)
    elif not asked.files:
        parser.error("a file is needed")
    elif asked.what == "play":
        play(asked.game, asked.files[0], asked.cpu, asked.nodes, seats, asked.seed)
    else:
        fit(asked.game, asked.files, asked.ridge)


if __name__ == "__main__":
    main()
