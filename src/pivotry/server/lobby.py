"""All tables of this server: found, changed one at a time, saved, computers set to work."""

from __future__ import annotations

import logging
import math
import secrets
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace

from ..errors import BadRecord, PivotryError
from ..match import Match
from ..players.memory import remembered
from ..tongue import mark, tr
from .access import Keys, Link
from .bots import Bots, Crowded, Question, Thought
from .clock import DAY, Terms
from .limits import Openings
from .live import Live
from .pauses import Pauses
from .room import Room
from .saved import Saved
from .seats import Seat, Stale
from .store import Begun, Overtaken, Store, Unsaved
from .table import Table
from .turns import NOBODY, asker

_log = logging.getLogger(__name__)
_NO_TABLE = mark("There is no such table, or you need a link to it.")
_MOVED_ON = mark("The table has moved on since; this is how it stands now.")
_IN_MEMORY = 256
"""Tables kept in memory; the others are read when somebody comes back to them."""


_AGAIN = 5.0
"""Seconds until it is tried again to save that somebody's time is over."""
_BEAT = 60.0
"""Seconds after which it is noted that the server runs, while somebody's time does."""
KEEP = 30 * DAY
"""Seconds that a match of computers alone is kept unfinished when nothing happens there."""
REST = 120.0
"""Seconds after which computers that play alone rest, if nobody looks at their table."""


class NoTable(PivotryError):
    """There is no table of this id, or none that this visitor may know of."""


class Unreadable(PivotryError):
    """What is kept of a table cannot be read. What is wrong is no visitor's business: it may name
    cards."""


class Answered(PivotryError):
    """A request that was sent again: it has been done."""


def question(match: Match, seat: int, player: str) -> Question:
    """What a computer player is asked for a seat: what its seat sees and has seen, no more."""
    memory = remembered(match, seat) if match.facts.hidden else None
    return Question(match.view(seat), player, memory)


@contextmanager
def _logged(doing: str) -> Iterator[None]:
    """Whatever goes wrong is logged, and goes no further: the thread of the clocks has to live."""
    try:
        yield
    except Exception:
        _log.exception("%s failed", doing)


