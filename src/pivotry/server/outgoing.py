"""The one way out: everything that a viewer gets of a table is made here, from (table, viewer).

Pages without a viewer (the list of games, rules) are in ``pages.py``; they know no table. Nothing
in here reads a hidden card: it asks the match for the viewer's view, picture and story.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from .. import raster, registry
from ..contract import Position
from ..record import checks
from ..tongue import tr
from ..wording import listed
from . import allowed, aloud, consent, links, pages, seating, standing
from .access import Door, Keys
from .clicks import alike, picked_up
from .ending import outcome, reason
from .notices import Notice, nothing_there
from .phrases import FRESH, PHRASES
from .room import Room
from .rounds import rounds
from .seats import GOES_ON, NotAllowed, Viewer, played_by
from .sight import Moment, Proposed, Sight, spot
from .story import read_out, say, story
from .table import Table

if TYPE_CHECKING:
    from ..analysis import Analysis

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@dataclass(frozen=True)
class Asked:
    """How a viewer wants to see a table; nothing in it changes what they may see."""

    turned: bool = False
    """From the other side than usual (board games)."""
    compact: bool = False
    """Upright, for a narrow screen (card games)."""
    room: int = 0
    """How high its place is, in hundredths of its width (card games); see ``svg.Look``."""
    picked: tuple[tuple[str, ...], ...] = ()
    """The names of what has been clicked so far, click by click."""
    lit: tuple[str, ...] = ()
    """Names to light up."""


def page(table: Table) -> str:
    """The page of a table before anything is on it: the same for everybody."""
    telling = registry.get(table.match.game).telling
    return pages.render(
        "table.html",
        id=table.id,
        game=table.match.facts,
        graded=pages.graded(),
        goes_on=GOES_ON,
        legend=telling.legend(),
        aim=telling.aim(),
        phrases=PHRASES,
        counted=table.match.facts.scored or table.clock is not None,
    )


@dataclass(frozen=True)
class Around:
    """What is not of the table itself: who is there, what time it is, how links are made."""

    present: frozenset[str]
    """The visitors who look at the table now."""
    now: float
    keys: Keys
    site: str
    """What addresses of this server begin with."""


def door(
    table: Table, way: Door, seat: int | None, visitor: str, named: str | None = None,
    *, site: str = "", address: str = "",
) -> str:  # fmt: skip
    """The page that a link opens: what it leads to, and a button to go in.

    ``named`` is the ply that the link names. The spectators' link shows its position: ``address``
    is what the pictures of this link begin with, ``site`` what addresses of this server begin with.
    """
    ply, been = spot(named, table.match.ply)
    return pages.render(
        "door.html",
        game=table.match.facts,
        way=way,
        name=None if seat is None else table.match.names[seat],
        others=listed(
            [
                name
                for n, name in enumerate(table.match.names)
                if n != seat and table.seats[n].kind != "open"
            ]
        ),
        inside=table.knows(visitor),
        warning=table.warning,
        id=table.id,
        ply=ply,
        made=table.match.made(ply),
        been=been,
        picture=f"{address}/{table.match.ply if ply is None else ply}" if way == "watch" else None,
        site=site,
        images=raster.available(),
    )


def shown(table: Table) -> Sight:
    """What the spectators' link shows to whoever has it, and has not gone in."""
    return sight(table, Viewer(frozenset(), None), Asked())


def code(table: Table, viewer: Viewer, around: Around, door: str, seat: int) -> str | None:
    """A link of this viewer's as a QR code (SVG); None for a link that they do not have."""
    import segno

    found = links.own(table, viewer, around.keys, around.site)
    own = found[door] if door in ("join", "seat") else {}
    link = found["watch"] if door == "watch" else own.get(seat)
    if link is None:
        return None
    made: str = segno.make(link, micro=False).svg_inline(scale=4, border=4, light="#ffffff")
    return made.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def tag(room: Room, present: frozenset[str]) -> str:
    """Changes whenever ``state`` would."""
    doing = "preparing" if room.preparing else "thinking" if room.thinking else "-"
    doing = "rests" if room.rests else doing
    here = "".join(str(int(there)) for there in _presence(room.table, present))
    waits = standing.waits(room.table)
    away = "-".join("" if wait is None else f"{wait.hours}:{wait.minutes}" for wait in waits)
    trouble, onlookers = len(room.trouble or ""), _onlookers(room, present)
    return f"{room.table.number}.{doing}.{trouble}.{here}.{away}.{onlookers}"


