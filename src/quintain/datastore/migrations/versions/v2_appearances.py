"""People keep the matches that a bot finished for them; a match by link only is not listed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("public", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "appearances",
        sa.Column("person_id", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True, index=True),
    )
    op.execute(
        "INSERT INTO appearances (person_id, match_id)"
        " SELECT DISTINCT person_id, match_id FROM seats WHERE person_id IS NOT NULL"
    )


def downgrade() -> None:
    op.drop_table("appearances")
    with op.batch_alter_table("matches") as matches:
        matches.drop_column("public")
