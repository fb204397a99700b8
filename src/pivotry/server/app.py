"""Routes, thin: read a request, ask the lobby, answer with what ``outgoing`` and ``pages`` make.

Routes are plain functions, which run in worker threads, so a slow one holds up nobody else.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from .. import match as matches
from .. import registry
from ..errors import BadOption, BadPosition, BadRecord, IllegalMove, PivotryError, UnreadableMove
from ..jsontext import NotJSON, loads
from ..svg import Theme
from ..terminal import movelist
from ..terminal.files import dumps
from ..terminal.trouble import Trouble
from ..wording import sentence
from . import models, outgoing, pages
from .bots import Bots
from .guard import PICTURE_POLICY, Guard
from .lobby import Lobby, NoTable, Room
from .outgoing import Asked, Notice
from .store import Store
from .table import Kind, NotAllowed, Stale

_log = logging.getLogger(__name__)
_STATIC = Path(__file__).parent / "static"
_TOLD = 30
"""How many faults of a position the page lists."""
Names = Annotated[list[str], Query(max_length=4, default_factory=list)]


class Shape(BaseModel):
    """How the page wants its picture: in the query of every request for it."""

    turned: bool = False
    compact: bool = False


Shaped = Annotated[Shape, Query()]


def create_app(
    store: Store,
    bots: Bots,
    hosts: Iterable[str] = (),
    *,
    today: Callable[[], date] = date.today,
) -> ASGIApp:
    """The application. ``hosts``: names, beside addresses and localhost, that it answers to.

    ``today`` gives the day that the names of downloaded files bear.
    """
    lobby = Lobby(store, bots)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        lobby.close()

    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    _pages(app, lobby)
    _tables(app, lobby)
    _moves(app, lobby, today)
    _faults(app)
    return Guard(app, hosts)


def _pages(app: FastAPI, lobby: Lobby) -> None:
    """Pages without a table."""

    @app.get("/", response_class=HTMLResponse)
    def home() -> str:
        return pages.home(lobby.saved())

    @app.get("/new/{game}", response_class=HTMLResponse)
    def new(game: str) -> str:
        facts = _facts(game)
        lobby.expect(facts.id)
        return pages.new(facts)

    @app.get("/rules")
    def rules_index() -> Response:
        return RedirectResponse("/#games")

    @app.get("/rules/{game}", response_class=HTMLResponse)
    def rules(game: str) -> str:
        return pages.rules(_facts(game))

    @app.get("/rules/{game}/{clause}/{number}.svg")
    def illustration(game: str, clause: str, number: int, theme: Theme = "auto") -> Response:
        return _svg(pages.illustration(_facts(game).id, clause, number, theme))

    @app.get("/picture/{game}.svg")
    def sample(game: str, theme: Theme = "auto") -> Response:
        return _svg(pages.sample(_facts(game).id, theme))


def _tables(app: FastAPI, lobby: Lobby) -> None:
    """Making, finding and removing tables."""

    @app.post("/tables")
    def create(body: models.NewTable) -> Response:
        facts = _facts(body.game)
        standard = facts.names(len(body.seats))
        names = [
            seat.name or (standard[i] if i < len(standard) else "")
            for i, seat in enumerate(body.seats)
        ]
        unknown = body.options.keys() - {option.name for option in facts.options}
        if unknown:
            text = f"{facts.title} has no option {min(unknown)!r}."
            return _refused(body.game, [Notice(text)])
        try:
            match = matches.new(body.game, len(body.seats), names=names, **body.options)
        except BadOption as bad:
            return _refused(body.game, [Notice(sentence(str(bad)))])
        return _opened(lobby, match, [seat.kind for seat in body.seats])

    @app.post("/load")
    def load(body: models.Load) -> Response:
        try:
            data = _told(body.text)
        except NotJSON as bad:
            return _refused(None, [Notice(f"That is not JSON: {bad}.")])
        except Trouble as bad:
            return _refused(None, [Notice(sentence(str(bad)))])
        game = data.get("game") if isinstance(data, dict) else None
        known = game if game in registry.IDS else None
        try:
            if isinstance(data, dict) and ("moves" in data or "pivotry" in data):
                match = matches.from_record(data)
            else:
                match = matches.from_position(data, chance="auto")
        except BadPosition as bad:
            notices = [
                Notice(sentence(text), (clause,) if clause else ())
                for clause, text in bad.faults[:_TOLD]
            ]
            if len(bad.faults) > _TOLD:
                notices.append(Notice(f"There are {len(bad.faults) - _TOLD} more faults."))
            return _refused(known, notices)
        except (BadRecord, BadOption) as bad:
            return _refused(known, [Notice(sentence(str(bad)))])
        return _opened(lobby, match, ["person"] * match.players)

    @app.get("/table/{id}", response_class=HTMLResponse)
    def table(id: str) -> str:
        with lobby.look(id) as room:
            return outgoing.page(room.table)

    @app.post("/table/{id}/again")
    def again(id: str) -> Response:
        with lobby.look(id) as room:
            old, kinds = room.table.match, list(room.table.kinds)
        options = {name: value for name, value in old.options.items() if name != "players"}
        match = matches.new(old.game, old.players, names=old.names, **options)
        return _opened(lobby, match, kinds)

    @app.post("/table/{id}/forget")
    def forget(id: str) -> Response:
        lobby.forget(id)
        return JSONResponse({"url": "/"})


def _moves(app: FastAPI, lobby: Lobby, today: Callable[[], date]) -> None:
    """Looking at a table and changing it."""

    @app.get("/table/{id}/state")
    def state(id: str, shape: Shaped, tag: str = "") -> Response:
        with lobby.look(id) as room:
            if tag == outgoing.tag(room):
                return Response(status_code=204)
            return _state(room, _asked(shape))

    @app.get("/table/{id}/picture")
    def picture(id: str, version: int, picked: Names, shape: Shaped, lit: str = "") -> Response:
        with lobby.look(id) as room:
            if version != room.table.version:
                return _state(room, _asked(shape), status=409)
            clicks = tuple(tuple(names.split()) for names in picked)
            asked = _asked(shape, picked=clicks, lit=tuple(lit.split()))
            drawn, style = outgoing.picture(room.table, room.table.viewer(), asked)
            return JSONResponse({"panels": {"picture": drawn}, "style": style})

    @app.get("/table/{id}/record")
    def record(id: str) -> Response:
        with lobby.look(id) as room:
            data = outgoing.record(room.table, room.table.viewer())
            name = f"{room.table.match.game}-{today():%Y-%m-%d}.json"
        if data is None:
            raise NotAllowed("The record shows every card: it can be saved when the match is over.")
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(dumps(data), media_type="application/json", headers=headers)

    def change(id: str, shape: Shape, act: Callable[[Room], None]) -> Response:
        """Do something to a table and answer with how it then stands."""
        with lobby.change(id) as room:
            try:
                act(room)
            except Stale as stale:
                return _state(room, _asked(shape), Notice(str(stale)), 409)
            except NotAllowed as refused:
                return _state(room, _asked(shape), Notice(str(refused)), 403)
            except IllegalMove as bad:
                notice = Notice(str(bad), bad.clauses)
                return _state(room, _asked(shape, lit=bad.squares), notice, 422)
            except UnreadableMove as bad:
                return _state(room, _asked(shape), Notice(sentence(str(bad))), 422)
        with lobby.look(id) as room:
            return _state(room, _asked(shape))

    @app.post("/table/{id}/play")
    def play(id: str, body: models.Play, shape: Shaped) -> Response:
        text = body.text
        if text is None:
            with lobby.look(id) as room:
                text = outgoing.intended(room.table, room.table.viewer(), body.clicks or [])
            if text is None:
                said = "Nothing of yours can start there."
                if len(body.clicks or []) > 1:
                    said = "Nothing can be done there with what you picked up."
                notice = pages.notice(room.table.match.game, Notice(said))
                return JSONResponse({"more": True, "notice": notice})
        move = text
        return change(
            id, shape, lambda room: room.table.play(room.table.viewer(), body.version, move)
        )

    @app.post("/table/{id}/undo")
    def undo(id: str, body: models.At, shape: Shaped) -> Response:
        return change(id, shape, lambda room: room.table.undo(body.version))

    @app.post("/table/{id}/show")
    def show(id: str, body: models.Show, shape: Shaped) -> Response:
        return change(id, shape, lambda room: room.table.show(body.version, body.seat))

    @app.post("/table/{id}/hide")
    def hide(id: str, body: models.At, shape: Shaped) -> Response:
        return change(id, shape, lambda room: room.table.hide(body.version))

    @app.post("/table/{id}/seat")
    def seat(id: str, body: models.TakeSeat, shape: Shaped) -> Response:
        return change(id, shape, lambda room: room.table.seat(body.version, body.seat, body.kind))


def _faults(app: FastAPI) -> None:
    """Every fault gets a clear answer: a page for pages, a notice for requests with JSON."""

    def answer(request: Request, status: int, title: str, text: str) -> Response:
        if request.method == "POST" or request.url.path.endswith(("/state", "/picture")):
            return JSONResponse({"notice": pages.notice(None, Notice(text))}, status)
        return HTMLResponse(pages.fault(title, text), status)

    @app.exception_handler(NoTable)
    def no_table(request: Request, fault: NoTable) -> Response:
        return answer(request, 404, "No such table", str(fault))

    @app.exception_handler(PivotryError)
    def refused(request: Request, fault: PivotryError) -> Response:
        status = 404 if isinstance(fault, BadOption) else 409
        return answer(request, status, "That did not work", sentence(str(fault)))

    @app.exception_handler(HTTPException)
    def missing(request: Request, fault: HTTPException) -> Response:
        title = "No such page" if fault.status_code == 404 else "That did not work"
        return answer(request, fault.status_code, title, sentence(fault.detail))

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, fault: RequestValidationError) -> Response:
        said = "; ".join(
            f"{'.'.join(map(str, error['loc'][1:])) or 'request'}: {error['msg']}"
            for error in fault.errors()[:5]
        )
        return answer(request, 422, "That request cannot be read", sentence(said))

    @app.exception_handler(500)
    def broken(request: Request, fault: Exception) -> Response:
        text = "Something went wrong in the server; the terminal it runs in says more."
        return answer(request, 500, "Something went wrong", text)


def _facts(game: str) -> Any:
    return registry.get(game).facts


def _told(text: str) -> Any:
    """What a text holds that somebody loads: JSON, or a move list's record.

    Raises ``NotJSON`` for JSON with a fault in it, ``Trouble`` for what is no move list either.
    """
    if not text.strip():
        raise Trouble("there is nothing to load yet: choose a file or paste a text")
    try:
        return loads(text)
    except NotJSON:
        if text.lstrip().startswith(("{", "[")):
            raise
    return movelist.read(text.removeprefix("\ufeff"), "this")


def _svg(svg: str) -> Response:
    headers = {"Content-Security-Policy": PICTURE_POLICY, "Cache-Control": "max-age=3600"}
    return Response(svg, media_type="image/svg+xml", headers=headers)


def _opened(lobby: Lobby, match: matches.Match, kinds: Sequence[Kind]) -> Response:
    table = lobby.create(match, kinds)
    return JSONResponse({"url": f"/table/{table.id}"}, 201)


def _refused(game: str | None, notices: Sequence[Notice]) -> Response:
    return JSONResponse({"notice": pages.notice(game, *notices)}, 422)


def _state(room: Room, asked: Asked, notice: Notice | None = None, status: int = 200) -> Response:
    return JSONResponse(outgoing.state(room, room.table.viewer(), asked, notice), status)


def _asked(shape: Shape, **more: Any) -> Asked:
    return Asked(shape.turned, shape.compact, **more)