def _presence(table: Table, present: frozenset[str]) -> list[bool]:
    """For each seat whether somebody who plays it looks at the table now."""
    return [not present.isdisjoint(seat.holders) for seat in table.seats]


def _onlookers(room: Room, present: frozenset[str]) -> int:
    return sum(not room.table.held(visitor) for visitor in present)


def state(
    room: Room, viewer: Viewer, asked: Asked, around: Around, notice: Notice | None = None
) -> dict[str, Any]:
    """All that the page of a table shows, panel by panel."""
    table = room.table
    match = table.match
    moves = _moves(table, viewer)
    told = story(table, viewer)
    dealt = rounds(match)
    facts: dict[str, Any] = {
        "table": table,
        "game": match.facts,
        "names": match.names,
        "named": [n for n, name in enumerate(match.given) if name is not None],
        "kinds": table.kinds,
        "actor": table.actor,
        "viewer": viewer,
        "hides": table.hides(viewer),
        "lingers": table.shared(viewer) and viewer.eye not in (None, table.actor),
        "shared": table.shared(viewer),
        "may_move": table.may_move(viewer),
        "alone": len(viewer.seats) == 1,
        "alone_here": not table.together,
        "waiting": table.waiting,
        "next": standing.rematch(table, viewer),
        "hosts": table.hosts(viewer),
        "may_seat": [seating.may_change(table, viewer, n) for n in range(match.players)],
        "sitting": [seat.player if seat.kind == "computer" else seat.kind for seat in table.seats],
        "labels": [standing.label(match.game, seat) for seat in table.seats],
        "choices": standing.choices(table),
        "may_invite": [seating.may_invite(table, n) for n in range(match.players)],
        "warning": table.warning,
        "offer": standing.offer(table, viewer),
        "present": _presence(table, around.present),
        "onlookers": _onlookers(room, around.present),
        "clocks": standing.clocks(table, around.now),
        "away": sorted(table.away(viewer.visitor)),
        "absent": standing.absent(table, viewer),
        "graded": pages.graded(),
        "goes_on": GOES_ON,
        "stands_in": [seat.stands_in for seat in table.seats],
        "kept": [seat.kept_from(viewer.visitor) for seat in table.seats],
        "links": links.own(table, viewer, around.keys, around.site),
        "thinking": room.thinking,
        "preparing": room.preparing,
        "rests": room.rests,
        "outcome": outcome(table, viewer),
        "reason": reason(table),
        "result": table.result,
        "scores": match.scores,
        "undo_refusal": consent.no_undo(table, viewer),
        "can_give_up": bool(viewer.seats) and not table.over and not table.waiting,
        "may_save": allowed.may_save(table, viewer),
        "sole": table.sole(viewer),
        "may_ask": allowed.may_ask(table, viewer),
        "may_analyse": allowed.may_analyse(table, viewer),
        "may_try": allowed.trial_refusal(table, viewer) is None,
        "trouble": room.trouble,
        "moves": [text for text, _ in moves],
        "story": told,
        "images": raster.available(),
        "fair": _fair(table),
        "rounds": dealt,
    }
    drawn, style = picture(table, viewer, asked)
    panels = {
        name: pages.render(f"table/{name}.html", **facts)
        for name in (
            "status",
            "actions",
            "absent",
            "seats",
            "moves",
            "story",
            "take",
            "fair",
            "rounds",
            "offer",
        )
    }
    telling = registry.get(match.game).telling
    if table.over:
        places = sight(table, viewer, asked).at(match.ply).places()
    else:
        places = telling.places(match.view(viewer.eye), match.names)
    panels["words"] = aloud.panel(places)
    panels["picture"] = drawn
    panels["notice"] = pages.notice(match.game, notice) if notice else ""
    return {
        "version": table.version,
        "number": table.number,
        "ply": match.ply,
        "made": match.made(),
        "over": table.over,
        "tag": tag(room, around.present),
        "panels": panels,
        "style": style,
        "paths": moves,
        "names": match.names,
        "asks": table.offer is not None and viewer.visitor == table.offer.asker,
        "apart": {text: telling.apart(text) for text in alike(moves)},
        "places": aloud.names(places),
        "ahead": _ahead(table, viewer),
        "moves_a_turn": match.facts.moves_a_turn,
        "ghosts": not match.facts.hidden,
        "shared": table.shared(viewer) and not table.over,
        "eye": viewer.eye if match.facts.hidden else None,
        "lit": asked.lit,
        "say": say(table, viewer, told),
        "clock": standing.running(table, around.now),
        "rounds": standing.interlude(table, viewer, dealt),
        "next": facts["next"],
        "may_say": table.may_say(viewer),
        "share": _share(table, viewer, around),
    }


