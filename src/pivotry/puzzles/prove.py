"""Whether a position is a puzzle: proofs for every move, not opinions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..contract import OVER, copied
from ..match import Match
from ..players.task import Task, task
from ..search.alphabeta import AlphaBeta
from ..search.found import Line
from ..search.perft import derived
from ..search.solve import Solver
from .model import KINDS, Kind

LOOK_NODES = 30_000
"""Spent on the best two moves."""
NODES = 200_000
"""Spent on a move at most; what is not proved by then is not proved."""
DEEP_NODES = 3_000_000
"""Spent by either search on refuting a move that is said to save, before it is believed."""
SOLVER_MEMORY = 64
"""Megabytes of the solver's table."""
FEWEST = 4
"""Legal moves that a puzzle has at least."""
LONGEST = 40
"""Moves of a solution that is written down."""


@dataclass(frozen=True)
class Verdict:
    """A position that is a puzzle."""

    kind: Kind
    solution: tuple[str, ...]
    moves: int
    """The solver's own moves in the solution."""


def judge(match: Match, kinds: Sequence[Kind] = KINDS) -> Verdict | None:
    """What puzzle of some kinds the position of a match is; None if it is none, or that is open."""
    found = look(match, kinds)
    return None if found is None else confirm(match, *found)


def look(match: Match, kinds: Sequence[Kind] = KINDS) -> tuple[Kind, str] | None:
    """What puzzle a position seems to be, and the move that solves it; None if it seems none.

    One search for the best two moves tells: where the second best is proved to lose, all others do.
    """
    if match.turn is None:
        return None
    asked = task(match.view(match.turn), 0)
    if len(asked.legal) < FEWEST:
        return None
    lines = best(asked, LOOK_NODES, lines=2)
    if len(lines) < 2:
        return None
    first, second = lines
    if first.proof == 1 and second.proof in (0, -1):
        kind: Kind = "win"
    elif first.proof != -1 and second.proof == -1:
        # What those two left open may still be proved.
        kind = "win" if proved(asked, first.action)[0] == 1 else "save"
    else:
        return None
    return (kind, asked.write(first.action)) if kind in kinds else None


def confirm(match: Match, kind: Kind, move: str) -> Verdict | None:
    """The puzzle that a position seems to be, proved move by move; None if that does not work.

    The searches know nothing of the one that found it.
    """
    if verify(match, kind, move, deep=True):
        return None
    return _verdict(match, kind, move)


def verify(match: Match, kind: Kind, solution: str, *, deep: bool = False) -> str | None:
    """What is wrong with a puzzle whose solution is this move; None if all is proved.

    The first thing wrong is told. A move that saves must not be refuted; ``deep`` tries harder to.
    """
    assert match.turn is not None
    asked = task(match.view(match.turn), 0)
    texts = {asked.write(action): action for action in asked.legal}
    if solution not in texts:
        return f"{solution} cannot be played"
    low, high = proved(asked, texts[solution])
    if low < 0 <= high and deep and kind == "save":
        low, high = proved(asked, texts[solution], DEEP_NODES)
    if low < 1 if kind == "win" else high < 0:
        return f"{solution} is not proved to {kind}: its value lies from {low} to {high}"
    for text, action in texts.items():
        low, high = (-1, -1) if text == solution else proved(asked, action)
        if high > (0 if kind == "win" else -1):
            return f"{text} is not proved to fail: its value lies from {low} to {high}"
    return None


def _verdict(match: Match, kind: Kind, move: str) -> Verdict | None:
    """The puzzle with its solution; None if the way to the end is not found."""
    solution = _solution(match, move, win=kind == "win")
    own, played = 0, match.copy()
    for text in solution:
        own += played.turn == match.turn
        played.play(text)
    if kind == "win" and played.result != (match.turn,):
        return None
    return Verdict(kind, solution, own)


def proved(asked: Task, action: int, nodes: int = NODES) -> tuple[int, int]:
    """The least and the most that a move brings its seat, for certain: 1, 0 or -1.

    Alpha-beta looks, and if it proves nothing the solver, up to ``nodes`` each.
    """
    game, config, seat = asked.game, asked.config, asked.seat
    after = copied(asked.state)
    game.rules.apply(after, config, derived(game, after, config), action)
    actor = int(game.rules.actor(after, config))
    if actor == OVER:
        values = np.zeros(asked.players)
        game.rules.returns(after, config, values)
        result = round(float(values[seat]))
        return result, result
    search = AlphaBeta(game, after, config, asked.players, actor, 0, nodes)
    search.run(nodes=nodes)
    proof = next((line.proof for line in search.lines()), None)
    low, high = (-1, 1) if proof is None else (proof, proof)
    if proof is None:
        solver = Solver(game, after, config, memory=SOLVER_MEMORY)
        solver.run(nodes=nodes)
        low, high = solver.low, solver.high
    return (low, high) if actor == seat else (-high, -low)


def _solution(match: Match, move: str, *, win: bool) -> tuple[str, ...]:
    """The solution and, where it wins, best play of both until the end."""
    played, texts = match.copy(), [move]
    played.play(texts[0])
    while win and played.turn is not None and len(texts) < LONGEST:
        asked = task(played.view(played.turn), 0)
        texts.append(asked.write(best(asked, NODES)[0].action))
        played.play(texts[-1])
    return tuple(texts)


def best(asked: Task, nodes: int, lines: int = 1) -> tuple[Line, ...]:
    """The best moves that alpha-beta finds."""
    search = AlphaBeta(
        asked.game, asked.state, asked.config, asked.players, asked.seat, 0, nodes, lines=lines
    )
    search.run(nodes=nodes)
    return search.lines()
