"""An export becomes a database again: all of it in one transaction, or nothing."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import msgspec
from alembic.migration import MigrationContext
from sqlalchemy import URL, Connection, bindparam, column, func, insert, inspect, select, text, update
from sqlalchemy import table as plain_table
from sqlalchemy.exc import DataError, IntegrityError

from quintain.core.errors import BadExport, NewerStore, StoreError

from .engine import is_sqlite, open_journal_engine
from .exclusive import Hold
from .export_file import AT_ONCE, FORMAT, KINDS, LEFT_OUT, FileEnd, Head, Sum, TableEnd, TableHead, row_type
from .exporting import Exported
from .faults import plain_words
from .migrate import ADVISORY_LOCK, migrate, scripts
from .models import MatchModel, Model

LONGEST_LINE = 1 << 28  # bytes; the files of a bot are the longest
LARGEST_PART = 1 << 24  # bytes of the rows that are stored at once
CUT = "the file ends too early: part of it is missing"
FORK = ("matches", "forked_from")  # the one column that refers to its own table
T = TypeVar("T")


def import_from(url: URL, patience: float, path: Path) -> Exported:
    """Fill an empty database from an export of either kind of database; nobody else may use it meanwhile."""
    with opened(path) as file:
        reader = Reader(file)
        head = reader.head()
        migrate(url, patience, head.schema)
        engine = open_journal_engine(url, patience, "quintain-import")
        hold = Hold(url) if is_sqlite(url) else None
        try:
            with plain_words("the import"), engine.begin() as connection:
                if hold is None:
                    keep_out(connection)
                refuse_filled(connection, head.schema)
                count = fill(connection, reader, head)
        finally:
            engine.dispose()
            if hold:
                hold.release()
    migrate(url, patience)
    return count


def keep_out(connection: Connection) -> None:
    """Whoever opens a PostgreSQL database upgrades it first, and waits for this; servers that run are seen below."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
    connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))  # it may take its time


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """What is wrong with the file, in plain words."""
    try:
        with broken_files():
            file = gzip.open(path, "rb")  # noqa: SIM115  closed below
        with file:
            yield file  # type: ignore[misc]
    except BadExport as error:
        raise BadExport(f"{path} cannot be imported: {error}") from None


@contextmanager
def broken_files() -> Iterator[None]:
    """Close to where it is read: the database has errors of its own that look alike."""
    try:
        yield
    except FileNotFoundError:
        raise BadExport("there is no such file") from None
    except EOFError:
        raise BadExport(CUT) from None
    except (gzip.BadGzipFile, zlib.error):
        raise BadExport("it is not an export of Quintain, or it was damaged") from None
    except OSError as error:
        raise BadExport(error.strerror or str(error)) from None


