"""Whether a position is a puzzle: proofs for every move, not opinions.

``win`` and ``save`` are proved by alpha-beta and the solver: what the one move brings at least, and
what every other one brings at most. ``within`` and ``hold`` are searches through all that can
happen in so many moves.
"""

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
from ..search.within import Undecided, Within
from .model import KINDS, Kind

LOOK_NODES = 30_000
"""Spent on the best two moves."""
NODES = 200_000
"""Spent on a move at most; what is not proved by then is not proved."""
DEEP_NODES = 3_000_000
"""The solver's on the one move that is said to win or to save: it may take long."""
QUICK_NODES = 20_000
"""Spent on finding out within how many moves a position is won."""
WITHIN_NODES = 3_000_000
"""Spent on proving that one move alone does that."""
FARTHEST = 8
"""Moves within which a win is looked for."""
LONGER = 2
"""A move that holds, holds for so many moves more than the others at least."""
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
    """As of a ``Puzzle``."""


def judge(match: Match, kinds: Sequence[Kind] = KINDS) -> Verdict | None:
    """What puzzle of some kinds the position of a match is; None if it is none, or that is open.

    What is won or held for a number of moves only is looked for last.
    """
    found = look(match, kinds)
    verdict = None if found is None else confirm(match, *found)
    return counted(match, kinds) if verdict is None else verdict


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

    The searches know nothing of the one that found it. A move that seemed only to save may turn
    out to win.
    """
    if verify(match, kind, move) is not None:
        return None
    if kind == "save" and verify(match, "win", move) is None:
        kind = "win"
    return _verdict(match, kind, move)


def verify(match: Match, kind: Kind, solution: str, moves: int = 0) -> str | None:
    """What is wrong with a puzzle whose solution is this move; None if all is proved.

    ``moves``: of ``within`` and ``hold``, those of the puzzle. The first thing wrong is told.
    """
    assert match.turn is not None
    asked = task(match.view(match.turn), 0)
    texts = {asked.write(action): action for action in asked.legal}
    if solution not in texts:
        return f"{solution} cannot be played"
    if kind == "within":
        return _within(asked, texts, solution, moves)
    if kind == "hold":
        return _hold(asked, texts, solution, moves)
    low, high = proved(asked, texts[solution], DEEP_NODES)
    if low < (1 if kind == "win" else 0):
        return f"{solution} is not proved to {kind}: its value lies from {low} to {high}"
    for text, action in texts.items():
        low, high = (-1, -1) if text == solution else proved(asked, action)
        if high > (0 if kind == "win" else -1):
            return f"{text} is not proved to fail: its value lies from {low} to {high}"
    return None


# --- within so many moves ------------------------------------------------------------------------


def within(asked: Task, attacker: int, nodes: int) -> Within:
    """Questions about how soon a seat wins."""
    return Within(asked.game, asked.state, asked.config, attacker, nodes=nodes)


def counted(match: Match, kinds: Sequence[Kind]) -> Verdict | None:
    """The puzzle with a number of moves that a position is; None if it is none, or that is open."""
    verdict = quick(match) if "within" in kinds else None
    return holding(match) if verdict is None and "hold" in kinds else verdict


def quick(match: Match, most: int = FARTHEST) -> Verdict | None:
    """The puzzle to win within the fewest moves that suffice; None if it is none, or that is open.

    The fewest moves with which the position can be won, if one first move alone does it.
    """
    if match.turn is None:
        return None
    asked = task(match.view(match.turn), 0)
    if len(asked.legal) < FEWEST:
        return None
    try:
        moves = within(asked, asked.seat, QUICK_NODES).least(asked.state, most)
        if not moves:
            return None
        search = within(asked, asked.seat, WITHIN_NODES)
        right = [a for a, s in search.after(asked.state).items() if search.forced(s, moves - 1)]
        if len(right) != 1:
            return None
        line = search.line(asked.state, moves)
    except Undecided:
        return None
    return Verdict("within", tuple(map(asked.write, line)), moves)


def _within(asked: Task, texts: dict[str, int], solution: str, moves: int) -> str | None:
    """``verify`` of such a puzzle; that fewer moves do not suffice is part of it."""
    search = within(asked, asked.seat, WITHIN_NODES)
    after = search.after(asked.state)
    try:
        if moves < 1 or search.forced(asked.state, moves - 1):
            return f"{moves} are not the fewest moves that suffice"
        if not search.forced(after[texts[solution]], moves - 1):
            return f"{solution} does not win within {moves}"
        for text, action in texts.items():
            if text != solution and search.forced(after[action], moves - 1):
                return f"{text} wins within {moves}, too"
    except Undecided:
        return f"what wins within {moves} is not known"
    return None


def holding(match: Match, most: int = FARTHEST) -> Verdict | None:
    """The puzzle to hold out after which all other moves lose; None if it is none, or is open.

    The number is the fewest moves with which the other side wins after all moves but one.
    """
    if match.turn is None:
        return None
    asked = task(match.view(match.turn), 0)
    if len(asked.legal) < FEWEST:
        return None
    search = within(asked, 1 - asked.seat, QUICK_NODES)
    after = search.after(asked.state)
    holds, moves = list(after), 0
    try:
        while len(holds) > 1 and moves <= most:
            holds = [action for action in holds if not search.forced(after[action], moves)]
            moves += 1
        if len(holds) != 1 or moves < 2:
            return None
        search = within(asked, 1 - asked.seat, WITHIN_NODES)
        if search.forced(after[holds[0]], moves - 1 + LONGER):
            return None
    except Undecided:
        return None
    return Verdict("hold", (asked.write(holds[0]),), moves - 1)


def _hold(asked: Task, texts: dict[str, int], solution: str, moves: int) -> str | None:
    """``verify`` of such a puzzle; that fewer moves do not suffice is part of it."""
    search = within(asked, 1 - asked.seat, WITHIN_NODES)
    after = search.after(asked.state)
    others = [(text, after[action]) for text, action in texts.items() if text != solution]
    try:
        for text, state in others:
            if not search.forced(state, moves):
                return f"{text} does not lose within {moves}"
        if moves < 1 or all(search.forced(state, moves - 1) for _, state in others):
            return f"{moves} are not the fewest moves that suffice"
        if search.forced(after[texts[solution]], moves + LONGER):
            return f"{solution} loses within {moves + LONGER}"
    except Undecided:
        return f"what loses within {moves} is not known"
    return None


# --- for certain, but for no matter how long ------------------------------------------------------


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

    Alpha-beta looks, and if it proves nothing the solver, up to ``nodes``.
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
    search = AlphaBeta(game, after, config, asked.players, actor, 0, min(nodes, NODES))
    search.run(nodes=min(nodes, NODES))
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
