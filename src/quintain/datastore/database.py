"""Transactions: the one way in which every query reads or writes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import URL
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from quintain.core.errors import StoreUnavailable

from .engine import IMMEDIATE, is_sqlite, open_engine
from .faults import plain_words
from .models import Model


class Database:
    def __init__(self, url: URL, patience: float) -> None:
        self.url = url
        self.patience = patience
        self.engine = open_engine(url, patience)
        self.writer = self.engine.execution_options(**IMMEDIATE)
        # SQLite has one writer at a time: its own queue polls and is unfair, this one wakes the next in line.
        self.turn: asyncio.Lock | None = asyncio.Lock() if is_sqlite(url) else None

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        with plain_words("this"):
            async with self.engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self, subject: str) -> AsyncIterator[AsyncConnection]:
        """A transaction: all of it is stored when the block is left, or nothing. The subject is for error messages."""
        await self.take_turn()
        try:
            with plain_words(subject):
                async with self.connected(subject) as connection, connection.begin():
                    yield connection
        finally:
            self.end_turn()

    @asynccontextmanager
    async def connected(self, subject: str) -> AsyncIterator[AsyncConnection]:
        """A connection that is thrown away after a failure: the next one finds a file or server that was mended."""
        async with self.writer.connect() as connection:
            try:
                with plain_words(subject):
                    yield connection
            except StoreUnavailable:
                await connection.invalidate()
                raise

    async def take_turn(self) -> None:
        if self.turn is None:
            return
        try:
            async with asyncio.timeout(self.patience):
                await self.turn.acquire()
        except TimeoutError:
            raise StoreUnavailable("the database cannot be used: too many are waiting to write") from None

    def end_turn(self) -> None:
        if self.turn:
            self.turn.release()


def upsert(connection: AsyncConnection, model: type[Model], *keys: str) -> Any:
    """The statement that inserts a row, or changes the one that has these keys."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    statement = insert(model)
    changes = {name: column for name, column in statement.excluded.items() if name not in keys}
    if not changes:
        return statement.on_conflict_do_nothing(index_elements=keys)
    return statement.on_conflict_do_update(index_elements=keys, set_=changes)


def now() -> datetime:
    return datetime.now(UTC)
