"""Where Alembic works: on the connection that `store.py` hands over."""

from alembic import context

from ludotheque.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
