"""What the store takes and gives: plain values without rules and without secrets."""

from datetime import datetime

import msgspec


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    guest: bool
    created: datetime
    admin: bool = False
    disabled: datetime | None = None  # since when they are shut out


class Session(msgspec.Struct, frozen=True):
    token_hash: str
    person_id: str
    created: datetime
    last_seen: datetime
    expires: datetime


class Token(msgspec.Struct, frozen=True):
    token_hash: str
    person_id: str
    label: str
    created: datetime
    last_used: datetime | None = None
    scopes: tuple[str, ...] = ()


class TableRow(msgspec.Struct, frozen=True):
    id: str
    game: str
    public: bool
    state: str
    data: bytes


class ServerRow(msgspec.Struct, frozen=True):
    """One of several website processes. The secret is for the other servers alone."""

    id: str
    address: str  # host:port
    secret: str


class PlayerRow(msgspec.Struct, frozen=True):
    """Who can be rated: a person, or one version of a bot or program. The id says who it is, in every database."""

    id: str
    kind: str  # person, bot or program
    name: str
    person_id: str | None = None
    game: str | None = None  # none for a person, who plays every game
    version: str | None = None


class SeatRow(msgspec.Struct, frozen=True):
    seat: int
    name: str  # as it was shown at the table
    player: PlayerRow  # who is credited or charged for the seat
    stand_in: PlayerRow | None = None  # who finished it, when that was another
    rank: int | None = None  # this and the rest once the match is over
    score: int | None = None
    fault: str | None = None  # the ending that the player suffered
    team: int | None = None  # needed where the match is rated
    mu: float | None = None  # this and sigma: the player's rating before a rated match; set by the ranker
    sigma: float | None = None
    slowest: float | None = None  # seconds of the longest decision
    guest: bool = False  # has its person no account? Only when it is read


class MatchRow(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    game: str
    rules_version: int
    header: bytes
    began: datetime
    table_id: str | None = None
    forked_from: str | None = None
    forked_step: int | None = None
    public: bool = True  # a match at a table by link only is not listed for strangers
    ended: datetime | None = None  # set by finish_match
    outcome: bytes | None = None  # set by finish_match
    rated: bool = False  # it counts for its players' ratings
    set_id: str | None = None  # shared by the matches of one seed, in every seating
    event_id: str | None = None
    seats: tuple[SeatRow, ...] = ()


class FinishedMatch(msgspec.Struct, frozen=True):
    """A match that was played elsewhere and is stored as a whole, with `ended`, `outcome` and its seats."""

    match: MatchRow
    replay: bytes


class RatingRow(msgspec.Struct, frozen=True):
    player: PlayerRow
    mu: float
    sigma: float
    matches: int  # that are rated