def looks_on(table: Table, viewer: Viewer) -> bool:
    """Whether this viewer is told, to the letter, what everybody is told who only looks on."""
    only = not (viewer.seats or table.away(viewer.visitor) or table.hosts(viewer))
    return only and viewer.visitor in table.watchers


def _share(table: Table, viewer: Viewer, around: Around) -> str | None:
    """The link that everybody may pass on who has been let in."""
    if not table.knows(viewer.visitor):
        return None
    return links.watching(table, around.keys, around.site)


def _ahead(table: Table, viewer: Viewer) -> str | None:
    """What this viewer can choose in their page while others are to move.

    A ``move`` where nothing is hidden; else a ``card`` to take up: what it does when the turn comes
    depends on cards that nobody has seen yet. Nothing of it is known here before the turn.
    """
    if table.over or table.waiting or len(viewer.seats) != 1 or viewer.eye is None:
        return None
    if table.actor is None or table.actor == viewer.eye:
        return None
    return "card" if table.match.facts.hidden else "move"


def events(found: Sequence[dict[str, Any]], now: float) -> list[dict[str, Any]]:
    """What happened at a table, as sockets carry it; nothing in it is hidden from anybody.

    What somebody said is there in the reader's language, and for a minute.
    """
    told = []
    for event in found:
        one = {name: event[name] for name in ("number", "kind", "seat", "text")}
        if event["kind"] == "phrase":
            if now - event["at"] > FRESH or event["text"] not in PHRASES:
                continue
            one["said"] = tr(PHRASES[event["text"]])
        told.append(one)
    return told


def _fair(table: Table) -> dict[str, Any] | None:
    """What was promised about the cards; the seeds when the match is over, and no sooner."""
    if not table.match.facts.chance:
        return None
    parts = [
        {
            "from": table.match.made(part.ply) + 1,
            "commitment": part.commitment,
            "seed": part.seed.hex() if table.over and part.seed is not None else None,
        }
        for part in table.match.fairness
    ]
    return {"parts": parts, "over": table.over}


def fairness(table: Table) -> Callable[[], str]:
    """What comes of checking every card of a finished match against its seed: a panel.

    To be called without the table's lock. Raises ``NotAllowed`` while the match goes on, and
    in games without cards.
    """
    if not table.match.facts.chance:
        raise NotAllowed(tr("Nothing is dealt in this game, so there are no cards to check."))
    if not table.over:
        raise NotAllowed(tr("The cards can be checked when the match is over."))
    if not table.match.facts.chance:
        raise NotAllowed(tr("There was nothing to deal in this game."))
    match = table.match.copy()

    def checked() -> str:
        found = [(check, match.made(check.ply)) for check in checks(match)]
        return pages.render("table/checked.html", checks=found)

    return checked


