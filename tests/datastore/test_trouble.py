"""Locked, full, read-only or gone: who waits is told, nothing is half written, and it goes on by itself."""

import asyncio
import select
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, event, text

from quintain.core.errors import CutOff, Duplicate, StoreUnavailable
from quintain.datastore import Store
from quintain.datastore.journal import ATTEMPTS
from tests.datastore.postgresql import Postgresql
from tests.datastore.samples import DAWN, a_match
from tests.processes import PATIENCE

pytestmark = pytest.mark.anyio


async def refused(store: Store, words: str) -> None:
    """Every writer is told, and readers go on."""
    appends = [store.append("m", n, b"x" * 5000) for n in range(1, 40)]
    answers = await asyncio.gather(*appends, return_exceptions=True)
    assert {type(answer) for answer in answers} == {StoreUnavailable}
    assert words in str(answers[0])
    with pytest.raises(StoreUnavailable, match=words):
        await store.create_match(a_match("n", header=b"x" * 50000), ())
    assert await store.entries("m") == [b"before"]


async def prepared(store: Store) -> None:
    await store.create_match(a_match(), ())
    await store.append("m", 0, b"before")


async def works_again(store: Store) -> None:
    await store.append("m", 1, b"after")
    await store.create_match(a_match("n"), ())
    assert await store.entries("m") == [b"before", b"after"]
    await store.finish_match("m", DAWN, b"{}", b"replay", ())


@contextmanager
def on_every_connection(store: Store, statement: str) -> Iterator[None]:
    def run(connection: Any, _: Any) -> None:
        connection.cursor().execute(statement)

    engines = (store.engine.sync_engine, store.journal.engine)
    for engine in engines:
        event.listen(engine, "connect", run)
    yield
    for engine in engines:
        event.remove(engine, "connect", run)


async def disconnect(store: Store) -> None:
    await store.engine.dispose()
    store.journal.engine.dispose()


async def test_locked_by_another_program(sqlite: Store, path: Path) -> None:
    await prepared(sqlite)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        await refused(sqlite, "locked")
    await works_again(sqlite)


async def test_a_lock_that_ends_in_time_is_waited_for(path: Path) -> None:
    async with await Store.open(path, patience=60) as store:
        await prepared(store)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            append = asyncio.create_task(store.append("m", 1, b"after"))
            await asyncio.sleep(0.3)
            assert not append.done()
            other.execute("ROLLBACK")
            await append
        assert await store.entries("m") == [b"before", b"after"]


@pytest.mark.parametrize(
    ("statement", "words"),
    [("PRAGMA max_page_count = 1", "full"), ("PRAGMA query_only = 1", "only be read")],
)
async def test_full_or_read_only(sqlite: Store, statement: str, words: str) -> None:
    await prepared(sqlite)
    await disconnect(sqlite)
    with on_every_connection(sqlite, statement):
        await refused(sqlite, words)
    await disconnect(sqlite)
    await works_again(sqlite)


async def test_a_file_that_was_moved_away_is_missed_and_found_again(sqlite: Store, path: Path) -> None:
    await prepared(sqlite)
    await disconnect(sqlite)
    away = path.with_suffix(".away")
    path.rename(away)
    for _ in range(3):
        with pytest.raises(StoreUnavailable):
            await sqlite.append("m", 1, b"lost")
    assert not path.exists()
    away.rename(path)
    await works_again(sqlite)


async def test_a_mistake_in_a_query_is_not_called_unavailable(sqlite: Store) -> None:
    with pytest.raises(Exception, match="no such table") as raised:
        await sqlite.write("this", lambda connection: connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)"))
    assert not isinstance(raised.value, StoreUnavailable)
    await prepared(sqlite)


async def test_a_failure_inside_a_transaction_undoes_all_of_it(store: Store) -> None:
    def insert(connection: Connection) -> None:
        for id in ("1", "2", "1"):
            values = f"('{id}', 'x', '2026-05-01 06:00:00')"
            connection.exec_driver_sql(f"INSERT INTO people (id, name, created) VALUES {values}")

    with pytest.raises(Duplicate):
        await store.write("this", insert)
    assert await store.person("2") is None


