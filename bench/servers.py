"""What passing on costs: two servers on one PostgreSQL, and people who reach their tables directly or by the other one.

    python -m bench.servers --tables 40 --seconds 30

Half of the tables are at each server. Of the people at each, half come to the server that has their table, and half to
the other, which passes everything on; all of them at the same time, so that whatever else the machine does slows both
down. Measured is, as in `tables.py`, the time from sending an action to having the view that shows it.
"""

import argparse
import asyncio
import time
from contextlib import ExitStack
from typing import Any

import msgspec

from bench.tables import End, Person, Tally, memory, percentile, processor_time, serving, used_by, watch_lag
from tests.datastore.postgresql import temporary


async def measure(database: str, tables: int, seconds: float, pace: float, think: float) -> dict[str, Any]:
    async with serving("", pace, 0.0, database=database) as one, serving("", pace, 0.0, database=database) as two:
        return await played([one, two], tables, seconds, think)


async def played(servers: list[tuple[int, str]], tables: int, seconds: float, think: float) -> dict[str, Any]:
    direct, passed_on, until = Tally(), Tally(), End()
    watcher = asyncio.create_task(watch_lag(direct))
    people = []
    for number in range(tables):
        home, other = servers[number % 2][1], servers[1 - number % 2][1]
        straight = number % 4 < 2
        tally = direct if straight else passed_on
        person = Person(home, number, think, tally, None if straight else other)
        people.append(asyncio.create_task(person.play(until)))
        await asyncio.sleep(0.05)
    while direct.seated + passed_on.seated < tables and not any(person.done() for person in people):
        await asyncio.sleep(0.1)
    for tally in (direct, passed_on):
        tally.delays = []
    until.moment, began = time.monotonic() + seconds, time.monotonic()
    before = [(used_by(pid), processor_time(pid)) for pid, _ in servers]
    results = await asyncio.gather(*people, return_exceptions=True)
    direct.errors += [repr(result) for result in results if isinstance(result, BaseException)]
    watcher.cancel()
    took = time.monotonic() - began
    cores = [
        {"with_bots": round((used_by(pid) - all) / took, 2), "alone": round((processor_time(pid) - own) / took, 2)}
        for (pid, _), (all, own) in zip(servers, before, strict=True)
    ]
    return {
        "tables": tables,
        "seconds": seconds,
        "direct": summary(direct),
        "passed_on": summary(passed_on),
        "own_lag_p95_ms": percentile(direct.lags, 95),
        "cores": cores,
        "memory_mb": [round(memory(pid)["VmHWM"]) for pid, _ in servers],
        "errors": (direct.errors + passed_on.errors)[:3],
    }


def summary(tally: Tally) -> dict[str, Any]:
    at = {f"p{percent}_ms": percentile(tally.delays, percent) for percent in (50, 95, 99)}
    return {"actions": len(tally.delays), "messages": tally.messages, **at}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", help="an empty PostgreSQL database; without it, one of its own")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--pace", type=float, default=0.5, help="the bots' mean pause in seconds")
    parser.add_argument("--think", type=float, default=0.5, help="the people's mean pause when asked, in seconds")
    wish = parser.parse_args()
    with ExitStack() as stack:
        database = wish.database or stack.enter_context(temporary()).url
        result = asyncio.run(measure(database, wish.tables, wish.seconds, wish.pace, wish.think))
    print(msgspec.json.format(msgspec.json.encode(result)).decode())


if __name__ == "__main__":
    main()
