"""How Alembic reaches the database: by the connection that it is given."""

from alembic import context

from pivotry.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
