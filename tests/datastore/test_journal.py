"""Appending: what returned is stored, whatever happens to the others."""

import asyncio

import pytest
from sqlalchemy import event

from quintain.core.errors import BadText, Duplicate, NotStored, OutOfOrder, StoreUnavailable
from quintain.datastore import Store
from tests.datastore.samples import a_match

pytestmark = pytest.mark.anyio


async def answers(*appends: object) -> list[type]:
    return [type(answer) for answer in await asyncio.gather(*appends, return_exceptions=True)]  # type: ignore[call-overload]


def commits(store: Store) -> list[object]:
    seen: list[object] = []
    event.listen(store.journal.engine, "commit", seen.append)
    return seen


async def test_entries_come_back_in_order(store: Store) -> None:
    await store.create_match(a_match(), ())
    for n in range(20):
        await store.append("m", n, f"entry {n}".encode())
    assert await store.entries("m") == [f"entry {n}".encode() for n in range(20)]


async def test_all_who_wait_share_a_commit(store: Store) -> None:
    for n in range(50):
        await store.create_match(a_match(f"m{n}"), ())
    seen = commits(store)
    await asyncio.gather(*(store.append(f"m{n % 50}", n // 50, b"x") for n in range(500)))
    assert len(seen) <= 3
    assert await store.entries("m7") == [b"x"] * 10


async def test_a_number_is_used_once(store: Store) -> None:
    await store.create_match(a_match(), ())
    await store.append("m", 0, b"first")
    with pytest.raises(Duplicate, match="entry 0"):
        await store.append("m", 0, b"second")
    assert await store.entries("m") == [b"first"]


async def test_a_bad_entry_does_not_harm_its_neighbours(store: Store) -> None:
    for id in ("a", "b"):
        await store.create_match(a_match(id), ())
    found = await answers(
        store.append("a", 0, b"good"),
        store.append("b", 0, b"good"),
        store.append("a", 0, b"again"),
        store.append("nowhere", 0, b"lost"),
        store.append("b", 2, b"gap"),
        store.append("nul \0", 0, b"lost"),
        store.append("b", 1, b"good"),
    )
    assert found == [type(None), type(None), Duplicate, NotStored, OutOfOrder, BadText, type(None)]
    assert await store.entries("a") == [b"good"]
    assert await store.entries("b") == [b"good", b"good"]


async def test_two_stores_append_to_one_match(address: str) -> None:
    """Each number is acknowledged to exactly one of them."""
    async with await Store.open(address) as one, await Store.open(address) as two:
        await one.create_match(a_match(), ())
        for n in range(20):
            found = await answers(one.append("m", n, b"one"), two.append("m", n, b"two"))
            assert sorted(map(str, found)) == sorted(map(str, (type(None), Duplicate)))
        assert len(await one.entries("m")) == 20


async def test_a_caller_who_leaves_does_not_take_the_entry_back(store: Store) -> None:
    await store.create_match(a_match(), ())
    leaving = asyncio.create_task(store.append("m", 0, b"0"))
    await asyncio.sleep(0)
    leaving.cancel()
    await store.append("m", 1, b"1")
    assert await store.entries("m") == [b"0", b"1"]


async def test_closing_writes_what_waits(address: str) -> None:
    store = await Store.open(address)
    await store.create_match(a_match(), ())
    waiting = [asyncio.create_task(store.append("m", n, b"x")) for n in range(10)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.append("m", 10, b"x")
    async with await Store.open(address) as again:
        assert len(await again.entries("m")) == 10
