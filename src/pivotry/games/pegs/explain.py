"""Why a move of the peg game may not be made, in one sentence about this position."""

from __future__ import annotations

from ...contract import Explanation, Record
from ...errors import UnreadableMove
from ...tongue import mark, tr, tr_n
from ...wording import listed, quoted, sentence
from . import notation, rules
from .tables import DRAW, PEG_NAMES, PEG_NUMBER, ROOM, ROW, ROWS, SOURCES

_COUNT = ("", mark("one"), mark("two"), mark("three"), mark("four"))
_WINNERS = {1: mark("Dark"), 2: mark("Light")}


def explain(s: Record, c: Record, text: str) -> Explanation:
    """Whether ``text`` can be played now; every clause against it, the most telling one said."""
    try:
        move = notation.read(text)
    except UnreadableMove as error:
        return Explanation(False, (), sentence(str(error)))
    over = _over(s, c)
    if over is not None:
        return over
    against = _against(s, c, *move)
    if against:
        clauses = tuple(dict.fromkeys(clause for clause, _, _ in against))
        _, message, squares = against[0]
        return Explanation(False, clauses, message, squares)
    source, to = PEG_NUMBER[move.source], PEG_NUMBER[move.to]
    if rules.beside(source, to):
        message = tr(
            "The top ring of {source} can go sideways to {to}.", source=move.source, to=move.to
        )
        return Explanation(True, ("G-4", "G-5"), message, tuple(move))
    message = tr(
        "{source} is full, so its top ring can go forward to {to}.", source=move.source, to=move.to
    )
    return Explanation(True, ("G-4", "G-6"), message, tuple(move))


def nowhere(s: Record, c: Record, at: str) -> Explanation:
    """Why no ring can leave the peg ``at`` now."""
    over = _over(s, c)
    if over is not None:
        return over
    source = PEG_NUMBER.get(at)
    if source is None:
        return Explanation(False, ("G-1",), tr("There is no peg {name}.", name=quoted(at)))
    if source >= SOURCES or rules.rings(s, source) == 0:
        against = _against(s, c, at, at)[1:]  # (that it goes nowhere else is not the reason)
    else:
        ways = [p for p in range(len(PEG_NAMES)) if rules.beside(source, p)]
        ways += [p for p in range(len(PEG_NAMES)) if rules.has_lane(c, source, p)]
        against = [reason for p in ways for reason in _against(s, c, at, PEG_NAMES[p])]
    sentences = tuple(dict.fromkeys(message for _, message, _ in against))
    clauses = tuple(dict.fromkeys(clause for clause, _, _ in against))
    squares = tuple(dict.fromkeys(peg for *_, pegs in against for peg in pegs))
    if source < SOURCES and rules.rings(s, source):
        told = tr("The top ring of {peg} has nowhere to go.", peg=at)
        return Explanation(False, clauses, " ".join((told, *sentences)), squares)
    return Explanation(False, clauses, sentences[0], squares)


def _over(s: Record, c: Record) -> Explanation | None:
    result = int(s.result)
    if result == 0:
        return None
    if result in _WINNERS:
        colour = result - 1
        goal = tuple(
            PEG_NAMES[p]
            for p in range(SOURCES, len(PEG_NAMES))
            if rules.is_full(s, p) and rules.ring(s, p, 0) == colour
        )
        message = tr(
            "The game is over: {side} has won with three rings in the goal row.",
            side=tr(_WINNERS[result]),
        )
        return Explanation(False, ("G-10",), message, goal)
    assert result == DRAW
    if int(s.quiet) >= int(c.quiet_limit):
        message = tr(
            "The game is over: a draw, after {quiet} moves in a row without a forward move.",
            quiet=int(s.quiet),
        )
        return Explanation(False, ("G-11",), message)
    return Explanation(False, ("G-9",), tr("The game is over: a draw, as no move was left."))


