"""The television plays the ladder's matches for those who look: each once, and to the end."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from quintain import games
from quintain.datastore import FixtureRow, bot_player
from quintain.ranker.contest.accounts import accounts
from quintain.website import seating
from quintain.website.arena import Arena
from quintain.website.television import LOOKING, Television, is_shown
from quintain.website.wire.tables import TableRequest
from tests.website.sessions import ANN, opened

GAME = "jaffre"
PATIENCE = 120.0  # seconds, on a machine that has much else to do
Scene = Callable[[Arena, Television], Awaitable[None]]


def fixtures() -> list[FixtureRow]:
    """A set of two bots that are quick while the game is not compiled."""
    version = games.load(GAME).rules_version
    one, other = (bot_player(GAME, version, name).id for name in ("intermediate", "advanced"))
    return [
        FixtureRow(
            id=f"fixture-{number}",
            game=GAME,
            set_id="set",
            players=lineup,
            seed="7",
            bot_seed="8",
            options=b'{"target":1}',
            control=b'{"bank":30}',
            created=datetime.now(UTC),
        )
        for number, lineup in enumerate([(one, other) * 2, (other, one) * 2])
    ]


def on_air(folder: Path, scene: Scene) -> None:
    async def run() -> None:
        arena = await opened(folder)
        arena.pace = 0.5
        try:
            await scene(arena, Television(arena))
        finally:
            await arena.close()

    asyncio.run(run())


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.02)


def test_the_ladders_match_is_played_once_and_counts(tmp_path: Path) -> None:
    async def scene(arena: Arena, television: Television) -> None:
        await arena.store.add_fixtures(fixtures())
        table = await television.put_on(games.load(GAME))
        assert table is not None
        assert await television.put_on(games.load(GAME)) is None, "one table for a game is enough"
        left = [row.id for row in await arena.store.open_fixtures(GAME)]
        assert [*left, table.data.match] in (["fixture-0", "fixture-1"], ["fixture-1", "fixture-0"])
        assert await arena.store.take_fixtures("ladder", 5, 60) != [], "the ladder plays the other one"
        assert [book.wrong for book in await accounts(arena.store)] == [()], "while it is played"
        seating.set_pace(table, 0.0)
        await until(lambda: table.data.state == "over")
        match = await arena.store.match(table.data.match or "")
        assert match is not None
        assert (match.rated, match.set_id) == (True, "set")
        assert [row.matches for row in await arena.store.ladder(GAME)] == [1, 1]
        assert [book.wrong for book in await accounts(arena.store)] == [()]

    on_air(tmp_path, scene)


def test_what_the_ladder_plays_already_is_not_played_again(tmp_path: Path) -> None:
    async def scene(arena: Arena, television: Television) -> None:
        await arena.store.add_fixtures(fixtures())
        await arena.store.take_fixtures("ladder", 5, 60)
        table = await television.put_on(games.load(GAME))
        assert table is not None
        assert (table.data.fixture, table.data.counts) == (None, False), (
            "the best play all the same, and it does not count"
        )
        assert len(await arena.store.open_fixtures(GAME)) == 2

    on_air(tmp_path, scene)


def test_when_nobody_looks_it_is_over_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(arena: Arena, television: Television) -> None:
        monkeypatch.setattr("quintain.website.television.AGAIN", 0.05)
        moment = [0.0]
        television = Television(arena, lambda: moment[0])
        await arena.store.add_fixtures(fixtures()[:1])
        television.look(GAME)
        await until(lambda: any(is_shown(table.data) for table in arena.tables.values()))
        [table] = await television.running(GAME)
        assert table.data.pace > 0
        moment[0] += LOOKING + 1
        await until(lambda: table.data.state == "over")
        assert await television.running(GAME) == [], "and nothing else begins"

    on_air(tmp_path, scene)


def test_people_come_first(tmp_path: Path) -> None:
    async def scene(arena: Arena, television: Television) -> None:
        shown = await television.put_on(games.load(GAME))
        assert shown is not None
        assert (await television.best(GAME) or [None])[0] is shown
        await arena.store.create_person(ANN.id, ANN.name)
        private = arena.new_table(TableRequest(game=GAME, public=False), ANN)
        hidden = arena.new_table(TableRequest(game=GAME, watching="nobody"), ANN)
        table = arena.new_table(TableRequest(game=GAME), ANN)
        for one in (private, hidden, table):
            seating.sit(one, ANN, 0)
            seating.fill(one, ANN, "intermediate")
            await arena.start(one)
        assert (await television.best(GAME) or [None])[0] is table

    on_air(tmp_path, scene)
