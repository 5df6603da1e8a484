"""The store: everything that must survive the server."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Connection

from quintain.core.errors import StoreError

from .backup import copy_database
from .engine import is_sqlite, parsed
from .exclusive import Hold
from .matches import Matches, put_match
from .migrate import migrate
from .people import People, put_guest
from .players import Players
from .ratings import Ratings
from .rows import MatchRow, Person, SeatRow, Session, TableRow
from .tables import Tables, put_table

# Seconds to wait for a lock before the callers are told.
PATIENCE = 10.0


class Store(People, Players, Tables, Matches, Ratings):
    """People, players, tables, matches and ratings. Ids are the caller's; times have a zone.

    What a method has done when it returns is committed. A StoreUnavailable may go away by itself: the same store
    works again as soon as the database does. If a connection to PostgreSQL breaks during a commit, nobody can know
    whether it happened; the answer to trying again is then Duplicate.
    """

    hold: Hold | None = None

    @classmethod
    async def open(cls, address: str | Path, patience: float = PATIENCE, exclusive: bool = False) -> Self:
        """Open the database at this URL, or in this SQLite file; create or upgrade it if need be.

        Of several who want it exclusively, the first one gets it; the others are told so.
        """
        url = parsed(address)
        await asyncio.to_thread(migrate, url, patience)
        store = cls(url, patience)
        if exclusive:
            try:
                store.hold = await asyncio.to_thread(Hold, url, store.journal.engine)
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
    ) -> None:
        """The table, its match and perhaps a new guest who plays there, all at once."""
        rows, lines = list(seats), list(entries)

        def begin(connection: Connection) -> None:
            if guest:
                put_guest(connection, *guest)
            put_table(connection, table)
            put_match(connection, match, rows, lines)

        await self.write(f"match {match.id!r}", begin)

    async def backup(self, target: str | Path) -> None:
        """Copy the database to a file, while it is in use (SQLite)."""
        if not is_sqlite(self.url):
            raise StoreError("backups of PostgreSQL are made by pg_dump")
        await asyncio.to_thread(copy_database, Path(self.url.database or ""), Path(target))

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
