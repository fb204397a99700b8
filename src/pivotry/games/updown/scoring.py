"""A game of an updown match in words: how it ended, what it brought, what decides the match."""

from __future__ import annotations

from collections.abc import Sequence

from ...cards import names_of, size
from ...contract import View
from ...tongue import tr, tr_n
from ...wording import listed


def part(view: View) -> str:
    """What the deal of a view is called."""
    return tr("Game {n}", n=number(view))


def number(view: View) -> int:
    """Which deal of the match that is, from 1."""
    return int(view["game_number"])


def best(gained: Sequence[int]) -> tuple[int, ...]:
    """The seats that a game was won by: points are bad (U-15)."""
    return tuple(seat for seat, points in enumerate(gained) if points == min(gained))


def told(view: View, gained: Sequence[int], names: Sequence[str] = ()) -> list[str]:
    """How the game of a view that is between two games, or the last one, ended, in sentences.

    ``gained`` are the points that it brought by seat. Nothing if no game has been played.
    """
    if not view["numbers"]:
        return []
    called, n = names_of(view, names), view["game_number"]
    empty = [seat for seat, hand in enumerate(view["hands"]) if size(hand) == 0]
    if len(empty) == 1:
        said = [tr("{name} is out of cards and wins game {n}.", name=called[empty[0]], n=n)]
    else:
        won = [called[seat] for seat in best(gained)]
        said = [
            tr_n(
                "Game {game} is over with cards in every hand; {names} has the fewest points left.",
                "Game {game} is over with cards in every hand; {names} have the fewest points "
                "left.",
                len(won),
                game=n,
                names=listed(won),
            )
        ]
    left = [
        tr_n("{name}: {n} point", "{name}: {n} points", points, name=called[seat])
        for seat, points in enumerate(gained)
        if points
    ]
    if left:
        said.append(tr("For the cards left in hand – {points}.", points=listed(left)))
    return said


def goal(view: View) -> str:
    """What decides the match."""
    return tr_n(
        "Every point counts against you; this one game decides the match.",
        "Every point counts against you; whoever has the fewest after {n} games wins the match.",
        int(view.get("games", 5)),
    )
