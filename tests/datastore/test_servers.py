"""Several servers on one PostgreSQL: each table is one server's, and whoever lost it writes nothing more."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from quintain.core.errors import NameTaken, StoreError, TakenOver
from quintain.datastore import NOTICES, MatchRow, Pulse, Store, TableRow
from quintain.datastore.importing import import_from
from tests.datastore.postgresql import Postgresql

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 11, 18, tzinfo=UTC)
Join = Callable[[str], Awaitable[Store]]


@pytest.fixture
async def join(postgresql: Postgresql) -> AsyncIterator[Join]:
    """Stores of servers at these addresses, all on one database."""
    address = postgresql.empty()
    async with AsyncExitStack() as stack:

        async def join(reach: str) -> Store:
            store = await stack.enter_async_context(await Store.open(address))
            await store.join_servers(reach, "here")
            return store

        yield join


def a_table(id: str = "t", state: str = "playing") -> TableRow:
    return TableRow(id, "jaffre", True, state, b"{}")


def a_match_at(table: str) -> MatchRow:
    return MatchRow(id=f"m-{table}", table_id=table, game="jaffre", rules_version=1, header=b"{}", began=NOW)


async def let_die(store: Store, other: Store) -> None:
    """As if its heart had not beaten for long."""
    late = text("UPDATE servers SET beat = beat - interval '1 hour' WHERE id = :id")
    await other.write("the beat", lambda connection: connection.execute(late, {"id": store.server}).close())


async def test_a_table_is_its_makers_until_that_one_is_struck_off(join: Join) -> None:
    first, second = await join("one"), await join("two")
    await first.begin_match(a_table(), a_match_at("t"), (), [b"0"])
    assert await second.claim_tables() == []
    assert await second.strike_off() == []
    there, owner = await second.owner_of("t")
    assert there
    assert owner
    assert (owner.id, owner.address) == (first.server, "one")
    assert await second.owner_of("nowhere") == (False, None)

    await let_die(first, second)
    assert await second.strike_off() == [first.server]
    assert await second.owner_of("t") == (True, None)
    assert await second.claim_tables() == ["t"]
    assert (await first.owner_of("t"))[1] == (await second.servers())[0]


async def test_who_lost_a_table_writes_nothing_more(join: Join) -> None:
    first, second = await join("one"), await join("two")
    for id in ("t", "u"):
        await first.begin_match(a_table(id), a_match_at(id), (), [b"0"])
    await first.append("m-t", 1, b"1")
    await first.leave_servers()
    assert await second.claim_table("t")
    assert not await second.claim_table("t")

    outcomes = await asyncio.gather(
        first.append("m-t", 2, b"from the dead"),
        first.append("m-u", 1, b"1"),  # nobody has that one yet
        first.save_table(a_table("t", "over")),
        first.save_table(a_table("u", "over")),
        first.delete_table("t"),
        first.begin_match(
            a_table("t"), MatchRow(id="x", table_id="t", game="g", rules_version=1, header=b"", began=NOW), ()
        ),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [
        TakenOver,
        type(None),
        TakenOver,
        type(None),
        type(None),
        TakenOver,
    ]
    assert await second.entries("m-t") == [b"0", b"1"]
    assert await second.table("t") == a_table("t")
    assert await second.table("u") == a_table("u", "over")
    assert await second.match("x") is None
    await second.append("m-t", 2, b"2")
    assert await second.entries("m-t") == [b"0", b"1", b"2"]


async def test_exactly_one_wins_each_table_and_several_share_them(join: Join) -> None:
    dead, *living = [await join(name) for name in ("dead", "a", "b", "c")]
    ids = [f"t{number:02}" for number in range(40)]
    for id in ids:
        await dead.save_table(a_table(id))
    await dead.leave_servers()

    shares: list[list[str]] = [[], [], []]
    while any(round := await asyncio.gather(*(store.claim_tables(most=4) for store in living))):
        for share, claimed in zip(shares, round, strict=True):
            share += claimed
    assert sorted(id for share in shares for id in share) == ids
    assert all(shares), shares


async def test_whoever_starts_at_the_address_of_another_has_replaced_it(join: Join) -> None:
    first = await join("one")
    await first.save_table(a_table())
    second = await join("one")
    assert [server.id for server in await second.servers()] == [second.server]
    assert await second.claim_tables() == ["t"]


async def test_a_heart_that_beats_keeps_a_server_alive_and_one_that_was_struck_off_is_told(join: Join) -> None:
    first, second = await join("one"), await join("two")
    lost = asyncio.Event()
    loop = asyncio.get_running_loop()
    pulse = Pulse(first.url, lambda: loop.call_soon_threadsafe(lost.set))
    pulse.start(first.server or "")
    try:
        await let_die(first, second)
        while pulse.certain_until == 0.0:
            await asyncio.sleep(0.01)
        assert await second.strike_off(lease=60) == []
        await first.leave_servers()
        await lost.wait()
        assert pulse.certain_until == 0.0
    finally:
        await asyncio.to_thread(pulse.stop)


async def test_a_process_that_was_stopped_in_a_transaction_does_not_keep_its_tables(join: Join) -> None:
    first, second = await join("one"), await join("two")
    await first.begin_match(a_table(), a_match_at("t"), (), [b"0"])
    with first.journal.engine.connect() as stopped:
        stopped.execute(text("SELECT id FROM tables FOR SHARE"))
        await second.write(
            "it", lambda connection: connection.execute(text("DELETE FROM servers WHERE address = 'one'")).close()
        )
        while not await second.claim_tables():
            await asyncio.sleep(0.1)
        stopped.invalidate()
    with pytest.raises(TakenOver):
        await first.append("m-t", 1, b"1")


async def test_the_database_tells_who_was_signed_out_named_and_shut_out(join: Join, postgresql: Postgresql) -> None:
    store = await join("one")
    with psycopg.connect(postgresql.url, autocommit=True) as listener:
        listener.execute(f"LISTEN {NOTICES}")
        await store.create_person("guest", "Guest 1")
        await store.create_person("ann", "Ann", "hash")
        await store.create_session("session-hash", "ann", NOW.replace(year=2030))
        await store.create_token("token-hash", "ann", "mine")
        await store.revoke_session("session-hash")
        await store.revoke_token("token-hash")
        await store.disable_person("ann", NOW)
        await store.leave_servers()
        heard = [notice.payload for notice in listener.notifies(timeout=30, stop_after=5)]
    words = ("named", "session-hash", "token-hash", "disabled", "gone")
    assert all(word in notice for word, notice in zip(words, heard, strict=True)), heard
    assert all(store.journal.name in notice for notice in heard)
    assert "Guest 1" not in str(heard)


async def test_nothing_is_imported_where_a_server_runs(join: Join, postgresql: Postgresql, tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "other.db") as other:
        await other.create_person("ann", "Ann")
        await other.export(tmp_path / "export")
    store = await join("one")
    with pytest.raises(StoreError, match="empty database only"):
        await asyncio.to_thread(import_from, store.url, 10, tmp_path / "export")
    await store.leave_servers()
    await asyncio.to_thread(import_from, store.url, 10, tmp_path / "export")
    assert await store.person("ann")


async def test_names_that_look_alike_are_one_for_the_database(join: Join) -> None:
    first, second = await join("one"), await join("two")
    answers = await asyncio.gather(
        first.create_person("1", "Anna", "hash", looks={"anna"}),
        second.create_person("2", "ANNA_", "hash", looks={"anna"}),
        return_exceptions=True,
    )
    assert [isinstance(answer, NameTaken) for answer in answers].count(True) == 1
    await first.create_person("3", "Bob")
    with pytest.raises(NameTaken):
        await first.set_password("3", "hash", looks={"anna", "bob"})
    await first.set_password("3", "hash", looks={"bob"})
