"""Options of a game as fields of a form."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ..contract import Facts, Option
from ..tongue import tr
from ..wording import sentence


@dataclass(frozen=True)
class Choice:
    """One line of a list: what is shown, and the value as JSON."""

    label: str
    value: str
    standard: bool


@dataclass(frozen=True)
class Field:
    """How one option is asked for: choices, a number, or choices and a text of one's own."""

    name: str
    label: str
    about: str
    clause: str
    choices: tuple[Choice, ...]
    own: str
    """How a text of one's own is written; empty where there can be none."""
    example: str
    least: int | None
    most: int | None
    standard: str
    """The standard number as text; empty where it depends on the number of players."""


def fields(facts: Facts) -> tuple[Field, ...]:
    """The fields of every option of a game, in its order."""
    return tuple(_field(option) for option in facts.options)


def _field(option: Option) -> Field:
    least, most = option.range or (None, None)
    return Field(
        name=option.name,
        label=tr(option.label),
        about=sentence(tr(option.about)),
        clause=option.clause,
        choices=tuple(
            Choice(tr(words), json.dumps(value), value == option.default)
            for value, words in zip(option.choices, option.words, strict=True)
        ),
        own=tr(option.own),
        example=option.example,
        least=least,
        most=most,
        standard="" if option.default is None else str(option.default),
    )
