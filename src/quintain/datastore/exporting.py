"""Everything in the database as one file, as it is at one moment, while others use it."""

import gzip
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec
from sqlalchemy import URL, Connection, Table, column, select
from sqlalchemy import table as plain_table

from quintain.core.errors import StoreError

from .engine import is_sqlite, open_migration_engine
from .export_file import AT_ONCE, FEW_AT_ONCE, KINDS, FileEnd, Head, Sum, TableEnd, TableHead, kind_of, tables
from .faults import plain_words, rows_in_words
from .migrate import scripts

LEVEL = 5  # of compression: the rest of the way to 9 takes three times as long and saves little


class Exported(NamedTuple):
    tables: int
    rows: int


def export_to(url: URL, patience: float, path: Path) -> Exported:
    """The file is whole or absent, and only its owner can read it: it holds the hashes of passwords and tokens."""
    engine = open_migration_engine(url, patience)
    with rows_in_words(), plain_words("the export"), new_file(path) as file:
        # SQLite reads one moment in any transaction, and nobody waits for one that does not write.
        level = {"immediate": False} if is_sqlite(url) else {"isolation_level": "REPEATABLE READ"}
        with engine.connect().execution_options(**level) as connection, connection.begin():
            return Writer(file).write_all(connection)


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    if path.exists():
        raise StoreError(f"{path} is there already; choose another name for the export")
    partial = Path(f"{path}.partial")
    try:
        partial.unlink(missing_ok=True)
        descriptor = os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as raw, gzip.GzipFile("", "wb", LEVEL, raw, mtime=0) as file:
                yield file  # type: ignore[misc]
            partial.replace(path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise StoreError(f"no export to {path}: {error.strerror or error}") from error


class Writer:
    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.whole = Sum()
        self.rows = 0

    def line(self, thing: Any) -> bytes:
        line = msgspec.json.encode(thing) + b"\n"
        self.file.write(line)
        self.whole.add(line)
        return line

    def write_all(self, connection: Connection) -> Exported:
        [schema] = scripts().get_heads()
        kept = tables()
        self.line(Head(schema=schema, made=datetime.now(UTC), tables=tuple(str(table.name) for table in kept)))
        for table in kept:
            self.write_table(connection, table)
        self.line(FileEnd(rows=self.rows, sha256=self.whole.sha256))
        return Exported(len(kept), self.rows)

    def write_table(self, connection: Connection, table: Table) -> None:
        """The rows as they are stored, in the order of their key."""
        kinds = tuple(kind_of(one) for one in table.columns)
        columns = [column(one.name, KINDS[kind][0]) for one, kind in zip(table.columns, kinds, strict=True)]
        self.line(TableHead(table=str(table.name), columns=tuple(str(one.name) for one in columns), kinds=kinds))
        query = select(*columns).select_from(plain_table(table.name)).order_by(*(one.name for one in table.primary_key))
        sum = Sum()
        some = FEW_AT_ONCE.get(table.name, AT_ONCE)
        for row in connection.execute(query, execution_options={"yield_per": some}):
            sum.add(self.line(tuple(row)))
        self.rows += sum.lines
        self.line(TableEnd(end=str(table.name), rows=sum.lines, sha256=sum.sha256))
