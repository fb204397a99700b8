"""Mining puzzles from games that are played for it: most at random, some between weak players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..contract import Position
from ..match import Match
from ..registry import get
from .grade import grade
from .model import KINDS, Collection, Kind, Puzzle
from .prove import Verdict, confirm, counted, holding, look
from .selfplay import spots

APART = 6
"""Moves between two puzzles of a game, at least."""
FROM_A_GAME = 2
ALIKE = 5
"""Two puzzles differ in at least so many holes or pegs."""
SAME_LENGTH = {1: 12, 2: 6}
"""One puzzle in so many may be won by a certain number of moves; else one in ``OTHER_LENGTH``."""
OTHER_LENGTH = 3
SAME_GRADE = 4
"""One puzzle in so many may be of a certain grade."""
SAME = 10
"""One puzzle in so many may have a certain move for its solution."""
SAME_SHAPE = 0.7
"""The share of puzzles that may have a solution of a certain shape. It is large: in the peg game
most is decided by moves along the short row."""
SLOW = ("win", "save")
"""Kinds that long searches find and prove."""
SAVING = ("save", "hold")
SPARE = 8
"""So many puzzles of a sort may be there before its share counts."""


def mine(
    collection: Collection,
    count: int,
    progress: Callable[[Collection], None] | None = None,
    kinds: Sequence[Kind] = KINDS,
) -> Iterator[Puzzle]:
    """Search games from ``collection.next`` on until ``count`` new puzzles of ``kinds`` are found.

    Yields every puzzle as it is found; ``progress`` gets the whole collection after each game, to
    be kept, so that mining can go on from there another day.
    """
    kept = collection
    while count > 0:
        for puzzle in _from_game(kept, kept.next, kinds):
            kept = replace(kept, puzzles=(*kept.puzzles, puzzle))
            count -= 1
            yield puzzle
            if count == 0:
                break
        kept = replace(kept, next=kept.next + 1)
        if progress is not None:
            progress(kept)


def _from_game(collection: Collection, seed: int, kinds: Sequence[Kind]) -> Iterator[Puzzle]:
    """The puzzles of one game that are unlike those there are."""
    taken: list[Puzzle] = []
    known = [puzzle.position() for puzzle in collection.puzzles]
    slow = any(kind in SLOW for kind in kinds)
    for match, ply, alone in spots(collection.game, seed, glance=slow):
        position = match.position()
        if (taken and ply > taken[-1].ply - APART) or any(alike(position, p) for p in known):
            continue
        before = [*collection.puzzles, *taken]
        found = _seems(match, alone, _wanted(before, kinds))
        if found is None:
            continue
        puzzle = Puzzle(
            id=f"{collection.game}-{seed}-{ply}",
            game=collection.game,
            fen=get(collection.game).fen.write(position),
            kind=found.kind,
            solution=found.solution,
            moves=found.moves,
            grade=0,
            seed=seed,
            ply=ply,
        )
        # Grades and proofs take seconds: what there is enough of gets neither.
        if _too_many([*before, puzzle]):
            continue
        puzzle = replace(puzzle, grade=grade(match, puzzle.solution[0]))
        if _too_many([*before, puzzle]):
            continue
        if not found.moves:
            verdict = confirm(match, found.kind, found.solution[0])
            if verdict is None and found.kind == "save" and "hold" in kinds:
                verdict = holding(match)
            if verdict is None:
                continue
            puzzle = replace(
                puzzle, kind=verdict.kind, solution=verdict.solution, moves=verdict.moves
            )
            if _too_many([*before, puzzle]):
                continue
        taken.append(puzzle)
        known.append(position)
        yield puzzle
        if len(taken) == FROM_A_GAME:
            return


def _seems(match: Match, alone: bool, kinds: Sequence[Kind]) -> Verdict | None:
    """What a position seems to be; with 0 moves where it is still to be proved."""
    found = look(match, kinds) if alone and any(kind in SLOW for kind in kinds) else None
    return counted(match, kinds) if found is None else Verdict(found[0], (found[1],), 0)


def _wanted(known: Sequence[Puzzle], kinds: Sequence[Kind]) -> Sequence[Kind]:
    """The kinds that there are not too many of: about half may be to save or to hold."""
    saves = sum(puzzle.kind in SAVING for puzzle in known)
    enough = 2 * saves > SPARE + len(known)
    return tuple(kind for kind in kinds if kind not in SAVING or not enough)


def _too_many(puzzles: Sequence[Puzzle]) -> bool:
    """Whether the last one is of a sort that there are too many of already."""
    last, room = puzzles[-1], SPARE + len(puzzles)
    won = [puzzle for puzzle in puzzles if puzzle.kind not in SAVING]
    length = sum(puzzle.moves == last.moves for puzzle in won)
    graded = sum(puzzle.grade == last.grade for puzzle in puzzles)
    same = sum(puzzle.solution[0] == last.solution[0] for puzzle in puzzles)
    shaped = sum(shape(puzzle.solution[0]) == shape(last.solution[0]) for puzzle in puzzles)
    few = SAME_LENGTH.get(last.moves, OTHER_LENGTH)
    return (
        (last.kind not in SAVING and last.moves > 0 and few * length > room)
        or (last.grade > 0 and SAME_GRADE * graded > room)
        or SAME * same > room
        or shaped > SAME_SHAPE * room
    )


def shape(text: str) -> str:
    """Of a move, all but the numbers: ``C-D`` of ``C4-D5``."""
    return "".join(sign for sign in text if not sign.isdigit())


def alike(one: Position, other: Position) -> bool:
    """Whether two positions are nearly the same."""
    skipped = ("stacks", "ply", "quiet", "last", "turn", "step")
    if any(one.get(key) != other.get(key) for key in {*one, *other} if key not in skipped):
        return False
    here, there = one["stacks"], other["stacks"]
    different: int = sum(here.get(name) != there.get(name) for name in {*here, *there})
    return different < ALIKE
