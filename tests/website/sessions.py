"""A website in this process, for tests that look behind its doors: Ann at a table of her own, against slow bots."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from sqlalchemy import event

from quintain.datastore import Store
from quintain.website.arena import Arena
from quintain.website.table import Table
from quintain.website.wire.people import Person

ANN = Person(id="ann", name="Ann", guest=True)
SLOW = 60.0  # seconds that bots pause: nobody acts but the test

Play = Callable[[Table, list[object]], Awaitable[None]]


def with_arena(folder: Path, play: Play, game: str = "jaffre", options: dict[str, Any] | None = None) -> None:
    """Ann's match has begun; the second argument is every commit so far."""

    async def run() -> None:
        arena = await opened(folder)
        commits = list[object]()
        event.listen(arena.store.journal.engine, "commit", commits.append)
        try:
            await arena.store.create_person(ANN.id, ANN.name)
            await play(await arena.quick_play(game, options or {}, ANN), commits)
        finally:
            await arena.close()

    asyncio.run(run())


async def opened(folder: Path) -> Arena:
    return Arena(await Store.open(folder / "quintain.db"), SLOW)
