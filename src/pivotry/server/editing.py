"""The editor of positions: what its page shows of a position, right or wrong, and after a change.

No table is involved: everything here is made from what the page sends.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from .. import match as matches
from .. import raster, registry
from ..contract import Position
from ..editing import Editing
from ..errors import BadOption, BadPosition, IllegalMove, UnreadableMove
from ..jsontext import NotJSON, loads
from ..match import Match
from ..players.thought import Thought
from ..svg import Look, Theme
from ..terminal.trouble import Trouble
from ..tongue import decimal, tr
from ..wording import listed, sentence, titled, without_keys
from . import aloud, loading, pages
from .analyst import LINES
from .clicks import picked_up
from .models import Change
from .notices import Notice, faults
from .outgoing import split_style

_FORESEEN = 8
"""Moves of a line that are told."""


@dataclass(frozen=True)
class Wish:
    """How the page wants it shown."""

    tool: str = ""
    picked: tuple[tuple[str, ...], ...] = ()
    """What has been clicked so far, click by click."""
    at: str = ""
    """The place whose pile is listed."""
    turned: bool = False


@dataclass
class Shown:
    """A position and what is said about it."""

    data: Any
    notices: list[Notice] = field(default_factory=list)
    lit: tuple[str, ...] = ()
    refused: bool = False


def editing(game: str) -> Editing:
    """How positions of a game are put together; ``BadOption`` for games with hidden hands."""
    found = registry.get(game)
    if found.editing is None:
        titles = [
            tr(registry.get(id).facts.title) for id in registry.IDS if registry.get(id).editing
        ]
        raise BadOption(
            tr(
                "{game} hides its cards, so no position can be set up by hand: only those of "
                "{games} can",
                game=titled(tr(found.facts.title)),
                games=listed(titles),
            )
        )
    return found.editing


def page(game: str, position: Position | None = None, been: bool = True) -> str:
    """The page of the editor, at the beginning of a game or at a position.

    ``been``: whether that is the position that was asked for, and not one in its place.
    """
    how = editing(game)
    first = how.start(how.shaped({})) if position is None else position
    return pages.render(
        "edit.html",
        game=registry.get(game).facts,
        tools=how.tools(),
        been=been,
        # Inside a script element nothing may read as its end.
        position=json.dumps(first).replace("<", "\\u003c"),
    )


def answer(game: str, text: str, wish: Wish, change: Change | None = None) -> dict[str, Any]:
    """What the page shows, after a change if one is wanted.

    The position goes back and forth as a text. A change that cannot be made is refused in words and
    leaves it as it was.
    """
    shown = _changed(game, text, wish, change)
    how = editing(game)
    shaped = how.shaped(shown.data)
    wrong, match = _judged(game, shown.data)
    changes = how.changes(shaped, wish.tool or how.tools()[0].id)
    paths = [("-".join(path), path) for path in changes]
    chosen, targets = picked_up(paths, wish.picked)
    view = how.drawable(shaped)
    places = registry.get(game).telling.places(view, ())
    svg = registry.get(game).picture.draw(
        view,
        Look(
            legal=tuple(text for text, _ in paths),
            chosen=chosen,
            targets=targets,
            lit=(*how.troubled(shaped), *shown.lit),
            flip=wish.turned,
            ids="board",
        ),
    )
    drawn, style = split_style(svg)
    return {
        "position": json.dumps(shown.data),
        "valid": match is not None,
        "refused": shown.refused,
        "panels": {
            "picture": drawn,
            "notice": pages.notice(game, *shown.notices),
            "faults": pages.render("edit/faults.html", game=game, faults=wrong),
            "dials": _whole(pages.render("edit/dials.html", game=game, dials=how.dials(shaped))),
            "pile": pages.render("edit/pile.html", at=wish.at, pile=how.pile(shaped, wish.at)),
            "use": _use(game, match),
        },
        "style": style,
        "paths": paths,
        "places": aloud.names(places),
    }


def picture(game: str, text: str, theme: Theme = "auto") -> str:
    """A position in one line as a picture (SVG); ``BadPosition`` lists what is wrong with it."""
    editing(game)
    match = matches.from_position(registry.get(game).fen.read(text))
    return match.svg(theme=theme, legal=())


def read(game: str, text: str) -> Match:
    """The match that begins with a position; ``BadPosition`` or ``NotJSON`` if it is none."""
    editing(game)
    data = loads(text)
    if not isinstance(data, dict) or data.get("game") != game:
        raise BadPosition([(None, tr("it is no position of this game"))])
    with without_keys():
        return matches.from_position(data, chance="auto")


def thought(match: Match, found: Thought) -> str:
    """What a computer thinks of the best moves of a position, as a panel."""
    assert match.turn is not None
    path = registry.get(match.game).notation.path
    moves = []
    for one in found.candidates:
        line = list(one.line[:_FORESEEN]) or [one.text]
        moves.append(
            {
                "line": line,
                "paths": [" ".join(path(text, match.turn)) for text in line],
                "value": decimal(f"{round(one.value, 2) + 0.0:+.2f}".replace("-", "−")),
                "sure": one.proof,
            }
        )
    return pages.render(
        "edit/thought.html",
        name=match.names[match.turn],
        moves=moves,
        more=len(moves) < min(LINES, len(match.legal_moves())),
        depth=found.depth,
    )


def _judged(game: str, data: Any) -> tuple[list[Notice], Match | None]:
    """Everything wrong with a position; the match that it begins if nothing is."""
    try:
        with without_keys():
            return [], matches.from_position(data)
    except BadPosition as bad:
        return faults(bad), None


def _changed(game: str, text: str, wish: Wish, change: Change | None) -> Shown:
    how = editing(game)
    try:
        data = loads(text)
    except NotJSON as bad:
        notice = Notice(tr("That is not JSON: {fault}.", fault=bad))
        return Shown(how.shaped({}), [notice], refused=True)
    if change is None:
        return Shown(data)
    if change.what == "read":
        return _read(game, data, change.text)
    try:
        return Shown(_after(how, how.shaped(data), wish, change))
    except IllegalMove as bad:
        notice = Notice(sentence(str(bad)), bad.clauses)
        return Shown(data, [notice], bad.squares, refused=True)


def _after(how: Editing, position: Position, wish: Wish, change: Change) -> Position:
    if change.what == "start":
        return how.start(position)
    if change.what == "clear":
        return how.cleared(position)
    if change.what == "dial":
        if change.name not in {dial.name for dial in how.dials(position)}:
            raise IllegalMove(tr("There is nothing of that name to be set."))
        return how.dialled(position, change.name, change.value)
    if change.what == "pile":
        return how.rearranged(position, wish.at, change.level, change.how)
    if change.what == "moves":
        return _played(position, change.moves)
    if wish.tool not in {tool.id for tool in how.tools()} or not change.clicks:
        raise IllegalMove(tr("Pick a tool and click the board."))
    return how.change(position, wish.tool, [names[0] for names in change.clicks])


def _played(position: Position, moves: Sequence[str]) -> Position:
    """The position after moves that the rules allow; ``IllegalMove`` says why it is none."""
    try:
        with without_keys():
            match = matches.from_position(position)
        for text in moves:
            match.play(text)
    except BadPosition as bad:
        clause, said = bad.faults[0]
        raise IllegalMove(said, (clause,) if clause else ()) from None
    except UnreadableMove as bad:
        raise IllegalMove(str(bad)) from None
    return match.position()


def _read(game: str, before: Any, text: str) -> Shown:
    """A position that somebody pastes, or the last one of a record; faults and all."""
    said: str
    try:
        data = loading.told(text)
        if isinstance(data, dict) and ("moves" in data or "pivotry" in data):
            data = matches.from_record(data).position()
        if isinstance(data, dict) and data.get("game") == game:
            return Shown(data)
        said = tr("That is no position of {game}.", game=tr(registry.get(game).facts.title))
    except NotJSON as bad:
        said = tr("That is not JSON: {fault}.", fault=bad)
    except BadPosition as bad:
        return Shown(before, faults(bad), refused=True)
    except (Trouble, ValueError) as bad:
        said = sentence(str(bad))
    return Shown(before, [Notice(said)], refused=True)


def _whole(text: str) -> str:
    """A text without halves of characters, which JSON can say and no answer can carry."""
    return text.encode(errors="replace").decode()


def _use(game: str, match: Match | None) -> str:
    """What can be done with a position that is in order."""
    if match is None:
        return pages.render("edit/use.html", match=None)
    position = match.position()
    fen = registry.get(game).fen.write(position)
    return pages.render(
        "edit/use.html",
        match=match,
        sides=match.facts.names(match.players),
        fen=fen,
        json=json.dumps(position),
        link=f"/edit/{game}/picture.{{}}?text={quote(fen, safe='')}",
        images=raster.available(),
    )
