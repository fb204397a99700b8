"""Puzzles as data: what one is, the file that holds many, those that ship with the package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Any, Literal, get_args

from ..contract import Position
from ..errors import BadRecord, PivotryError
from ..jsontext import loads
from ..match import Match, from_position
from ..registry import get
from ..tongue import tr
from ..wording import quoted

FORMAT = 1
Kind = Literal["win", "save"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""``win``: one move wins and no other does. ``save``: all moves but one lose, and none wins."""


@dataclass(frozen=True)
class Puzzle:
    """One position to be solved by the side to move."""

    id: str
    game: str
    fen: str
    """The position in one line (``docs/engine.md``)."""
    kind: Kind
    solution: tuple[str, ...]
    """The one right move, then best play: to the end where it wins."""
    moves: int
    """How many moves of the solution are the solver's own."""
    grade: int
    """The lowest level that finds the solution, 1 to 8; 9 if none does."""
    seed: int
    """The self-play game it comes from."""
    ply: int
    """The move of that game before which it stood."""

    def position(self) -> Position:
        """Position JSON."""
        return get(self.game).fen.read(self.fen)

    def match(self) -> Match:
        """A match that goes on from the position."""
        return from_position(self.position())

    def solved_by(self, text: str) -> bool:
        """Whether a move text is the solution; ``UnreadableMove`` or ``IllegalMove`` if no move."""
        match = self.match()
        match.play(text)
        return match.log()[0].text == self.solution[0]

    @property
    def task(self) -> str:
        """What is asked, in a sentence."""
        match = self.match()
        side = match.names[match.turn or 0]
        if self.kind == "save":
            return tr("{side} to move: all moves but one lose.", side=side)
        return tr("{side} to move and win: only one move does.", side=side)


@dataclass(frozen=True)
class Collection:
    """The puzzles of a game in a file, and which self-play games have been searched for them."""

    game: str
    puzzles: tuple[Puzzle, ...] = ()
    first: int = 0
    """The first self-play game that was searched."""
    next: int = 0
    """The one to go on with."""

    def write(self) -> dict[str, Any]:
        """JSON of the file."""
        return {
            "pivotry_puzzles": FORMAT,
            "game": self.game,
            "rules": get(self.game).facts.rules,
            "seeds": [self.first, self.next],
            "puzzles": [
                {
                    field.name: _plain(getattr(puzzle, field.name))
                    for field in fields(Puzzle)
                    if field.name != "game"
                }
                for puzzle in self.puzzles
            ],
        }


def read(data: object) -> Collection:
    """The collection of a file; ``BadRecord`` says what is wrong with it."""
    if not isinstance(data, Mapping) or data.get("pivotry_puzzles") != FORMAT:
        raise BadRecord(f"it is no file of puzzles of format {FORMAT}")
    game = get(data.get("game"))
    if data.get("rules") != game.facts.rules:
        raise BadRecord(
            f"the puzzles are for rules {quoted(data.get('rules'))} of {game.id}; "
            f"this release knows rules {quoted(game.facts.rules)}"
        )
    seeds, given = data.get("seeds"), data.get("puzzles")
    if not isinstance(given, list) or not (
        isinstance(seeds, list) and len(seeds) == 2 and all(type(seed) is int for seed in seeds)
    ):
        raise BadRecord("it needs a list of puzzles and a pair of seeds")
    puzzles = tuple(_puzzle(game.id, number, item) for number, item in enumerate(given, 1))
    return Collection(game.id, puzzles, *seeds)


def _puzzle(game: str, number: int, data: object) -> Puzzle:
    kinds = {"id": str, "fen": str, "kind": str, "moves": int, "grade": int, "seed": int,
             "ply": int, "solution": list}  # fmt: skip
    if not isinstance(data, Mapping) or set(data) != set(kinds):
        raise BadRecord(f"puzzle {number} has exactly {', '.join(kinds)}")
    for name, kind in kinds.items():
        if type(data[name]) is not kind:
            raise BadRecord(f"puzzle {number}: {name} cannot be {quoted(data[name])}")
    if data["kind"] not in KINDS or not data["solution"]:
        raise BadRecord(f"puzzle {number} wins or saves, by a move at least")
    puzzle = Puzzle(game=game, **{**data, "solution": tuple(data["solution"])})
    try:
        match = puzzle.match()
        for text in puzzle.solution:
            match.play(text)
    except (PivotryError, TypeError) as bad:
        raise BadRecord(f"puzzle {number} ({quoted(puzzle.id)}): {bad}") from None
    return puzzle


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value


def has(game: str) -> bool:
    """Whether puzzles of a game ship with the package."""
    return (resources.files(__package__) / f"{get(game).id}.json").is_file()


@cache
def load(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that ship with the package; none for a game without."""
    if not has(game):
        return ()
    file = resources.files(__package__) / f"{get(game).id}.json"
    return read(loads(file.read_text("utf-8"))).puzzles
