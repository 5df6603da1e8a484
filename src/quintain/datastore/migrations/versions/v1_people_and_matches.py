"""People, tables, matches and their journals."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    create_people()
    create_tables()
    create_matches()
    create_journals()


def downgrade() -> None:
    for table in ("replays", "entries", "seats", "matches", "tables", "tokens", "sessions", "people"):
        op.drop_table(table)


def create_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("account", sa.Text, unique=True),
        sa.Column("password_hash", sa.Text),
        sa.Column("created", MOMENT, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("person_id", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("last_seen", MOMENT, nullable=False),
        sa.Column("expires", MOMENT, nullable=False, index=True),
    )
    op.create_table(
        "tokens",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("person_id", sa.Text, sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
    )


def create_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("state", sa.Text, nullable=False, index=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )


def create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("header", sa.LargeBinary, nullable=False),
        sa.Column("began", MOMENT, nullable=False),
        sa.Column("forked_from", sa.Text, sa.ForeignKey("matches.id", ondelete="SET NULL"), index=True),
        sa.Column("forked_step", sa.Integer),
        sa.Column("ended", MOMENT),
        sa.Column("outcome", sa.LargeBinary),
        sa.Index(None, "ended", "id"),
        sa.Index(None, "game", "ended"),
    )
    op.create_table(
        "seats",
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("person_id", sa.Text, sa.ForeignKey("people.id", ondelete="SET NULL"), index=True),
        sa.Column("player", sa.Text),
    )


def create_journals() -> None:
    op.create_table(
        "entries",
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("entry", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "replays",
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("replay", sa.LargeBinary, nullable=False),
    )
