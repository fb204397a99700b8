"""What browsers send, checked before anything else looks at it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from ..players import levels
from ..svg import MOST_ROOM
from .phrases import Phrase
from .seats import GOES_ON

Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40)]
Kind = Literal["person", "computer", "open"]
Player = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60)]
Clicked = Annotated[
    list[Annotated[str, StringConstraints(max_length=40)]], Field(min_length=1, max_length=40)
]

GENTLE = 2
"""The level of the computer player that a newcomer meets, unless a lesson has just ended."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Request(_Strict):
    """Any change; ``key`` marks it, so that it is done once however often it is sent."""

    key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{8,64}$")] | None = None


class Seat(_Strict):
    """Who takes a seat at a new table; an empty name means the usual one."""

    kind: Kind
    name: Name = ""
    player: Player = "computer"
    """Which computer player, if one plays here."""


class Clock(_Strict):
    """Time for each move or for the match, in seconds."""

    move: float | None = None
    match: float | None = None
    increment: float = 0.0


class NewTable(Request):
    """A new match."""

    game: str
    seats: Annotated[list[Seat], Field(min_length=1, max_length=16)]
    options: dict[str, Any] = {}
    """By name, as records have them; a mapping can be ``{"text": "A1: B1 ..."}`` (``owntext``)."""
    clock: Clock | None = None
    lot: bool = False
    """Whether chance decides who sits where."""


class Empty(_Strict):
    """Nothing to say."""


class Go(Request):
    """What the address says is to be done."""


class Join(Request):
    """Who follows an invitation can say a name."""

    name: Name = ""


class Start(Request):
    """A match without a form: against computers, at one screen, or with friends by links."""

    way: Literal["alone", "screen", "friends"]
    name: Name = ""
    """Of who starts it; empty for the usual one."""
    level: Annotated[int, Field(ge=1, le=len(levels.NAMES))] = GENTLE
    """How strong the computers are, if any play."""
    players: int | None = None
    """How many play, but for two at this screen; None for as many as usual."""


class Load(Request):
    """A record or a position, as text."""

    text: str


class At(Request):
    """A change that names the version of the table that it answers."""

    version: int


class Play(At):
    """A move: as text, or as the names of what was clicked, in order."""

    text: Annotated[str, StringConstraints(max_length=200)] | None = None
    clicks: Annotated[list[Clicked], Field(max_length=4)] | None = None


class OfSeat(At):
    """Something about one seat."""

    seat: int


class Leave(OfSeat):
    """Somebody gives up a seat; among more than two a computer plays it on."""

    player: Player = GOES_ON


class StandIn(OfSeat):
    """A computer shall play on for somebody who is away."""

    player: Player = GOES_ON


class TakeSeat(OfSeat):
    """A seat goes to a person here, to a computer, or to whoever is invited."""

    kind: Kind
    player: Player = "computer"


class Fill(At):
    """Computers shall take the seats that are still open."""

    player: Player = f"level-{GENTLE}"


class Branch(Request):
    """Play on from an earlier position."""

    ply: int


class Rename(Request):
    """Somebody wants another name."""

    seat: int
    name: Name


class Say(Request):
    """Something for the others at the table."""

    phrase: Phrase


class Try(_Strict):
    """A move on a board without a table: all that the server has to know to answer."""

    source: Annotated[str, StringConstraints(max_length=80)]
    """Where the board begins (see ``learning.source``)."""
    moves: list[Annotated[str, StringConstraints(max_length=40)]] = []
    """What has been played since."""
    text: Annotated[str, StringConstraints(max_length=200)] | None = None
    clicks: Annotated[list[Clicked], Field(max_length=4)] | None = None
    choice: int | None = None
    """An answer to the question of a lesson's step."""
    ask: Literal["hint", "solution"] | None = None
    picked: Annotated[list[Clicked], Field(max_length=4)] = []
    lit: Annotated[
        list[Annotated[str, StringConstraints(max_length=40)]], Field(max_length=40)
    ] = []
    turned: bool = False
    compact: bool = False
    room: Annotated[int, Field(ge=0, le=MOST_ROOM)] = 0
    ids: Annotated[str, StringConstraints(pattern=r"^[a-z]{1,10}[0-9]{0,4}$")] = "try"
    """Prefix of ids in the picture, so that several can stand on one page."""


class Withdraw(At):
    """What somebody asked for is not wanted any more."""

    topic: Literal["undo", "rematch"]


class Answer(At):
    """Yes or no to what somebody asked for."""

    topic: Literal["undo", "rematch"]
    yes: bool


class Change(_Strict):
    """One change in the editor of positions: what is clicked, set, restacked, played or read in."""

    what: Literal["clicks", "pile", "dial", "start", "clear", "read", "moves"]
    clicks: Annotated[list[Clicked], Field(max_length=2)] = []
    level: int = 0
    how: Literal["raise", "lower", "remove", "swap"] = "raise"
    name: Annotated[str, StringConstraints(max_length=40)] = ""
    value: Annotated[str, StringConstraints(max_length=400)] = ""
    text: str = ""
    moves: Annotated[
        list[Annotated[str, StringConstraints(max_length=40)]], Field(max_length=40)
    ] = []
    """Moves of the game, played one after the other."""


class Edit(_Strict):
    """What the editor shows and what is to be done; the position is JSON as a text."""

    position: Annotated[str, StringConstraints(max_length=100_000)]
    tool: Annotated[str, StringConstraints(max_length=20)] = ""
    at: Annotated[str, StringConstraints(max_length=10)] = ""
    picked: Annotated[list[Clicked], Field(max_length=2)] = []
    turned: bool = False
    change: Change | None = None


class Set(Request):
    """A position to be used: played by one side against a computer, or by two at one screen."""

    position: Annotated[str, StringConstraints(max_length=100_000)]
    seat: int | None = None
