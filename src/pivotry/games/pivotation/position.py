"""Position JSON of Pivotation: writing it, and reading it with every fault named.

A position may have been set up by hand, so captured bars may stand on it and bars may be missing.
Whether it could come about in a game is not asked; whether its levels, its bars and its result
fit together is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...contract import Options, Position, Record, blank
from ...errors import BadPosition, Fault
from ...tongue import tr
from ...wording import key, listed, quoted
from .. import amiss
from . import rules, setup
from .tables import (
    BARS,
    BOARDS,
    DARK,
    DRAW,
    LIGHT,
    MAX_BARS,
    MAX_PLY,
    OFF,
    Lattice,
    bar_name,
    lattice,
)

_KEYS = ("game", "board", "turn", "ply", "result", "stacks")
_SIDES = ("dark", "light")
_RESULTS = (*_SIDES, "draw")
_BAR = re.compile(r"([dl])([1-9][0-9]?)")


def write(s: Record, c: Record, options: Options) -> Position:
    """Position JSON of a state."""
    board = options["board"]
    widths = setup.board_of(options)[0]
    names = lattice(widths).names
    piles: dict[int, list[tuple[int, int]]] = {}
    for end in range(2 * BARS):
        if int(s.level[end]) > 0:
            piles.setdefault(int(s.hole[end]), []).append((int(s.level[end]), end // 2))
    result = int(s.result)
    return {
        "game": "pivotation",
        "board": board if isinstance(board, str) else {"widths": list(widths)},
        "turn": _SIDES[int(s.turn)],
        "ply": int(s.ply),
        "result": None if result < 0 else _RESULTS[result],
        "stacks": {
            names[hole]: [bar_name(bar) for _, bar in sorted(piles[hole])] for hole in sorted(piles)
        },
    }


def read(data: object) -> tuple[Options, Record]:
    """Options and state; ``BadPosition`` lists every fault, with clauses."""
    if not isinstance(data, Mapping):
        raise BadPosition([(None, tr("a position is a JSON object"))])
    faults: list[Fault] = [
        (None, tr("{key} is missing", key=quoted(name))) for name in _KEYS if name not in data
    ]
    faults.extend(
        (None, tr("{key} is no part of a position of pivotation", key=quoted(name)))
        for name in data
        if name not in _KEYS
    )
    if data.get("game", "pivotation") != "pivotation":
        faults.append((None, tr("'game' is 'pivotation', not {game}", game=quoted(data["game"]))))
    s = blank(rules.STATE)[0]
    s.ply = _read_ply(data.get("ply", 0), faults)
    sound = len(faults)
    s.result = _read_result(data.get("result"), faults)
    turn = _read_turn(data.get("turn", "dark"), faults)
    s.turn = turn if int(s.result) < 0 else 0
    board = _read_board(data.get("board", "standard"), faults)
    if board is None:
        raise BadPosition(faults)
    options: Options = {"players": 2, "board": board}
    _read_stacks(data.get("stacks", {}), lattice(setup.board_of(options)[0]), s, faults)
    if len(faults) == sound and all(name in data for name in _KEYS):
        _check_result(s, setup.config(options), faults)
    if faults:
        raise BadPosition(faults)
    return options, s


def _read_ply(ply: object, faults: list[Fault]) -> int:
    if type(ply) is not int or not 0 <= ply <= MAX_PLY:
        faults.append((None, amiss.moves(ply, MAX_PLY)))
        return 0
    return ply


def _read_result(result: object, faults: list[Fault]) -> int:
    if result is None:
        return -1
    if isinstance(result, str) and result in _RESULTS:
        return _RESULTS.index(result)
    faults.append((None, amiss.result(result)))
    return -1


def _read_turn(turn: object, faults: list[Fault]) -> int:
    if isinstance(turn, str) and turn in _SIDES:
        return _SIDES.index(turn)
    faults.append(("P-2", amiss.turn(turn)))
    return DARK


def _read_board(board: object, faults: list[Fault]) -> Any:
    """The value of the option ``board``, or None."""
    if isinstance(board, str) and board in BOARDS:
        return board
    if isinstance(board, Mapping):
        if set(board) != {"widths"}:
            faults.append(("PR-2", tr("a custom board in a position has the key 'widths' alone")))
            return None
        wrong = setup.check_widths(board["widths"])
        faults.extend(("PR-2", text) for text in wrong)
        return None if wrong else {"widths": list(board["widths"])}
    faults.append(
        (
            "PR-2",
            tr(
                "'board' is one of {boards} or {{\"widths\": [...]}}, not {board}",
                boards=", ".join(BOARDS),
                board=quoted(board),
            ),
        )
    )
    return None


def _read_stacks(stacks: object, board: Lattice, s: Record, faults: list[Fault]) -> None:
    """Put the bars of ``stacks`` into ``s``."""
    s.hole[:] = OFF
    if not isinstance(stacks, Mapping):
        faults.append((None, tr("'stacks' is an object: the bars of every hole that has some")))
        return
    ends: dict[int, list[tuple[int, int]]] = {}
    for name, stack in stacks.items():
        if name not in board.index:
            faults.append(("P-1", tr("there is no hole {name} on this board", name=quoted(name))))
        elif not isinstance(stack, list | tuple) or not stack:
            faults.append(
                (
                    None,
                    tr(
                        "{name} lists its bars from the lowest to the highest, or is left out; "
                        "it is {stack}",
                        name=name,
                        stack=quoted(stack),
                    ),
                )
            )
        else:
            for level, text in enumerate(stack, 1):
                bar = bar_number(text)
                if bar is None:
                    faults.append(
                        (
                            None,
                            tr(
                                "{name} holds {given}; bars are d1 to d{n} and l1 to l{n}",
                                name=name,
                                given=quoted(text),
                                n=MAX_BARS,
                            ),
                        )
                    )
                else:
                    ends.setdefault(bar, []).append((board.index[name], level))
    for bar in sorted(ends):
        fault = bar_fault(bar, sorted(ends[bar]), board)
        if fault is not None:
            faults.append(fault)
            continue
        for end, (hole, level) in enumerate(sorted(ends[bar])):
            s.hole[2 * bar + end] = hole
            s.level[2 * bar + end] = level
    _check_above(s, board, faults)


def bar_number(text: object) -> int | None:
    """The bar of this name; None if there is none."""
    found = _BAR.fullmatch(text) if isinstance(text, str) else None
    if found is None or int(found[2]) > MAX_BARS:
        return None
    return "dl".index(found[1]) * MAX_BARS + int(found[2]) - 1


def bar_fault(bar: int, ends: list[tuple[int, int]], board: Lattice) -> Fault | None:
    """What is wrong with where a bar lies: the holes and levels of its ends, ascending."""
    name = bar_name(bar)
    holes = [board.names[hole] for hole, _ in ends]
    if len(ends) == 1:
        return "P-1", tr(
            "only one end of {name} is there, in {hole}: put the other into a neighbouring hole, "
            "or take the bar off",
            name=name,
            hole=holes[0],
        )
    if len(ends) > 2:
        return (
            "P-1",
            tr(
                "{name} has two ends, but {n} are there, in {places}: take the others off",
                name=name,
                n=len(ends),
                places=listed(dict.fromkeys(holes)),
            ),
        )
    (low, low_level), (high, high_level) = ends
    if low == high:
        return "P-1", tr(
            "both ends of {name} are in {hole}: put one of them into a neighbouring hole",
            name=name,
            hole=holes[0],
        )
    if high not in board.near[low]:
        return "P-1", tr(
            "{name} stands in {hole} and {hole2}, which are not neighbours: put its ends into "
            "holes that are",
            name=name,
            hole=holes[0],
            hole2=holes[1],
        )
    if abs(low_level - high_level) > 1:
        return (
            "P-7",
            tr(
                "{name} stands on level {low_level} in {hole} and on level {high_level} in "
                "{hole2}, but its levels may differ by one only: move it up or down in one of "
                "these holes",
                name=name,
                low_level=low_level,
                hole=holes[0],
                high_level=high_level,
                hole2=holes[1],
            ),
        )
    return None


def _check_above(s: Record, board: Lattice, faults: list[Fault]) -> None:
    """P-9: of two bars in the same two holes, one is above the other in both."""
    holes, levels = s.hole.reshape(-1, 2).tolist(), s.level.reshape(-1, 2).tolist()
    for one in range(BARS):
        for two in range(one + 1, BARS):
            low, high = holes[one]
            if low == OFF or holes[two] != [low, high]:
                continue
            above = [levels[one][end] > levels[two][end] for end in (0, 1)]
            if above[0] != above[1]:
                top, under = (one, two) if above[0] else (two, one)
                faults.append(
                    (
                        "P-9",
                        tr(
                            "{bar} is above {bar2} in {name} and below it in {name2}: let them "
                            "change places in one of these holes",
                            bar=bar_name(top),
                            bar2=bar_name(under),
                            name=board.names[low],
                            name2=board.names[high],
                        ),
                    )
                )


def _check_result(s: Record, c: Record, faults: list[Fault]) -> None:
    """P-18 to P-20: a game without result can go on, one with a result can have ended so."""
    w = blank(rules.WORK)[0]
    rules.derive(s, c, w)
    result = int(s.result)
    if result < 0:
        if int(w.total) == 0:
            said = (
                tr(
                    "Light is to move and has no legal pivot, so the game is over: set its "
                    "result{key}, or let Dark move",
                    key=key("result", amiss.RESULTS),
                )
                if int(s.turn) == LIGHT
                else tr(
                    "Dark is to move and has no legal pivot, so the game is over: set its "
                    "result{key}, or let Light move",
                    key=key("result", amiss.RESULTS),
                )
            )
            faults.append(("P-20", said))
        return
    bars = [rules.finished(w, side) for side in (DARK, LIGHT)]
    moves = [rules.generate(s, c, w, side) for side in (DARK, LIGHT)]
    even = bars[DARK] == bars[LIGHT]
    possible = (
        bars[DARK] > bars[LIGHT] or (even and moves[LIGHT] == 0),
        bars[LIGHT] > bars[DARK] or (even and moves[DARK] == 0 and moves[LIGHT] != 0),
        even and moves == [0, 0],
    )
    if not possible[result]:
        clause = "P-20" if even or result == DRAW else "P-18"
        found = {
            "key": key("result"),
            "bars": bars[DARK],
            "moves": moves[DARK],
            "bars2": bars[LIGHT],
            "moves2": moves[LIGHT],
        }
        faults.append((clause, _impossible(result, found)))


def _impossible(result: int, found: dict[str, Any]) -> str:
    """Why the game cannot have ended so; ``found`` is what both sides have."""
    if result == DRAW:
        return tr(
            "it cannot be a draw{key}: Dark has {bars} finished bars and {moves} moves, Light has "
            "{bars2} and {moves2}; choose another result or none",
            **found,
        )
    if result == LIGHT:
        return tr(
            "Light cannot have won{key}: Dark has {bars} finished bars and {moves} moves, Light "
            "has {bars2} and {moves2}; choose another result or none",
            **found,
        )
    return tr(
        "Dark cannot have won{key}: Dark has {bars} finished bars and {moves} moves, Light has "
        "{bars2} and {moves2}; choose another result or none",
        **found,
    )
