"""The socket of a table: numbered events, and how the table stands, as this visitor may know it.

It only talks; what people do comes by POST. A page that was away says which event it saw last and
gets those it missed, or the present state alone if there were too many.
"""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

from ...errors import PivotryError
from .. import outgoing
from ..lobby import NoTable
from .shared import Shape, Shaped, Site, Who, asked

_BUSY, _IDLE = 1.0, 20.0
"""Seconds after which a socket looks again by itself: while a computer thinks, and otherwise."""
_MISSED = 100
"""Events that are sent after the fact."""
GONE = 4404


def routes(site: Site) -> APIRouter:
    """The one socket."""
    router = APIRouter()

    @router.websocket("/table/{id}/events")
    async def events(socket: WebSocket, id: str, shape: Shaped, who: Who, after: int = -1) -> None:
        await socket.accept()
        gone = asyncio.create_task(_until_gone(socket))
        try:
            await run_in_threadpool(_known, site, id, who)  # strangers wake up nobody
            with site.live.feed(id, who) as feed:
                seen, tag, thinking = after, "", False
                while not (gone.done() or feed.closed):
                    found = await run_in_threadpool(_news, site, socket, id, who, shape, seen, tag)
                    if found is not None:
                        seen, tag, thinking = found["number"], found["tag"], found["thinking"]
                        await socket.send_json(found)
                    waiting = asyncio.create_task(feed.wait(_BUSY if thinking else _IDLE))
                    await asyncio.wait({waiting, gone}, return_when=asyncio.FIRST_COMPLETED)
                    waiting.cancel()
            if feed.closed:
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


async def _until_gone(socket: WebSocket) -> None:
    """Read and forget whatever comes, until the page has gone."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


def _known(site: Site, id: str, who: str) -> None:
    """``NoTable`` for who has no business at a table."""
    with site.lobby.look(id, who):
        pass


def _news(
    site: Site, socket: WebSocket, id: str, who: str, shape: Shape, seen: int, tag: str
) -> dict[str, Any] | None:
    """What this visitor has not yet been told; None if that is nothing."""
    with site.lobby.look(id, who) as room:
        around = site.around(id, socket)
        if outgoing.tag(room, around.present) == tag:
            return None
        state = outgoing.state(room, room.table.viewer(who), asked(shape), around)
        number, thinking = room.table.number, room.thinking
    missed: list[dict[str, Any]] = []
    if 0 <= number - seen <= _MISSED and seen >= 0:
        missed = outgoing.events(site.store.happened(id, seen, _MISSED))
    return {**state, "events": missed, "thinking": thinking}
