"""When an API token was last used."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("tokens") as tokens:
        tokens.add_column(sa.Column("last_used", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("tokens") as tokens:
        tokens.drop_column("last_used")
