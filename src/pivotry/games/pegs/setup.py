"""Facts and options of the peg game, and the configuration that the kernels read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ...contract import Facts, Option, Options, Record, blank
from ...errors import BadOption
from ...tongue import mark, tr
from ...wording import either, quoted
from ..seated import not_for
from . import rules, tables
from .tables import PEG_NAMES, PEG_NUMBER, ROW, ROW_FIRST, ROW_LENGTH, SOURCES

if TYPE_CHECKING:
    from ...chance import Stream

MOST_QUIET = 10_000

_FAN = "\n".join(
    (
        *(f"A{n}: B{n}" for n in range(1, 5)),
        *(f"B{n}: C{n} C{n + 1}" for n in range(1, 5)),
        *(f"C{n}: D{n}" for n in range(1, 6)),
    )
)
"""The standard lanes as people write lanes in a form."""

FACTS = Facts(
    id="pegs",
    title=mark("The peg game"),
    summary=mark("Thread rings from peg to peg; three of your colour in the goal row win."),
    players=(2,),
    sample=(44, 44),
    lasts=mark("About 15 minutes"),
    standard_players=2,
    rules="1",
    hidden=False,
    chance=False,
    scored=False,
    max_moves=81,
    actions=tables.ACTIONS,
    options=(
        Option(
            "setup",
            "staggered",
            mark("The lowest rings of the four long pegs; above them the colours alternate."),
            mark("Rings at the start"),
            choices=("staggered", "uniform"),
            words=(mark("dark, light, dark, light"), mark("dark on all four")),
            clause="GR-2",
        ),
        Option(
            "lanes",
            "fan",
            mark("Where a ring can go when it goes forward."),
            mark("Lanes"),
            choices=("fan", "wide"),
            words=(mark("fan: to the nearest pegs"), mark("wide: to their neighbours, too")),
            mapping=True,
            own=mark("For each peg of the rows A, B and C the pegs of the next row it leads to."),
            example=_FAN,
            clause="GR-3",
        ),
        Option(
            "quiet_limit",
            100,
            mark("So many moves in a row without one forward, and the game is a draw."),
            mark("Quiet moves until a draw"),
            range=(1, MOST_QUIET),
            clause="GR-4",
        ),
        Option(
            "first",
            "dark",
            mark("Who has the first turn."),
            mark("Who begins"),
            choices=("dark", "light"),
            words=(mark("Dark"), mark("Light")),
            clause="GR-6",
        ),
    ),
    moves_a_turn=2,
    common=True,
    seat_names=(mark("Dark"), mark("Light")),
)
_BY_NAME = {option.name: option for option in FACTS.options}


def normalise(players: int | None, given: Mapping[str, Any]) -> Options:
    if players is not None and (type(players) is not int or players != 2):
        raise not_for(FACTS, players)
    chosen: Options = {"players": 2}
    for option in FACTS.options:
        chosen[option.name] = option.default
    for name, value in given.items():
        if name == "players":
            if type(value) is not int or value != 2:
                raise not_for(FACTS, value)
        elif name not in _BY_NAME:
            raise BadOption(
                tr(
                    "the peg game has no option {name}; its options are {options}",
                    name=quoted(name),
                    options=", ".join(_BY_NAME),
                )
            )
        elif name == "lanes" and isinstance(value, Mapping):
            chosen[name] = _own_lanes(value)
        else:
            chosen[name] = _checked(_BY_NAME[name], value)
    return chosen


def _checked(option: Option, value: Any) -> Any:
    if option.range is not None:
        low, high = option.range
        if type(value) is not int or not low <= value <= high:
            raise BadOption(
                tr(
                    "the option {name} is a whole number from {low} to {high}, not {value}",
                    name=option.name,
                    low=low,
                    high=high,
                    value=quoted(value),
                )
            )
    elif not isinstance(value, str) or value not in option.choices:
        choices = either(repr(choice) for choice in option.choices)
        if option.mapping:
            said = mark(
                "the option {name} is {choices} or a mapping from pegs to lists of pegs, "
                "not {value}"
            )
        else:
            said = mark("the option {name} is {choices}, not {value}")
        raise BadOption(tr(said, name=option.name, choices=choices, value=quoted(value)))
    return value


def _own_lanes(given: Mapping[Any, Any]) -> dict[str, list[str]]:
    """Lanes as the owner of a board reads them off it; every source peg has one."""
    for name in given:
        if not isinstance(name, str) or name not in PEG_NUMBER:
            raise BadOption(
                tr(
                    "the option lanes: there is no peg {name}; pegs are A1-A4, B1-B4, C1-C5, D1-D5",
                    name=quoted(name),
                )
            )
        if PEG_NUMBER[name] >= SOURCES:
            raise BadOption(
                tr(
                    "the option lanes: {name} is in the goal row, where rings never move again",
                    name=name,
                )
            )
    lanes: dict[str, list[str]] = {}
    for source in range(SOURCES):
        name = PEG_NAMES[source]
        row = int(ROW[source]) + 1
        ahead = PEG_NAMES[ROW_FIRST[row] : ROW_FIRST[row] + ROW_LENGTH[row]]
        ends = given.get(name)
        if not isinstance(ends, (list, tuple)) or not ends:
            raise BadOption(
                tr(
                    "the option lanes: {name} needs a list of at least one peg among "
                    "{ahead}-{ahead2}",
                    name=name,
                    ahead=ahead[0],
                    ahead2=ahead[-1],
                )
            )
        for end in ends:
            if end not in ahead:
                raise BadOption(
                    tr(
                        "the option lanes: {name} can lead to {ahead}-{ahead2} in the next row, "
                        "not to {end}",
                        name=name,
                        ahead=ahead[0],
                        ahead2=ahead[-1],
                        end=quoted(end),
                    )
                )
        if len(set(ends)) != len(ends):
            raise BadOption(tr("the option lanes: {name} names a peg twice", name=name))
        lanes[name] = list(ends)
    return lanes


def lane_map(lanes: Any) -> dict[str, list[str]]:
    """The lanes of every peg under an option value (GR-3)."""
    if isinstance(lanes, Mapping):
        return {name: list(ends) for name, ends in lanes.items()}
    wide = lanes == "wide"
    found: dict[str, list[str]] = {}
    for source in range(SOURCES):
        row, place = int(ROW[source]), source - ROW_FIRST[int(ROW[source])]
        if row == 1:
            places = [place, place + 1]
        elif wide:
            places = [place - 1, place, place + 1]
        else:
            places = [place]
        first, length = ROW_FIRST[row + 1], ROW_LENGTH[row + 1]
        found[PEG_NAMES[source]] = [PEG_NAMES[first + i] for i in places if 0 <= i < length]
    return found


def config(options: Options) -> Record:
    c = blank(rules.CONFIG)[0]
    lanes = [0] * (tables.FAR + 1)
    for name, ends in lane_map(options["lanes"]).items():
        for end in ends:
            source = PEG_NUMBER[name]
            lanes[PEG_NUMBER[end] - source] |= 1 << (3 * source + 2)
    c.lanes = np.array(lanes, np.uint64)
    used = [distance for distance, sources in enumerate(lanes) if sources]
    c.near, c.far = min(used), max(used)
    c.fan = int(options["lanes"] == "fan")
    c.custom = int(isinstance(options["lanes"], Mapping))
    c.setup = ("staggered", "uniform").index(options["setup"])
    c.first = ("dark", "light").index(options["first"])
    c.quiet_limit = options["quiet_limit"]
    return c


def draw_deal(stream: Stream, s: Record, c: Record) -> Any:
    """Nothing is dealt in this game."""
    return np.zeros(0, np.int16)


def deal_of(s: Record, c: Record) -> Any:
    """Nothing was dealt."""
    return np.zeros(0, np.int16)
