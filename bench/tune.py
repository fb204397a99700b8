#!/usr/bin/env python3
"""Find the weights of an evaluation by self-play and regression.

    python bench/tune.py play GAME FILE [--games 200] [--player tree] [--nodes 400] [--seed 1]
    python bench/tune.py fit GAME FILE [FILE ...] [--trust 0.5] [--ridge 1e-4]

``play`` has a player play itself from random openings and keeps every position with what the player
thought of it and how the match ended. ``fit`` finds the weights of ``games/GAME/weights.py`` whose
estimates come nearest to both (logistic regression; ``--trust`` is the share of the match's end),
on nine games of ten, and prints the loss of the old and the new weights on the tenth.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from pivotry import jit, registry
from pivotry.contract import OVER, blank
from pivotry.search.alphabeta import AlphaBeta
from pivotry.search.run import Search

OPENING = {"pegs": 40, "pivotation": 12}
"""At most so many random moves begin a match."""


def play(
    game_id: str, games: int, how: str, nodes: int, seed: int, options: dict[str, Any], file: Path
) -> None:
    """Write positions (states), thoughts and ends for seat 0, and the number of each's match."""
    game = registry.get(game_id)
    rules = game.rules
    k = {name: jit.bind(getattr(rules, name), tag=game_id)
         for name in ("start", "derive", "actor", "apply", "returns", "random")}  # fmt: skip
    config = game.setup.config(game.setup.normalise(None, options))
    states, works = blank(rules.STATE), blank(rules.WORK)
    s, w = states[0], works[0]
    rng = np.array([seed], np.uint64)
    kept: list[Any] = []
    thoughts: list[float] = []
    ends: list[float] = []
    matches: list[int] = []
    values = np.zeros(8)
    chance = np.random.default_rng(seed)
    for number in range(games):
        k["start"](s, config)
        k["derive"](s, config, w)
        for _ in range(int(chance.integers(OPENING[game_id] + 1))):
            if k["actor"](s, config) != OVER:
                k["random"](s, config, w, rng)
        first = len(kept)
        while (seat := int(k["actor"](s, config))) != OVER:
            maker = Search if how == "tree" else AlphaBeta
            search = maker(game, s, config, 2, seat, int(chance.integers(1 << 62)), nodes)
            search.run(nodes=nodes)
            lines = search.lines()
            kept.append(states.copy())
            thoughts.append(lines[0].value * (1 - 2 * seat))
            matches.append(number)
            weights = [max(0.0, 1 - (lines[0].value - one.value) / 0.05) for one in lines[:3]]
            pick = chance.choice(len(weights), p=np.array(weights) / sum(weights))
            k["apply"](s, config, w, lines[int(pick)].action)
        k["returns"](s, config, values)
        ends += [float(np.sign(values[0] - values[1]))] * (len(kept) - first)
        if number % 20 == 19 or number == games - 1:
            np.savez_compressed(
                file, states=np.concatenate(kept), thoughts=thoughts, ends=ends, matches=matches
            )
        print(f"\r{number + 1} matches, {len(kept)} positions", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


def terms(game_id: str, states: Any, options: dict[str, Any]) -> Any:
    """What ``features`` writes for every position."""
    game = registry.get(game_id)
    judge: Any = game.evaluate
    features = jit.bind(judge.features, tag=game_id)
    derive = jit.bind(game.rules.derive, tag=game_id)
    config = game.setup.config(game.setup.normalise(None, options))
    w = blank(game.rules.WORK)[0]
    found = np.zeros((len(states), judge.TERM_COUNT), np.int64)
    for row, state in zip(found, states.view(np.recarray), strict=True):
        derive(state, config, w)
        features(state, config, w, row)
    return found


def chances(x: Any, weights: Any) -> Any:
    """How often seat 0 wins by these weights (a draw is half a win)."""
    return 1 / (1 + np.exp(-np.clip(x @ weights / 1000, -30, 30)))


def loss(x: Any, target: Any, weights: Any) -> float:
    """Mean cross-entropy beyond that of the targets themselves."""
    p = np.clip(chances(x, weights), 1e-9, 1 - 1e-9)
    t = np.clip(target, 1e-9, 1 - 1e-9)
    own = t * np.log(t) + (1 - t) * np.log(1 - t)
    return float(np.mean(own - target * np.log(p) - (1 - target) * np.log(1 - p)))


def fit(x: Any, target: Any, ridge: float) -> Any:
    """Weights of least loss, by Newton's method on terms of one size."""
    size = np.maximum(x.std(axis=0), 1e-6)
    z = x / size
    beta = np.zeros(z.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(z @ beta, -30, 30)))
        slope = z.T @ (p - target) / len(z) + ridge * beta
        curve = (z * (p * (1 - p))[:, None]).T @ z / len(z) + ridge * np.eye(len(beta))
        step = np.linalg.solve(curve, slope)
        beta -= step
        if np.abs(step).max() < 1e-6:
            break
    return np.round(1000 * beta / size).astype(np.int64)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("game", choices=registry.EVALUATED)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--player", choices=("tree", "alphabeta"), default="tree")
    parser.add_argument("--nodes", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trust", type=float, default=0.5)
    parser.add_argument("--ridge", type=float, default=1e-4)
    parser.add_argument("--board", help="of pivotation")
    asked = parser.parse_args()
    options = {"board": asked.board} if asked.board else {}
    if asked.what == "play":
        play(
            asked.game, asked.games, asked.player, asked.nodes, asked.seed, options, asked.files[0]
        )
        return
    parts = [np.load(file) for file in asked.files]
    states = np.concatenate([part["states"] for part in parts])
    thoughts, ends = (np.concatenate([part[n] for part in parts]) for n in ("thoughts", "ends"))
    apart = np.concatenate([part["matches"] % 10 == 9 for part in parts])
    target = (1 + asked.trust * ends + (1 - asked.trust) * thoughts) / 2
    x = terms(asked.game, states, options).astype(np.float64)
    judge: Any = registry.get(asked.game).evaluate
    before = registry.get(asked.game).weights[: judge.TERM_COUNT]
    weights = fit(x[~apart], target[~apart], asked.ridge)
    print(
        f"{len(x)} positions, {int(apart.sum())} of them kept apart; draws {np.mean(ends == 0):.0%}"
    )
    for name, w in (("nothing", 0 * weights), ("old", before), ("new", weights)):
        print(f"loss with {name:8} {loss(x[apart], target[apart], w):.4f}")
    for name, old, new, spread in zip(judge.TERMS, before, weights, x.std(axis=0), strict=True):
        print(f"  {name:24} {old:6} -> {new:6}   times its spread {new * spread:8.0f}")
    print(list(map(int, weights)))


if __name__ == "__main__":
    main()
