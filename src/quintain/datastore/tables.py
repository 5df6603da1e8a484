"""Tables, as the website keeps them while they stand."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, select

from quintain.core.errors import TakenOver

from .database import Database, insert_into
from .models import TableModel
from .rows import TableRow

COLUMNS = [TableModel.__table__.columns[name] for name in TableRow.__struct_fields__]
KEPT = ("game", "public", "state", "data")


class Tables(Database):
    async def save_table(self, table: TableRow) -> None:
        await self.write(f"table {table.id!r}", lambda connection: put_table(connection, table, self.server))

    async def delete_table(self, id: str) -> None:
        """Its matches stay."""
        gone = delete(TableModel).where(TableModel.id == id)
        if self.server:
            gone = gone.where(TableModel.server == self.server)
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


def put_table(connection: Connection, table: TableRow, server: str | None = None) -> None:
    """A new one is the server's own; one that another server has is left alone."""
    row = {**msgspec.structs.asdict(table), "server": server}
    if connection.scalar(keeping(connection.dialect.name, server is not None), row) is None:
        raise TakenOver("another server has this table now")


@cache
def keeping(dialect: str, one_of_several: bool) -> Any:
    statement = insert_into(dialect, TableModel)
    changes = {name: statement.excluded[name] for name in KEPT}
    own = TableModel.server == statement.excluded.server if one_of_several else None
    kept = statement.on_conflict_do_update(index_elements=["id"], set_=changes, where=own)
    return kept.returning(TableModel.id)
