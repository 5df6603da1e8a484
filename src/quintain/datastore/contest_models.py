"""The tables of the contest: bots and their versions, fixtures, events, seasons and what administrators did."""

from datetime import datetime

from sqlalchemy import Index, UniqueConstraint, text, true
from sqlalchemy.orm import Mapped, mapped_column

from .models import Model, Words, references


class BotModel(Model):
    __tablename__ = "bots"
    __table_args__ = (UniqueConstraint("game", "folded"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    name: Mapped[str]
    folded: Mapped[str]  # the name as it is compared
    owner_id: Mapped[str | None] = references("people.id", "SET NULL", index=True)
    created: Mapped[datetime]
    active: Mapped[str | None]  # the version that plays; a row that refers back here could not be made
    disabled: Mapped[datetime | None]
    about: Mapped[str]


class VersionModel(Model):
    """One upload of a bot. It never changes but for what the check says of it."""

    __tablename__ = "versions"
    __table_args__ = (UniqueConstraint("bot_id", "number"), Index(None, "state", "created"))

    id: Mapped[str] = mapped_column(primary_key=True)
    bot_id: Mapped[str] = references("bots.id")
    number: Mapped[int]  # counted from 1
    language: Mapped[str]
    state: Mapped[str]  # waiting, checking, ready or refused
    created: Mapped[datetime]
    report: Mapped[bytes]
    note: Mapped[str]
    worker: Mapped[str | None]  # who checks it, and until when nobody else does
    lease: Mapped[datetime | None]


class SourceModel(Model):
    """The files of a version, apart from it, so that lists of versions do not read them."""

    __tablename__ = "sources"

    version_id: Mapped[str] = references("versions.id", primary_key=True)
    source: Mapped[bytes]


class FixtureModel(Model):
    """A match that shall be played. It goes in the transaction that stores the match."""

    __tablename__ = "fixtures"
    __table_args__ = (Index(None, "created", "id"),)

    id: Mapped[str] = mapped_column(primary_key=True)  # of the match to be
    game: Mapped[str]
    set_id: Mapped[str]
    players: Mapped[tuple[str, ...]] = mapped_column(Words())  # ids by seat
    seed: Mapped[str]
    bot_seed: Mapped[str]
    options: Mapped[bytes]
    control: Mapped[bytes]
    rated: Mapped[bool] = mapped_column(server_default=true())
    event_id: Mapped[str | None] = references("events.id", index=True)
    created: Mapped[datetime]
    worker: Mapped[str | None]  # who plays it, and until when nobody else does
    lease: Mapped[datetime | None]
    attempts: Mapped[int] = mapped_column(server_default=text("0"))


class EventModel(Model):
    """A tournament on the website."""

    __tablename__ = "events"
    __table_args__ = (Index(None, "state", "created"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    name: Mapped[str]
    host_id: Mapped[str | None] = references("people.id", "SET NULL")
    format: Mapped[str]
    settings: Mapped[bytes]
    state: Mapped[str]  # open, running, over or stopped
    created: Mapped[datetime]
    began: Mapped[datetime | None]
    ended: Mapped[datetime | None]


class EntrantModel(Model):
    __tablename__ = "entrants"

    event_id: Mapped[str] = references("events.id", primary_key=True)
    player_id: Mapped[str] = references("players.id", "RESTRICT", primary_key=True, index=True)
    person_id: Mapped[str | None] = references("people.id", "SET NULL")  # who entered it
    seed: Mapped[int | None]
    joined: Mapped[datetime]


class AuditModel(Model):
    """An act of an administrator. It refers to nothing: whatever goes, this stays."""

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    person_id: Mapped[str]
    name: Mapped[str]  # as it was then
    act: Mapped[str]
    subject: Mapped[str]
    detail: Mapped[str]


class SettingModel(Model):
    __tablename__ = "settings"

    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


class SeasonModel(Model):
    """Only matches that end when it has begun, and before the next one does, count in it."""

    __tablename__ = "seasons"

    game: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    began: Mapped[datetime]


class StandingModel(Model):
    """Who was where when a season was over."""

    __tablename__ = "standings"

    game: Mapped[str] = mapped_column(primary_key=True)
    season: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # 0: before there were seasons
    player_id: Mapped[str] = references("players.id", "RESTRICT", primary_key=True, index=True)
    place: Mapped[int]
    mu: Mapped[float]
    sigma: Mapped[float]
    matches: Mapped[int]


class LogModel(Model):
    """What a program wrote to its standard error, for its owner alone."""

    __tablename__ = "logs"

    match_id: Mapped[str] = references("matches.id", primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[str]
    text: Mapped[bytes]
