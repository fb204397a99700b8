"""Computer players: worker threads that choose moves from views.

A worker gets the view of its seat and nothing else, so it can know no more than a person there.
Kernels hold no lock of Python's, and searches wait for people, so the server goes on answering.
"""

from __future__ import annotations

import math
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

from .. import jit, players
from ..contract import View
from ..errors import PivotryError
from ..players.memory import Memory
from ..search.found import gate
from ..tongue import tr
from . import precedence
from .turns import NOBODY, Asker, Turns

EACH_WAITING = {True: 256, False: 32}
"""Questions of one address that may wait: those that a person waits for, and the others."""
ONE_WAITING = {True: 64, False: 16}
"""How many of them may be one visitor's: the others of the address find room."""
PACE = 0.25
"""Seconds from one move of computers that play alone to the next, at all tables together."""
_BACK = 4
"""How far the threads that search step back, in the levels that ``nice`` counts. Further back, one
that holds Python's lock gets no processor beside other programs, and everybody waits for it."""
_EVERY = 4
"""Of so many questions one is not waited for by a person, if there are such."""


@dataclass(frozen=True)
class Question:
    """What a computer player is asked, and all that it is told."""

    view: View
    """That of the seat to move."""
    player: str
    """Its name, such as ``level-3``."""
    memory: Memory | None = None
    """What the seat remembers of the match."""
    advice: bool = False
    """Whether it is asked for a hint: what the move rests on is wanted as well."""


Adviser = Callable[[Question, threading.Event], players.Thought]
"""From a question to a move and what it rests on, as a person is told it."""
Chooser = Callable[[Question, threading.Event], str]
"""From a question to the text of a move, at once when the event is set."""


@dataclass(frozen=True)
class Thought:
    """A move being chosen: for which version of the table, and what will be the answer."""

    version: int
    answer: Future[Any]
    """The text of the move; of a question for advice a ``players.Thought``."""
    cancel: threading.Event
    """Set when nobody wants the answer any more."""

    def let_go(self) -> None:
        """Nobody wants the answer any more: it is not begun, or comes at once."""
        self.cancel.set()
        self.answer.cancel()


class Crowded(PivotryError):
    """So many questions of one address wait that another one has no place."""


@dataclass(frozen=True, eq=False)
class _Task:
    """A question with what will become of it."""

    question: Question
    thought: Thought
    owner: Asker
    waited_for: bool


def step_back() -> None:
    """Let this thread run when others do not want to: people are answered first.

    Linux alone has a priority for each thread; elsewhere the system shares out the time. Searches
    wait for people (``Precedence``) everywhere.
    """
    if sys.platform == "linux":
        own = threading.get_native_id()
        before = os.getpriority(os.PRIO_PROCESS, own)
        os.setpriority(os.PRIO_PROCESS, own, min(19, before + _BACK))
    gate(precedence.HERE)


