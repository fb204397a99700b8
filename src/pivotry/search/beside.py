"""Searches that run beside another one, in threads of their own, until it ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from .found import drive


@contextmanager
def beside(steps: Sequence[Callable[[int], int]]) -> Iterator[None]:
    """While the block runs, go on with each of ``steps`` (as ``drive`` takes them) in a thread.

    They end within a chunk of a few milliseconds after it, and what they raise is raised then.
    """
    if not steps:
        yield
        return
    ended = threading.Event()
    with ThreadPoolExecutor(len(steps), "pivotry-beside") as pool:
        running = [pool.submit(drive, step, cancel=ended) for step in steps]
        try:
            yield
        finally:
            ended.set()
    for one in running:
        one.result()
