"""Putting a position of the peg game together: rings on pegs, whose move it is, the options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...contract import Position, View, blank
from ...editing import Dial, Piece, Tool
from ...errors import BadOption, BadPosition, IllegalMove
from ...tongue import tr, tr_n
from .. import dials as common
from . import fen, rules, setup
from . import position as positions
from .setup import FACTS, MOST_QUIET
from .tables import GOAL, PEG_NAMES, PEG_NUMBER, ROOM, SOURCES

_START: Position = {
    "game": "pegs",
    "turn": "dark",
    "step": 1,
    "last": None,
    "quiet": 0,
    "ply": 0,
    "result": None,
    "stacks": {},
}
_MOST_PLIES = 1_000_000_000
_LONGEST = 16
"""Rings that are kept of a peg which is said to hold more than it can."""
_OTHER = {"d": "l", "l": "d"}


def shaped(data: object) -> Position:
    made = common.fields(data, _START)
    given = data if isinstance(data, Mapping) else {}
    made["game"] = "pegs"
    stacks = made["stacks"] if isinstance(made["stacks"], Mapping) else {}
    made["stacks"] = {
        name: rings[:_LONGEST]
        for name in PEG_NAMES
        if isinstance(rings := stacks.get(name), str) and rings and not set(rings) - {"d", "l"}
    }
    for option in FACTS.options:
        if option.name in given and given[option.name] != option.default:
            made[option.name] = given[option.name]
    return made


def start(position: Position) -> Position:
    options = _options(position)
    c = setup.config(options)
    s = blank(rules.STATE)[0]
    rules.start(s, c)
    return positions.write(s, c, options)


def cleared(position: Position) -> Position:
    return {**position, "stacks": {}, "last": None, "result": None}


def tools() -> tuple[Tool, ...]:
    return (
        Tool("move", tr("Move"), tr("Click a ring, then the peg it goes to; or drag it.")),
        Tool("dark", tr("Dark ring"), tr("Click a peg: a dark ring goes onto it.")),
        Tool("light", tr("Light ring"), tr("Click a peg: a light ring goes onto it.")),
        Tool("swap", tr("Other colour"), tr("Click a peg: its highest ring changes its colour.")),
        Tool("remove", tr("Take off"), tr("Click a peg: its highest ring is taken off.")),
    )


def changes(position: Position, tool: str) -> list[tuple[str, ...]]:
    held = [name for name in PEG_NAMES if position["stacks"].get(name)]
    free = [name for name in PEG_NAMES if _room(position, name) > 0]
    if tool == "move":
        return [(one, two) for one in held for two in free if one != two]
    return [(name,) for name in (free if tool in common.SIDES else held)]


def change(position: Position, tool: str, at: Sequence[str]) -> Position:
    for name in at:
        _check(name)
    first, last = at[0], at[-1]
    stacks = dict(position["stacks"])
    if tool in common.SIDES:
        return _put(position, stacks, first, tool[0])
    rings = stacks.get(first, "")
    if not rings:
        raise common.nothing_there(first)
    if tool == "swap":
        stacks[first] = rings[:-1] + _OTHER[rings[-1]]
        return _with(position, stacks)
    stacks[first] = rings[:-1]
    if tool == "move":
        if first == last:
            raise IllegalMove(tr("Now click the peg where it goes."), (), (first,))
        return _put(position, stacks, last, rings[-1])
    return _with(position, stacks)


def pile(position: Position, at: str) -> list[Piece]:
    names = {"d": tr("dark ring"), "l": tr("light ring")}
    rings = position["stacks"].get(at, "")
    return [Piece(i + 1, names[ring]) for i, ring in reversed(list(enumerate(rings)))]


def rearranged(position: Position, at: str, level: int, how: str) -> Position:
    _check(at)
    rings = list(position["stacks"].get(at, ""))
    if not 1 <= level <= len(rings):
        raise common.nothing_there(at)
    if how == "remove":
        del rings[level - 1]
    elif how == "swap":
        rings[level - 1] = _OTHER[rings[level - 1]]
    else:
        rings = common.swapped_levels(rings, level, how)
    return _with(position, {**position["stacks"], at: "".join(rings)})


def dials(position: Position) -> tuple[Dial, ...]:
    lanes = position.get("lanes", "fan")
    own = isinstance(lanes, Mapping)
    found = [
        common.turn(position),
        Dial(
            "step",
            tr("Move of the turn"),
            str(position["step"]),
            (("1", tr("first of two")), ("2", tr("second of two"))),
            clause="G-3",
        ),
        common.result(position),
        Dial("last", tr("Last move"), position["last"] or "", clause="G-7", hint="A1-B1"),
        common.count(position, "quiet", tr("Quiet moves so far"), MOST_QUIET, "G-11"),
        common.count(position, "ply", tr("Moves so far"), _MOST_PLIES),
        Dial(
            "lanes",
            tr("Lanes"),
            common.OWN if own else str(lanes),
            (("fan", tr("fan")), ("wide", tr("wide")), (common.OWN, tr("your own"))),
            clause="GR-3",
        ),
    ]
    if own:
        written = fen.write_lanes(lanes) if _allowed("lanes", lanes) else ""
        hint = "1,2,3,4/12,23,34,45/1,2,3,4,5"
        found.append(Dial("own", tr("Where each peg leads to"), written, clause="GR-3", hint=hint))
    limit = str(position.get("quiet_limit", 100))
    found += [
        Dial(
            "quiet_limit",
            tr("Quiet moves that make a draw"),
            limit,
            range=(1, MOST_QUIET),
            clause="GR-4",
        ),
        Dial(
            "setup",
            tr("Colours at the start"),
            str(position.get("setup", "staggered")),
            (("staggered", tr("staggered")), ("uniform", tr("uniform"))),
            clause="GR-2",
        ),
        Dial(
            "first",
            tr("Who begins"),
            str(position.get("first", "dark")),
            tuple(common.side_names().items()),
            clause="GR-6",
        ),
    ]
    return tuple(found)


def dialled(position: Position, name: str, value: str) -> Position:
    made: Any = value[:200]
    if name in ("step", "quiet", "ply", "quiet_limit"):
        made = common.number(value)
    elif name in ("last", "result"):
        made = value.strip()[:40] or None
    elif name == "own":
        name, made = "lanes", fen.read_lanes(value.strip()[:200])
    elif name == "lanes" and value == common.OWN:
        lanes = position.get("lanes", "fan")
        made = setup.lane_map(lanes if _allowed("lanes", lanes) else "fan")
    return shaped({**position, name: made})


def drawable(position: Position) -> View:
    view = {
        **position,
        "turn": common.either(position["turn"], common.SIDES, "dark"),
        "step": 2 if position["step"] == 2 else 1,
        "last": _last(position),
        "quiet": common.whole(position["quiet"], MOST_QUIET),
        "ply": common.whole(position["ply"], _MOST_PLIES),
        "result": common.either(position["result"], (None, *common.SIDES, "draw"), None),
        "stacks": {
            name: rings[: int(ROOM[PEG_NUMBER[name]])]
            for name, rings in position["stacks"].items()
            if rings
        },
        "seat": None,
    }
    options = _options(position)
    return {**view, **{option.name: options[option.name] for option in FACTS.options}}


def troubled(position: Position) -> tuple[str, ...]:
    found = [name for name in PEG_NAMES if _room(position, name) < 0]
    goal = {name: position["stacks"].get(name, "") for name in PEG_NAMES[SOURCES:]}
    for ring in "dl":
        if sum(ring in rings for rings in goal.values()) > GOAL:
            found += [name for name, rings in goal.items() if ring in rings]
    if position["last"] is not None and _faults(position) > _faults({**position, "last": None}):
        said = position["last"] if isinstance(position["last"], str) else ""
        found += [name for name in said.split("-") if name in PEG_NUMBER]
    return tuple(dict.fromkeys(found))


# --- inside ---------------------------------------------------------------------------------------


def _faults(data: Position) -> int:
    try:
        positions.read(data)
    except BadPosition as bad:
        return len(bad.faults)
    return 0


def _last(position: Position) -> str | None:
    """The last move, if it names two pegs."""
    last = position["last"]
    names = last.split("-") if isinstance(last, str) else []
    return last if len(names) == 2 and all(name in PEG_NUMBER for name in names) else None


def _allowed(name: str, value: object) -> bool:
    try:
        setup.normalise(2, {name: value})
    except BadOption:
        return False
    return True


def _options(position: Position) -> dict[str, Any]:
    """The options of a position, those that are none at their standard values."""
    given = {
        option.name: position[option.name]
        for option in FACTS.options
        if option.name in position and _allowed(option.name, position[option.name])
    }
    return setup.normalise(2, given)


def _check(name: str) -> None:
    if name not in PEG_NUMBER:
        raise IllegalMove(tr("There is no peg {name}.", name=name), ("G-1",))


def _room(position: Position, name: str) -> int:
    return int(ROOM[PEG_NUMBER[name]]) - len(position["stacks"].get(name, ""))


def _put(position: Position, stacks: dict[str, str], name: str, ring: str) -> Position:
    room = int(ROOM[PEG_NUMBER[name]])
    rings = stacks.get(name, "")
    if len(rings) >= room:
        said = tr_n("{peg} has room for {n} ring.", "{peg} has room for {n} rings.", room, peg=name)
        raise IllegalMove(said, ("G-1",), (name,))
    stacks[name] = rings + ring
    return _with(position, stacks)


def _with(position: Position, stacks: dict[str, str]) -> Position:
    """Other rings; what the last move was cannot be told from them."""
    left = {name: stacks[name] for name in PEG_NAMES if stacks.get(name)}
    return {**position, "stacks": left, "last": None}
