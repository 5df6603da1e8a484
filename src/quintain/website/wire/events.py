"""Tournaments: what a host chooses, who takes part, and how far it has come."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from quintain.core.clock import TimeControl
from quintain.website.wire import Answer, Request

EventState = Literal["open", "running", "over", "stopped"]
EventFormat = Literal["round-robin", "swiss", "knockout", "gauntlet", "ladder"]
Seeding = Literal["rating", "hand", "random"]
EventName = Annotated[str, Meta(min_length=1, max_length=80)]
About = Annotated[str, Meta(max_length=2000)]
Id = Annotated[str, Meta(min_length=1, max_length=400)]


class EventRequest(Request, frozen=True, kw_only=True):
    """A new tournament. What is left out is as usual."""

    game: str
    name: EventName
    format: EventFormat = "round-robin"
    options: dict[str, Any] = field(default_factory=dict)
    matches: Annotated[int, Meta(ge=1, le=1000)] | None = None  # of each pairing; none: one seed, in every seating
    rounds: Annotated[int, Meta(ge=1, le=100)] | None = None  # none: as many as the format needs
    time_control: TimeControl | None = None
    per_owner: Annotated[int, Meta(ge=1, le=64)] = 1
    seeding: Seeding = "rating"
    rated: bool = False  # administrators only
    about: About = ""


class EventChange(Request, frozen=True, kw_only=True):
    """What the host changes while the event is open; the rest stays."""

    name: EventName | None = None
    about: About | None = None
    joining: bool | None = None
    per_owner: Annotated[int, Meta(ge=1, le=64)] | None = None
    seeding: Seeding | None = None


class EntryRequest(Request, frozen=True, kw_only=True):
    """One's own bot."""

    bot: Id


class HouseRequest(Request, frozen=True, kw_only=True):
    """House bots by name, like `advanced` or `search:iterations=200`."""

    players: Annotated[list[Id], Meta(min_length=1, max_length=64)]


class RemoveRequest(Request, frozen=True, kw_only=True):
    player: Id


class SeedsRequest(Request, frozen=True, kw_only=True):
    """All entrants, the best first."""

    players: Annotated[list[Id], Meta(max_length=64)]


class Entrant(Answer, frozen=True, kw_only=True):
    player: str  # the id of who plays
    name: str
    kind: Literal["bot", "program"]
    version: str | None  # of an uploaded bot
    bot: str | None  # its id
    owner: str | None  # the name of the person whose bot it is
    seed: int | None  # by hand before it begins, and fixed then
    mine: bool
    out: bool  # it cannot play any more: what is left of its matches is lost


class EventSummary(Answer, frozen=True, kw_only=True):
    id: str
    game: str
    name: str
    format: EventFormat
    state: EventState
    host: str | None
    entrants: int
    created: float
    began: float | None
    ended: float | None
    champions: tuple[str, ...]  # names; several if they are level


class Candidate(Answer, frozen=True, kw_only=True):
    """A bot of whoever asks, and why it cannot join, if it cannot."""

    id: str
    name: str
    refusal: str | None


class EventLine(Answer, frozen=True, kw_only=True):
    """A line of the table. Entrants are numbers in the list of entrants, from 0."""

    entrant: int
    place: int  # by the rules of the format; level players share it
    points: float  # of the pairings that are finished
    elo: float | None  # this and the next four: none before the first match
    margin: float | None  # the true strength is so near, 95 times out of 100
    superiority: float | None  # how likely it is stronger than the next in strength
    share: float | None
    won: int
    drawn: int
    lost: int
    matches: int
    faults: int


class EventCell(Answer, frozen=True, kw_only=True):
    """What one entrant has reached against another."""

    entrant: int
    other: int
    won: int
    drawn: int
    lost: int


class EventPairing(Answer, frozen=True, kw_only=True):
    """Entrants who meet. `points` are the mean of what each has reached, none while matches are missing."""

    round: int
    table: int
    entrants: tuple[int, ...]
    extra: int  # how often they have met here before because they were level
    points: tuple[float, ...] | None
    through: tuple[int, ...]  # who goes on, in a knockout
    played: int
    matches: int


class EventMatch(Answer, frozen=True, kw_only=True):
    id: str
    state: Literal["waiting", "over", "forfeited"]
    entrants: tuple[int, ...]  # by seat
    ranks: tuple[int, ...]  # by seat, when it is over
    scores: tuple[float, ...]
    charged: tuple[int, ...]  # seats whose player failed
    ending: str | None


class EventTable(Answer, frozen=True, kw_only=True):
    """How far it has come."""

    played: int
    expected: int  # matches in all, if those seeded first go on winning
    rounds: int  # that are known by now
    lines: tuple[EventLine, ...]  # the best first
    cross: tuple[EventCell, ...]
    bracket: tuple[EventPairing, ...]  # of a knockout: all pairings that are known
    bracket_sizes: tuple[int, ...]  # how many tables each of its rounds has or will have
    notes: tuple[str, ...]


class EventPage(Answer, frozen=True, kw_only=True):
    id: str
    game: str
    name: str
    about: str
    format: EventFormat
    state: EventState
    host: str | None
    hosting: bool  # may whoever asks change it?
    options: dict[str, Any]
    matches: int
    rounds: int | None
    time_control: TimeControl
    per_owner: int
    seeding: Seeding
    rated: bool
    joining: bool
    created: float
    began: float | None
    ended: float | None
    entrants: tuple[Entrant, ...]  # in the order of seeds
    own: tuple[Candidate, ...]  # bots of whoever asks, while people may join
    table: EventTable | None  # once it has begun
    champions: tuple[int, ...]
    trouble: str | None  # why it cannot go on, if it cannot


class EventRound(Answer, frozen=True, kw_only=True):
    """One round with its matches."""

    round: int
    pairings: tuple[EventPairing, ...]
    matches: tuple[tuple[EventMatch, ...], ...]  # of each pairing
    sitting_out: tuple[int, ...]
