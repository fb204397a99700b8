"""What can be wrong with a position of either board game: how it is said, and what to do about it.

Positions are written by programs, which know the keys of their JSON, and put together by people in
the editor, who see fields with labels: ``wording.key`` names a key to the former alone.
"""

from __future__ import annotations

from ..tongue import tr
from ..wording import key, quoted

RESULTS = "null / 'dark' / 'light' / 'draw'"
"""What the key ``result`` holds."""


def moves(ply: object, most: int) -> str:
    """``ply`` is no number of moves."""
    return tr(
        "say how many moves there have been so far{key}, with a whole number from 0 to {most}, "
        "instead of {value}",
        key=key("ply"),
        most=most,
        value=given(ply),
    )


def turn(value: object) -> str:
    """``turn`` is no side."""
    return tr(
        "say which side is to move{key}, instead of {value}",
        key=key("turn", "'dark' / 'light'"),
        value=given(value),
    )


def result(value: object) -> str:
    """``result`` is no result."""
    return tr(
        "say who has won, or that nobody has so far{key}, instead of {value}",
        key=key("result", RESULTS),
        value=given(value),
    )


def given(value: object) -> str:
    """What is there instead of what should be, as it was given."""
    return tr("nothing") if value == "" else quoted(value)
