"""The application: its parts put together, and clear answers to every fault."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp

from ..errors import BadOption, PivotryError
from ..tongue import mark, tr
from ..wording import quoted, sentence
from . import pages, precedence
from .analyst import Analyst
from .bots import Bots
from .guard import Guard, wants_page
from .limits import (
    LOOKS_A_SECOND,
    LOOKS_AT_ONCE,
    READS_A_SECOND,
    READS_AT_ONCE,
    Limit,
    Openings,
    TooOften,
)
from .live import Live, Within
from .lobby import KEEP, Lobby, NoTable
from .notices import Notice
from .painter import Painter
from .routes import absence, editing, helping, learning, play, reading, sockets, tables, taking
from .routes.shared import Site
from .store import Store, Unsaved

_STATIC = Path(__file__).parent / "static"
_DETAILS = {
    "Not Found": mark("There is nothing at this address"),
    "Method Not Allowed": mark("That cannot be done at this address"),
    "There was an error parsing the body": mark("The request is no JSON that could be read."),
}
"""What the router says of addresses that it does not know and of what it cannot take apart, and
what people are told."""


def create_app(
    store: Store,
    bots: Bots,
    hosts: Iterable[str] = (),
    *,
    url: str | None = None,
    live: Live | None = None,
    limit: Limit | None = None,
    looks: Limit | None = None,
    reads: Limit | None = None,
    openings: Openings | None = None,
    keep: float | None = KEEP,
    analyst: Analyst | None = None,
    clock: Callable[[], float] = time.time,
    today: Callable[[], date] = date.today,
) -> ASGIApp:
    """The application. ``hosts``: names, beside addresses and localhost, that it answers to.

    ``limit`` is how often one address may post, ``looks`` how much it may look at that is costly,
    ``reads`` how much it may read at all, ``openings`` how many tables it may open. ``keep`` is for
    how many seconds unfinished matches of computers alone are kept, None for ever.
    ``url``: what links begin with, where that is not what browsers say (behind a proxy). ``clock``
    gives the time in seconds since the epoch, ``today`` the day that names of files bear.
    """
    told: Live = Within() if live is None else live
    lobby = Lobby(store, bots, told, clock=clock, openings=openings, keep=keep)
    analyst = Analyst() if analyst is None else analyst
    painter = Painter()
    looks = Limit(LOOKS_A_SECOND, LOOKS_AT_ONCE) if looks is None else looks

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        try:
            lobby.open()
            yield
        finally:
            analyst.close()
            painter.close()
            lobby.close()

    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    reads = Limit(READS_A_SECOND, READS_AT_ONCE) if reads is None else reads
    site = Site(lobby, store, told, analyst, painter, looks, reads, today, url)
    for part in (reading, learning, tables, play, absence, helping, editing, taking, sockets):
        app.include_router(part.routes(site))
    _faults(app)
    return precedence.HERE.before(Guard(app, hosts, limit, reads, url))


def _faults(app: FastAPI) -> None:
    """Every fault gets a clear answer: a page for who opens one, a notice for scripts."""

    def answer(request: Request, status: int, title: str, text: str) -> Response:
        if request.method == "POST" or not wants_page(request.headers):
            return JSONResponse({"notice": pages.notice(None, Notice(text))}, status)
        return HTMLResponse(pages.fault(title, text), status)

    @app.exception_handler(NoTable)
    def no_table(request: Request, fault: NoTable) -> Response:
        return answer(request, 404, tr("No such table"), str(fault))

    @app.exception_handler(Unsaved)
    def unsaved(request: Request, fault: Unsaved) -> Response:
        again = tr("Nothing has changed; try again.")
        return answer(request, 503, tr("Not saved"), f"{fault} {again}")

    @app.exception_handler(PivotryError)
    def refused(request: Request, fault: PivotryError) -> Response:
        status = (
            429 if isinstance(fault, TooOften) else 404 if isinstance(fault, BadOption) else 409
        )
        said = answer(request, status, tr("That did not work"), sentence(str(fault)))
        if isinstance(fault, TooOften):
            said.headers["Retry-After"] = str(fault.after)
        return said

    @app.exception_handler(HTTPException)
    def missing(request: Request, fault: HTTPException) -> Response:
        title = tr("No such page") if fault.status_code == 404 else tr("That did not work")
        return answer(
            request,
            fault.status_code,
            title,
            sentence(tr(_DETAILS.get(fault.detail, fault.detail))),
        )

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, fault: RequestValidationError) -> Response:
        if all(error["loc"][:1] == ("path",) for error in fault.errors()):
            return missing(request, HTTPException(404))
        said = " ".join(dict.fromkeys(_amiss(error) for error in fault.errors()[:5]))
        return answer(request, 422, tr("That request cannot be read"), said)

    @app.exception_handler(500)
    def broken(request: Request, fault: Exception) -> Response:
        text = tr("Something went wrong in the server; the terminal it runs in says more.")
        return answer(request, 500, tr("Something went wrong"), text)


def _amiss(error: dict[str, Any]) -> str:
    """What is wrong with one part of a request, as Pydantic found it, in a sentence for people."""
    place, most = error["loc"][1:], error.get("ctx", {}).get("max_length")
    named = quoted(".".join(map(str, place)))
    if error["type"] == "json_invalid":
        return tr("The request is no JSON that could be read.")
    if not place:
        return tr("The request is no JSON object.")
    if error["type"] == "string_too_long" and place[-1] == "name":
        return tr("A name has at most {n} characters.", n=most)
    if error["type"] == "string_too_long":
        return tr("The value of {name} has more than {n} characters.", name=named, n=most)
    if error["type"] == "missing":
        return tr("The request lacks {name}.", name=named)
    if error["type"] == "extra_forbidden":
        return tr("The request has {name}, which is unknown here.", name=named)
    if error["type"] in ("int_parsing", "int_type", "int_from_float"):
        return tr("The value of {name} is no whole number.", name=named)
    return tr("The value of {name} is none that could be used.", name=named)
