"""Tables in the database. A change is written whole, and on disk, before anybody is told of it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from .. import naming
from ..errors import BadOption, BadRecord, PivotryError
from ..jsontext import loads
from ..match import from_record
from ..tongue import tr
from . import database, stored
from .absence import AWAY, Absence, lasts, patience
from .access import fresh_secret
from .clock import Clock
from .saved import Saved, foreign, said, summary
from .schema import answers, creations, events, members, settings, tables
from .table import Table

KEPT_EVENTS = 200
"""Events that are kept of a table: pages that missed more than half of them get the present state.
"""
MOST_WAITING = 1000
"""Tables on a list that wait for whoever reads it."""
KEPT_ANSWERS = 200
"""Requests that a table remembers to have answered."""
_BEAT = "alive"
"""The setting that has when the server was last known to run, in seconds since the epoch."""


class Unsaved(PivotryError):
    """The database could not be written; nothing has changed."""


class Unread(Unsaved):
    """The database could not be read."""


class Overtaken(PivotryError):
    """Another process changed the table first."""


class Begun(PivotryError):
    """A request that was sent again has begun a table already."""

    def __init__(self, table: str) -> None:
        super().__init__("This request has begun a table already.")
        self.table = table


class Store:
    """All tables of a server."""

    def __init__(self, named: str | Path) -> None:
        if "://" not in str(named):
            Path(named).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._engine = database.connect(named)
        self._reading = self._engine.execution_options(reading=True)
        try:
            database.upgrade(self._engine)
        except BaseException:
            self._engine.dispose()
            raise

    def close(self) -> None:
        """Let the connections go."""
        self._engine.dispose()

    def secret(self) -> str:
        """The secret that links are made with; the first process to ask makes it up."""
        wanted = select(settings.c.value).where(settings.c.name == "secret")
        with self._read() as connection:
            found = connection.scalar(wanted)
        if found is None:
            try:
                with self._engine.begin() as connection:
                    connection.execute(insert(settings).values(name="secret", value=fresh_secret()))
            except IntegrityError:
                pass  # another process was faster
            with self._read() as connection:
                found = connection.scalar(wanted)
        return str(found)

    # --- writing -----------------------------------------------------------------------------

    def create(
        self, table: Table, now: float, *, key: str | None = None, visitor: str = ""
    ) -> None:
        """Keep a new table, and that ``visitor``'s request ``key`` has begun it.

        ``Begun`` if that request has begun another one before.
        """
        with self._begins(key, visitor), self._engine.begin() as connection:
            self._insert(connection, table, now, key, visitor)
        table.news.clear()

    def save(
        self, table: Table, before: int, now: float, *, key: str | None = None, visitor: str = "",
        fresh: Sequence[Table] = (),
    ) -> None:  # fmt: skip
        """Keep what changed since event ``before``, and that ``visitor``'s request ``key`` did it.

        ``fresh``: tables that came of it, kept as well, or none of it is. Raises ``Overtaken`` if
        the table had changed since, ``Unsaved`` if nothing can be written, ``Begun`` as above; then
        the database is as it was.
        """
        changed = _row(table, now) if table.news else {"number": before}
        with self._begins(key, visitor), self._engine.begin() as connection:
            done = connection.execute(
                update(tables)
                .where(tables.c.id == table.id, tables.c.number == before)
                .values(**changed)
            )
            if done.rowcount != 1:
                raise Overtaken("The table was changed elsewhere.")
            self._write_around(connection, table, now)
            if key is not None:
                connection.execute(
                    insert(answers).values(table_id=table.id, key=key, visitor=visitor, at=now)
                )
            self._let_go(connection, table)
            for one in fresh:
                self._insert(connection, one, now, key, visitor)
        for one in (table, *fresh):
            one.news.clear()

    def _insert(
        self, connection: Any, table: Table, now: float, key: str | None, visitor: str
    ) -> None:
        connection.execute(insert(tables).values(id=table.id, created=now, **_row(table, now)))
        self._write_around(connection, table, now)
        if key is not None:
            connection.execute(
                insert(creations).values(visitor=visitor, key=key, table_id=table.id)
            )

    def _write_around(self, connection: Any, table: Table, now: float) -> None:
        """Write who has business at a table, and what happened there."""
        self._write_members(connection, table)
        first = table.number - len(table.news) + 1
        if table.news:
            connection.execute(
                insert(events),
                [
                    {
                        "table_id": table.id, "number": first + i, "at": now,
                        "kind": news.kind, "seat": news.seat, "text": news.text,
                    }
                    for i, news in enumerate(table.news)
                ],
            )  # fmt: skip

    @contextmanager
    def _begins(self, key: str | None, visitor: str) -> Iterator[None]:
        """As ``_written``; ``Begun`` where the same request was faster in another thread."""
        try:
            with _written():
                yield
        except Unsaved:
            earlier = None
            with suppress(SQLAlchemyError):  # then it is simply not saved
                earlier = self.begun(key, visitor)
            if earlier is not None:
                raise Begun(earlier) from None
            raise

    @staticmethod
    def _let_go(connection: Any, table: Table) -> None:
        """Forget events that no page asks for any more, and requests that nobody repeats."""
        connection.execute(
            delete(events).where(
                events.c.table_id == table.id, events.c.number <= table.number - KEPT_EVENTS
            )
        )
        eldest = (
            select(answers.c.at)
            .where(answers.c.table_id == table.id)
            .order_by(answers.c.at.desc())
            .offset(KEPT_ANSWERS)
            .limit(1)
            .scalar_subquery()
        )
        connection.execute(
            delete(answers).where(answers.c.table_id == table.id, answers.c.at <= eldest)
        )

    @staticmethod
    def _write_members(connection: Any, table: Table) -> None:
        playing = {visitor for seat in table.seats for visitor in seat.holders}
        waited = _waited_for(table)
        wanted = dict.fromkeys(table.watchers, (False, False))
        wanted.update((visitor, (True, visitor in waited)) for visitor in playing)
        columns = (members.c.visitor, members.c.playing, members.c.waits)
        had = {
            row.visitor: (row.playing, row.waits)
            for row in connection.execute(select(*columns).where(members.c.table_id == table.id))
        }
        if gone := had.keys() - wanted.keys():
            connection.execute(
                delete(members).where(members.c.table_id == table.id, members.c.visitor.in_(gone))
            )
        for visitor, (plays, waits) in wanted.items():
            if visitor not in had:
                connection.execute(
                    insert(members).values(
                        table_id=table.id, visitor=visitor, playing=plays, hidden=False, waits=waits
                    )
                )
            elif had[visitor] != (plays, waits):
                connection.execute(
                    update(members)
                    .where(members.c.table_id == table.id, members.c.visitor == visitor)
                    .values(playing=plays, waits=waits)
                )

    def forget(self, id: str, number: int) -> None:
        """Remove a table for good, as it is after event ``number``.

        ``Overtaken`` if it has changed since, ``Unsaved`` if that cannot be written.
        """
        with _written(), self._engine.begin() as connection:
            gone = connection.execute(
                delete(tables).where(tables.c.id == id, tables.c.number == number)
            )
        if gone.rowcount != 1:
            raise Overtaken("The table was changed elsewhere.")

    def forsaken(self, before: float) -> list[str]:
        """The tables where computers alone play, unfinished, and nothing has happened since then.

        Never one where a person has had a seat, and never a match that is over. ``Unsaved`` if the
        database cannot be used.
        """
        playing = select(members.c.table_id).where(members.c.playing)
        wanted = select(tables.c.id, tables.c.data).where(
            tables.c.winners.is_(None), tables.c.updated < before, tables.c.id.not_in(playing)
        )
        with self._read() as connection:
            return [row.id for row in connection.execute(wanted) if _alone(row.data)]

    def tidy(self, id: str, before: float) -> bool:
        """Remove a table for good, if nothing has happened there since; whether it has gone."""
        with _written(), self._engine.begin() as connection:
            gone = connection.execute(
                delete(tables).where(tables.c.id == id, tables.c.updated < before)
            )
        return gone.rowcount == 1

    def leave(self, id: str, visitor: str) -> bool:
        """Take a table that cannot be read off a visitor's list; whether it has gone for good.

        It has if nobody else plays or looks on there. ``Unsaved`` if that cannot be written.
        """
        own = (members.c.table_id == id) & (members.c.visitor == visitor)
        others = select(func.count()).select_from(members)
        others = others.where(members.c.table_id == id, members.c.visitor != visitor)
        with _written(), self._engine.begin() as connection:
            _hold(connection, tables.c.id == id)
            if not connection.scalar(others):
                connection.execute(delete(tables).where(tables.c.id == id))
                return True
            connection.execute(delete(members).where(own, ~members.c.playing))
            connection.execute(update(members).where(own).values(hidden=True))
        return False

    def hide(self, id: str, visitor: str) -> None:
        """Take a table off a visitor's list; ``Unsaved`` if that cannot be written."""
        with _written(), self._engine.begin() as connection:
            connection.execute(
                update(members)
                .where(members.c.table_id == id, members.c.visitor == visitor)
                .values(hidden=True)
            )

    # --- time --------------------------------------------------------------------------------

    def beat(self, now: float) -> None:
        """Note that the server ran at this moment; ``Unsaved`` if that cannot be written."""
        with _written(), self._engine.begin() as connection:
            _note(connection, now)

    def keep(self, table: Table) -> None:
        """Keep anew what a table remembers besides what happened; nothing has happened since.

        Where another process has changed it nothing is written. ``Unsaved`` if that cannot be done.
        """
        data = _written_out(stored.data(table))
        with _written(), self._engine.begin() as connection:
            connection.execute(
                update(tables)
                .where(tables.c.id == table.id, tables.c.number == table.number)
                .values(data=data)
            )

    def resume(self, now: float) -> None:
        """The server runs again: clocks and absences do not count the time since it last did.

        Where nobody knows when that was they do not count what has passed of the turn.
        """
        running = select(tables.c.id, tables.c.data).where(tables.c.deadline.is_not(None))
        running = running.order_by(tables.c.id).with_for_update()
        with _written(), self._engine.begin() as connection:
            noted = connection.scalar(
                select(settings.c.value).where(settings.c.name == _BEAT).with_for_update()
            )
            gone = -math.inf if noted is None else float(noted)
            for row in connection.execute(running).all():
                later = _forgiven(row.data, gone, now)
                if later is not None:
                    connection.execute(update(tables).where(tables.c.id == row.id).values(**later))
            _note(connection, now)

    # --- reading -----------------------------------------------------------------------------

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        """A connection to read by; ``Unread`` if the database cannot be."""
        try:
            with self._reading.connect() as connection:
                yield connection
        except SQLAlchemyError as bad:
            why = database.cause(bad)
            raise Unread(tr("The tables could not be read: {why}.", why=why)) from bad

    def load(self, id: str) -> Table | None:
        """The table of this id; None if there is none. ``BadRecord`` if it cannot be read.

        A match of rules that this release does not know is refused by name.
        """
        if "\0" in id:
            return None  # an address can have it; PostgreSQL would call it a fault
        with self._read() as connection:
            text = connection.scalar(select(tables.c.data).where(tables.c.id == id))
        if text is None:
            return None
        try:
            data = loads(text)
            data["record"]["names"] = naming.repaired(data["record"].get("names"))
            match = from_record(data["record"])
            return stored.restored(id, data, match)
        except (ValueError, KeyError, TypeError, BadOption) as bad:
            if isinstance(bad, BadRecord):
                raise
            raise BadRecord(tr("the saved table is damaged: {fault}", fault=bad)) from None

    def answered(self, id: str, key: str, visitor: str) -> bool:
        """Whether this request of this visitor was answered before."""
        wanted = select(func.count()).select_from(answers)
        wanted = wanted.where(
            answers.c.table_id == id, answers.c.key == key, answers.c.visitor == visitor
        )
        with self._read() as connection:
            return bool(connection.scalar(wanted))

    def begun(self, key: str | None, visitor: str) -> str | None:
        """The table that this request of this visitor has begun, if it was sent before."""
        if key is None:
            return None
        wanted = select(creations.c.table_id)
        wanted = wanted.where(creations.c.visitor == visitor, creations.c.key == key)
        with self._read() as connection:
            return connection.scalar(wanted)

    def member(self, id: str, visitor: str) -> bool:
        """Whether a visitor has business at a table, which itself may be beyond reading."""
        wanted = select(func.count()).select_from(members)
        wanted = wanted.where(members.c.table_id == id, members.c.visitor == visitor)
        with self._read() as connection:
            return bool(connection.scalar(wanted))

    def foreign(self, id: str) -> bool:
        """Whether a table's match goes by rules that this release does not know."""
        with self._read() as connection:
            row = connection.execute(
                select(tables.c.game, tables.c.rules).where(tables.c.id == id)
            ).first()
        return row is not None and foreign(row.game, row.rules)

    def number(self, id: str) -> int | None:
        """The number of the last event of a table; None if there is no such table."""
        with self._read() as connection:
            return connection.scalar(select(tables.c.number).where(tables.c.id == id))

    def happened(self, id: str, after: int, limit: int = 200) -> list[dict[str, Any]]:
        """The events of a table after number ``after``, the oldest first."""
        wanted = (
            select(events.c.number, events.c.at, events.c.kind, events.c.seat, events.c.text)
            .where(events.c.table_id == id, events.c.number > after)
            .order_by(events.c.number)
            .limit(limit)
        )
        with self._read() as connection:
            return [dict(row._mapping) for row in connection.execute(wanted)]

    def latest(self, visitor: str, limit: int = 50) -> list[Saved]:
        """The tables where a visitor plays: those that wait for it first, then the last changed.

        Of those that wait the one with the least time left comes first, and none of them is left
        out for others. Of those that do not, and of those that are over, there are ``limit``.
        """
        columns = (column for column in tables.c if column is not tables.c.data)
        other = members.alias()
        others = exists().where(other.c.table_id == tables.c.id, other.c.visitor != visitor)
        own = (
            select(*columns, members.c.waits, others.label("others"))
            .join(members, members.c.table_id == tables.c.id)
            .where(members.c.visitor == visitor, members.c.playing, ~members.c.hidden)
            .order_by(tables.c.updated.desc())
        )
        running = own.where(tables.c.winners.is_(None))
        waiting = running.where(members.c.waits).order_by(None)
        waiting = waiting.order_by(
            tables.c.deadline.is_(None), tables.c.deadline, tables.c.updated.desc()
        )
        parts = (
            waiting.limit(MOST_WAITING),
            running.where(~members.c.waits).limit(limit),
            own.where(tables.c.winners.is_not(None)).limit(limit),
        )
        with self._read() as connection:
            found = [summary(row) for part in parts for row in connection.execute(part)]
        return sorted(found, key=lambda entry: not entry.mine)

    def deadlines(self) -> list[tuple[str, float]]:
        """The tables where a clock runs, and when it will have run out."""
        wanted = select(tables.c.id, tables.c.deadline).where(tables.c.deadline.is_not(None))
        with self._read() as connection:
            return [(row.id, row.deadline) for row in connection.execute(wanted)]


