"""PostgreSQL: how its addresses are read, how it is reached, what is done about its failures.

Its driver, pg8000 (the extra ``postgres``), is plain Python. Addresses are read as PostgreSQL's own
programs do: what an address leaves out is the name that one is logged in by, and ``PGPASSWORD``.
"""

from __future__ import annotations

import getpass
import os
import ssl
from functools import cache
from importlib.util import find_spec
from typing import Any

from sqlalchemy import Connection, Engine, ExceptionContext, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import ConnectionPoolEntry

from ..errors import BadOption
from ..wording import quoted

NAMES = ("postgresql", "postgres")
"""What addresses begin with; the driver may be named as well, behind a plus."""
_DRIVER = "pg8000"
ANSWER_SECONDS = 30
"""How long the database may take for an answer before it counts as gone."""
_GONE = ("08", "57P")
"""What the codes of errors begin with after which a connection is of no use."""
_SAID = "SCM"
"""The parts of an error that are kept: how bad it is, its code, what it says."""
_ONE_AT_A_TIME = 5_079_816
"""The lock (an arbitrary number) under which a database is brought to another form."""


def reached(url: URL) -> tuple[URL, dict[str, Any]]:
    """An address as the driver takes it, and what else to tell the driver.

    Raises ``BadOption`` for what an address cannot say here.
    """
    if url.drivername not in (*NAMES, f"postgresql+{_DRIVER}"):
        raise BadOption(f"PostgreSQL is reached by {_DRIVER} here: begin with postgresql://")
    if find_spec(_DRIVER) is None:
        raise BadOption(
            f"PostgreSQL needs {_DRIVER}: install it with pip install 'pivotry[postgres]'"
        )
    said: dict[str, str] = {}
    for name, value in url.query.items():
        if not isinstance(value, str):
            raise BadOption(f"{quoted(name)} stands in it more than once")
        said[name] = value
    more: dict[str, Any] = {"timeout": ANSWER_SECONDS, "application_name": "pivotry"}
    if "application_name" in said:
        more["application_name"] = said.pop("application_name")
    host = said.pop("host", None)
    if host is not None and host.startswith("/"):
        more["unix_sock"] = f"{host.rstrip('/')}/.s.PGSQL.{url.port or 5432}"
    elif host is not None:
        url = url.set(host=host)
    secured = _secured(said.pop("sslmode", "prefer"), said.pop("sslrootcert", None))
    more["ssl_context"] = False if "unix_sock" in more else secured
    if said:
        raise BadOption(f"{quoted(next(iter(said)))} in it is not known here")
    user = url.username or os.environ.get("PGUSER") or _login()
    url = url.set(
        drivername=f"postgresql+{_DRIVER}",
        username=user,
        password=url.password or os.environ.get("PGPASSWORD"),
        database=url.database or user,
        query={},
    )
    return url, more


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        raise BadOption("the address names no user") from None


def _secured(mode: str, roots: str | None) -> ssl.SSLContext | bool | None:
    """What the driver calls the ways of encryption that addresses name; None: where it can be."""
    if mode in ("allow", "prefer"):
        return None
    if mode == "disable":
        return False
    if mode not in ("require", "verify-ca", "verify-full"):
        raise BadOption(f"{quoted(mode)} is no sslmode")
    try:
        context = ssl.create_default_context(cafile=roots)
    except OSError as bad:
        raise BadOption(f"the certificates cannot be read: {bad.strerror or bad}") from None
    context.check_hostname = mode == "verify-full"
    if mode == "require" and roots is None:
        context.verify_mode = ssl.CERT_NONE
    return context


def settle(engine: Engine, busy: float) -> None:
    """Have an engine's connections made, set and given up as they have to be.

    ``busy``: how many seconds a change waits for another process that writes.
    """

    def connect(_: Any, __: ConnectionPoolEntry, words: Any, named: dict[str, Any]) -> Any:
        return _connected(*words, **named)

    def begin(connection: Any, _: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        cursor.execute(
            # What is acknowledged is on the disk, whatever the database's own custom is.
            "SELECT set_config('synchronous_commit', 'on', false)"
            " WHERE current_setting('synchronous_commit') = 'off'"
        )
        cursor.execute(
            f"SELECT set_config('lock_timeout', '{round(busy * 1000)}', false),"
            " set_config('default_transaction_isolation', 'read committed', false)"
        )
        connection.commit()
        cursor.close()

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "connect", begin)
    event.listen(engine, "handle_error", _gone)


def _connected(*words: Any, **named: Any) -> Any:
    """A connection whose failures are all the driver's own errors.

    It lets some of the system's through (a connection that is reset while it is read from), which
    nobody would take for the end of the connection. What PostgreSQL says loses its details: rows
    that were refused hold hands and seeds, and errors end in logs.
    """
    import pg8000

    try:
        return _kind()(*words, **named)
    except OSError as bad:
        raise pg8000.InterfaceError("network error") from bad


@cache
def _kind() -> Any:
    import pg8000

    def heard(self: Any, context: Any) -> None:
        try:
            pg8000.Connection.handle_messages(self, context)
        except OSError as bad:
            raise pg8000.InterfaceError("network error") from bad

    def refused(self: Any, data: bytes, context: Any) -> None:
        pg8000.Connection.handle_ERROR_RESPONSE(self, data, context)
        context.error.args = ({k: v for k, v in _told(context.error).items() if k in _SAID},)

    methods = {"handle_messages": heard, "handle_ERROR_RESPONSE": refused}
    return type("Connection", (pg8000.Connection,), methods)


def _gone(context: ExceptionContext) -> None:
    """Note what else means that a connection is of no use any more."""
    told = _told(context.original_exception)
    if told.get("C", "").startswith(_GONE):
        context.is_disconnect = True


def _told(bad: BaseException) -> dict[str, str]:
    """What PostgreSQL said, by the letters of its protocol; nothing if it was the driver."""
    told = bad.args[0] if bad.args else None
    return told if isinstance(told, dict) else {}


def cause(bad: BaseException) -> str:
    """What went wrong, in words for people: the driver's own ones name its parts."""
    said = _told(bad).get("M", str(bad))
    below = bad.__cause__
    if isinstance(below, OSError):  # also for names that nobody knows
        return f"it cannot be reached ({below.strerror or below})"
    if said == "network error":
        return "the connection has been lost"
    return said


def alone(connection: Connection) -> None:
    """Wait until no other process brings the database to another form; to the end of the change.

    ``BadOption`` for a database that cannot hold every name.
    """
    encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
    if encoding != "UTF8":
        raise BadOption(f"the database is kept in {encoding}; it has to be in UTF8")
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ONE_AT_A_TIME})")
