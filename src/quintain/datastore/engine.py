"""Connections to SQLite and PostgreSQL, set up so that what is acknowledged stays."""

import os
import select
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from quintain.core.errors import BadSetting, StoreError

# Chosen on a writer's connection, see begin().
IMMEDIATE = {"immediate": True}
POSTGRESQL = ("postgresql", "postgres", "postgresql+psycopg")
BIRTH = 1.0  # seconds that another program may take from making a file to filling it
STALLED = 3000  # milliseconds between two statements of one transaction
SQLITE = ("sqlite", "sqlite+aiosqlite")


def parsed(address: str | Path) -> URL:
    """The URL of a database: a URL, or the path of an SQLite file."""
    if isinstance(address, Path) or "://" not in address:
        return URL.create("sqlite+aiosqlite", database=str(Path(address).expanduser()))
    try:
        url = make_url(address)
    except ArgumentError:
        raise BadSetting("this is not the URL of a database; try sqlite:///quintain.db") from None
    if url.drivername in POSTGRESQL:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in SQLITE:
        raise BadSetting(f"no database of the kind {url.drivername!r}; there is sqlite · postgresql")
    if url.database in (None, "", ":memory:"):
        raise BadSetting("an SQLite database needs a file: sqlite:///quintain.db")
    return url.set(drivername="sqlite+aiosqlite")


def is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def create_file(url: URL) -> None:
    """An SQLite file that only its owner can read: it holds the hashes of passwords.

    It is never empty, so an empty one is a database that lost everything, not a new one.
    """
    path = Path(url.database or "")
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        refuse_orphans(path)
        with suppress(FileExistsError):
            file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            with os.fdopen(file, "wb") as new:
                new.write(blank_database())
    refuse_empty(path)


def refuse_orphans(path: Path) -> None:
    log = Path(f"{path}-wal")
    if log.exists() and log.stat().st_size:
        raise StoreError(
            f"{path} is not there, but its log {log.name} is: bring the database back, or move the log to begin anew"
        )


def refuse_empty(path: Path) -> None:
    deadline = time.monotonic() + BIRTH
    while path.is_file() and path.stat().st_size == 0:
        if time.monotonic() > deadline:
            raise StoreError(
                f"{path} is empty, and a database is not: put a backup in its place, or delete it to begin anew"
            )
        time.sleep(0.02)


def blank_database() -> bytes:
    with closing(sqlite3.connect(":memory:")) as blank:
        blank.execute("PRAGMA user_version = 1")  # anything that makes SQLite write a header
        return blank.serialize()


def existing(url: URL) -> URL:
    """The same database, but a file that has been moved away is an error, not a new empty one."""
    if not is_sqlite(url):
        return url
    return url.set(
        database="file:" + quote(str(Path(url.database or "").absolute())), query={"mode": "rw", "uri": "true"}
    )


def open_engine(url: URL, patience: float) -> AsyncEngine:
    """The engine for everyday use; patience is how many seconds to wait for a lock."""
    engine = create_async_engine(
        existing(url), connect_args=connect_args(url, patience), pool_timeout=patience, pool_pre_ping=not is_sqlite(url)
    )
    if is_sqlite(url):
        event.listen(engine.sync_engine, "connect", set_up)
        event.listen(engine.sync_engine, "begin", begin)
    return engine


def open_journal_engine(url: URL, patience: float, name: str) -> Engine:
    """One connection without asyncio, for a thread that writes whole transactions."""
    arguments = connect_args(url, patience)
    if not is_sqlite(url):
        # A process that was stopped in the middle of a transaction does not hold its rows for ever.
        arguments["options"] += f" -c application_name={name} -c idle_in_transaction_session_timeout={STALLED}"
    engine = create_engine(
        without_asyncio(existing(url)),
        connect_args=arguments,
        execution_options=IMMEDIATE,
        pool_size=1,
        pool_reset_on_return=None,  # every transaction is ended where it began
    )
    if is_sqlite(url):
        event.listen(engine, "connect", set_up)
        event.listen(engine, "begin", begin)
    else:
        event.listen(engine, "checkout", refuse_closed)
    return engine


def refuse_closed(connection: Any, *_: Any) -> None:
    """Take a new connection if the server has said anything since we last asked: it has parted.

    To ask it every time would take as long as to store something.
    """
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    if poll.poll(0):
        raise DisconnectionError("the server has closed this connection")


def open_migration_engine(url: URL, patience: float) -> Engine:
    """On SQLite without foreign keys: a batch migration drops tables that others refer to."""
    engine = create_engine(
        without_asyncio(url),
        connect_args=connect_args(url, patience),
        execution_options=IMMEDIATE,
        poolclass=NullPool,
    )
    if is_sqlite(url):
        event.listen(engine, "begin", begin)
    return engine


def without_asyncio(url: URL) -> URL:
    return url.set(drivername="sqlite") if is_sqlite(url) else url


def connect_args(url: URL, patience: float) -> dict[str, Any]:
    if is_sqlite(url):
        return {"timeout": patience, "isolation_level": None}
    milliseconds = int(patience * 1000)
    options = f"-c timezone=UTC -c lock_timeout={milliseconds} -c statement_timeout={3 * milliseconds}"
    return {"connect_timeout": max(2, int(patience)), "options": options}


def set_up(connection: Any, _: Any) -> None:
    """Prepare a new SQLite connection.

    Is synchronous=NORMAL enough? A commit is in the write-ahead log, which the operating system has, before it is
    acknowledged: it survives kill -9 of everything. If the power fails, the newest commits may be missing, though the
    database stays sound. FULL would keep those, too, for a flush of the disk with every commit (4 to 8 ms instead of
    1 ms on a busy machine); a table that goes on a moment earlier after a power cut is bearable.
    """
    cursor = connection.cursor()
    for pragma, wish in {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1}.items():
        if pragma != "journal_mode":
            cursor.execute(f"PRAGMA {pragma} = {wish}")
        cursor.execute(f"PRAGMA {pragma}")
        answer = cursor.fetchone()
        if answer != (wish,):
            raise StoreError(f"SQLite answers {pragma} = {answer}, and it must be {wish}")
    cursor.close()


def begin(connection: Connection) -> None:
    """A transaction that will write says so at once: one that begins by reading cannot wait for the lock later."""
    immediate = connection.get_execution_options().get("immediate")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")
