"""The tables of the database. Everybody else sees the plain rows of `rows.py`."""

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
    true,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

from quintain.core.errors import BadText


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
        if value is not None and ("\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value)):
            raise BadText("this text has a character in it that cannot be stored")
        return value


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


class TableModel(Model):
    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    public: Mapped[bool]
    state: Mapped[str] = mapped_column(index=True)
    data: Mapped[bytes]


class MatchModel(Model):
    __tablename__ = "matches"
    __table_args__ = (Index(None, "ended", "id"), Index(None, "game", "ended"))

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

    match_id: Mapped[str] = references("matches.id", primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    player_id: Mapped[str] = references("players.id", "RESTRICT", index=True)
    stand_in_id: Mapped[str | None] = references("players.id", "RESTRICT")
    rank: Mapped[int | None]  # none while it is played
    score: Mapped[int | None] = mapped_column(BigInteger)
    fault: Mapped[str | None]
    team: Mapped[int | None]  # none in matches of older versions
    mu: Mapped[float | None]  # this and sigma: the player's rating before the match, if it is rated
    sigma: Mapped[float | None]


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
