"""A program that prints a line for each entry that was acknowledged: `writer.py DATABASE MATCHES ENTRIES`."""

import asyncio
import sys
import time

from quintain.datastore import Store
from tests.datastore.samples import a_match


def content(match_id: str, n: int) -> bytes:
    return f"{match_id} {n} ".encode() * 20


async def fill(store: Store, match_id: str, entries: int) -> None:
    await store.create_match(a_match(match_id), ())
    for n in range(entries):
        began = time.perf_counter()
        await store.append(match_id, n, content(match_id, n))
        print(match_id, n, time.perf_counter() - began, flush=True)


async def main(database: str, matches: str, entries: int) -> None:
    async with await Store.open(database) as store:
        await asyncio.gather(*(fill(store, match_id, entries) for match_id in matches.split(",")))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
