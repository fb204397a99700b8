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
from ..tongue import tr, tr_n
from ..wording import quoted

FORMAT = 1
Kind = Literal["win", "save", "within", "hold"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""``win``: one move wins and no other does. ``save``: all moves but one lose, and that one
does not. ``within``: one move forces a win within so many moves of one's own and no other does.
``hold``: after all moves but one the other side can force a win within so many moves of its own,
and after that one it needs more, if it wins at all."""


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
    """How many moves of the solution are the solver's own; of ``within``, so many suffice, and of
    ``hold``, so many suffice the other side."""
    grade: int
    """The lowest level that finds the solution, 1 to 8; 9 if none does."""
    seed: int
    """The game it comes from."""
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
        side, other = match.names[match.turn or 0], match.names[1 - (match.turn or 0)]
        if self.kind == "save":
            return tr("{side} to move: all moves but one lose.", side=side)
        if self.kind == "hold":
            return tr_n(
                "{side} to move: after all moves but one, {other} wins with its next move.",
                "{side} to move: after all moves but one, {other} can win within {n} moves.",
                self.moves, side=side, other=other,
            )  # fmt: skip
        if self.kind == "within":
            return self._within(side, other)
        return tr("{side} to move and win: only one move does.", side=side)

    def _within(self, side: str, other: str) -> str:
        text = tr_n(
            "{side} to move and win with this very move.",
            "{side} to move: win within {n} moves of your own, whatever {other} does.",
            self.moves, side=side, other=other,
        )  # fmt: skip
        a_turn = get(self.game).facts.moves_a_turn
        if a_turn == 1 or self.moves == 1:
            return text
        count = tr_n(
            "Single moves count: a turn is {n} move.",
            "Single moves count: a turn is {n} moves.",
            a_turn,
        )  # fmt: skip
        left = a_turn - (int(self.position()["step"]) - 1)
        if left == a_turn:
            return f"{text} {count}"
        rest = tr_n("One is left of this one.", "{n} are left of this one.", left)
        return f"{text} {count} {rest}"


@dataclass(frozen=True)
class Collection:
    """The puzzles of a game in a file, and which games have been searched for them."""

    game: str
    puzzles: tuple[Puzzle, ...] = ()
    first: int = 0
    """The first game that was searched."""
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
        raise BadRecord(f"puzzle {number} is of a kind, {', '.join(KINDS)}, and has a move")
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
