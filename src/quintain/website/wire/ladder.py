"""The contest as the pages show it: ladders, and what is known of a player."""

from typing import Literal

from quintain.website.wire import Answer
from quintain.website.wire.administration import Season
from quintain.website.wire.bots import VersionState
from quintain.website.wire.matches import Change, MatchSummary, PlayerLink
from quintain.website.wire.tables import TableSummary

Result = Literal["won", "above", "drawn", "below", "lost"]  # above or below the middle, where there are more than two
Among = Literal["all", "people", "house", "programs"]  # whom to show


class Rated(Answer, frozen=True, kw_only=True):
    """A rating for people: the true one is within the margin, 95 times out of 100."""

    points: int
    margin: int
    matches: int


class LadderRow(Answer, frozen=True, kw_only=True):
    place: int
    player: PlayerLink
    owner: str | None = None
    language: str | None = None
    rating: Rated
    form: tuple[Result, ...] = ()  # the newest last
    league: str | None = None
    boss: str | None = None  # the league whose border this bot is: who passes it is in there


class Pairing(Answer, frozen=True, kw_only=True):
    """A ranked match that is being played now."""

    id: str
    players: tuple[PlayerLink, ...]  # each one once


class RatedMatch(Answer, frozen=True, kw_only=True):
    match: MatchSummary
    changes: tuple[Change, ...] = ()  # none in a match that does not count


class LadderPage(Answer, frozen=True, kw_only=True):
    game: str
    season: Season | None  # the one that is shown; none before the first
    seasons: tuple[Season, ...]  # the newest first
    over: bool  # is it an older season, with its final standings?
    paused: bool  # has an administrator stopped the ranker?
    total: int  # rows that there are
    first: int  # how many rows come before these
    low: int  # the scale on which all ratings can be drawn
    high: int
    rows: tuple[LadderRow, ...]
    playing: tuple[Pairing, ...] = ()
    latest: tuple[RatedMatch, ...] = ()


class LadderTop(Answer, frozen=True, kw_only=True):
    """The best of a game's ladder."""

    game: str
    players: int
    rows: tuple[LadderRow, ...]


class VersionLine(Answer, frozen=True, kw_only=True):
    """A version of a bot, and what it is worth."""

    id: str
    number: int
    language: str
    state: VersionState
    active: bool
    created: float
    note: str
    rating: Rated | None


class CoursePoint(Answer, frozen=True, kw_only=True):
    """A rating at a moment."""

    at: float
    points: int
    margin: int


class Course(Answer, frozen=True, kw_only=True):
    """The rating of a player over time: of one version, where it has several."""

    label: str
    points: tuple[CoursePoint, ...]


class Opponent(Answer, frozen=True, kw_only=True):
    """All rated matches with one opponent."""

    player: PlayerLink
    won: int
    drawn: int
    lost: int
    expected: float | None  # the part of the points that the ratings promise


class SlowDecision(Answer, frozen=True, kw_only=True):
    match: str
    seat: int
    seconds: float
    ended: float


class PlayerPage(Answer, frozen=True, kw_only=True):
    player: PlayerLink
    game: str | None  # whose ladder is shown; none for a person who has not been rated
    games: tuple[str, ...]  # in which there are ratings
    bot: str | None = None  # the id of an uploaded bot
    owner: PlayerLink | None = None
    language: str | None = None
    about: str = ""
    disabled: bool = False
    yours: bool = False
    place: int | None = None
    players: int = 0  # on the ladder
    rating: Rated | None = None
    league: str | None = None
    ahead: str = ""  # what is missing to the next league, in words
    versions: tuple[VersionLine, ...] = ()
    courses: tuple[Course, ...] = ()
    opponents: tuple[Opponent, ...] = ()
    latest: tuple[RatedMatch, ...] = ()
    slowest: tuple[SlowDecision, ...] = ()
    bots: tuple[PlayerLink, ...] = ()  # of a person


class Channel(Answer, frozen=True, kw_only=True):
    """What the television shows of a game: the best match that runs."""

    game: str
    table: TableSummary | None
    ranked: bool = False
    rating: int | None = None  # of the players, on average
    latest: MatchSummary | None = None  # where nothing runs: a replay to watch
