"""Transactions: the one way in which every query reads or writes."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from quintain.core.errors import StoreDamaged

from .engine import open_engine
from .faults import in_words, plain_words, rows_in_words
from .journal import Journal
from .models import Model

T = TypeVar("T")
Further = Callable[[Connection], None]  # writes something else in the same transaction, perhaps more than once
MOST_NOTED = 1000
# Any number that no other program is likely to lock in the same PostgreSQL; not that of a server or a migration.
ADVISORY_LOCK = 0x7175_696E_7463
TURN = f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})"

log = logging.getLogger(__name__)


class Database:
    def __init__(self, url: URL, patience: float) -> None:
        self.url = url
        self.patience = patience
        self.engine = open_engine(url, patience)
        self.journal = Journal(url, patience)
        self._noted: set[str] = set()

    @property
    def server(self) -> str | None:
        """Which of several servers we are, if there may be several."""
        return self.journal.server

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        with rows_in_words(), plain_words("this"):
            async with self.engine.begin() as connection:
                yield connection

    def note_damage(self, subject: str, error: Exception) -> None:
        """One line for each thing that cannot be read, however often it is asked for."""
        if subject not in self._noted and len(self._noted) < MOST_NOTED:
            self._noted.add(subject)
            log.error("%s is set aside: %s", subject, in_words(error))

    async def readable(
        self, what: str, ids: Iterable[str], read: Callable[[str], Awaitable[T | None]]
    ) -> AsyncIterator[T]:
        """One at a time, for when all at once could not be read: those that can be read by themselves."""
        for id in ids:
            try:
                found = await read(id)
            except StoreDamaged as error:
                self.note_damage(f"{what} {id}", error)
                continue
            if found is not None:
                yield found

    async def write_with(self, subject: str, do: Callable[[Connection], T], further: Iterable[Further]) -> T:
        """Like `write`, and something else in the same transaction."""
        writes = list(further)

        def both(connection: Connection) -> T:
            answer = do(connection)
            for write in writes:
                write(connection)
            return answer

        return await self.write(subject, both)

    async def write(self, subject: str, do: Callable[[Connection], T]) -> T:
        """All that this does is stored when it returns, or nothing. It runs in a thread, perhaps more than once."""
        answer: T = await self.journal.write(subject, do)
        return answer


def upsert(connection: Connection, model: type[Model], *keys: str) -> Any:
    """The statement that inserts a row, or changes the one that has these keys."""
    return upsert_by(connection.dialect.name, model, keys)


def insert_new(connection: Connection, model: type[Model], *keys: str) -> Any:
    """The statement that inserts a row, or leaves the one alone that has these keys."""
    return insert_new_by(connection.dialect.name, model, keys)


# Making a statement takes SQLAlchemy longer than the database takes to carry it out.
@cache
def upsert_by(dialect: str, model: type[Model], keys: tuple[str, ...]) -> Any:
    statement = insert_into(dialect, model)
    changes = {name: column for name, column in statement.excluded.items() if name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=changes)


@cache
def insert_new_by(dialect: str, model: type[Model], keys: tuple[str, ...]) -> Any:
    return insert_into(dialect, model).on_conflict_do_nothing(index_elements=keys)


def insert_into(dialect: str, model: type[Model]) -> Any:
    return (sqlite.insert if dialect == "sqlite" else postgresql.insert)(model)


def take_turn(connection: Connection) -> None:
    """Before anything is written: who rates a match must know all that are rated. With SQLite one is alone anyway."""
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql(TURN)


def moment_of(connection: Connection) -> datetime:
    """Now, by a clock that all who use the database share: its server's, or for SQLite this machine's."""
    if connection.dialect.name == "sqlite":
        return now()
    moment: datetime = connection.scalars(select(func.clock_timestamp())).one()
    return moment


def now() -> datetime:
    return datetime.now(UTC)
