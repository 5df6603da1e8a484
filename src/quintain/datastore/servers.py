"""Several website processes on one PostgreSQL: who lives, and whose each table is.

A table belongs to one server at a time. A server whose heart has not beaten for a while is struck off, and whoever
comes first has its tables; the journal takes nothing more from the one that was struck off, should it come back. All
times are those of the database, for the clocks of several machines differ.
"""

import secrets
from datetime import timedelta

from sqlalchemy import ColumnElement, Connection, delete, func, insert, literal, or_, select, update

from .database import Database
from .engine import is_sqlite
from .models import ServerModel, TableModel
from .rows import ServerRow, TableRow
from .tables import COLUMNS

NOTICES = "quintain"  # PostgreSQL's channel on which everybody hears what concerns all
LEASE = 4.0  # seconds without a beat, after which a server is struck off
AT_ONCE = 8  # tables that are claimed in one go, so that those of a dead server are shared among the living


class Servers(Database):
    @property
    def shared(self) -> bool:
        """May other servers use this database, too?"""
        return not is_sqlite(self.url)

    async def join_servers(self, address: str, machine: str) -> ServerRow:
        """Be one of them from now on, by a new name. Whoever was at this very address before is gone."""
        me = ServerRow(secrets.token_urlsafe(12), address, secrets.token_urlsafe(32))

        def join(connection: Connection) -> None:
            here = ServerModel.address == address, ServerModel.machine == machine
            connection.execute(delete(ServerModel).where(*here))
            row = {"id": me.id, "address": address, "machine": machine, "secret": me.secret}
            connection.execute(insert(ServerModel).values(**row, beat=func.clock_timestamp()))

        await self.write("this server", join)
        self.journal.server = me.id
        return me

    async def servers(self) -> list[ServerRow]:
        """All who have not been struck off."""
        query = select(ServerModel.id, ServerModel.address, ServerModel.secret)
        async with self.reading() as connection:
            return [ServerRow(*row) for row in await connection.execute(query)]

    async def strike_off(self, lease: float = LEASE) -> list[str]:
        """Those whose hearts have not beaten for so many seconds are servers no more; returns their ids.

        One that shows just now that it lives is left alone: the database lets one of us change the row first.
        """
        late = ServerModel.beat < func.clock_timestamp() - literal(timedelta(seconds=lease))
        async with self.reading() as connection:
            if not await connection.scalar(select(ServerModel.id).where(late).limit(1)):
                return []
        struck = delete(ServerModel).where(late, ServerModel.id != self.server).returning(ServerModel.id)
        return await self.write("the servers", lambda connection: list(connection.scalars(struck)))

    async def claim_tables(self, most: int = AT_ONCE) -> list[str]:
        """Have some of the tables that are nobody's, or a struck off server's; returns their ids."""
        async with self.reading() as connection:
            if not await connection.scalar(select(TableModel.id).where(nobodys()).limit(1)):
                return []
        # What somebody else is just claiming, or still writes to, is left for the next time.
        free = select(TableModel.id).where(nobodys()).order_by(TableModel.id).limit(most)
        return await self.claim(TableModel.id.in_(free.with_for_update(skip_locked=True)))

    async def claim_table(self, id: str) -> bool:
        """Have this one, if it is nobody's."""
        return bool(await self.claim((TableModel.id == id) & nobodys()))

    async def claim(self, which: ColumnElement[bool]) -> list[str]:
        taken = update(TableModel).where(which).values(server=self.server, epoch=TableModel.epoch + 1)
        claim = taken.returning(TableModel.id).execution_options(synchronize_session=False)
        return await self.write("tables", lambda connection: list(connection.scalars(claim)))

    async def leave_servers(self) -> None:
        """Our tables are whoever's comes first."""
        gone = delete(ServerModel).where(ServerModel.id == self.server)
        await self.write("this server", lambda connection: connection.execute(gone).close())

    async def owner_of(self, table_id: str) -> tuple[bool, ServerRow | None]:
        """Is there such a table, and which server has it? None, if that one was struck off."""
        query = select(ServerModel.id, ServerModel.address, ServerModel.secret).select_from(TableModel)
        query = query.outerjoin(ServerModel, ServerModel.id == TableModel.server).where(TableModel.id == table_id)
        async with self.reading() as connection:
            row = (await connection.execute(query)).first()
        return row is not None, ServerRow(*row) if row and row[0] is not None else None

    async def tables_elsewhere(self, *states: str) -> list[TableRow]:
        """Those that other servers have."""
        query = select(*COLUMNS).where(TableModel.state.in_(states), TableModel.server.is_distinct_from(self.server))
        async with self.reading() as connection:
            rows = (await connection.execute(query.order_by(TableModel.id))).mappings()
            return [TableRow(**row) for row in rows]


def nobodys() -> ColumnElement[bool]:
    living = select(ServerModel.id).where(ServerModel.id == TableModel.server).exists()
    return or_(TableModel.server.is_(None), ~living)
