"""What browsers send, checked before anything else looks at it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40)]
Kind = Literal["person", "computer"]
Clicked = Annotated[
    list[Annotated[str, StringConstraints(max_length=40)]], Field(min_length=1, max_length=40)
]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Seat(_Strict):
    """Who takes a seat at a new table; an empty name means the usual one."""

    kind: Kind
    name: Name = ""


class NewTable(_Strict):
    """A new match."""

    game: str
    seats: Annotated[list[Seat], Field(min_length=1, max_length=16)]
    options: dict[str, Any] = {}


class Load(_Strict):
    """A record or a position, as text."""

    text: str


class At(_Strict):
    """Any change of a table names the version of it that it answers."""

    version: int


class Play(At):
    """A move: as text, or as the names of what was clicked, in order."""

    text: Annotated[str, StringConstraints(max_length=200)] | None = None
    clicks: Annotated[list[Clicked], Field(max_length=4)] | None = None


class Show(At):
    """Somebody takes the screen."""

    seat: int


class TakeSeat(At):
    """A seat goes to a person or to a computer."""

    seat: int
    kind: Kind
