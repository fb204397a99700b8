"""The lessons: each game's ``lesson.toml``, step by step, in every language it is written in.

A lesson has ``defaults`` as a rules page has (``rulebook``) and a list of ``step``. Texts are
tables by language, ``text.en`` and ``text.de``; Markdown, in which clauses become links. A step has

- ``title`` and ``text``: what it is called and what it says;
- what an example of a rules page has, to say where it begins: ``position`` or ``start``, ``play``,
  ``seat``, ``lit``;
- at most one thing to do:
  ``want``, moves of which any will do, each a move or a list of moves made in a row;
  ``goal``, a part of the position JSON to be reached in ``most`` moves of the learner's;
  ``hold``, true where the learner's turn is to leave the other side none that wins at once;
  ``refused``, moves that the rules forbid, and by which clauses: trying one is the task;
  ``choice``, answers of which one or more are ``right``, each with a ``reply``;
- ``right``: said when it is done; ``wrong``: said after another legal move, ``wrongs`` after a
  certain one;
- ``replies``: what the others play then, or after each move of the learner's on the way to a goal;
- ``draws``: the cards that chance gives, in order;
- ``then``: a part of the position JSON that the first of ``want`` and the replies lead to, and
  ``solution``: moves that reach the goal or hold. Tests hold the lesson to both.

In positions and their parts the text ``"null"`` stands for JSON's null, which TOML lacks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from .registry import get
from .rulebook import Example, example
from .tongue import ENGLISH, language

Text = Mapping[str, str]
"""One text in several languages, by their codes."""
Task = Literal["read", "move", "goal", "hold", "refused", "choice"]

_KEYS = {
    "title", "text", "position", "start", "play", "seat", "lit", "want", "goal", "most", "hold",
    "refused", "choice", "right", "wrong", "wrongs", "replies", "draws", "then", "solution",
}  # fmt: skip


@dataclass(frozen=True)
class Choice:
    """One answer to the question of a step."""

    text: Text
    right: bool
    reply: Text


@dataclass(frozen=True)
class Step:
    """One step of a lesson."""

    title: Text
    text: Text
    example: Example
    """Where it begins."""
    want: tuple[tuple[str, ...], ...]
    goal: Mapping[str, Any]
    most: int
    """Moves of the learner's in which the goal is to be reached."""
    hold: bool
    refused: Mapping[str, tuple[str, ...]]
    choices: tuple[Choice, ...]
    right: Text
    wrong: Text
    wrongs: Mapping[str, Text]
    replies: tuple[str, ...]
    draws: tuple[str, ...]
    then: Mapping[str, Any]
    solution: tuple[str, ...]

    @property
    def task(self) -> Task:
        """What there is to do."""
        if self.want:
            return "move"
        if self.goal:
            return "goal"
        if self.hold:
            return "hold"
        if self.refused:
            return "refused"
        return "choice" if self.choices else "read"


def said(text: Text) -> str:
    """A text in the language in force, or in English; empty if there is none."""
    return text.get(language()) or text.get(ENGLISH, "")


@cache
def load(game: str) -> tuple[Step, ...]:
    """The lesson of a game; ``BadOption`` if there is no such game."""
    id = get(game).id
    path = Path(__file__).parent / "games" / id / "lesson.toml"
    return parse(id, path.read_text(encoding="utf-8"))


def parse(game: str, text: str) -> tuple[Step, ...]:
    """The steps that a lesson's text writes; ``ValueError`` names a key that no step has."""
    data = _nulls(tomllib.loads(text))
    return tuple(_step(game, step, data.get("defaults", {})) for step in data["step"])


def _step(game: str, data: Mapping[str, Any], defaults: Mapping[str, Any]) -> Step:
    unknown = set(data) - _KEYS
    if unknown:
        raise ValueError(f"{game}: a step has no {min(unknown)}")
    place = {key: data[key] for key in ("position", "start", "play", "seat", "lit") if key in data}
    return Step(
        title=data["title"],
        text=data["text"],
        example=example(game, place, defaults),
        want=tuple(_line(moves) for moves in data.get("want", ())),
        goal=data.get("goal", {}),
        most=data.get("most", 1),
        hold=data.get("hold", False),
        refused={move: tuple(ids) for move, ids in data.get("refused", {}).items()},
        choices=tuple(
            Choice(choice["text"], choice.get("right", False), choice["reply"])
            for choice in data.get("choice", ())
        ),
        right=data.get("right", {}),
        wrong=data.get("wrong", {}),
        wrongs=data.get("wrongs", {}),
        replies=tuple(data.get("replies", ())),
        draws=tuple(data.get("draws", ())),
        then=data.get("then", {}),
        solution=tuple(data.get("solution", ())),
    )


def _nulls(data: Any) -> Any:
    """The same with None for every text ``"null"``."""
    if isinstance(data, dict):
        return {key: _nulls(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_nulls(value) for value in data]
    return None if data == "null" else data


def _line(moves: str | Sequence[str]) -> tuple[str, ...]:
    return (moves,) if isinstance(moves, str) else tuple(moves)
