"""What all readers of move texts do first: letters made plain, dashes alike, long texts refused."""

from __future__ import annotations

import unicodedata

from .errors import UnreadableMove
from .tongue import tr
from .wording import quoted

LONGEST = 200
"""Characters of a text that is read at all: far more than a move has, however it is spaced."""
_DASHES = "-−>~_:"


def plain(text: str) -> str:
    """A move text without spaces and invisible characters, one dash for every dash or arrow.

    Compatibility forms (full-width letters, circled digits) become the usual ones. Raises
    ``UnreadableMove`` for what is no text, or too long to be a move.
    """
    if not isinstance(text, str):
        raise UnreadableMove(tr("a move is a text, not {given}", given=quoted(text)))
    if len(text) > LONGEST:
        raise UnreadableMove(tr("{given} is too long for a move", given=quoted(text)))
    kept = []
    for ch in unicodedata.normalize("NFKC", text):
        kind = unicodedata.category(ch)
        if ch.isspace() or kind == "Cf":
            continue
        if kind == "Pd" or ch in _DASHES or "ARROW" in unicodedata.name(ch, ""):
            ch = "-"
        kept.append(ch)
    return "".join(kept)
