"""Exactly once, whoever dies: workers, rankers and the database, killed, stopped or gone for a while."""

import asyncio
import contextlib
import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from quintain.datastore import Store
from quintain.ranker.contest.accounts import accounts
from quintain.ranker.contest.crew import Crew
from quintain.ranker.contest.errands import Finished, Reply
from quintain.ranker.contest.ranker import Ranker
from quintain.sandbox.processes import children, descendants, exists
from tests.datastore.postgresql import Postgresql
from tests.ranker.contest.crews import CrewHere, all_counted, ranker, until, working
from tests.ranker.contest.test_ranker import books

pytestmark = pytest.mark.anyio
SOON = 0.5  # seconds of a lease that runs out while the test looks on


def slow(share: float = 0.02) -> Crew:
    """Real processes, whose matches take a while."""
    crew = Crew(1.0, patience=2.0)
    crew.share = share
    return crew


async def at_work(own: Ranker) -> list[int]:
    """The processes that play, as soon as they do."""
    found: list[int] = []

    def look() -> bool:
        found[:] = children(own.crew.pid) if own.crew.pid and own.running else []
        return bool(found)

    await until(look, pause=0.005)
    return found


async def test_workers_and_their_parent_are_killed_and_stopped_and_nothing_is_lost_or_doubled(store: Store) -> None:
    async with working(ranker(store, crew=slow())) as own:
        for blow in (signal.SIGKILL, signal.SIGSTOP, signal.SIGKILL):
            lost = own.lost
            for pid in await at_work(own):
                strike(pid, blow)
            await until(partial(was_noticed, own, lost))
        await at_work(own)
        orphans = descendants(own.crew.pid or 0)
        strike(own.crew.pid or 0, signal.SIGKILL)
        await until(lambda: not any(map(exists, orphans)))
        own.crew.share = 1.0
        stored = own.finished["jaffre"]
        await until(lambda: own.finished["jaffre"] >= stored + 3)
        pids = [own.crew.pid or 0, *descendants(own.crew.pid or 0)]
    assert own.lost >= 1
    assert own.errors == 0
    assert all_counted((await books(store))["stored"], own)
    await until(lambda: not any(map(exists, pids)))


def was_noticed(own: Ranker, lost: int) -> bool:
    return own.lost > lost or own.finished["jaffre"] > 0


def strike(pid: int, blow: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, blow)


class Held:
    """Keeps the first result back until it is let go."""

    def __init__(self) -> None:
        self.here, self.go = asyncio.Event(), asyncio.Event()
        self.id = ""


class CrewThatWaits(CrewHere):
    def __init__(self, held: Held) -> None:
        super().__init__()
        self.held = held

    def worker(self) -> Any:
        return Waiting(self.held, super().worker())


class Waiting:
    """A worker whose first result does not arrive in time."""

    def __init__(self, held: Held, inner: Any) -> None:
        self.held, self.inner = held, inner

    async def __aenter__(self) -> "Waiting":
        self.worker = await self.inner.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> Any:
        return await self.inner.__aexit__(*error)

    async def ask(self, errand: Any, *rest: Any) -> Reply:
        reply: Reply = await self.worker.ask(errand, *rest)
        if isinstance(reply, Finished) and not self.held.id:
            self.held.id = reply.played.id
            self.held.here.set()
            await self.held.go.wait()
        return reply


async def test_a_result_that_comes_after_its_lease_has_run_out_counts_once(store: Store) -> None:
    held = Held()
    sleepy, other = ranker(store, crew=CrewThatWaits(held), lease=SOON), ranker(store)
    sleepy._renew = forget  # type: ignore[method-assign]
    async with working(sleepy), working(other):
        await held.here.wait()
        await until(lambda: stored_by_another(store, held.id))
        first = await store.match(held.id)
        held.go.set()
        before = sleepy.finished["jaffre"]
        await until(lambda: sleepy.finished["jaffre"] >= before + 2)
    again = await store.match(held.id)
    assert first
    assert again
    assert again.ended == first.ended
    counted = await books(store)
    assert all_counted(counted["stored"], sleepy, other)


async def forget() -> None:
    """A ranker that does not renew its leases."""
    await asyncio.Event().wait()


async def stored_by_another(store: Store, id: str) -> bool:
    return await store.match(id) is not None


async def test_two_rankers_on_one_postgresql_that_goes_away_and_comes_back(postgresql: Postgresql) -> None:
    address = postgresql.empty()
    async with await Store.open(address) as one, await Store.open(address) as two:
        async with working(ranker(one)) as first, working(ranker(two)) as second:
            await until(lambda: first.finished["jaffre"] and second.finished["jaffre"])
            try:
                await asyncio.to_thread(postgresql.halt, "immediate")
                await asyncio.sleep(0.3)
            finally:
                await asyncio.to_thread(postgresql.launch)
            before = first.finished["jaffre"], second.finished["jaffre"]
            await until(lambda: first.finished["jaffre"] > before[0] and second.finished["jaffre"] > before[1])
        assert first.errors == second.errors == 0
        stored = (await books(one))["stored"]
    # A commit whose answer was lost counts, too, though nobody was told.
    assert stored >= first.finished["jaffre"] + second.finished["jaffre"]


async def test_the_accounting_check_finds_what_is_wrong(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "store.db") as store:
        async with working(ranker(store)) as own:
            await until(lambda: own.finished["jaffre"] >= 4)
        await books(store)
        for sentence, damage in DAMAGE.items():
            await store.write("damage", partial(do, damage))
            (account,) = await accounts(store)
            assert any(sentence in line for line in account.wrong), (sentence, account.wrong)


def do(damage: str, connection: Connection) -> None:
    connection.exec_driver_sql(damage)


DAMAGE = {
    "ratings are not what the matches say": "UPDATE ratings SET mu = mu + 1",
    "places: stored, waiting or dropped": "INSERT INTO fixtures SELECT id, game, set_id, '[]', '1', '1', x'7b7d', x'', "
    "1, NULL, ended, NULL, NULL, 1 FROM matches LIMIT 1",
    "has no outcome, or nobody sat in it": "DELETE FROM seats WHERE match_id = (SELECT max(id) FROM matches)",
    "matches of 2": "DELETE FROM matches WHERE id = (SELECT min(id) FROM matches WHERE id NOT IN "
    "(SELECT id FROM fixtures))",
}
