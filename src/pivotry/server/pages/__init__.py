"""Templates, and the few pages that show no table."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from ... import match as matches
from ... import naming, puzzles, registry, rulebook
from ...contract import Facts
from ...errors import BadOption
from ...players import levels
from ...svg import Palette, Theme
from ...tongue import decimal, language, languages, tr, tr_n
from ...wording import listed
from .. import models
from ..forms import fields
from ..saved import Saved, ago
from ..tongues import page_words

if TYPE_CHECKING:
    from ..notices import Notice

_templates = Environment(
    loader=PackageLoader("pivotry.server", "pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.globals.update(
    _=tr,
    n_=tr_n,
    decimal=decimal,
    language=language,
    languages=languages,
    page_words=page_words,
)

GENTLE = f"level-{models.GENTLE}"
"""The computer player that a newcomer meets."""

_SHELF = 84
"""How high the place of a picture on the first page is, in hundredths of its width."""
_renderer = MarkdownIt("commonmark", {"html": False}).enable("table")


def render(template: str, **facts: Any) -> str:
    """A template with its facts; everything put into it is escaped."""
    return _templates.get_template(template).render(**facts)


def marked(sentence: tuple[str, dict[str, str]], mark: str) -> Markup:
    """A sentence about a move, its judgement in the colour of its mark; gaps are escaped."""
    text, gaps = sentence
    judged = Markup('<span class="mark-{}">{}</span>').format(mark, gaps["judged"])
    return escape(text).format(**{**gaps, "judged": judged})


def notice(game: str | None, *notices: Notice) -> str:
    """Sentences for people, with links to the clauses they rest on."""
    return render("notice.html", game=game, notices=notices)


def home(saved: Sequence[Saved], now: float) -> str:
    """The first page: the games, and the tables that can be taken up again; ``now`` in seconds."""
    games = [registry.get(id).facts for id in registry.IDS]
    titles = {facts.id: facts.title for facts in games}
    running: list[tuple[Saved, str, str, str, str]] = []
    finished: list[tuple[Saved, str, str, str, str]] = []
    for entry in saved:
        if entry.winners is not None:
            stands, rows = outcome(entry.winners), finished
        else:
            stands = tr("{name} to move.", name=entry.next) if entry.next else ""
            rows = running
        if entry.closed is not None:
            # It cannot be shown any more, but removed; how it has ended is known all the same.
            closed = tr("Closed: this release does not know rules {rules}.", rules=entry.closed)
            stands = closed if entry.winners is None else f"{stands} {closed}"
        left = ""
        if entry.closed is None and entry.winners is None and entry.deadline is not None:
            left = tr("{time} left", time=duration(max(0.0, entry.deadline - now)))
        title = tr(titles[entry.game]) if entry.game in titles else entry.game
        rows.append((entry, title, stands, left, ago(entry.when)))
    puzzled = {id for id in titles if puzzles.has(id)}
    return render(
        "home.html",
        games=games,
        running=running,
        finished=finished,
        puzzled=puzzled,
        graded=levels.NAMES,
        gentle=models.GENTLE,
    )


def outcome(winners: Sequence[str], won: bool | None = None) -> str:
    """How a match has ended, in a sentence; ``won`` is for somebody who played, None for others."""
    if not winners:
        return tr("A draw: nobody wins.")
    if won and len(winners) == 1:
        return tr("You win.")
    if won:
        return tr("You win: {names} win together.", names=listed(winners))
    if won is False and len(winners) == 1:
        return tr("You lost: {name} wins.", name=winners[0])
    if won is False:
        return tr("You lost: {names} win together.", names=listed(winners))
    if len(winners) == 1:
        return tr("{name} wins.", name=winners[0])
    return tr("{names} win together.", names=listed(winners))


def player(game: str, name: str) -> str:
    """What a computer player is called."""
    if name == "computer":
        return tr("computer, as strong as it can")
    return dict(sitters(game)).get(name, name)


def sitters(game: str) -> list[tuple[str, str]]:
    """Who can take a seat, as a value and what it is called."""
    return [("person", tr("person here")), ("open", tr("invite somebody")), *graded()]


def graded() -> list[tuple[str, str]]:
    """The computer players by level, as a value and what it is called."""
    return [
        (f"level-{n}", tr("computer {n}: {level}", n=n, level=tr(name)))
        for n, name in enumerate(levels.NAMES, 1)
    ]


def duration(seconds: float) -> str:
    """A time left: ``2 d 3 h``, ``1:02:03`` or ``4:05``; the last ten seconds with tenths."""
    if seconds < 10:
        return decimal(f"0:{seconds:04.1f}")
    whole = int(seconds)
    if whole >= 86400:
        return tr("{days} d {hours} h", days=whole // 86400, hours=whole % 86400 // 3600)
    hours, minutes, rest = whole // 3600, whole % 3600 // 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def new(facts: Facts) -> str:
    """The form that sets up a match."""
    nobody = [None] * max(facts.players)
    seats = naming.at_table(facts, nobody, nobody)
    return render(
        "new.html",
        game=facts,
        fields=fields(facts),
        seats=seats,
        choices=sitters(facts.id),
        gentle=GENTLE,
    )


def rules(facts: Facts) -> str:
    """The rules of a game, clause by clause, with pictures."""
    page = rulebook.load(facts.id)
    sections: dict[str, list[dict[str, Any]]] = {}
    for clause in page.clauses.values():
        sections.setdefault(clause.section, []).append(clause_facts(page, clause))
    intro = markdown(page, page.intro)
    return render("rules.html", game=facts, title=page.title, intro=intro, sections=sections)


def clause_facts(
    page: rulebook.Page, clause: rulebook.Clause, address: str = ""
) -> dict[str, Any]:  # fmt: skip
    """A clause as the template ``clause.html`` takes it; ``address`` is that of its links' page."""
    number = itertools.count()
    blocks = [
        {"html": markdown(page, block, address)}
        if isinstance(block, str)
        else {"shown": [(next(number), *shown) for shown in _shown(block)]}
        for block in clause.blocks
    ]
    return {"id": clause.id, "title": clause.title, "blocks": blocks}


