"""A question to a player: the view of the seat to move, made ready for a search."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from .. import registry
from ..chance import Stream, new_seed, seed_bytes
from ..contract import Options, Record, View
from ..errors import BadOption, BadPosition
from ..search.found import Line
from ..search.perft import derived
from ..tongue import tr
from ..wording import quoted
from .memory import Memory
from .thought import Candidate, Thought

MOST_THREADS = 64


@dataclass(frozen=True)
class Task:
    """What an engine starts from. It comes from a view, a memory and a seed alone."""

    game: registry.Game
    view: View
    options: Options
    config: Record
    state: Record
    """Some state that fits the view: what its seat cannot see is filled in at random."""
    seat: int
    legal: tuple[int, ...]
    """Action numbers that can be played, ascending; at least one."""
    stream: Stream
    """Randomness for the engine."""
    known: Record | None
    """What a memory tells beyond the view, for searches over hidden cards; ``state`` fits it."""
    begun: float
    """``time.perf_counter()`` when the question was put."""
    threads: int = 1
    """How many threads a search may use."""

    @property
    def players(self) -> int:
        return int(self.options["players"])

    def left(self, seconds: float | None) -> float | None:
        """What of a time budget is left now, at least a millisecond."""
        if seconds is None:
            return None
        return max(0.001, seconds - (time.perf_counter() - self.begun))

    def write(self, action: int) -> str:
        """The canonical text of an action number."""
        return self.game.notation.write(action, self.config)

    def answer(
        self, action: int, lines: tuple[Line, ...] = (), nodes: int = 0, depth: int = 0
    ) -> Thought:
        """The thought that ends in ``action``, with the lines that a search found."""
        return Thought(
            self.write(action),
            tuple(
                Candidate(
                    self.write(line.action),
                    line.visits,
                    line.value,
                    line.proof,
                    tuple(self.write(a) for a in line.moves),
                )
                for line in lines
            ),
            nodes,
            time.perf_counter() - self.begun,
            depth,
        )


def game_of(view: object) -> registry.Game:
    """The game that a view is of; ``BadPosition`` if it is none at all."""
    if not isinstance(view, Mapping) or "game" not in view:
        raise BadPosition(
            [(None, tr("a computer player needs the view of a seat, as match.view(seat) gives it"))]
        )
    return registry.get(view["game"])


def _not_to_move() -> BadPosition:
    said = tr("a computer player needs the view of the seat that is to move")
    return BadPosition([(None, said)])


def task(view: View, seed: object = None, memory: Memory | None = None, threads: int = 1) -> Task:
    """Make a question of a view; ``BadPosition`` if it is no view of the seat that is to move.

    ``memory`` is what the seat remembers besides, and ends at this view. Without a seed the
    operating system gives one. ``BadOption`` if ``threads`` is no number of threads.
    """
    if type(threads) is not int or not 1 <= threads <= MOST_THREADS:
        raise BadOption(
            tr(
                "threads is a whole number from 1 to {most}, not {threads}",
                most=MOST_THREADS,
                threads=quoted(threads),
            )
        )
    begun = time.perf_counter()
    key = new_seed() if seed is None else seed_bytes(seed)
    game = game_of(view)
    seat = view.get("seat")
    if type(seat) is not int:
        raise _not_to_move()
    options, state = game.views.fill(view, Stream(key, 0))
    config = game.setup.config(options)
    if int(game.rules.actor(state, config)) != seat:
        raise _not_to_move()
    known = None if memory is None else memory.prepare(view, state, config, Stream(key, 2))
    out = np.zeros(game.facts.max_moves, np.int32)
    count = int(game.rules.legal(state, config, derived(game, state, config), out))
    legal = tuple(int(action) for action in out[:count])
    return Task(
        game, view, options, config, state, seat, legal, Stream(key, 1), known, begun, threads
    )
