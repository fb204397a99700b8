"""A position of Pivotation in one line, for programs that talk to each other.

``STACKS BOARD TURN PLY RESULT``, such as the beginning on the smallest board:
``d1,d1,d2,d2,d3,d3/5/6/5/l3,l3,l2,l2,l1,l1 mini d 0 -``. See ``docs/engine.md``.
"""

from __future__ import annotations

import re
from typing import Any

from ...contract import Position
from ...fentext import RESULTS, SIDES, Fields, read_row, write_row, written
from ...tongue import tr
from ...wording import quoted
from . import setup
from .tables import BOARDS, Lattice, lattice

FIELDS = ("stacks", "board", "turn", "ply", "result")
OWN = "own"
"""Stands for a custom board, whose widths the stacks tell."""
_STACK = re.compile(r"(?:[dl][1-9][0-9]?)+")
_BAR = re.compile(r"[dl][0-9]+")


def write(position: Position) -> str:
    """The one text of a position (as ``position.write`` gives it)."""
    board, stacks = position["board"], position["stacks"]
    own = not isinstance(board, str)
    widths = tuple(board["widths"]) if own else BOARDS[board][0]
    rows = _rows(lattice(widths))
    return " ".join(
        (
            "/".join(write_row(["".join(stacks.get(name, ())) for name in row]) for row in rows),
            OWN if own else board,
            written(SIDES, position["turn"]),
            str(position["ply"]),
            written(RESULTS, position["result"]),
        )
    )


def read(text: str) -> Position:
    """Position JSON of a text, whose sense ``position.read`` checks.

    ``BadPosition`` lists what is wrong with the text itself.
    """
    fields = Fields(text, FIELDS)
    rows = [read_row(row) for row in fields.text("stacks").split("/")]
    board = _read_board(fields, tuple(len(row) for row in rows))
    position: dict[str, Any] = {
        "game": "pivotation",
        "board": board,
        "turn": fields.letter("turn", SIDES),
        "ply": fields.number("ply"),
        "result": fields.letter("result", RESULTS),
        "stacks": {} if board is None else _read_stacks(fields, rows),
    }
    fields.options({})
    return fields.done(position, write)


def _rows(board: Lattice) -> list[list[str]]:
    """The names of the holes, row by row."""
    names: list[list[str]] = [[] for _ in board.widths]
    for name, row in zip(board.names, board.rows, strict=True):
        names[row].append(name)
    return names


def _read_board(fields: Fields, widths: tuple[int, ...]) -> Any:
    """The value of ``board``; None if the rows are none of such a board."""
    board = fields.text("board")
    if board == OWN:
        wrong = setup.check_widths(widths)
        fields.faults += [("PR-2", fault) for fault in wrong]
        return None if wrong else {"widths": list(widths)}
    if board not in BOARDS:
        fields.faults.append(
            (
                "PR-2",
                tr(
                    "board is one of {boards}, {own}, not {board}",
                    boards=", ".join(BOARDS),
                    own=OWN,
                    board=quoted(board),
                ),
            )
        )
        return None
    if widths != BOARDS[board][0]:
        fields.faults.append(
            (
                "PR-2",
                tr(
                    "the {board} board has rows of {rows} holes, the stacks have rows of {given}",
                    board=board,
                    rows=_listed(BOARDS[board][0]),
                    given=_listed(widths),
                ),
            )
        )
        return None
    return board


def _listed(widths: tuple[int, ...]) -> str:
    return ", ".join(str(width) for width in widths[:20]) + (", ..." if len(widths) > 20 else "")


def _read_stacks(fields: Fields, rows: list[list[str]]) -> dict[str, list[str]]:
    stacks = {}
    for names, row in zip(_rows(lattice(tuple(len(row) for row in rows))), rows, strict=True):
        for name, held in zip(names, row, strict=True):
            if held and not _STACK.fullmatch(held):
                fields.faults.append(
                    (
                        None,
                        tr(
                            "the bars in {name} are written like d1 or l2d10, from the lowest to "
                            "the highest, not {held}",
                            name=name,
                            held=quoted(held),
                        ),
                    )
                )
            elif held:
                stacks[name] = _BAR.findall(held)
    return stacks
