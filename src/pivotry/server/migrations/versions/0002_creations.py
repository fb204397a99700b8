"""Keys of requests by visitor; which table a request began; whom a table waits for."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("answers") as answers:
        answers.drop_constraint("pk_answers", type_="primary")
        answers.create_primary_key("pk_answers", ["table_id", "visitor", "key"])
    op.create_table(
        "creations",
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("visitor", "key", name="pk_creations"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_creations_table_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_creations_table_id", "creations", ["table_id"])
    op.add_column(
        "members", sa.Column("waits", sa.Boolean, nullable=False, server_default=sa.false())
    )
    _note_who_is_to_move()


def _note_who_is_to_move() -> None:
    """Matches that go on wait for whoever holds the seat to move, once every seat is taken."""
    tables = sa.table("tables", *map(sa.column, ("id", "turn", "winners", "data")))
    members = sa.table("members", *map(sa.column, ("table_id", "visitor", "waits")))
    connection = op.get_bind()
    running = sa.select(tables.c.id, tables.c.turn, tables.c.data).where(
        tables.c.winners.is_(None), tables.c.turn.is_not(None)
    )
    for row in connection.execute(running).all():
        try:
            seats = json.loads(row.data)["seats"]
            kinds = [seat["kind"] for seat in seats]
            holders = [str(visitor) for visitor in seats[row.turn]["holders"]]
        except (ValueError, KeyError, TypeError, IndexError):
            continue  # damaged: it waits for nobody
        if "open" in kinds or kinds[row.turn] != "person":
            continue
        connection.execute(
            sa.update(members)
            .where(members.c.table_id == row.id, members.c.visitor.in_(holders))
            .values(waits=sa.true())
        )


def downgrade() -> None:
    op.drop_column("members", "waits")
    op.drop_table("creations")
    with op.batch_alter_table("answers") as answers:
        answers.drop_constraint("pk_answers", type_="primary")
        answers.create_primary_key("pk_answers", ["table_id", "key"])