def _note(connection: Connection, now: float) -> None:
    """Keep when the server was last known to run."""
    value = {"value": repr(now)}
    done = connection.execute(update(settings).where(settings.c.name == _BEAT).values(**value))
    if done.rowcount == 0:
        # Another process may note the same for the first time.
        with suppress(IntegrityError), connection.begin_nested():
            connection.execute(insert(settings).values(name=_BEAT, **value))


def _hold(connection: Connection, which: ColumnElement[bool]) -> None:
    """Keep other processes from changing a table until this change is made.

    SQLite lets one change at a time in anyway.
    """
    connection.execute(select(tables.c.id).where(which).with_for_update()).all()


def _forgiven(text: str, gone: float, back: float) -> dict[str, Any] | None:
    """The columns of a table whose clock does not count a time; None if it is damaged."""
    try:
        data = loads(text)
        clock = Clock.of(data["clock"])
        absence = Absence.of(data.get("seen", {}))
    except (ValueError, KeyError, TypeError, AttributeError, BadOption):
        return None  # for those to be told of who open it
    clock.forgive(gone, back)
    data["clock"] = clock.data()
    if lasts(clock.terms):
        absence.forgive(gone, back, patience(clock.terms) - AWAY)  # they have to find back first
        data["seen"] = absence.data()
    return {"deadline": clock.deadline(), "data": _written_out(data)}


