"""Mining puzzles from games that the computer plays against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..contract import Position
from ..registry import get
from .grade import grade
from .model import KINDS, Collection, Kind, Puzzle
from .prove import confirm, look
from .selfplay import positions

APART = 6
"""Moves between two puzzles of a game, at least."""
FROM_A_GAME = 2
ALIKE = 5
"""Two puzzles differ in at least so many holes or pegs."""
AT_ONCE = 10
"""One puzzle in so many may be won by a single move."""
SAME_GRADE = 4
"""One puzzle in so many may be of a certain grade."""
SAME = 7
"""One puzzle in so many may have a certain move for its solution."""
SPARE = 10
"""So many puzzles of a sort may be there before its share counts."""


def mine(
    collection: Collection,
    count: int,
    progress: Callable[[Collection], None] | None = None,
) -> Iterator[Puzzle]:
    """Search self-play games from ``collection.next`` on until ``count`` new puzzles are found.

    Yields every puzzle as it is found; ``progress`` gets the whole collection after each game, to
    be kept, so that mining can go on from there another day.
    """
    kept = collection
    while count > 0:
        for puzzle in _from_game(kept, kept.next):
            kept = replace(kept, puzzles=(*kept.puzzles, puzzle))
            count -= 1
            yield puzzle
            if count == 0:
                break
        kept = replace(kept, next=kept.next + 1)
        if progress is not None:
            progress(kept)


def _from_game(collection: Collection, seed: int) -> Iterator[Puzzle]:
    """The puzzles of one self-play game that are unlike those there are."""
    taken: list[Puzzle] = []
    known = [puzzle.position() for puzzle in collection.puzzles]
    for match, ply in positions(collection.game, seed):
        position = match.position()
        if (taken and ply > taken[-1].ply - APART) or any(alike(position, p) for p in known):
            continue
        before = [*collection.puzzles, *taken]
        found = look(match, _wanted(before))
        if found is None:
            continue
        kind, move = found
        puzzle = Puzzle(
            id=f"{collection.game}-{seed}-{ply}",
            game=collection.game,
            fen=get(collection.game).fen.write(position),
            kind=kind,
            solution=(move,),
            moves=0,
            grade=grade(match, move),
            seed=seed,
            ply=ply,
        )
        # Proofs take seconds: what there is enough of is not proved.
        if _too_many([*before, puzzle]):
            continue
        verdict = confirm(match, kind, move)
        if verdict is None:
            continue
        puzzle = replace(puzzle, solution=verdict.solution, moves=verdict.moves)
        if _too_many([*before, puzzle]):
            continue
        taken.append(puzzle)
        known.append(position)
        yield puzzle
        if len(taken) == FROM_A_GAME:
            return


def _wanted(known: Sequence[Puzzle]) -> Sequence[Kind]:
    """The kinds that there are not too many of: at most about nine in ten may only save."""
    saves = sum(puzzle.kind == "save" for puzzle in known)
    return ("win",) if 10 * saves > 9 * (SPARE + len(known)) else KINDS


def _too_many(puzzles: Sequence[Puzzle]) -> bool:
    """Whether the last one is of a sort that there are too many of already."""
    last, room = puzzles[-1], SPARE + len(puzzles)
    at_once = sum(puzzle.kind == "win" and puzzle.moves == 1 for puzzle in puzzles)
    graded = sum(puzzle.grade == last.grade for puzzle in puzzles)
    same = sum(puzzle.solution[0] == last.solution[0] for puzzle in puzzles)
    return (
        (last.kind == "win" and last.moves == 1 and AT_ONCE * at_once > room)
        or SAME_GRADE * graded > room
        or SAME * same > room
    )


def alike(one: Position, other: Position) -> bool:
    """Whether two positions are nearly the same."""
    skipped = ("stacks", "ply", "quiet", "last", "turn", "step")
    if any(one.get(key) != other.get(key) for key in {*one, *other} if key not in skipped):
        return False
    here, there = one["stacks"], other["stacks"]
    different: int = sum(here.get(name) != there.get(name) for name in {*here, *there})
    return different < ALIKE
