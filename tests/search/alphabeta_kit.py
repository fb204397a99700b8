"""What the alpha-beta tests share: a slow minimax, an exhaustive solver, positions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from kit import Play, generator

from pivotry import jit
from pivotry.search.alphabeta import AlphaBeta
from pivotry.search.kernels.alphabeta import LIMIT, WIN

PEGS = "pegs"
MINI = "pivotation mini"
STANDARD = "pivotation standard"
CASES = [PEGS, MINI, STANDARD]


def begun(case: str, **options: Any) -> Play:
    """A match at its start, in compiled code."""
    game, _, board = case.partition(" ")
    if board:
        options["board"] = board
    return Play(game, options=options, compiled=True).begin()


def walk(case: str, seed: int, left: int, **options: Any) -> Play:
    """The position of a random game that is ``left`` moves before its end, or its start."""
    rng = generator(seed)
    play = begun(case, **options)
    kept = []
    while not play.over:
        kept.append(play.snapshot())
        play.k.random(play.s, play.c, play.w, rng)
    play.restore(kept[-min(left, len(kept))])
    return play


def walked(case: str, seed: int, steps: int, **options: Any) -> Iterator[Play]:
    """The positions of a random game, one a move."""
    rng = generator(seed)
    play = begun(case, **options)
    for _ in range(steps):
        if play.over:
            return
        yield play
        play.k.random(play.s, play.c, play.w, rng)


def search(play: Play, nodes: int | None = None, **how: Any) -> AlphaBeta:
    """A search of a position, run for so many nodes or to its end."""
    made = AlphaBeta(play.game, play.s, play.c, 2, play.actor, how.pop("seed", 1), nodes, **how)
    made.run(nodes=nodes)
    return made


@cache
def parts(game: str) -> dict[str, Any]:
    """The kernels of a game's ``evaluate.py``, compiled."""
    module: Any = Play(game).game.evaluate
    return {
        name: jit.bind(getattr(module, name), tag=game, compiled=True)
        for name in ("evaluate", "sharp", "pressed", "features", "key", "order")
    }


def estimate(play: Play) -> int:
    """For seat 0."""
    room = np.zeros(play.game.evaluate.TERM_COUNT, np.int64)
    value = int(parts(play.game.id)["evaluate"](play.s, play.c, play.w, play.game.weights, room))
    return max(1 - LIMIT, min(LIMIT - 1, value))


def sharp(play: Play) -> list[int]:
    out = np.zeros(play.game.facts.max_moves, np.int32)
    n = int(parts(play.game.id)["sharp"](play.s, play.c, play.w, out))
    return [int(a) for a in out[:n]]


def minimax(play: Play, depth: int, ply: int = 0) -> int:
    """The value for seat 0 of looking ``depth`` plies ahead, and then at sharp moves only."""
    if play.over:
        values = np.zeros(8)
        play.k.returns(play.s, play.c, values)
        return int(np.sign(values[0] - values[1])) * (WIN - ply)
    sign = 1 - 2 * play.actor
    depth = max(0, depth) + int(parts(play.game.id)["pressed"](play.s, play.c, play.w))
    found = [] if depth > 0 else [sign * estimate(play)]
    kept = play.snapshot()
    for a in play.legal() if depth > 0 else sharp(play):
        play.apply(a)
        found.append(sign * minimax(play, depth - 1, ply + 1))
        play.restore(kept)
    return sign * max(found)


class Solver:
    """Exact results for seat 0 and how many plies perfect play takes, by looking at everything."""

    def __init__(self, most: int) -> None:
        self._known: dict[tuple[bytes, int], tuple[int, int] | None] = {}
        self._left = most

    def solve(self, play: Play, within: int) -> tuple[int, int] | None:
        """(result, plies) where that is certain within so many plies, else None."""
        if play.over:
            values = np.zeros(8)
            play.k.returns(play.s, play.c, values)
            return int(np.sign(values[0] - values[1])), 0
        if within == 0:
            return None
        ply = int(play.s.ply)
        play.s.ply = 0
        name = play.s.tobytes(), within
        play.s.ply = ply
        if name in self._known:
            return self._known[name]
        sign = 1 - 2 * play.actor
        kept = play.snapshot()
        answers = []
        for a in play.legal():
            self._left -= 1
            if self._left < 0:
                raise TooMuch
            play.apply(a)
            below = self.solve(play, within - 1)
            play.restore(kept)
            answers.append(None if below is None else (below[0], below[1] + 1))
        known = [answer for answer in answers if answer is not None]
        best: tuple[int, int] | None = None
        if known:
            best = max(known, key=lambda it: (sign * it[0], -sign * it[0] * it[1]))
            if None in answers and best[0] != sign:
                best = None
        self._known[name] = best
        return best


class TooMuch(Exception):
    """There is more to look at than was allowed."""


TINY = {"widths": [3, 4, 3], "dark": [["a1", "b1"], ["b2", "c2"]], "light": [["b3", "c3"]]}
SMALL = {"widths": [4, 3, 4], "dark": [["a1", "b1"], ["c1", "d1"]],
         "light": [["d3", "c3"], ["b3", "a3"]]}  # fmt: skip
STILL = {
    "game": "pegs", "turn": "dark", "step": 1, "last": None, "ply": 80, "result": None,
    "quiet_limit": 4,
    "stacks": {"A1": "dld", "A2": "ldl", "A3": "lld", "A4": "dld", "B2": "l", "C3": "d",
               "D4": "d", "D1": "l"},
}  # fmt: skip
"""Nothing is ready to go forward, so the quiet limit is near."""


@cache
def solved() -> tuple[tuple[str, Any, int, int], ...]:
    """Positions with their results and distances: (case, position JSON, result, plies)."""
    found = []
    asked: list[tuple[str, tuple[int, ...], int, dict[str, Any]]] = [
        (MINI, (1, 2, 3), 4, {}),
        (STANDARD, (1, 2), 3, {}),
        (PEGS, (1, 2, 3), 4, {}),
        ("pivotation", (2, 4, 6, 9, 99), 60, {"board": TINY}),
        ("pivotation", (3, 6, 9, 99), 60, {"board": SMALL}),
    ]
    for case, lefts, within, options in asked:
        for seed in range(1, 9):
            for left in lefts:
                play, solver = walk(case, seed, left, **options), Solver(1500)
                try:
                    answers = (solver.solve(play, n) for n in range(1, within + 1))
                    answer = next(filter(None, answers), None)
                except TooMuch:
                    continue
                if answer is not None:
                    found.append((case, play.position(), *answer))
    for quiet in (1, 2, 3):
        play = Play.at(STILL | {"quiet": quiet}, compiled=True)
        answer = Solver(1500).solve(play, 4 - quiet)
        if answer is not None:
            found.append((PEGS, play.position(), *answer))
    return tuple(found)