def _written_out(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"))


@contextmanager
def _written() -> Iterator[None]:
    """A change of the database; ``Unsaved`` if there has been none."""
    try:
        yield
    except SQLAlchemyError as bad:
        raise Unsaved(tr("The table could not be saved: {why}.", why=database.cause(bad))) from bad


def _waited_for(table: Table) -> frozenset[str]:
    """The visitors whose turn it is."""
    return waited_for(table.actor, [asdict(seat) for seat in table.seats])


def waited_for(turn: int | None, seats: Sequence[dict[str, Any]]) -> frozenset[str]:
    """The visitors whose turn it is, of seats as they are kept; ``turn``: None if it is over."""
    if turn is None or any(seat["kind"] == "open" for seat in seats):
        return frozenset()
    return frozenset(seats[turn]["holders"]) if seats[turn]["kind"] == "person" else frozenset()


def _row(table: Table, now: float) -> dict[str, Any]:
    match = table.match
    data = stored.data(table)
    record: dict[str, Any] = data["record"]
    return {
        "number": table.number,
        "game": match.game,
        "rules": record["rules"],
        "names": json.dumps([said(table, n) for n in range(match.players)]),
        "moves": match.made(),
        "turn": table.actor,
        "winners": None if table.result is None else json.dumps(table.result),
        "deadline": table.deadline(),
        "updated": now,
        "data": _written_out(data),
    }


def _alone(data: str) -> bool:
    """Whether computers alone have ever played at a table."""
    try:
        kept = loads(data)
        if "shifts" not in kept:
            return False  # of an older release: a person may have played there
        kinds = {entry["kind"] for entry in (*kept["seats"], *kept["shifts"])}
        return kinds == {"computer"} and not any(seat["holders"] for seat in kept["seats"])
    except (ValueError, KeyError, TypeError):
        return False  # damaged: for people to look at
