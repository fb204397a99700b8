"""Computer players: worker threads that choose moves from views.

A worker gets the view of its seat and nothing else, so it can know no more than a person there.
Kernels hold no lock of Python's, so the server goes on answering while they search.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from .. import jit
from ..contract import View

Chooser = Callable[[View], str]
"""View of the seat to move to the canonical text of its move."""


@dataclass(frozen=True)
class Thought:
    """A move being chosen: for which version of the table, and what will be the answer."""

    version: int
    answer: Future[str]


class Bots:
    """A pool of workers with one way to choose."""

    def __init__(self, choose: Chooser, workers: int | None = None) -> None:
        self._choose = choose
        self._compiling: set[str] = set()
        jit.listeners.append(self._heard)
        self._pool = ThreadPoolExecutor(
            workers or max(1, min(4, os.cpu_count() or 1)), thread_name_prefix="pivotry-bot"
        )

    def think(self, view: View, version: int, done: Callable[[Thought], None]) -> Thought:
        """Start choosing; ``done`` is called with the thought, in the worker's thread."""
        thought = Thought(version, self._pool.submit(self._choose, view))
        thought.answer.add_done_callback(lambda _: done(thought))
        return thought

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
        self._pool.shutdown(wait=False, cancel_futures=True)
        jit.listeners.remove(self._heard)
