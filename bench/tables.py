"""How many tables one server holds: people and bots at many tables at once, over real sockets on this machine.

    python bench/tables.py --tables 200 --seconds 60

Each table has one simulated person, who acts about every two seconds, and three house bots. Measured is the time from
sending an action to having the view that shows it: a bit more than the server itself takes, for the people live in
this process and share the cores with the server.
"""

import argparse
import asyncio
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import IO, Any

import httpx
import msgspec
from websockets.asyncio.client import connect

from quintain.sandbox.processes import descendants, own_cpu, tree_cpu

ACTED = {"bet made", "skipped", "card played"}
TOKEN = "a bench reads the numbers"


@dataclass
class Tally:
    seating: list[float] = field(default_factory=list)  # while others were still sitting down
    delays: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)  # of this process: how busy the machine is otherwise
    messages: int = 0
    seated: int = 0


@dataclass
class End:
    """When everybody stops; known once everybody has sat down."""

    moment: float = inf


@dataclass
class Person:
    url: str
    number: int
    think: float
    tally: Tally
    through: str | None = None  # another server, by which the table is reached

    async def play(self, until: End) -> None:
        headers = {"x-forwarded-for": f"10.1.{self.number // 250}.{self.number % 250}"}
        async with httpx.AsyncClient(base_url=self.url, headers=headers, timeout=60, verify=False) as http:
            table = await self.sit_down(http)
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        address = f"{(self.through or self.url).replace('http', 'ws', 1)}/api/tables/{table}/live"
        async with connect(address, additional_headers=headers, max_size=None, compression=None) as socket:
            await socket.send('{"type":"hello"}')
            self.tally.seated += 1
            await self.converse(socket, until)

    async def sit_down(self, http: httpx.AsyncClient) -> str:
        csrf = (await http.get("/api/me")).json()["csrf"]
        wish = {"game": "jaffre", "options": {"target": 1000}}
        table: str = (await http.post("/api/quickplay", json=wish, headers={"x-csrftoken": csrf})).json()["table"]
        return table

    def about_to_send(self) -> None: ...

    async def converse(self, socket: Any, until: End) -> None:
        sent: float | None = None
        while time.monotonic() < until.moment:
            message = msgspec.json.decode(await asyncio.wait_for(socket.recv(), 60))
            self.tally.messages += 1
            if message["type"] == "error":
                self.tally.errors.append(message["detail"])
            mine = any(event.get("seat") == 0 and event["type"] in ACTED for event in message.get("events", ()))
            if sent is not None and message["type"] == "step" and mine:
                self.tally.delays.append(time.perf_counter() - sent)
                sent = None
            if message.get("legal"):
                await asyncio.sleep(random.uniform(0.5, 1.5) * self.think)
                choice = random.choice(message["legal"])
                sent = time.perf_counter()
                self.about_to_send()
                act = {"type": "act", "seq": message["seq"], "seat": 0, "actions": [choice["action"]]}
                await socket.send(msgspec.json.encode(act).decode())


async def watch_lag(tally: Tally) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(0.01)
        tally.lags.append(time.perf_counter() - began - 0.01)


def memory(pid: int) -> dict[str, float]:
    """Megabytes now and at the most."""
    text = Path(f"/proc/{pid}/status").read_text()
    return {name: int(number) / 1024 for name, number in re.findall(r"(VmRSS|VmHWM):\s+(\d+)", text)}


def household(pid: int) -> list[int]:
    """The server, and the processes in which its bots think."""
    return [pid, *descendants(pid)]


def shared_memory(pids: list[int]) -> float:
    """Megabytes of all together: what they share counts once."""
    total = 0
    for pid in pids:
        with suppress(OSError):
            total += int(re.findall(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)[0])
    return total / 1024


