"""Seasons: a game's ratings begin anew, and who was where before is kept."""

from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, literal, select, update

from quintain.core.errors import OutOfOrder

from .contest_models import SeasonModel, StandingModel
from .contest_rows import SeasonRow, StandingRow
from .database import Database, Further, take_turn
from .models import PlayerModel, RatingModel
from .players import COLUMNS as PLAYER_COLUMNS
from .rows import PlayerRow

NEWCOMER = {"mu": 1500.0, "sigma": 350.0, "matches": 0}  # as the ranker has it, which a test checks


class Seasons(Database):
    async def start_season(self, game: str, name: str, at: datetime, *further: Further) -> SeasonRow:
        """Keep the standings, and let all players begin anew: only matches that end at this moment or later count.

        If some of those are stored already, `ranker.stored.start_season` rates them in the same transaction.
        """

        def start(connection: Connection) -> SeasonRow:
            take_turn(connection)
            last, began = last_season(connection, game)
            if began is not None and at <= began:
                raise OutOfOrder(f"the running season of {game} began later than that")
            season = SeasonRow(game, last + 1, name, at)
            keep_standings(connection, game, last)
            connection.execute(update(RatingModel).where(RatingModel.game == game).values(**NEWCOMER))
            connection.execute(insert(SeasonModel).values(game=game, number=last + 1, name=name, began=at))
            return season

        return await self.write_with(f"a season of {game}", start, further)

    async def seasons(self, game: str) -> list[SeasonRow]:
        """Those that have begun, the first one first."""
        query = select(*SeasonModel.__table__.columns).where(SeasonModel.game == game).order_by(SeasonModel.number)
        async with self.reading() as connection:
            return [SeasonRow(*row) for row in await connection.execute(query)]

    async def standings(self, game: str, season: int) -> list[StandingRow]:
        """Who was where when this season was over; 0 is the time before the first one."""
        query = (
            select(StandingModel.place, StandingModel.mu, StandingModel.sigma, StandingModel.matches, *PLAYER_COLUMNS)
            .join(PlayerModel, PlayerModel.id == StandingModel.player_id)
            .where(StandingModel.game == game, StandingModel.season == season)
            .order_by(StandingModel.place, StandingModel.player_id)
        )
        async with self.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [
            StandingRow(game, season, PlayerRow(*player), place, mu, sigma, matches)
            for place, mu, sigma, matches, *player in rows
        ]


def last_season(connection: Connection, game: str) -> tuple[int, datetime | None]:
    query = select(SeasonModel.number, SeasonModel.began).where(SeasonModel.game == game)
    row = connection.execute(query.order_by(SeasonModel.number.desc()).limit(1)).first()
    return (row.number, row.began) if row else (0, None)


def keep_standings(connection: Connection, game: str, season: int) -> None:
    """Of all who played in it."""
    place = func.row_number().over(order_by=(RatingModel.mu.desc(), RatingModel.player_id))
    worth = (RatingModel.mu, RatingModel.sigma, RatingModel.matches)
    played = select(literal(game), literal(season), RatingModel.player_id, place, *worth).where(
        RatingModel.game == game, RatingModel.matches > 0
    )
    columns = ["game", "season", "player_id", "place", "mu", "sigma", "matches"]
    connection.execute(delete(StandingModel).where(StandingModel.game == game, StandingModel.season == season))
    connection.execute(insert(StandingModel).from_select(columns, played))
