"""Bots and their versions: uploaded once, checked by one, played when ready."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from quintain.core.errors import BadSetting, NameTaken, NotStored, OutOfOrder
from quintain.datastore import PlayerRow, Store
from tests.datastore.contest_samples import a_version, an_uploaded_bot, ready_version
from tests.datastore.samples import DAWN

pytestmark = pytest.mark.anyio


async def let_leases_run_out(store: Store, table: str) -> None:
    past = text(f"UPDATE {table} SET lease = '2020-01-01 00:00:00.000000'")
    await store.write("time", lambda connection: connection.execute(past).close())


async def test_a_bot_is_found_by_its_name_and_owner(store: Store) -> None:
    await store.create_person("1", "Ann", "hash")
    bolt = an_uploaded_bot(owner_id="1", about="quick")
    await store.create_bot(bolt)
    await store.create_bot(an_uploaded_bot("r", game="rummy"))
    assert await store.bot("b") == await store.bot_named("jaffre", " BOLT ") == bolt
    assert await store.bots_of("1") == await store.bots_in("jaffre") == [bolt]
    assert await store.bot("nowhere") is None
    with pytest.raises(NameTaken, match="another bot"):
        await store.create_bot(an_uploaded_bot("c", "bOLT"))
    with pytest.raises(NotStored):
        await store.create_bot(an_uploaded_bot("d", "Other", owner_id="nobody"))


async def test_versions_are_numbered_by_the_store(store: Store) -> None:
    await store.create_bot(an_uploaded_bot())
    added = await asyncio.gather(*(store.add_version(a_version(f"v{n}"), b"%d" % n) for n in range(6)))
    assert sorted(version.number for version in added) == [1, 2, 3, 4, 5, 6]
    assert [version.number for version in await store.versions_of("b")] == [1, 2, 3, 4, 5, 6]
    assert await store.source("v3") == b"3"
    assert await store.source("nowhere") is None
    assert await store.version("v3") == added[3]
    with pytest.raises(NotStored):
        await store.add_version(a_version("x", "nowhere"), b"")


async def test_two_programs_number_versions_of_one_bot(address: str) -> None:
    async with await Store.open(address) as one, await Store.open(address) as other:
        await one.create_bot(an_uploaded_bot())
        await asyncio.gather(*((one, other)[n % 2].add_version(a_version(f"v{n}"), b"") for n in range(10)))
        assert [version.number for version in await one.versions_of("b")] == [*range(1, 11)]


async def test_a_version_is_checked_by_one_and_then_a_player(store: Store) -> None:
    await store.create_bot(an_uploaded_bot())
    await store.add_version(a_version(), b"")
    claimed = await store.claim_version("w", 60)
    assert claimed == a_version(number=1, state="checking")
    assert await store.claim_version("other", 60) is None
    assert not await store.judge_version("v", "other", "ready", b"forged")
    with pytest.raises(OutOfOrder, match="checking"):
        await store.set_active("b", "v")
    assert await store.judge_version("v", "w", "ready", b"{}")
    assert not await store.judge_version("v", "w", "refused", b"again")
    assert await store.version("v") == a_version(number=1, state="ready", report=b"{}")
    expected = PlayerRow("program:v", "program", "Bolt", game="jaffre", version="1")
    assert await store.player(claimed.player_id) == expected


async def test_a_check_that_was_left_is_taken_over(store: Store) -> None:
    await store.create_bot(an_uploaded_bot())
    await store.add_version(a_version(), b"")
    assert await store.claim_version("w", 60)
    await let_leases_run_out(store, "versions")
    assert await store.claim_version("other", 60)
    assert not await store.judge_version("v", "w", "ready", b"")
    assert await store.judge_version("v", "other", "refused", b"")
    assert await store.player("program:v") is None
    with pytest.raises(BadSetting):
        await store.claim_version("w", 100_000)


async def test_whoever_sends_many_keeps_nobody_waiting(store: Store) -> None:
    """A check takes minutes, and one person may send a hundred versions."""
    moment, gone = datetime.now(UTC), datetime.now(UTC) - timedelta(days=2)
    for person in ("ann", "eve"):
        await store.create_person(person, person, "hash")
        for bot in (f"{person} 1", f"{person} 2"):
            await store.create_bot(an_uploaded_bot(bot, bot, owner_id=person))
    for number in range(3):  # what was sent long ago is forgotten
        await store.add_version(a_version(f"old {number}", "ann 1", created=gone), b"")
        await store.judge_version((await store.claim_version("w", 60)).id, "w", "refused", b"")  # type: ignore[union-attr]
    for number in range(4):
        sent = moment + timedelta(seconds=number)
        await store.add_version(a_version(f"eve {number}", f"eve {number % 2 + 1}", created=sent), b"")
    order = [await store.claim_version("w", 60)]
    for number in range(2):
        sent = moment + timedelta(minutes=1 + number)
        await store.add_version(a_version(f"ann {number}", "ann 1", created=sent), b"")
    order += [await store.claim_version("w", 60) for _ in range(5)]
    assert [one and one.id for one in order] == ["eve 0", "ann 0", "eve 1", "ann 1", "eve 2", "eve 3"]
    assert await store.claim_version("w", 60) is None


async def test_a_version_is_activated_and_rolled_back(store: Store) -> None:
    await store.create_bot(an_uploaded_bot())
    await store.create_bot(an_uploaded_bot("c", "Other"))
    await ready_version(store, "v")
    await ready_version(store, "w")
    await ready_version(store, "x", "c")
    for id in ("v", "w", "v", None):
        await store.set_active("b", id)
        assert await store.bot("b") == an_uploaded_bot(active=id)
    with pytest.raises(NotStored, match="no version"):
        await store.set_active("b", "x")


async def test_a_bot_is_disabled_with_a_note(store: Store) -> None:
    await store.create_person("1", "Ann", "hash")
    await store.create_bot(an_uploaded_bot())
    await store.disable_bot("b", DAWN, store.audited("1", "disable bot", "b", "spam"))
    assert await store.bot("b") == replace(an_uploaded_bot(), disabled=DAWN)
    [note] = await store.audit(5)
    assert (note.name, note.act, note.subject, note.detail) == ("Ann", "disable bot", "b", "spam")
    with pytest.raises(NotStored):
        await store.disable_bot("nowhere", DAWN, store.audited("1", "disable bot", "nowhere"))
    assert len(await store.audit(5)) == 1
    await store.disable_bot("b", None)
    assert await store.bot("b") == an_uploaded_bot()
