"""The tables of other servers on the same PostgreSQL, as they were a moment ago: for lists, and for counting."""

import asyncio
import time
from collections.abc import Callable

from quintain.core.errors import QuintainError
from quintain.datastore import Store, TableRow
from quintain.website.table import Table

FRESH = 1.0  # seconds for which we know them


class Elsewhere:
    def __init__(self, store: Store, stored_table: Callable[[TableRow], Table]) -> None:
        self._store, self._stored_table = store, stored_table
        self._tables: list[Table] = []
        self._looked = -FRESH
        self._looking = asyncio.Lock()

    def known(self, own: dict[str, Table]) -> list[Table]:
        """Without those that have come to us since we looked."""
        return [table for table in self._tables if table.data.id not in own]

    async def look(self) -> None:
        """If it was long ago. Where there are no other servers, there is nothing to see."""
        async with self._looking:
            if self._store.server is not None and time.monotonic() - self._looked > FRESH:
                rows = await self._store.tables_elsewhere("waiting", "playing")
                self._tables = [table for row in rows if (table := self._readable(row))]
                self._looked = time.monotonic()

    def _readable(self, row: TableRow) -> Table | None:
        try:
            return self._stored_table(row)
        except (QuintainError, ValueError, TypeError, LookupError):
            return None  # whoever has it has set it aside
