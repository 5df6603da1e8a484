"""The tables of the database. Everybody else sees the plain rows of `rows.py`."""

import json
import re
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    Text,
    false,
    text,
    true,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

from quintain.core.errors import BadText

UNSTORABLE = re.compile("[\0\ud800-\udfff]")
SCOPES = ("play", "bots", "read")  # all that a token may be good for


class UtcTime(TypeDecorator[datetime]):
    """A moment, always with its zone; SQLite itself keeps none."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class PlainText(TypeDecorator[str]):
    """Text that both kinds of database keep: PostgreSQL refuses NUL, which SQLite takes."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is not None and UNSTORABLE.search(value):
            raise BadText("this text has a character in it that cannot be stored")
        return value


class Words(TypeDecorator[tuple[str, ...]]):
    """A row of words or ids, as JSON."""

    impl = PlainText
    cache_ok = True

    def process_bind_param(self, value: tuple[str, ...] | None, dialect: Dialect) -> str | None:
        return None if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[str, ...] | None:
        return None if value is None else tuple(json.loads(value))


class Model(DeclarativeBase):
    # Named constraints, so that a migration can find them again on SQLite.
    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
        }
    )
    type_annotation_map = {str: PlainText(), bytes: LargeBinary(), datetime: UtcTime(), float: Double()}  # noqa: RUF012


def references(column: str, on_delete: str = "CASCADE", **options: Any) -> Mapped[Any]:
    return mapped_column(ForeignKey(column, ondelete=on_delete), **options)


class PersonModel(Model):
    __tablename__ = "people"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    account: Mapped[str | None] = mapped_column(unique=True)  # the name as it is compared; none for a guest
    password_hash: Mapped[str | None]  # none for a guest
    created: Mapped[datetime]
    admin: Mapped[bool] = mapped_column(server_default=false())
    disabled: Mapped[datetime | None]  # since when they are shut out


class SessionModel(Model):
    __tablename__ = "sessions"

    token_hash: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = references("people.id", index=True)
    created: Mapped[datetime]
    last_seen: Mapped[datetime]
    expires: Mapped[datetime] = mapped_column(index=True)


class TokenModel(Model):
    __tablename__ = "tokens"

    token_hash: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = references("people.id", index=True)
    label: Mapped[str]
    created: Mapped[datetime]
    last_used: Mapped[datetime | None]
    # Tokens from before there were scopes may do everything.
    scopes: Mapped[tuple[str, ...]] = mapped_column(Words(), server_default=json.dumps(SCOPES, separators=(",", ":")))


class TableModel(Model):
    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    public: Mapped[bool]
    state: Mapped[str] = mapped_column(index=True)
    data: Mapped[bytes]
    server: Mapped[str | None] = mapped_column(index=True)  # whose it is; none: whoever comes first
    epoch: Mapped[int] = mapped_column(server_default="0")  # how often it has changed hands


class ServerModel(Model):
    """A website process that lives, if its heart has beaten just now; its tables are its own until it has not."""

    __tablename__ = "servers"

    id: Mapped[str] = mapped_column(primary_key=True)
    address: Mapped[str]  # where the others reach it
    machine: Mapped[str]
    secret: Mapped[str]  # what the others show when they pass a request on
    beat: Mapped[datetime]


class LookModel(Model):
    """What an account's name can be taken for: nobody else has a name that looks like it."""

    __tablename__ = "looks"

    look: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = references("people.id", index=True)


OF_EVENT = text("event_id IS NOT NULL")


class MatchModel(Model):
    __tablename__ = "matches"
    __table_args__ = (
        Index(None, "ended", "id"),
        Index(None, "game", "ended"),
        # Of the few that belong to one.
        Index(None, "event_id", sqlite_where=OF_EVENT, postgresql_where=OF_EVENT),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    table_id: Mapped[str | None]  # the table may be gone
    game: Mapped[str]
    rules_version: Mapped[int]
    header: Mapped[bytes]
    began: Mapped[datetime]
    forked_from: Mapped[str | None] = references("matches.id", "SET NULL", index=True)
    forked_step: Mapped[int | None]
    ended: Mapped[datetime | None]  # none while it is played
    outcome: Mapped[bytes | None]
    public: Mapped[bool] = mapped_column(server_default=true())
    rated: Mapped[bool] = mapped_column(server_default=false())  # it counts for its players' ratings
    set_id: Mapped[str | None]  # of the matches of one seed, in every seating
    event_id: Mapped[str | None] = references("events.id", "SET NULL")


class PlayerModel(Model):
    """Who can be rated: a person, or one version of a bot or program."""

    __tablename__ = "players"

    id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str]
    name: Mapped[str]
    person_id: Mapped[str | None] = references("people.id", "SET NULL", unique=True)
    game: Mapped[str | None]  # none for a person
    version: Mapped[str | None]
    created: Mapped[datetime]


class SeatModel(Model):
    """Whose seat it is, and who answered for it at the end when that was another."""

    __tablename__ = "seats"
    # A player's matches in their order.
    __table_args__ = (Index(None, "player_id", "ended"),)

    match_id: Mapped[str] = references("matches.id", primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    player_id: Mapped[str] = references("players.id", "RESTRICT")
    stand_in_id: Mapped[str | None] = references("players.id", "RESTRICT")
    rank: Mapped[int | None]  # none while it is played
    score: Mapped[int | None] = mapped_column(BigInteger)
    fault: Mapped[str | None]
    team: Mapped[int | None]  # none in matches of older versions
    mu: Mapped[float | None]  # this and sigma: the player's rating before the match, if it is rated
    sigma: Mapped[float | None]
    slowest: Mapped[float | None]  # seconds of the longest decision
    ended: Mapped[datetime | None]  # as the match has it


class RatingModel(Model):
    """What a player is worth in a game, after all its rated matches; without any, it waits for the first."""

    __tablename__ = "ratings"

    game: Mapped[str] = mapped_column(primary_key=True)
    player_id: Mapped[str] = references("players.id", "RESTRICT", primary_key=True, index=True)
    mu: Mapped[float]
    sigma: Mapped[float]
    matches: Mapped[int]


class AppearanceModel(Model):
    """A person who sat in a match at any time, though a bot may have finished it."""

    __tablename__ = "appearances"

    person_id: Mapped[str] = references("people.id", primary_key=True)
    match_id: Mapped[str] = references("matches.id", primary_key=True, index=True)


class EntryModel(Model):
    """One line of a match's journal, counted from 0 without a gap."""

    __tablename__ = "entries"

    match_id: Mapped[str] = references("matches.id", primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    entry: Mapped[bytes]


class ReplayModel(Model):
    """Apart from its match, so that lists of matches do not read replays."""

    __tablename__ = "replays"

    match_id: Mapped[str] = references("matches.id", primary_key=True)
    replay: Mapped[bytes]
