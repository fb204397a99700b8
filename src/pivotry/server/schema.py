"""The database: which tables (in its sense) there are. ``migrations/`` brings older ones here."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What a server keeps about itself, such as the secret that its links are made with."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    # What a change has to have started from; a different one means that another process was first.
    Column("number", Integer, nullable=False),
    Column("game", String(20), nullable=False),
    Column("rules", String(20), nullable=False),
    Column("names", Text, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("turn", Integer),
    Column("winners", Text),
    Column("deadline", Float),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("data", Text, nullable=False),
    Index(None, "deadline"),
)
"""One row a table: ``data`` is all of it (options, rules version, moves, seats) as JSON, the other
columns are what lists and clocks need of it. Times are seconds since the epoch."""

members = Table(
    "members",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("visitor", String(64), primary_key=True),
    Column("playing", Boolean, nullable=False),
    Column("hidden", Boolean, nullable=False, default=False),
    Column("waits", Boolean, nullable=False, default=False),
    Index(None, "visitor"),
)
"""Who has business at which table. ``hidden``: removed from the visitor's own list; ``waits``: it
is the visitor's turn there."""

events = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
)
"""What happened at a table, numbered; nothing in it is hidden from anybody."""

answers = Table(
    "answers",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("visitor", String(64), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("at", Float, nullable=False),
)
"""Requests that changed a table, by sender and the key they gave them: the same key is the same
request, sent again because its answer was lost."""

creations = Table(
    "creations",
    metadata,
    Column("visitor", String(64), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Index(None, "table_id"),
)
"""Requests that began a table, likewise."""