def picture(table: Table, viewer: Viewer, asked: Asked) -> tuple[str, str]:
    """The picture that a viewer sees, and its style sheet apart.

    Apart, because the page's Content-Security-Policy allows no style inside the document.
    """
    match = table.match
    if table.over:
        moment = sight(table, viewer, asked).at(match.ply)
        return split_style(moment.svg(ids="board", lit=asked.lit))
    moves = _moves(table, viewer)
    chosen, targets = picked_up(moves, asked.picked)
    svg = match.svg(
        viewer.eye,
        legal=tuple(text for text, _ in moves),
        chosen=chosen,
        targets=targets,
        lit=asked.lit,
        flip=_turned(table, viewer) != asked.turned,
        near=_near(table, viewer),
        covered=_covered(viewer),
        waiting=table.waiting,
        compact=asked.compact,
        room=asked.room,
        ids="board",
    )
    return split_style(svg)


def ahead(table: Table, viewer: Viewer, asked: Asked, text: str) -> tuple[str, str]:
    """The picture that there would be after a move of whoever is to move, for them to see it first.

    Where hands are hidden nobody is shown what is to come: ``NotAllowed``. ``UnreadableMove`` or
    ``IllegalMove`` for what cannot be played.
    """
    if table.match.facts.hidden or not table.may_move(viewer):
        raise NotAllowed(tr("It is not your turn."))
    then = table.match.copy()
    then.play(text)
    flip = _turned(table, viewer) != asked.turned
    svg = then.svg(viewer.eye, legal=(), flip=flip, compact=asked.compact, ids="board")
    return split_style(svg)


def _near(table: Table, viewer: Viewer) -> int:
    """Whose side a curtain shows the table from: of who moved last at this screen.

    From another side everything would be elsewhere, and their move could not be followed.
    """
    if viewer.eye is not None or not table.shared(viewer):
        return 0
    own = (event for event in reversed(table.match.story()) if event.kind == "move")
    return next((event.seat for event in own if event.seat in viewer.seats), min(viewer.seats))


def _covered(viewer: Viewer) -> bool:
    """Whether a viewer plays, and sees no hand now: the curtain is down."""
    return viewer.eye is None and bool(viewer.seats)


def split_style(svg: str) -> tuple[str, str]:
    """A picture without its ``<style>`` elements, and what was in them."""
    styles = [html.unescape(found) for found in _STYLE.findall(svg)]
    return _STYLE.sub("", svg), "\n".join(styles)


def sight(table: Table, viewer: Viewer, asked: Asked) -> Sight:
    """What this viewer may see now, and of all that was before; when it is over, all hands open."""
    eye = viewer.eye
    if table.over and eye is None and viewer.seats:
        eye = _near(table, viewer) if table.shared(viewer) else min(viewer.seats)
    flip = _turned(table, viewer) != asked.turned
    covered = eye is None and _covered(viewer)
    return Sight(
        table.match.copy(), eye, table.over, flip, asked.compact, asked.room, table.result, covered
    )


def past(
    table: Table, viewer: Viewer, ply: int, asked: Asked, better: str | None = None
) -> Callable[[], dict[str, Any]]:
    """How the table stood at a ply, as this viewer may know it.

    ``better`` is a move that an analysis would have played there, to be seen on the board.

    What comes back is to be called without the table's lock: it draws, and raises ``BadOption``
    for a ply that has not been, and ``PivotryError`` for a move that could not be played there.
    ``NotAllowed`` for who may not know an analysis.
    """
    if better is not None and not allowed.may_analyse(table, viewer):
        raise NotAllowed(tr("A match with others can be analysed when it is over."))
    seen = sight(table, viewer, asked)
    lines = [line for line in story(table, viewer) if line["ply"] <= ply]
    may_try = allowed.trial_refusal(table, viewer) is None

    def told() -> dict[str, Any]:
        moment = seen.at(ply)
        proposed = None if better is None else moment.proposed(better)
        if proposed is None:
            drawn, style = split_style(moment.svg(ids="board"))
        else:
            drawn, style = split_style(moment.svg(ids="board", lit=proposed.lit, last=()))
        places = moment.places()
        said = read_out(lines[-1]) if lines else ""
        turn = moment.match.turn
        made = {"made": moment.match.made(), "of": seen.match.made()}
        return {
            "ply": ply,
            "last": seen.match.ply,
            **made,
            "chance": moment.chance,
            "better": None if proposed is None else _proposal(moment, proposed),
            "panels": {"picture": drawn, "words": aloud.panel(places)},
            "places": aloud.names(places),
            "style": style,
            "say": " ".join(
                (tr("Move {n} of {last}.", n=made["made"], last=made["of"]), said)
            ).strip(),
            "branch": may_try and turn is not None and turn >= 0,
        }

    return told


