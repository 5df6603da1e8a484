"""Ratings as numbers: what players are worth in a game, and what they were before each rated match.

Rated matches of a game are in order of their end, and those that ended together in order of their ids. What a rating
means is the ranker's business, which writes through these functions in the transaction that stores a match.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select, text, tuple_, update

from .database import Database, insert_new, upsert
from .models import MatchModel, PlayerModel, RatingModel, SeatModel
from .players import COLUMNS as PLAYER_COLUMNS
from .players import put_players
from .rows import PlayerRow, RatingRow

AT_ONCE = 10_000  # rows that are read or written in one go


class Key(NamedTuple):
    """The place of a match in the order of its game."""

    ended: datetime
    id: str


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
    .where(MatchModel.game == bindparam("game"), MatchModel.rated, MatchModel.ended.is_not(None))
    .order_by(MatchModel.ended, SeatModel.match_id, SeatModel.seat)
)
# The end alone, too, for which there is an index.
RATED_SINCE = RATED.where(
    MatchModel.ended >= bindparam("ended"),
    tuple_(MatchModel.ended, MatchModel.id) >= tuple_(bindparam("ended"), bindparam("id")),
)
ALL_WORTHS = select(RatingModel.player_id, RatingModel.mu, RatingModel.sigma, RatingModel.matches).where(
    RatingModel.game == bindparam("game")
)
WORTHS = ALL_WORTHS.where(RatingModel.player_id.in_(bindparam("players", expanding=True)))
BEFORE = (
    update(SeatModel)
    .where(SeatModel.match_id == bindparam("of_match"), SeatModel.seat == bindparam("of_seat"))
    .values(mu=bindparam("new_mu"), sigma=bindparam("new_sigma"))
)
BEFORES = text(
    "UPDATE seats SET mu = new.mu, sigma = new.sigma FROM"
    " unnest(CAST(:ids AS text[]), CAST(:seats AS int[]), CAST(:mus AS float8[]), CAST(:sigmas AS float8[]))"
    " AS new (match_id, seat, mu, sigma) WHERE seats.match_id = new.match_id AND seats.seat = new.seat"
)


def rated_seats(connection: Connection, game: str, since: Key | None = None) -> Iterator[RatedSeat]:
    """The seats of the finished matches that count, in order: all of them, or from this match on."""
    if since is None:
        rows = connection.execute(RATED, {"game": game}, execution_options={"yield_per": AT_ONCE})
    else:
        rows = connection.execute(RATED_SINCE, {"game": game, "ended": since.ended, "id": since.id})
    return map(RatedSeat._make, rows)


def ratings_of(connection: Connection, game: str, players: Iterable[str] | None = None) -> dict[str, Worth]:
    """The ratings of these players, as far as they have one, or of all."""
    if players is None:
        rows = connection.execute(ALL_WORTHS, {"game": game})
    else:
        rows = connection.execute(WORTHS, {"game": game, "players": sorted(players)})
    return {id: Worth(mu, sigma, matches) for id, mu, sigma, matches in rows}


def put_ratings(connection: Connection, game: str, ratings: Mapping[str, Worth]) -> None:
    rows = [{"game": game, "player_id": id, **worth._asdict()} for id, worth in sorted(ratings.items())]
    if rows:
        connection.execute(upsert(connection, RatingModel, "game", "player_id"), rows)


def put_befores(connection: Connection, befores: Sequence[Before]) -> None:
    """What the players of these seats were worth before the match."""
    if connection.dialect.name == "sqlite":
        rows = [dict(zip(("of_match", "of_seat", "new_mu", "new_sigma"), one, strict=True)) for one in befores]
        if rows:
            connection.execute(BEFORE, rows)
        return
    for first in range(0, len(befores), AT_ONCE):
        # One statement for many rows: PostgreSQL would take a minute for a million of them.
        ids, seats, mus, sigmas = map(list, zip(*befores[first : first + AT_ONCE], strict=True))
        connection.execute(BEFORES, {"ids": ids, "seats": seats, "mus": mus, "sigmas": sigmas})