class Reader:
    """Line by line, and each is what it must be."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.whole = Sum()

    def line(self) -> bytes:
        with broken_files():
            line = self.file.readline(LONGEST_LINE)
        if not line:
            raise BadExport(CUT)
        if not line.endswith(b"\n"):
            raise BadExport(CUT if len(line) < LONGEST_LINE else "it has a line that is longer than any of ours")
        return line

    def next(self, type: type[T]) -> T:
        line = self.line()
        self.whole.add(line)
        return read(line, type)

    def head(self) -> Head:
        line = self.line()
        self.whole.add(line)
        known = read(line, dict[str, Any])
        if known.get("quintain") != "export":
            raise BadExport("it is not an export of Quintain")
        revisions = {script.revision for script in scripts().walk_revisions()}
        if known.get("format") != FORMAT or known.get("schema") not in revisions:
            raise NewerStore("the export was made by a newer version of Quintain; upgrade the program to import it")
        return read(line, Head)

    def rows(self, head: TableHead) -> Iterator[tuple[Any, ...]]:
        """Up to the line that ends the table, which must fit them."""
        decoder = msgspec.json.Decoder(row_type(head.kinds))
        sum = Sum()
        while (line := self.line()).startswith(b"["):
            self.whole.add(line)
            sum.add(line)
            try:
                yield decoder.decode(line)
            except (msgspec.MsgspecError, UnicodeDecodeError):
                raise BadExport(f"row {sum.lines} of {head.table} is not what it should be") from None
        self.whole.add(line)
        if read(line, TableEnd) != TableEnd(end=head.table, rows=sum.lines, sha256=sum.sha256):
            raise BadExport(f"the rows of {head.table} are not those that were exported")

    def finish(self, rows: int) -> None:
        expected = FileEnd(rows=rows, sha256=self.whole.sha256)
        found = read(self.line(), FileEnd)
        with broken_files():
            more = self.file.read(1)
        if found != expected or more:
            raise BadExport("it is not as it was exported")


def read(line: bytes, type: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=type)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadExport("it is not an export of Quintain, or it was changed") from None


def refuse_filled(connection: Connection, schema: str) -> None:
    """Into an empty database only: two cannot be made one, and rows of an older schema are upgraded with it."""
    present = MigrationContext.configure(connection).get_current_revision()
    filled = [
        name
        for name in existing(connection) & {*Model.metadata.tables}
        if connection.scalar(text(f"SELECT 1 FROM {name} LIMIT 1"))
    ]
    if filled or present != schema:
        raise StoreError("an export is imported into an empty database only; name a new one with --database")


def existing(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


def fill(connection: Connection, reader: Reader, head: Head) -> Exported:
    rows = 0
    for name in head.tables:
        table = reader.next(TableHead)
        if table.table != name or not is_ours(connection, table):
            raise BadExport(f"the table {table.table} is not one of ours")
        try:
            rows += fill_table(connection, reader, table)
        except (IntegrityError, DataError, OverflowError):
            raise BadExport(f"the rows of {name} do not fit together, or cannot be stored") from None
    reader.finish(rows)
    if "audit" in head.tables:
        count_on(connection)
    return Exported(len(head.tables), rows)


def is_ours(connection: Connection, head: TableHead) -> bool:
    """With its columns, each once: the schema may be an older one, so the database says what they are."""
    if head.table in LEFT_OUT or head.table not in Model.metadata.tables or head.table not in existing(connection):
        return False
    known = {one["name"] for one in inspect(connection).get_columns(head.table)}
    names = {*head.columns}
    return names <= known and len(names) == len(head.columns) == len(head.kinds) and {*head.kinds} <= {*KINDS}


def fill_table(connection: Connection, reader: Reader, head: TableHead) -> int:
    """Forks are told from what when all matches are there; there are few."""
    columns = [column(name, KINDS[kind][0]) for name, kind in zip(head.columns, head.kinds, strict=True)]
    statement = insert(plain_table(head.table, *columns))
    forks: list[dict[str, str]] = []
    part: list[dict[str, Any]] = []
    count = size = 0
    for row in reader.rows(head):
        values = dict(zip(head.columns, row, strict=True))
        if head.table == FORK[0] and values.get(FORK[1]) is not None:
            forks.append({"fork": values.get("id", ""), "origin": values[FORK[1]]})
            values[FORK[1]] = None
        part.append(values)
        count, size = count + 1, size + sum(len(value) for value in row if isinstance(value, bytes | str))
        if len(part) == AT_ONCE or size > LARGEST_PART:
            connection.execute(statement, part)
            part.clear()
            size = 0
    if part:
        connection.execute(statement, part)
    if forks:
        fork = update(MatchModel.__table__).where(MatchModel.id == bindparam("fork"))  # type: ignore[arg-type]
        connection.execute(fork.values(forked_from=bindparam("origin")), forks)
    return count


def count_on(connection: Connection) -> None:
    """PostgreSQL counts the rows of the audit log by itself, and must know where it is."""
    if connection.dialect.name != "sqlite":
        last = select(func.max(column("id"))).select_from(plain_table("audit")).scalar_subquery()
        connection.execute(select(func.setval(func.pg_get_serial_sequence("audit", "id"), last)))
