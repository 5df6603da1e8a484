"""Tables: who sits where, and what the host has set."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from quintain.core.clock import TimeControl
from quintain.website.wire import Answer, Request
from quintain.website.wire.games import Level
from quintain.website.wire.matches import MatchSummary

# What onlookers see: what everybody may know, or where only bots play everything, or nothing.
Watching = Literal["public", "everything", "nobody"]
# Steps by which onlookers see a running match later; the history keeps more than the most of them.
Delay = Annotated[int, Meta(ge=0, le=200)]
TableState = Literal["waiting", "playing", "over"]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Pace = Annotated[float, Meta(ge=0, le=5)]  # a bot's mean pause in seconds; 0 is at once
PlayerName = Annotated[str, Meta(min_length=1, max_length=200)]
GameName = Annotated[str, Meta(max_length=60)]


class QuickPlay(Request, frozen=True, kw_only=True):
    game: GameName
    options: dict[str, Any] = field(default_factory=dict)
    level: Level = "easy"


class TableRequest(Request, frozen=True, kw_only=True):
    game: GameName
    options: dict[str, Any] = field(default_factory=dict)
    time_control: TimeControl | None = None
    public: bool = True
    watching: Watching = "everything"
    delay: Delay = 0
    grace: Annotated[float, Meta(ge=0, le=3600)] = 60.0
    pace: Pace | None = None


class SeatRequest(Request, frozen=True, kw_only=True):
    seat: SeatNumber
    also: bool = False  # to sit: keep the seats one has, where seats have roles, in one team


class BotRequest(Request, frozen=True, kw_only=True):
    seat: SeatNumber
    player: PlayerName


class FillRequest(Request, frozen=True, kw_only=True):
    """Bots for all the seats that are free."""

    players: dict[str, PlayerName] = field(default_factory=dict)  # for single seats, by number
    player: PlayerName  # for the others


class SwapRequest(Request, frozen=True, kw_only=True):
    a: SeatNumber
    b: SeatNumber


class SettingsRequest(Request, frozen=True, kw_only=True):
    pace: Pace | None = None
    public: bool | None = None
    watching: Watching | None = None
    delay: Delay | None = None  # while people play it can only grow
    rated: bool | None = None  # before the match: shall it count, if everybody agrees?


class AgreeRequest(Request, frozen=True, kw_only=True):
    """Somebody who sits at a table that is to be rated."""

    agreed: bool  # may the match count for me?


class SeatInfo(Answer, frozen=True, kw_only=True):
    seat: int
    team: int
    role: str
    name: str
    kind: Literal["empty", "person", "bot"]
    player: str | None  # the bot that answers, as `advanced` or `search:iterations=200`
    person: str | None  # whose seat it is, also while a bot stands in
    guest: bool  # has that person no account? Anybody may take a guest's name
    connected: bool
    away_until: float | None  # when a bot stands in for the person, or before the match the seat is free; Unix time
    strikes: int
    program: str | None = None  # whose seat it is, if an uploaded bot's, also while a house bot stands in
    page: str | None = None  # where all is known of the player


class You(Answer, frozen=True, kw_only=True):
    person: str | None
    seats: tuple[int, ...]
    host: bool


class TableInfo(Answer, frozen=True, kw_only=True):
    id: str
    game: str
    options: dict[str, Any]
    time_control: TimeControl
    public: bool
    watching: Watching
    delay: int
    pace: float
    grace: float
    host: str | None
    state: TableState
    match: str | None
    invite: str  # the path of the page
    seats: tuple[SeatInfo, ...]
    you: You
    forked_from: str | None
    rated: bool  # does the match count, or before it begins: shall it?
    agreed: tuple[str, ...]  # the people for whom it may
    trial: bool = False  # is it a draft that is tried out? Only its maker sees the table


class TableSummary(Answer, frozen=True, kw_only=True):
    id: str
    game: str
    state: TableState
    seats: tuple[SeatInfo, ...]
    free: int
    began: float | None
    rated: bool = False


class Lobby(Answer, frozen=True, kw_only=True):
    tables: tuple[TableSummary, ...]  # waiting for players
    running: tuple[TableSummary, ...]  # to watch
    replays: tuple[MatchSummary, ...]


class Seated(Answer, frozen=True, kw_only=True):
    table: str
    seat: int | None
