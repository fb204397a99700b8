"""The one way out: everything that a viewer gets of a table is made here, from (table, viewer).

Pages without a viewer (the list of games, rules) are in ``pages.py``; they know no table. Nothing
in here reads a hidden card: it asks the match for the viewer's view, picture and story.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .. import registry
from ..match import Event
from . import pages
from .lobby import Room
from .table import NotAllowed, Table, Viewer

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
WAIT_BUSY_MS = 300
WAIT_IDLE_MS = 4000


@dataclass(frozen=True)
class Asked:
    """How a viewer wants to see a table; nothing in it changes what they may see."""

    turned: bool = False
    """From the other side than usual (board games)."""
    compact: bool = False
    """Upright, for a narrow screen (card games)."""
    picked: tuple[tuple[str, ...], ...] = ()
    """The names of what has been clicked so far, click by click."""
    lit: tuple[str, ...] = ()
    """Names to light up."""


@dataclass(frozen=True)
class Notice:
    """Something to tell a viewer: a sentence, with the clauses it rests on."""

    text: str
    clauses: tuple[str, ...] = ()


def page(table: Table) -> str:
    """The page of a table before anything is on it: the same for everybody."""
    return pages.render("table.html", id=table.id, game=table.match.facts)


def tag(room: Room) -> str:
    """Changes whenever ``state`` would."""
    doing = "-" if not room.thinking else "preparing" if room.preparing else "thinking"
    return f"{room.table.version}.{doing}.{len(room.trouble or '')}"


def state(room: Room, viewer: Viewer, asked: Asked, notice: Notice | None = None) -> dict[str, Any]:
    """All that the page of a table shows, panel by panel."""
    table = room.table
    match = table.match
    moves = _moves(table, viewer)
    facts: dict[str, Any] = {
        "table": table,
        "game": match.facts,
        "names": match.names,
        "kinds": table.kinds,
        "actor": table.actor,
        "viewer": viewer,
        "hides": table.hides(viewer),
        "lingers": table.shared and viewer.eye is not None and viewer.eye != table.actor,
        "shared": table.shared,
        "may_move": table.may_move(viewer),
        "alone": len(table.persons) == 1,
        "thinking": room.thinking,
        "preparing": room.preparing,
        "outcome": _outcome(table),
        "result": match.result,
        "scores": match.scores,
        "can_undo": table.can_undo(),
        "may_save": may_save(table, viewer),
        "trouble": room.trouble,
        "moves": [text for text, _ in moves],
        "story": story(table, viewer),
    }
    drawn, style = picture(table, viewer, asked)
    panels = {
        name: pages.render(f"table/{name}.html", **facts)
        for name in ("status", "actions", "seats", "moves", "story")
    }
    panels["picture"] = drawn
    panels["notice"] = pages.notice(match.game, notice) if notice else ""
    return {
        "version": table.version,
        "tag": tag(room),
        "panels": panels,
        "style": style,
        "paths": moves,
        "lit": asked.lit,
        "say": _say(table, viewer),
        "wait": WAIT_BUSY_MS if table.computer_to_move else WAIT_IDLE_MS,
    }


def picture(table: Table, viewer: Viewer, asked: Asked) -> tuple[str, str]:
    """The picture that a viewer sees, and its style sheet apart.

    Apart, because the page's Content-Security-Policy allows no style inside the document.
    """
    match = table.match
    moves = _moves(table, viewer)
    targets: tuple[str, ...] = ()
    chosen = None
    if asked.picked and moves:
        fitting = [path for _, path in moves if _begins(path, asked.picked)]
        step = len(asked.picked)
        targets = tuple(dict.fromkeys(path[step] for path in fitting if len(path) > step))
        begun = [path[step - 1] for path in fitting]
        chosen = begun[0] if begun else next(iter(asked.picked[-1]), None)
    alone = len(table.persons) == 1 and table.persons[0] == 1 and not match.facts.hidden
    svg = match.svg(
        viewer.eye,
        legal=tuple(text for text, _ in moves),
        chosen=chosen,
        targets=targets,
        lit=asked.lit,
        flip=alone != asked.turned,
        compact=asked.compact,
        ids="board",
    )
    return split_style(svg)


def split_style(svg: str) -> tuple[str, str]:
    """A picture without its ``<style>`` elements, and what was in them."""
    styles = [html.unescape(found) for found in _STYLE.findall(svg)]
    return _STYLE.sub("", svg), "\n".join(styles)


def story(table: Table, viewer: Viewer) -> list[dict[str, Any]]:
    """What has happened, as this viewer may know it, oldest first; a draw stands with its move."""
    lines: list[dict[str, Any]] = []
    names = table.match.names
    last: Event | None = None
    for event in table.match.story(viewer.eye):
        card = event.text.removeprefix("=")
        if event.kind == "deal":
            lines.append({"who": "", "text": "New deal", "kind": "deal"})
        elif event.kind == "move":
            lines.append({"who": names[event.seat], "text": event.text, "kind": "move"})
        elif last is not None and (last.kind, last.seat) == ("move", event.seat):
            lines[-1]["text"] += f" ({card})" if card else ""
        else:
            text = f"draws {card}" if card else "draws a card"
            lines.append({"who": names[event.seat], "text": text, "kind": "draw"})
        last = event
    return lines


def intended(table: Table, viewer: Viewer, clicks: Sequence[Sequence[str]]) -> str | None:
    """The move that somebody means who clicked these names; None if it takes more clicks.

    Raises ``NotAllowed`` for who may not move.
    """
    if viewer.eye is None or not table.may_move(viewer):
        raise NotAllowed("It is not your turn.")
    return registry.get(table.match.game).notation.intended(clicks, viewer.eye)


def record(table: Table, viewer: Viewer) -> dict[str, Any] | None:
    """The record, all cards in it; None while that would show a hand to somebody at the screen."""
    return table.match.record() if may_save(table, viewer) else None


def may_save(table: Table, viewer: Viewer) -> bool:
    """Whether the record is for this viewer: it holds every hand there has been.

    A running match with hidden hands is for one person alone at a screen; a finished one for all.
    """
    if table.actor is None:
        return True
    if viewer.seats != frozenset(table.persons):
        return False
    return len(table.persons) < 2 or not registry.get(table.match.game).facts.hidden


def _moves(table: Table, viewer: Viewer) -> list[tuple[str, tuple[str, ...]]]:
    """Legal moves with what to click for each; none for who may not move."""
    if not table.may_move(viewer):
        return []
    path = registry.get(table.match.game).notation.path
    seat = table.actor
    assert seat is not None
    return [(text, path(text, seat)) for text in table.match.legal_moves()]


def _begins(path: Sequence[str], picked: Sequence[Sequence[str]]) -> bool:
    return len(path) >= len(picked) and all(
        name in names for name, names in zip(path, picked, strict=False)
    )


def _outcome(table: Table) -> str | None:
    """How the match ended, in a sentence."""
    result = table.match.result
    return None if result is None else pages.outcome([table.match.names[seat] for seat in result])


def _say(table: Table, viewer: Viewer) -> str:
    """What a screen reader says when the table has changed."""
    lines = story(table, viewer)[-2:]
    said = " ".join(f"{line['who']}: {line['text']}." for line in lines if line["who"])
    outcome = _outcome(table)
    if outcome:
        return f"{said} {outcome}".strip()
    assert table.actor is not None
    if table.persons == (table.actor,):
        return f"{said} Your turn.".strip()
    return f"{said} {table.match.names[table.actor]} to move.".strip()
