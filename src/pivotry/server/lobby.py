"""All tables of this server: found, changed one at a time, saved, computers set to work."""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ..errors import PivotryError
from ..match import Match
from .bots import Bots, Thought
from .store import Saved, Store
from .table import Kind, Stale, Table

_log = logging.getLogger(__name__)
_NO_TABLE = "There is no such table. It may have been removed."
_IN_MEMORY = 64
"""Tables kept in memory; the others are read from disk when somebody comes back to them."""


def _first_version() -> int:
    """Where versions start, so that no page of before a restart takes the table for its own."""
    return secrets.randbits(48)


class NoTable(PivotryError):
    """There is no table of this id."""


class Room:
    """A table with its lock, the computer at work on it, and what went wrong last."""

    def __init__(self, table: Table, bots: Bots) -> None:
        self.table = table
        self._bots = bots
        self.lock = threading.RLock()
        self.thought: Thought | None = None
        self.trouble: str | None = None
        self.gone = False

    @property
    def thinking(self) -> bool:
        """Whether a computer is choosing its move for the present state."""
        return self.thought is not None and self.thought.version == self.table.version

    @property
    def preparing(self) -> bool:
        """Whether it waits for code to be compiled, as happens once after an installation."""
        return self.thinking and self._bots.compiling


class Lobby:
    """The tables. Every change goes through ``change``, so every change is saved."""

    def __init__(self, store: Store, bots: Bots) -> None:
        self._store = store
        self._bots = bots
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._lock = threading.Lock()

    def create(self, match: Match, kinds: Sequence[Kind]) -> Table:
        """A new table, saved, with its computers at work."""
        table = Table(secrets.token_urlsafe(9), match, kinds)
        table.version = _first_version()
        room = self._keep(Room(table, self._bots))
        with room.lock:
            self._changed(room)
        return table

    @contextmanager
    def look(self, id: str) -> Iterator[Room]:
        """The room of a table, held still. Raises ``NoTable`` or ``BadRecord``."""
        room = self._find(id)
        with room.lock:
            if room.gone:  # removed while we waited
                raise NoTable(_NO_TABLE)
            yield room

    @contextmanager
    def change(self, id: str) -> Iterator[Room]:
        """As ``look``; afterwards the table is saved, if it has changed, and computers go on."""
        with self.look(id) as room:
            before = room.table.version
            yield room
            if room.table.version != before:
                self._changed(room)

    def expect(self, game: str) -> None:
        """Somebody is about to play this game: computers get ready for it."""
        self._bots.prepare(game)

    def forget(self, id: str) -> None:
        """Remove a table for good."""
        with self._lock:
            room = self._rooms.pop(id, None)
        if room is not None:
            with room.lock:
                room.gone = True
                if room.thought is not None:
                    room.thought.cancel.set()
        self._store.forget(id)

    def saved(self) -> list[Saved]:
        """What can be taken up again."""
        return self._store.latest()

    def close(self) -> None:
        """Let the workers go."""
        self._bots.close()

    # --- inside ------------------------------------------------------------------------------

    def _find(self, id: str) -> Room:
        with self._lock:
            room = self._rooms.get(id)
            if room is not None:
                self._rooms.move_to_end(id)
                return room
        table = self._store.load(id)
        if table is None:
            raise NoTable(_NO_TABLE)
        table.version = _first_version()
        room = self._keep(Room(table, self._bots))
        with room.lock:
            self._set_to_work(room)
        return room

    def _keep(self, room: Room) -> Room:
        """Keep a room in memory: this one, or the one that another thread was faster with."""
        with self._lock:
            room = self._rooms.setdefault(room.table.id, room)
            for id, old in list(self._rooms.items())[: max(0, len(self._rooms) - _IN_MEMORY)]:
                if not old.thinking:
                    del self._rooms[id]
            return room

    def _changed(self, room: Room) -> None:
        room.trouble = None
        try:
            self._store.save(room.table)
        except OSError as bad:
            _log.warning("table %s was not saved: %s", room.table.id, bad)
            room.trouble = f"This table could not be saved on disk: {bad.strerror or bad}."
        self._set_to_work(room)

    def _set_to_work(self, room: Room) -> None:
        table = room.table
        if "computer" in table.kinds and table.actor is not None:
            self._bots.prepare(table.match.game)
        if room.thought is not None and not room.thinking:
            room.thought.cancel.set()
        if not table.computer_to_move or room.thinking:
            return
        view = table.match.view(table.actor)
        room.thought = self._bots.think(view, table.version, lambda t: self._answered(room, t))

    def _answered(self, room: Room, thought: Thought) -> None:
        """In the worker's thread: play the move chosen, unless the table has moved on."""
        if thought.answer.cancelled():
            return
        with room.lock:
            if room.gone:
                return
            if room.thought is thought:
                room.thought = None
            fault = thought.answer.exception()
            if fault is None:
                try:
                    room.table.play_computer(thought.version, thought.answer.result())
                except Stale:
                    return
                except PivotryError as bad:
                    fault = bad
                else:
                    self._changed(room)
                    return
            _log.error("a computer player failed at table %s", room.table.id, exc_info=fault)
            if thought.version == room.table.version:
                room.trouble = (
                    "The computer player could not choose a move. Take a move back, or give its "
                    "seat to a person."
                )
