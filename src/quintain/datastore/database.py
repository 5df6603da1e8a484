"""Transactions: the one way in which every query reads or writes."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from .engine import open_engine
from .faults import plain_words
from .journal import Journal
from .models import Model

T = TypeVar("T")


class Database:
    def __init__(self, url: URL, patience: float) -> None:
        self.url = url
        self.engine = open_engine(url, patience)
        self.journal = Journal(url, patience)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        with plain_words("this"):
            async with self.engine.begin() as connection:
                yield connection

    async def write(self, subject: str, do: Callable[[Connection], T]) -> T:
        """All that this does is stored when it returns, or nothing. It runs in a thread, and perhaps twice."""
        answer: T = await self.journal.write(subject, do)
        return answer


def upsert(connection: Connection, model: type[Model], *keys: str) -> Any:
    """The statement that inserts a row, or changes the one that has these keys."""
    statement = insert_into(connection, model)
    changes = {name: column for name, column in statement.excluded.items() if name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=changes)


def insert_new(connection: Connection, model: type[Model], *keys: str) -> Any:
    """The statement that inserts a row, or leaves the one alone that has these keys."""
    return insert_into(connection, model).on_conflict_do_nothing(index_elements=keys)


def insert_into(connection: Connection, model: type[Model]) -> Any:
    return (sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert)(model)


def now() -> datetime:
    return datetime.now(UTC)
