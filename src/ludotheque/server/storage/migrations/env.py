"""Alembic environment; runs on the connection passed by `storage/database.py`."""

from alembic import context

from ludotheque.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
