"""The position in words: as a whole, and hole by hole."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pivotry.games.woodwork import called, headline, seat_of
from pivotry.places import Part, Place
from pivotry.tongue import mark, tr, tr_n
from pivotry.wording import listed

from .drawing import Bar, Hole, Layout, hole_name
from .notation import read


def places(view: Mapping[str, Any], names: Sequence[str] = ()) -> list[Part]:
    """The board, from Light's back row to Dark's, then how far each side is."""
    layout = Layout.of(view)
    rows = range(len(layout.widths) - 1, -1, -1)
    board = Part(
        tr("Board"),
        tuple(
            tuple(
                Place(hole_name((row, column)), _told(layout, (row, column)))
                for column in range(layout.widths[row])
            )
            for row in rows
        ),
        tuple(tr("Row {n}", n=row + 1) for row in rows),
    )
    sides = Part(tr("Bars"), (tuple(Place("", _side(layout, seat, names)) for seat in (0, 1)),))
    return [board, sides]


def apart(text: str) -> str:
    """How many of the ends on a hole go: any number of the topmost can (P-10, P-12)."""
    ends = read(text).ends
    if ends == 1:
        return tr("The top bar alone")
    return tr("The top {n} bars together", n=ends)


def spoken(text: str) -> str:
    """A move as it is read out: its names are those of holes, not of bars."""
    ends, source, to = read(text)
    gap = {"source": source, "to": to}
    if ends == 1:
        return tr("hole {source} to hole {to}", **gap)
    return tr("{n} ends, hole {source} to hole {to}", n=ends, **gap)


def effect(view: Mapping[str, Any], text: str, after: Mapping[str, Any] | None = None) -> str:
    """What a move does that can be seen at once: bars taken off, finished, held down."""
    if after is None:
        return ""
    seat = int(view["turn"] == "light")
    old, new = Layout.of(view), Layout.of(after)
    taken = len(old.side(1 - seat)) - len(new.side(1 - seat))
    home = sum(map(new.finished, new.side(seat))) - sum(map(old.finished, old.side(seat)))
    said = []
    if taken:
        said.append(
            tr_n("It takes {n} bar off the board.", "It takes {n} bars off the board.", taken)
        )
    if home > 0:
        said.append(tr_n("It finishes {n} bar.", "It finishes {n} bars.", home))
    holds = _held(new, 1 - seat) - _held(old, 1 - seat)
    if holds > 0 and not taken:  # where bars go, other ends come to lie under others
        said.append(
            tr_n(
                "It holds down {n} end more of the other side’s bars.",
                "It holds down {n} ends more of the other side’s bars.",
                holds,
            )
        )
    return " ".join(said)


def _held(layout: Layout, seat: int) -> int:
    """How many ends of a side lie directly under enemy bars; two of one bar capture it (P-13)."""
    return sum(sum(bar.held) for bar in layout.side(seat))


def aim() -> tuple[str, str]:
    """What to strive for, and how a move is made, for somebody who has never seen the game."""
    return (
        tr(
            "Bring both ends of one of your bars to the far edge, the other side’s back row. "
            "Light, who moves second, wins with that at once; Dark wins if Light’s next move is "
            "no answer to it."
        ),
        tr(
            "Choose the end of a bar that is to swing, then the hole where it should go; the other "
            "end stays where it is. Ends go forward or to the right, never back."
        ),
    )


def legend() -> list[tuple[str, str]]:
    """The marks of the picture and what they mean."""
    return [
        (tr("a number on an end"), tr("the level of the top end there, where several are stacked")),
        (tr("a star on a bar"), tr("the bar is finished")),
        (tr("a star beside a name"), tr("how many of that side’s bars are finished")),
        (tr("a cross on a bar"), tr("the bar is captured and waits to be taken off")),
        (tr("a line across a bar"), tr("that end is held down by another bar")),
        (tr("two lines across a bar"), tr("that end is held down by an enemy bar")),
        (tr("the two small arrows at the rim"), tr("where that side’s ends may go: never back")),
        (tr("the pale and the dark band"), tr("Light’s and Dark’s back row")),
        (tr("the dashed arrow"), tr("the last move")),
        (
            "c4-d5, 2c4-d5",
            tr("an end goes from hole c4 to hole d5; the two top ends go together"),
        ),
        (
            tr("d4, e5 and so on"),
            tr(
                "holes: letter and row. Bars are called d1, d2 (Dark) and l1, l2 (Light) in "
                "sentences that say so"
            ),
        ),
    ]


def _told(layout: Layout, hole: Hole) -> str:
    stack = layout.stacks.get(hole, ())
    name = tr("hole {name}", name=hole_name(hole))
    if not stack:
        return tr("{hole}, empty", hole=name)
    top = layout.bars[stack[-1]]
    far = top.far(hole)
    gap = {
        "hole": name,
        "bar": bar_name(top),
        "level": len(stack),
        "far": tr("hole {name}", name=hole_name(far)),
        "far_level": top.level(far),
    }
    over = top.over[top.holes.index(far)]
    if layout.finished(top):
        said = tr("{hole}, {bar} on level {level}, finished, other end {far}", **gap)
    elif over is not None:
        said = tr(
            "{hole}, {bar} on level {level}, other end {far} on level {far_level}, under {over}",
            over=bar_name(layout.bars[over]),
            **gap,
        )
    elif len(stack) == top.level(far) == 1:
        said = tr("{hole}, {bar}, other end {far}", **gap)
    else:
        said = tr("{hole}, {bar} on level {level}, other end {far} on level {far_level}", **gap)
    below = [bar_name(layout.bars[bar]) for bar in reversed(stack[:-1])]
    return said if not below else tr("{said}; below: {bars}", said=said, bars=", ".join(below))


def bar_name(bar: Bar) -> str:
    """A bar by colour and name: alone, ``d2`` could be a hole."""
    return (
        tr("light bar {name}", name=bar.name) if bar.seat else tr("dark bar {name}", name=bar.name)
    )


def _side(layout: Layout, seat: int, names: Sequence[str]) -> str:
    bars = layout.side(seat)
    finished = [bar.name for bar in bars if layout.finished(bar)]
    count = tr_n("{n} bar", "{n} bars", len(bars))
    if not finished:
        return tr("{who}: {bars}, none finished", who=called(names, seat), bars=count)
    return tr(
        "{who}: {bars}, finished: {finished}",
        who=called(names, seat),
        bars=count,
        finished=", ".join(finished),
    )


def words(view: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """The whole position: the board, whose turn it is, every bar with its holes and levels."""
    layout = Layout.of(view)
    name = view.get("board", "standard")
    kinds = {
        "standard": mark("Pivotation on the standard board, {n} rows of {rows} holes."),
        "mini": mark("Pivotation on the mini board, {n} rows of {rows} holes."),
        "grand": mark("Pivotation on the grand board, {n} rows of {rows} holes."),
    }
    own = mark("Pivotation on a board of its own, {n} rows of {rows} holes.")
    kind = kinds[name] if isinstance(name, str) else own
    rows = ", ".join(str(width) for width in layout.widths)
    said = [
        tr(kind, n=len(layout.widths), rows=rows),
        tr_n(
            "After {n} move: {state}.",
            "After {n} moves: {state}.",
            int(view.get("ply", 0)),
            state=headline(view, names),
        ),
    ]
    for seat in (0, 1):
        bars = layout.side(seat)
        finished = [bar.name for bar in bars if layout.finished(bar)]
        if finished:
            said.append(
                tr_n(
                    "{side} has {n} bar on the board, finished: {bars}.",
                    "{side} has {n} bars on the board, finished: {bars}.",
                    len(bars),
                    side=called(names, seat),
                    bars=listed(finished),
                )
            )
        else:
            said.append(
                tr_n(
                    "{side} has {n} bar on the board, none finished.",
                    "{side} has {n} bars on the board, none finished.",
                    len(bars),
                    side=called(names, seat),
                )
            )
        said.extend(_bar(layout, bar) for bar in bars)
    return " ".join(said)


def _bar(layout: Layout, bar: Bar) -> str:
    parts = [
        tr("{hole} on level {level}, under {bar}", hole=hole_name(hole), level=level, bar=over)
        if over
        else tr("{hole} on level {level}, free", hole=hole_name(hole), level=level)
        for hole, level, over in zip(bar.holes, bar.levels, bar.over, strict=True)
    ]
    if layout.finished(bar):
        parts.append(tr("finished"))
    elif bar.captured:
        parts.append(tr("captured, waiting to be taken off"))
    return f"{bar.name}: {'; '.join(parts)}."


def ending(view: Mapping[str, Any], names: Sequence[str] = ()) -> tuple[str, tuple[str, ...]]:
    """By what the match was decided: finished bars (P-18, P-19), or nothing left to do (P-20)."""
    layout, winner = Layout.of(view), seat_of(view["result"])
    if winner is None:
        return tr("Neither side has a move left."), ("P-20",)
    own, other = (sum(map(layout.finished, layout.side(s))) for s in (winner, 1 - winner))
    if own <= other:
        return tr("{name} has no move left.", name=called(names, 1 - winner)), ("P-20",)
    said = tr_n(
        "{name} has {n} finished bar, against {other}.",
        "{name} has {n} finished bars, against {other}.",
        own, name=called(names, winner), other=other,
    )  # fmt: skip
    return said, ("P-18", "P-19") if winner else ("P-18",)


def said(text: str, names: Sequence[str]) -> str:
    """Moves of this game are read as they are written."""
    return text


def placed(view: Mapping[str, Any], text: str) -> str:
    """No bar bears its name in the picture: each is called by the holes it lies in.

    Where others lie in the same two, by its level as well.
    """
    bars = Layout.of(view).bars
    where = {name: "-".join(map(hole_name, sorted(bar.holes))) for name, bar in bars.items()}
    for named, with_level in (
        (tr("bar {name}", name="{}"), mark("bar {name} on level {level}")),
        (tr("Bar {name}", name="{}"), mark("Bar {name} on level {level}")),
    ):

        def said(found: re.Match[str], named: str = named, with_level: str = with_level) -> str:
            bar = bars.get(found[1])
            if bar is None:
                return found[0]
            place = where[bar.name]
            if list(where.values()).count(place) == 1:
                return named.format(place)
            return tr(with_level, name=place, level=bar.level(min(bar.holes)))

        text = re.sub(re.escape(named).replace(r"\{\}", r"([dl][0-9]+)\b"), said, text)
    return text


def played(text: str, name: str, names: Sequence[str]) -> str:
    """That somebody played a move, as it is written."""
    return tr("{name} played {move}", name=name, move=text)


def instead(text: str, names: Sequence[str]) -> str:
    """Moves of this game are advised as they are written."""
    return text
