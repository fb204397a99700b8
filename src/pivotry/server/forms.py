"""Options of a game as fields of a form."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ..contract import Facts, Option


@dataclass(frozen=True)
class Choice:
    """One line of a list: what is shown, and the value as JSON."""

    label: str
    value: str
    standard: bool


@dataclass(frozen=True)
class Field:
    """How one option is asked for: a list, a number, or a list with a mapping beside it."""

    name: str
    label: str
    about: str
    clause: str
    choices: tuple[Choice, ...]
    mapping: bool
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
        label=option.name.replace("_", " ").capitalize(),
        about=option.about[:1].upper() + option.about[1:].rstrip(".") + ".",
        clause=option.clause,
        choices=tuple(
            Choice(_words(value), json.dumps(value), value == option.default)
            for value in option.choices
        ),
        mapping=option.mapping,
        least=least,
        most=most,
        standard="" if option.default is None else str(option.default),
    )


def _words(value: Any) -> str:
    return str(value).replace("_", " ")
