"""Matches: who sat where, what they did, how it ended."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, Select, insert, select, tuple_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from quintain.core.errors import Duplicate, NotStored, OutOfOrder, StoreDamaged, StoreError

from .database import Database, Further, insert_new, take_turn, upsert
from .models import AppearanceModel, EntryModel, MatchModel, ReplayModel, SeatModel
from .people import guests_among
from .players import lost_player, players_of, put_players
from .rated_matches import key_of, put_latest
from .ratings import Rule, rate_since
from .rows import FinishedMatch, MatchRow, SeatRow

COLUMNS = MatchModel.__table__.columns
REPLAYS = insert(ReplayModel)
SEAT_COLUMNS = [column for column in SeatModel.__table__.columns if column.name != "ended"]


class Matches(Database):
    async def create_match(self, match: MatchRow, seats: Iterable[SeatRow], entries: Sequence[bytes] = ()) -> None:
        """A match that begins with entries, such as a fork, has them from the start."""
        rows = list(seats)
        await self.write(f"match {match.id!r}", lambda connection: put_match(connection, match, rows, entries))

    async def seat_changed(self, match_id: str, seat: SeatRow) -> None:
        """While the match is played: afterwards it is history."""

        def change(connection: Connection) -> None:
            if connection.scalar(select(MatchModel.ended).where(MatchModel.id == match_id)):
                raise OutOfOrder(f"match {match_id!r} is over")
            put_all_seats(connection, {match_id: [seat]})

        await self.write(f"a seat of match {match_id!r}", change)

    async def finish_match(
        self,
        match_id: str,
        ended: datetime,
        outcome: bytes,
        replay: bytes,
        seats: Iterable[SeatRow],
        further: Sequence[Further] = (),
    ) -> None:
        """Once only: a second outcome is refused. The seats are as they were at the end, with what they reached.

        What `further` writes is stored with the outcome, or neither is. It may be called again after it was undone.
        """
        rows = list(seats)

        def finish(connection: Connection) -> None:
            if further:
                take_turn(connection)
            close_match(connection, match_id, ended, outcome)
            put_all_seats(connection, {match_id: rows}, {match_id: ended})
            connection.execute(insert(ReplayModel).values(match_id=match_id, replay=replay))
            for write in further:
                write_further(connection, match_id, write)

        await self.write(f"match {match_id!r}", finish)

    async def add_matches(
        self, finished: Iterable[FinishedMatch], further: Sequence[Further] = (), rule: Rule | None = None
    ) -> list[str]:
        """Store whole matches, and what `further` writes, all or nothing; return the ids of those that are new.

        One that is there already is left as it is: the same result may be reported twice. With a rule, those that
        count are rated by it.
        """
        rows = {one.match.id: one for one in finished}

        def add(connection: Connection) -> list[str]:
            new = [*rows] if rule and put_latest(connection, rows, rule) else put_anywhere(connection, rows, rule)
            for write in further:
                write_further(connection, f"of {len(new)}", write)
            return new

        return await self.write("matches", add)

    async def match(self, id: str) -> MatchRow | None:
        found = await self.find_matches(select(*COLUMNS).where(MatchModel.id == id))
        return found[0] if found else None

    async def entries(self, match_id: str) -> list[bytes]:
        query = select(EntryModel.n, EntryModel.entry).where(EntryModel.match_id == match_id).order_by(EntryModel.n)
        async with self.reading() as connection:
            rows = (await connection.execute(query)).all()
        for expected, (n, entry) in enumerate(rows):
            if n != expected or not isinstance(entry, bytes):
                raise StoreDamaged(f"line {expected} of the journal is missing")
        return [entry for _, entry in rows]

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
        query = query.order_by(MatchModel.ended.desc(), MatchModel.id.desc()).limit(limit)
        try:
            return await self.find_matches(query)
        except StoreDamaged:
            async with self.reading() as connection:
                ids = [str(id) for id in await connection.scalars(query.with_only_columns(MatchModel.id))]
            return [row async for row in self.readable("match", ids, self.match)]

    async def find_matches(self, query: Select[Any]) -> list[MatchRow]:
        async with self.reading() as connection:
            matches = [MatchRow(**row) for row in (await connection.execute(query)).mappings()]
            seats = await seats_of(connection, [match.id for match in matches])
        return [msgspec.structs.replace(match, seats=tuple(seats.get(match.id, ()))) for match in matches]


def put_match(connection: Connection, match: MatchRow, seats: Iterable[SeatRow], entries: Iterable[bytes]) -> None:
    lines = [{"match_id": match.id, "n": n, "entry": entry} for n, entry in enumerate(entries)]
    connection.execute(insert(MatchModel).values(match_values(match)))
    put_all_seats(connection, {match.id: list(seats)})
    if lines:
        connection.execute(insert(EntryModel), lines)


def put_anywhere(connection: Connection, finished: Mapping[str, FinishedMatch], rule: Rule | None) -> list[str]:
    """Those that are new, wherever they belong among the others; return their ids."""
    take_turn(connection)
    new = put_finished(connection, finished)
    if rule:
        rated = [one.match for one in finished.values() if one.match.rated and one.match.ended]
        for game in sorted({match.game for match in rated}):
            rate_since(connection, game, min(key_of(match) for match in rated if match.game == game), rule)
    return new


def put_finished(connection: Connection, finished: Mapping[str, FinishedMatch]) -> list[str]:
    """Of those that are new: the ids, in the order in which they were given."""
    if not finished:
        return []
    statement = insert_new(connection, MatchModel, "id").returning(MatchModel.id)
    inserted = set(connection.scalars(statement, [match_values(one.match) for one in finished.values()]))
    new = [id for id in finished if id in inserted]
    matches = {id: finished[id].match for id in new}
    put_all_seats(
        connection,
        {id: match.seats for id, match in matches.items()},
        {id: match.ended for id, match in matches.items()},
    )
    if new:
        replays = [{"match_id": id, "replay": finished[id].replay} for id in new]
        connection.execute(REPLAYS, replays)
    return new


def match_values(match: MatchRow) -> dict[str, Any]:
    values = msgspec.structs.asdict(match)
    del values["seats"]
    return values


def put_all_seats(
    connection: Connection, seats: Mapping[str, Sequence[SeatRow]], ends: Mapping[str, datetime | None] | None = None
) -> None:
    """The seats of these matches, and the players in them."""
    ends = ends or {}
    rows = [(id, seat) for id, own in seats.items() for seat in own]
    players = {player.id: player for _, seat in rows for player in (seat.player, seat.stand_in) if player}
    seated = {(p.person_id, id) for id, seat in rows for p in (seat.player, seat.stand_in) if p and p.person_id}
    appearances = [{"person_id": person, "match_id": id} for person, id in sorted(seated)]
    put_players(connection, players.values())
    if rows:
        values = [seat_values(id, seat) | {"ended": ends.get(id)} for id, seat in rows]
        connection.execute(upsert(connection, SeatModel, "match_id", "seat"), values)
    if appearances:
        connection.execute(insert_new(connection, AppearanceModel, "person_id", "match_id"), appearances)


def seat_values(match_id: str, seat: SeatRow) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "seat": seat.seat,
        "name": seat.name,
        "player_id": seat.player.id,
        "stand_in_id": seat.stand_in.id if seat.stand_in else None,
        "rank": seat.rank,
        "score": seat.score,
        "fault": seat.fault,
        "team": seat.team,
        "mu": seat.mu,
        "sigma": seat.sigma,
        "slowest": seat.slowest,
    }


def write_further(connection: Connection, match_id: str, write: Further) -> None:
    """A row in here that is there already must not look as if the match were."""
    try:
        write(connection)
    except (IntegrityError, Duplicate) as error:
        raise StoreError(f"something else to be stored with match {match_id!r} clashes") from error


def close_match(connection: Connection, match_id: str, ended: datetime, outcome: bytes) -> None:
    open_match = update(MatchModel).where(MatchModel.id == match_id, MatchModel.ended.is_(None))
    if not connection.execute(open_match.values(ended=ended, outcome=outcome)).rowcount:
        raise not_open(connection, match_id)
    connection.execute(update(SeatModel).where(SeatModel.match_id == match_id).values(ended=ended))


def not_open(connection: Connection, match_id: str) -> Exception:
    if connection.scalar(select(MatchModel.id).where(MatchModel.id == match_id)):
        return Duplicate(f"match {match_id!r} has an outcome already")
    return NotStored(f"there is no match {match_id!r}")


async def seats_of(connection: AsyncConnection, match_ids: Sequence[str]) -> dict[str, list[SeatRow]]:
    query = select(*SEAT_COLUMNS).where(SeatModel.match_id.in_(match_ids))
    rows = (await connection.execute(query.order_by(SeatModel.match_id, SeatModel.seat))).all()
    players = await players_of(connection, {id for row in rows for id in (row.player_id, row.stand_in_id) if id})
    guests = await guests_among(connection, {player.person_id for player in players.values() if player.person_id})
    seats: dict[str, list[SeatRow]] = {}
    for match_id, seat, name, player_id, stand_in_id, *reached in rows:
        player = players.get(player_id) or lost_player(player_id, name)
        stand_in = stand_in_id and (players.get(stand_in_id) or lost_player(stand_in_id, name))
        found = replace(SeatRow(seat, name, player, stand_in, *reached), guest=player.person_id in guests)
        seats.setdefault(match_id, []).append(found)
    return seats
