"""Computer players: worker threads that choose moves from views.

A worker gets the view of its seat and nothing else, so it can know no more than a person there.
Kernels hold no lock of Python's, so the server goes on answering while they search.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from .. import jit, players
from ..contract import View
from ..players.memory import Memory


@dataclass(frozen=True)
class Question:
    """What a computer player is asked, and all that it is told."""

    view: View
    """That of the seat to move."""
    player: str
    """Its name, such as ``level-3``."""
    memory: Memory | None = None
    """What the seat remembers of the match."""


Adviser = Callable[[Question, threading.Event], players.Thought]
"""From a question to a move and what it rests on, as a person is told it."""
Chooser = Callable[[Question, threading.Event], str]
"""From a question to the text of a move, at once when the event is set."""


@dataclass(frozen=True)
class Thought:
    """A move being chosen: for which version of the table, and what will be the answer."""

    version: int
    answer: Future[str]
    cancel: threading.Event
    """Set when nobody wants the answer any more."""


@dataclass(frozen=True)
class Advice:
    """A hint being thought of."""

    answer: Future[players.Thought]
    cancel: threading.Event
    """Set when nobody wants the answer any more."""


def step_back() -> None:
    """Let this thread run when others do not want to: people are answered first.

    Linux alone has a priority for each thread; elsewhere the system shares out the time.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class Bots:
    """A pool of workers with one way to choose.

    ``prepare`` makes a game of this id ready for ``choose``, where that takes long the first time.
    ``advise`` is asked for hints, in place of ``choose``.
    """

    def __init__(
        self,
        choose: Chooser,
        workers: int | None = None,
        *,
        prepare: Callable[[str], None] | None = None,
        advise: Adviser | None = None,
    ) -> None:
        self._choose = choose
        self._advise = advise
        self._prepare = prepare
        self._prepared: set[str] = set()
        self._lock = threading.Lock()
        self._compiling: set[str] = set()
        self._at_work: set[threading.Event] = set()
        jit.listeners.append(self._heard)
        self._pool = ThreadPoolExecutor(
            workers or max(1, min(4, os.cpu_count() or 1)),
            thread_name_prefix="pivotry-bot",
            initializer=step_back,
        )

    def think(self, question: Question, version: int, done: Callable[[Thought], None]) -> Thought:
        """Start choosing; ``done`` is called with the thought, in the worker's thread."""
        cancel = threading.Event()
        self._at_work.add(cancel)
        thought = Thought(version, self._pool.submit(self._choose, question, cancel), cancel)

        def finished(_: Future[str]) -> None:
            self._at_work.discard(cancel)
            done(thought)

        thought.answer.add_done_callback(finished)
        return thought

    def advise(self, question: Question) -> Advice:
        """Start thinking of a hint."""
        cancel = threading.Event()
        self._at_work.add(cancel)

        def think() -> players.Thought:
            if self._advise is not None:
                return self._advise(question, cancel)
            return players.Thought(self._choose(question, cancel))

        advice = Advice(self._pool.submit(think), cancel)
        advice.answer.add_done_callback(lambda _: self._at_work.discard(cancel))
        return advice

    def prepare(self, game: str) -> None:
        """Begin to make a game ready, once, before a computer has to move; returns at once."""
        if self._prepare is None:
            return
        with self._lock:
            if game in self._prepared:
                return
            self._prepared.add(game)
        # Not one of the pool's workers, for which a server that stops would wait.
        threading.Thread(
            target=self._prepare, args=(game,), name=f"pivotry-prepare-{game}", daemon=True
        ).start()

    @property
    def compiling(self) -> bool:
        """Whether kernels are being compiled now."""
        return bool(self._compiling)

    def _heard(self, name: str, begun: bool) -> None:
        if begun:
            self._compiling.add(name)
        else:
            self._compiling.discard(name)

    def close(self) -> None:
        """Start nothing more; moves being chosen are let go."""
        for cancel in list(self._at_work):
            cancel.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
        jit.listeners.remove(self._heard)
