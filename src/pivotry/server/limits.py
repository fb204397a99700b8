"""How often somebody may ask for something: a bucket of tokens that fills up again with time."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

_KEPT = 20_000


class Limit:
    """``burst`` at once, ``rate`` a second in the long run, for each name."""

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, name: str) -> bool:
        """Whether this one is still within the limit."""
        now = self._clock()
        with self._lock:
            level, when = self._buckets.pop(name, (self._burst, now))
            level = min(self._burst, level + (now - when) * self._rate)
            allowed = level >= 1.0
            self._buckets[name] = (level - 1.0 if allowed else level, now)
            while len(self._buckets) > _KEPT:
                self._buckets.popitem(last=False)
        return allowed
