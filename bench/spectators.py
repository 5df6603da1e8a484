"""How many people may watch: spectators at live tables, and sockets that only stand by.

    PYTHONPATH=. python bench/spectators.py --games 20 --spectators 200 --idle 2000

Each game has one simulated person and three bots. Measured is the time from the person's sending an action to each
spectator's having the step that shows it; then the server's memory with many idle sockets.
"""

import argparse
import asyncio
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect

from bench.tables import ACTED, End, Person, Tally, memory, percentile, processor_time, server, warmed


@dataclass
class Actor(Person):
    """A person who notes when they acted, for those who watch."""

    sent: float | None = None
    table: str = ""

    async def sit_down(self, http: httpx.AsyncClient) -> str:
        self.table = await super().sit_down(http)
        return self.table

    def about_to_send(self) -> None:
        self.sent = time.perf_counter()


@dataclass
class Spectator:
    url: str
    actor: Actor
    number: int
    delays: list[float] = field(default_factory=list)

    async def watch(self, until: End) -> None:
        async with connect(address(self.url, self.actor.table), **options(self.number)) as socket:
            await socket.send('{"type":"hello"}')
            while time.monotonic() < until.moment:
                message = msgspec.json.decode(await asyncio.wait_for(socket.recv(), 60))
                seats = [event.get("seat") for event in message.get("events", ()) if event["type"] in ACTED]
                if message["type"] == "step" and 0 in seats and self.actor.sent is not None:
                    self.delays.append(time.perf_counter() - self.actor.sent)


def address(url: str, table: str) -> str:
    return f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live"


def options(number: int) -> dict[str, Any]:
    headers = {"x-forwarded-for": f"10.2.{number // 250}.{number % 250}"}
    return {"additional_headers": headers, "max_size": None, "compression": None, "open_timeout": 60}


async def stand_by(url: str, table: str, number: int, everybody: asyncio.Event) -> None:
    async with connect(address(url, table), **options(number)) as socket:
        await socket.send('{"type":"hello"}')
        await everybody.wait()


async def measure(games: int, spectators: int, idle: int, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        process, url = await server(folder, 0.5)
        await warmed(url)
        result = await watched(url, process.pid, games, spectators, seconds)
        result |= await idled(url, process.pid, idle)
        process.terminate()
        await asyncio.wait_for(process.wait(), 60)
    return result


async def watched(url: str, pid: int, games: int, spectators: int, seconds: float) -> dict[str, Any]:
    tally, until = Tally(), End()
    actors = [Actor(url, number, 0.5, tally) for number in range(games)]
    tasks = [asyncio.create_task(actor.play(until)) for actor in actors]
    while tally.seated < games:
        await asyncio.sleep(0.1)
    watchers = [Spectator(url, actors[number % games], number) for number in range(spectators)]
    tasks += [asyncio.create_task(watcher.watch(until)) for watcher in watchers]
    await asyncio.sleep(3)
    for watcher in watchers:
        watcher.delays.clear()
    cpu, until.moment = processor_time(pid), time.monotonic() + seconds
    results = await asyncio.gather(*tasks, return_exceptions=True)
    delays = [delay for watcher in watchers for delay in watcher.delays]
    return {
        "games": games,
        "spectators": spectators,
        "deliveries": len(delays),
        **{f"p{percent}_ms": percentile(delays, percent) for percent in (50, 95, 99)},
        "server_cores": round((processor_time(pid) - cpu) / seconds, 2),
        "errors": tally.errors[:3] + [repr(result) for result in results if isinstance(result, BaseException)][:3],
    }


async def idled(url: str, pid: int, idle: int) -> dict[str, Any]:
    tally, until, everybody = Tally(), End(), asyncio.Event()
    actor = Actor(url, 10_000, 3600.0, tally)
    playing = asyncio.create_task(actor.play(until))
    while not tally.seated:
        await asyncio.sleep(0.1)
    before = memory(pid)["VmRSS"]
    tasks = []
    for number in range(idle):
        tasks.append(asyncio.create_task(stand_by(url, actor.table, number, everybody)))
        await asyncio.sleep(0.005)
    await asyncio.sleep(5)
    used = memory(pid)["VmRSS"]
    failed = [task for task in tasks if task.done()]
    everybody.set()
    playing.cancel()
    await asyncio.gather(playing, *tasks, return_exceptions=True)
    return {"idle": idle, "lost": len(failed), "memory_before_mb": round(before), "memory_mb": round(used)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument("--idle", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=30.0)
    arguments = parser.parse_args()
    measured = measure(arguments.games, arguments.spectators, arguments.idle, arguments.seconds)
    print(msgspec.json.format(msgspec.json.encode(asyncio.run(measured))).decode())


if __name__ == "__main__":
    main()
