"""Tables that stand again: after a restart all of them, and those of other servers when they become ours."""

import logging
from collections.abc import Callable, Sequence

import msgspec

from quintain.core.errors import BadReplay, StoreDamaged
from quintain.core.game import Game
from quintain.datastore import Store, TableRow
from quintain.website.background import Background
from quintain.website.catalogue import game_named
from quintain.website.data import TableData
from quintain.website.preparing import Preparation
from quintain.website.refusals import SetAside, damaged
from quintain.website.reopening import Play, Reopening
from quintain.website.table import Table

log = logging.getLogger(__name__)


class Restoring:
    def __init__(
        self,
        store: Store,
        tables: dict[str, Table],
        background: Background,
        preparation: Preparation,
        table_of: Callable[[Game, TableData], Table],
        play: Play,
    ) -> None:
        """`tables` are the arena's own; `play` goes on with the match of a history."""
        self._store, self._tables, self._background, self._table_of = store, tables, background, table_of
        self.reopening = Reopening(store, preparation, play, self.set_aside)
        self.damaged: dict[str, SetAside] = {}  # tables that cannot be opened, and why

    async def take_up(self, ids: Sequence[str]) -> None:
        """These tables are ours from now on. What cannot be read costs its own table and no other."""
        for id in ids:
            try:
                row = await self._store.table(id)
                if row is not None:
                    self._tables[id] = self.stored_table(row)
                    self.reopening.add(self._tables[id])
            except Exception as error:  # noqa: BLE001  whatever is stored there, the other tables stand
                self._note_damage(id, error)

    async def stored_ids(self) -> list[str]:
        try:
            return await self._store.table_ids()
        except StoreDamaged as error:
            log.error("no table could be set up again, for the list of them cannot be read: %s", error)
            return []

    def stored_table(self, row: TableRow) -> Table:
        data = msgspec.json.decode(row.data, type=TableData)
        table = self._table_of(game_named(data.game), data)
        if data.id != row.id or len(data.chairs) != len(table.places):
            raise BadReplay(
                "its seats are not those of the game" if data.id == row.id else "it is that of another table"
            )
        return table

    def let_go(self) -> None:
        """Others have our tables now: nothing more happens to them here, and whoever looked at them goes there."""
        tables = list(self._tables.values())
        self._tables.clear()
        self.damaged.clear()
        for table in tables:
            table.dismiss(1012, "another server has this table now; this page comes back by itself")
            self.reopening.forget(table.data.id)
            if table.playing:
                self._background.spawn(table.playing.live.close())

    def set_aside(self, table: Table, why: Exception) -> None:
        """The table cannot be opened; the others are."""
        self._tables.pop(table.data.id, None)
        table.dismiss(4000 + SetAside.status, "this table was set aside")
        self._note_damage(table.data.id, why)

    def _note_damage(self, id: str, why: Exception) -> None:
        self.damaged[id] = damaged("this table", why)
        self._store.note_damage(f"table {id}", why)
