"""Clocks follow from the record: whatever befell a match, played again from its journal it has the same clocks."""

import asyncio
import time
from pathlib import Path

import msgspec

from quintain.core.clock import TimeControl
from quintain.core.match import Match
from quintain.core.record import Acted, Replaced, Resumed, Struck
from quintain.core.replay import Replay
from quintain.website import seating
from quintain.website.arena import Arena
from quintain.website.data import Chair
from quintain.website.table import Table
from quintain.website.wire.tables import TableRequest
from tests.website.sessions import ANN, opened

BANK = TimeControl(bank=20.0, increment=0.25, limit=9.0)


def times(match: Match) -> list[tuple[float | None, float | None]]:
    return [(clock.bank, clock.since) for clock in match.clocks]


async def replayed(arena: Arena, table: Table) -> Match:
    row = await arena.store.match(table.data.match or "")
    assert row
    return Replay.from_journal(row.header, await arena.store.entries(row.id)).match(table.game)


async def new_match(arena: Arena) -> Table:
    """Ann at every seat, so that nothing happens but what she does."""
    await arena.store.create_person(ANN.id, ANN.name)
    table = arena.new_table(TableRequest(game="jaffre", time_control=BANK), ANN)
    for seat in range(4):
        table.data.chairs[seat] = Chair("person", ANN.name, person=ANN.id)
    await arena.start(table)
    return table


def let_pass(table: Table, seconds: float) -> None:
    """So much time goes by at this table."""
    assert table.playing
    table.playing.live._zero -= seconds


async def act(table: Table, took: float | None = None) -> None:
    assert table.playing
    seat = table.playing.match.position.acting[0]
    action = msgspec.to_builtins(table.playing.match.position.legal(seat)[0])
    await table.playing.act(seat, table.playing.history.newest(seat), [action], took)


async def trouble(table: Table) -> None:
    """Acts in time, acts whose delay is forgiven, strikes, a stand-in and the person's return."""
    for seconds, took in ((1.5, None), (2.25, 2.0), (0.125, 0.0), (8.5, 8.4)):
        let_pass(table, seconds)
        await act(table, took)
    for _ in range(3):  # too late: two strikes for whoever is to act, or one each
        let_pass(table, 30.0)
        await act(table, None)
    await table.stand_in_for("ann")
    for seat in range(4):
        await seating.take_back(table, ANN, seat)
    let_pass(table, 3.0)
    await act(table)


def test_recovered_clocks_are_those_of_the_journal(tmp_path: Path) -> None:
    async def play() -> None:
        arena = await opened(tmp_path)
        table = await new_match(arena)
        await trouble(table)
        assert table.playing
        live = table.playing.match
        assert {type(entry) for entry in live.record} >= {Acted, Struck, Replaced}
        assert times(live) == times(await replayed(arena, table))
        before = times(live)
        await arena.close()
        for _ in range(2):  # a restart, and then another
            arena = await opened(tmp_path)
            await arena.recover()
            (table,) = arena.tables.values()
            assert table.playing
            assert isinstance(table.playing.match.record[-1], Resumed)
            assert times(table.playing.match) == times(await replayed(arena, table))
            assert [bank for bank, _ in times(table.playing.match)] == [bank for bank, _ in before]
            let_pass(table, 2.0)
            await act(table)
            assert times(table.playing.match) == times(await replayed(arena, table))
            before = times(table.playing.match)
            await arena.close()

    asyncio.run(play())


def test_a_restart_gives_back_what_was_spent_and_no_more(tmp_path: Path) -> None:
    async def play() -> None:
        arena = await opened(tmp_path)
        table = await new_match(arena)
        let_pass(table, 5.0)
        assert table.playing
        await table.playing.replace(3, seating.player_in(Chair("bot", "Bot 4", "beginner")))  # something is written
        await arena.close()
        arena = await opened(tmp_path)
        began = time.monotonic()
        await arena.recover()
        (table,) = arena.tables.values()
        assert table.playing
        clock = table.playing.match.clocks[table.playing.match.position.acting[0]]
        left = clock.left(table.playing.live.now)
        assert left is not None
        assert BANK.limit is not None
        assert BANK.limit - (time.monotonic() - began) <= left <= BANK.limit
        await arena.close()

    asyncio.run(play())
