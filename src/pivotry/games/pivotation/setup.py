"""Facts, options and the CONFIG record of Pivotation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from ...chance import Stream
from ...contract import Facts, Option, Options, Record, blank, copied
from ...errors import BadOption
from ...tongue import mark, tr
from ...wording import quoted
from ..seated import not_for
from . import rules, tables
from .tables import BOARDS, MAX_BARS, MAX_HOLES, MAX_WIDTH, Lattice, lattice


def _written(widths: tuple[int, ...], dark: tables.Pairs, light: tables.Pairs) -> str:
    """A board as people write one in a form."""
    sides = (" ".join(f"{one}-{two}" for one, two in bars) for bars in (dark, light))
    return "widths: {}\ndark: {}\nlight: {}".format(" ".join(map(str, widths)), *sides)


FACTS = Facts(
    id="pivotation",
    title=mark("Pivotation"),
    summary=mark(
        "Two players swing bars about their ends, stack and capture them, and race to the far row."
    ),
    players=(2,),
    sample=(44, 44),
    lasts=mark("About 15 minutes"),
    standard_players=2,
    rules="1",
    hidden=False,
    chance=False,
    scored=False,
    # Each list of moves that share their lowest end has at most five, and a side has 32 ends.
    max_moves=2 * MAX_BARS * 5,
    actions=MAX_BARS * len(lattice(BOARDS["standard"][0]).pairs),
    options=(
        Option(
            "board",
            "standard",
            mark("How large the board is, and how many bars each side has."),
            mark("Board"),
            choices=tuple(BOARDS),
            words=(
                mark("standard: 7 rows, 7 bars each"),
                mark("mini: 5 rows, 3 bars each"),
                mark("grand: 9 rows, 11 bars each"),
            ),
            mapping=True,
            own=mark(
                "First the holes of each row, from Dark's side; then the bars of each side, every "
                "one by the two holes that it lies in."
            ),
            example=_written(*BOARDS["mini"]),
            clause="PR-2",
        ),
    ),
    seat_names=(mark("Dark"), mark("Light")),
)
_CUSTOM_KEYS = ("widths", "dark", "light")


def normalise(players: int | None, given: Mapping[str, Any]) -> Options:
    """All options; a custom board comes back with lists for its widths and bars.

    Raises ``BadOption`` with a sentence that says what is allowed.
    """
    if players is not None and (type(players) is not int or players != 2):
        raise not_for(FACTS, players)
    for name in given:
        if name != "board":
            raise BadOption(
                tr("pivotation has no option {name}; its only option is 'board'", name=quoted(name))
            )
    board = given.get("board", "standard")
    if isinstance(board, str) and board in BOARDS:
        return {"players": 2, "board": board}
    if isinstance(board, Mapping):
        return {"players": 2, "board": _custom(board)}
    raise BadOption(
        tr(
            "the option board is one of {boards} or a mapping with widths, dark and light, "
            "not {board}",
            boards=", ".join(BOARDS),
            board=quoted(board),
        )
    )


def check_widths(widths: object) -> list[str]:
    """Everything wrong with the row widths of a custom board, as sentences."""
    if not isinstance(widths, list | tuple) or not all(
        isinstance(w, int) and not isinstance(w, bool) for w in widths
    ):
        return [tr("the widths of a board are a list of whole numbers, one a row")]
    if any(not 1 <= w <= MAX_WIDTH for w in widths):
        return [tr("a row has 1 to {max_width} holes", max_width=MAX_WIDTH)]
    faults = []
    if len(widths) < 2:
        faults.append(tr("a board has at least 2 rows"))
    if sum(widths) > MAX_HOLES:
        faults.append(
            tr(
                "a board has at most {max_holes} holes, not {n}",
                max_holes=MAX_HOLES,
                n=sum(widths),
            )
        )
    for row, (one, two) in enumerate(pairwise(widths), 1):
        if abs(one - two) != 1:
            faults.append(
                tr(
                    "the widths of neighbouring rows differ by one; rows {row} and {row2} "
                    "have {one} and {two} holes",
                    row=row,
                    row2=row + 1,
                    one=one,
                    two=two,
                )
            )
    return faults


def _custom(board: Mapping[str, Any]) -> dict[str, Any]:
    for name in board:
        if name not in _CUSTOM_KEYS:
            raise BadOption(
                tr(
                    "a board of your own has widths, dark and light; {name} is none of them",
                    name=quoted(name),
                )
            )
    for name in _CUSTOM_KEYS:
        # (Where a position gives the bars, there are the widths alone.)
        if name not in board and set(board) != {"widths"}:
            raise BadOption(
                tr("a board of your own has widths, dark and light; {name} is missing", name=name)
            )
    faults = check_widths(board["widths"])
    if faults:
        raise BadOption("; ".join(faults))
    widths = tuple(int(w) for w in board["widths"])
    holes = lattice(widths)
    result: dict[str, Any] = {"widths": list(widths)}
    if set(board) == {"widths"}:
        return result
    for side in ("dark", "light"):
        bars = board[side]
        if not isinstance(bars, list | tuple) or not 1 <= len(bars) <= MAX_BARS:
            raise BadOption(
                tr("{side} is a list of 1 to {max_bars} bars", side=side, max_bars=MAX_BARS)
            )
        result[side] = [_bar(holes, side, bar) for bar in bars]
    _check_start(result, holes)
    return result


def _bar(holes: Lattice, side: str, bar: object) -> list[str]:
    if not isinstance(bar, list | tuple) or len(bar) != 2:
        raise BadOption(
            tr(
                'a bar lies in two holes, written a1-b1 or ["a1", "b1"]; {side} has {bar}',
                side=side,
                bar=quoted(bar),
            )
        )
    for name in bar:
        if name not in holes.names:
            raise BadOption(
                tr(
                    "{side} has a bar in {name}, which is no hole of this board",
                    side=side,
                    name=quoted(name),
                )
            )
    one, two = bar
    if holes.index[two] not in holes.near[holes.index[one]]:
        raise BadOption(
            tr(
                "{side} has a bar {one}-{two}, but these holes are not neighbours",
                side=side,
                one=one,
                two=two,
            )
        )
    return [one, two]


def _check_start(board: dict[str, Any], holes: Lattice) -> None:
    """Refuse bars on illegal levels, and a board on which Dark could not make the first move."""
    c = config({"players": 2, "board": board})
    s, w = blank(rules.STATE)[0], blank(rules.WORK)[0]
    rules.start(s, c)
    for bar in range(2 * MAX_BARS):
        low, high = int(s.level[2 * bar]), int(s.level[2 * bar + 1])
        if abs(low - high) > 1:
            raise BadOption(
                tr(
                    "the ends of {bar} would stand on levels {low} and {high} (bars "
                    "are set down in the order given, Dark's first)",
                    bar=tables.bar_name(bar),
                    low=low,
                    high=high,
                )
            )
    rules.derive(s, c, w)
    if int(w.total) == 0:
        raise BadOption(tr("Dark moves first and has no legal pivot on this board"))


def board_of(options: Options) -> tuple[tuple[int, ...], tables.Pairs, tables.Pairs]:
    """Widths and bars; a board read from a position may leave out the bars of its beginning."""
    board = options["board"]
    if isinstance(board, str):
        return BOARDS[board]
    dark, light = (
        tuple((one, two) for one, two in board.get(side, ())) for side in ("dark", "light")
    )
    return tuple(board["widths"]), dark, light


def config(options: Options) -> Record:
    """The CONFIG record: the lattice in tables, and where the bars begin."""
    return copied(_config(*board_of(options)))


@lru_cache(maxsize=64)
def _config(widths: tuple[int, ...], dark: tables.Pairs, light: tables.Pairs) -> Record:
    board = lattice(widths)
    c = blank(rules.CONFIG)[0]
    c.holes = board.size
    c.words = 1 if board.size <= 64 else 2
    c.edge[0] = board.size - widths[-1]
    c.edge[1] = widths[0]
    c.rows = len(widths)
    c.first[1 : len(widths) + 1] = np.cumsum(widths)
    c.row[: board.size] = board.rows
    every = (1 << board.size) - 1
    c.every[:] = _words(every)
    near, ahead = c.near, c.ahead
    for hole in range(board.size):
        near[:, hole] = _words(sum(1 << other for other in board.near[hole]))
        ahead[tables.DARK, :, hole] = _words(every & (-1 << (hole + 1)))
        ahead[tables.LIGHT, :, hole] = _words((1 << hole) - 1)
    for hole in range(board.size):
        c.span[:, hole] = _words(sum(1 << to for source, to in board.pairs if source == hole))
        c.earlier[hole] = sum(source < hole for source, _ in board.pairs)
    c.source[: len(board.pairs)], c.dest[: len(board.pairs)] = zip(*board.pairs, strict=True)
    c.pairs = len(board.pairs)
    c.start_hole[:] = tables.OFF
    count = [0] * board.size
    for first, bars in ((0, dark), (MAX_BARS, light)):
        for bar, (one, two) in enumerate(bars, first):
            for end, hole in enumerate(sorted((board.index[one], board.index[two]))):
                count[hole] += 1
                c.start_hole[2 * bar + end] = hole
                c.start_level[2 * bar + end] = count[hole]
    return c


def _words(holes: int) -> Any:
    """A set of holes as two masks."""
    return np.array([holes & 0xFFFFFFFFFFFFFFFF, holes >> 64], np.uint64)


def draw_deal(stream: Stream, s: Record, c: Record) -> Any:
    """Nothing is dealt in this game: an empty array."""
    return np.zeros(0, np.int16)
