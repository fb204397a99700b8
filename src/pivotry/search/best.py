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
    depth: int | None = None,
    known: Record | None = None,
    open_cards: bool = False,
    threads: int = 1,
) -> found.Search:
    """A search at ``state`` with ``seat`` to move.

    ``nodes`` is the most it will be asked for; ``lines`` how many moves at the root get a value
    and a line of their own (more may); ``depth`` ends a search that counts plies. ``known`` is
    what ``seat`` remembers of hidden cards (``Task.known``). With ``open_cards`` everybody plays as
    if all saw the cards that ``state`` holds; chance stays chance.
    """
    if game.evaluate is not None:
        from .alphabeta import DEEPEST
        from .sure import Sure

        return Sure(
            game, state, config, players, seat, seed, nodes,
            lines=lines, depth=DEEPEST if depth is None else depth, steady=True,
            threads=threads if nodes is None else 1,
        )  # fmt: skip
    from .run import Search

    return Search(
        game, state, config, players, seat, seed, nodes,
        known=known, open_cards=open_cards, threads=threads,
    )  # fmt: skip


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
    known: Record | None = None,
    open_cards: bool = False,
) -> Outlook:
    """A search for what ``state`` is worth to ``seat`` in a game with hidden cards.

    What ``seat`` cannot see is unknown but for what it remembers, unless ``open_cards``.
    """
    from .run import Search

    return Search(
        game, state, config, players, seat, seed, nodes, known=known, open_cards=open_cards
    )
