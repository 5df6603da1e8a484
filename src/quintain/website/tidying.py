"""Tables that nobody needs any more are cleared away."""

import asyncio
import contextlib
import time

from quintain.core.errors import StoreError
from quintain.datastore import Store
from quintain.website.programs import Programs
from quintain.website.reopening import Reopening
from quintain.website.table import Table

VANISH = {"waiting": 600.0, "over": 1800.0}  # seconds after which a table that nobody looks at goes away
UNWATCHED = 60.0  # seconds after which a draft is not tried out any further that nobody looks at
SWEEP = 30.0


class Tidying:
    def __init__(self, store: Store, tables: dict[str, Table], programs: Programs, reopening: Reopening) -> None:
        """`tables` are the arena's own."""
        self._store, self._tables, self._programs, self._reopening = store, tables, programs, reopening

    async def work(self) -> None:
        """For as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP)
            await self.sweep()

    async def sweep(self) -> None:
        now = time.monotonic()
        for table in list(self._tables.values()):
            patience = VANISH.get(table.data.state)
            if patience is not None and not table.connections and now - table.idle_since > patience:
                await self.remove(table)
            elif table.data.draft and not table.connections and now - table.idle_since > UNWATCHED:
                await table.stop("nobody watches it any more")

    async def remove(self, table: Table) -> None:
        self._tables.pop(table.data.id, None)
        self._programs.forget(table.data.match)
        self._reopening.forget(table.data.id)
        table.dismiss(1000, "the table was cleared away")
        with contextlib.suppress(StoreError):
            await self._store.delete_table(table.data.id)
