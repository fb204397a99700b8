"""Compiling what computer players need before anybody waits for it.

``python -m pivotry.players.ready`` does that for every game, at the lowest priority, and ends with
the process that began it; what has been compiled before is only loaded.
"""

from __future__ import annotations

import os
from contextlib import suppress

from .. import match, registry
from . import levels
from .player import player


def ready(game: str) -> None:
    """Compile what the computer players of a game need, whatever their level.

    The weak ones come first: they are those that most people meet first.
    """
    beginning = match.new(game, seed=1)
    assert beginning.turn is not None
    view = beginning.view(beginning.turn)
    for number in range(1, 1 + len(levels.NAMES)):
        player(game, f"level-{number}@1n").choose(view, seed=1)


def main() -> None:
    """Every game, as long as the process is there that wants them."""
    parent = os.getppid()
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(19)
    for game in registry.IDS:
        if os.getppid() != parent:
            return
        ready(game)


if __name__ == "__main__":
    main()