class Lobby:
    """The tables. Every change goes through ``change``, so every change is saved and told."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        live: Live,
        *,
        clock: Callable[[], float] = time.time,
        wall: Callable[[], float] = time.time,
        openings: Openings | None = None,
        keep: float | None = KEEP,
    ) -> None:
        """``keep``: how many seconds forsaken tables are kept (see ``tidy``); None for ever.

        ``wall``: the clock by which it is noticed that the machine slept.
        """
        self._keep_for = keep
        self._tidied = -math.inf
        self._openings = Openings() if openings is None else openings
        self._store = store
        self._bots = bots
        self._live = live
        self.now = clock
        self._pauses = Pauses(wall, clock)
        self.keys = Keys(store.secret())
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._lock = threading.Lock()
        self._deadlines: dict[str, float] = {}
        self._timed = threading.Condition()
        self._closed = False
        self._beaten = math.inf
        """When it was last noted that the server runs; not before it does."""
        self._watching: threading.Thread | None = None

    # --- tables ------------------------------------------------------------------------------

    def create(
        self,
        match: Match,
        seats: Sequence[Seat],
        terms: Terms | None = None,
        *,
        disclosed: bool = False,
        watchers: Sequence[str] = (),
        key: str | None = None,
        visitor: str = "",
    ) -> Table:
        """A new table, saved, with its computers at work.

        ``disclosed`` says that somebody may know its hidden cards already, ``watchers`` look on.
        ``TooOften`` if whoever asks for it has opened too many, ``Begun`` if this visitor's request
        with this ``key`` has begun a table before.
        """
        table = self.prepare(match, seats, terms, disclosed=disclosed, watchers=watchers)
        try:
            self._store.create(table, self.now(), key=key, visitor=visitor)
        except (Unsaved, Begun):
            self._openings.end(table.id)
            raise
        self._opened_now(table)
        return table

    def prepare(
        self,
        match: Match,
        seats: Sequence[Seat],
        terms: Terms | None = None,
        *,
        disclosed: bool = False,
        watchers: Sequence[str] = (),
    ) -> Table:
        """A table as ``create`` makes it, not saved yet: for ``Room.fresh``."""
        table = Table(secrets.token_urlsafe(12), match, seats, terms=terms)
        if disclosed:
            table.secrecy.disclose("loaded")
        table.begin(self.now())
        for watcher in watchers:
            table.watch(watcher)
        self._openings.add(asker.get(), table.id)
        return table

    def _opened_now(self, table: Table) -> None:
        """A new table has been saved: its computers begin."""
        room = self._keep(self._room(table))
        with room.lock:
            self._changed(room)

    def begun(self, key: str | None, visitor: str) -> str | None:
        """The table that a request has begun that was sent before."""
        return self._store.begun(key, visitor)

    @contextmanager
    def look(self, id: str, visitor: str | None = None, link: Link | None = None) -> Iterator[Room]:
        """The room of a table, held still, for a visitor who knows it or follows a link to it.

        None as visitor is the server itself. Raises ``NoTable`` for who has no business there,
        ``Unreadable`` for a table that cannot be read.
        """
        while True:
            try:
                room = self._find(id)
            except BadRecord as bad:
                raise self._unreadable(id, visitor, bad) from None
            with room.lock:
                if room.gone:
                    continue  # what was in it has not happened, or has been removed
                self._forgive(room)
                if link is not None and visitor is not None:
                    self._check(room.table, visitor, link)
                elif not (visitor is None or room.table.knows(visitor)):
                    raise NoTable(tr(_NO_TABLE))
                elif visitor is not None:
                    self._looked_at(room, visitor)
                yield room
                return

    @contextmanager
    def change(
        self,
        id: str,
        visitor: str | None = None,
        key: str | None = None,
        link: Link | None = None,
    ) -> Iterator[Room]:
        """As ``look``; afterwards the table is saved, if anything happened, and told of.

        What a visitor's request with this ``key`` did is done once: ``Answered`` when it comes
        again. If it cannot be saved nothing has happened: ``Unsaved``, or ``Stale`` where another
        process was faster.
        """
        with self.look(id, visitor, link) as room:
            if self._answered_before(id, key, visitor):
                raise Answered("This request has been done already.")
            before = room.table.number
            if room.table.tick(self.now()):
                self._save(room, before)
                before = room.table.number
            try:
                yield room
            except BaseException:
                if room.table.news:
                    self._undone(room)  # begun, and not saved
                self._dropped(room)
                raise
            if room.table.news or room.fresh:
                if asker.get() != NOBODY:
                    room.owner = asker.get()
                try:
                    self._save(room, before, key, visitor or "")
                except Stale:
                    if self._answered_before(id, key, visitor):  # by that other process
                        raise Answered("This request has been done already.") from None
                    raise

    def _answered_before(self, id: str, key: str | None, visitor: str | None) -> bool:
        return key is not None and self._store.answered(id, key, visitor or "")

    def _check(self, table: Table, visitor: str, link: Link) -> None:
        """``NoTable`` if a link is void, except for who has gone through it to a seat."""
        seats, seat = table.seats, link.seat
        links = seats[seat].links if link.door != "watch" and 0 <= seat < len(seats) else 0
        if not self.keys.opens(link.token, link.door, table.id, seat, links) and not (
            link.door == "join" and table.plays(visitor, seat)
        ):
            raise NoTable(tr("This link does not lead anywhere any more."))

    def _unreadable(self, id: str, visitor: str | None, bad: BadRecord) -> PivotryError:
        """What to say of a table that cannot be read; strangers are not told that there is one."""
        if visitor is not None and not self._store.member(id, visitor):
            return NoTable(tr(_NO_TABLE))
        if self._store.foreign(id):
            return Unreadable(
                tr(
                    "This match was begun under rules that this release does not know. It can be "
                    "removed, or gone on with in the release that it was begun with."
                )
            )
        # Not what is wrong: that may name hidden cards.
        _log.error("table %s cannot be read (%s): see pivotry db check", id, type(bad).__name__)
        return Unreadable(
            tr("What is kept of this table is damaged, so it cannot be shown. It can be removed.")
        )

    def advice(self, match: Match, seat: int) -> Thought:
        """What the strongest computer player would do in a seat, and why, being thought of."""
        asked = replace(question(match, seat, "computer"), advice=True)
        return self._bots.think(asked, -1, lambda _: None, owner=asker.get())

    def expect(self, game: str) -> None:
        """Somebody is about to play this game: computers get ready for it."""
        self._bots.prepare(game)

    def forget(self, id: str, visitor: str) -> None:
        """Take a table off a visitor's list; for good, if nobody else plays or looks on there."""
        try:
            with self.look(id, visitor) as room:
                gone = self._forget(room, visitor)
        except Unreadable:
            gone = self._store.leave(id, visitor)
        if gone:
            self._openings.end(id)
            self._schedule(id, None)
            self._live.publish(id)

    def _forget(self, room: Room, visitor: str) -> bool:
        """As ``forget``; whether the table has gone for good."""
        id = room.table.id
        everybody = {v for seat in room.table.seats for v in seat.holders}
        if everybody.union(room.table.watchers) - {visitor}:
            if visitor in everybody:
                self._store.hide(id, visitor)
            else:
                before = room.table.number
                room.table.look_away(visitor)
                self._save(room, before)
            return False
        try:
            self._store.forget(id, room.table.number)
        except Overtaken:  # somebody may have come by another process
            self._undone(room)
            raise Stale(tr(_MOVED_ON)) from None
        self._undone(room)
        return True

    def saved(self, visitor: str) -> list[Saved]:
        """What a visitor can take up again."""
        return self._store.latest(visitor) if visitor else []

    def present(self, id: str) -> frozenset[str]:
        """The visitors who look at a table now."""
        return self._live.present(id)

    # --- time --------------------------------------------------------------------------------

    def open(self) -> None:
        """Begin: clocks run again, without the time between.

        Computers whose turn it was rest until somebody looks at their table.
        """
        self._beaten = self.now()
        self._store.resume(self._beaten)
        for id, deadline in self._store.deadlines():
            self._schedule(id, deadline)
        self._watching = threading.Thread(target=self._watch, name="pivotry-clock", daemon=True)
        self._watching.start()
        self._pauses.start(self._awake)

    def _forgive(self, room: Room) -> None:
        """No time has passed at a table while the machine slept; before anybody looks at it."""
        pauses, before = self._pauses.found(), room.table.number
        for pause in pauses[room.pauses :]:
            room.table.forgive(pause)
        room.pauses = len(pauses)
        if room.table.number != before:
            self._save(room, before)

    def _awake(self) -> None:
        """The machine has slept: so it is at every table where somebody's time runs."""
        with self._timed:
            running = list(self._deadlines)
        for id in running:
            doing = f"what the clock of table {id} has lost"
            with _logged(doing), suppress(PivotryError), self.look(id):
                pass  # looking is enough

    def expire(self) -> None:
        """End the turns of those whose time is over."""
        now = self.now()
        with self._timed:
            due = {id: when for id, when in self._deadlines.items() if when <= now}
        for id, when in due.items():
            with _logged(f"the clock of table {id}"):
                self._expire(id, when, now + _AGAIN)

    def _expire(self, id: str, when: float, again: float) -> None:
        self._postpone(id, when, again)  # whatever goes wrong
        try:
            with self.change(id) as room:  # looking is enough: a change lets time pass first
                self._schedule(id, room.table.deadline())
        except (Stale, Unsaved):
            pass  # another process was faster, or it could not be saved: again, then
        except PivotryError as bad:
            _log.error("the clock of table %s is no longer looked at: %s", id, bad)
            self._postpone(id, again, None)

    def _postpone(self, id: str, when: float, until: float | None) -> None:
        """Look at a clock later, or never: unless a move has come in between."""
        with self._timed:
            if self._deadlines.get(id) == when:
                self._schedule(id, until)

    def beat(self) -> None:
        """Note that the server runs, if somebody's time does."""
        self._beaten = self.now()
        with self._timed:
            running = bool(self._deadlines)
        if running:
            self._store.beat(self._beaten)
            self._note_presence()

    def _note_presence(self) -> None:
        """Keep when people were last seen at tables where they have days."""
        with self._lock:
            rooms = [room for room in self._rooms.values() if room.table.lasts]
        for room in rooms:
            with room.lock:
                table = room.table
                present = self._live.present(table.id)
                if not room.gone and table.absence.differs(room.seen, present):
                    self._store.keep(table)
                    room.seen = table.absence.data()

    def tidy(self) -> None:
        """Remove tables where computers alone have ever played, left unfinished long ago.

        Nobody has them on a list. Where a person has had a seat nothing is ever removed.
        """
        self._tidied = self.now()
        if self._keep_for is None:
            return
        before = self.now() - self._keep_for
        with suppress(Unsaved):  # another day, then
            for id in self._store.forsaken(before):
                with self._lock:
                    room = self._rooms.get(id)
                with nullcontext() if room is None else room.lock:
                    present = self._live.present(id)
                    if not present and self._store.tidy(id, before) and room is not None:
                        self._undone(room)

    def close(self) -> None:
        """Let the workers go. Nothing is written afterwards: the store would open again for it."""
        with self._timed:
            self._closed = True
            self._timed.notify()
        self._bots.close()
        self._pauses.close()
        if self._watching is not None:
            self._watching.join()
            with _logged("noting when the server stopped"):
                self.beat()
        with self._lock:
            rooms = list(self._rooms.values())
        for room in rooms:
            with room.lock:
                pass  # a move that was being saved is; whoever comes now finds the lobby closed
        self._store.close()

    def _watch(self) -> None:
        while True:
            with self._timed:
                if self._closed:
                    return
                wait = min([*self._dues(), *self._deadlines.values()]) - self.now()
                if wait > 0:
                    self._timed.wait(wait)
                    continue
            self.expire()
            beaten, tidied = self._dues()
            if self.now() >= beaten:
                with _logged("noting that the server runs"):
                    self.beat()
            if self.now() >= tidied:
                with _logged("removing forsaken tables"):
                    self.tidy()

    def _dues(self) -> tuple[float, float]:
        """When to note next that the server runs, and when to tidy up."""
        return self._beaten + _BEAT, self._tidied + DAY

    def _schedule(self, id: str, when: float | None) -> None:
        with self._timed:
            if when is None:
                self._deadlines.pop(id, None)
            else:
                self._deadlines[id] = when
            self._timed.notify()

    # --- inside ------------------------------------------------------------------------------

    def _find(self, id: str) -> Room:
        with self._lock:
            room = self._rooms.get(id)
            if room is not None:
                self._rooms.move_to_end(id)
                return room
        table = self._store.load(id)
        if table is None:
            raise NoTable(tr(_NO_TABLE))
        room = self._room(table)
        room.rests = True  # until somebody comes who may
        return self._keep(room)

    def _room(self, table: Table) -> Room:
        """A room for a table that somebody has come to."""
        room = Room(table, self._bots)
        room.looked = self.now()
        return room

    def _looked_at(self, room: Room, visitor: str) -> None:
        """Somebody looks at a table: computers that rest there go on."""
        room.looked = self.now()
        here = self._live.present(room.table.id) | {visitor}
        room.table.absence.note(room.table.seats, here, room.looked)
        if room.rests:
            room.owner = asker.get()
            self._set_to_work(room)

    def _keep(self, room: Room) -> Room:
        """Keep a room in memory: this one, or the one that another thread was faster with."""
        with self._lock:
            room = self._rooms.setdefault(room.table.id, room)
            for id, old in list(self._rooms.items())[: max(0, len(self._rooms) - _IN_MEMORY)]:
                if not old.thinking and not self._live.present(id):
                    del self._rooms[id]
            return room

    def _dropped(self, room: Room) -> None:
        """The tables that were to come of a change do not come."""
        for table in room.fresh:
            self._openings.end(table.id)
        room.fresh.clear()

    def _save(self, room: Room, before: int, key: str | None = None, visitor: str = "") -> None:
        fresh = tuple(room.fresh)
        try:
            self._store.save(room.table, before, self.now(), key=key, visitor=visitor, fresh=fresh)
        except (Overtaken, Unsaved, Begun) as bad:
            self._undone(room)
            self._dropped(room)
            if isinstance(bad, Overtaken):
                raise Stale(tr(_MOVED_ON)) from None
            if isinstance(bad, Unsaved):
                _log.error("table %s was not saved: %s", room.table.id, bad)
            raise
        room.fresh.clear()
        room.seen = room.table.absence.data()
        self._changed(room)
        for table in fresh:
            self._opened_now(table)

    def _undone(self, room: Room) -> None:
        """What is in memory did not happen: the next who comes reads what did."""
        room.gone = True
        if room.thought is not None:
            room.thought.let_go()
        with self._lock:
            if self._rooms.get(room.table.id) is room:
                del self._rooms[room.table.id]

    def _changed(self, room: Room) -> None:
        room.trouble = None
        if room.table.over:
            self._openings.end(room.table.id)
        self._schedule(room.table.id, room.table.deadline())
        self._set_to_work(room)
        self._live.publish(room.table.id)

    def _set_to_work(self, room: Room) -> None:
        table = room.table
        if "computer" in table.kinds and table.actor is not None:
            self._bots.prepare(table.match.game)
        if room.thought is not None and not room.thinking:
            room.thought.let_go()
        room.rests = False
        if not table.computer_to_move or room.thinking:
            return
        actor = table.actor
        assert actor is not None
        quiet = self._quiet(room)
        if quiet and not table.persons:
            room.rests = True
            return
        try:
            room.thought = self._bots.think(
                lambda: question(table.match, actor, table.seats[actor].player),
                table.version,
                lambda thought: self._answered(room, thought),
                owner=room.owner,
                waited_for=bool(table.persons) and not quiet,
            )
        except Crowded:  # the next look at the table asks again, and costs little
            room.rests = True

    def _quiet(self, room: Room) -> bool:
        """Whether nobody has looked at a table for a while."""
        return self.now() - room.looked > REST and not self._live.present(room.table.id)

    def _answered(self, room: Room, thought: Thought) -> None:
        """In a thread of the computers': play the move chosen, unless the table has moved on."""
        if thought.answer.cancelled():
            return
        with room.lock:
            if room.gone or self._closed:
                return
            if room.thought is thought:
                room.thought = None
            fault = thought.answer.exception()
            if fault is None:
                before = room.table.number
                try:
                    room.table.play_computer(thought.version, thought.answer.result(), self.now())
                    self._save(room, before)
                except Stale:
                    return
                except PivotryError as bad:
                    fault = bad
                else:
                    return
            # Where, and not what it says: that may name cards of the hand it was asked about.
            where = "".join(traceback.format_tb(fault.__traceback__))
            said = "a computer player failed at table %s: %s\n%s"
            _log.error(said, room.table.id, type(fault).__name__, where)
            if thought.version == room.table.version:
                room.trouble = mark(
                    "The computer player could not choose a move. Take a move back, or give its "
                    "seat to a person."
                )
                self._live.publish(room.table.id)
