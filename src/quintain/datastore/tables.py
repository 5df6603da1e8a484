"""Tables, as the website keeps them while they stand."""

from collections.abc import Iterable

import msgspec
from sqlalchemy import Connection, delete, select

from .database import Database, upsert
from .models import TableModel
from .rows import TableRow

COLUMNS = TableModel.__table__.columns


class Tables(Database):
    async def save_table(self, table: TableRow) -> None:
        await self.write(f"table {table.id!r}", lambda connection: put_table(connection, table))

    async def delete_table(self, id: str) -> None:
        """Its matches stay."""
        gone = delete(TableModel).where(TableModel.id == id)
        await self.write(f"table {id!r}", lambda connection: connection.execute(gone).close())

    async def tables(self, states: Iterable[str]) -> list[TableRow]:
        query = select(*COLUMNS).where(TableModel.state.in_(sorted(states)))
        async with self.reading() as connection:
            rows = (await connection.execute(query.order_by(TableModel.id))).mappings()
            return [TableRow(**row) for row in rows]

    async def table_ids(self) -> list[str]:
        """Of all tables that stand, whatever else of them can be read."""
        async with self.reading() as connection:
            return [str(id) for id in await connection.scalars(select(TableModel.id).order_by(TableModel.id))]

    async def table(self, id: str) -> TableRow | None:
        async with self.reading() as connection:
            row = (await connection.execute(select(*COLUMNS).where(TableModel.id == id))).mappings().first()
            return TableRow(**row) if row else None


def put_table(connection: Connection, table: TableRow) -> None:
    connection.execute(upsert(connection, TableModel, "id"), msgspec.structs.asdict(table))