async def test_postgresql_locked(postgresql: Postgresql) -> None:
    async with await Store.open(postgresql.empty(), patience=0.3) as store:
        await prepared(store)
        with psycopg.connect(postgresql.url) as other:
            other.execute("LOCK TABLE matches IN EXCLUSIVE MODE")
            await refused(store, "locked")
        await works_again(store)


async def test_postgresql_read_only(postgresql: Postgresql) -> None:
    async with await Store.open(postgresql.empty()) as store:
        await prepared(store)
        postgresql.execute("ALTER DATABASE postgres SET default_transaction_read_only = on")
        await disconnect(store)
        await refused(store, "only be read")
        postgresql.execute("ALTER DATABASE postgres RESET ALL")
        await disconnect(store)
        await works_again(store)


@pytest.mark.parametrize("mode", ["immediate", "fast"])
async def test_postgresql_restarted(postgresql: Postgresql, mode: str) -> None:
    async with await Store.open(postgresql.empty(), patience=2) as store:
        await prepared(store)
        postgresql.halt(mode)
        try:
            for _ in range(3):
                with pytest.raises(StoreUnavailable):
                    await store.append("m", 1, b"lost")
        finally:
            postgresql.launch()
        await works_again(store)


async def test_postgresql_drops_its_connections(postgresql: Postgresql) -> None:
    async with await Store.open(postgresql.empty()) as store:
        await prepared(store)
        postgresql.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        await works_again(store)


def dawdle(connection: Connection) -> None:
    """In the middle of a transaction, until the server does not wait any longer."""
    connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 1"))
    line = select.poll()
    line.register(connection.connection.driver_connection.fileno(), select.POLLIN)  # type: ignore[union-attr]
    assert line.poll(PATIENCE * 1000)


@pytest.mark.parametrize("before", ["the last statement", "the commit"])
async def test_whoever_is_held_up_in_the_middle_of_writing_begins_anew(postgresql: Postgresql, before: str) -> None:
    """As on a machine where a process waits for seconds until it has a processor again."""
    attempts = []

    def rename(connection: Connection) -> None:
        attempts.append(1)
        connection.execute(text("UPDATE people SET name = name || 'a'"))
        if len(attempts) == 1 and before == "the last statement":
            dawdle(connection)
        connection.execute(text("UPDATE people SET name = name || 'b'"))
        if len(attempts) == 1 and before == "the commit":
            dawdle(connection)

    async with await Store.open(postgresql.empty()) as store:
        await prepared(store)
        await store.create_person("1", "Ann", "hash")
        await asyncio.gather(store.write("the name", rename), store.append("m", 1, b"after"))
        person = await store.person("1")
        assert person
        assert person.name == "Annab"
        assert await store.entries("m") == [b"before", b"after"]


async def test_a_postgresql_that_is_full_says_so(postgresql: Postgresql) -> None:
    async with await Store.open(postgresql.empty()) as store:
        await prepared(store)
        assert await store.entries("m") == [b"before"]  # whoever reads has a connection; whoever writes needs a new one
        store.journal.engine.dispose()
        with ExitStack() as others:
            with suppress(psycopg.OperationalError):
                while True:
                    others.enter_context(psycopg.connect(postgresql.url))
            await refused(store, "too many connections")
        await works_again(store)


async def test_whoever_is_always_held_up_is_told(postgresql: Postgresql) -> None:
    tries = []

    def rename(connection: Connection) -> None:
        tries.append(1)
        dawdle(connection)
        connection.execute(text("UPDATE people SET name = 'Eve'"))

    async with await Store.open(postgresql.empty()) as store:
        await prepared(store)
        with pytest.raises(CutOff, match="the database cannot be"):
            await store.write("the name", rename)
        assert tries == ATTEMPTS * [1]
        await works_again(store)
