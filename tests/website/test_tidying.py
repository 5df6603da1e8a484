"""Tables that nobody looks at go away; those that somebody does stay."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from quintain import games
from quintain.datastore import Store
from quintain.website.arena import Arena
from quintain.website.tidying import VANISH
from quintain.website.wire.people import Person
from quintain.website.wire.tables import TableRequest

ANN = Person(id="ann", name="Ann", guest=True)


def test_waiting_tables_vanish(tmp_path: Path) -> None:
    async def play() -> None:
        arena = Arena(await Store.open(tmp_path / "quintain.db"))
        try:
            old, new = [arena.new_table(TableRequest(game="jaffre"), ANN) for _ in range(2)]
            for table in (old, new):
                await table.changed()
            old.idle_since -= VANISH["waiting"] + 1
            await arena.tidying.sweep()
            assert list(arena.tables) == [new.data.id]
            assert [row.id for row in await arena.store.tables(["waiting"])] == [new.data.id]
        finally:
            await arena.close()

    asyncio.run(play())


def test_a_match_by_other_rules_does_not_stop_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        store = await Store.open(tmp_path / "quintain.db")
        await store.create_person("ann", "Ann")
        arena = Arena(store)
        await arena.quick_play("jaffre", {}, ANN)
        await arena.close()
        newer = replace(games.load("jaffre"), rules_version=99)
        monkeypatch.setattr("quintain.website.restoring.game_named", lambda name: newer)
        again = Arena(await Store.open(tmp_path / "quintain.db"))
        await again.recover()
        assert again.tables == {}
        await again.close()

    asyncio.run(play())
