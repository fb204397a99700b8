"""What a viewer is told in a sentence, with the clauses it rests on; knows no table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .. import registry
from ..errors import BadPosition
from ..match import Match
from ..tongue import tr, tr_n
from ..wording import sentence

_TOLD = 30
"""How many faults of a position a page lists."""


@dataclass(frozen=True)
class Notice:
    """Something to tell a viewer: a sentence, with the clauses it rests on."""

    text: str
    clauses: tuple[str, ...] = ()


def faults(bad: BadPosition) -> list[Notice]:
    """What is wrong with a position, for a page to list."""
    found = [
        Notice(sentence(text), (clause,) if clause else ()) for clause, text in bad.faults[:_TOLD]
    ]
    more = len(bad.faults) - _TOLD
    if more > 0:
        found.append(Notice(tr_n("There is {n} more fault.", "There are {n} more faults.", more)))
    return found


def by_name(match: Match, text: str) -> str:
    """What the rules say of seats (``p2``) with the names that the table has for them, and of what
    stands there by where it is."""
    text = registry.get(match.game).telling.placed(match.view(None), text)
    if match.facts.seat_names:
        return text

    def name(found: re.Match[str]) -> str:
        return match.names[int(found[1]) - 1]

    return re.sub(rf"\bp([1-{match.players}])\b", name, text)


def nothing_there(match: Match, clicks: Sequence[Sequence[str]]) -> tuple[Notice, tuple[str, ...]]:
    """What to say of clicks that no move is meant by, and what to light up: why not, by the rules.

    ``match``: with the one who clicks to move.
    """
    if len(clicks) > 1:
        return Notice(tr("Nothing can be done there with what you picked up.")), ()
    names = [name for click in clicks for name in click]
    why = match.nowhere(names[0]) if names else None
    if why is None or not why.message:
        return Notice(tr("Nothing can start there.")), ()
    return Notice(by_name(match, why.message), why.clauses), why.squares
