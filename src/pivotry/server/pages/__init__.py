"""Templates, and the few pages that show no table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from ... import match as matches
from ... import registry
from ...contract import Facts
from ...svg import Theme
from ..forms import fields
from ..store import Saved, ago

if TYPE_CHECKING:
    from ..outgoing import Notice

_templates = Environment(
    loader=PackageLoader("pivotry.server", "pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def render(template: str, **facts: Any) -> str:
    """A template with its facts; everything put into it is escaped."""
    return _templates.get_template(template).render(**facts)


def notice(game: str | None, *notices: Notice) -> str:
    """Sentences for people, with links to the clauses they rest on."""
    return render("notice.html", game=game, notices=notices)


def home(saved: Sequence[Saved]) -> str:
    """The first page: the games, and the tables that can be taken up again."""
    games = [registry.get(id).facts for id in registry.IDS]
    titles = {facts.id: facts.title for facts in games}
    rows = [(entry, titles[entry.game], ago(entry.when)) for entry in saved if entry.game in titles]
    return render("home.html", games=games, saved=rows)


def new(facts: Facts) -> str:
    """The form that sets up a match."""
    seats = [facts.names(max(facts.players))[i] for i in range(max(facts.players))]
    return render("new.html", game=facts, fields=fields(facts), seats=seats)


def fault(title: str, text: str) -> str:
    """A page that says what went wrong."""
    return render("fault.html", title=title, text=text)


@cache
def sample(game: str, theme: Theme) -> str:
    """A picture of the beginning of a game, as its first seat sees it."""
    return matches.new(game, seed=7).svg(0, theme=theme, legal=())
