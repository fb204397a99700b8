"""Making, finding, joining and removing tables."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from ... import match as matches
from ... import naming, owntext, registry
from ...contract import Facts
from ...errors import BadOption, BadPosition, BadRecord
from ...games.seated import not_for
from ...jsontext import NotJSON
from ...svg import Palette, Theme
from ...terminal.trouble import Trouble
from ...tongue import tr
from ...wording import sentence, titled
from .. import allowed, loading, models, notices, outgoing, pages
from ..access import Link
from ..clock import DAY, Terms
from ..guard import PICTURE_POLICY
from ..limits import Limit
from ..lobby import Answered
from ..notices import Notice
from ..room import Room
from ..seats import NotAllowed, Seat, Stale
from ..sight import spot
from ..store import Begun, Unsaved
from ..table import WATCHERS, Table
from .shared import (
    DRAWN,
    LOOKED,
    Caller,
    Member,
    Shaped,
    Site,
    Who,
    asked,
    at,
    computer,
    facts_of,
    refused,
)

ONLOOKERS = 150
"""People of one address who can begin to look on at a table in a day, of the many there can be."""
Ply = Annotated[str | None, Query()]
"""As an address has it: whatever somebody has typed."""


def routes(site: Site) -> APIRouter:
    """The routes by which tables come and go."""
    router = APIRouter()
    _making(router, site)
    _joining(router, site)

    @router.get("/table/{id}", response_class=HTMLResponse)
    def table(id: str, who: Who) -> str:
        """Its page. Whoever opens it may be another of those who share the screen."""
        with site.lobby.look(id, who) as room:
            page = outgoing.page(room.table)
            viewer = room.table.viewer(who)
            raised = room.table.shared(viewer) and viewer.eye is not None
        if raised:
            with suppress(Stale, Unsaved), site.lobby.change(id, who) as room:  # or it is gone
                room.table.hide(room.table.viewer(who), room.table.version)
        return page

    @router.post("/table/{id}/forget")
    def forget(id: str, who: Member) -> Response:
        site.lobby.forget(id, who)
        return JSONResponse({"url": "/"})

    return router


def _making(router: APIRouter, site: Site) -> None:
    @router.post("/tables")
    def create(body: models.NewTable, who: Member) -> Response:
        if (before := site.begun(body.key, who)) is not None:
            return before
        facts = facts_of(body.game)
        if body.lot:
            secrets.SystemRandom().shuffle(body.seats)
        names = [seat.name or None for seat in body.seats]
        unknown = body.options.keys() - {option.name for option in facts.options}
        if unknown:
            return refused(
                body.game,
                [
                    Notice(
                        tr(
                            "{game} has no option {option}.",
                            game=titled(tr(facts.title)),
                            option=repr(min(unknown)),
                        )
                    )
                ],
            )
        try:
            made = matches.new(body.game, len(body.seats), names=names, **_options(facts, body))
            match = _named(made)
            seats = [_seat(body.game, seat, who) for seat in body.seats]
            terms = None if body.clock is None else Terms(**body.clock.model_dump())
        except BadOption as bad:
            return refused(body.game, [Notice(sentence(str(bad)))])
        if not any(who in seat.holders for seat in seats) and "open" in [s.kind for s in seats]:
            return refused(body.game, [Notice(tr("Who invites others takes a seat at the table."))])
        watchers = [] if any(seat.holders for seat in seats) else [who]
        return site.opened(match, seats, who, body.key, terms, watchers=watchers)

    @router.post("/start/{game}")
    def start(game: str, body: models.Start, who: Member) -> Response:
        """A match with the usual options, in one click; others can only be of how many it is."""
        if (before := site.begun(body.key, who)) is not None:
            return before
        facts = facts_of(game)
        count = facts.standard_players if body.players is None else body.players
        if body.way == "screen":
            count = min(facts.players)
        elif count not in facts.players:  # before as many seats are made
            return refused(game, [Notice(sentence(str(not_for(facts, count))))])
        other = {
            "alone": Seat("computer", f"level-{body.level}"),
            "screen": Seat("person", holders=[who]),
            "friends": Seat("open"),
        }[body.way]
        seats = [Seat("person", holders=[who])]
        seats += [replace(other, holders=list(other.holders)) for _ in range(count - 1)]
        names = [body.name or None, *[None] * (count - 1)]
        try:
            match = _named(matches.new(game, count, names=names))
        except BadOption as bad:
            return refused(game, [Notice(sentence(str(bad)))])
        return site.opened(match, seats, who, body.key)

    @router.post("/load")
    def load(body: models.Load, who: Member, caller: Caller) -> Response:
        if (before := site.begun(body.key, who)) is not None:
            return before
        site.pay(caller, LOOKED, body.text)
        try:
            data = loading.told(body.text)
        except NotJSON as bad:
            return refused(None, [Notice(tr("That is not JSON: {fault}.", fault=bad))])
        except Trouble as bad:
            return refused(None, [Notice(sentence(str(bad)))])
        except BadPosition as bad:
            return refused(None, notices.faults(bad))
        game = data.get("game") if isinstance(data, dict) else None
        known = game if game in registry.IDS else None
        try:
            if isinstance(data, dict) and ("moves" in data or "pivotry" in data):
                match = matches.from_record(data, renew=True)  # others may join
            else:
                match = matches.from_position(data, chance="auto")
        except BadPosition as bad:
            return refused(known, notices.faults(bad))
        except (BadRecord, BadOption) as bad:
            return refused(known, [Notice(sentence(str(bad)))])
        seats = [Seat("person", holders=[who]) for _ in range(match.players)]
        return site.opened(match, seats, who, body.key, disclosed=True)

    @router.post("/table/{id}/branch")
    def branch(id: str, body: models.Branch, who: Member) -> Response:
        """A new match that goes on from a position of this one, against computers.

        It is there before anybody may know the cards of this one by it, or nothing has changed.
        """
        if (before := site.begun(body.key, who)) is not None:
            return before
        try:
            with site.lobby.change(id, who, body.key) as room:
                table = _branched(room, body.ply, who)
        except Begun as sooner:
            return at(sooner.table)
        return at(table.id)

    def _branched(room: Room, ply: int, who: str) -> Table:
        viewer = room.table.viewer(who)
        refusal = allowed.trial_refusal(room.table, viewer)
        if refusal is not None:
            raise NotAllowed(refusal)
        then = room.table.match.earlier(ply)
        if then.turn is None or then.turn < 0:
            raise NotAllowed(tr("Nobody is to move in this position."))
        seat = then.turn
        if viewer.eye is not None and then.turn not in viewer.seats:
            seat = viewer.eye
        match = matches.from_position(then.position(), chance="auto", names=then.given)
        seats = [Seat("computer", number=sat.number) for sat in room.table.seats]
        seats[seat] = replace(seats[seat], kind="person", holders=[who])
        room.fresh.append(site.lobby.prepare(match, seats, disclosed=True))
        room.table.disclose(viewer, room.table.version, "branch")
        return room.fresh[0]

    @router.post("/table/{id}/again")
    def again(id: str, body: models.Go, request: Request, shape: Shaped, who: Member) -> Response:
        """Another match: at once for who plays alone, else when everybody has agreed."""
        try:
            with site.lobby.change(id, who, body.key) as room:
                table = room.table
                if table.next is None:
                    table.ask_rematch(table.viewer(who))
                if table.agreed_rematch:
                    room.fresh.append(_rematch(site, table))
                    table.succeed(room.fresh[0].id)
        except (Answered, Begun):
            pass  # sent again: the table knows the next one
        with site.lobby.look(id, who) as room:
            if room.table.next is not None:
                return at(room.table.next)
            return site.state(request, room, who, asked(shape))


def _options(facts: Facts, body: models.NewTable) -> dict[str, Any]:
    """The options asked for; ``BadOption`` if what somebody has written by hand cannot be read."""
    by_hand = {
        option.name: owntext.read(option, body.options[option.name]["text"])
        for option in facts.options
        if option.mapping and _written(body.options.get(option.name))
    }
    return {**body.options, **by_hand}


def _written(value: object) -> bool:
    """Whether a value is a text for ``owntext`` to read."""
    return isinstance(value, dict) and value.keys() == {"text"} and isinstance(value["text"], str)


def _joining(router: APIRouter, site: Site) -> None:
    """Links are opened by GET, which changes nothing; what they offer is taken by POST."""
    onlookers = Limit(ONLOOKERS / DAY, ONLOOKERS)

    def enter(
        id: str, who: str, key: str | None, link: Link, act: Callable[[Table], None]
    ) -> Response:
        """Go through a link's door, once for each key, and be told where it led."""
        try:
            with site.lobby.change(id, who, key, link) as room:
                act(room.table)
        except Answered:
            pass  # sent again, because its answer was lost
        return JSONResponse({"url": f"/table/{id}"})

    @router.get("/join/{id}/{seat}/{token}", response_class=HTMLResponse)
    def invitation(id: str, seat: int, token: str, who: Who) -> Response:
        with site.lobby.look(id, who, Link("join", token, seat)) as room:
            if room.table.plays(who, seat):  # has taken it, by this link perhaps
                return RedirectResponse(f"/table/{id}", 303)
            return HTMLResponse(outgoing.door(room.table, "join", seat, who))

    @router.get("/seat/{id}/{seat}/{token}", response_class=HTMLResponse)
    def own_link(id: str, seat: int, token: str, who: Who) -> Response:
        with site.lobby.look(id, who, Link("seat", token, seat)) as room:
            return HTMLResponse(outgoing.door(room.table, "seat", seat, who))

    @router.get("/watch/{id}/{token}", response_class=HTMLResponse)
    def spectators(
        id: str, token: str, request: Request, who: Who, ply: Ply = None
    ) -> Response:  # fmt: skip
        with site.lobby.look(id, who, Link("watch", token)) as room:
            door = outgoing.door(
                room.table, "watch", None, who, ply,
                site=site.address(request), address=f"/watch/{id}/{token}",
            )  # fmt: skip
            return HTMLResponse(door)

    @router.get("/watch/{id}/{token}/{ply}.{form}", dependencies=[site.costs(DRAWN)])
    def position(
        id: str, token: str, ply: str, form: Literal["svg", "png"], who: Who, caller: Caller,
        theme: Theme = "auto", pieces: Palette = "usual",
    ) -> Response:  # fmt: skip
        """What the spectators' link leads to, for its page and for who is told of the link."""
        with site.lobby.look(id, who, Link("watch", token)) as room:
            sight = outgoing.shown(room.table)
        named, _ = spot(ply, sight.match.ply)
        moment = sight.at(sight.match.ply if named is None else named)
        if form == "png":
            svg = moment.svg("light")
            return Response(
                site.painter.paint("png", lambda: [svg], caller), media_type="image/png"
            )
        svg = pages.on_a_page(moment.svg(theme, palette=pieces))
        headers = {"Content-Security-Policy": PICTURE_POLICY}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    @router.post("/join/{id}/{seat}/{token}")
    def join(id: str, seat: int, token: str, body: models.Join, who: Member) -> Response:
        def act(table: Table) -> None:
            if not table.plays(who, seat):
                table.join(who, seat, body.name, site.lobby.now())

        return enter(id, who, body.key, Link("join", token, seat), act)

    @router.post("/seat/{id}/{seat}/{token}")
    def come_back(id: str, seat: int, token: str, body: models.Go, who: Member) -> Response:
        def act(table: Table) -> None:
            table.come_back(who, seat, site.lobby.now())

        return enter(id, who, body.key, Link("seat", token, seat), act)

    @router.post("/watch/{id}/{token}")
    def watch(
        id: str, token: str, body: models.Go, who: Member, caller: Caller, ply: Ply = None
    ) -> Response:
        """Look on; at a ply, if the link names one."""

        def act(table: Table) -> None:
            if not table.knows(who) and not onlookers.take(f"{caller} {id}"):
                raise NotAllowed(tr("Very many people look on from your network already."))
            table.watch(who)

        said = enter(id, who, body.key, Link("watch", token), act)
        with site.lobby.look(id, who) as room:
            found, _ = spot(ply, room.table.match.ply)
        return said if found is None else JSONResponse({"url": f"/table/{id}?ply={found}"})


def _named(match: matches.Match) -> matches.Match:
    """The match, if no seat has the name of another; else ``BadOption``."""
    for n, name in reversed([*enumerate(match.given)]):  # the later of two is told of the other
        if name is not None:
            naming.check_free(match.facts, match.names, n, name)
    return match


def _seat(game: str, seat: models.Seat, who: str) -> Seat:
    if seat.kind == "computer":
        computer(game, seat.player)  # says which there are, if there is none such
    return Seat(seat.kind, seat.player, [who] if seat.kind == "person" else [])


def _rematch(site: Site, old: Table) -> Table:
    """The same people and options, everybody one seat further; not saved yet."""
    match = old.match
    count = match.players
    order = [(n + 1) % count for n in range(count)]
    options = {name: value for name, value in match.options.items() if name != "players"}
    names = [match.given[was] for was in order]
    seats = [
        replace(
            old.seats[was],
            holders=list(old.seats[was].holders),
            links=0,
            number=old.seats[was].number or was + 1,  # by which the others know them
        )
        for was in order
    ]
    terms = None if old.clock is None else old.clock.terms
    fresh = matches.new(match.game, count, names=names, **options)
    return site.lobby.prepare(fresh, seats, terms, watchers=old.watchers[:WATCHERS])
