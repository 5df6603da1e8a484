"""Ratings: what players are worth in a game, and what they were before each rated match."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="RESTRICT"), primary_key=True, index=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("rated", sa.Boolean, server_default=sa.false(), nullable=False))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("team", sa.Integer))
        seats.add_column(sa.Column("mu", sa.Double))
        seats.add_column(sa.Column("sigma", sa.Double))


def downgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        for name in ("sigma", "mu", "team"):
            seats.drop_column(name)
    with op.batch_alter_table("matches") as matches:
        matches.drop_column("rated")
    op.drop_table("ratings")
