"""Matches: who sat where, what they did, how it ended."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quintain.core.errors import Duplicate, NotStored

from .database import Database, upsert
from .models import AppearanceModel, EntryModel, MatchModel, ReplayModel, SeatModel
from .rows import MatchRow, SeatRow

COLUMNS = MatchModel.__table__.columns


class Matches(Database):
    async def create_match(self, match: MatchRow, seats: Iterable[SeatRow], entries: Sequence[bytes] = ()) -> None:
        """A match that begins with entries, such as a fork, has them from the start."""
        rows = list(seats)
        await self.write(f"match {match.id!r}", lambda connection: put_match(connection, match, rows, entries))

    async def seat_changed(self, match_id: str, seat: SeatRow) -> None:
        await self.write(f"a seat of match {match_id!r}", lambda connection: put_seats(connection, match_id, [seat]))

    async def finish_match(self, match_id: str, ended: datetime, outcome: bytes, replay: bytes) -> None:
        """Once only: a second outcome is refused."""

        def finish(connection: Connection) -> None:
            open_match = update(MatchModel).where(MatchModel.id == match_id, MatchModel.ended.is_(None))
            if not connection.execute(open_match.values(ended=ended, outcome=outcome)).rowcount:
                raise not_open(connection, match_id)
            connection.execute(insert(ReplayModel).values(match_id=match_id, replay=replay))

        await self.write(f"the replay of match {match_id!r}", finish)

    async def match(self, id: str) -> MatchRow | None:
        found = await self.find_matches(select(*COLUMNS).where(MatchModel.id == id))
        return found[0] if found else None

    async def entries(self, match_id: str) -> list[bytes]:
        query = select(EntryModel.entry).where(EntryModel.match_id == match_id).order_by(EntryModel.n)
        async with self.reading() as connection:
            return list(await connection.scalars(query))

    async def seats(self, match_id: str) -> list[SeatRow]:
        async with self.reading() as connection:
            return (await seats_of(connection, [match_id])).get(match_id, [])

    async def replay(self, match_id: str) -> bytes | None:
        """None while the match is played."""
        async with self.reading() as connection:
            return await connection.scalar(select(ReplayModel.replay).where(ReplayModel.match_id == match_id))

    async def unfinished(self) -> list[MatchRow]:
        query = select(*COLUMNS).where(MatchModel.ended.is_(None))
        return await self.find_matches(query.order_by(MatchModel.began, MatchModel.id))

    async def latest(
        self,
        limit: int,
        before: str | None = None,
        game: str | None = None,
        person: str | None = None,
        public: bool | None = None,
    ) -> list[MatchRow]:
        """Finished matches, the newest first; to turn the page, name the last match of the page before.

        A person's matches are all in which they sat at any time. Strangers see public=True.
        """
        query = select(*COLUMNS).where(MatchModel.ended.is_not(None))
        if before is not None:
            key = select(MatchModel.ended, MatchModel.id).where(MatchModel.id == before).scalar_subquery()
            query = query.where(tuple_(MatchModel.ended, MatchModel.id) < key)
        if game is not None:
            query = query.where(MatchModel.game == game)
        if person is not None:
            query = query.join(AppearanceModel).where(AppearanceModel.person_id == person)
        if public is not None:
            query = query.where(MatchModel.public == public)
        return await self.find_matches(query.order_by(MatchModel.ended.desc(), MatchModel.id.desc()).limit(limit))

    async def find_matches(self, query: Select[Any]) -> list[MatchRow]:
        async with self.reading() as connection:
            matches = [MatchRow(**row) for row in (await connection.execute(query)).mappings()]
            seats = await seats_of(connection, [match.id for match in matches])
        return [msgspec.structs.replace(match, seats=tuple(seats.get(match.id, ()))) for match in matches]


def put_match(connection: Connection, match: MatchRow, seats: Iterable[SeatRow], entries: Iterable[bytes]) -> None:
    values = msgspec.structs.asdict(match)
    del values["seats"]
    lines = [{"match_id": match.id, "n": n, "entry": entry} for n, entry in enumerate(entries)]
    connection.execute(insert(MatchModel).values(values))
    put_seats(connection, match.id, seats)
    if lines:
        connection.execute(insert(EntryModel), lines)


def put_seats(connection: Connection, match_id: str, seats: Iterable[SeatRow]) -> None:
    rows = [{"match_id": match_id, **msgspec.structs.asdict(seat)} for seat in seats]
    people = {row["person_id"] for row in rows} - {None}
    appearances = [{"person_id": person, "match_id": match_id} for person in sorted(people)]
    if rows:
        connection.execute(upsert(connection, SeatModel, "match_id", "seat"), rows)
    if appearances:
        connection.execute(upsert(connection, AppearanceModel, "person_id", "match_id"), appearances)


def not_open(connection: Connection, match_id: str) -> Exception:
    if connection.scalar(select(MatchModel.id).where(MatchModel.id == match_id)):
        return Duplicate(f"match {match_id!r} has an outcome already")
    return NotStored(f"there is no match {match_id!r}")


async def seats_of(connection: AsyncConnection, match_ids: Sequence[str]) -> dict[str, list[SeatRow]]:
    query = select(*SeatModel.__table__.columns).where(SeatModel.match_id.in_(match_ids))
    seats: dict[str, list[SeatRow]] = {}
    for match_id, *values in await connection.execute(query.order_by(SeatModel.match_id, SeatModel.seat)):
        seats.setdefault(match_id, []).append(SeatRow(*values))
    return seats
