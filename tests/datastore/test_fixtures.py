"""Fixtures: leased to one at a time, never lost, gone when their match is stored."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import text

from quintain.core.errors import BadSetting
from quintain.datastore import LogRow, Store
from tests.datastore.contest_samples import a_fixture, an_event, rated_match
from tests.datastore.samples import DAWN
from tests.datastore.test_bots import let_leases_run_out

pytestmark = pytest.mark.anyio


async def taken(store: Store, worker: str, limit: int = 10, **which: list[str]) -> list[str]:
    return [row.id for row in await store.take_fixtures(worker, limit, 60, **which)]


async def test_fixtures_are_taken_in_order_and_events_come_first(store: Store) -> None:
    await store.create_event(an_event())
    rows = [a_fixture(f"m{n}", created=DAWN + timedelta(seconds=n)) for n in range(3)]
    late = a_fixture("z", event_id="e", created=DAWN + timedelta(hours=1), rated=False)
    assert await store.add_fixtures([*rows, late]) == ["m0", "m1", "m2", "z"]
    assert await store.add_fixtures(rows) == []
    assert await store.open_fixtures() == [*rows, late]
    assert await store.open_fixtures(event="e") == [late]
    assert await store.open_fixtures(game="rummy") == []
    assert await taken(store, "w", games=["rummy"]) == []
    assert await taken(store, "w", 2) == ["z", "m0"]
    assert await taken(store, "x", games=["jaffre", "rummy"]) == ["m1", "m2"]
    assert await taken(store, "w") == []
    await store.drop_fixtures(["m0", "m1"])
    assert [(row.id, row.worker, row.attempts) for row in await store.open_fixtures()] == [
        ("m2", "x", 1),
        ("z", "w", 1),
    ]


async def test_many_who_ask_at_once_never_get_the_same(address: str) -> None:
    async with await Store.open(address) as one, await Store.open(address) as other:
        await one.add_fixtures([a_fixture(f"m{n:02}") for n in range(40)])
        found = await asyncio.gather(*(taken((one, other)[n % 2], f"w{n}", 3) for n in range(20)))
        ids = [id for some in found for id in some]
        assert len(ids) == len({*ids})
        assert sorted(ids + await taken(one, "last", 40)) == [f"m{n:02}" for n in range(40)]


async def test_a_lease_that_ran_out_passes_on(store: Store) -> None:
    await store.add_fixtures([a_fixture("m"), a_fixture("n")])
    assert await taken(store, "w") == ["m", "n"]
    await let_leases_run_out(store, "fixtures")
    assert await store.renew_fixtures("w", ["n"], 60) == ["n"]
    [again] = await store.take_fixtures("x", 5, 60)
    assert (again.id, again.worker, again.attempts) == ("m", "x", 2)
    assert await store.renew_fixtures("w", ["m", "n"], 60) == ["n"]
    await store.release_fixtures("x", ["m", "n"])
    assert await taken(store, "y") == ["m"]


async def test_a_clock_that_was_set_back_loses_no_fixture(store: Store) -> None:
    """A lease that lasts longer than anybody may ask for was made by a clock that was wrong."""
    await store.add_fixtures([a_fixture()])
    assert await taken(store, "w") == ["m"]
    future = text("UPDATE fixtures SET lease = '2126-01-01 00:00:00.000000'")
    await store.write("time", lambda connection: connection.execute(future).close())
    assert await taken(store, "x") == ["m"]
    with pytest.raises(BadSetting, match="lease"):
        await store.take_fixtures("w", 1, 3600)


async def test_a_fixture_goes_with_its_match_and_does_not_come_back(store: Store) -> None:
    await store.add_fixtures([a_fixture("m1", players=("A", "B"))])
    await taken(store, "w")
    match, further = rated_match(1, "A", "B"), [store.fixture_done(["m1"])]

    def breaks(_: object) -> None:
        raise ValueError("no ink")

    with pytest.raises(ValueError, match="no ink"):
        await store.add_matches([match], [*further, breaks])
    assert [row.id for row in await store.open_fixtures()] == ["m1"]
    assert await store.add_matches([match], further) == ["m1"]
    assert await store.open_fixtures() == []
    assert await store.add_fixtures([a_fixture("m1")]) == []
    assert await store.add_matches([match], further) == []


async def test_logs_are_stored_with_the_match_and_bounded(store: Store) -> None:
    logs = [LogRow("m1", 0, "A", b"\xff" + b"x" * 100_000 + b"end"), LogRow("m1", 1, "B", b"")]
    await store.add_matches([rated_match(1, "A", "B")], [store.put_logs(logs)])
    kept = await store.log("m1", 0)
    assert kept
    assert (len(kept.text), kept.text[-4:]) == (65536, b"xend")
    assert await store.log("m1", 1) is None
    await store.add_matches([], [store.put_logs([LogRow("m1", 0, "A", b"other")])])
    assert await store.log("m1", 0) == kept
