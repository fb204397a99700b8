"""The strongest search there is for a game, chosen in one place."""

from __future__ import annotations

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
) -> found.Search:
    """A search at ``state`` with ``seat`` to move; ``nodes`` is the most it will be asked for."""
    from .run import Search

    return Search(game, state, config, players, seat, seed, nodes)
