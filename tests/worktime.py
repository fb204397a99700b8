"""How long something works, whatever else the machine has to do: in processor time of threads."""

from __future__ import annotations

import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from pivotry.search import alphabeta, found, run, solve, sure

_DRIVEN = (alphabeta, run, solve, sure)


class Looks(threading.Event):
    """Whether to stop. Notes when it is asked that, and sets itself after some seconds of work."""

    def __init__(self, after: float | None = None) -> None:
        super().__init__()
        self._after = after
        self._asked: defaultdict[int, list[float]] = defaultdict(list)

    def is_set(self) -> bool:
        now = time.thread_time()
        asked = self._asked[threading.get_ident()]
        asked.append(now)
        if self._after is not None and now - asked[0] >= self._after:
            self.set()
        return super().is_set()

    @property
    def longest(self) -> float:
        """Seconds of work of a thread between two looks, at most."""
        return max(
            later - earlier for asked in self._asked.values() for earlier, later in pairwise(asked)
        )


@contextmanager
def by_work(patch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Searches that keep time by the processor time of their threads; gives what each one took."""
    spent: list[float] = []

    def drive(*given: Any, **more: Any) -> None:
        begun = time.thread_time()
        try:
            found.drive(*given, **more)
        finally:
            spent.append(time.thread_time() - begun)

    clock = SimpleNamespace(perf_counter=time.thread_time)
    with patch.context() as patched:
        patched.setattr(found, "time", clock)
        patched.setattr(solve, "time", clock)
        patched.setattr("pivotry.players.task.time", clock)
        for module in _DRIVEN:
            patched.setattr(module, "drive", drive)
        yield spent


def lets_others_run(work: Callable[[], object]) -> bool:
    """Whether this thread goes on while another one is inside ``work``, one long call.

    It gives Python's lock away some times; with a lock that is held it would not come back before
    the call has ended.
    """
    begun, ended = threading.Event(), threading.Event()

    def worked() -> None:
        begun.set()
        work()
        ended.set()

    worker = threading.Thread(target=worked)
    every = sys.getswitchinterval()
    sys.setswitchinterval(100)  # the worker comes to its work, though the system has it wait first
    try:
        worker.start()
        assert begun.wait(60)
        for _ in range(20):
            time.sleep(0)
        went_on = not ended.is_set()
        worker.join(60)
    finally:
        sys.setswitchinterval(every)
    return went_on
