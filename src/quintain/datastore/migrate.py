"""Bring a database to the present schema, or refuse it."""

import threading
import time
from sqlite3 import OperationalError as SqliteError

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, inspect, text

from quintain.core.errors import NewerStore, StoreError

from .engine import create_file, is_sqlite, open_migration_engine
from .faults import plain_words
from .models import Model

# Alembic keeps its context in a global, so two stores of one process take turns.
TURN = threading.Lock()
# Any number that no other program is likely to lock in the same PostgreSQL.
ADVISORY_LOCK = 0x7175_696E_7461


def migrate(url: URL, patience: float, target: str = "head") -> None:
    """Upgrade in one transaction: all of it or nothing. Programs that start together wait for each other."""
    engine = open_migration_engine(url, patience)
    with plain_words("the schema"):
        if is_sqlite(url):
            create_file(url)
            use_write_ahead_log(engine, patience)
        with TURN, engine.begin() as connection:
            if not is_sqlite(url):
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
            if refuse_strangers(connection) and target == "head":
                return
            broken = dangling_rows(connection)
            move(connection, target)
            if dangling_rows(connection) > broken:
                raise StoreError("the database could not be upgraded: rows would refer to others that are not there")


def use_write_ahead_log(engine: Engine, patience: float) -> None:
    """SQLite does not wait when two programs switch a new file at once, so we do."""
    deadline = time.monotonic() + patience
    connection = engine.raw_connection()
    try:
        while True:
            try:
                answer = connection.cursor().execute("PRAGMA journal_mode = wal").fetchone()
                break
            except SqliteError as error:
                if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
    finally:
        connection.close()
    if answer != ("wal",):
        raise StoreError(f"SQLite cannot keep a write-ahead log here (journal_mode = {answer}); use a local disk")


def refuse_strangers(connection: Connection) -> bool:
    """Whether the schema is the present one already."""
    known = {script.revision for script in scripts().walk_revisions()}
    present = set(MigrationContext.configure(connection).get_current_heads())
    if present - known:
        raise NewerStore("the database was made by a newer version of Quintain; upgrade the program, or use a backup")
    if not present and set(inspect(connection).get_table_names()) & set(Model.metadata.tables):
        raise StoreError("the database belongs to another program; give Quintain one of its own")
    return present == set(scripts().get_heads())


def dangling_rows(connection: Connection) -> int:
    """How many rows refer to one that is not there. What was damaged before costs its own match, not the upgrade."""
    if connection.dialect.name != "sqlite":
        return 0
    return len(connection.exec_driver_sql("PRAGMA foreign_key_check").all())


def move(connection: Connection, target: str) -> None:
    """Upgrade to a revision; a target that begins with a minus sign downgrades by so many."""
    turn = command.downgrade if target.startswith("-") else command.upgrade
    turn(configuration(connection), target)


def scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(configuration())


def configuration(connection: Connection | None = None) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "quintain.datastore:migrations")
    return config
