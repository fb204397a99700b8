"""Memory of searches, zeroed.

What a search fills piece by piece is made as zeroed bytes: then the system gives only what is used.
Tables that are hit all over from the first node on are kept for the next search instead: to clear
them takes a few milliseconds, while new memory comes page by page, on virtual machines at up to
tens of milliseconds a page, which nothing can cut short. What is new is touched before a search
begins, for the same reason.
"""

from __future__ import annotations

import weakref
from collections import deque
from typing import Any

import numpy as np

KEPT = 4
"""Tables that wait for another search, at most."""
LARGEST = 64 << 20
"""Bytes of one that is kept."""
SMALLEST = 1 << 20
PAGE = 4096

_free: deque[Any] = deque(maxlen=KEPT)
"""Without a lock: the garbage collector may give a table back in the middle of anything."""


def room(dtype: np.dtype[Any], n: int) -> Any:
    """(n,) records of ``dtype``, new."""
    return _as(np.zeros(n * dtype.itemsize, np.uint8), dtype)


def lent(owner: object, dtype: np.dtype[Any], n: int) -> Any:
    """(n,) of ``dtype``, zeroed, for as long as ``owner`` lives; then another search may get it."""
    size = n * dtype.itemsize
    if not SMALLEST <= size <= LARGEST:
        return _as(np.zeros(size, np.uint8), dtype)
    data = _kept(size)
    if data is None:
        data = np.zeros(size, np.uint8)
    else:
        data.fill(0)
    weakref.finalize(owner, _free.append, data).atexit = False
    return _as(data, dtype)


def touch(table: Any, most: int = LARGEST) -> None:
    """Have the system give the pages of a table now, unless it has more than ``most`` bytes.

    What is in it stays.
    """
    if SMALLEST <= table.nbytes <= most:
        pages = table.reshape(-1).view(np.uint8)[::PAGE]
        np.bitwise_or(pages, 0, out=pages)


def _kept(size: int) -> Any | None:
    """A table of this size that nobody uses."""
    for _ in range(KEPT):
        try:
            data = _free.popleft()
        except IndexError:
            return None
        if data.size == size:
            return data
        _free.append(data)
    return None


def _as(data: Any, dtype: np.dtype[Any]) -> Any:
    return data.view(dtype).view(np.recarray) if dtype.names else data.view(dtype)
