"""What came of each deal of a match with points, for a page to stop at: public facts alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .. import registry
from ..contract import View
from ..match import Match


@dataclass(frozen=True)
class Column:
    """One deal that is over."""

    title: str
    number: int
    """Which deal of the match it is, from 1."""
    gained: tuple[int, ...]
    best: tuple[int, ...]
    """The seats that won it."""


@dataclass(frozen=True)
class Rounds:
    """The deals of a match that are over."""

    columns: tuple[Column, ...]
    before: tuple[int, ...]
    """Points from before the match: it was set up with them."""
    scores: tuple[int, ...]
    """Points so far, by seat."""
    told: tuple[str, ...]
    """How the last one ended, in sentences."""
    goal: str
    ended: int | None
    """The ply at which the last one was over and the next one not yet dealt; None at the end."""
    fresh: bool
    """Whether nobody has moved since the next one was dealt."""


def rounds(match: Match) -> Rounds | None:
    """The deals that are over; None before the first one is, or in a game without points."""
    game = registry.get(match.game)
    if game.scoring is None:
        return None
    log = match.log()
    dealt = [ply for ply, entry in enumerate(log) if entry.kind == "deal"]
    ends: list[tuple[int | None, View]] = [(ply, match.stood(ply)) for ply in dealt]
    if match.result is not None:
        ends.append((None, match.view(None)))
    before = tuple(match.stood(0)["scores"])
    columns: list[Column] = []
    told: Sequence[str] = ()
    scores, last = before, None
    for ply, view in ends:
        total = tuple(view["scores"])
        gained = tuple(now - was for now, was in zip(total, scores, strict=True))
        said = game.scoring.told(view, gained, match.names)
        if not said:
            continue  # a position with nothing dealt yet
        columns.append(
            Column(
                game.scoring.part(view),
                game.scoring.number(view),
                gained,
                game.scoring.best(gained),
            )
        )
        told, scores, last = said, total, ply
    if not columns:
        return None
    fresh = last is not None and not any(entry.kind == "move" for entry in log[last:])
    goal = game.scoring.goal(match.view(None))
    return Rounds(tuple(columns), before, scores, tuple(told), goal, last, fresh)
