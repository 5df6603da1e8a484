"""After a restart the server answers at once; whoever asks for a table has it first, and the rest follows by itself."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from quintain.core.record import Resumed
from quintain.website import reopening
from quintain.website.arena import Arena
from quintain.website.reopening import SLICE
from tests.processes import PATIENCE
from tests.website.client import Browser, Site, eventually
from tests.website.sessions import opened
from tests.website.stored import stored_tables

TABLES = 6
LONG = 4 * SLICE


def restarted(folder: Path, play: Callable[[Arena], Awaitable[None]]) -> None:
    async def run() -> None:
        arena = await opened(folder)
        try:
            await arena.open()
            await play(arena)
        finally:
            await arena.close()

    asyncio.run(run())


def open_tables(arena: Arena) -> list[str]:
    return [id for id, table in arena.tables.items() if table.playing]


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


def test_the_table_that_somebody_asks_for_is_open_before_the_others(tmp_path: Path) -> None:
    ids = stored_tables(tmp_path, TABLES, LONG)

    async def play(arena: Arena) -> None:
        assert sorted(arena.tables) == sorted(ids)
        assert open_tables(arena) == [], "it answers before anything is played again"
        last = list(arena.tables)[-1]
        assert (await arena.table(last)).playing
        assert open_tables(arena) == [last]
        await until(lambda: len(open_tables(arena)) == TABLES)

    restarted(tmp_path, play)


def test_those_who_ask_overtake_a_match_that_is_half_open(tmp_path: Path) -> None:
    stored_tables(tmp_path, TABLES, LONG)

    async def play(arena: Arena) -> None:
        first, *_, last = arena.tables
        begun = arena.restoring.reopening._unopened[first]
        retell = arena.restoring.reopening._retell
        asked = list[asyncio.Task[list[str]]]()

        async def ask() -> list[str]:
            await arena.table(last)
            return open_tables(arena)

        async def half_open(history: Any, entries: Any) -> None:
            await retell(history, entries)
            if not asked:
                asked.append(asyncio.create_task(ask()))

        arena.restoring.reopening._retell = half_open  # type: ignore[method-assign]
        await until(lambda: bool(asked))
        assert await asked[0] == [last]
        await begun.done.wait()
        assert open_tables(arena) == [first, last]

    restarted(tmp_path, play)


def test_one_who_asks_for_many_at_once_gets_them_all(tmp_path: Path) -> None:
    ids = stored_tables(tmp_path, TABLES)

    async def play(arena: Arena) -> None:
        tables = await asyncio.gather(*(arena.table(id) for id in ids * 3))
        assert all(table.playing for table in tables)

    restarted(tmp_path, play)


def test_nobody_is_charged_for_the_time_until_the_table_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = stored_tables(tmp_path, 2, LONG)
    monkeypatch.setattr(reopening, "PREPARING", 1.0)  # the server takes its time

    async def play(arena: Arena) -> None:
        began = time.monotonic()
        tables = await asyncio.gather(*map(arena.table, ids))
        waited = time.monotonic() - began
        for table in tables:
            assert table.playing
            *_, before, resumed = table.playing.match.record
            assert isinstance(resumed, Resumed)
            assert resumed.at - before.at < waited / 2, "its time goes on from the last thing that happened"

    restarted(tmp_path, play)


def test_a_match_that_is_over_is_played_again_when_somebody_asks(tmp_path: Path) -> None:
    ids = stored_tables(tmp_path, 3)

    async def end(arena: Arena) -> None:
        table = await arena.table(ids[0])
        assert table.playing
        await table.playing.resign(0)
        await until(lambda: table.data.state == "over")

    async def look(arena: Arena) -> None:
        await until(lambda: len(open_tables(arena)) == 2)
        await asyncio.sleep(0.05)
        assert ids[0] not in open_tables(arena)
        table = await arena.table(ids[0])
        assert table.playing
        assert table.playing.match.outcome
        assert table.data.state == "over"

    restarted(tmp_path, end)
    restarted(tmp_path, look)


def test_bots_of_tables_that_nobody_asked_for_play_on(tmp_path: Path) -> None:
    """Over a real restart: nobody is there, and the matches of bots come to their end."""
    site = Site(tmp_path / "quintain.db", pace=0.05)
    with Browser(site, "Ann") as ann:
        tables = []
        for _ in range(2):
            table = ann.table(options={"target": 1000}, pace=0.05)["id"]
            for seat in range(4):
                ann.post(f"/api/tables/{table}/bot", seat=seat, player="beginner")
            ann.post(f"/api/tables/{table}/start")
            tables.append(table)
        site.kill()
        with site.restarted():
            asked, other = tables
            with ann.live(asked) as socket:
                socket.until("sync")
            eventually(lambda: {row["id"] for row in ann.get("/api/lobby")["running"]} == {*tables})
            with ann.live(other) as socket:
                first = socket.until("sync")["seq"]
                while socket.until("step")["seq"] < first + 5:
                    pass
