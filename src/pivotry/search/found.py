"""What every search offers, however it works."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

CHUNK_SECONDS = 0.004
"""How long a search runs before it looks at the clock and at who wants to cancel it."""


@dataclass(frozen=True)
class Line:
    """What a search found out about one move at the root."""

    action: int
    visits: int
    value: float
    """Expected result of the seat to move, from -1 to 1."""
    proof: int | None = None
    """1, 0, -1: it surely wins, draws, loses; None if that is open."""
    moves: tuple[int, ...] = ()
    """The play expected after it, ``action`` first."""


class Gate(Protocol):
    """Who says when searches may run, in programs that do other things as well."""

    def enter(self) -> None:
        """A search begins: returns when it may, and before its time does."""

    def between(self) -> None:
        """It has searched for some milliseconds: returns when it may go on."""

    def leave(self) -> None:
        """It has ended."""


_mine = threading.local()


def gate(gate: Gate | None) -> None:
    """From now on, searches that this thread drives go through ``gate``.

    Those that it has other threads drive do not, and what is found with a number of nodes is the
    same.
    """
    _mine.gate = gate


class Search(Protocol):
    """A search at one position, which can be run in pieces and asked in between."""

    depth: int
    """Plies that a search by depth has completed; 0 for others."""

    @property
    def nodes(self) -> int:
        """What it has spent, in the unit of its budget."""

    def prepare(self) -> None:
        """Compile what has to be compiled, so that a time limit does not pay for it."""

    def run(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        """Search for so long, or so many nodes, whichever comes first."""

    def lines(self) -> tuple[Line, ...]:
        """The moves at the root that were looked at, the best first."""


def drive(
    step: Callable[[int], int],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    cancel: threading.Event | None = None,
) -> None:
    """Call ``step(n)`` in chunks of a few milliseconds until the budget or the work is spent.

    ``step`` returns how many of the ``n`` nodes it spent; fewer means that there is nothing left to
    find out.
    """
    gate: Gate | None = getattr(_mine, "gate", None)
    if gate is None:
        _drive(step, seconds, nodes, cancel, None)
        return
    _mine.gate = None  # searches within this one
    try:
        gate.enter()
        try:
            _drive(step, seconds, nodes, cancel, gate)
        finally:
            gate.leave()
    finally:
        _mine.gate = gate


def _drive(
    step: Callable[[int], int],
    seconds: float | None,
    nodes: int | None,
    cancel: threading.Event | None,
    gate: Gate | None,
) -> None:
    end = None if seconds is None else time.perf_counter() + seconds
    left = nodes
    chunk = 1
    while left is None or left > 0:
        if cancel is not None and cancel.is_set():
            return
        now = time.perf_counter()
        if end is not None and now >= end:
            return
        n = chunk if left is None else min(chunk, left)
        if step(n) < n:
            return
        if left is not None:
            left -= n
        spent = time.perf_counter() - now
        if gate is not None:
            gate.between()
        room = CHUNK_SECONDS
        if end is not None:
            room = min(room, max(0.0, end - time.perf_counter()))
        chunk = max(1, min(4 * chunk, int(n * room / max(spent, 1e-7))))
