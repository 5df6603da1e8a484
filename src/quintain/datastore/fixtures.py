"""Fixtures: matches that shall be played. Workers lease them, play them, and store the match under the same id."""

from collections.abc import Collection, Iterable

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, select, update

from quintain.core.errors import NotStored

from .contest_models import FixtureModel
from .contest_rows import FixtureRow
from .database import Database, Further, insert_new, moment_of
from .leases import is_free, lease_until
from .models import MatchModel

COLUMNS = FixtureModel.__table__.columns


class Fixtures(Database):
    async def add_fixtures(self, fixtures: Iterable[FixtureRow]) -> list[str]:
        """Returns the ids of those that are new: neither waiting nor played already."""
        rows = {row.id: msgspec.structs.asdict(row) for row in fixtures}

        def add(connection: Connection) -> list[str]:
            played = set(connection.scalars(select(MatchModel.id).where(MatchModel.id.in_(sorted(rows)))))
            wanted = [row for id, row in rows.items() if id not in played]
            if not wanted:
                return []
            statement = insert_new(connection, FixtureModel, "id").returning(FixtureModel.id)
            added = set(connection.scalars(statement, wanted))
            return [id for id in rows if id in added]

        return await self.write("fixtures", add)

    async def take_fixtures(
        self, worker: str, limit: int, seconds: float, games: Collection[str] | None = None
    ) -> list[FixtureRow]:
        """Up to so many that nobody plays, for this worker alone and so many seconds. Those of events come first.

        However many ask at once, nobody gets what another has. When the lease runs out, the next one who asks does.
        """

        def take(connection: Connection) -> list[FixtureRow]:
            moment = moment_of(connection)
            until = lease_until(moment, seconds)
            query = select(*COLUMNS).where(is_free(FixtureModel.lease, moment))
            if games is not None:
                query = query.where(FixtureModel.game.in_(sorted(games)))
            query = query.order_by(FixtureModel.event_id.is_(None), FixtureModel.created, FixtureModel.id)
            # On SQLite the transaction that writes is alone.
            query = query.limit(limit).with_for_update(skip_locked=True)
            rows = [FixtureRow(**row) for row in connection.execute(query).mappings()]
            mine = update(FixtureModel).where(FixtureModel.id.in_([row.id for row in rows]))
            connection.execute(mine.values(worker=worker, lease=until, attempts=FixtureModel.attempts + 1))
            return [msgspec.structs.replace(row, worker=worker, lease=until, attempts=row.attempts + 1) for row in rows]

        return await self.write("fixtures", take)

    async def renew_fixtures(self, worker: str, ids: Iterable[str], seconds: float) -> list[str]:
        """Returns those that are this worker's for so many seconds more; the others were taken over or dropped."""
        own = sorted(ids)

        def renew(connection: Connection) -> list[str]:
            until = lease_until(moment_of(connection), seconds)
            mine = update(FixtureModel).where(FixtureModel.id.in_(own), FixtureModel.worker == worker)
            return sorted(connection.scalars(mine.values(lease=until).returning(FixtureModel.id)))

        return await self.write("fixtures", renew)

    async def release_fixtures(self, worker: str, ids: Iterable[str]) -> None:
        """Give back what will not be played here, so that the next one need not wait for the lease to run out."""
        mine = update(FixtureModel).where(FixtureModel.id.in_(sorted(ids)), FixtureModel.worker == worker)
        freed = mine.values(worker=None, lease=None)
        await self.write("fixtures", lambda connection: connection.execute(freed).close())

    async def open_fixtures(self, game: str | None = None, event: str | None = None) -> list[FixtureRow]:
        """All that are not yet played, whether somebody is at it or not; the oldest first."""
        which: list[ColumnElement[bool]] = []
        if game is not None:
            which.append(FixtureModel.game == game)
        if event is not None:
            which.append(FixtureModel.event_id == event)
        query = select(*COLUMNS).where(*which).order_by(FixtureModel.created, FixtureModel.id)
        async with self.reading() as connection:
            return [FixtureRow(**row) for row in (await connection.execute(query)).mappings()]

    async def drop_fixtures(self, ids: Iterable[str]) -> None:
        """They will not be played after all."""
        await self.write("fixtures", self.fixture_done(ids))

    @staticmethod
    def fixture_moved(id: str) -> Further:
        """To be stored with the beginning of its match at a table; raises NotStored if somebody else is at it."""

        def move(connection: Connection) -> None:
            free = is_free(FixtureModel.lease, moment_of(connection))
            if not connection.execute(delete(FixtureModel).where(FixtureModel.id == id, free)).rowcount:
                raise NotStored(f"fixture {id!r} is played by somebody else, or not open any more")

        return move

    @staticmethod
    def fixture_done(ids: Iterable[str]) -> Further:
        """To be stored with the matches that were played from these fixtures."""
        gone = delete(FixtureModel).where(FixtureModel.id.in_(sorted(ids)))
        return lambda connection: connection.execute(gone).close()
