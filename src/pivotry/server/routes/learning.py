"""Lessons, puzzles and boards to try moves on. Nothing here is kept, so nothing changes."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from ... import registry
from ...errors import BadOption, IllegalMove, UnreadableMove
from ...wording import sentence
from .. import learning, models, notices, pages
from ..notices import Notice
from ..pages import learn
from .shared import LOOKED, Site, facts_of, refused


def routes(site: Site) -> APIRouter:
    """The routes of these pages."""
    router = APIRouter()

    @router.get("/learn")
    @router.get("/puzzles")
    def index() -> Response:
        return RedirectResponse("/#games")

    @router.get("/learn/{game}", response_class=HTMLResponse)
    def lesson(game: str) -> str:
        facts = facts_of(game)
        site.lobby.expect(facts.id)
        return learn.lesson(facts)

    @router.get("/puzzles/{game}", response_class=HTMLResponse)
    def puzzle_list(game: str) -> str:
        return learn.puzzle(facts_of(game), None)

    @router.get("/puzzles/{game}/{number}", response_class=HTMLResponse)
    def puzzle(game: str, number: int) -> str:
        return learn.puzzle(facts_of(game), number)

    @router.get("/rules/{game}/clauses")
    def clauses(game: str) -> Response:
        """All clauses, for the panel beside a board."""
        return JSONResponse({"html": learn.clauses(facts_of(game))})

    @router.post("/try", dependencies=[site.costs(LOOKED)])
    def attempt(wish: models.Try) -> Response:
        try:
            here = learning.source(wish.source)
        except BadOption as bad:
            return refused(None, [Notice(sentence(str(bad)))])
        try:
            return _attempt(here, wish)
        except (BadOption, learning.TooMany) as bad:
            return refused(here.game, [Notice(sentence(str(bad)))])

    return router


def _attempt(here: learning.Source, wish: models.Try) -> Response:
    match = learning.reached(here, wish.moves)

    def answer(
        notice: Notice | None = None, status: int = 200, **more: Any
    ) -> Response:  # fmt: skip
        return JSONResponse(learning.state(here, match, wish, notice, **more), status)

    if wish.ask == "solution":
        return JSONResponse({"solution": learning.solution(here)})
    if wish.ask == "hint":
        return answer(lit=learning.hint(here))
    if wish.choice is not None:
        return answer(told=learning.answered(here, wish.choice))
    text = wish.text
    if text is None and wish.clicks is None:
        return answer(lit=wish.lit)
    if text is None and learning.leads_on(here, wish.clicks or []):
        return JSONResponse({"more": True, "keep": True, "notice": ""})
    if text is None and match.turn is not None:
        text = registry.get(here.game).notation.intended(wish.clicks or [], match.turn)
    if text is None:
        said, _ = notices.nothing_there(match, wish.clicks or [])
        return JSONResponse({"more": True, "notice": pages.notice(here.game, said)})
    try:
        match = learning.reached(here, [*wish.moves, learning.canonical(here, match, text)])
    except IllegalMove as bad:
        told = learning.forbidden(here, text)
        notice = Notice(notices.by_name(match, str(bad)), bad.clauses)
        return answer(notice, 422, lit=bad.squares, told=told)
    except UnreadableMove as bad:
        return answer(Notice(sentence(str(bad))), 422)
    return answer()
