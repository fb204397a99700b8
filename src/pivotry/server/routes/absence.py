"""Somebody is away: a computer plays on, if the others want it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from .. import models
from ..room import Room
from .play import seated
from .shared import Member, Shaped, Site


def routes(site: Site) -> APIRouter:
    """The route by which a computer steps in."""
    router = APIRouter()
    lobby = site.lobby

    @router.post("/table/{id}/stand-in")
    def stand_in(
        id: str, body: models.StandIn, request: Request, shape: Shaped, who: Member
    ) -> Response:
        """Let a computer play on for somebody who has been away for a while."""

        def act(room: Room) -> None:
            table = room.table
            seated(room, body.player)
            table.stand_in(
                table.viewer(who), body.version, body.seat, table.absence.gone, lobby.now(),
                body.player,
            )  # fmt: skip

        return site.change(request, id, who, shape, body.key, act)

    return router
