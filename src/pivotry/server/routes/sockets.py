"""The socket of a table: numbered events, and how the table stands, as this visitor may know it.

It only talks; what people do comes by POST, and who says anything here is sent away. A page that
was away says which event it saw last and gets those it missed, or the present state alone if there
were too many.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

from ... import tongue
from ...errors import PivotryError
from .. import outgoing, precedence
from ..limits import Share
from ..lobby import NoTable
from ..outgoing import Around, Asked
from ..room import Room
from .shared import Caller, Shape, Shaped, Site, Who, asked

_BUSY, _IDLE = 1.0, 20.0
"""Seconds after which a socket looks again by itself: while a computer thinks, and otherwise."""
_MOVED, _ELSE = 0.05, 0.5
"""Seconds between two states, at least: where the table is another one than before, and where only
names, offers and who is there have changed. Whoever changes those all the time makes nobody else's
page be drawn as often."""
_MISSED = 100
"""Events that are sent after the fact."""
GONE = 4404
_OPEN, _EACH = 5000, 600
"""Sockets that may be open, and how many of them from one address."""
_SPARED = 0.5
"""The part of what an address may read that is kept for moves: who comes and goes can wait."""


@dataclass
class _Told:
    """What a socket has said so far."""

    seen: int
    """Number of the last event."""
    tag: str = ""
    stand: tuple[Any, ...] = ()
    """What the last state told of, beside names, offers and who is there."""
    when: float = -math.inf
    """In seconds, of a clock that only runs."""
    wait: float = _IDLE
    """Seconds until it looks again by itself."""


def routes(site: Site) -> APIRouter:
    """The one socket."""
    router = APIRouter()
    open_ones = Share(_OPEN, _EACH)

    @router.websocket("/table/{id}/events")
    async def events(
        socket: WebSocket, id: str, shape: Shaped, who: Who, caller: Caller, after: int = -1
    ) -> None:
        with open_ones.place(caller) as free:
            if free:
                await talk(socket, id, shape, who, caller, after)
            else:
                await socket.close(1013)

    async def talk(
        socket: WebSocket, id: str, shape: Shape, who: str, caller: str, after: int
    ) -> None:
        try:
            await run_in_threadpool(_known, site, id, who)  # strangers wake up nobody
        except NoTable:
            await socket.accept()  # or browsers could not tell this from a server that is away
            await socket.close(GONE)
            return
        except PivotryError:
            await socket.close(1011)
            return
        await socket.accept()
        gone = asyncio.create_task(_until_gone(socket))
        try:
            with site.live.feed(id, who) as feed:
                told = _Told(after)
                while not (gone.done() or feed.closed):
                    with precedence.HERE.answering():
                        found = await run_in_threadpool(
                            _news, site, socket, id, who, caller, shape, told
                        )
                    if found is not None:
                        await socket.send_text(found)
                    waiting = asyncio.create_task(feed.wait(told.wait))
                    await asyncio.wait({waiting, gone}, return_when=asyncio.FIRST_COMPLETED)
                    waiting.cancel()
            if feed.closed or (gone.done() and gone.result()):
                await socket.close(1008)
        except NoTable:
            await socket.close(GONE)
        except PivotryError as bad:
            await socket.close(1011, str(bad)[:100])
        except WebSocketDisconnect:
            pass
        finally:
            gone.cancel()

    return router


async def _until_gone(socket: WebSocket) -> bool:
    """Until the page has gone; True if it has said something instead, which pages never do."""
    return bool((await socket.receive())["type"] != "websocket.disconnect")


def _known(site: Site, id: str, who: str) -> None:
    """``NoTable`` for who has no business at a table."""
    with site.lobby.look(id, who):
        pass


def _news(
    site: Site, socket: WebSocket, id: str, who: str, caller: str, shape: Shape, told: _Told
) -> str | None:
    """As JSON, what this visitor has not yet been told; None if that is nothing, or for later."""
    with site.lobby.look(id, who) as room:
        around = site.around(id, socket)
        tag = outgoing.tag(room, around.present)
        thinking = room.thinking
        told.wait = _BUSY if thinking or room.rests else _IDLE
        if tag == told.tag:
            return None
        stand = (room.table.version, thinking, room.rests, room.trouble)
        urgent = stand != told.stand
        now = time.monotonic()
        early = told.when + (_MOVED if urgent else _ELSE) - now
        if early > 0:
            told.wait = early
            return None
        if not site.reads.take(caller, leaving=0.0 if urgent else _SPARED):
            told.wait = _BUSY
            return None
        state = _state(room, who, asked(shape), around, now)
        number = room.table.number
    missed: list[dict[str, Any]] = []
    if 0 <= number - told.seen <= _MISSED and told.seen >= 0:
        found = site.store.happened(id, told.seen, _MISSED)
        # The table goes on meanwhile: what has happened since is told with the next state.
        missed = outgoing.events(
            [event for event in found if event["number"] <= number], around.now
        )
    told.seen, told.tag, told.stand, told.when = number, tag, stand, now
    more = _json({"events": missed, "thinking": thinking})
    return f"{state[:-1]},{more[1:]}"


def _state(room: Room, who: str, asked: Asked, around: Around, now: float) -> str:
    """The state as JSON; for all who only look on it is drawn once."""
    table, viewer = room.table, room.table.viewer(who)

    def drawn() -> str:
        return _json(outgoing.state(room, viewer, asked, around))

    if not outgoing.looks_on(table, viewer):
        return drawn()
    key = (asked, around.site, tongue.language())
    return room.alike.get(outgoing.tag(room, around.present), key, now, drawn)


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
