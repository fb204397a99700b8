"""The pages of the lessons and the puzzles, and the rules as a panel beside a board."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup, escape

from ... import lessons, puzzles, registry, rulebook
from ...contract import Facts
from ...errors import BadOption
from ...tongue import mark, tr
from ...wording import titled
from . import clause_facts, render
from . import markdown as _markdown

_HARD = (
    (2, mark("Easy")), (4, mark("Medium")), (6, mark("Hard")), (8, mark("Very hard")),
    (9, mark("For masters")),
)  # fmt: skip
"""What a puzzle is called whose weakest solver has this level at most (``puzzles.grade``)."""


def _hard(grade: int) -> str:
    return next(name for most, name in _HARD if grade <= most)


def address(game: str) -> str:
    """Where the rules of a game are."""
    return f"/rules/{game}"


def markdown(game: str, text: str) -> Markup:
    """Markdown to HTML, with links to the rules page where the text names clauses."""
    return _markdown(rulebook.load(game), text, address(game))


def said(text: str) -> Markup:
    """A sentence as HTML."""
    return Markup("<p>{}</p>").format(escape(text))


def clauses(facts: Facts) -> str:
    """All clauses of a game, for the panel."""
    page = rulebook.load(facts.id)
    sections: dict[str, list[dict[str, Any]]] = {}
    for clause in page.clauses.values():
        entry = clause_facts(page, clause, address(facts.id))
        sections.setdefault(clause.section, []).append(entry)
    aim = registry.get(facts.id).telling.aim()
    return render("clauses.html", game=facts, sections=sections, aim=aim)


def lesson(facts: Facts) -> str:
    """The lesson of a game, all its steps."""
    steps = [
        {
            "title": lessons.said(step.title),
            "html": markdown(facts.id, lessons.said(step.text)),
            "task": step.task,
            "choices": [lessons.said(choice.text) for choice in step.choices],
        }
        for step in lessons.load(facts.id)
    ]
    return render("lesson.html", game=facts, steps=steps, puzzles=bool(puzzles.load(facts.id)))


def puzzle(facts: Facts, number: int | None) -> str:
    """A puzzle of a game, or without a number all of them. ``BadOption`` if it is not there."""
    shipped = puzzles.load(facts.id)
    if not shipped:
        raise BadOption(tr("There are no puzzles of {game}.", game=tr(facts.title)))
    if number is not None and not 1 <= number <= len(shipped):
        last = len(shipped)
        raise BadOption(
            tr("{game} has the puzzles 1 to {last}.", game=titled(tr(facts.title)), last=last)
        )
    grades: dict[str, list[int]] = {}
    for n, found in sorted(enumerate(shipped, 1), key=lambda pair: pair[1].grade):
        grades.setdefault(tr(_hard(found.grade)), []).append(n)
    chosen = None if number is None else shipped[number - 1]
    return render(
        "puzzles.html",
        game=facts,
        number=number,
        task=None if chosen is None else chosen.task,
        hard=None if chosen is None else tr(_hard(chosen.grade)),
        turned=chosen is not None and chosen.match().turn == 1,
        grades=grades,
        ids=[found.id for found in shipped],
    )
