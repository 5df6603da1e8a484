"""A process that checks versions with short leases: `python checks_worker.py DATABASE`."""

import asyncio
import sys

from quintain.datastore import Store
from quintain.website.checks import Checks


async def work(database: str) -> None:
    async with await Store.open(database) as store:
        checks = Checks(store)
        checks.lease, checks.renew, checks.poll = 3.0, 0.5, 0.5
        await checks.work()


asyncio.run(work(sys.argv[1]))
