"""Why a pivot may not be made, in one sentence about this position.

Every answer rests on the predicates and masks of ``rules``, asked one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...contract import Explanation, Record, blank
from ...errors import UnreadableMove
from ...tongue import mark, tr, tr_n
from ...wording import listed, quoted, sentence
from . import notation, rules, stacks
from .tables import BARS, DARK, DRAW, LIGHT, bar_name, hole_name, hole_number

_SIDES = (mark("Dark"), mark("Light"))
_COUNT = (
    "", mark("one"), mark("two"), mark("three"), mark("four"), mark("five"), mark("six"),
    mark("seven"), mark("eight"), mark("nine"),
)  # fmt: skip


class Reason(NamedTuple):
    """One clause that forbids a move, why it does, and where to look."""

    clause: str
    message: str
    squares: tuple[str, ...]


def explain(s: Record, c: Record, text: str) -> Explanation:
    """Whether ``text`` can be played now; every clause against it, the most telling one said."""
    try:
        move = notation.read(text)
    except UnreadableMove as error:
        return Explanation(False, (), sentence(str(error)))
    w = _work(s.tobytes(), c.tobytes())
    if int(s.result) >= 0:
        return _over(s, c, w)
    reasons = list(against(s, c, w, move))
    if reasons:
        clauses = tuple(dict.fromkeys(reason.clause for reason in reasons))
        return Explanation(False, clauses, reasons[0].message, reasons[0].squares)
    return _allowed(s, c, w, move)


def nowhere(s: Record, c: Record, at: str) -> Explanation:
    """Why nothing can be moved out of the hole ``at`` now."""
    source = hole_number(at, c)
    if source is None:
        no_such = tr("There is no hole {name} on this board.", name=quoted(at))
        return Explanation(False, ("P-1",), no_such)
    w = _work(s.tobytes(), c.tobytes())
    if int(s.result) >= 0:
        return _over(s, c, w)
    side = int(s.turn)
    missing = list(_not_there(w, side, notation.Move(1, at, at), source))
    if missing:
        clauses = tuple(dict.fromkeys(reason.clause for reason in missing))
        return Explanation(False, clauses, missing[0].message, missing[0].squares)
    bar = int(w.stack[source, int(w.count[source]) - 1])
    pivot = int(s.hole[_pivot_end(s, bar, source)])
    around = [to for to in range(int(c.holes)) if to != source and rules.beside(c, pivot, to)]
    ahead = [to for to in around if rules.onward(c, side, source, to)]
    told = tr(
        "{bar} turns about hole {pivot}, and its end in hole {at} has nowhere to go.",
        bar=tr("Bar {name}", name=bar_name(bar)),
        pivot=hole_name(pivot, c),
        at=at,
    )
    if not ahead:
        behind = tr("All holes around that one lie behind it.")
        return Explanation(False, ("P-3", "P-4"), f"{told} {behind}", (at, hole_name(pivot, c)))
    # One sentence for each way in which the holes ahead are closed.
    found: dict[str, Reason] = {}
    closed: list[str] = []
    for to in ahead:
        for reason in _bar_against(s, c, w, notation.Move(1, at, hole_name(to, c)), bar, 0, to):
            found.setdefault(reason.clause, reason)
            closed.append(hole_name(to, c))
    said = " ".join((told, *(reason.message for reason in found.values())))
    return Explanation(False, ("P-3", "P-4", *found), said, (at, *dict.fromkeys(closed)))


@lru_cache(maxsize=4)
def _work(state: bytes, config: bytes) -> Record:
    """What is derived from a state; kept, since one position is asked about many moves."""
    s, c, w = blank(rules.STATE), blank(rules.CONFIG), blank(rules.WORK)
    s.view("u1")[:] = list(state)
    c.view("u1")[:] = list(config)
    rules.derive(s[0], c[0], w[0])
    return w[0]


def _over(s: Record, c: Record, w: Record) -> Explanation:
    result = int(s.result)
    dark, light = rules.finished(w, DARK), rules.finished(w, LIGHT)
    if result == DRAW:
        message = tr("The game is over: a draw, for neither side has a legal pivot.")
        return Explanation(False, ("P-20",), message)
    side = tr(_SIDES[result])
    if dark == light:
        message = tr(
            "The game is over: {side} has won, for {other} has no legal pivot.",
            side=side,
            other=tr(_SIDES[1 - result]),
        )
        return Explanation(False, ("P-20",), message)
    flags = int(w.home[result]) & ~int(w.held[result])
    home = [b for b in range(BARS) if b // 16 == result and flags >> b % 16 & 1]
    holes = sorted({int(s.hole[end]) for b in home for end in (2 * b, 2 * b + 1)})
    message = tr_n(
        "The game is over: {side} has won with {n} finished bar against {other}.",
        "The game is over: {side} has won with {n} finished bars against {other}.",
        max(dark, light),
        side=side,
        other=min(dark, light),
    )
    # A finished position does not tell who moved last; only Light wins after either's move.
    clauses = ("P-18",) if result == DARK else ("P-18", "P-19")
    return Explanation(False, clauses, message, tuple(hole_name(hole, c) for hole in holes))


def against(s: Record, c: Record, w: Record, move: notation.Move) -> Iterator[Reason]:
    """Everything that forbids a move in a game that is not over; most telling first."""
    known = [name for name in (move.source, move.to) if hole_number(name, c) is not None]
    for name in dict.fromkeys((move.source, move.to)):
        if name not in known:
            yield Reason("P-1", _no_such_hole(name, c), tuple(known))
    source, to = hole_number(move.source, c), hole_number(move.to, c)
    if source is None or to is None:
        return
    side = int(s.turn)
    missing = list(_not_there(w, side, move, source))
    if missing:
        yield from missing
        return
    count = int(w.count[source])
    carried = [int(w.stack[source, count - move.ends + j]) for j in range(move.ends)]
    if source == to:
        yield Reason(
            "P-3",
            tr("A pivot carries an end to another hole, not back to hole {to}.", to=move.to),
            (move.to,),
        )
    elif not rules.onward(c, side, source, to):
        yield _backward(c, side, move, source, to)
    pivots = [int(s.hole[_pivot_end(s, bar, source)]) for bar in carried]
    for j, bar in enumerate(carried):
        yield from _bar_against(s, c, w, move, bar, j, to)
    if len(set(pivots)) > 1 and source != to and not rules.beside(c, source, to):
        names = [hole_name(hole, c) for hole in dict.fromkeys(pivots)]
        yield Reason(
            "P-11",
            tr(
                "The ends of {names} turn about different holes, {names2}, and would "
                "part on the way from hole {source} to hole {to}.",
                names=listed([_bar(bar) for bar in carried]),
                names2=listed(names),
                source=move.source,
                to=move.to,
            ),
            (move.source, *names, move.to),
        )


def _not_there(w: Record, side: int, move: notation.Move, source: int) -> Iterator[Reason]:
    """Why the top ends of the source cannot be taken, whatever the destination."""
    count, own = int(w.count[source]), stacks.run(w, source, side)
    name, wanted, who = move.source, move.ends, tr(_SIDES[side])
    if count == 0:
        yield Reason("P-3", tr("No end stands in hole {name}.", name=name), (name,))
        return
    stack = [int(w.stack[source, place]) for place in range(count)]
    if wanted > count:
        yield Reason(
            "P-10",
            tr_n(
                "Only one end stands in hole {hole}, not {wanted}.",
                "Only {count} ends stand in hole {hole}, not {wanted}.",
                count,
                hole=name,
                count=_number(count),
                wanted=_number(wanted),
            ),
            (name,),
        )
    if own == 0:
        top = _bar(stack[-1])
        mine = [bar for bar in stack if bar // 16 == side]
        if mine:
            yield Reason(
                "P-8",
                tr(
                    "The end of {bar} in hole {name} is anchored: {top} stands above it.",
                    bar=_bar(mine[-1]),
                    name=name,
                    top=top,
                ),
                (name,),
            )
        yield Reason(
            "P-10",
            tr(
                "The top end in hole {name} is that of {top}, and {who} never moves an enemy bar.",
                name=name,
                top=top,
                who=who,
            ),
            (name,),
        )
    elif own < min(wanted, count):
        below = _bar(stack[count - own - 1])
        yield Reason(
            "P-10",
            tr_n(
                "Only the top end in hole {hole} can be taken: {below} below it is not {who}'s.",
                "Only the top {count} ends in hole {hole} can be taken: {below} below them is not "
                "{who}'s.",
                own,
                count=_number(own),
                hole=name,
                below=below,
                who=who,
            ),
            (name,),
        )


def _backward(c: Record, side: int, move: notation.Move, source: int, to: int) -> Reason:
    if int(c.row[source]) == int(c.row[to]):
        if side == DARK:
            said = mark(
                "Along its row an end goes to the right; hole {to} lies on the other side of hole "
                "{source}."
            )
        else:
            said = mark(
                "Along its row an end goes to the right as Light sees it, Dark's left; hole {to} "
                "lies on the other side of hole {source}."
            )
        message = tr(said, to=move.to, source=move.source)
    else:
        message = tr(
            "Hole {to} lies behind hole {source} for {side}, and no end goes back.",
            to=move.to,
            source=move.source,
            side=tr(_SIDES[side]),
        )
    return Reason("P-4", message, (move.source, move.to))


def _bar_against(
    s: Record, c: Record, w: Record, move: notation.Move, bar: int, place: int, to: int
) -> Iterator[Reason]:
    """What forbids one carried bar, the ``place``-th from below."""
    end = _pivot_end(s, bar, int(hole_number(move.source, c) or 0))
    pivot, level = int(s.hole[end]), int(s.level[end])
    name, at = _bar(bar), hole_name(pivot, c)
    if pivot == to:
        yield Reason(
            "P-3",
            tr("The other end of {name} stands in hole {at} itself.", name=name, at=at),
            (at,),
        )
    elif not rules.beside(c, pivot, to):
        yield Reason(
            "P-3",
            tr(
                "Hole {to} is no neighbour of hole {at}, about which {name} would turn.",
                to=move.to,
                at=at,
                name=name,
            ),
            (at, move.to),
        )
    else:
        if not rules.fits(w, to, level - place):
            yield Reason(
                "P-7",
                tr(
                    "The end of {name} from hole {source} would come to level {count} in hole {to} "
                    "while its other end stands on level {level} in hole {at}.",
                    name=name,
                    source=move.source,
                    count=int(w.count[to]) + 1 + place,
                    to=move.to,
                    level=level,
                    at=at,
                ),
                (move.to, at),
            )
        if rules.closed(s, w, end, to):
            above = next(
                other
                for other in (int(w.stack[pivot, v]) for v in range(level, int(w.count[pivot])))
                if to in (int(s.hole[2 * other]), int(s.hole[2 * other + 1]))
            )
            yield Reason(
                "P-9",
                tr(
                    "In hole {at}, {bar} lies above {name}, so {name} cannot come down above "
                    "{bar} in hole {to}.",
                    bar=_bar(above),
                    name=name,
                    at=at,
                    to=move.to,
                ),
                (at, move.to),
            )


def _allowed(s: Record, c: Record, w: Record, move: notation.Move) -> Explanation:
    source, to = hole_number(move.source, c), hole_number(move.to, c)
    assert source is not None
    assert to is not None
    count = int(w.count[source])
    bars = [int(w.stack[source, count - move.ends + j]) for j in range(move.ends)]
    pivots = dict.fromkeys(int(s.hole[_pivot_end(s, bar, source)]) for bar in bars)
    level = int(w.count[to]) + 1
    about = [tr("hole {name}", name=hole_name(hole, c)) for hole in pivots]
    message = tr_n(
        "About {holes}, {bars} can turn from hole {source} to hole {to}, onto level {levels}.",
        "About {holes}, {bars} can turn from hole {source} to hole {to}, onto levels {levels}.",
        move.ends,
        bars=listed([_bar(bar) for bar in bars]),
        holes=listed(about),
        source=move.source,
        to=move.to,
        levels=listed(str(level + j) for j in range(move.ends)),
    )
    clauses = ("P-3", "P-4") if move.ends == 1 else ("P-3", "P-4", "P-10")
    return Explanation(True, clauses, message, (move.source, move.to))


def _bar(bar: int) -> str:
    """A bar as it is said: alone, ``d2`` could be a hole."""
    return tr("bar {name}", name=bar_name(bar))


def _pivot_end(s: Record, bar: int, source: int) -> int:
    return int(stacks.end_at(s, bar, source)) ^ 1


def _no_such_hole(name: str, c: Record) -> str:
    row, rows = int(name[1:]), int(c.rows)
    if not 1 <= row <= rows:
        return tr(
            "There is no hole {name}: the rows of this board are 1 to {rows}.", name=name, rows=rows
        )
    last = hole_name(int(c.first[row]) - 1, c)
    return tr(
        "There is no hole {name}: row {row} goes from a{row} to {last}.",
        name=name,
        row=row,
        last=last,
    )


def _number(n: int) -> str:
    return tr(_COUNT[n]) if n < len(_COUNT) else str(n)
