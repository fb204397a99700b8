"""The editor of positions: its page, its changes, and what becomes of a position."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, JSONResponse, Response

from ...errors import BadOption, BadPosition
from ...jsontext import NotJSON
from ...match import Match
from ...svg import Theme
from ...tongue import tr
from ...wording import sentence
from .. import editing, models, notices, outgoing, pages
from ..guard import PICTURE_POLICY
from ..notices import Notice
from ..seats import Seat
from ..sight import spot
from .shared import DRAWN, LOOKED, Caller, Member, Site, Who, attached, refused


def routes(site: Site) -> APIRouter:
    """The routes of the editor."""
    router = APIRouter()

    @router.get("/edit/{game}", response_class=HTMLResponse)
    def page(game: str, who: Who, table: str | None = None, ply: str | None = None) -> str:
        """The editor, at the beginning or at a position of a table."""
        if table is None:
            return editing.page(game)
        with site.lobby.look(table, who) as room:
            at, been = spot(ply, room.table.match.ply)
            position = outgoing.position(room.table, room.table.viewer(who), at)
        if position["game"] != game:
            raise BadOption(tr("this table has no position that the editor could show"))
        return editing.page(game, position, been)

    @router.post("/edit/{game}")
    def edit(game: str, body: models.Edit, caller: Caller) -> Response:
        site.pay(caller, LOOKED, body.position + (body.change.text if body.change else ""))
        picked = tuple(tuple(names) for names in body.picked)
        wish = editing.Wish(body.tool, picked, body.at, body.turned)
        found = editing.answer(game, body.position, wish, body.change)
        return JSONResponse(found, 422 if found["refused"] else 200)

    @router.post("/edit/{game}/play")
    def play(game: str, body: models.Set, who: Member, caller: Caller) -> Response:
        """A match from this position: against a computer, or by two at this screen."""
        if (before := site.begun(body.key, who)) is not None:
            return before
        site.pay(caller, LOOKED, body.position)
        match = _running(game, body.position)
        if isinstance(match, Response):
            return match
        seats = [Seat("person", holders=[who]) for _ in range(match.players)]
        if body.seat is not None:
            if not 0 <= body.seat < match.players:
                return refused(game, [Notice(tr("There is no such seat."))])
            seats = [
                seat if n == body.seat else Seat("computer", pages.GENTLE)
                for n, seat in enumerate(seats)
            ]
        return site.opened(match, seats, who, body.key, disclosed=True)

    @router.post("/edit/{game}/think")
    def think(game: str, body: models.Set, who: Member, caller: Caller) -> Response:
        """What a computer thinks of this position."""
        site.pay(caller, LOOKED, body.position)
        match = _running(game, body.position)
        if isinstance(match, Response):
            return match
        thought = site.analyst.consider(match, caller)
        return JSONResponse({"panel": editing.thought(match, thought)})

    @router.get("/edit/{game}/picture.{form}", dependencies=[site.costs(DRAWN)])
    def picture(
        game: str, form: Literal["svg", "png"], text: str, caller: Caller, theme: Theme = "light"
    ) -> Response:
        """A position in one line as a file."""
        try:
            svg = editing.picture(game, text, theme)
        except BadPosition as bad:
            raise BadOption(str(bad)) from None
        if form == "svg":
            headers = {**attached(f"{game}.svg"), "Content-Security-Policy": PICTURE_POLICY}
            return Response(svg, media_type="image/svg+xml", headers=headers)
        made = site.painter.paint("png", lambda: [svg], caller)
        return Response(made, media_type="image/png", headers=attached(f"{game}.png"))

    return router


def _running(game: str, position: Any) -> Match | Response:
    """The match at a position in which somebody can move, or why there is none."""
    try:
        match = editing.read(game, position)
    except NotJSON as bad:
        return refused(game, [Notice(sentence(str(bad)))])
    except BadPosition as bad:
        return refused(game, notices.faults(bad))
    if match.turn is None:
        return refused(game, [Notice(tr("The game is over in this position."))])
    return match
