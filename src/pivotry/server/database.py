"""Reaching the database: SQLite in a file by default, PostgreSQL by its address."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ..errors import BadOption
from ..wording import quoted
from . import postgres

BUSY_SECONDS = 10
"""How long a change waits for another process that writes."""


def address(named: str | Path) -> str:
    """The address of a database: a URL as it is, a path as that of an SQLite file."""
    text = str(named)
    return text if "://" in text else f"sqlite:///{Path(text).absolute()}"


def connect(named: str | Path) -> Engine:
    """An engine for a database, not yet brought up to date. Raises ``BadOption``."""
    try:
        url = make_url(address(named))
        lite = url.get_backend_name() == "sqlite"
        if not lite and url.get_backend_name() not in postgres.NAMES:
            raise BadOption("tables are kept in SQLite or PostgreSQL")
        url, more = (url, {"timeout": BUSY_SECONDS}) if lite else postgres.reached(url)
        engine = create_engine(
            url,
            connect_args=more,
            pool_pre_ping=not lite,
            hide_parameters=True,  # they hold seeds and hands; errors end in logs
        )
    except (ArgumentError, ModuleNotFoundError, ValueError) as bad:  # also for a port of letters
        raise BadOption(useless(named, bad)) from None
    if lite:
        _create(url.database)
        event.listen(engine, "connect", _settle)
        event.listen(engine, "begin", _begin)
    else:
        postgres.settle(engine, BUSY_SECONDS)
    return engine


def _create(file: str | None) -> None:
    """A new database is for its owner alone; what SQLite puts beside it is as open as it is."""
    if not file or file.startswith((":", "file:")):
        return
    with suppress(OSError):  # what is wrong with the place is said when it is used
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))


def useless(named: str | Path, why: Exception) -> str:
    """What to say where a database cannot be used: one line, without links and passwords."""
    said = cause(why) if isinstance(why, SQLAlchemyError) else str(why)
    return f"{shown(named)} is no database that can be used: {' '.join(said.split())}"


def shown(named: str | Path) -> str:
    """A database as errors name it, without its password."""
    try:
        text = make_url(str(named)).render_as_string() if "://" in str(named) else str(named)
    except (ArgumentError, ValueError):
        text = str(named)
    return quoted(text)


def cause(bad: SQLAlchemyError) -> str:
    """What the database said, without the statement and its values, which may hold secrets."""
    said = getattr(bad, "orig", None) or (bad.args[0] if isinstance(bad, ArgumentError) else None)
    if isinstance(said, BaseException):
        said = postgres.cause(said)
    return str(said or type(bad).__name__).rstrip(".")


def default_address() -> Path:
    """The file with this person's tables; ``PIVOTRY_DATA`` names another folder."""
    return data_folder() / "tables.sqlite3"


def data_folder() -> Path:
    """The folder for what this person keeps."""
    named = os.environ.get("PIVOTRY_DATA")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("pivotry", appauthor=False)


def upgrade(engine: Engine) -> None:
    """Bring the database to the present form; ``BadOption`` if it is of a later release."""
    config = _config()
    scripts = ScriptDirectory.from_config(config)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            postgres.alone(connection)  # SQLite has one that writes at a time anyway
        found = MigrationContext.configure(connection).get_current_revision()
        if found is not None and found not in {s.revision for s in scripts.walk_revisions()}:
            raise BadOption("the database was written by a later release of Pivotry")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def up_to_date(connection: Connection) -> bool:
    """Whether a database has the present form."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    return MigrationContext.configure(connection).get_current_revision() == head


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", "pivotry.server:migrations")
    config.set_main_option("path_separator", "os")
    return config


def _settle(connection: sqlite3.Connection, _: Any) -> None:
    # The driver's own beginnings come too late for a change that reads first.
    connection.isolation_level = None
    _logged_ahead(connection)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _logged_ahead(connection: sqlite3.Connection) -> None:
    """Turn the write-ahead log on; SQLite does not wait by itself for others who do the same."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as bad:
            if bad.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)


def _begin(connection: Connection) -> None:
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