def processor_time(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def used_by(server: int) -> float:
    """Seconds of a processor, of the server, its bots and its ladder, with those of them that have ended."""
    return own_cpu(server) + tree_cpu(server)


async def server(
    folder: str, pace: float, ladder: float = 0.0, database: str | None = None, complaints: IO[bytes] | None = None
) -> tuple[asyncio.subprocess.Process, str]:
    command = [str(Path(sys.executable).with_name("quintain")), "serve", "--port", "0", "--proxy", "127.0.0.1"]
    command += ["--ladder-cores", str(ladder)] if ladder else ["--no-ladder"]
    place = ["--database", database or f"{folder}/quintain.db"]
    process = await asyncio.create_subprocess_exec(
        *command,
        *place,
        *("--pace", str(pace)),
        env={**os.environ, "QUINTAIN_METRICS_TOKEN": TOKEN},
        stdout=asyncio.subprocess.PIPE,
        stderr=complaints,
    )
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    return process, line.split()[4]


async def warmed(url: str) -> None:
    """Wait until the server has compiled its rules."""
    async with httpx.AsyncClient(base_url=url, verify=False, timeout=60) as http:
        while not all(game["ready"] for game in (await http.get("/api/games")).json()):
            await asyncio.sleep(0.1)


@asynccontextmanager
async def serving(folder: str, pace: float, ladder: float, **settings: Any) -> AsyncIterator[tuple[int, str]]:
    """A server that has compiled its rules: its process and its address. Whatever happens, it ends."""
    process, url = await server(folder, pace, ladder, **settings)
    try:
        await warmed(url)
        yield process.pid, url
    finally:
        process.terminate()
        await asyncio.wait_for(process.wait(), 30)


async def numbers(http: httpx.AsyncClient) -> dict[str, float]:
    """What the server counts."""
    answer = await http.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    lines = answer.raise_for_status().text.splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if not line.startswith("#")}


def ladder_matches(found: dict[str, float]) -> float:
    return sum(value for name, value in found.items() if name.startswith("quintain_ladder_matches_total"))


async def measure(tables: int, seconds: float, pace: float, think: float, ladder: float = 0.0) -> dict[str, Any]:
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        async with serving(folder, pace, ladder) as (pid, url):
            cores = await play(url, pid, tables, seconds, think, tally)
            used = memory(pid) | {"all": shared_memory(household(pid))}
    return report(tables, seconds, tally, used, cores)


async def play(url: str, pid: int, tables: int, seconds: float, think: float, tally: Tally) -> float:
    """Everybody sits down, and then plays for so long; returns the cores that the server used meanwhile."""
    until = End()
    watcher = asyncio.create_task(watch_lag(tally))
    people = []
    for number in range(tables):
        people.append(asyncio.create_task(Person(url, number, think, tally).play(until)))
        await asyncio.sleep(0.05)
    while tally.seated < tables and not any(person.done() for person in people):
        await asyncio.sleep(0.1)
    until.moment = time.monotonic() + seconds
    tally.seating, tally.delays = tally.delays, []
    cpu, began = used_by(pid), time.monotonic()
    results = await asyncio.gather(*people, return_exceptions=True)
    tally.errors += [repr(result) for result in results if isinstance(result, BaseException)]
    watcher.cancel()
    return (used_by(pid) - cpu) / (time.monotonic() - began)


def percentile(seconds: list[float], percent: int) -> float:
    """In milliseconds."""
    return round(1000 * sorted(seconds)[int((len(seconds) - 1) * percent / 100)], 1) if seconds else 0.0


def report(tables: int, seconds: float, tally: Tally, used: dict[str, float], load: float) -> dict[str, Any]:
    at = {f"p{percent}_ms": percentile(tally.delays, percent) for percent in (50, 95, 99)}
    return {
        "tables": tables,
        "seconds": seconds,
        "actions": len(tally.delays),
        "messages": tally.messages,
        **at,
        "seating_p50_ms": percentile(tally.seating, 50),
        "seating_p95_ms": percentile(tally.seating, 95),
        "own_lag_p95_ms": percentile(tally.lags, 95),
        "server_cores": round(load, 2),
        "memory_mb": round(used["VmHWM"]),
        "memory_with_bots_mb": round(used["all"]),
        "errors": len(tally.errors),
        "first_errors": tally.errors[:3],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pace", type=float, default=0.5, help="the bots' mean pause in seconds")
    parser.add_argument("--think", type=float, default=0.5, help="the people's mean pause when asked, in seconds")
    parser.add_argument("--ladder", type=float, default=0.4, help="cores of the ladder beside them; 0 for none")
    wish = parser.parse_args()
    result = asyncio.run(measure(wish.tables, wish.seconds, wish.pace, wish.think, wish.ladder))
    print(msgspec.json.format(msgspec.json.encode(result)).decode())


if __name__ == "__main__":
    main()
