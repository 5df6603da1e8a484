"""Ratings as numbers: what players are worth in a game, and what they were before each rated match.

Rated matches of a game are in order of their end, and those that ended together in order of their ids. Only those that
ended since the running season began count. What a rating means is the ranker's business, which writes through these
functions in the transaction that stores a match.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import Connection, and_, bindparam, func, select, text, tuple_, union_all

from .contest_models import SeasonModel
from .database import Database, insert_new, upsert
from .models import MatchModel, PlayerModel, RatingModel, SeatModel, UtcTime
from .players import COLUMNS as PLAYER_COLUMNS
from .players import put_players
from .rows import PlayerRow, RatingRow

AT_ONCE = 10_000  # rows that are read or written in one go


class Key(NamedTuple):
    """The place of a match in the order of its game."""

    ended: datetime
    id: str


EVER = Key(datetime.min.replace(tzinfo=UTC), "")  # before all matches


class RatedSeat(NamedTuple):
    """A seat of a rated match: what it reached, and the player's rating before it."""

    match_id: str
    seat: int
    player_id: str
    team: int | None
    rank: int | None
    score: int | None
    fault: str | None
    mu: float | None  # none while the match is not yet rated
    sigma: float | None


class Before(NamedTuple):
    """The rating before a match that belongs to this seat."""

    match_id: str
    seat: int
    mu: float
    sigma: float


class Worth(NamedTuple):
    mu: float
    sigma: float
    matches: int


# What becomes of these seats, in the order of their matches, and of what their players are worth: the ranker knows.
Rule = Callable[[str, Sequence[RatedSeat], Mapping[str, Worth]], tuple[list[Before], dict[str, Worth]]]


class Ratings(Database):
    async def ladder(self, game: str) -> list[RatingRow]:
        """All players of a game who have a rating or wait for one, the strongest first."""
        query = (
            select(RatingModel.mu, RatingModel.sigma, RatingModel.matches, *PLAYER_COLUMNS)
            .join(PlayerModel, PlayerModel.id == RatingModel.player_id)
            .where(RatingModel.game == game)
            .order_by(RatingModel.mu.desc(), RatingModel.player_id)
        )
        async with self.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [RatingRow(PlayerRow(*player), mu, sigma, matches) for mu, sigma, matches, *player in rows]

    async def enter_ladder(self, game: str, players: Iterable[PlayerRow], mu: float, sigma: float) -> None:
        """These players wait for their first match; those who are there already stay as they are."""
        rows = list(players)
        values = [{"game": game, "player_id": row.id, "mu": mu, "sigma": sigma, "matches": 0} for row in rows]

        def enter(connection: Connection) -> None:
            put_players(connection, rows)
            if values:
                connection.execute(insert_new(connection, RatingModel, "game", "player_id"), values)

        await self.write(f"the ladder of {game}", enter)

    async def rated_games(self) -> list[str]:
        """The games that have ratings or rated matches."""
        games = select(RatingModel.game).union(select(MatchModel.game).where(MatchModel.rated)).subquery()
        async with self.reading() as connection:
            return [str(game) for game in await connection.scalars(select(games.c.game).order_by(games.c.game))]


# Statements are made once: making one takes SQLAlchemy longer than carrying it out.
# One bound for the index: from this match on, but not from before the season.
BOUNDS = union_all(
    select(SeasonModel.began.label("began")).where(SeasonModel.game == bindparam("game")),
    select(bindparam("ended", type_=UtcTime())),
).subquery()
RATED = (
    select(
        SeatModel.match_id,
        SeatModel.seat,
        SeatModel.player_id,
        SeatModel.team,
        SeatModel.rank,
        SeatModel.score,
        SeatModel.fault,
        SeatModel.mu,
        SeatModel.sigma,
    )
    .join(MatchModel, MatchModel.id == SeatModel.match_id)
    .where(
        MatchModel.game == bindparam("game"),
        MatchModel.rated,
        MatchModel.ended >= select(func.max(BOUNDS.c.began)).scalar_subquery(),
        tuple_(MatchModel.ended, MatchModel.id) >= tuple_(bindparam("ended"), bindparam("id")),
    )
    .order_by(MatchModel.ended, SeatModel.match_id, SeatModel.seat)
)
WORTHS = select(RatingModel.player_id, RatingModel.mu, RatingModel.sigma, RatingModel.matches).where(
    RatingModel.game == bindparam("game")
)
RATED_WITH_WORTHS = RATED.add_columns(RatingModel.mu, RatingModel.sigma, RatingModel.matches).outerjoin(
    RatingModel, and_(RatingModel.game == MatchModel.game, RatingModel.player_id == SeatModel.player_id)
)
BEFORE = "UPDATE seats SET mu = ?, sigma = ? WHERE match_id = ? AND seat = ?"
BEFORES = text(
    "UPDATE seats SET mu = new.mu, sigma = new.sigma FROM"
    " unnest(CAST(:ids AS text[]), CAST(:seats AS int[]), CAST(:mus AS float8[]), CAST(:sigmas AS float8[]))"
    " AS new (match_id, seat, mu, sigma) WHERE seats.match_id = new.match_id AND seats.seat = new.seat"
)


def rated_seats(connection: Connection, game: str) -> Iterator[RatedSeat]:
    """The seats of all finished matches that count in the running season, in order."""
    rows = connection.execute(RATED, {"game": game, **EVER._asdict()}, execution_options={"yield_per": AT_ONCE})
    return map(RatedSeat._make, rows)


def rated_since(connection: Connection, game: str, since: Key) -> tuple[list[RatedSeat], dict[str, Worth]]:
    """The seats from this match on, and what their players are worth today, as far as they have a rating."""
    seats, worths = [], {}
    for *seat, mu, sigma, matches in connection.execute(RATED_WITH_WORTHS, {"game": game, **since._asdict()}):
        seats.append(RatedSeat._make(seat))
        if matches is not None:
            worths[seats[-1].player_id] = Worth(mu, sigma, matches)
    return seats, worths


def rate_since(connection: Connection, game: str, since: Key, rule: Rule) -> None:
    """Rate all matches from this one on, wherever they belong among those that are rated already."""
    seats, worths = rated_since(connection, game, since)
    if seats:
        befores, after = rule(game, seats, worths)
        put_befores(connection, befores)
        put_ratings(connection, game, after)


def ratings_of(connection: Connection, game: str) -> dict[str, Worth]:
    rows = connection.execute(WORTHS, {"game": game})
    return {id: Worth(mu, sigma, matches) for id, mu, sigma, matches in rows}


def put_ratings(connection: Connection, game: str, ratings: Mapping[str, Worth]) -> None:
    rows = [{"game": game, "player_id": id, **worth._asdict()} for id, worth in sorted(ratings.items())]
    if rows:
        connection.execute(upsert(connection, RatingModel, "game", "player_id"), rows)


def put_befores(connection: Connection, befores: Sequence[Before]) -> None:
    """What the players of these seats were worth before the match."""
    if connection.dialect.name == "sqlite":
        if befores:
            connection.exec_driver_sql(BEFORE, [(mu, sigma, id, seat) for id, seat, mu, sigma in befores])
        return
    for first in range(0, len(befores), AT_ONCE):
        # One statement for many rows: PostgreSQL would take a minute for a million of them.
        ids, seats, mus, sigmas = map(list, zip(*befores[first : first + AT_ONCE], strict=True))
        connection.execute(BEFORES, {"ids": ids, "seats": seats, "mus": mus, "sigmas": sigmas})
