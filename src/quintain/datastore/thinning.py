"""Retention: replays of old ladder matches may go, by a rule; matches, seats and ratings never do.

A replay goes, and with it what programs wrote to standard error, if its match ended so long ago and was neither played
at a table nor in an event nor by a person, nor forked; unless it is among the newest of one of its players, or one of
those that are kept by chance. That chance follows from the match's id: thinning twice thins no more than once.
"""

import zlib
from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, Select, and_, delete, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from .contest_models import LogModel
from .database import Database, Further
from .models import AppearanceModel, MatchModel, PlayerModel, ReplayModel, SeatModel

AT_ONCE = 500  # matches in a transaction, so that a server that uses the database never waits long


class Rule(msgspec.Struct, frozen=True):
    days: float = 30.0  # younger ones stay
    every: int = 20  # of so many, one stays
    newest: int = 50  # of each player stay


class Thinned(NamedTuple):
    """What goes, and what stays of all the replays."""

    replays: int
    bytes: int
    kept: int


class Old(NamedTuple):
    """A replay that is old enough to go."""

    id: str
    ended: datetime
    size: int


class Thinning(Database):
    async def thin_replays(self, rule: Rule, moment: datetime, apply: bool = False) -> Thinned:
        """Delete what the rule lets go at this moment, or only tell how much that is."""
        async with self.reading() as connection:
            count = await connection.scalar(select(func.count()).select_from(ReplayModel)) or 0
            since = await newest_since(connection, rule.newest)
        gone = size = 0
        async for part in self.going(rule, moment - timedelta(days=rule.days), since):
            gone, size = gone + len(part), size + sum(one.size for one in part)
            if apply:
                await self.write("old replays", deletes([one.id for one in part]))
        return Thinned(gone, size, count - gone)

    async def going(self, rule: Rule, before: datetime, since: dict[str, datetime]) -> AsyncIterator[list[Old]]:
        last: Old | None = None
        while True:
            async with self.reading() as connection:
                old = [Old(*row) for row in await connection.execute(old_replays(before, last))]
                seated = await players_in(connection, [one.id for one in old])
            if not old:
                return
            last = old[-1]
            yield [one for one in old if not by_chance(one.id, rule.every) and not among(one, seated, since)]


def by_chance(match_id: str, every: int) -> bool:
    return zlib.crc32(match_id.encode()) % every == 0


def among(one: Old, seated: dict[str, list[str]], since: dict[str, datetime]) -> bool:
    """Is it one of the newest of a player?"""
    return any(player not in since or one.ended >= since[player] for player in seated.get(one.id, ()))


def old_replays(before: datetime, last: Old | None) -> Select[str, datetime, int]:
    """Some that are old enough and nobody's own, the oldest first, after the last one that was looked at."""
    fork = aliased(MatchModel)
    query = (
        select(MatchModel.id, MatchModel.ended, func.length(ReplayModel.replay))
        .join(ReplayModel, ReplayModel.match_id == MatchModel.id)
        .where(
            MatchModel.ended < before,
            MatchModel.table_id.is_(None),
            MatchModel.event_id.is_(None),
            MatchModel.forked_from.is_(None),
            ~exists().where(fork.forked_from == MatchModel.id),
            ~exists().where(AppearanceModel.match_id == MatchModel.id),
        )
        .order_by(MatchModel.ended, MatchModel.id)
        .limit(AT_ONCE)
    )
    if last is not None:
        later = and_(MatchModel.ended == last.ended, MatchModel.id > last.id)
        query = query.where(MatchModel.ended >= last.ended, or_(MatchModel.ended > last.ended, later))
    return query


async def newest_since(connection: AsyncConnection, newest: int) -> dict[str, datetime]:
    """When the oldest of the newest matches of each player ended; whoever has fewer is not in it."""
    ended = (
        select(SeatModel.ended)
        .where(SeatModel.player_id == PlayerModel.id, SeatModel.ended.is_not(None))
        .order_by(SeatModel.ended.desc())
        .limit(1)
        .offset(newest - 1)
        .scalar_subquery()
    )
    rows = await connection.execute(select(PlayerModel.id, ended))
    return {id: since for id, since in rows if since is not None}


async def players_in(connection: AsyncConnection, match_ids: Sequence[str]) -> dict[str, list[str]]:
    seated: dict[str, list[str]] = {}
    query = select(SeatModel.match_id, SeatModel.player_id).where(SeatModel.match_id.in_(match_ids))
    for match_id, player_id in await connection.execute(query):
        seated.setdefault(match_id, []).append(player_id)
    return seated


def deletes(match_ids: Sequence[str]) -> Further:
    def forget(connection: Connection) -> None:
        for model in (ReplayModel, LogModel):
            connection.execute(delete(model).where(model.match_id.in_(match_ids)))

    return forget
