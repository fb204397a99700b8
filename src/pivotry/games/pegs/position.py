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
from ...tongue import tr
from ...wording import key, quoted
from .. import amiss
from . import faulty, rules, setup
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
        (None, tr("{key} is missing", key=quoted(name))) for name in _KEYS if name not in data
    )
    if data.get("game", "pegs") != "pegs":
        faults.append((None, tr("'game' is 'pegs', not {game}", game=quoted(data["game"]))))

    result = data.get("result")
    if not (result is None or isinstance(result, str)) or result not in _RESULTS:
        faults.append((None, amiss.result(result)))
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
    read_well = len(faults) == sound and all(name in data for name in _KEYS)
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
                faults.append((option.clause, faulty.bad_option(option, data[option.name], error)))
                fine = False
            else:
                given[option.name] = data[option.name]
    known = (*_KEYS, *(option.name for option in setup.FACTS.options))
    faults.extend(
        (None, tr("{key} is no part of a position of the peg game", key=quoted(name)))
        for name in data
        if name not in known
    )
    return setup.normalise(2, given) if fine else None


def _read_turn(data: Mapping[str, Any], faults: list[Fault]) -> tuple[int, int]:
    turn, step = data.get("turn", "dark"), data.get("step", 1)
    if not isinstance(turn, str) or turn not in _SIDES:
        faults.append((None, amiss.turn(turn)))
        turn = "dark"
    if type(step) is not int or step not in (1, 2):
        faults.append(
            (
                "G-3",
                tr(
                    "a turn is two moves: say which of them comes next{key}, 1 or 2, "
                    "instead of {value}",
                    key=key("step"),
                    value=amiss.given(step),
                ),
            )
        )
        step = 1
    return _SIDES.index(turn), step - 1


def _count(data: Mapping[str, Any], name: str, most: int, faults: list[Fault]) -> int:
    value = data.get(name, 0)
    if type(value) is not int or not 0 <= value <= most:
        said = amiss.moves(value, most) if name == "ply" else faulty.no_quiet(value, most)
        faults.append((None, said))
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
                    tr(
                        "{name} bears {given} rings and has room for {room}: take {more} away",
                        name=name,
                        given=len(text),
                        room=room,
                        more=len(text) - room,
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
    for letter in _LETTERS:
        count = sum(text.count(letter) for text in texts.values())
        goal = sum(text.count(letter) for n, text in texts.items() if PEG_NUMBER[n] >= SOURCES)
        if count != RINGS:
            faults.append(("G-2", faulty.miscounted(letter == "l", count)))
        if goal > GOAL:
            faults.append(("G-10", faulty.too_many_home(letter == "l", goal)))


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
                    "write the last move{key} as the pegs it led from and to, such as A1-B1, or "
                    "leave it out, instead of {last}",
                    key=key("last", "null / 'A1-B1'"),
                    last=quoted(last),
                ),
            )
        )
        return
    pegs = []
    for name in found.groups():
        if name not in PEG_NUMBER:
            faults.append(
                (
                    "G-1",
                    tr(
                        "the last move{key} names {name}, and there is no such peg",
                        key=key("last"),
                        name=name,
                    ),
                )
            )
        else:
            pegs.append(PEG_NUMBER[name])
    if len(pegs) < 2:
        return
    source, to = pegs
    if source >= SOURCES:
        faults.append(
            (
                "G-8",
                tr(
                    "the last move{key} cannot have begun at {peg}: a ring there never moves again",
                    key=key("last"),
                    peg=PEG_NAMES[source],
                ),
            )
        )
    else:
        s.last = source * PEGS + to


