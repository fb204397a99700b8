"""Putting a position of Pivotation together: bars across holes, whose move it is, the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from ...contract import Position, View, blank
from ...editing import Dial, Piece, Tool
from ...errors import IllegalMove
from ...tongue import tr
from .. import dials as common
from . import position as positions
from . import rules, setup
from .tables import BOARDS, MAX_BARS, MAX_PLY, Lattice, bar_name, lattice

_START: Position = {
    "game": "pivotation",
    "board": "standard",
    "turn": "dark",
    "ply": 0,
    "result": None,
    "stacks": {},
}
_HIGHEST = 2 * MAX_BARS
_Ends = dict[int, list[tuple[int, int]]]
"""Holes and levels of the ends of each bar, ascending."""


def shaped(data: object) -> Position:
    made = common.fields(data, _START)
    made["game"] = "pivotation"
    board = _lattice(made)
    stacks = made["stacks"] if isinstance(made["stacks"], Mapping) else {}
    made["stacks"] = {
        name: bars
        for name in board.names
        if isinstance(stack := stacks.get(name), list)
        and (bars := [bar for bar in stack if positions.bar_number(bar) is not None][:_HIGHEST])
    }
    return made


def start(position: Position) -> Position:
    options = {"players": 2, "board": _board(position)}
    c = setup.config(options)
    s = blank(rules.STATE)[0]
    rules.start(s, c)
    return positions.write(s, c, options)


def cleared(position: Position) -> Position:
    return {**position, "stacks": {}, "result": None}


def tools() -> tuple[Tool, ...]:
    return (
        Tool(
            "move",
            tr("Turn"),
            tr(
                "Click the end of a bar, then the hole it goes to; or drag it. Its other end stays."
            ),
        ),
        Tool("dark", tr("Dark bar"), tr("Click two neighbouring holes: a dark bar lies on them.")),
        Tool(
            "light", tr("Light bar"), tr("Click two neighbouring holes: a light bar lies on them.")
        ),
        Tool("swap", tr("Other side"), tr("Click a hole: its highest bar changes sides.")),
        Tool("remove", tr("Take off"), tr("Click a hole: its highest bar is taken off.")),
    )


def changes(position: Position, tool: str) -> list[tuple[str, ...]]:
    board, stacks = _lattice(position), position["stacks"]
    if tool in common.SIDES:
        return [(board.names[a], board.names[b]) for a, near in enumerate(board.near) for b in near]
    if tool != "move":
        return [(name,) for name in stacks]
    found: list[tuple[str, ...]] = []
    for name, stack in stacks.items():
        far = _far(position, stack[-1], name)
        if far is not None:
            near = (board.names[hole] for hole in board.near[board.index[far]])
            found += [(name, other) for other in near if other != name]
    return found


def change(position: Position, tool: str, at: Sequence[str]) -> Position:
    board = _lattice(position)
    for name in at:
        _check(board, name)
    first, last = at[0], at[-1]
    if tool in common.SIDES:
        return _put(position, board, tool, first, last)
    stack = position["stacks"].get(first)
    if not stack:
        raise common.nothing_there(first)
    bar = stack[-1]
    if tool == "remove":
        return _without(position, bar)
    if tool == "swap":
        return _swapped(position, bar)
    if first == last:
        raise IllegalMove(tr("Now click the hole where this end goes."), (), (first,))
    far = _far(position, bar, first)
    if far is None or board.index[last] not in board.near[board.index[far]]:
        raise IllegalMove(
            tr("The other end of {bar} would be no neighbour of {hole}.", bar=bar, hole=last),
            ("P-1",),
            (last, *((far,) if far else ())),
        )
    stacks = _copied(position)
    stacks[first].pop()
    stacks.setdefault(last, []).append(bar)
    return _with(position, stacks)


def pile(position: Position, at: str) -> list[Piece]:
    stack = position["stacks"].get(at, [])
    return [
        Piece(level, _told(position, bar, at, level))
        for level, bar in reversed(list(enumerate(stack, 1)))
    ]


def rearranged(position: Position, at: str, level: int, how: str) -> Position:
    _check(_lattice(position), at)
    stacks = _copied(position)
    stack = stacks.get(at, [])
    if not 1 <= level <= len(stack):
        raise common.nothing_there(at)
    bar = stack[level - 1]
    if how == "remove":
        return _without(position, bar)
    if how == "swap":
        return _swapped(position, bar)
    stacks[at] = common.swapped_levels(stack, level, how)
    return _with(position, stacks)


def dials(position: Position) -> tuple[Dial, ...]:
    board = position["board"]
    own = isinstance(board, Mapping)
    names = {"standard": tr("standard"), "mini": tr("mini"), "grand": tr("grand")}
    found = [
        common.turn(position),
        common.result(position),
        common.count(position, "ply", tr("Moves so far"), MAX_PLY),
        Dial(
            "board",
            tr("Board"),
            common.OWN if own else str(board),
            (*names.items(), (common.OWN, tr("your own"))),
            clause="PR-2",
        ),
    ]
    if own:
        widths = board.get("widths", ())
        shown = widths if isinstance(widths, list) else ()
        found.append(
            Dial(
                "widths",
                tr("Holes of each row, from Dark's side"),
                " ".join(str(width)[:9] for width in shown[:99]),
                clause="PR-2",
                hint="5 6 5 6 5",
            )
        )
    return tuple(found)


def dialled(position: Position, name: str, value: str) -> Position:
    made: Any = value[:200]
    if name == "ply":
        made = common.number(value)
    elif name == "result":
        made = value or None
    elif name == "widths":
        name = "board"
        made = {"widths": [common.number(word) for word in value.replace(",", " ").split()[:99]]}
        if setup.check_widths(made["widths"]):
            return {**position, "board": made}
    elif name == "board" and value == common.OWN:
        made = {"widths": list(_lattice(position).widths)}
    changed = shaped({**position, name: made})
    return _whole(changed) if name == "board" else changed


def drawable(position: Position) -> View:
    kept = {bar for bar, _ in _lying(position)}
    stacks = {
        name: left
        for name, stack in position["stacks"].items()
        if (left := [bar for bar in stack if bar in kept])
    }
    board = _board(position)
    return {
        "game": "pivotation",
        "board": board if isinstance(board, str) else {"widths": board["widths"]},
        "turn": common.either(position["turn"], common.SIDES, "dark"),
        "ply": common.whole(position["ply"], MAX_PLY),
        "result": common.either(position["result"], (None, *common.SIDES, "draw"), None),
        "stacks": stacks,
        "seat": None,
    }


def troubled(position: Position) -> tuple[str, ...]:
    board = _lattice(position)
    ends = _ends(position, board)
    wrong = {bar for bar in ends if positions.bar_fault(bar, ends[bar], board) is not None}
    sound = [(bar, ends[bar]) for bar in sorted(ends) if bar not in wrong]
    for (one, lower), (two, upper) in combinations(sound, 2):
        if [hole for hole, _ in lower] == [hole for hole, _ in upper]:
            above = [a[1] > b[1] for a, b in zip(lower, upper, strict=True)]
            if above[0] != above[1]:
                wrong |= {one, two}
    holes = (board.names[hole] for bar in sorted(wrong) for hole, _ in ends[bar])
    return tuple(dict.fromkeys(holes))


# --- inside ---------------------------------------------------------------------------------------


def _board(position: Position) -> Any:
    """The board of a position; the standard one if it is none."""
    board = position["board"]
    if isinstance(board, str) and board in BOARDS:
        return board
    if isinstance(board, Mapping) and not setup.check_widths(board.get("widths")):
        return {"widths": list(board["widths"])}
    return "standard"


def _lattice(position: Position) -> Lattice:
    return lattice(setup.board_of({"board": _board(position)})[0])


def _ends(position: Position, board: Lattice) -> _Ends:
    found: _Ends = {}
    for name, stack in position["stacks"].items():
        for level, text in enumerate(stack, 1):
            bar = positions.bar_number(text)
            assert bar is not None  # ``shaped`` keeps no other
            found.setdefault(bar, []).append((board.index[name], level))
    return {bar: sorted(ends) for bar, ends in found.items()}


def _lying(position: Position) -> Iterator[tuple[str, list[str]]]:
    """The bars that lie on two neighbouring holes, and these."""
    board = _lattice(position)
    for bar, ends in _ends(position, board).items():
        holes = [hole for hole, _ in ends]
        if len(holes) == 2 and holes[1] in board.near[holes[0]]:
            yield bar_name(bar), [board.names[hole] for hole in holes]


def _far(position: Position, bar: str, hole: str) -> str | None:
    """Where the other end of a bar is; None for one that does not lie on two holes."""
    holes = dict(_lying(position)).get(bar)
    return None if holes is None or hole not in holes else holes[1 - holes.index(hole)]


def _check(board: Lattice, name: str) -> None:
    if name not in board.index:
        raise IllegalMove(tr("There is no hole {name} on this board.", name=name), ("P-1",))


def _put(position: Position, board: Lattice, side: str, one: str, two: str) -> Position:
    if one == two:
        raise IllegalMove(tr("Now click a neighbouring hole for its other end."), (), (one,))
    if board.index[two] not in board.near[board.index[one]]:
        raise IllegalMove(
            tr("{one} and {two} are no neighbours.", one=one, two=two), ("P-1",), (one, two)
        )
    name = _fresh(position, side)
    stacks = _copied(position)
    for hole in (one, two):
        stacks.setdefault(hole, []).append(name)
    return _with(position, stacks)


def _fresh(position: Position, side: str) -> str:
    """The first bar of a side that is not on the board."""
    used = {bar for stack in position["stacks"].values() for bar in stack}
    for n in range(1, MAX_BARS + 1):
        if f"{side[0]}{n}" not in used:
            return f"{side[0]}{n}"
    raise IllegalMove(tr("No side has more than {n} bars.", n=MAX_BARS), ("PR-2",))


def _swapped(position: Position, bar: str) -> Position:
    other = _fresh(position, "light" if bar[0] == "d" else "dark")
    stacks = {
        name: [other if held == bar else held for held in stack]
        for name, stack in position["stacks"].items()
    }
    return _with(position, stacks)


def _without(position: Position, *bars: str) -> Position:
    stacks = {
        name: [held for held in stack if held not in bars]
        for name, stack in position["stacks"].items()
    }
    return _with(position, stacks)


def _whole(position: Position) -> Position:
    """Only bars that lie on two neighbouring holes: another board has other holes."""
    lying = {bar for bar, _ in _lying(position)}
    return _without(position, *{b for s in position["stacks"].values() for b in s} - lying)


def _copied(position: Position) -> dict[str, list[str]]:
    return {name: list(stack) for name, stack in position["stacks"].items()}


def _with(position: Position, stacks: dict[str, list[str]]) -> Position:
    return {**position, "stacks": {name: stack for name, stack in stacks.items() if stack}}


def _told(position: Position, bar: str, at: str, level: int) -> str:
    far = _far(position, bar, at)
    if far is None:
        return tr("{bar}, level {level}, without another end", bar=bar, level=level)
    other = position["stacks"][far].index(bar) + 1
    return tr(
        "{bar}, level {level}; its other end in {hole} on level {other}",
        bar=bar, level=level, hole=far, other=other,
    )  # fmt: skip
