"""Move lists as plain text: headers, a blank line, a line for every turn.

    ; pivotry moves 1
    Game: "pegs"
    Rules: "1"
    Start: {"game": "pegs", ...}

    1. Dark: A1-B1, A2-A1
    2. Light: A3-B3, A4-A3

A header is a key of the record with its first letter large, a colon and a JSON value. Only ``Game``
must be there; games with cards need the ``Start`` that was dealt as well. The number and
the name before a turn's moves are for people and may be missing; moves are separated by commas, and
marks such as ``x`` and ``#`` are understood. A new deal is the word ``deal`` with a position. Lines
that begin with a semicolon are comments.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from pivotry.jsontext import NotJSON, loads
from pivotry.tongue import ENGLISH, speaking, tr
from pivotry.wording import quoted

from .trouble import Trouble

if TYPE_CHECKING:
    from pivotry.match import Match

FIRST = "; pivotry moves 1"
_HEADER = re.compile(r"([A-Z][A-Za-z_ ]*): (.*)")
_LABEL = re.compile(r"(?:\d+\.\s*)?(?:[A-Za-z][A-Za-z0-9]*:\s*)?")


def write(match: Match) -> str:
    """The move list of a match."""
    record = match.record()
    lines = [FIRST]
    for key, value in record.items():
        if key not in ("pivotry", "moves"):
            lines.append(f"{key[:1].upper()}{key[1:]}: {json.dumps(value)}")
    lines.append("")
    turns: list[tuple[str, list[str]]] = []
    with speaking(ENGLISH):  # a notation, the same everywhere
        names = match.facts.names(match.players)
    for entry, text in zip(match.log(), match.marked(), strict=True):
        if entry.kind == "deal":
            turns.append(("", [f"deal {json.dumps(entry.dealt)}"]))
            continue
        name = names[entry.seat] if entry.kind == "move" else turns[-1][0] if turns else ""
        if turns and turns[-1][0] == name:
            turns[-1][1].append(text)
        else:
            turns.append((name, [text]))
    number = 0
    for name, moves in turns:
        if name:
            number += 1
        label = f"{number}. {name}: " if name else ""
        lines.append(label + ", ".join(moves))
    return "\n".join(lines) + "\n"


def read(text: str, name: str | None = None) -> dict[str, Any]:
    """The record that a move list tells (not replayed yet).

    Raises ``Trouble``, which calls the text by its ``name``, that of a file for instance. Without
    one nothing is said of where faults are: whoever has typed the text knows.
    """
    record: dict[str, Any] = {"pivotry": 1}
    moves: list[Any] = []
    heading = True
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line.startswith(";"):
            continue
        if not line:
            heading = heading and len(record) == 1
            continue
        header = _HEADER.fullmatch(line) if heading else None
        if header is not None:
            key = header[1][:1].lower() + header[1][1:]
            record[key] = _value(header[2], name, number)
        elif line.startswith("deal "):
            moves.append({"deal": _value(line[5:], name, number)})
        else:
            heading = False
            rest = line[_LABEL.match(line).end() :]  # type: ignore[union-attr]
            moves += [move for move in (part.strip() for part in rest.split(",")) if move]
    if "game" not in record:
        raise Trouble(
            tr(
                "{name} is neither JSON nor a move list (it has no line 'Game: ...')",
                name=name or tr("the text"),
            )
        )
    record["moves"] = moves
    if "rules" not in record or "start" not in record:
        _complete(record, name)
    return record


def _complete(record: dict[str, Any], name: str | None) -> None:
    """Fill in what a list typed by hand may leave out: the rules, and a start without chance."""
    from pivotry.errors import BadOption
    from pivotry.registry import get

    try:
        facts = get(record["game"]).facts
        record.setdefault("rules", facts.rules)
        if "start" not in record:
            if facts.chance:
                raise Trouble(
                    tr(
                        "{name} has no 'Start: ...' with the cards as they were dealt",
                        name=name or tr("the text"),
                    )
                )
            given = record.get("options", {})
            if not isinstance(given, dict):
                raise Trouble(tr("{name}: Options is a JSON object", name=name or tr("the text")))
            record["start"] = _beginning(facts.id, given)
    except BadOption as bad:
        raise Trouble(f"{name}: {bad}" if name else str(bad)) from None


def _beginning(game: str, given: dict[str, Any]) -> dict[str, Any]:
    """The start of a game without chance under these options."""
    from pivotry.contract import blank
    from pivotry.registry import get

    found = get(game)
    others = {name: value for name, value in given.items() if name != "players"}
    options = found.setup.normalise(given.get("players"), others)
    config = found.setup.config(options)
    state = blank(found.rules.STATE)[0]
    found.rules.start(state, config)
    return found.position.write(state, config, options)


def _value(text: str, name: str | None, line: int) -> Any:
    try:
        return loads(text)
    except NotJSON as bad:
        if text.isalnum() and len(text) <= 40:
            return text  # a game's name without its quotes
        raise Trouble(
            tr(
                "{name}, line {line}: {given} is not JSON: {bad}",
                name=name or tr("the text"),
                line=line,
                given=quoted(text),
                bad=bad,
            )
        ) from None
