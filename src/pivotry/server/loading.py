"""Texts that somebody brings along: JSON, move lists, positions in one line."""

from __future__ import annotations

import re
from typing import Any

from .. import registry
from ..errors import BadPosition
from ..jsontext import NotJSON, loads
from ..terminal import movelist
from ..terminal.trouble import Trouble
from ..tongue import tr

_PLACES = re.compile(r"[^:{\[/]+/.+")
"""How a position in one line begins: places between strokes."""
LONGEST_LINE = 20_000


def told(text: str) -> Any:
    """What a text holds that somebody loads: a position or a record as JSON would tell it.

    Raises ``NotJSON`` for JSON with a fault in it, ``BadPosition`` for a position in one line with
    faults, ``Trouble`` for what is no move list either.
    """
    text = text.removeprefix("\ufeff").strip()
    if not text:
        raise Trouble(tr("there is nothing to load yet: choose a file or paste a text"))
    try:
        found = loads(text)
    except NotJSON:
        if text.startswith(("{", "[")):
            raise
        fen = _one_line(text)
        return _line(fen) if fen else movelist.read(text)
    if not isinstance(found, dict):
        raise Trouble(tr("the text is JSON, but neither a record nor a position"))
    return found


def _one_line(text: str) -> str | None:
    """A position in one line, as programs that talk UGI write it, perhaps with moves after it."""
    if len(text) > LONGEST_LINE or "\n" in text:
        return None
    words = text.split()
    for command in ("position", "fen"):
        if words[0] == command and len(words) > 1:
            del words[0]
    rows = len(words) > 1 or text.count("/") > 1
    return " ".join(words) if rows and _PLACES.fullmatch(words[0]) else None


def _line(text: str) -> Any:
    """The position, or the record, of one line: of the game whose form it has, or nearly has."""
    fen, _, after = f"{text} ".partition(" moves ")
    faults: list[BadPosition] = []
    for id in registry.IDS:
        game = registry.get(id)
        if game.facts.hidden:
            continue
        try:
            position = game.fen.read(fen.strip())
        except BadPosition as bad:
            faults.append(bad)
            continue
        if not after.split():
            return position
        own = {option.name for option in game.facts.options}
        return {
            "pivotry": 1,
            "game": id,
            "rules": game.facts.rules,
            "options": {name: value for name, value in position.items() if name in own},
            "start": position,
            "moves": after.split(),
        }
    raise min(faults, key=lambda bad: len(bad.faults))
