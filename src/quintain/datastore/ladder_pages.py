"""What the pages of ladders and bots show. Every query walks an index as far as it must and no further.

A person plays every game, so where a game can be named, only matches of that game count.
"""

import json
from collections.abc import Collection
from typing import Any

from sqlalchemy import Select, and_, func, or_, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from .contest_models import BotModel, VersionModel
from .contest_rows import AgainstRow, CoursePoint, FormRow, LadderRow, SlowRow, program_id
from .matches import COLUMNS as MATCH_COLUMNS
from .matches import Matches
from .models import MatchModel, PersonModel, PlayerModel, RatingModel, UtcTime
from .players import COLUMNS as PLAYER_COLUMNS
from .players import lost_player, players_of
from .rows import MatchRow, PlayerRow

WORTH = (RatingModel.mu, RatingModel.sigma, RatingModel.matches)
BEFORE_ID = len(program_id(""))  # letters of a program's id before that of its version

# Many players, and of each its few newest matches: SQLite knows no LATERAL, PostgreSQL no row ids.
NEWEST = {
    "sqlite": "json_each(:ids) AS p JOIN seats AS s ON s.rowid IN (SELECT s.rowid FROM {walk})",
    "postgresql": "unnest(CAST(:ids AS text[])) AS p (value) CROSS JOIN LATERAL (SELECT s.* FROM {walk}) AS s",
}
WALK = "seats AS s WHERE s.player_id = p.value AND {which} ORDER BY s.ended DESC, s.match_id DESC LIMIT :n"
# A team of one player has several seats and one result.
ONCE = (
    "NOT EXISTS (SELECT 1 FROM seats AS e"
    " WHERE e.match_id = s.match_id AND e.seat < s.seat AND e.player_id = s.player_id)"
)
RATED = f"s.ended IS NOT NULL AND s.mu IS NOT NULL AND {ONCE}"
OF_GAME = "EXISTS (SELECT 1 FROM matches AS m WHERE m.id = s.match_id AND m.game = :game)"
IN_PUBLIC = "EXISTS (SELECT 1 FROM matches AS m WHERE m.id = s.match_id AND m.public)"
# Who failed has lost to all who did not, whatever a stand-in made of it.
OWN, OTHER = (f"({seat}.rank + CASE WHEN {seat}.fault IS NULL THEN 0 ELSE 1000000 END)" for seat in "so")
OTHERS = "o.match_id = s.match_id AND COALESCE(o.team, o.seat) <> COALESCE(s.team, s.seat)"
SHARE = (
    f"(SELECT AVG(CASE WHEN {OWN} < {OTHER} THEN 1.0 WHEN {OWN} = {OTHER} THEN 0.5 ELSE 0.0 END)"
    f" FROM seats AS o WHERE {OTHERS})"
)


