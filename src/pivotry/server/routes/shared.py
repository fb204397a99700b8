"""What all routes share: the server's parts, who asks, and how a table's state is answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from fastapi import Depends, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.requests import HTTPConnection

from ... import match as matches
from ... import players, registry
from ...contract import Facts
from ...errors import BadOption, IllegalMove, UnreadableMove
from ...svg import MOST_ROOM
from ...tongue import tr
from ...wording import sentence
from .. import access, guard, outgoing, pages
from ..analyst import Analyst
from ..clock import Terms
from ..limits import Limit, TooOften
from ..live import Live
from ..lobby import Answered, Lobby
from ..notices import Notice, by_name
from ..outgoing import Around, Asked
from ..painter import Painter
from ..room import Room
from ..seats import NotAllowed, Seat, Stale
from ..store import Begun, Store

LOOKED, DRAWN, CHECKED, FILMED = 1.0, 2.0, 10.0, 40.0
"""What costly things cost beside one another: an earlier ply, a file, a check of cards, a film."""
READ, MOST_READ = 1 / 2000, 200.0
"""What a character costs of a text that somebody brings, and a text at most: it is played."""


class Shape(BaseModel):
    """How the page wants its picture: in the query of every request for it."""

    turned: bool = False
    compact: bool = False
    room: Annotated[int, Field(ge=0, le=MOST_ROOM)] = 0


Shaped = Annotated[Shape, Query()]


def caller(connection: HTTPConnection) -> str:
    """The address that asks."""
    return guard.caller(connection.scope)


def visitor(connection: HTTPConnection) -> str:
    """Who asks."""
    return access.visitor(guard.cookie_of(connection.headers))


def member(connection: HTTPConnection) -> str:
    """Who asks, for what needs somebody who can be told from others."""
    found = visitor(connection)
    if not found:
        raise NotAllowed(
            tr("Your browser sends no cookie, so the table cannot know you. Allow them.")
        )
    return found


Who = Annotated[str, Depends(visitor)]
Member = Annotated[str, Depends(member)]
Caller = Annotated[str, Depends(caller)]


@dataclass(frozen=True)
class Site:
    """The parts of a server."""

    lobby: Lobby
    store: Store
    live: Live
    analyst: Analyst
    painter: Painter
    looks: Limit
    """How much that is costly one address may look at."""
    reads: Limit
    """How much of what changes one address may be told."""
    today: Callable[[], date]
    """The day that the names of downloaded files bear."""
    url: str | None
    """What its links begin with; None where that is what the browser says."""

    def address(self, connection: HTTPConnection) -> str:
        """What the links of this server begin with."""
        if self.url is not None:
            return self.url.rstrip("/")
        return f"{connection.url.scheme.replace('ws', 'http')}://{connection.url.netloc}"

    def costs(self, tokens: float) -> Any:
        """A dependency of routes that are looked at: the address that asks pays for it.

        ``TooOften`` if it has asked for too much.
        """

        def pay(caller: Caller) -> None:
            self.pay(caller, tokens)

        return Depends(pay)

    def pay(self, caller: str, tokens: float, text: str = "") -> None:
        """Let an address pay, for a text that it sends as well; ``TooOften`` if it cannot."""
        tokens += min(MOST_READ, READ * len(text))
        if not self.looks.take(caller, tokens):
            after = self.looks.wait(caller, tokens)
            raise TooOften(tr("Not so fast: try again in a moment."), after)

    def around(self, id: str, connection: HTTPConnection) -> Around:
        """What stands around a table now."""
        lobby = self.lobby
        return Around(lobby.present(id), lobby.now(), lobby.keys, self.address(connection))

    def state(
        self, request: HTTPConnection, room: Room, who: str, asked: Asked,
        notice: Notice | None = None, status: int = 200,
    ) -> Response:  # fmt: skip
        """How a table stands, for this visitor."""
        viewer = room.table.viewer(who)
        around = self.around(room.table.id, request)
        return JSONResponse(outgoing.state(room, viewer, asked, around, notice), status)

    def change(
        self, request: Request, id: str, who: str, shape: Shape, key: str | None,
        act: Callable[[Room], Response | None],
    ) -> Response:  # fmt: skip
        """Do something to a table, once for each key, and answer with how it then stands.

        ``act`` may answer itself, where it has changed nothing.
        """
        plain = asked(shape)
        try:
            with self.lobby.change(id, who, key) as room:
                try:
                    said = act(room)
                    if said is not None:
                        return said
                except Stale as stale:
                    return self.state(request, room, who, plain, Notice(str(stale)), 409)
                except NotAllowed as refused:
                    return self.state(request, room, who, plain, Notice(str(refused)), 403)
                except IllegalMove as bad:
                    lit = asked(shape, lit=bad.squares)
                    notice = Notice(by_name(room.table.match, str(bad)), bad.clauses)
                    return self.state(request, room, who, lit, notice, 422)
                except UnreadableMove as bad:
                    notice = Notice(sentence(str(bad)))
                    return self.state(request, room, who, plain, notice, 422)
        except Stale as stale:  # another process was faster
            with self.lobby.look(id, who) as room:
                return self.state(request, room, who, plain, Notice(str(stale)), 409)
        except Answered:
            pass  # sent again, because its answer was lost
        with self.lobby.look(id, who) as room:
            return self.state(request, room, who, plain)

    def begun(self, key: str | None, who: str) -> Response | None:
        """The answer to a request that has begun a table before; None if it is a new one."""
        id = self.lobby.begun(key, who)
        return None if id is None else at(id)

    def opened(
        self, match: matches.Match, seats: Sequence[Seat], who: str, key: str | None,
        terms: Terms | None = None, *, disclosed: bool = False, watchers: Sequence[str] = (),
    ) -> Response:  # fmt: skip
        """A new table, once for each key, and where it is.

        ``disclosed`` if somebody knows its cards already.
        """
        try:
            table = self.lobby.create(
                match, seats, terms, disclosed=disclosed, watchers=watchers, key=key, visitor=who
            )
        except Begun as before:
            return at(before.table)
        return at(table.id)


def at(id: str) -> Response:
    """Where a new table is."""
    return JSONResponse({"url": f"/table/{id}"}, 201)


def asked(shape: Shape, **more: Any) -> Asked:
    """The wishes of a page as ``outgoing`` takes them."""
    return Asked(shape.turned, shape.compact, shape.room, **more)


def computer(game: str, name: str) -> None:
    """Whether a computer player may take a seat; ``BadOption`` if there is none of this name.

    How much it thinks is for the server to say: a name with a budget (``tree@3600s``) is none here.
    """
    if "@" in name:
        raise BadOption(tr("here a computer player is named without a budget"))
    players.player(game, name)


def facts_of(game: str) -> Facts:
    """The facts of a game; ``BadOption`` if there is none of this id."""
    return registry.get(game).facts


def refused(game: str | None, notices: Sequence[Notice]) -> Response:
    """Why something cannot be begun."""
    return JSONResponse({"notice": pages.notice(game, *notices)}, 422)


def attached(name: str) -> dict[str, str]:
    """The header of a file that is saved under this name."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}
