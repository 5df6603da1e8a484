"""A backup is one moment of a database in use."""

import asyncio
import sqlite3
import stat
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from quintain.core.errors import StoreError
from quintain.datastore import Store
from tests.datastore.postgresql import Postgresql
from tests.datastore.samples import a_match
from tests.datastore.writer import content

pytestmark = pytest.mark.anyio


async def test_a_backup_during_play_is_a_store_of_its_own(sqlite: Store, tmp_path: Path) -> None:
    acknowledged = dict.fromkeys([f"m{n}" for n in range(10)], 0)
    for match_id in acknowledged:
        await sqlite.create_match(a_match(match_id), ())

    async def fill(match_id: str) -> None:
        for n in count():
            await sqlite.append(match_id, n, content(match_id, n))
            acknowledged[match_id] += 1

    players = [asyncio.create_task(fill(match_id)) for match_id in acknowledged]
    try:
        for n in range(5):
            goal = min(acknowledged.values()) + 2
            while min(acknowledged.values()) < goal:
                await asyncio.sleep(0.01)
            before = dict(acknowledged)
            await sqlite.backup(tmp_path / "backup.db")
            await check(tmp_path / "backup.db", before, dict(acknowledged), tmp_path / f"restored{n}.db")
    finally:
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    assert min(acknowledged.values()) > 5


async def check(backup: Path, before: dict[str, int], after: dict[str, int], restored: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    restored.write_bytes(backup.read_bytes())
    async with await Store.open(restored) as store:
        for match_id in before:
            entries = await store.entries(match_id)
            # One more may have been committed and not yet acknowledged.
            assert before[match_id] <= len(entries) <= after[match_id] + 1
            assert entries == [content(match_id, n) for n in range(len(entries))]
            await store.append(match_id, len(entries), b"on it goes")


async def test_a_backup_never_harms_the_database_or_an_older_backup(sqlite: Store, path: Path, tmp_path: Path) -> None:
    await sqlite.create_match(a_match(), ())
    with pytest.raises(StoreError, match="the database itself"):
        await sqlite.backup(path)
    with pytest.raises(StoreError, match="no backup"):
        await sqlite.backup(tmp_path / "no folder" / "backup.db")
    async with await Store.open(tmp_path / "used.db") as other:
        await other.create_match(a_match(), ())
        with pytest.raises(StoreError, match="in use"):
            await sqlite.backup(tmp_path / "used.db")
    assert await sqlite.match("m")
    assert not [*tmp_path.glob("*.partial")]


async def test_postgresql_is_backed_up_by_its_own_tools(postgresql: Postgresql) -> None:
    async with await Store.open(postgresql.empty()) as store:
        with pytest.raises(StoreError, match="pg_dump"):
            await store.backup("backup.db")
