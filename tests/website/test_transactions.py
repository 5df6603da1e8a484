"""Making a table is one transaction, whoever makes it; a table whose match cannot be stored is not there."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import event

from quintain.core.errors import StoreUnavailable
from quintain.datastore import Store
from quintain.website import seating
from quintain.website.arena import Arena
from quintain.website.wire.tables import TableRequest


def with_arena(folder: Path, play: Callable[[Arena, list[object]], Awaitable[None]]) -> None:
    async def run() -> None:
        arena, commits = Arena(await Store.open(folder / "quintain.db")), list[object]()
        event.listen(arena.store.journal.engine, "commit", commits.append)
        try:
            await play(arena, commits)
        finally:
            await arena.close()

    asyncio.run(run())


def test_quick_play_of_a_new_guest_is_one_transaction(tmp_path: Path) -> None:
    async def play(arena: Arena, commits: list[object]) -> None:
        guest = arena.identity.new_guest()
        arena.pace = 60.0
        table = await arena.quick_play("jaffre", {}, guest.person, guest.rows)
        assert len(commits) == 1
        assert (await arena.identity.visitor(guest.secret, None)).person == guest.person
        match = await arena.store.match(table.data.match or "")
        assert match
        assert [seat.player.person_id for seat in match.seats] == [guest.person.id, None, None, None]
        assert [row.id for row in await arena.store.tables(["playing"])] == [table.data.id]

    with_arena(tmp_path, play)


def test_starting_a_table_is_one_transaction(tmp_path: Path) -> None:
    async def play(arena: Arena, commits: list[object]) -> None:
        guest = arena.identity.new_guest("Ann")
        await arena.store.admit(*guest.rows)
        table = arena.new_table(TableRequest(game="jaffre", pace=5.0), guest.person)
        await table.changed()
        seating.fill(table, guest.person, "beginner")
        assert len(commits) == 2
        await arena.start(table)
        assert len(commits) == 3

    with_arena(tmp_path, play)


def test_nothing_is_left_of_a_quick_play_that_cannot_be_stored(tmp_path: Path) -> None:
    async def play(arena: Arena, _: list[object]) -> None:
        guest = arena.identity.new_guest()
        await arena.store.admit(*guest.rows)  # so that storing the guest once more must fail
        with pytest.raises(Exception, match="stored already"):
            await arena.quick_play("jaffre", {}, guest.person, guest.rows)
        assert arena.tables == {}
        assert await arena.store.tables(["waiting", "playing"]) == []
        await arena.store.journal.close()
        with pytest.raises(StoreUnavailable):
            await arena.quick_play("jaffre", {}, guest.person)
        assert arena.tables == {}

    with_arena(tmp_path, play)
