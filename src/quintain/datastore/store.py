"""The store: everything that must survive the server."""

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Connection

from quintain.core.errors import StoreError

from .administration import Administration
from .backup import copy_database
from .bots import Bots
from .database import Further
from .engine import is_sqlite, parsed
from .events import Events
from .exclusive import Hold
from .exporting import Exported, export_to
from .fixtures import Fixtures
from .ladder_pages import LadderPages
from .logs import Logs
from .matches import put_match
from .migrate import migrate
from .people import People, put_guest
from .players import Players
from .ratings import Ratings
from .rows import MatchRow, Person, SeatRow, Session, TableRow
from .seasons import Seasons
from .servers import Servers
from .tables import Tables, put_table
from .thinning import Thinning

# Seconds to wait for a lock before the callers are told.
PATIENCE = 10.0


class Store(
    People,
    Players,
    Tables,
    Events,
    LadderPages,
    Ratings,
    Seasons,
    Bots,
    Fixtures,
    Logs,
    Administration,
    Thinning,
    Servers,
):
    """People, players, tables, matches, ratings, and all of the contest. Ids are the caller's; times have a zone.

    What a method has done when it returns is committed. A StoreUnavailable may go away by itself: the same store
    works again as soon as the database does. If a connection to PostgreSQL breaks during a commit, nobody can know
    whether it happened; the answer to trying again is then Duplicate.
    """

    hold: Hold | None = None

    @classmethod
    async def open(cls, address: str | Path, patience: float = PATIENCE, exclusive: bool = False) -> Self:
        """Open the database at this URL, or in this SQLite file; create or upgrade it if need be.

        Of several who want an SQLite file exclusively, the first one gets it; the others are told so. With PostgreSQL
        there may be any number, and each has tables of its own.
        """
        url = parsed(address)
        await asyncio.to_thread(migrate, url, patience)
        store = cls(url, patience)
        if exclusive and is_sqlite(url):
            try:
                store.hold = await asyncio.to_thread(Hold, url)
            except BaseException:
                await store.close()
                raise
        return store

    async def append(self, match_id: str, n: int, entry: bytes) -> None:
        """Return when entry n of the match's journal, counted from 0, is committed.

        All who wait share one transaction, and each learns of its own entry only. After an error read `entries` anew.
        """
        await self.journal.append(match_id, n, entry)

    async def begin_match(
        self,
        table: TableRow,
        match: MatchRow,
        seats: Iterable[SeatRow],
        entries: Iterable[bytes] = (),
        guest: tuple[Person, Session] | None = None,
        further: Sequence[Further] = (),
    ) -> None:
        """The table, its match, perhaps a new guest who plays there, and what `further` writes, all at once."""
        rows, lines = list(seats), list(entries)

        def begin(connection: Connection) -> None:
            if guest:
                put_guest(connection, *guest)
            put_table(connection, table, self.server)
            put_match(connection, match, rows, lines)
            for write in further:
                write(connection)

        await self.write(f"match {match.id!r}", begin)

    async def backup(self, target: str | Path) -> None:
        """Copy the database to a file, while it is in use (SQLite)."""
        if not is_sqlite(self.url):
            raise StoreError("backups of PostgreSQL are made by pg_dump")
        await asyncio.to_thread(copy_database, Path(self.url.database or ""), Path(target))

    async def export(self, path: str | Path) -> Exported:
        """Everything but sessions into one file, as it is at one moment, while the database is in use."""
        return await asyncio.to_thread(export_to, self.url, self.patience, Path(path))

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        await asyncio.gather(*self.touches)
        await self.journal.close()
        await self.engine.dispose()
        if self.hold:
            self.hold.release()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
