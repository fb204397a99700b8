"""Choosing a move from a view. Nothing in here ever sees a state that the table holds.

The view is filled in at random to a state that fits it; a search starts there, and where cards are
hidden it deals them anew for every simulation.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import registry
from ..chance import Stream, new_seed, seed_bytes
from ..contract import View
from ..errors import BadOption, BadPosition
from ..search.perft import derived
from ..search.run import Search
from ..wording import quoted

KINDS = ("computer", "random")
"""``computer`` searches; ``random`` plays any legal move, each as likely as the others."""


@dataclass(frozen=True)
class Candidate:
    """One move that was looked at."""

    text: str
    visits: int
    value: float
    """Mean result for the player, from -1 (lost) to 1 (won)."""
    proof: int | None
    """1, 0 or -1 where the result is certain, else None."""


@dataclass(frozen=True)
class Thought:
    """A chosen move, and what it rests on."""

    text: str
    """Canonical text of the move."""
    candidates: tuple[Candidate, ...] = ()
    """The moves that were searched, the best first."""
    simulations: int = 0
    seconds: float = 0.0


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
) -> Thought:
    """Choose a move for the seat that ``view`` belongs to, which must be to move.

    The budget is a time, a number of simulations, or whichever ends first; one second if neither
    is given. The same view, seed and number of simulations (without a time) give the same move on
    every machine. Without a seed the operating system gives one. Setting ``cancel`` ends the search
    within milliseconds; the best move so far is returned. Safe to call from any number of threads.

    Raises ``BadOption`` for a kind or budget that does not exist, ``BadPosition`` for a view that
    is none of the seat to move.
    """
    _check_budget(kind, seconds, simulations)
    if seconds is None and simulations is None:
        seconds = 1.0
    begun = time.perf_counter()
    key = new_seed() if seed is None else seed_bytes(seed)
    game = registry.get(view.get("game"))
    options, state = game.views.fill(view, Stream(key, 0))
    config = game.setup.config(options)
    seat = view.get("seat")
    if seat is None or int(game.rules.actor(state, config)) != seat:
        raise BadPosition([(None, "a computer player needs the view of the seat that is to move")])
    out = np.zeros(game.facts.max_moves, np.int32)
    count = int(game.rules.legal(state, config, derived(game, state, config), out))
    legal = [int(action) for action in out[:count]]
    stream = Stream(key, 1)
    guess = legal[stream.below(count)]
    if kind == "random" or count == 1:
        return Thought(game.notation.write(guess, config))

    players = int(options["players"])
    search = Search(game, state, config, players, seat, stream.word(), simulations)
    if seconds is not None:  # what was spent already counts, compiling does not
        seconds = max(0.001, seconds - (time.perf_counter() - begun))
    search.prepare()
    search.run(seconds=seconds, simulations=simulations, cancel=cancel)
    lines = search.lines()
    best = lines[0].action if lines else guess
    return Thought(
        game.notation.write(best, config),
        tuple(
            Candidate(game.notation.write(line.action, config), line.visits, line.value, line.proof)
            for line in lines
        ),
        search.simulations,
        time.perf_counter() - begun,
    )


def _check_budget(kind: str, seconds: object, simulations: object) -> None:
    if kind not in KINDS:
        raise BadOption(f"there is no computer player {quoted(kind)}; there are {', '.join(KINDS)}")
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (number and 0 < float(str(seconds)) <= 3600):
        raise BadOption(f"seconds is a time of more than 0 and up to 3600, not {quoted(seconds)}")
    if simulations is not None and (type(simulations) is not int or simulations < 1):
        raise BadOption(f"simulations is a whole number from 1, not {quoted(simulations)}")
