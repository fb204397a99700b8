"""How often somebody may ask for something, and how much of it at once."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..errors import PivotryError

LOOKS_A_SECOND, LOOKS_AT_ONCE = 20.0, 400.0
"""For what is looked at but costly. A key that is held down asks for some thirty plies a second."""
_KEPT = 20_000


class TooOften(PivotryError):
    """Somebody asks for more than the server has time for; ``after`` so many seconds it has."""

    def __init__(self, message: str, after: int) -> None:
        super().__init__(message)
        self.after = after


class Limit:
    """A bucket of tokens that fills up again with time.

    ``burst`` at once, ``rate`` a second in the long run, for each name.
    """

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, name: str, tokens: float = 1.0) -> bool:
        """Whether this one is still within the limit, and so many tokens less if it is."""
        now = self._clock()
        with self._lock:
            level, when = self._buckets.pop(name, (self._burst, now))
            level = min(self._burst, level + (now - when) * self._rate)
            allowed = level >= tokens
            self._buckets[name] = (level - tokens if allowed else level, now)
            while len(self._buckets) > _KEPT:
                self._buckets.popitem(last=False)
        return allowed

    def wait(self, name: str, tokens: float = 1.0) -> int:
        """After how many whole seconds, one at least, this one has so many tokens."""
        now = self._clock()
        with self._lock:
            level, when = self._buckets.get(name, (self._burst, now))
        lacking = min(tokens, self._burst) - level - (now - when) * self._rate
        return max(1, math.ceil(lacking / self._rate))


class Share:
    """So many things at work or waiting at once, and so many of them from one address."""

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each = most, each
        self._held: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return self._held.total()

    @contextmanager
    def place(self, caller: str) -> Iterator[bool]:
        """A place while something is done, as a context; False where there is none."""
        with self._lock:
            free = len(self) < self._most and self._held[caller] < self._each
            if free:
                self._held[caller] += 1
        try:
            yield free
        finally:
            if free:
                with self._lock:
                    self._held -= Counter({caller: 1})  # keeps nobody who holds nothing
