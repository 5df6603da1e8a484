"""How soon the ladder of every game moves after `quintain serve` on a new machine, where nothing is compiled yet.

    PYTHONPATH=. python bench/ladder_start.py

The server is the one that `make run` starts. Told is, for each game, after how many seconds its first ranked match was
stored. The bar: a minute for all of them, on a quiet machine. `--compiled` takes the usual cache, in which they are.
"""

import argparse
import asyncio
import os
import tempfile
import time
from contextlib import suppress

import httpx
import msgspec

from bench import tables

LONGEST = 600.0  # seconds
MATCHES = 'quintain_ladder_matches_total{game="'


async def first_matches(folder: str, longest: float) -> dict[str, float]:
    """Seconds since the start of the process, by game."""
    began, moved = time.monotonic(), dict[str, float]()
    process, url = await tables.server(folder, 1.0, 0.4)
    try:
        moved["the address is printed"] = round(time.monotonic() - began, 1)
        async with httpx.AsyncClient(base_url=url, timeout=60, verify=False) as http:
            while time.monotonic() < began + longest:
                counts = {name: value for name, value in (await looked(http)).items() if name.startswith(MATCHES)}
                for name in [name for name, value in counts.items() if value]:
                    moved.setdefault(name.removeprefix(MATCHES).rstrip('"}'), round(time.monotonic() - began, 1))
                if counts and len(moved) > len(counts):
                    break
                await asyncio.sleep(0.5)
    finally:
        process.terminate()
        await asyncio.wait_for(process.wait(), 30)
    return moved


async def looked(http: httpx.AsyncClient) -> dict[str, float]:
    with suppress(httpx.HTTPError):
        return await tables.numbers(http)
    return {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiled", action="store_true", help="with the usual cache")
    parser.add_argument("--longest", type=float, default=LONGEST, help="seconds after which it is given up")
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not wish.compiled:
            os.environ["XDG_CACHE_HOME"] = folder
        moved = asyncio.run(first_matches(folder, wish.longest))
    print(msgspec.json.format(msgspec.json.encode(moved)).decode())


if __name__ == "__main__":
    main()
