"""Seats refer to players: who is credited or charged, who stood in, and what the seat reached."""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

# Of a seat as it was: the bot that answered for it at the end.
BOT = "COALESCE(seats.player, seats.name)"
BOT_ID = (
    f"(SELECT 'bot:' || matches.game || ':' || matches.rules_version || ':' || {BOT}"
    " FROM matches WHERE matches.id = seats.match_id)"
)
# Somebody who is not known any more is a player of one match.
GONE_ID = "'gone:' || seats.match_id || ':' || seats.seat"


def upgrade() -> None:
    create_players()
    for column in (
        sa.Column("player_id", sa.Text),
        sa.Column("stand_in_id", sa.Text),
        sa.Column("rank", sa.Integer),
        sa.Column("score", sa.BigInteger),
        sa.Column("fault", sa.Text),
    ):
        op.add_column("seats", column)
    find_players()
    refer_to_players()
    fill_in_results()
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("player_id", existing_type=sa.Text, nullable=False)
        seats.create_foreign_key("fk_seats_player_id", "players", ["player_id"], ["id"], ondelete="RESTRICT")
        seats.create_foreign_key("fk_seats_stand_in_id", "players", ["stand_in_id"], ["id"], ondelete="RESTRICT")
        seats.create_index("ix_seats_player_id", ["player_id"])
        seats.drop_index("ix_seats_person_id")
        seats.drop_constraint("fk_seats_person_id", type_="foreignkey")
        for name in ("kind", "person_id", "player"):
            seats.drop_column(name)


def create_players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("person_id", sa.Text, sa.ForeignKey("people.id", ondelete="SET NULL"), unique=True),
        sa.Column("game", sa.Text),
        sa.Column("version", sa.Text),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    )


def find_players() -> None:
    op.execute(
        "INSERT INTO players (id, kind, name, person_id, created)"
        " SELECT 'person:' || id, 'person', name, id, created FROM people"
        " WHERE id IN (SELECT person_id FROM seats UNION SELECT person_id FROM appearances)"
    )
    op.execute(
        "INSERT INTO players (id, kind, name, created)"
        f" SELECT {GONE_ID}, 'person', seats.name, matches.began FROM seats"
        " JOIN matches ON matches.id = seats.match_id WHERE seats.kind <> 'bot' AND seats.person_id IS NULL"
    )
    op.execute(
        "INSERT INTO players (id, kind, name, game, version, created)"
        f" SELECT {BOT_ID}, 'bot', {BOT}, matches.game, CAST(matches.rules_version AS TEXT), MIN(matches.began)"
        " FROM seats JOIN matches ON matches.id = seats.match_id WHERE seats.kind = 'bot'"
        " GROUP BY 1, 3, 4, 5"
    )


def refer_to_players() -> None:
    op.execute(
        "UPDATE seats SET player_id = CASE WHEN person_id IS NOT NULL THEN 'person:' || person_id"
        f" WHEN kind = 'bot' THEN {BOT_ID} ELSE {GONE_ID} END"
    )
    op.execute(f"UPDATE seats SET stand_in_id = {BOT_ID} WHERE kind = 'bot' AND person_id IS NOT NULL")


def fill_in_results() -> None:
    connection = op.get_bind()
    statement = sa.text(
        "UPDATE seats SET rank = :rank, score = :score, fault = :fault WHERE match_id = :match AND seat = :seat"
    )
    for id, outcome in connection.execute(sa.text("SELECT id, outcome FROM matches WHERE outcome IS NOT NULL")).all():
        for result in results_in(outcome):
            connection.execute(statement, {"match": id, **result})


def results_in(outcome: bytes) -> Iterator[dict[str, Any]]:
    """What each seat reached, as outcomes were written until now; nothing if this is not one of them."""
    try:
        found = json.loads(bytes(outcome))
        ranks, scores, guilty = found["ranks"], found["scores"], found.get("fault")
    except (ValueError, KeyError, TypeError):
        return
    for seat, (rank, score) in enumerate(zip(ranks, scores, strict=False)):
        fault = found.get("ending") if seat == guilty else None
        yield {"seat": seat, "rank": rank, "score": score, "fault": fault}


def downgrade() -> None:
    for name in ("kind", "person_id", "player"):
        op.add_column("seats", sa.Column(name, sa.Text))
    finisher = "players.id = COALESCE(seats.stand_in_id, seats.player_id)"
    op.execute(
        "UPDATE seats SET kind = (SELECT CASE players.kind WHEN 'person' THEN 'person' ELSE 'bot' END"
        f" FROM players WHERE {finisher}),"
        " person_id = (SELECT players.person_id FROM players WHERE players.id = seats.player_id),"
        f" player = (SELECT players.name FROM players WHERE {finisher} AND players.kind <> 'person')"
    )
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("kind", existing_type=sa.Text, nullable=False)
        seats.create_foreign_key("fk_seats_person_id", "people", ["person_id"], ["id"], ondelete="SET NULL")
        seats.create_index("ix_seats_person_id", ["person_id"])
        seats.drop_index("ix_seats_player_id")
        seats.drop_constraint("fk_seats_player_id", type_="foreignkey")
        seats.drop_constraint("fk_seats_stand_in_id", type_="foreignkey")
        for name in ("player_id", "stand_in_id", "rank", "score", "fault"):
            seats.drop_column(name)
    op.drop_table("players")
