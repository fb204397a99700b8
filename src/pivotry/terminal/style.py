"""How to draw in this terminal: characters, colours, width.

Colours come from the reader's own sixteen, so a terminal's theme decides how they look; whatever
a colour says is said by a character as well.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

WIDTH = 80
"""What every board fits into."""

_CODES = {
    "strong": "1",
    "soft": "2",
    "dark": "36",
    "light": "33",
    "legal": "1;32",
    "lit": "7",
    "last": "1;35",
    "bad": "31",
    "good": "32",
}
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Style:
    """How to draw, apart from what the view says. Nothing in here may come from hidden cards."""

    ascii: bool = False
    """Only characters that every terminal and printer has."""
    colour: bool = False
    width: int = WIDTH
    names: tuple[str, ...] = ()
    """The players' names by seat; empty for the game's own."""
    legal: tuple[str, ...] = ()
    """Canonical texts of the moves that the reader can make now."""
    last: tuple[str, ...] = ()
    """Texts of the last move (pegs: of the last turn), to be marked."""
    lit: tuple[str, ...] = ()
    """Names of holes, pegs or cards to light up."""
    flip: bool = False
    """Seen from the other side, where a board has sides."""

    def pick(self, fancy: str, plain: str) -> str:
        """``plain`` where only ASCII will do."""
        return plain if self.ascii else fancy

    def bar(self, part: float, columns: int = 20) -> str:
        """How much of something is done, from 0 to 1, as a bar of so many columns."""
        full = int(max(0.0, min(1.0, part)) * columns)  # a full bar is the end, not nearly the end
        return self.pick("━", "#") * full + self.pick("·", "-") * (columns - full)

    def paint(self, text: str, *roles: str) -> str:
        """``text`` in the colours of its roles, or as it is."""
        codes = ";".join(_CODES[role] for role in roles if role)
        return f"\x1b[{codes}m{text}\x1b[0m" if self.colour and codes and text else text

    def name(self, seat: int, names: Sequence[str] = ()) -> str:
        """A seat's name, harmless to print; ``names`` are the game's own."""
        for source in (self.names, names):
            if seat < len(source) and source[seat].strip():
                return harmless(source[seat]).strip()
        return f"p{seat + 1}"


def harmless(text: str) -> str:
    """``text`` without characters that could command a terminal."""
    return "".join(ch for ch in text if unicodedata.category(ch)[0] != "C")


def plain(text: str) -> str:
    """``text`` without colours."""
    return _ESCAPE.sub("", text)


def width_of(text: str) -> int:
    """How many columns a text takes, colours not counted."""
    columns = 0
    for ch in plain(text):
        if unicodedata.combining(ch) or unicodedata.category(ch) == "Cf":
            continue
        columns += 2 if unicodedata.east_asian_width(ch) in "WF" else 1
    return columns


def pad(text: str, width: int) -> str:
    """``text`` with spaces up to ``width`` columns."""
    return text + " " * max(0, width - width_of(text))


def shorten(text: str, width: int, mark: str = "~") -> str:
    """``text``, cut to ``width`` columns if it must be (colours are lost then)."""
    if width_of(text) <= width:
        return text
    text = plain(text)
    while text and width_of(text) > width - 1:
        text = text[:-1]
    return text + mark


def wrap(text: str, width: int, indent: str = "", first: str | None = None) -> list[str]:
    """``text`` in lines of at most ``width`` columns, colours not counted."""
    lines: list[str] = []
    line = indent if first is None else first
    empty = True
    for word in text.split():
        if not empty and width_of(line) + 1 + width_of(word) > width:
            lines.append(line)
            line, empty = indent, True
        line = line + word if empty else f"{line} {word}"
        empty = False
    lines.append(line)
    return lines


def detect(
    stream: TextIO | None = None,
    environ: Mapping[str, str] | None = None,
    *,
    ascii: bool = False,
    no_color: bool = False,
) -> Style:
    """The style for a stream: what was asked for, what it can encode, what the environment says.

    ``NO_COLOR`` (any value but empty) and ``TERM=dumb`` switch colours off, and so does a stream
    that is no terminal unless ``FORCE_COLOR`` is set. ``TERM=dumb`` and an encoding without
    box-drawing characters ask for ASCII.
    """
    stream = sys.stdout if stream is None else stream
    environ = os.environ if environ is None else environ
    dumb = environ.get("TERM") == "dumb"
    try:
        "━╱╲●○▲▼╭│·┊▇×→".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        ascii = True
    terminal = stream.isatty()
    colour = not no_color and not dumb and not environ.get("NO_COLOR")
    if not terminal and not environ.get("FORCE_COLOR"):
        colour = False
    width = shutil.get_terminal_size((WIDTH, 24)).columns if terminal else WIDTH
    return Style(ascii=ascii or dumb, colour=colour, width=max(40, width))
