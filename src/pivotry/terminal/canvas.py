"""A sheet of squared paper: characters with colours, put down in any order."""

from __future__ import annotations

from .style import Style


class Canvas:
    """Characters by line and column; later ones cover earlier ones."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells: dict[tuple[int, int], tuple[str, tuple[str, ...]]] = {}

    def put(self, x: int, y: int, text: str, *roles: str) -> None:
        """Write ``text`` from column ``x`` of line ``y``; what falls off the sheet is lost."""
        for i, ch in enumerate(text):
            if 0 <= x + i < self.width and 0 <= y < self.height:
                self._cells[x + i, y] = (ch, roles)

    def lines(self, style: Style) -> list[str]:
        """The sheet as lines without trailing spaces, runs of one colour painted together."""
        return [self._line(y, style) for y in range(self.height)]

    def _line(self, y: int, style: Style) -> str:
        last = max((x for x in range(self.width) if (x, y) in self._cells), default=-1)
        line, run = "", ""
        roles: tuple[str, ...] = ()
        for x in range(last + 1):
            ch, wanted = self._cells.get((x, y), (" ", ()))
            if wanted != roles:
                line += style.paint(run, *roles)
                run, roles = "", wanted
            run += ch
        return (line + style.paint(run, *roles)).rstrip()
