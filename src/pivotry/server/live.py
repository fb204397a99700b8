"""Telling those who look at a table that it has changed.

Sockets subscribe; whoever changes a table publishes its id. What a subscriber then gets is made for
it in ``outgoing.py``. Several notices in a row may arrive as one.
"""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

FEEDS = 24
"""How many sockets one visitor may have open; pages close the eldest."""


class Live(Protocol):
    """The seam between processes: one may change a table that another has sockets for."""

    def publish(self, table: str) -> None:
        """Say that a table has changed; from any thread, and returns at once."""

    def feed(self, table: str, visitor: str) -> AbstractContextManager[Feed]:
        """Listen to a table, as a context; from the event loop."""

    def present(self, table: str) -> frozenset[str]:
        """The visitors who look at a table now."""


class Feed:
    """One socket's ear."""

    def __init__(self, visitor: str) -> None:
        self.visitor = visitor
        self.closed = False
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()

    def wake(self) -> None:
        """From any thread: there is something to look at."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._news.set)

    async def wait(self, seconds: float) -> None:
        """Until there is something, or for so long."""
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return  # what comes at this very moment is seen next time
        self._news.clear()


class Within:
    """Live news inside one process."""

    def __init__(self) -> None:
        self._feeds: defaultdict[str, list[Feed]] = defaultdict(list)
        self._lock = threading.Lock()

    def publish(self, table: str) -> None:
        """As ``Live.publish``."""
        with self._lock:
            feeds = list(self._feeds.get(table, ()))
        for feed in feeds:
            feed.wake()

    @contextmanager
    def feed(self, table: str, visitor: str) -> Iterator[Feed]:
        """As ``Live.feed``."""
        feed = Feed(visitor)
        with self._lock:
            feeds = self._feeds[table]
            feeds.append(feed)
            own = [other for other in feeds if other.visitor == visitor]
            for old in own[:-FEEDS]:
                old.closed = True
        self.publish(table)
        try:
            yield feed
        finally:
            with self._lock:
                feeds.remove(feed)
                if not feeds:
                    self._feeds.pop(table, None)
            self.publish(table)

    def present(self, table: str) -> frozenset[str]:
        """As ``Live.present``."""
        with self._lock:
            return frozenset(feed.visitor for feed in self._feeds.get(table, ()))
