"""Looking at a table and changing it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response

from ...errors import BadOption, UnreadableMove
from ...terminal.files import dumps
from ...tongue import tr
from ...wording import sentence
from .. import models, outgoing
from ..room import Room
from ..seats import NotAllowed
from .shared import LOOKED, Member, Shaped, Site, Who, asked, attached, computer

Names = Annotated[list[str], Query(max_length=4, default_factory=list)]


def routes(site: Site) -> APIRouter:
    """The routes of a table that is played at."""
    router = APIRouter()
    _looking(router, site)
    _moving(router, site)
    _seating(router, site)
    return router


def seated(room: Room, player: str) -> None:
    """Whether a computer player may take a seat of this table; ``NotAllowed`` if not."""
    try:
        computer(room.table.match.game, player)
    except BadOption as bad:
        raise NotAllowed(sentence(str(bad))) from None


def _looking(router: APIRouter, site: Site) -> None:
    lobby = site.lobby

    @router.get("/table/{id}/state")
    def state(id: str, request: Request, shape: Shaped, who: Who, tag: str = "") -> Response:
        with lobby.look(id, who) as room:
            if tag == outgoing.tag(room, lobby.present(id)):
                return Response(status_code=204)
            return site.state(request, room, who, asked(shape))

    @router.get("/table/{id}/picture")
    def picture(
        id: str, version: int, picked: Names, request: Request, shape: Shaped, who: Who,
        lit: str = "", after: str | None = None,
    ) -> Response:  # fmt: skip
        """The picture as it is wanted; or, for who is to move, as it would be ``after`` a move."""
        with lobby.look(id, who) as room:
            if version != room.table.version:
                return site.state(request, room, who, asked(shape), status=409)
            clicks = tuple(tuple(names.split()) for names in picked)
            wanted = asked(shape, picked=clicks, lit=tuple(lit.split()))
            viewer = room.table.viewer(who)
            if after is not None:
                drawn, style = outgoing.ahead(room.table, viewer, wanted, after)
            else:
                drawn, style = outgoing.picture(room.table, viewer, wanted)
            return JSONResponse({"panels": {"picture": drawn}, "style": style})

    @router.get("/table/{id}/past", dependencies=[site.costs(LOOKED)])
    def past(id: str, ply: int, shape: Shaped, who: Who, better: str | None = None) -> Response:
        """How the table stood at a ply; and what move would have been ``better`` there."""
        with lobby.look(id, who) as room:
            told = outgoing.past(room.table, room.table.viewer(who), ply, asked(shape), better)
        return JSONResponse(told())

    @router.get("/table/{id}/record")
    def record(id: str, who: Who) -> Response:
        with lobby.look(id, who) as room:
            data = outgoing.record(room.table, room.table.viewer(who))
            name = f"{room.table.match.game}-{site.today():%Y-%m-%d}.json"
            sole = room.table.sole(room.table.viewer(who))
        if data is None and sole:
            raise NotAllowed(
                tr("The record shows every card: press “Let me save the record now” first.")
            )
        if data is None:
            raise NotAllowed(
                tr("The record shows every card: it can be saved when the match is over.")
            )
        return Response(dumps(data), media_type="application/json", headers=attached(name))

    @router.get("/table/{id}/code")
    def code(id: str, request: Request, who: Who, door: str = "watch", seat: int = 0) -> Response:
        """The link to a table as a QR code, for those who may hand it on."""
        with lobby.look(id, who) as room:
            drawn = outgoing.code(
                room.table, room.table.viewer(who), site.around(id, request), door, seat
            )
        if drawn is None:
            raise NotAllowed(tr("There is no such link."))
        return Response(drawn, media_type="image/svg+xml")


def _moving(router: APIRouter, site: Site) -> None:
    lobby = site.lobby

    @router.post("/table/{id}/play")
    def play(id: str, body: models.Play, request: Request, shape: Shaped, who: Member) -> Response:
        def act(room: Room) -> Response | None:
            table, viewer, text = room.table, room.table.viewer(who), body.text
            if text is None:
                table.expect(body.version)  # what was clicked was there then
                clicks = body.clicks
                if not clicks:
                    raise UnreadableMove(tr("the request says no move: neither text nor clicks"))
                text = outgoing.intended(table, viewer, clicks)
                if text is None:
                    return JSONResponse({"more": True, **outgoing.nowhere(table, viewer, clicks)})
            table.play(viewer, body.version, text, lobby.now())
            return None

        return site.change(request, id, who, shape, body.key, act)

    @router.post("/table/{id}/undo")
    def undo(id: str, body: models.At, request: Request, shape: Shaped, who: Member) -> Response:
        def act(room: Room) -> None:
            room.table.undo(room.table.viewer(who), body.version, lobby.now())

        return site.change(request, id, who, shape, body.key, act)

    @router.post("/table/{id}/disclose")
    def disclose(
        id: str, body: models.At, request: Request, shape: Shaped, who: Member
    ) -> Response:
        """Who plays alone may know all cards from now on; nobody else can be invited any more."""

        def act(room: Room) -> None:
            room.table.disclose(room.table.viewer(who), body.version)

        return site.change(request, id, who, shape, body.key, act)

    @router.post("/table/{id}/answer")
    def answer(
        id: str, body: models.Answer, request: Request, shape: Shaped, who: Member
    ) -> Response:
        def act(room: Room) -> None:
            viewer = room.table.viewer(who)
            room.table.answer(viewer, body.version, body.topic, body.yes, lobby.now())

        return site.change(request, id, who, shape, body.key, act)

    @router.post("/table/{id}/withdraw")
    def withdraw(
        id: str, body: models.Withdraw, request: Request, shape: Shaped, who: Member
    ) -> Response:
        def act(room: Room) -> None:
            room.table.withdraw(room.table.viewer(who), body.version, body.topic)

        return site.change(request, id, who, shape, body.key, act)

    @router.post("/table/{id}/say")
    def say(id: str, body: models.Say, request: Request, shape: Shaped, who: Member) -> Response:
        def act(room: Room) -> None:
            room.table.say(room.table.viewer(who), body.phrase, lobby.now())

        return site.change(request, id, who, shape, body.key, act)

    @router.post("/table/{id}/show")
    def show(
        id: str, body: models.OfSeat, request: Request, shape: Shaped, who: Member
    ) -> Response:
        def act(room: Room) -> None:
            room.table.show(room.table.viewer(who), body.version, body.seat)

        return site.change(request, id, who, shape, body.key, act)

    @router.post("/table/{id}/hide")
    def hide(id: str, body: models.At, request: Request, shape: Shaped, who: Member) -> Response:
        def act(room: Room) -> None:
            room.table.hide(room.table.viewer(who), body.version)

        return site.change(request, id, who, shape, body.key, act)

    @router.post("/table/{id}/resign")
    def resign(
        id: str, body: models.Leave, request: Request, shape: Shaped, who: Member
    ) -> Response:
        def act(room: Room) -> None:
            seated(room, body.player)
            viewer = room.table.viewer(who)
            room.table.give_up(viewer, body.version, body.seat, lobby.now(), body.player)

        return site.change(request, id, who, shape, body.key, act)


def _seating(router: APIRouter, site: Site) -> None:
    lobby = site.lobby

    @router.post("/table/{id}/seat")
    def seat(
        id: str, body: models.TakeSeat, request: Request, shape: Shaped, who: Member
    ) -> Response:
        def act(room: Room) -> None:
            table = room.table
            if body.kind == "computer":
                seated(room, body.player)
            table.seat(
                table.viewer(who), body.version, body.seat, body.kind, body.player, lobby.now()
            )

        return site.change(request, id, who, shape, body.key, act)

    @router.post("/table/{id}/fill")
    def fill(id: str, body: models.Fill, request: Request, shape: Shaped, who: Member) -> Response:
        def act(room: Room) -> None:
            seated(room, body.player)
            viewer = room.table.viewer(who)
            room.table.fill(viewer, body.version, body.player, lobby.now())

        return site.change(request, id, who, shape, body.key, act)

    @router.post("/table/{id}/back")
    def back(
        id: str, body: models.OfSeat, request: Request, shape: Shaped, who: Member
    ) -> Response:
        """Who was away plays on in the seat that a computer held for them."""

        def act(room: Room) -> None:
            if body.seat not in room.table.away(who):
                raise NotAllowed(tr("No computer plays for you in this seat."))
            room.table.come_back(who, body.seat, lobby.now())

        return site.change(request, id, who, shape, body.key, act)

    @router.post("/table/{id}/name")
    def name(
        id: str, body: models.Rename, request: Request, shape: Shaped, who: Member
    ) -> Response:
        def act(room: Room) -> None:
            try:
                room.table.rename(room.table.viewer(who), body.seat, body.name)
            except BadOption as bad:
                raise NotAllowed(sentence(str(bad))) from None

        return site.change(request, id, who, shape, body.key, act)
