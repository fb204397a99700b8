"""What everybody who only looks on is told alike: drawn once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable

FRESH = 0.25
"""Seconds for which a state is passed on. In a state there are times, of clocks and of absence."""

MOST = 16
"""States that are kept of a table: languages, sizes of screens."""


class Alike:
    """States of one table as text, under what else they depend on. Its table's lock is held."""

    def __init__(self) -> None:
        self._tag = ""
        self._kept: dict[Hashable, tuple[float, str]] = {}

    def get(self, tag: str, key: Hashable, now: float, draw: Callable[[], str]) -> str:
        """The state under ``key``; drawn if there is none of this ``tag``, or none that is fresh.

        ``now``: seconds of a clock that only runs.
        """
        if tag != self._tag:
            self._tag, self._kept = tag, {}
        when, text = self._kept.get(key, (now, ""))
        if not text or now - when > FRESH:
            when, text = now, draw()
            if len(self._kept) >= MOST:  # somebody makes keys up
                self._kept.clear()
            self._kept[key] = when, text
        return text