def _proposal(moment: Moment, proposed: Proposed) -> dict[str, Any]:
    """A move that would have been better, in words, and the picture that it would have led to."""
    match = moment.match
    ghost = None if proposed.then is None else split_style(proposed.then.svg(ids="board"))[0]
    better = registry.get(match.game).telling.instead(proposed.text, match.names)
    said = tr("Move {n}. Better: {better}.", n=match.made() + 1, better=better)
    return {"said": said, "ghost": ghost}


def position(table: Table, viewer: Viewer, ply: int | None = None) -> Position:
    """The position of a ply, or the present one; ``NotAllowed`` where it is not to be tried out."""
    refusal = allowed.trial_refusal(table, viewer)
    if refusal is not None:
        raise NotAllowed(refusal)
    match = table.match
    return match.position() if ply is None else match.earlier(ply).position()


def analysis(table: Table, viewer: Viewer, found: Analysis, width: float = 360) -> dict[str, Any]:
    """A finished analysis as a panel, the style sheet of its graph apart, and marks for the log.

    ``width`` is the room for the graph in units of its drawing.
    """
    from ..analysis.graph import draw
    from ..analysis.judge import SYMBOLS
    from .assessed import facts

    found = replace(found, names=table.match.names)  # as they are called here and now
    graph, style = split_style(draw(found, ids="graph", plies=True, narrow=True, width=width))
    panel = pages.render("table/analysis.html", graph=Markup(graph), **facts(found))
    noted = [
        {"made": move.ply + 1, "mark": move.known.mark, "symbol": SYMBOLS[move.known.mark]}
        for move in found.moves
        if move.known.mark in SYMBOLS
    ]
    return {"panel": panel, "style": style, "marks": noted}


def _turned(table: Table, viewer: Viewer) -> bool:
    """Whether this viewer sits on the far side of a board."""
    return viewer.seats == {1} and not table.match.facts.hidden


def intended(table: Table, viewer: Viewer, clicks: Sequence[Sequence[str]]) -> str | None:
    """The move that somebody means who clicked these names; None if it takes more clicks.

    Raises ``NotAllowed`` for who may not move.
    """
    if viewer.eye is None or not table.may_move(viewer):
        raise NotAllowed(tr("It is not your turn."))
    return registry.get(table.match.game).notation.intended(clicks, viewer.eye)


def nowhere(table: Table, viewer: Viewer, clicks: Sequence[Sequence[str]]) -> dict[str, Any]:
    """What is said of clicks that no move is meant by, and what to light up.

    ``NotAllowed`` for who may not move: it is said of the hand of whoever is to move.
    """
    if not table.may_move(viewer):
        raise NotAllowed(tr("It is not your turn."))
    said, lit = nothing_there(table.match, clicks)
    return {"notice": pages.notice(table.match.game, said), "lit": lit}


def record(table: Table, viewer: Viewer) -> dict[str, Any] | None:
    """The record, all cards in it; None while that would show a hand to somebody at the screen."""
    if not allowed.may_save(table, viewer):
        return None
    match = table.match
    told = match.record(private=table.over)  # given up or out of time: over, though the rules go on
    told.pop("ended", None)  # of a match that was gone on with
    if table.end is not None:
        told["ended"] = {**asdict(table.end), "winners": list(table.end.winners)}
    return {**told, "played_by": played_by(table.shifts, told.get("played_by"), match)}


def _moves(table: Table, viewer: Viewer) -> list[tuple[str, tuple[str, ...]]]:
    """Legal moves with what to click for each; none for who may not move."""
    if not table.may_move(viewer):
        return []
    path = registry.get(table.match.game).notation.path
    seat = table.actor
    assert seat is not None
    return [(text, path(text, seat)) for text in table.match.legal_moves()]