class Bots:
    """A pool of workers with one way to choose.

    Questions that a person waits for go before those of tables where computers play alone, which
    get every fourth turn all the same, and never the last worker of several. Among themselves both
    kinds are answered in ``Turns``: an address after the other.

    ``pace``: seconds from one question that nobody waits for to the next. What a move takes beside
    the search (rules, database, pictures) holds Python's lock, so quick computers at many tables
    would make everybody wait.

    ``prepare`` makes a game of this id ready for ``choose``, where that takes long the first time.
    ``advise`` is asked for hints, in place of ``choose``.
    """

    def __init__(
        self,
        choose: Chooser,
        workers: int | None = None,
        *,
        prepare: Callable[[str], None] | None = None,
        pace: float = 0.0,
        advise: Adviser | None = None,
    ) -> None:
        self._choose = choose
        self._advise = advise
        self._prepare = prepare
        self._prepared: set[str] = set()
        self._lock = threading.Lock()
        self._compiling: set[str] = set()
        self._workers = workers or max(1, min(4, os.cpu_count() or 1))
        self._waiting: dict[bool, Turns[_Task]] = {True: Turns(), False: Turns()}
        self._at_work = {True: 0, False: 0}
        self._begun = 0
        self._pace = pace
        self._rests_until = -math.inf
        self._alarm: threading.Timer | None = None
        self._thoughts: set[Thought] = set()
        self.closed = False
        jit.listeners.append(self._heard)
        self._pool = ThreadPoolExecutor(
            self._workers, thread_name_prefix="pivotry-bot", initializer=step_back
        )
        self._clerk = ThreadPoolExecutor(1, thread_name_prefix="pivotry-clerk")
        # Begun here and now: a thread has the priority of the one that began it.
        self._clerk.submit(threading.get_native_id)

    def think(
        self,
        question: Question | Callable[[], Question],
        version: int,
        done: Callable[[Thought], None],
        *,
        owner: Asker = NOBODY,
        waited_for: bool = True,
    ) -> Thought:
        """Start choosing; ``done`` is called with the thought, in a thread for that.

        ``owner`` is on whose account it is done; ``waited_for`` says that a person waits for the
        answer. ``Crowded`` if too many questions of that address or visitor wait already; a
        question that is costly to make can be given as what makes it, where there is room for it.
        """
        with self._lock:
            self._check_room(owner, waited_for)
        thought = Thought(version, Future(), threading.Event())
        made = question if isinstance(question, Question) else question()
        task = _Task(made, thought, owner, waited_for)

        def finished(_: Future[Any]) -> None:
            with self._lock:
                self._thoughts.discard(thought)
                self._waiting[waited_for].drop(owner, task)
            done(thought)

        with self._lock:
            self._check_room(owner, waited_for)
            self._thoughts.add(thought)
            # Before a worker can take it: ``done`` is never called from in here, or too early.
            thought.answer.add_done_callback(finished)
            self._waiting[waited_for].put(owner, task)
        if self.closed:
            thought.let_go()
        self._begin()
        return thought

    def _check_room(self, owner: Asker, waited_for: bool) -> None:
        """``Crowded`` if no other question on this account can wait for its turn."""
        turns = self._waiting[waited_for]
        if (
            turns.of(owner.address) >= EACH_WAITING[waited_for]
            or turns.of_one(owner) >= ONE_WAITING[waited_for]
        ):
            raise Crowded(tr("Many computers wait for their turn; try again in a moment."))

    def _begin(self) -> None:
        """Give waiting questions to idle workers."""
        with self._lock:
            while not self.closed and (kind := self._next_kind()) is not None:
                task = self._waiting[kind].take()
                self._at_work[kind] += 1
                self._begun += 1
                if not kind:
                    self._rests_until = time.monotonic() + self._pace
                self._pool.submit(self._answer, task)

    def _next_kind(self) -> bool | None:
        """Whether a question that a person waits for is next; None if none can be begun."""
        if sum(self._at_work.values()) >= self._workers:
            return None
        alone = self._may_play_alone()
        if self._waiting[True] and not (alone and self._begun % _EVERY == _EVERY - 1):
            return True
        return False if alone else None

    def _may_play_alone(self) -> bool:
        """Whether a question that nobody waits for can be begun now, as far as those go."""
        if not self._waiting[False] or self._at_work[False] >= max(1, self._workers - 1):
            return False
        wait = self._rests_until - time.monotonic()
        if wait > 0 and self._alarm is None:
            self._alarm = threading.Timer(wait, self._rested)
            self._alarm.daemon = True
            # By a thread that has not stepped back: it takes the lock that those who ask wait for.
            self._clerk.submit(self._alarm.start)
        return wait <= 0

    def _rested(self) -> None:
        with self._lock:
            self._alarm = None
        self._begin()

    def _answer(self, task: _Task) -> None:
        answer = task.thought.answer
        try:
            if not answer.set_running_or_notify_cancel():
                return
            try:
                chosen = self._chosen(task.question, task.thought.cancel)
            except Exception as bad:  # whoever asked is told
                self._tell(partial(answer.set_exception, bad), task.waited_for)
            else:
                self._tell(partial(answer.set_result, chosen), task.waited_for)
        finally:
            with self._lock:
                self._at_work[task.waited_for] -= 1
            self._begin()

    def _tell(self, say: Callable[[], None], waited_for: bool) -> None:
        """Let somebody be told who plays the move, saves it and asks the next computer.

        Not in a worker's thread: one that has stepped back with the database, or with Python's
        lock, would be waited for by those who go first.
        """

        def told() -> None:
            with precedence.HERE.answering() if waited_for else nullcontext():
                say()

        try:
            self._clerk.submit(told)
        except RuntimeError:  # closed: nothing is done about it any more
            say()

    def _chosen(self, question: Question, cancel: threading.Event) -> str | players.Thought:
        if not question.advice:
            return self._choose(question, cancel)
        if self._advise is None:
            return players.Thought(self._choose(question, cancel))
        return self._advise(question, cancel)

    def prepare(self, game: str) -> None:
        """Begin to make a game ready, once, before a computer has to move; returns at once."""
        if self._prepare is None:
            return
        with self._lock:
            if game in self._prepared:
                return
            self._prepared.add(game)
        # Not one of the pool's workers, for which a server that stops would wait.
        threading.Thread(
            target=self._prepare, args=(game,), name=f"pivotry-prepare-{game}", daemon=True
        ).start()

    @property
    def compiling(self) -> bool:
        """Whether kernels are being compiled now."""
        return bool(self._compiling)

    def _heard(self, name: str, begun: bool) -> None:
        if begun:
            self._compiling.add(name)
        else:
            self._compiling.discard(name)

    def close(self) -> None:
        """Start nothing more; moves being chosen are let go."""
        with self._lock:
            self.closed = True
            if self._alarm is not None:
                self._alarm.cancel()
            thoughts = list(self._thoughts)
        for thought in thoughts:
            thought.let_go()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._clerk.shutdown(wait=False)
        jit.listeners.remove(self._heard)