def _shown(example: rulebook.Example) -> list[tuple[str, bool, list[str]]]:
    """The pictures of an example: caption, whether moves can be tried there, moves worth a try."""
    pictures = []
    worth = sorted({*example.legal, *example.illegal, *(example.only or ())})
    for n, (caption, match) in enumerate(example.matches()):
        open_to = match.turn is not None and bool(match.legal_moves())
        if match.facts.hidden:
            open_to = open_to and match.turn == example.seat
        first = [*example.play[:1], *worth] if example.then is not None and n == 0 else worth
        tries = list(dict.fromkeys(first)) if n == 0 else []
        pictures.append((caption, open_to, tries))
    return pictures


def illustrated(game: str, clause: str, number: int) -> tuple[rulebook.Example, matches.Match]:
    """What a picture of a rules page shows: the ``number``-th of a clause, from 0.

    ``BadOption`` if there is none. The match is not to be changed.
    """
    examples = [b for b in rulebook.load(game).find(clause).blocks if not isinstance(b, str)]
    shown = [(example, match) for example in examples for _, match in example.matches()]
    if not 0 <= number < len(shown):
        raise BadOption(tr("{clause} has no picture {number}", clause=clause, number=number))
    return shown[number]


def illustration(game: str, clause: str, number: int, theme: Theme, pieces: Palette) -> str:
    """A picture of a rules page: the ``number``-th of a clause. ``BadOption`` if there is none."""
    return _illustration(game, clause, number, theme, pieces, language())


@cache
def _illustration(
    game: str, clause: str, number: int, theme: Theme, pieces: Palette, code: str
) -> str:
    """Kept for each language, the one in force."""
    example, match = illustrated(game, clause, number)
    svg = match.svg(example.seat, theme=theme, palette=pieces, lit=example.lit, legal=())
    return on_a_page(svg)


def markdown(page: rulebook.Page, text: str, address: str = "") -> Markup:
    """Markdown to HTML, with links where the text names clauses."""

    def link(found: re.Match[str]) -> str:
        id = found[0]
        return f"[{id}]({address}#{id})" if id in page.clauses else id

    parts = text.split("`")
    parts[::2] = [re.sub(r"\b[A-Z]{1,2}-[0-9]+\b", link, part) for part in parts[::2]]
    # The renderer escapes HTML; the text is ours all the same.
    return Markup(_renderer.render("`".join(parts)))


def fault(title: str, text: str) -> str:
    """A page that says what went wrong."""
    return render("fault.html", title=title, text=text)


def sample(game: str, theme: Theme, pieces: Palette) -> str:
    """A picture of a game in play, as its first seat sees it."""
    return _sample(game, theme, pieces, language())


@cache
def _sample(game: str, theme: Theme, pieces: Palette, code: str) -> str:
    """Kept for each language, the one in force."""
    seed, plies = registry.get(game).facts.sample
    match, chosen = matches.new(game, seed=seed), random.Random(seed)
    while match.ply < plies or match.turn != 0:
        match.play(chosen.choice(match.legal_moves()))
    svg = match.svg(0, theme=theme, palette=pieces, legal=(), last=(), room=_SHELF)
    return on_a_page(svg)


def on_a_page(svg: str) -> str:
    """A picture without a ground of its own: it has that of the page around it."""
    return svg.replace("</style>", ".ground{fill:none}</style>", 1)
