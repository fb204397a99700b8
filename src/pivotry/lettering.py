"""How wide texts are in pictures, about, and how they are cut or shrunk to fit."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def width_of(content: str, font: float) -> float:
    """About how wide a bold text is, a little on the safe side."""
    return font * sum(map(_width, content))


def _width(c: str) -> float:
    """About how wide a bold letter is, at size 1."""
    if unicodedata.category(c) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(c) in "WF":
        return 1.25 if unicodedata.category(c) == "So" else 1.0
    if c in " .,:'|ijlItfr1":
        return 0.4
    if c in "MWm…—%@":
        return 0.99
    if c in "DGHNOQUw&" or c > "\u024f":  # nobody knows how wide the letters of other scripts are
        return 0.85
    return 0.69


def brief(names: Sequence[str], width: float, font: float) -> list[str]:
    """Names for a sentence on a line of a width, each cut where it would push the rest off."""
    return [fit(name, width * 0.45, font) for name in names]


def fit(content: str, width: float, font: float) -> str:
    """Cut to a width, with an ellipsis; a number at its end stays, which tells it from others."""
    if width_of(content, font) <= width:
        return content
    head, _, number = content.rpartition(" ")
    end = f"… {number}" if head and len(number) <= 2 and number.isdecimal() else "…"
    content = head if len(end) > 1 else content
    while content and width_of(content + end, font) > width:
        content = content[:-1]
    return content.rstrip() + end


def shrunk(content: str, width: float, font: float) -> float:
    """The size, at most ``font``, in which a text fits a width."""
    return font * min(1.0, width / max(width_of(content, font), 1.0))
