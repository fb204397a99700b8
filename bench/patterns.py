#!/usr/bin/env python3
"""Learn what the patterns of the peg game are worth (``games/pegs/patterns.py``).

    python bench/tune.py play pegs trees.npz --games 1500 --nodes 500
    python bench/patterns.py play deeper.npz [--games 3000] [--nodes 500] [--seed 1]
    python bench/patterns.py fit FILE [FILE ...] [--write]

Both ways to ``play`` keep positions with what a search thought of them: a tree search at first, for
it knows nothing; later alpha-beta with the patterns learnt so far, which sees further than they do.
Some moves are made at random, so that positions are of many kinds, and the quiet limit is low, so
that matches go on. ``fit`` leaves the terms of ``evaluate.py`` as they are and finds entries of the
tables that bring the estimate near those thoughts (cross-entropy; steps by AdaGrad, Duchi, Hazan,
Singer 2011), on nine matches of ten; the tenth tells when to stop. ``--write`` keeps them.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
from tune import loss, terms

from pivotry import jit, registry
from pivotry.contract import OVER, blank
from pivotry.games.pegs import patterns, weights
from pivotry.games.pegs.evaluate import CONTEMPT
from pivotry.search.alphabeta import AlphaBeta

QUIET = 60
"""The quiet limit of matches to learn from."""
OPENING = 40
"""At most so many random moves begin a match."""
STRAY = (0.02, 0.1, 0.25)
"""Shares of later moves at random; one is chosen for a match."""
STEP, FADE, PULL, ROUNDS = 0.05, 0.75, 0.01, 6
"""The first step, what each round makes of it, how entries are pulled to zero, and rounds."""
FILE = Path(weights.__file__).with_name("patterns.npz")


def play(file: Path, games: int, nodes: int, seed: int) -> None:
    """Write positions with the thoughts of alpha-beta (for seat 0) and the number of the match."""
    game = registry.get("pegs")
    rules: Any = game.rules
    k = {name: jit.bind(getattr(rules, name), tag="pegs")
         for name in ("start", "derive", "actor", "apply", "random")}  # fmt: skip
    config = game.setup.config(game.setup.normalise(None, {"quiet_limit": QUIET}))
    states, works = blank(rules.STATE), blank(rules.WORK)
    s, w = states[0], works[0]
    rng, chance = np.array([seed], np.uint64), np.random.default_rng(seed)
    kept: list[Any] = []
    thoughts: list[float] = []
    matches: list[int] = []
    for number in range(games):
        k["start"](s, config)
        for _ in range(int(chance.integers(OPENING + 1))):
            if k["actor"](s, config) != OVER:
                k["random"](s, config, w, rng)
        stray = chance.choice(STRAY)
        while (seat := int(k["actor"](s, config))) != OVER:
            search = AlphaBeta(game, s, config, 2, seat, 1, nodes, contempt=CONTEMPT)
            search.run(nodes=nodes)
            best = search.lines()[0]
            kept.append(states.copy())
            thoughts.append(best.value * (1 - 2 * seat))
            matches.append(number)
            if chance.random() < stray:
                k["random"](s, config, w, rng)
            else:
                k["apply"](s, config, w, best.action)
        if number % 50 == 49 or number == games - 1:
            part = file.with_suffix(".part.npz")
            np.savez_compressed(
                part, states=np.concatenate(kept), thoughts=thoughts, matches=matches
            )
            os.replace(part, file)
        print(f"\r{number + 1} matches, {len(kept)} positions", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


@numba.njit  # type: ignore[untyped-decorator]
def learn(
    order: Any, places: Any, base: Any, sign: Any, target: Any, found: Any, gone: Any, step: float
) -> None:
    """One round of steps. ``gone``: the squares of all steps so far."""
    for i in order:
        z = 0.0
        for place in places[i]:
            z += found[place]
        off = (1 / (1 + np.exp(-base[i] - sign[i] * z)) - target[i]) * sign[i]
        for place in places[i]:
            slope = off + PULL * found[place]
            gone[place] += slope * slope
            found[place] -= step * slope / np.sqrt(gone[place] + 0.01)


def fit(files: list[Path]) -> Any:
    """The tables, (SIZE,) int16; prints the loss on matches kept apart."""
    parts = [np.load(file) for file in files]
    states = np.concatenate([part["states"] for part in parts])
    target = (1 + np.concatenate([part["thoughts"] for part in parts])) / 2
    apart = np.concatenate([part["matches"] % 10 == 9 for part in parts])
    x = terms("pegs", states, {}).astype(np.float64)
    base, sign = x @ weights.TERMS / 1000, 1.0 - 2.0 * states["turn"].ravel()
    where, room = np.zeros((len(states), patterns.COUNT), np.int32), np.zeros(32, np.int64)
    look = jit.bind(patterns.places, tag="pegs")
    for state, out in zip(states.view(np.recarray), where, strict=True):
        look(state, room, out)
    print(f"{len(states)} positions, {int(apart.sum())} of them kept apart")
    print(f"loss with the terms alone   {loss(x[apart], target[apart], weights.TERMS):.4f}")
    found, gone = np.zeros(patterns.SIZE), np.zeros(patterns.SIZE)
    rng, rows = np.random.default_rng(1), np.flatnonzero(~apart)
    best, least = found, np.inf
    for number in range(ROUNDS):
        learn(rng.permutation(rows), where, base, sign, target, found, gone, STEP * FADE**number)
        scores = 1000 * (base + sign * found[where].sum(axis=1))
        one = np.full(1, 1.0)
        lost = loss(scores[apart, None], target[apart], one)
        seen = loss(scores[rows, None], target[rows], one)
        print(f"round {number + 1}: {lost:.4f} ({seen:.4f} where it learnt)", flush=True)
        if lost < least:
            best, least = found.copy(), lost
    print(f"{np.count_nonzero(best)} entries of {patterns.SIZE}")
    return np.clip(np.round(1000 * best), -30_000, 30_000).astype(np.int16)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--nodes", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    if asked.what == "play":
        play(asked.files[0], asked.games, asked.nodes, asked.seed)
        return
    tables = fit(asked.files)
    if asked.write:
        np.savez_compressed(FILE, patterns=tables)


if __name__ == "__main__":
    main()