def _against(
    s: Record, c: Record, source_name: str, to_name: str
) -> list[tuple[str, str, tuple[str, ...]]]:
    """Everything that forbids a move: clause, sentence, pegs to light up; most telling first."""
    unknown = [name for name in (source_name, to_name) if name not in PEG_NUMBER]
    if unknown:
        known = tuple(name for name in (source_name, to_name) if name in PEG_NUMBER)
        return [("G-1", _no_such_peg(unknown[0]), known)]
    source, to = PEG_NUMBER[source_name], PEG_NUMBER[to_name]
    both = (source_name, to_name)
    found: list[tuple[str, str, tuple[str, ...]]] = []
    row, to_row = int(ROW[source]), int(ROW[to])
    held = rules.rings(s, source)

    if source == to:
        found.append(
            (
                "G-4",
                tr("A ring moves to another peg, not back onto {to_name}.", to_name=to_name),
                (to_name,),
            )
        )
    if held == 0:
        if source >= SOURCES:
            none = tr("There is no ring in {peg}.", peg=source_name)
        else:
            none = tr("There is no ring on {peg}.", peg=source_name)
        found.append(("G-4", none, (source_name,)))
    if source >= SOURCES:
        if held:
            stays = tr(
                "The ring in {peg} is in the goal row and never moves again.", peg=source_name
            )
        else:
            stays = tr("A ring in {peg} is in the goal row and never moves again.", peg=source_name)
        found.append(("G-8", stays, both))
    if to_row < row:
        found.append(
            (
                "G-8",
                tr(
                    "{to_name} lies behind {source_name}, and no ring goes backward.",
                    to_name=to_name,
                    source_name=source_name,
                ),
                both,
            )
        )
    elif to_row == row:
        if source != to and not rules.beside(source, to):
            found.append(("G-5", _not_next(source, to), both))
    elif to_row > row + 1:
        found.append(
            (
                "G-6",
                tr(
                    "{to_name} is more than one row ahead: from row {row} a ring goes "
                    "forward to row {row2}.",
                    to_name=to_name,
                    row=ROWS[row],
                    row2=ROWS[row + 1],
                ),
                both,
            )
        )
    elif not rules.has_lane(c, source, to):
        found.append(("G-6", _no_lane(c, source, to), both))
    if to_row > row and held > 0 and not rules.is_full(s, source):
        room = int(ROOM[source])
        found.append(
            (
                "G-6",
                tr(
                    "{peg} holds {count} of {room} rings, so its top ring cannot go forward yet.",
                    peg=source_name,
                    count=tr(_COUNT[held]),
                    room=tr(_COUNT[room]),
                ),
                (source_name,),
            )
        )
    if source != to and rules.is_full(s, to):
        room = int(ROOM[to])
        found.append(
            (
                "G-4",
                tr_n(
                    "{peg} has no room: it is full with one ring.",
                    "{peg} has no room: it is full with {room} rings.",
                    room,
                    peg=to_name,
                    room=tr(_COUNT[room]),
                ),
                (to_name,),
            )
        )
    if rules.takes_back(s, source, to):
        found.append(
            (
                "G-7",
                tr(
                    "The move before was {to_name}-{source_name}; that ring may not go "
                    "straight back.",
                    to_name=to_name,
                    source_name=source_name,
                ),
                both,
            )
        )
    return found


def _no_such_peg(name: str) -> str:
    row = name[0]
    if row in ROWS:
        last = max(peg for peg in PEG_NAMES if peg[0] == row)
        return tr(
            "There is no peg {name}: row {row} goes from {row}1 to {last}.",
            name=name,
            row=row,
            last=last,
        )
    return tr("There is no peg {name}: the rows are A, B, C and D.", name=name)


def _not_next(source: int, to: int) -> str:
    between = PEG_NAMES[min(source, to) + 1 : max(source, to)]
    return tr_n(
        "{peg} is not next to {other}: {between} stands between them.",
        "{peg} is not next to {other}: {between} stand between them.",
        len(between),
        peg=PEG_NAMES[to],
        other=PEG_NAMES[source],
        between=listed(between),
    )


def _no_lane(c: Record, source: int, to: int) -> str:
    name = PEG_NAMES[source]
    ends = [peg for p, peg in enumerate(PEG_NAMES) if rules.has_lane(c, source, p)]
    return tr_n(
        "No lane leads from {name} to {peg}: its only lane goes to {ends}.",
        "No lane leads from {name} to {peg}: its lanes go to {ends}.",
        len(ends),
        name=name,
        peg=PEG_NAMES[to],
        ends=listed(ends),
    )
