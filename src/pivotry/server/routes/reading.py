"""Pages without a table: the games, their rules, pictures."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from ...svg import Palette, Theme
from .. import pages
from ..guard import PICTURE_POLICY
from .shared import Site, Who, facts_of


def routes(site: Site) -> APIRouter:
    """The routes of these pages."""
    router = APIRouter()

    @router.get("/", response_class=HTMLResponse)
    def home(who: Who) -> str:
        return pages.home(site.lobby.saved(who), site.lobby.now())

    @router.get("/new/{game}", response_class=HTMLResponse)
    def new(game: str) -> str:
        facts = facts_of(game)
        site.lobby.expect(facts.id)
        return pages.new(facts)

    @router.get("/rules")
    def rules_index() -> Response:
        return RedirectResponse("/#games")

    @router.get("/rules/{game}", response_class=HTMLResponse)
    def rules(game: str) -> str:
        return pages.rules(facts_of(game))

    @router.get("/rules/{game}/{clause}/{number}.svg")
    def illustration(
        game: str, clause: str, number: int, theme: Theme = "auto", pieces: Palette = "usual"
    ) -> Response:
        return _svg(pages.illustration(facts_of(game).id, clause, number, theme, pieces))

    @router.get("/picture/{game}.svg")
    def sample(game: str, theme: Theme = "auto", pieces: Palette = "usual") -> Response:
        return _svg(pages.sample(facts_of(game).id, theme, pieces))

    return router


def _svg(svg: str) -> Response:
    headers = {
        "Content-Security-Policy": PICTURE_POLICY,
        "Cache-Control": "max-age=3600",
        "Vary": "Accept-Language, Cookie",  # what the language is chosen by
    }
    return Response(svg, media_type="image/svg+xml", headers=headers)
