"""What Alembic runs: the migrations, on the connection it is given."""

from alembic import context

from quintain.datastore.models import Model

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Model.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
