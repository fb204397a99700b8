"""Lists of legal moves, in an order that people look for them in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .style import WIDTH, Style, pad, wrap

if TYPE_CHECKING:
    from pivotry.match import Match


def natural(text: str) -> list[tuple[int, int, str]]:
    """A key that sorts numbers by their size and before letters."""
    parts = re.findall(r"\d+|\D+", text)
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]


def listed(match: Match, seat: int, style: Style) -> list[str]:
    """All legal moves, a line for each source if several moves share one."""
    from pivotry.registry import get

    moves = sorted(match.legal_moves(), key=natural)
    path = get(match.game).notation.path
    groups: dict[str, list[str]] = {}
    for move in moves:
        groups.setdefault((path(move, seat) or (move,))[0], []).append(move)
    count = "One legal move:" if len(moves) == 1 else f"{len(moves)} legal moves:"
    if len(groups) == len(moves) or len(moves) < 6:
        return [count, *wrap(", ".join(moves), style.width, indent="  ")]
    wide = max(len(source) for source in groups)
    entries = [f"{source:<{wide}}  {' '.join(members)}" for source, members in groups.items()]
    return [count, *_columns(entries, style)]


def _columns(entries: Sequence[str], style: Style) -> list[str]:
    """Entries one under the other, in as many columns as the width takes."""
    wide = max(len(entry) for entry in entries) + 4
    count = max(1, (min(style.width, WIDTH) - 2) // wide)
    height = -(-len(entries) // count)
    if count == 1:
        indent = " " * (2 + len(entries[0].split()[0]) + 2)
        return [line for e in entries for line in wrap(e, style.width, indent, "  ")]
    return [
        ("  " + "".join(pad(entry, wide) for entry in entries[y::height])).rstrip()
        for y in range(height)
    ]


def starting_with(match: Match, seat: int, text: str) -> tuple[str, list[str], tuple[str, ...]]:
    """The source that ``text`` names, the legal moves from it, and where they can go."""
    from pivotry.registry import get

    path = get(match.game).notation.path
    wanted = text.strip().casefold()
    source, moves, ends = "", [], []
    for move in sorted(match.legal_moves(), key=natural):
        places = path(move, seat)
        if places and wanted in (places[0].casefold(), places[0].split()[0].casefold()):
            source = places[0]
            moves.append(move)
            ends += [place for place in places[1:] if place not in ends]
    return source, moves, tuple(ends)
