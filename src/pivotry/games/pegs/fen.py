"""A position of the peg game in one line, for programs that talk to each other.

``STACKS TURN STEP LAST QUIET PLY RESULT [OPTION=VALUE ...]``, such as the beginning:
``dldl,ldld,dldl,ldld/4/5/5 d 1 - 0 0 -``. See ``docs/engine.md``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...contract import Position
from ...fentext import RESULTS, SIDES, Fields, number_or_text, read_row, write_row, written
from ...tongue import tr
from ...wording import quoted
from . import setup
from .tables import PEG_NAMES, ROW, ROW_FIRST, ROW_LENGTH, ROWS, SOURCES

FIELDS = ("stacks", "turn", "step", "last", "quiet", "ply", "result")
_ROW_NAMES = [PEG_NAMES[first : first + n] for first, n in zip(ROW_FIRST, ROW_LENGTH, strict=True)]
_RINGS = re.compile(r"[dl]+")


def write(position: Position) -> str:
    """The one text of a position (as ``position.write`` gives it)."""
    stacks = position["stacks"]
    words = [
        "/".join(write_row([stacks.get(name, "") for name in names]) for names in _ROW_NAMES),
        written(SIDES, position["turn"]),
        str(position["step"]),
        position["last"] or "-",
        str(position["quiet"]),
        str(position["ply"]),
        written(RESULTS, position["result"]),
    ]
    for option in setup.FACTS.options:
        value = position.get(option.name, option.default)
        if value != option.default:
            shown = write_lanes(value) if isinstance(value, Mapping) else str(value)
            words.append(f"{option.name}={shown}")
    return " ".join(words)


def read(text: str) -> Position:
    """Position JSON of a text, whose sense ``position.read`` checks.

    ``BadPosition`` lists what is wrong with the text itself.
    """
    fields = Fields(text, FIELDS)
    last = fields.text("last")
    position: dict[str, Any] = {
        "game": "pegs",
        "turn": fields.letter("turn", SIDES),
        "step": fields.number("step"),
        "last": None if last == "-" else last,
        "quiet": fields.number("quiet"),
        "ply": fields.number("ply"),
        "result": fields.letter("result", RESULTS),
        "stacks": _read_stacks(fields),
    }
    readers = dict.fromkeys(("setup", "quiet_limit", "first"), number_or_text)
    position |= fields.options({**readers, "lanes": read_lanes})
    return fields.done(position, write)


def _read_stacks(fields: Fields) -> dict[str, str]:
    stacks: dict[str, str] = {}
    rows = fields.text("stacks").split("/")
    if len(rows) != len(ROWS):
        fields.faults.append(
            (
                "G-1",
                tr(
                    "the stacks are {n} rows with / between them, not {n2}",
                    n=len(ROWS),
                    n2=len(rows),
                ),
            )
        )
        return stacks
    for letter, names, row in zip(ROWS, _ROW_NAMES, rows, strict=True):
        places = read_row(row)
        if len(places) != len(names):
            fields.faults.append(
                (
                    "G-1",
                    tr(
                        "row {letter} has {n} pegs, {row} tells of {n2}",
                        letter=letter,
                        n=len(names),
                        row=quoted(row),
                        n2=len(places),
                    ),
                )
            )
            continue
        for name, rings in zip(names, places, strict=True):
            if rings and not _RINGS.fullmatch(rings):
                fields.faults.append(
                    (
                        None,
                        tr(
                            "the rings of {name} are letters d and l, not {rings}",
                            name=name,
                            rings=quoted(rings),
                        ),
                    )
                )
            elif rings:
                stacks[name] = rings
    return stacks


def write_lanes(lanes: Mapping[str, list[str]]) -> str:
    """The numbers of the pegs that each peg leads to: ``1,2,3,4/12,23,34,45/1,2,3,4,5``."""
    return "/".join(
        ",".join("".join(end[1:] for end in lanes[name]) for name in names)
        for names in _ROW_NAMES[:-1]
    )


def read_lanes(text: str) -> Any:
    """A name, or lanes of every peg; anything else is left to whoever checks the option."""
    rows = [row.split(",") for row in text.split("/")]
    numbers = [ends for row in rows for ends in row]
    if [len(row) for row in rows] != list(ROW_LENGTH[:-1]) or not all(
        ends.isascii() and ends.isdigit() for ends in numbers
    ):
        return text
    return {
        PEG_NAMES[source]: [f"{ROWS[int(ROW[source]) + 1]}{digit}" for digit in numbers[source]]
        for source in range(SOURCES)
    }
