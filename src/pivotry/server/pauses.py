"""Times in which the machine slept, or nothing on it ran: clocks of people do not count them.

A heart that beats every few seconds misses many beats then, by the wall clock, on every system.
(That less the monotonic clock would not do: on Windows that one goes on in sleep.)
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

_log = logging.getLogger(__name__)
BEAT = 5.0
"""Seconds between two beats."""
LONG = 30.0
"""Seconds between two beats that no load explains: nobody was answered meanwhile."""


@dataclass(frozen=True)
class Pause:
    """A time in which nothing ran, in seconds since the epoch."""

    gone: float
    back: float


class Pauses:
    """The pauses since a server started; from any thread.

    ``wall`` is the clock by which they are noticed, ``now`` the one by which they are told.
    """

    def __init__(self, wall: Callable[[], float], now: Callable[[], float]) -> None:
        self._wall, self._now = wall, now
        self._last: float | None = None
        self._found: tuple[Pause, ...] = ()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._heart: threading.Thread | None = None

    def found(self) -> tuple[Pause, ...]:
        """All of them, oldest first: one that is over just now as well. None before ``start``."""
        with self._lock:
            if self._last is not None:
                last, self._last = self._last, self._wall()
                slept = self._last - last
                if slept > LONG:
                    back = self._now()
                    self._found = (*self._found, Pause(back - slept, back))
                    _log.warning("nothing ran here for %d seconds", slept)
            return self._found

    def start(self, told: Callable[[], None]) -> None:
        """Let the heart beat; ``told`` is called in its thread after each pause."""
        self._last = self._wall()

        def beat() -> None:
            known = 0
            while not self._stop.wait(BEAT):
                count = len(self.found())
                if count > known:
                    known = count
                    told()

        self._heart = threading.Thread(target=beat, name="pivotry-heart", daemon=True)
        self._heart.start()

    def close(self) -> None:
        """Let the heart stand still."""
        self._stop.set()
        if self._heart is not None:
            self._heart.join()
