"""What a computer can say about a match: a hint for who plays alone, an analysis afterwards."""

from __future__ import annotations

import logging
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as TooLong
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response

from ... import registry
from ...errors import PivotryError
from ...tongue import tr
from .. import allowed, models, outgoing, reasons
from ..analyst import Work
from ..limits import Share
from ..room import Room
from ..seats import NotAllowed
from .shared import Caller, Member, Site, Who

_log = logging.getLogger(__name__)
_PATIENCE = 20.0
"""Seconds that somebody waits for a hint, at most."""
_HINTS, _EACH = 6, 2
"""Hints that may be waited for, and how many of them from one address."""
Units = Annotated[float, Query(ge=1, le=10000, allow_inf_nan=False)]
"""The room that a page has for a graph."""


def routes(site: Site) -> APIRouter:
    """The routes of the computer's advice."""
    router = APIRouter()
    hints = Share(_HINTS, _EACH)

    @router.post("/table/{id}/hint")
    def hint(id: str, body: models.At, who: Member, caller: Caller) -> Response:
        """A move that the strongest computer player would make, as this seat sees it; and why."""
        with hints.place(caller) as free:
            if not free:
                raise NotAllowed(tr("The computer has much to think about; ask again in a while."))
            return advised(id, body, who)

    def advised(id: str, body: models.At, who: str) -> Response:
        with site.lobby.look(id, who) as room:
            table, viewer = room.table, room.table.viewer(who)
            if not allowed.may_ask(table, viewer):
                raise NotAllowed(tr("Hints are for those who play alone."))
            if not table.may_move(viewer) or table.version != body.version:
                raise NotAllowed(tr("It is not your turn."))
            assert viewer.eye is not None
            seat, game = viewer.eye, table.match.game
            match = table.match.copy()
            thought = site.lobby.advice(match, seat)
        try:
            told = thought.answer.result(timeout=_PATIENCE)
        except (TooLong, CancelledError, PivotryError):
            raise NotAllowed(tr("The computer has no hint now; ask again in a moment.")) from None
        finally:
            thought.let_go()  # nobody waits for it any more
        path = registry.get(game).notation.path(told.text, seat)
        said = reasons.advice(match, seat, told)
        return JSONResponse({"text": told.text, "path": path, "said": said})

    @router.post("/table/{id}/analysis")
    def begin(
        id: str, body: models.Empty, who: Member, caller: Caller, width: Units = 360
    ) -> Response:
        with site.lobby.change(id, who) as room:
            if not allowed.may_analyse(room.table, room.table.viewer(who)):
                raise NotAllowed(tr("A match with others can be analysed when it is over."))
            work = asked(room, who, caller)
            if work.running:
                room.table.await_analysis(who)
            return JSONResponse(_state(site, room, work, who, width))

    @router.post("/table/{id}/analysis/cancel")
    def cancel(id: str, body: models.Empty, who: Member) -> Response:
        """Whoever asked for an analysis does not want it any more."""
        with site.lobby.change(id, who) as room:
            room.table.await_no_analysis(who)
            site.analyst.let_go(id, room.table.match, who)
        return JSONResponse({"state": "none"})

    @router.get("/table/{id}/analysis")
    def state(id: str, who: Who, caller: Caller, width: Units = 360) -> Response:
        with site.lobby.look(id, who) as room:
            if not allowed.may_analyse(room.table, room.table.viewer(who)):
                return JSONResponse({"state": "none"})
            work = site.analyst.found(id, room.table.match)
            if room.table.analysing and (work is None or work.analysis is None):
                return JSONResponse(resumed(room, work, who, caller, width))
            return JSONResponse(
                {"state": "none"} if work is None else _state(site, room, work, who, width)
            )

    def asked(room: Room, who: str, caller: str, *, anew: bool = False) -> Work:
        """The analysis of a match as it stands, which the table no longer waits for at its end."""
        id = room.table.id
        ended = partial(_ended, site, id)
        return site.analyst.ask(id, room.table.match, who, caller, ended=ended, anew=anew)

    def resumed(
        room: Room, work: Work | None, who: str, caller: str, width: float
    ) -> dict[str, Any]:
        """One that somebody waits for: it goes on, or begins anew if its server was stopped."""
        if work is None or not work.running:
            try:
                for visitor in room.table.analysing:
                    work = asked(room, visitor, caller, anew=True)
            except NotAllowed:  # there is no room for it now, but the page asks again
                of = room.table.match.made()
                return {"state": "running", "waits": True, "done": 0, "of": of, "anew": True}
        assert work is not None
        return _state(site, room, work, who, width)

    return router


def _state(site: Site, room: Room, work: Work, who: str, width: float) -> dict[str, Any]:
    if work.analysis is None and work.cancel.is_set():
        return {"state": "none"}
    if work.failed:
        return {"state": "failed"}
    if work.analysis is None:
        waits = site.analyst.waits(work)
        far = {"done": work.done, "of": work.of, "anew": work.anew}
        return {"state": "running", "waits": waits, **far}
    found = outgoing.analysis(room.table, room.table.viewer(who), work.analysis, width)
    return {"state": "done", **found}


def _ended(site: Site, id: str) -> None:
    """Nobody waits for a table's analysis any more; in the analyst's thread, which has to live."""
    try:
        with site.lobby.change(id) as room:
            room.table.await_no_analysis()
    except PivotryError as bad:  # it is made once more after the next start, then
        _log.warning("the end of an analysis of table %s was not noted: %s", id, bad)
