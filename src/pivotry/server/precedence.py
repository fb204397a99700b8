"""People first: searches pause while somebody is being answered, and never take all processors.

A priority of its own makes a thread that searches take little of a processor. It cannot keep it
from Python's lock, which it needs for a moment after every few milliseconds of search; and one that
holds the lock, but gets no processor, has everybody wait for it who goes first. So a search that
comes to such a moment while somebody is being answered waits there until that is done.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from starlette.types import ASGIApp, Receive, Scope, Send

LONGEST = 0.1
"""Seconds of one request for which searches wait, at most: some wait for a search themselves."""
PATIENCE = 0.03
"""Seconds that a search waits before its next few milliseconds, however many people ask."""
TURN = 0.02
"""Seconds that a search goes on before another one that waits has its turn."""


class Precedence:
    """Who may run: people at once, and of searches so many as leave a processor to them.

    Searches are told of it by ``search.found.gate``: they ``enter``, come by ``between`` any two of
    their chunks, and ``leave``, each in a thread of its own.
    """

    def __init__(self, places: int | None = None) -> None:
        """``places``: searches that run at once; all processors but one unless it is given."""
        self._free = places or max(1, (os.cpu_count() or 2) - 1)
        self._lock = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._own = threading.local()
        self._asking = 0
        self._nobody = threading.Event()
        self._nobody.set()

    # --- people ------------------------------------------------------------------------------

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Somebody is being answered, in whatever thread."""
        with self._lock:
            self._asking += 1
            self._nobody.clear()
        try:
            yield
        finally:
            with self._lock:
                self._asking -= 1
                if self._asking == 0:
                    self._nobody.set()

    def before(self, app: ASGIApp) -> ASGIApp:
        """An application in front of this one: whoever sends a request to it is being answered."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                await app(scope, receive, send)
                return
            asked = ExitStack()
            asked.enter_context(self.answering())
            # Closing it again does nothing.
            late = asyncio.get_running_loop().call_later(LONGEST, asked.close)
            try:
                await app(scope, receive, send)
            finally:
                late.cancel()
                asked.close()

        return answer

    # --- searches ----------------------------------------------------------------------------

    def enter(self) -> None:
        """Begin to search, when there is room."""
        self._take()
        self._give_way()

    def between(self) -> None:
        """Let others go first, and come back."""
        if self._waiting and time.monotonic() - self._own.since >= TURN:
            self._release()
            self._take()
        self._give_way()

    def leave(self) -> None:
        """The search is done."""
        self._release()

    def _take(self) -> None:
        """Take a place, in the order in which searches come."""
        with self._lock:
            if self._free:
                self._free -= 1
                ready = None
            else:
                ready = threading.Lock()
                ready.acquire()
                self._waiting.append(ready)
        if ready is not None:
            ready.acquire()
        self._own.since = time.monotonic()

    def _release(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._free += 1

    def _give_way(self) -> None:
        if self._asking:
            self._nobody.wait(PATIENCE)


HERE = Precedence()
"""That of this process, whose processors and whose lock they are."""
