"""What the ladder costs people: their tables beside a busy ladder and without one, and a server that only looks on.

    PYTHONPATH=. python bench/ladder_load.py --tables 50 --seconds 60 --rounds 3

Both kinds of runs take turns, so that whatever else the machine does falls on both. The bar: at the 95th percentile,
people wait at most one and a half times as long beside a ladder of two cores; and a server that nobody plays at takes
less than half a core in all.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from typing import Any

import httpx
import msgspec

from bench import tables


async def beside(rounds: int, people: int, seconds: float, cores: float) -> dict[str, Any]:
    """The 95th percentile of what people wait for, with and without."""
    waits: dict[str, list[float]] = {"without": [], "beside": []}
    for _ in range(rounds):
        for kind, ladder in (("without", 0.0), ("beside", cores)):
            found = await tables.measure(people, seconds, 0.5, 0.5, ladder)
            waits[kind].append(found["p95_ms"])
            print(kind, msgspec.json.encode(found).decode(), file=sys.stderr, flush=True)
    ratios = [a / b for a, b in zip(waits["beside"], waits["without"], strict=True) if b]
    return {**waits, "ratio": round(statistics.median(ratios), 2), "bar": 1.5}


async def idle(seconds: float, lookers: int, warm: float) -> dict[str, Any]:
    """Cores of a server with the usual ladder, while a few people look at pages; and how its matches went on."""
    with tempfile.TemporaryDirectory() as folder:
        async with tables.serving(folder, 1.0, 0.4) as (pid, url):
            await asyncio.sleep(warm)
            began, before, matches = time.monotonic(), tables.used_by(pid), await played(url)
            looking = [asyncio.create_task(look(url)) for _ in range(lookers)]
            await asyncio.sleep(seconds)
            passed = time.monotonic() - began
            cores = (tables.used_by(pid) - before) / passed
            for task in looking:
                task.cancel()
            rate = (await played(url) - matches) * 60 / passed
    return {"cores": round(cores, 3), "bar": 0.5, "matches_a_minute": round(rate, 1)}


async def look(url: str) -> None:
    """Somebody who turns pages."""
    async with httpx.AsyncClient(base_url=url, timeout=60, verify=False) as http:
        while True:
            with suppress(httpx.HTTPError):
                await http.get("/")
                await http.get("/api/games")
            await asyncio.sleep(5.0)


async def played(url: str) -> float:
    """Matches that the ladder has stored since the start."""
    async with httpx.AsyncClient(base_url=url, timeout=60, verify=False) as http:
        return tables.ladder_matches(await tables.numbers(http))


async def measure(wish: argparse.Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if wish.rounds:
        found["tables"] = await beside(wish.rounds, wish.tables, wish.seconds, wish.cores)
    if wish.idle:
        found["idle"] = await idle(wish.idle, 5, wish.warm)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, default=3, help="pairs of runs; 0 for none")
    parser.add_argument("--cores", type=float, default=2.0, help="of the busy ladder")
    parser.add_argument("--idle", type=float, default=60.0, help="seconds of looking on; 0 for none")
    parser.add_argument("--warm", type=float, default=20.0, help="seconds before that: starting is not being idle")
    result = asyncio.run(measure(parser.parse_args()))
    print(msgspec.json.format(msgspec.json.encode(result)).decode())


if __name__ == "__main__":
    main()
