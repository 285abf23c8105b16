"""Run the migrations on the connection passed by ``schema.migrate``."""

from alembic import context

from pegout.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
