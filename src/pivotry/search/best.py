"""The strongest search there is for a game, chosen in one place."""

from __future__ import annotations

from typing import Protocol

from ..contract import Record
from ..registry import Game
from . import found


def strongest(
    game: Game,
    state: Record,
    config: Record,
    players: int,
    seat: int,
    seed: int,
    nodes: int | None = None,
    *,
    lines: int = 1,
    open_cards: bool = False,
) -> found.Search:
    """A search at ``state`` with ``seat`` to move.

    ``nodes`` is the most it will be asked for; ``lines`` how many moves at the root get a value
    and a line of their own (more may). With ``open_cards`` everybody plays as if all saw the cards
    that ``state`` holds; chance stays chance.
    """
    from .run import Search

    return Search(game, state, config, players, seat, seed, nodes, open_cards=open_cards)


class Outlook(found.Search, Protocol):
    """A search that tells what a position is worth to a seat, whoever is to move there."""

    @property
    def value(self) -> float:
        """Expected result of the seat, from -1 to 1."""


def outlook(
    game: Game,
    state: Record,
    config: Record,
    players: int,
    seat: int,
    seed: int,
    nodes: int | None = None,
    *,
    open_cards: bool = False,
) -> Outlook:
    """A search for what ``state`` is worth to ``seat`` in a game with hidden cards.

    What ``seat`` cannot see is unknown, unless ``open_cards``.
    """
    from .run import Search

    return Search(game, state, config, players, seat, seed, nodes, open_cards=open_cards)
