"""What stands on each peg, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pivotry.games.woodwork import called, seat_of
from pivotry.places import Part, Place
from pivotry.tongue import tr, tr_n

from .drawing import GOAL, PEGS, ROOM, Rack
from .notation import read


def places(view: Mapping[str, Any], names: Sequence[str] = ()) -> list[Part]:
    """The rack, from the top shelf to the goal row, then how far each side is."""
    rack = Rack.of(view)
    board = Part(
        tr("Rack"),
        tuple(tuple(Place(peg, _told(rack, peg)) for peg in PEGS[row]) for row in ROOM),
        tuple(tr("Row {n}", n=row) for row in ROOM),
    )
    sides = (
        tr_n(
            "{who}: {n} ring in the goal row, {goal} win",
            "{who}: {n} rings in the goal row, {goal} win",
            rack.home(seat),
            who=called(names, seat),
            goal=GOAL,
        )
        for seat in (0, 1)
    )
    return [board, Part(tr("Goal row"), (tuple(Place("", said) for said in sides),))]


def apart(text: str) -> str:
    """No two moves have the same clicks."""
    return ""


def spoken(text: str) -> str:
    """A move as it is read out."""
    source, to = read(text)
    return tr("{source} to {to}", source=source, to=to)


def effect(view: Mapping[str, Any], text: str, after: Mapping[str, Any] | None = None) -> str:
    """What a move does that can be seen at once: how far on it brings a ring, and whose."""
    if after is None:
        return ""
    source, to = read(text)
    old, new = Rack.of(view), Rack.of(after)
    own = new.stacks[to][-1] == ("l" if view["turn"] == "light" else "d")
    if to[0] == "D":
        if own:
            return tr("It brings a ring of yours into the goal row.")
        return tr("It brings a ring of the other side into the goal row.")
    if to[0] != source[0]:
        if own:
            return tr("It brings a ring of yours forward.")
        return tr("It brings a ring of the other side forward.")
    if new.open(to):
        if own:
            return tr("It puts a ring of yours where it can go forward.")
        return tr("It puts a ring of the other side where it can go forward.")
    if old.open(source) and not own:
        return tr("It keeps a ring of the other side from going forward.")
    return ""


def aim() -> tuple[str, str]:
    """What to strive for, and how a move is made, for somebody who has never seen the game."""
    return (
        tr(
            "Rings go down from row to row. The side whose colour has three rings in the goal "
            "row, D, has won, whoever brought them there."
        ),
        tr(
            "A turn is two moves, with rings of either colour: choose a peg, then the peg that its "
            "highest ring should go to. Sideways a ring may always go to the next peg; forward "
            "only from a peg that is full."
        ),
    )


def legend() -> list[tuple[str, str]]:
    """The marks of the picture and what they mean."""
    return [
        (
            tr("a knob on a peg, a triangle beside its name"),
            tr("the peg is full: its highest ring may go forward"),
        ),
        (tr("a blue dotted lane"), tr("a ring can go that way now")),
        (tr("a grey dotted lane"), tr("where a ring could go from there if the peg was full")),
        (tr("the barred sign"), tr("the ring that has just moved may not go straight back there")),
        (tr("the dashed arrows"), tr("the last moves")),
        (
            tr("three outlines beside a name"),
            tr("they fill with that side’s rings in the goal row"),
        ),
        (tr("the star"), tr("the goal row")),
        (tr("1 of 2"), tr("which of the two moves of this turn it is")),
        ("A1-B1", tr("the highest ring of A1 goes to B1")),
    ]


def _told(rack: Rack, peg: str) -> str:
    rings = rack.stacks[peg]
    room = ROOM[peg[0]] - len(rings)
    if not rings:
        return tr_n(
            "{peg}, empty, room for {n} ring", "{peg}, empty, room for {n} rings", room, peg=peg
        )
    said = _rings(peg, rings)
    if peg[0] == "D":
        return said
    if room:
        return tr_n("{said}; room for {n} more", "{said}; room for {n} more", room, said=said)
    ways = rack.open(peg)
    if ways:
        return tr("{said}; full, open to {pegs}", said=said, pegs=", ".join(ways))
    return tr("{said}; full, no open lane", said=said)


def _rings(peg: str, rings: str) -> str:
    """What is threaded on a peg, from the top."""
    light = rings[-1] == "l"
    below = ", ".join(tr("light") if ring == "l" else tr("dark") for ring in reversed(rings[:-1]))
    if not below:
        return tr("{peg}, a light ring", peg=peg) if light else tr("{peg}, a dark ring", peg=peg)
    if light:
        return tr("{peg}, on top a light ring, below it {below}", peg=peg, below=below)
    return tr("{peg}, on top a dark ring, below it {below}", peg=peg, below=below)


def ending(view: Mapping[str, Any], names: Sequence[str] = ()) -> tuple[str, tuple[str, ...]]:
    """By what the match was decided: rings in the goal row (G-10), or a draw (G-11, GR-3)."""
    winner = seat_of(view["result"])
    if winner is not None:
        said = tr("{name} has {n} rings in the goal row.", name=called(names, winner), n=GOAL)
        return said, ("G-10",)
    limit = int(view.get("quiet_limit", 100))
    if int(view["quiet"]) >= limit:
        return (
            tr_n(
                "No ring has gone forward for {n} move.",
                "No ring has gone forward for {n} moves.",
                limit,
            ),
            ("G-11",),
        )
    return tr("There is no move left on these lanes."), ("GR-3",)


def said(text: str, names: Sequence[str]) -> str:
    """Moves of this game are read as they are written."""
    return text


def placed(view: Mapping[str, Any], text: str) -> str:
    """All that has a name bears it in the picture."""
    return text


def played(text: str, name: str, names: Sequence[str]) -> str:
    """That somebody played a move, as it is written."""
    return tr("{name} played {move}", name=name, move=text)


def instead(text: str, names: Sequence[str]) -> str:
    """Moves of this game are advised as they are written."""
    return text
