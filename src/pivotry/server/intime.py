"""Whether what has been played at a puzzle still wins within its number of moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ..contract import Record
from ..puzzles import Puzzle
from ..puzzles.prove import WITHIN_NODES
from ..registry import get
from ..search.within import Undecided, Within


@dataclass(frozen=True)
class Standing:
    """How a try stands."""

    left: int
    """Moves that the solver may still make."""
    in_time: bool | None
    """Whether they suffice; None if that takes too long to find out."""
    line: tuple[str, ...] = ()
    """What the other side answers: the longest defence, or a turn after which they do not."""
    over: bool = False
    """Whether the game is."""


@lru_cache(maxsize=4096)
def standing(puzzle: Puzzle, moves: tuple[str, ...]) -> Standing:
    """How it stands after legal ``moves`` of both sides; whatever keeps to the time is right."""
    match = puzzle.match()
    seat = match.turn or 0
    left = puzzle.moves
    for text in moves:
        left -= match.turn == seat
        match.play(text)
    if match.result is not None:
        return Standing(left, match.result == (seat,) and left >= 0, over=True)
    if left <= 0 and match.turn == seat:
        return Standing(0, False)
    answers = match.turn != seat
    if moves == puzzle.solution[: len(moves)]:
        return Standing(left, True, puzzle.solution[len(moves) :][:1] if answers else ())
    game, state = get(puzzle.game), match._s
    search = Within(game, state, match._c, seat, nodes=WITHIN_NODES)
    known = moves[0] != puzzle.solution[0]
    try:
        in_time = not known and search.forced(state, max(0, left))
        found: tuple[int, ...] = ()
        if answers and in_time:
            found = (search.best(state, left),)
        elif answers:
            found = _too_long(search, state, max(0, left), seat)
    except Undecided:
        return Standing(left, False if known else None)
    return Standing(left, in_time, tuple(game.notation.write(a, match._c) for a in found))


@lru_cache(maxsize=1024)
def losing(puzzle: Puzzle, move: str) -> tuple[str, ...]:
    """How the other side wins in the number of moves of a puzzle to hold, after a wrong move."""
    match = puzzle.match()
    other = 1 - (match.turn or 0)
    match.play(move)
    game = get(puzzle.game)
    line = Within(game, match._s, match._c, other).line(match._s, puzzle.moves)
    return tuple(game.notation.write(action, match._c) for action in line)


def _too_long(search: Within, state: Record, left: int, seat: int) -> tuple[int, ...]:
    """A turn of the other side after which ``left`` moves do not suffice."""
    line: list[int] = []
    while search.actor(state) == 1 - seat:
        after = search.after(state)
        action = next(a for a, then in after.items() if not search.forced(then, left))
        line.append(action)
        state = after[action]
    return tuple(line)
