"""The contest: bots and versions, fixtures, events, seasons, administration; when each seat's match ended."""

from datetime import datetime

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

TIME = sa.DateTime(timezone=True)
ALL_SCOPES = '["play","bots","read"]'
OF_EVENT = sa.text("event_id IS NOT NULL")
NEW = (
    *("logs", "standings", "seasons", "settings", "audit", "entrants"),
    *("fixtures", "events", "sources", "versions", "bots"),
)


def upgrade() -> None:
    create_bots()
    create_events()
    create_administration()
    create_seasons()
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("admin", sa.Boolean, server_default=sa.false(), nullable=False))
        people.add_column(sa.Column("disabled", TIME))
    with op.batch_alter_table("tokens") as tokens:
        tokens.add_column(sa.Column("scopes", sa.Text, server_default=ALL_SCOPES, nullable=False))
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("set_id", sa.Text))
        matches.add_column(sa.Column("event_id", sa.Text))
        matches.create_foreign_key("fk_matches_event_id", "events", ["event_id"], ["id"], ondelete="SET NULL")
    op.create_index("ix_matches_event_id", "matches", ["event_id"], sqlite_where=OF_EVENT, postgresql_where=OF_EVENT)
    op.create_table(
        "logs",
        sa.Column("match_id", sa.Text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        text("player_id"),
        sa.Column("text", sa.LargeBinary, nullable=False),
    )
    change_seats()


def change_seats() -> None:
    op.add_column("seats", sa.Column("slowest", sa.Double))
    op.add_column("seats", sa.Column("ended", TIME))
    op.execute("UPDATE seats SET ended = (SELECT matches.ended FROM matches WHERE matches.id = seats.match_id)")
    op.create_index("ix_seats_player_id_ended", "seats", ["player_id", "ended"])
    op.drop_index("ix_seats_player_id", "seats")


def text(name: str, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=nullable)


def time(name: str, nullable: bool = False) -> sa.Column[datetime]:
    return sa.Column(name, TIME, nullable=nullable)


def refers(name: str, column: str, on_delete: str = "CASCADE", index: bool = False) -> sa.Column[str]:
    nullable = on_delete == "SET NULL"
    return sa.Column(name, sa.Text, sa.ForeignKey(column, ondelete=on_delete), nullable=nullable, index=index)


def create_bots() -> None:
    op.create_table(
        "bots",
        sa.Column("id", sa.Text, primary_key=True),
        *map(text, ("game", "name", "folded")),
        refers("owner_id", "people.id", "SET NULL", index=True),
        time("created"),
        text("active", nullable=True),
        time("disabled", nullable=True),
        text("about"),
        sa.UniqueConstraint("game", "folded", name="uq_bots_game"),
    )
    op.create_table(
        "versions",
        sa.Column("id", sa.Text, primary_key=True),
        refers("bot_id", "bots.id"),
        sa.Column("number", sa.Integer, nullable=False),
        *map(text, ("language", "state")),
        time("created"),
        sa.Column("report", sa.LargeBinary, nullable=False),
        text("note"),
        text("worker", nullable=True),
        time("lease", nullable=True),
        sa.UniqueConstraint("bot_id", "number", name="uq_versions_bot_id"),
    )
    op.create_index("ix_versions_state_created", "versions", ["state", "created"])
    op.create_table(
        "sources",
        sa.Column("version_id", sa.Text, sa.ForeignKey("versions.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("source", sa.LargeBinary, nullable=False),
    )


def create_events() -> None:
    op.create_table(
        "events",
        sa.Column("id", sa.Text, primary_key=True),
        *map(text, ("game", "name")),
        refers("host_id", "people.id", "SET NULL"),
        text("format"),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        text("state"),
        time("created"),
        time("began", nullable=True),
        time("ended", nullable=True),
    )
    op.create_index("ix_events_state_created", "events", ["state", "created"])
    op.create_table(
        "entrants",
        sa.Column("event_id", sa.Text, sa.ForeignKey("events.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="RESTRICT"), primary_key=True, index=True),
        refers("person_id", "people.id", "SET NULL"),
        sa.Column("seed", sa.Integer),
        time("joined"),
    )
    create_fixtures()


def create_fixtures() -> None:
    op.create_table(
        "fixtures",
        sa.Column("id", sa.Text, primary_key=True),
        *map(text, ("game", "set_id", "players", "seed", "bot_seed")),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("control", sa.LargeBinary, nullable=False),
        sa.Column("rated", sa.Boolean, server_default=sa.true(), nullable=False),
        sa.Column("event_id", sa.Text, sa.ForeignKey("events.id", ondelete="CASCADE"), index=True),
        time("created"),
        text("worker", nullable=True),
        time("lease", nullable=True),
        sa.Column("attempts", sa.Integer, server_default=sa.text("0"), nullable=False),
    )
    op.create_index("ix_fixtures_created_id", "fixtures", ["created", "id"])


def create_administration() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        time("at"),
        *map(text, ("person_id", "name", "act", "subject", "detail")),
    )
    op.create_table("settings", sa.Column("key", sa.Text, primary_key=True), text("value"))


def create_seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        text("name"),
        time("began"),
    )
    op.create_table(
        "standings",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("season", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="RESTRICT"), primary_key=True, index=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.create_index("ix_seats_player_id", "seats", ["player_id"])
    op.drop_index("ix_seats_player_id_ended", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("ended")
        seats.drop_column("slowest")
    op.drop_index("ix_matches_event_id", "matches")
    with op.batch_alter_table("matches") as matches:
        matches.drop_constraint("fk_matches_event_id", type_="foreignkey")
        matches.drop_column("event_id")
        matches.drop_column("set_id")
    with op.batch_alter_table("tokens") as tokens:
        tokens.drop_column("scopes")
    with op.batch_alter_table("people") as people:
        people.drop_column("disabled")
        people.drop_column("admin")
    for name in NEW:
        op.drop_table(name)
