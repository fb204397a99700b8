"""A round of a bounce match in words: how it ended, what it brought, what decides the match."""

from __future__ import annotations

from collections.abc import Sequence

from ...cards import names_of
from ...contract import View
from ...tongue import tr, tr_n
from ...wording import listed


def part(view: View) -> str:
    """What the deal of a view is called."""
    return tr("Round {n}", n=number(view))


def number(view: View) -> int:
    """Which deal of the match that is, from 1."""
    return int(view["round"])


def best(gained: Sequence[int]) -> tuple[int, ...]:
    """The seats that a round was won by: who got the most points, if anybody got any (B-12)."""
    return tuple(s for s, points in enumerate(gained) if points == max(gained) and points > 0)


def told(view: View, gained: Sequence[int], names: Sequence[str] = ()) -> list[str]:
    """How the round of a view that is between two rounds, or the last one, ended, in sentences.

    ``gained`` are the points that it brought by seat. Nothing if no round has been played.
    """
    if not view["turns"] and not view["out"]:
        return []
    called, n = names_of(view, names), view["round"]
    if not view["out"]:
        return [tr("Round {n} is over: nobody went out, so nobody scores.", n=n)]
    first = called[view["out"][0]]
    said = [tr("{name} goes out first and wins round {n}.", name=first, n=n)]
    points = [
        tr_n("{name}: {n} point", "{name}: {n} points", points, name=called[seat])
        for seat, points in sorted(enumerate(gained), key=lambda pair: -pair[1])
        if points
    ]
    if points:
        said.append(tr("That brings {points}.", points=listed(points)))
    return said


def goal(view: View) -> str:
    """What decides the match."""
    return tr_n(
        "Whoever has {n} point first wins the match.",
        "Whoever has {n} points first wins the match.",
        int(view.get("target", 4)),
    )