class LadderPages(Matches):
    async def ladder_page(
        self, game: str, limit: int, offset: int = 0, kinds: Collection[str] | None = None, all_versions: bool = False
    ) -> list[LadderRow]:
        """Players of a game, the strongest first, and those without a rated match last.

        Of each bot the version that plays, or all; none of a bot or person who is disabled.
        """
        columns = (BotModel.id, VersionModel.language, PersonModel.id, PersonModel.name)
        query = listed(select(*WORTH, *columns, *PLAYER_COLUMNS), game, kinds, all_versions)
        order = (RatingModel.matches == 0, RatingModel.mu.desc(), RatingModel.player_id)
        async with self.reading() as connection:
            rows = (await connection.execute(query.order_by(*order).limit(limit).offset(offset))).all()
        return [ladder_row(place, *row) for place, row in enumerate(rows, offset + 1)]

    async def ladder_size(self, game: str, kinds: Collection[str] | None = None, all_versions: bool = False) -> int:
        """How many there are on all pages."""
        async with self.reading() as connection:
            return await connection.scalar(listed(select(func.count()), game, kinds, all_versions)) or 0

    async def form_of(self, player_ids: Collection[str], n: int, game: str | None = None) -> dict[str, list[FormRow]]:
        """The last n rated results of each of these players, the newest first."""
        found: dict[str, list[FormRow]] = {id: [] for id in player_ids}
        which = f"{RATED} AND {OF_GAME}" if game else RATED
        async with self.reading() as connection:
            query = f"SELECT p.value, s.match_id, s.ended, {SHARE} FROM {newest(connection, which)}"
            rows = await connection.execute(
                typed(f"{query} ORDER BY s.ended DESC, s.match_id DESC"),
                {**ids_in(connection, found), "n": n, "game": game},
            )
            for player, match_id, ended, share in rows:
                found[player].append(FormRow(match_id, ended, float(share or 0)))
        return found

    async def course_of(self, player_id: str, points: int, game: str | None = None) -> list[CoursePoint]:
        """What the player was worth before its rated matches, the oldest first: the first one, and so many evenly."""
        which = f"{RATED} AND {OF_GAME}" if game else RATED
        numbered = (
            "SELECT s.match_id, s.ended, s.mu, s.sigma, COUNT(*) OVER () AS total,"
            " ROW_NUMBER() OVER (ORDER BY s.ended, s.match_id) AS n"
            f" FROM seats AS s WHERE s.player_id = :player AND {which}"
        )
        step = "((total + :points - 1) / :points)"
        query = f"SELECT match_id, ended, mu, sigma FROM ({numbered}) AS c WHERE n = 1 OR (total - n) % {step} = 0"
        async with self.reading() as connection:
            rows = await connection.execute(
                typed(f"{query} ORDER BY n"), {"player": player_id, "points": points, "game": game}
            )
            return [CoursePoint(*row) for row in rows]

    async def against(self, player_id: str, game: str | None = None) -> list[AgainstRow]:
        """Rated results by opponent, the most frequent first. Partners in a team are none."""
        which = f"{RATED} AND {OF_GAME}" if game else RATED
        met = (
            f"SELECT DISTINCT s.match_id, o.player_id, {OWN} AS own, {OTHER} AS other FROM seats AS s"
            f" JOIN seats AS o ON {OTHERS} AND o.player_id <> s.player_id WHERE s.player_id = :player AND {which}"
        )
        counted = ", ".join(f"SUM(CASE WHEN own {sign} other THEN 1 ELSE 0 END)" for sign in "<=>")
        query = f"SELECT player_id, {counted} FROM ({met}) AS met GROUP BY player_id ORDER BY COUNT(*) DESC, player_id"
        async with self.reading() as connection:
            rows = (await connection.execute(text(query), {"player": player_id, "game": game})).all()
            players = await players_of(connection, [row[0] for row in rows])
        return [AgainstRow(players.get(id) or lost_player(id, id), *results) for id, *results in rows]

    async def latest_of(
        self,
        player_ids: Collection[str],
        limit: int,
        before: str | None = None,
        game: str | None = None,
        public: bool | None = None,
    ) -> list[MatchRow]:
        """Finished matches of any of these players, the newest first; to turn the page, name the last one before."""
        which = f"s.ended IS NOT NULL AND {ONCE}"
        which += f" AND {OF_GAME}" if game else ""
        which += f" AND {IN_PUBLIC}" if public else ""
        if before is not None:
            which += " AND s.ended <= (SELECT ended FROM matches WHERE id = :before)"
            which += " AND (s.ended, s.match_id) < (SELECT ended, id FROM matches WHERE id = :before)"
        async with self.reading() as connection:
            query = f"SELECT DISTINCT s.ended, s.match_id FROM {newest(connection, which)}"
            rows = await connection.execute(
                text(f"{query} ORDER BY s.ended DESC, s.match_id DESC LIMIT :n"),
                {**ids_in(connection, player_ids), "n": limit, "game": game, "before": before},
            )
            ids = [row.match_id for row in rows]
        found = select(*MATCH_COLUMNS).where(MatchModel.id.in_(ids))
        return await self.find_matches(found.order_by(MatchModel.ended.desc(), MatchModel.id.desc()))

    async def slowest_of(self, player_id: str, n: int) -> list[SlowRow]:
        """The seats in which the player thought longest about one decision."""
        query = (
            "SELECT match_id, seat, ended, slowest FROM seats WHERE player_id = :player AND ended IS NOT NULL"
            " AND slowest IS NOT NULL ORDER BY slowest DESC, match_id, seat LIMIT :n"
        )
        async with self.reading() as connection:
            return [SlowRow(*row) for row in await connection.execute(typed(query), {"player": player_id, "n": n})]


def listed(query: Select[Any], game: str, kinds: Collection[str] | None, all_versions: bool) -> Select[Any]:
    """From the players of a game who are shown, with the bots and people to whom they belong."""
    version = and_(PlayerModel.kind == "program", VersionModel.id == func.substr(PlayerModel.id, BEFORE_ID + 1))
    query = (
        query.select_from(RatingModel)
        .join(PlayerModel, PlayerModel.id == RatingModel.player_id)
        .outerjoin(VersionModel, version)
        .outerjoin(BotModel, BotModel.id == VersionModel.bot_id)
        .outerjoin(PersonModel, PersonModel.id == func.coalesce(BotModel.owner_id, PlayerModel.person_id))
        .where(RatingModel.game == game, BotModel.disabled.is_(None), PersonModel.disabled.is_(None))
    )
    if kinds is not None:
        query = query.where(PlayerModel.kind.in_(sorted(kinds)))
    if not all_versions:
        query = query.where(or_(VersionModel.id.is_(None), VersionModel.id == BotModel.active))
    return query


def ladder_row(
    place: int,
    mu: float,
    sigma: float,
    matches: int,
    bot_id: str | None,
    language: str | None,
    owner_id: str | None,
    owner: str | None,
    *player: Any,
) -> LadderRow:
    return LadderRow(
        place=place,
        player=PlayerRow(*player),
        mu=mu,
        sigma=sigma,
        matches=matches,
        bot_id=bot_id,
        language=language,
        owner_id=owner_id,
        owner=owner,
    )


def newest(connection: AsyncConnection, which: str) -> str:
    """Up to :n seats of each player, of those that are meant."""
    return NEWEST[connection.dialect.name].format(walk=WALK.format(which=which))


def ids_in(connection: AsyncConnection, ids: Collection[str]) -> dict[str, Any]:
    listed = sorted(set(ids))
    return {"ids": json.dumps(listed) if connection.dialect.name == "sqlite" else listed}


def typed(query: str) -> Any:
    """SQLite gives moments as text."""
    return text(query).columns(ended=UtcTime())
