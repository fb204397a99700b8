"""``pivotry db``: copies of the database that can be carried anywhere, and whether it is sound.

A backup is a text file of JSON lines, the same for SQLite and PostgreSQL: a heading, every row, and
a last line with their number and SHA-256, so that half a file is never taken for a whole one. It
holds the seeds of running matches and the secret of the links: it is for its owner alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Select,
    String,
    Table,
    collate,
    func,
    insert,
    inspect,
    select,
)
from sqlalchemy.exc import SQLAlchemyError

from ..errors import BadRecord, PivotryError
from ..jsontext import NotJSON, loads
from ..terminal import files
from ..terminal.trouble import Trouble
from ..wording import counted
from . import database
from .schema import metadata, tables
from .store import Store, waited_for

FORMAT = 1
_BATCH = 500


class NotKept(PivotryError):
    """A backup that cannot be read or written, or a database that it does not fit."""


def db(arguments: argparse.Namespace) -> int:
    """Run ``pivotry db backup|restore|check``."""
    if arguments.database is not None and not arguments.database.strip():
        raise NotKept(f"a database has a name: it cannot be {arguments.database!r}")
    named = arguments.database or database.default_address()
    if "://" not in str(named) and arguments.action != "restore" and not Path(named).exists():
        raise NotKept(f"there are no tables at {str(named)!r} yet")
    try:
        if arguments.action == "backup":
            files.free(arguments.file, force=arguments.force)
            rows = backup(named, Path(arguments.file))
            print(f"{counted(rows, 'row')} written to {arguments.file}. Keep it to yourself.")
            return 0
        if arguments.action == "restore":
            rows = restore(named, Path(arguments.file), replace=arguments.replace)
            print(f"{counted(rows, 'row')} restored.")
            return 0
        faults = check(named)
    except SQLAlchemyError as bad:
        raise NotKept(database.useless(named, bad)) from None
    for fault in faults:
        print(fault, file=sys.stderr)
    print("The database is sound." if not faults else f"{counted(len(faults), 'fault')}.")
    return 1 if faults else 0


def backup(named: str | Path, file: Path) -> int:
    """Write a snapshot of a database to ``file``, whole or not at all; how many rows it has.

    A file that is there is replaced. ``NotKept`` if it cannot be written.
    """
    engine = database.connect(named)
    try:
        handle, name = tempfile.mkstemp(dir=file.absolute().parent, prefix=f".{file.name}.")
    except OSError as bad:
        raise NotKept(f"{str(file)!r} cannot be written: {bad.strerror}") from None
    try:
        with (
            os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out,
            closing(_lines(engine, named)) as lines,
        ):
            count, digest = 0, hashlib.sha256()
            for line in lines:
                out.write(line)
                digest.update(line.encode())
                count += 1
            rows = count - 1
            out.write(json.dumps({"rows": rows, "sha256": digest.hexdigest()}) + "\n")
            out.flush()
            os.fsync(out.fileno())
        os.replace(name, file)
    except OSError as bad:
        raise NotKept(f"{str(file)!r} cannot be written: {bad.strerror}") from None
    finally:
        Path(name).unlink(missing_ok=True)
        engine.dispose()
    return rows


def restore(named: str | Path, file: Path, *, replace: bool = False) -> int:
    """Put a backup into an empty database; how many rows it had.

    With ``replace`` whatever is there goes. Raises ``NotKept``; then nothing has changed.
    """
    rows = _read(file)
    if "://" not in str(named):
        Path(named).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    engine = database.connect(named)
    try:
        database.upgrade(engine)
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":  # SQLite lets nobody else write now
                connection.exec_driver_sql("LOCK TABLE tables IN EXCLUSIVE MODE")
            there = connection.scalar(select(func.count()).select_from(tables))
            if there and not replace:
                raise NotKept(
                    f"the database holds {counted(int(there), 'table')}; --replace removes them"
                )
            for table in reversed(metadata.sorted_tables):
                connection.execute(table.delete())
            for table in metadata.sorted_tables:
                own = [row for name, row in rows if name == table.name]
                for start in range(0, len(own), _BATCH):
                    connection.execute(insert(table), own[start : start + _BATCH])
    finally:
        engine.dispose()
    return len(rows)


def check(named: str | Path) -> list[str]:
    """What is wrong with a database, in sentences; every table is replayed."""
    engine = database.connect(named)
    faults = []
    try:
        with engine.execution_options(reading=True).connect() as connection:
            if engine.dialect.name == "sqlite":
                said = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
                faults += [f"The file is damaged: {line}." for line in said if line != "ok"]
                broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
                faults += [f"A row of {row[0]} belongs to no table." for row in broken]
            if not faults:
                _begun(connection, named)
            if not database.up_to_date(connection):
                return [*faults, "The database is of another release; a start of that upgrades it."]
            ids = list(connection.scalars(select(tables.c.id).order_by(tables.c.created)))
    finally:
        engine.dispose()
    store = Store(named)
    try:
        for id in ids:
            try:
                table = store.load(id)
            except BadRecord as bad:
                faults.append(f"Table {id}: {bad}.")
                continue
            if table is not None and table.number != store.number(id):
                faults.append(f"Table {id}: its row and its content disagree.")
    finally:
        store.close()
    return faults


def _begun(connection: Connection, named: str | Path) -> None:
    """``NotKept`` for a database where no server has ever kept anything."""
    if not inspect(connection).has_table(tables.name):
        raise NotKept(f"there are no tables at {database.shown(named)} yet")


def _sorted(table: Table, dialect: str) -> Select[*tuple[Any, ...]]:
    """All rows, in an order that is the same in every database."""
    bytewise = "BINARY" if dialect == "sqlite" else "C"
    keys = (
        collate(column, bytewise) if isinstance(column.type, String) else column
        for column in table.primary_key
    )
    return select(table).order_by(*keys)


def _lines(engine: Engine, named: str | Path) -> Generator[str, None, None]:
    """The heading and every row, from one moment."""
    level = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    with engine.execution_options(reading=True, **level).connect() as connection:
        _begun(connection, named)
        if not database.up_to_date(connection):
            raise NotKept("the database is of another release; start the table once to upgrade it")
        yield json.dumps({"pivotry_backup": FORMAT}) + "\n"
        for table in metadata.sorted_tables:
            rows = _sorted(table, engine.dialect.name)
            for row in connection.execution_options(yield_per=_BATCH).execute(rows):
                yield json.dumps({"table": table.name, "row": dict(row._mapping)}) + "\n"


def _read(file: Path) -> list[tuple[str, dict[str, Any]]]:
    """The rows of a backup, checked."""
    try:
        lines = files.read_text(str(file)).splitlines(keepends=True)
    except Trouble as bad:
        raise NotKept(str(bad)) from None
    try:
        parsed = [loads(line) for line in lines]
    except NotJSON as bad:
        raise NotKept(f"{str(file)!r} is no backup: {bad}") from None
    if not parsed or not isinstance(parsed[0], dict) or "pivotry_backup" not in parsed[0]:
        raise NotKept(f"{str(file)!r} is no backup")
    if parsed[0]["pivotry_backup"] != FORMAT:
        raise NotKept(f"{str(file)!r} was written by another release")
    end = parsed[-1]
    digest = hashlib.sha256("".join(lines[:-1]).encode()).hexdigest()
    if not isinstance(end, dict) or end != {"rows": len(lines) - 2, "sha256": digest}:
        raise NotKept(f"{str(file)!r} is not whole, or was changed")
    columns = {table.name: {c.name for c in table.columns} for table in metadata.sorted_tables}
    # What older releases did not have yet gets its default.
    later = {
        table.name: {c.name for c in table.columns if c.default is not None}
        for table in metadata.sorted_tables
    }
    rows = []
    for number, entry in enumerate(parsed[1:-1], 2):
        name, row = entry.get("table"), entry.get("row")
        if name not in columns or not isinstance(row, dict):
            raise NotKept(f"line {number} of {str(file)!r} fits no table of this release")
        if not columns[name] - later[name] <= row.keys() <= columns[name]:
            raise NotKept(f"line {number} of {str(file)!r} fits no table of this release")
        rows.append((name, row))
    _complete(rows)
    return rows


def _complete(rows: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """Work out what a backup of an older release does not say: for whom its tables wait."""
    waiting: dict[str, frozenset[str]] = {}
    for name, row in rows:
        if name == "tables":
            with suppress(ValueError, KeyError, TypeError, IndexError):  # damaged: for nobody
                waiting[row["id"]] = waited_for(row["turn"], loads(row["data"])["seats"])
    for name, row in rows:
        if name == "members":
            row.setdefault("waits", row["visitor"] in waiting.get(row["table_id"], ()))
