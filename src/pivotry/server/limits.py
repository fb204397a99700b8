"""How often somebody may ask for something, and how much of it at once."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..errors import PivotryError
from ..tongue import tr
from .turns import NOBODY, Asker

LOOKS_A_SECOND, LOOKS_AT_ONCE = 20.0, 400.0
"""For what is looked at but costly. A key that is held down asks for some thirty plies a second."""
READS_A_SECOND, READS_AT_ONCE = 40.0, 1000.0
"""For whatever is read: pages, states of tables, also those that sockets bring. A class of thirty
behind one address that finds its server again asks for some two hundred at once."""
OPEN_HERE, OPEN_EACH, OPEN_WITHIN = 400, 100, 3600.0
"""Tables opened from one address, and by one visitor, within so many seconds and still going on."""
OPENED_A_SECOND, OPENED_AT_ONCE = 0.25, 600.0
"""Tables opened from one address, those included that are over."""
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

    def take(self, name: str, tokens: float = 1.0, *, leaving: float = 0.0) -> bool:
        """Whether this one is still within the limit, and so many tokens less if it is.

        ``leaving``: the part of the bucket that this must not touch, for what is more urgent.
        """
        now = self._clock()
        with self._lock:
            level, when = self._buckets.pop(name, (self._burst, now))
            level = min(self._burst, level + (now - when) * self._rate)
            allowed = level - leaving * self._burst >= tokens
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


class Openings:
    """How many tables an address, and a visitor, may have opened that still go on.

    Only those of the last ``within`` seconds count: matches that last for days hinder nobody. What
    is over counts no longer, but is not free either: it stays on the disk. In memory alone: after
    a restart everybody begins anew.
    """

    def __init__(
        self,
        here: int = OPEN_HERE,
        each: int = OPEN_EACH,
        within: float = OPEN_WITHIN,
        *,
        rate: float = OPENED_A_SECOND,
        burst: float = OPENED_AT_ONCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._here, self._each, self._within = here, each, within
        self._clock = clock
        self._all = Limit(rate, burst, clock)
        self._open: OrderedDict[str, OrderedDict[str, tuple[float, str]]] = OrderedDict()
        """By address and table: when it was opened, and by which visitor."""
        self._where: dict[str, str] = {}
        self._lock = threading.Lock()

    def add(self, owner: Asker, table: str) -> None:
        """Somebody opens a table; ``TooOften`` if they have opened too many. ``NOBODY`` may."""
        if owner == NOBODY:
            return
        now = self._clock()
        with self._lock:
            found = self._open.setdefault(owner.address, OrderedDict())
            self._open.move_to_end(owner.address)
            while found and next(iter(found.values()))[0] <= now - self._within:
                self._where.pop(found.popitem(last=False)[0], None)
            own = [when for when, visitor in found.values() if visitor == owner.visitor]
            full = [
                min(times)
                for times, most in (
                    (own, self._each),
                    ([when for when, _ in found.values()], self._here),
                )
                if len(times) >= most
            ]
            if full:
                after = math.ceil(max(full) + self._within - now)
                raise TooOften(
                    tr(
                        "Many tables have been opened from here that still go on: "
                        "finish or remove some of them, or open another one later."
                    ),
                    max(1, after),
                )
            if not self._all.take(owner.address):
                after = self._all.wait(owner.address)
                raise TooOften(tr("Many tables have been opened from here; wait a moment."), after)
            found[table] = (now, owner.visitor)
            self._where[table] = owner.address
            while len(self._open) > _KEPT:
                for old in self._open.popitem(last=False)[1]:
                    self._where.pop(old, None)

    def end(self, table: str) -> None:
        """A table is over, or has gone."""
        with self._lock:
            address = self._where.pop(table, None)
            if address is not None:
                self._open[address].pop(table, None)
