"""A program that tells what was acknowledged: `writer.py DATABASE MATCHES ENTRIES [--checkpoint] [--processes]`."""

import asyncio
import multiprocessing
import sys
import time
from typing import Any

from sqlalchemy import event

from quintain.datastore import Store
from tests.datastore.samples import a_match

PATIENCE = 60.0  # seconds for a lock: on a busy machine, making the tables takes longer than a server waits


def content(match_id: str, n: int) -> bytes:
    return f"{match_id} {n} ".encode() * 20


def checkpoint_often(connection: Any, _: Any) -> None:
    """So that a kill meets one."""
    connection.execute("PRAGMA wal_autocheckpoint = 50")


async def fill(store: Store, match_id: str, entries: int) -> None:
    await store.create_match(a_match(match_id), ())
    for n in range(entries):
        began = time.perf_counter()
        await store.append(match_id, n, content(match_id, n))
        print(match_id, n, time.perf_counter() - began, flush=True)


async def main(database: str, matches: str, entries: int) -> None:
    async with await Store.open(database, PATIENCE) as store:
        if "--checkpoint" in sys.argv:
            event.listen(store.journal.engine, "connect", checkpoint_often)
        await asyncio.gather(*(fill(store, match_id, entries) for match_id in matches.split(",")))


def write(database: str, matches: str, entries: int) -> None:
    asyncio.run(main(database, matches, entries))


def in_processes(database: str, matches: str, entries: int) -> int:
    """One process a match; how many of them failed. They are forked, because importing takes longer than writing."""
    fork = multiprocessing.get_context("fork")
    processes = [fork.Process(target=write, args=(database, match_id, entries)) for match_id in matches.split(",")]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return sum(process.exitcode != 0 for process in processes)


if __name__ == "__main__":
    database, matches, entries = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if "--processes" in sys.argv:
        sys.exit(in_processes(database, matches, entries))
    write(database, matches, entries)
