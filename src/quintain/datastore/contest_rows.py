"""What the store takes and gives of the contest: plain values, like those of `rows.py`."""

from datetime import datetime

import msgspec

from .rows import PlayerRow


class BotRow(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    game: str
    name: str  # nobody else's in this game, compared as names of accounts are
    owner_id: str | None
    created: datetime
    active: str | None = None  # the id of the version that plays
    disabled: datetime | None = None
    about: str = ""


class VersionRow(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    bot_id: str
    number: int = 0  # given by the store, counted from 1
    language: str
    state: str = "waiting"  # waiting, checking, ready or refused
    created: datetime
    report: bytes = b""  # JSON
    note: str = ""

    @property
    def player_id(self) -> str:
        return program_id(self.id)


class FixtureRow(msgspec.Struct, frozen=True, kw_only=True):
    """A match that shall be played."""

    id: str  # of the match to be
    game: str
    set_id: str
    players: tuple[str, ...]  # their ids, by seat
    seed: str
    bot_seed: str
    options: bytes
    control: bytes
    rated: bool = True
    event_id: str | None = None
    created: datetime
    worker: str | None = None
    lease: datetime | None = None
    attempts: int = 0  # how often somebody took it


class EventRow(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    game: str
    name: str
    host_id: str | None
    format: str
    settings: bytes
    state: str = "open"  # open, running, over or stopped
    created: datetime
    began: datetime | None = None
    ended: datetime | None = None


class EntrantRow(msgspec.Struct, frozen=True, kw_only=True):
    event_id: str
    player_id: str
    person_id: str | None = None
    seed: int | None = None
    joined: datetime


class AuditRow(msgspec.Struct, frozen=True):
    id: int
    at: datetime
    person_id: str
    name: str
    act: str
    subject: str
    detail: str


class SeasonRow(msgspec.Struct, frozen=True):
    game: str
    number: int  # counted from 1; what came before the first one is season 0
    name: str
    began: datetime


class StandingRow(msgspec.Struct, frozen=True):
    game: str
    season: int
    player: PlayerRow
    place: int
    mu: float
    sigma: float
    matches: int


class LogRow(msgspec.Struct, frozen=True):
    match_id: str
    seat: int
    player_id: str
    text: bytes


class LadderRow(msgspec.Struct, frozen=True, kw_only=True):
    place: int
    player: PlayerRow
    mu: float
    sigma: float
    matches: int
    bot_id: str | None = None  # this and the next: of uploaded bots
    language: str | None = None
    owner_id: str | None = None
    owner: str | None = None


class FormRow(msgspec.Struct, frozen=True):
    """A player's result in a rated match."""

    match_id: str
    ended: datetime
    share: float  # of the others: 1 if it beat all of them, 0 if none, a half for those it drew with


class CoursePoint(msgspec.Struct, frozen=True):
    """A player's rating before a match."""

    match_id: str
    ended: datetime
    mu: float
    sigma: float


class AgainstRow(msgspec.Struct, frozen=True):
    """A player's rated meetings with another."""

    player: PlayerRow
    won: int
    drawn: int
    lost: int


class SlowRow(msgspec.Struct, frozen=True):
    match_id: str
    seat: int
    ended: datetime
    seconds: float


def program_id(version_id: str) -> str:
    """The id of the player that this version of a bot is."""
    return f"program:{version_id}"
