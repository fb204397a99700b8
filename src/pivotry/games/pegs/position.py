"""Position JSON of the peg game: writing it, and reading it with every fault named.

A position may come from a game or have been set up by somebody. What it says must fit together
(rings, room, the last move, the quiet moves, the result); how it came about, and hence how many
moves were made before, is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...contract import Options, Position, Record, blank
from ...errors import BadOption, BadPosition, Fault
from ...tongue import tr, tr_n
from ...wording import quoted
from . import rules, setup
from .tables import (
    COLOUR_AT,
    DRAW,
    EMPTY,
    GOAL,
    PEG_NAMES,
    PEG_NUMBER,
    PEGS,
    RINGS,
    ROOM,
    ROW,
    ROWS,
    SOURCES,
)

_KEYS = ("game", "turn", "step", "last", "quiet", "ply", "result", "stacks")
_SIDES = ("dark", "light")
_RESULTS = (None, "dark", "light", "draw")
_LETTERS = "dl"
_LAST = re.compile(r"([A-D][1-9])-([A-D][1-9])")
_MAX_PLY = 1_000_000_000


def write(s: Record, c: Record, options: Options) -> Position:
    """Position JSON of a state; options appear where they differ from the standard."""
    last = int(s.last)
    data: Position = {
        "game": "pegs",
        "turn": _SIDES[int(s.turn)],
        "step": int(s.step) + 1,
        "last": None if last < 0 else "-".join(PEG_NAMES[p] for p in divmod(last, PEGS)),
        "quiet": int(s.quiet),
        "ply": int(s.ply),
        "result": _RESULTS[int(s.result)],
        "stacks": {name: rings for p, name in enumerate(PEG_NAMES) if (rings := stack(s, p))},
    }
    for option in setup.FACTS.options:
        value = options[option.name]
        if value != option.default:
            if isinstance(value, Mapping):
                value = {name: list(ends) for name, ends in value.items()}
            data[option.name] = value
    return data


def stack(s: Record, peg: int) -> str:
    """The rings of a peg from the lowest to the highest, ``d`` and ``l``."""
    held = rules.rings(s, peg)
    return "".join(_LETTERS[rules.ring(s, peg, place)] for place in range(held - 1, -1, -1))


def read(data: object) -> tuple[Options, Record]:
    """Options and state; ``BadPosition`` lists every fault, with clauses."""
    if not isinstance(data, Mapping):
        raise BadPosition([(None, tr("a position is a JSON object"))])
    faults: list[Fault] = []
    options = _read_options(data, faults)
    faults.extend(
        (None, tr("{key} is missing", key=quoted(key))) for key in _KEYS if key not in data
    )
    if data.get("game", "pegs") != "pegs":
        faults.append((None, tr("'game' is 'pegs', not {game}", game=quoted(data["game"]))))

    result = data.get("result")
    if not (result is None or isinstance(result, str)) or result not in _RESULTS:
        faults.append(
            (
                None,
                tr(
                    "'result' is null, 'dark', 'light' or 'draw', not {result}",
                    result=quoted(result),
                ),
            )
        )
        result = "unknown"
    s = blank(rules.STATE)[0]
    known_result = result in _RESULTS
    s.result = _RESULTS.index(result) if known_result else 0
    if result is None:
        s.turn, s.step = _read_turn(data, faults)
    sound = len(faults)
    s.ply = _count(data, "ply", _MAX_PLY, faults)
    s.quiet = _count(data, "quiet", setup.MOST_QUIET, faults)
    _read_stacks(data.get("stacks", {}), s, faults)
    _read_last(data.get("last"), s, faults)
    read_well = len(faults) == sound and all(key in data for key in _KEYS)
    _check_rings(data.get("stacks"), faults)
    if options is not None and read_well:
        c = setup.config(options)
        all_there = len(faults) == sound
        _check_last(s, c, faults)
        if known_result:
            _check_result(s, c, faults, all_there)
    if faults or options is None:
        raise BadPosition(faults)
    return options, s


def _read_options(data: Mapping[str, Any], faults: list[Fault]) -> Options | None:
    given = {}
    fine = True
    for option in setup.FACTS.options:
        if option.name in data:
            try:
                setup.normalise(2, {option.name: data[option.name]})
            except BadOption as error:
                faults.append((option.clause, str(error)))
                fine = False
            else:
                given[option.name] = data[option.name]
    known = (*_KEYS, *(option.name for option in setup.FACTS.options))
    faults.extend(
        (None, tr("{key} is no part of a position of the peg game", key=quoted(key)))
        for key in data
        if key not in known
    )
    return setup.normalise(2, given) if fine else None


def _read_turn(data: Mapping[str, Any], faults: list[Fault]) -> tuple[int, int]:
    turn, step = data.get("turn", "dark"), data.get("step", 1)
    if not isinstance(turn, str) or turn not in _SIDES:
        faults.append((None, tr("'turn' is 'dark' or 'light', not {turn}", turn=quoted(turn))))
        turn = "dark"
    if type(step) is not int or step not in (1, 2):
        faults.append(
            ("G-3", tr("'step' is 1 or 2, for a turn is two moves, not {step}", step=quoted(step)))
        )
        step = 1
    return _SIDES.index(turn), step - 1


def _count(data: Mapping[str, Any], key: str, most: int, faults: list[Fault]) -> int:
    value = data.get(key, 0)
    if type(value) is not int or not 0 <= value <= most:
        faults.append(
            (
                None,
                tr(
                    "{key} is a number of moves from 0 to {most}, not {value}",
                    key=quoted(key),
                    most=most,
                    value=quoted(value),
                ),
            )
        )
        return 0
    return value


def _read_stacks(stacks: object, s: Record, faults: list[Fault]) -> None:
    if not isinstance(stacks, Mapping):
        faults.append((None, tr("'stacks' is an object with the rings of every peg that has some")))
        return
    heights, colours = int(EMPTY), 0
    for name, text in stacks.items():
        peg = PEG_NUMBER.get(name) if isinstance(name, str) else None
        if peg is None:
            faults.append(
                (
                    "G-1",
                    tr(
                        "there is no peg {name}; pegs are A1-A4, B1-B4, C1-C5 and D1-D5",
                        name=quoted(name),
                    ),
                )
            )
            continue
        if not isinstance(text, str) or not text or set(text) - set(_LETTERS):
            faults.append(
                (
                    None,
                    tr(
                        "the rings of {name} are written with the letters d and l, not {given}",
                        name=name,
                        given=quoted(text),
                    ),
                )
            )
            continue
        room = int(ROOM[peg])
        if len(text) > room:
            faults.append(
                (
                    "G-1",
                    tr_n(
                        "{name} has room for {n} ring, not for {given}",
                        "{name} has room for {n} rings, not for {given}",
                        room,
                        name=name,
                        given=len(text),
                    ),
                )
            )
        else:
            heights += len(text) << (3 * peg)
            for place, letter in enumerate(reversed(text)):
                colours |= _LETTERS.index(letter) << (int(COLOUR_AT[peg]) + place)
    s.heights, s.colours = heights, colours


def _check_rings(stacks: object, faults: list[Fault]) -> None:
    """G-2: all sixteen rings are somewhere; G-10: no more than three of a colour in row D."""
    if not isinstance(stacks, Mapping):
        return
    texts = {n: text for n, text in stacks.items() if n in PEG_NUMBER and isinstance(text, str)}
    for letter, side in zip(_LETTERS, _SIDES, strict=True):
        count = sum(text.count(letter) for text in texts.values())
        goal = sum(text.count(letter) for n, text in texts.items() if PEG_NUMBER[n] >= SOURCES)
        if count != RINGS:
            faults.append(
                (
                    "G-2",
                    tr(
                        "there are {rings} {side} rings, not {count}",
                        rings=RINGS,
                        side=side,
                        count=count,
                    ),
                )
            )
        if goal > GOAL:
            faults.append(
                (
                    "G-10",
                    tr(
                        "{goal} {side} rings lie in row D, but the game ends with the third",
                        goal=goal,
                        side=side,
                    ),
                )
            )


def _read_last(last: object, s: Record, faults: list[Fault]) -> None:
    s.last = -1
    if last is None:
        return
    found = _LAST.fullmatch(last) if isinstance(last, str) else None
    if found is None:
        faults.append(
            (
                None,
                tr(
                    "'last' is null or the move just made, such as 'A1-B1', not {last}",
                    last=quoted(last),
                ),
            )
        )
        return
    pegs = []
    for name in found.groups():
        if name not in PEG_NUMBER:
            faults.append(("G-1", tr("'last': there is no peg {name}", name=name)))
        else:
            pegs.append(PEG_NUMBER[name])
    if len(pegs) < 2:
        return
    source, to = pegs
    if source >= SOURCES:
        faults.append(
            ("G-8", tr("'last': a ring in {peg} never moves again", peg=PEG_NAMES[source]))
        )
    else:
        s.last = source * PEGS + to


def _check_last(s: Record, c: Record, faults: list[Fault]) -> None:
    """The last move leads from a peg with room to the ring it moved, and ``quiet`` counts it."""
    if int(s.quiet) > int(s.ply):
        faults.append(
            ("G-11", tr("'quiet' is {quiet}, more than the moves made ('ply')", quiet=int(s.quiet)))
        )
    if int(s.last) < 0:
        return
    source, to = divmod(int(s.last), PEGS)
    name, to_name = PEG_NAMES[source], PEG_NAMES[to]
    move = f"{name}-{to_name}"
    if int(s.ply) == 0:
        faults.append(
            (None, tr("'last' is {move}, but 'ply' says that no move was made", move=move))
        )
    if rules.rings(s, to) == 0:
        faults.append(
            ("G-4", tr("'last' is {move}, but no ring is on {to_name}", move=move, to_name=to_name))
        )
    if rules.has_lane(c, source, to):
        if rules.rings(s, source) != int(ROOM[source]) - 1:
            faults.append(
                (
                    "G-6",
                    tr(
                        "'last' is {move}, but {name} was not full then: it has room for more than "
                        "that ring",
                        move=move,
                        name=name,
                    ),
                )
                if not rules.is_full(s, source)
                else ("G-6", tr("'last' is {move}, but {name} is still full", move=move, name=name))
            )
        if int(s.quiet) != 0:
            faults.append(
                (
                    "G-11",
                    tr(
                        "'last' is {move}, but that is a forward move, after which 'quiet' is 0",
                        move=move,
                    ),
                )
            )
    elif rules.beside(source, to):
        if rules.is_full(s, source):
            faults.append(
                (
                    "G-4",
                    tr(
                        "'last' is {move}, but {name} is full, with no place that a ring has left",
                        move=move,
                        name=name,
                    ),
                )
            )
        if int(s.quiet) == 0:
            faults.append(
                (
                    "G-11",
                    tr(
                        "'last' is {move}, but that is no forward move, so 'quiet' is at least 1",
                        move=move,
                    ),
                )
            )
    elif int(ROW[to]) < int(ROW[source]):
        faults.append(("G-8", tr("'last' is {move}, but no ring goes backward", move=move)))
    elif int(ROW[to]) == int(ROW[source]):
        faults.append(
            (
                "G-5",
                tr(
                    "'last' is {move}, but {to_name} is not next to {name}",
                    move=move,
                    to_name=to_name,
                    name=name,
                ),
            )
        )
    else:
        faults.append(
            (
                "G-6",
                tr(
                    "'last' is {move}, but no lane leads from {name} to {to_name}",
                    move=move,
                    name=name,
                    to_name=to_name,
                ),
            )
        )


def _check_result(s: Record, c: Record, faults: list[Fault], all_there: bool) -> None:
    """G-9, G-10, G-11: the result is the one that the position has.

    Where rings are missing or too many (not ``all_there``), nobody is said to be stuck.
    """
    limit, quiet, result = int(c.quiet_limit), int(s.quiet), int(s.result)
    winner = int(rules.winner(s.heights, s.colours))
    if quiet > limit:
        faults.append(
            (
                "G-11",
                tr(
                    "'quiet' is {quiet}, but the game ends with {limit} quiet moves",
                    quiet=quiet,
                    limit=limit,
                ),
            )
        )
    if winner != 0:
        side = _SIDES[winner - 1]
        if result != winner:
            faults.append(
                (
                    "G-10",
                    tr(
                        "three {side} rings lie in row D, so the result is {side2}, not {result}",
                        side=side,
                        side2=quoted(side),
                        result=_shown(result),
                    ),
                )
            )
        if quiet != 0:
            faults.append(("G-11", tr("the third ring went to row D last, so 'quiet' is 0")))
        _check_winning_move(s, side, faults)
    elif result in (1, 2):
        side = _SIDES[result - 1]
        have = rules.in_goal(s, result - 1)
        faults.append(
            (
                "G-10",
                tr(
                    "the result is {side}, but row D holds {have} {side2} rings, not three",
                    side=quoted(side),
                    have=have,
                    side2=side,
                ),
            )
        )
    elif quiet >= limit:
        if result != DRAW:
            faults.append(
                (
                    "G-11",
                    tr(
                        "{quiet} quiet moves were made, so the result is 'draw', not null",
                        quiet=quiet,
                    ),
                )
            )
    elif not all_there:
        return
    elif rules.stuck(s, c):
        if result != DRAW:
            faults.append(("G-9", tr("no move is left on this board, so the result is 'draw'")))
    elif result == DRAW:
        faults.append(
            (
                "G-11",
                tr(
                    "the result is 'draw', but only {quiet} of {limit} quiet moves were made",
                    quiet=quiet,
                    limit=limit,
                ),
            )
        )


def _check_winning_move(s: Record, side: str, faults: list[Fault]) -> None:
    if int(s.last) < 0:
        return
    to = int(s.last) % PEGS
    if to < SOURCES or rules.rings(s, to) == 0 or rules.ring(s, to, 0) != _SIDES.index(side):
        faults.append(
            (
                "G-10",
                tr(
                    "'last' put no {side} ring into row {row}, so it did not end the game",
                    side=side,
                    row=ROWS[-1],
                ),
            )
        )


def _shown(result: int) -> str:
    return "null" if result == 0 else repr(_RESULTS[result])