def _check_last(s: Record, c: Record, faults: list[Fault]) -> None:
    """The last move leads from a peg with room to the ring it moved, and ``quiet`` counts it."""
    if int(s.quiet) > int(s.ply):
        faults.append(
            (
                "G-11",
                tr(
                    "of {ply} moves so far{ply_key} {quiet} cannot have been quiet{quiet_key}: "
                    "make the first number larger or the second smaller",
                    ply=int(s.ply),
                    ply_key=key("ply"),
                    quiet=int(s.quiet),
                    quiet_key=key("quiet"),
                ),
            )
        )
    if int(s.last) < 0:
        return
    source, to = divmod(int(s.last), PEGS)
    name, to_name = PEG_NAMES[source], PEG_NAMES[to]
    last = {"move": f"{name}-{to_name}", "key": key("last")}
    if int(s.ply) == 0:
        faults.append(
            (
                None,
                tr(
                    "the last move{key} was {move}, so there has been one: set the moves so "
                    "far{ply_key} to 1 or more",
                    **last,
                    ply_key=key("ply"),
                ),
            )
        )
    if rules.rings(s, to) == 0:
        faults.append(
            (
                "G-4",
                tr(
                    "the last move{key} was {move}, but no ring is on {to_name}: put it there, or "
                    "leave the last move out",
                    **last,
                    to_name=to_name,
                ),
            )
        )
    if rules.has_lane(c, source, to):
        if rules.is_full(s, source):
            faults.append(("G-6", faulty.still_full(last, name)))
        elif rules.rings(s, source) != int(ROOM[source]) - 1:
            faults.append(
                (
                    "G-6",
                    tr(
                        "the last move{key} was {move}, forward, so {name} was full and lacks just "
                        "that ring: fill it up to one place, or leave the last move out",
                        **last,
                        name=name,
                    ),
                )
            )
        if int(s.quiet) != 0:
            faults.append(
                (
                    "G-11",
                    tr(
                        "the last move{key} was {move}, forward, and no quiet one came after it: "
                        "set the quiet moves{quiet_key} to 0",
                        **last,
                        quiet_key=key("quiet"),
                    ),
                )
            )
    elif rules.beside(source, to):
        if rules.is_full(s, source):
            faults.append(("G-4", faulty.still_full(last, name)))
        if int(s.quiet) == 0:
            faults.append(
                (
                    "G-11",
                    tr(
                        "the last move{key} was {move}, sideways, which is a quiet one: set the "
                        "quiet moves{quiet_key} to 1 or more",
                        **last,
                        quiet_key=key("quiet"),
                    ),
                )
            )
    elif int(ROW[to]) < int(ROW[source]):
        faults.append(
            ("G-8", tr("the last move{key} cannot be {move}: no ring goes backward", **last))
        )
    elif int(ROW[to]) == int(ROW[source]):
        faults.append(
            (
                "G-5",
                tr(
                    "the last move{key} cannot be {move}: {to_name} is not next to {name}",
                    **last,
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
                    "the last move{key} cannot be {move}: no lane leads from {name} to {to_name}",
                    **last,
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
                    "the game ends with {limit} quiet moves in a row, so there cannot have been "
                    "{quiet}{key}: set them to {limit} at most",
                    quiet=quiet,
                    limit=limit,
                    key=key("quiet"),
                ),
            )
        )
    if winner != 0:
        if result != winner:
            faults.append(("G-10", faulty.has_won(winner)))
        if quiet != 0:
            faults.append(
                (
                    "G-11",
                    tr(
                        "the third ring went to row D last, which was no quiet move: set the quiet "
                        "moves{key} to 0",
                        key=key("quiet"),
                    ),
                )
            )
        _check_winning_move(s, winner, faults)
    elif result in (1, 2):
        faults.append(("G-10", faulty.has_not_won(result, rules.in_goal(s, result - 1))))
    elif quiet >= limit:
        if result != DRAW:
            faults.append(
                (
                    "G-11",
                    tr(
                        "{quiet} quiet moves in a row{quiet_key} make a draw: set the result{key} "
                        "so, or fewer quiet moves",
                        quiet=quiet,
                        quiet_key=key("quiet"),
                        key=key("result", "'draw'"),
                    ),
                )
            )
    elif not all_there:
        return
    elif rules.stuck(s, c):
        if result != DRAW:
            faults.append(
                (
                    "G-9",
                    tr(
                        "no move is left on this board, which makes a draw: set the result{key} so",
                        key=key("result", "'draw'"),
                    ),
                )
            )
    elif result == DRAW:
        faults.append(
            (
                "G-11",
                tr(
                    "it is no draw{key} yet, for moves are left and {quiet} of {limit} quiet "
                    "moves{quiet_key} have been made: set these to {limit}, or take the result "
                    "back",
                    key=key("result"),
                    quiet=quiet,
                    limit=limit,
                    quiet_key=key("quiet"),
                ),
            )
        )


def _check_winning_move(s: Record, winner: int, faults: list[Fault]) -> None:
    if int(s.last) < 0:
        return
    to = int(s.last) % PEGS
    if to < SOURCES or rules.rings(s, to) == 0 or rules.ring(s, to, 0) != winner - 1:
        said = tr(
            "the game is over, but the last move{key} put no ring of the winner into row D: give "
            "the one that did, or leave it out",
            key=key("last"),
        )
        faults.append(("G-10", said))
