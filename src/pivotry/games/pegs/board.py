"""The pegs from the side: four shelves, rings threaded on upright pegs, lanes between the shelves.

Dark rings are solid, light ones hollow. A full peg has no bare top, and an arrow under it says that
its highest ring can go forward.
"""

from __future__ import annotations

from collections.abc import Sequence

from pivotry.contract import View
from pivotry.games.woodwork import SIDE_NAMES
from pivotry.terminal.canvas import Canvas
from pivotry.terminal.style import Style, wrap

from .setup import lane_map
from .tables import GOAL, PEG_NAMES, ROW_LENGTH, ROW_ROOM, ROWS

_APART = 12
_LEFT = 7
_RING = 7


def draw(view: View, style: Style) -> list[str]:
    """The pegs under a line that says who is to move and above what else there is to say."""
    return [_heading(view, style), "", *_shelves(view, style), "", *_notes(view, style)]


def details(view: View, style: Style) -> list[str]:
    """Every peg with its rings from the lowest to the highest, and where its lanes lead."""
    stacks = view["stacks"]
    lanes = lane_map(view.get("lanes", "fan"))
    lines = ["Pegs, lowest ring first:"]
    for peg in PEG_NAMES:
        rings = [_painted(ring, style) for ring in stacks.get(peg, "")]
        room = _room(peg) - len(rings)
        state = f"room for {room}" if room else "full"
        forward = f", forward to {' '.join(lanes[peg])}" if peg in lanes else ""
        lines.append(f"  {peg}  {', '.join(rings) or 'empty'} ({state}{forward})")
    return lines


def tell(before: View, text: str, after: View, style: Style) -> str:
    """Who moved a ring of which colour where."""
    side = 0 if before["turn"] == "dark" else 1
    source, _, target = text.partition("-")
    ring = before["stacks"][source][-1:]
    colour = "dark" if ring == "d" else "light"
    goal = ", into the goal row" if target.startswith("D") else ""
    return f"{style.name(side, SIDE_NAMES)}: {text}, a {colour} ring{goal}"


# --- reading the view ------------------------------------------------------------------------


def _room(peg: str) -> int:
    return ROW_ROOM[ROWS.index(peg[0])]


def _full(view: View, peg: str) -> bool:
    return len(view["stacks"].get(peg, "")) == _room(peg)


# --- words -----------------------------------------------------------------------------------


def _heading(view: View, style: Style) -> str:
    result = view["result"]
    if result == "draw":
        state = "the game is a draw"
    elif result is not None:
        state = f"{_player(result, style)} has won"
    else:
        state = f"{_player(view['turn'], style)} to move, move {view['step']} of 2"
    limit = view.get("quiet_limit", 100)
    return f"{state}   ply {view['ply']}   {view['quiet']} of {limit} quiet moves"


def _player(side: str, style: Style) -> str:
    seat = 0 if side == "dark" else 1
    disc = style.pick("●", "#") if side == "dark" else style.pick("○", "-")
    return style.paint(f"{disc} {style.name(seat, SIDE_NAMES)}", side, "strong")


def _notes(view: View, style: Style) -> list[str]:
    rings = "".join(view["stacks"].get(f"D{i}", "") for i in range(1, 6))
    counts = ", ".join(
        f"{style.name(i, SIDE_NAMES)} {rings.count('dl'[i])} of {GOAL}" for i in (0, 1)
    )
    notes = [f"In the goal row: {counts}."]
    last = view["last"]
    if last is not None:
        source, _, target = last.partition("-")
        back = f"; {target}-{source} would take it back" if source[0] == target[0] else ""
        notes.append(f"Last move: {last}{back}.")
    return wrap(" ".join(notes), style.width)


# --- the drawing -----------------------------------------------------------------------------


def _middle(peg: str) -> int:
    """The column of a peg."""
    shift = _APART // 2 if peg[0] in "AB" else 0
    return _LEFT + shift + (int(peg[1:]) - 1) * _APART


def _shelves(view: View, style: Style) -> list[str]:
    sheet = Canvas(2 * _LEFT + 4 * _APART + 4, 17)
    fan = view.get("lanes", "fan") == "fan"
    y = 0
    for row, pegs, room in zip(ROWS, ROW_LENGTH, ROW_ROOM, strict=True):
        y += room
        names = [f"{row}{i}" for i in range(1, pegs + 1)]
        left, right = _middle(names[0]) - 5, _middle(names[-1]) + 5
        sheet.put(left, y, style.pick("═", "=") * (right - left + 1), "soft")
        for peg in names:
            _peg(sheet, view, style, peg, y)
        if row != "D":
            _ways(sheet, view, style, names, y + 1, fan)
        y += 2
    return sheet.lines(style)


def _peg(sheet: Canvas, view: View, style: Style, peg: str, shelf: int) -> None:
    x = _middle(peg)
    rings = view["stacks"].get(peg, "")
    half = _RING // 2
    lit = peg in style.lit
    moved = {text.partition("-")[2] for text in style.last}
    sources = {text.partition("-")[0] for text in style.legal}
    name = f"[{peg}]" if lit else f" {peg} "
    sheet.put(x - 2, shelf, name, "lit" if lit else "strong")
    for level in range(_room(peg)):
        y = shelf - 1 - level
        if level < len(rings):
            sheet.put(x - half, y, _ring(rings[level], style), _side(rings[level]), "strong")
        elif peg[0] == "D":
            sheet.put(x - half, y, style.pick("╲▁▁▁▁▁╱", "\\_____/"), "soft")
        else:
            sheet.put(x, y, style.pick("┃", "|"), "soft")
    if rings:
        y = shelf - len(rings)
        if peg in moved:
            sheet.put(x + half + 1, y, "*", "last")
        if peg in sources:
            sheet.put(x - half - 1, y, style.pick("›", ">"), "legal")


def _ways(sheet: Canvas, view: View, style: Style, names: Sequence[str], y: int, fan: bool) -> None:
    """The lanes of one row, on the line below its shelf."""
    lanes = lane_map(view.get("lanes", "fan"))
    for peg in names:
        x = _middle(peg)
        open_ = _full(view, peg) and not all(_full(view, end) for end in lanes.get(peg, ()))
        arrow, role = (style.pick("▼", "v"), "strong") if open_ else (style.pick("┊", ":"), "soft")
        if not fan:
            sheet.put(x, y, arrow, role)
            sheet.put(x + 1, y, ",".join(end[1:] for end in lanes.get(peg, ())), role)
        elif peg[0] == "B":
            if open_:
                sheet.put(x, y, arrow, role)
            sheet.put(x - 3, y, style.pick("╱", "/"), role)
            sheet.put(x + 3, y, style.pick("╲", "\\"), role)
        else:
            sheet.put(x, y, arrow, role)


def _ring(ring: str, style: Style) -> str:
    if ring == "d":
        return style.pick("▇" * _RING, "[#####]")
    return style.pick("(═════)", "(-----)")


def _side(ring: str) -> str:
    return "dark" if ring == "d" else "light"


def _painted(ring: str, style: Style) -> str:
    return style.paint(_side(ring), _side(ring))
