"""Analyses of matches in the background: asked for once, one at a time, kept for a while."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .. import players
from ..match import Match
from ..players import Budget, Thought
from ..tongue import tr
from .bots import step_back
from .limits import Share
from .seats import NotAllowed
from .turns import NOBODY, Asker, Turns

if TYPE_CHECKING:
    from ..analysis import Analysis

_log = logging.getLogger(__name__)
WAITING = 16
"""Analyses that may wait for their turn."""
EACH_WAITING = 4
"""How many of them may be for one address."""
KEPT = 64
CONSIDERED = 6
"""Positions that may be thought about or wait for that."""
EACH = 2
"""How many of them may be for one address."""
THOUGHT = 2.0
"""Seconds for each."""
LINES = 5
"""Moves that are weighed there."""


@dataclass(eq=False)
class Work:
    """One analysis: how far it is, and what came of it."""

    match: Match
    caller: str
    """The address that asked for it first."""
    done: int = 0
    of: int = 0
    begun: bool = False
    """Whether its turn has come."""
    analysis: Analysis | None = None
    failed: bool = False
    cancel: threading.Event = field(default_factory=threading.Event)
    asked: set[str] = field(default_factory=set)
    """The visitors who wait for it."""
    owner: Asker = NOBODY
    """In whose turn it is done."""
    ended: Callable[[], None] | None = None
    """Told in the analyst's thread that it is done, or cannot be done; not when it is let go."""
    anew: bool = False
    """Whether it was begun before, by a server that has stopped since."""

    @property
    def running(self) -> bool:
        return self.analysis is None and not self.failed and not self.cancel.is_set()


_Key = tuple[str, tuple[tuple[str, str], ...]]


def _key(id: str, match: Match) -> _Key:
    """What an analysis is kept under: after other moves, as many as before, it is another one."""
    return id, tuple((entry.kind, entry.text) for entry in match.log())


class Analyst:
    """Somebody who looks at finished matches, one after the other, in a thread of its own.

    Everybody has their turn: an address after the other (``Turns``).
    """

    def __init__(self, budget: Budget | None = None) -> None:
        self._budget = Budget(seconds=0.5) if budget is None else budget
        self._works: OrderedDict[_Key, Work] = OrderedDict()
        self._turns: Turns[Work] = Turns()
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(1, "pivotry-analyst", initializer=step_back)
        self._quick = ThreadPoolExecutor(1, "pivotry-position", initializer=step_back)
        self._asked = Share(CONSIDERED, EACH)
        self._closing = threading.Event()

    def ask(
        self, id: str, match: Match, visitor: str = "", caller: str = "", *,
        ended: Callable[[], None] | None = None, anew: bool = False,
    ) -> Work:  # fmt: skip
        """The analysis of a table's match as it stands, begun if nobody has asked for it yet.

        ``caller`` is the address it is for, ``ended`` and ``anew`` as ``Work`` has them.
        ``NotAllowed`` where too many wait already.
        """
        key = _key(id, match)
        with self._lock:
            work = self._works.get(key)
            if work is not None and (work.running or work.analysis is not None):
                self._works.move_to_end(key)
                work.asked.add(visitor)
                return work
            if self._closing.is_set():
                raise NotAllowed(tr("The server is being stopped."))
            running = [other.caller for other in self._works.values() if other.running]
            if len(running) >= WAITING or running.count(caller) >= EACH_WAITING:
                raise NotAllowed(tr("Many matches wait to be analysed; ask again in a while."))
            owner = Asker(caller, visitor)
            work = Work(
                match.copy(), caller, of=match.made(), asked={visitor}, owner=owner, ended=ended,
                anew=anew,
            )  # fmt: skip
            self._works[key] = work
            # What has ended goes, the eldest first: whoever asks often takes nobody's place.
            over = [key for key, other in self._works.items() if not other.running]
            for key in over[: max(0, len(self._works) - KEPT)]:
                del self._works[key]
            self._turns.put(owner, work)
            self._pool.submit(self._run_next)
        return work

    def let_go(self, id: str, match: Match, visitor: str = "") -> None:
        """Somebody does not want an analysis any more; it ends if nobody else does."""
        with self._lock:
            work = self._works.get(_key(id, match))
            if work is None or not work.running:
                return
            work.asked.discard(visitor)
            if not work.asked:
                work.cancel.set()
                self._turns.drop(work.owner, work)

    def found(self, id: str, match: Match) -> Work | None:
        """The analysis of a table's match as it stands, if somebody has asked for it."""
        return self._works.get(_key(id, match))

    def waits(self, work: Work) -> bool:
        """Whether an analysis has to wait for another one that is being made."""
        with self._lock:
            others = any(other.begun and other.running for other in self._works.values())
        return others and not work.begun

    def consider(self, match: Match, caller: str) -> Thought:
        """What a computer thinks of a position, in a few seconds; waits for it.

        ``caller`` is the address it is for.
        """
        assert match.turn is not None
        view = match.view(match.turn)
        with self._asked.place(caller) as free:
            if not free:
                raise NotAllowed(tr("The computer has much to think about; ask again in a while."))
            try:
                return self._quick.submit(
                    players.consider, view, lines=LINES, seconds=THOUGHT, cancel=self._closing
                ).result()
            except CancelledError:
                raise NotAllowed(tr("The server is being stopped.")) from None

    def _run_next(self) -> None:
        """Do the analysis whose turn it is; none is left if somebody has let theirs go."""
        with self._lock:
            if not self._turns:
                return
            work = self._turns.take()
        self._run(work)

    def _run(self, work: Work) -> None:
        from ..analysis import analyse

        def progress(done: int, of: int) -> None:
            work.done, work.of = done, of

        work.begun = True
        found = None
        try:
            found = analyse(work.match, self._budget, progress=progress, cancel=work.cancel)
        except Exception:  # the next match can be analysed all the same
            _log.exception("an analysis failed")
        if work.ended is not None and not work.cancel.is_set():
            work.ended()  # before anybody can see it, or it would be taken for one that was lost
        if found is not None and found.complete:
            work.analysis = found
        else:
            work.failed = True

    def close(self) -> None:
        """Let the work go."""
        with self._lock:
            self._closing.set()
            for work in self._works.values():
                work.cancel.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._quick.shutdown(wait=False, cancel_futures=True)
