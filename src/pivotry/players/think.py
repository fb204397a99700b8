"""Choosing a move in one call."""

from __future__ import annotations

import threading
from typing import Any

from ..contract import View
from .budget import Budget
from .memory import Memory
from .player import player
from .task import game_of, task
from .thought import Thought

KINDS = ("computer", "random")
"""Players that every game has: the strongest one, and one that plays any legal move."""


def choose(view: View, **how: Any) -> str:
    """The canonical text of the move that a computer player makes; takes what ``think`` takes."""
    return think(view, **how).text


def think(
    view: View,
    *,
    kind: str = "computer",
    seconds: float | None = None,
    simulations: int | None = None,
    seed: object = None,
    cancel: threading.Event | None = None,
    memory: Memory | None = None,
    threads: int = 1,
) -> Thought:
    """Ask the player ``kind`` (see ``player``) for the move of the seat that ``view`` belongs to.

    The budget is a time, a number of nodes or simulations, or whichever ends first; the player's
    own if neither is given. Everything else is as for ``Player.think``.
    """
    given = seconds is not None or simulations is not None
    budget = Budget(seconds, simulations) if given else None
    return player(game_of(view).id, kind).think(
        view, budget, seed=seed, cancel=cancel, memory=memory, threads=threads
    )


def consider(
    view: View,
    *,
    lines: int,
    seconds: float | None = None,
    nodes: int | None = None,
    seed: object = None,
    cancel: threading.Event | None = None,
    memory: Memory | None = None,
) -> Thought:
    """What the strongest search thinks of the best ``lines`` moves, each with a line of its own.

    For people who look at a position, not for playing: a search that has to weigh several moves
    sees less of the best. Fewer are told where there are fewer, or where one was proved to win
    before the others were looked at. Where there is one move alone it is looked at, too. The view
    is that of the seat to move, ``memory`` what that seat has seen before; ``seconds`` and
    ``nodes`` end the search, whichever comes first.
    """
    from ..search.best import strongest

    asked = task(view, seed, memory)
    search = strongest(
        asked.game, asked.state, asked.config, asked.players, asked.seat, asked.stream.word(),
        nodes, lines=min(lines, len(asked.legal)), known=asked.known,
    )  # fmt: skip
    left = asked.left(seconds)  # what was spent already counts, compiling does not
    search.prepare()
    search.run(seconds=left, nodes=nodes, cancel=cancel)
    found = search.lines()[:lines]
    best = found[0].action if found else asked.legal[0]
    return asked.answer(best, tuple(found), search.nodes, search.depth)
