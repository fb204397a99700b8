"""What can be taken along from a table: pictures, a film; and whether its cards were fair."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from ...errors import BadOption
from ...svg import Theme
from ...tongue import tr
from .. import models, outgoing
from ..guard import PICTURE_POLICY
from ..painter import steps
from ..sight import Sight, spot
from .shared import (
    CHECKED,
    DRAWN,
    FILMED,
    Caller,
    Member,
    Shape,
    Shaped,
    Site,
    Who,
    asked,
    attached,
)

_TYPES = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}


def routes(site: Site) -> APIRouter:
    """The routes of downloads and of the check of the cards."""
    router = APIRouter()

    def seen(id: str, who: str, shape: Shape) -> tuple[Sight, str]:
        """What this visitor may see of a table, and what files of it are called."""
        with site.lobby.look(id, who) as room:
            found = outgoing.sight(room.table, room.table.viewer(who), asked(shape))
            return found, f"{room.table.match.game}-{site.today():%Y-%m-%d}"

    @router.get("/table/{id}/picture.{form}", dependencies=[site.costs(DRAWN)])
    def picture(
        id: str, form: Literal["svg", "png"], shape: Shaped, who: Who, caller: Caller,
        ply: str | None = None, theme: Theme = "light",
    ) -> Response:  # fmt: skip
        """The position of a ply, or the present one, as a file."""
        sight, name = seen(id, who, shape)
        named, been = spot(ply, sight.match.ply)
        if not been:  # a file would say nothing of it
            raise BadOption(tr("this match has no such position"))
        at = sight.match.ply if named is None else named
        svg = sight.at(at).svg(theme)
        headers = attached(f"{name}-{at}.{form}")
        if form == "svg":
            headers["Content-Security-Policy"] = PICTURE_POLICY
            return Response(svg, media_type=_TYPES[form], headers=headers)
        made = site.painter.paint(form, lambda: [svg], caller)
        return Response(made, media_type=_TYPES[form], headers=headers)

    @router.get("/table/{id}/film.gif", dependencies=[site.costs(FILMED)])
    def film(id: str, shape: Shaped, who: Who, caller: Caller, theme: Theme = "light") -> Response:
        """The match so far as an animated GIF."""
        sight, name = seen(id, who, shape)
        plies = steps(sight.match.ply)
        made = site.painter.shoot(
            id, who, len(plies), lambda: [sight.at(ply).svg(theme) for ply in plies], caller
        )
        return Response(made, media_type=_TYPES["gif"], headers=attached(f"{name}.gif"))

    @router.get("/table/{id}/film")
    def progress(id: str, who: Who) -> Response:
        """How far the film is that this visitor waits for."""
        with site.lobby.look(id, who):
            found = site.painter.film(id, who)
        if found is None:
            return JSONResponse({"state": "none"})
        told = {"waits": not found.begun, "done": found.done, "of": found.of}
        return JSONResponse({"state": "running", **told})

    @router.post("/table/{id}/film/cancel")
    def cancel(id: str, body: models.Empty, who: Member) -> Response:
        """Whoever asked for a film does not want it any more."""
        with site.lobby.look(id, who):
            site.painter.let_go(id, who)
        return JSONResponse({"state": "none"})

    @router.get("/table/{id}/fairness", dependencies=[site.costs(CHECKED)])
    def fairness(id: str, who: Who) -> Response:
        """Every card of a finished match, worked out again from its seed."""
        with site.lobby.look(id, who) as room:
            check = outgoing.fairness(room.table)
        return JSONResponse({"panel": check()})

    return router
