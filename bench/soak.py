"""T41 in small: a server with its ladder for half an hour, and whether anything grows, breaks or stands still.

    PYTHONPATH=. python bench/soak.py --minutes 30

Once every few seconds: memory, file handles and processes of the server and all below it, the ladder's heartbeat (the
seconds since a match was stored) and its mistakes. After a quarter of the time a worker of the ladder is stopped
(SIGSTOP) as if it hung; that has to be noticed, and the ladder has to go on. So early because the first loss is one of
the things that take their memory once. At the end the accounting check runs over the database.
"""

import argparse
import asyncio
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec

from bench import tables
from quintain.sandbox.processes import children, descendants, exists

EVERY = 5.0  # seconds
TELL = 12  # samples from one that is shown to the next
SETTLING = 900.0  # seconds, or half of a shorter run: whatever is done for the first time takes its memory once
HEARTBEAT = 180.0  # seconds without a match after which the ladder counts as dead


def resident(pid: int) -> float:
    """Megabytes."""
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    return 0.0


def handles(pid: int) -> int:
    with suppress(OSError):
        return len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return 0


async def sample(http: httpx.AsyncClient, server: int) -> dict[str, float]:
    found = await tables.numbers(http)
    return {
        "at": time.monotonic(),
        "server_mb": resident(server),
        "zygote_mb": max(map(resident, zygotes(server)), default=0.0),
        "handles": handles(server),
        "processes": len(descendants(server)),
        "idle": found["quintain_ladder_idle_seconds"],
        "errors": found["quintain_ladder_errors_total"],
        "lost": found["quintain_ladder_workers_lost_total"],
        "refused": found["quintain_ladder_refused_total"],
        "matches": tables.ladder_matches(found),
    }


def zygotes(server: int) -> list[int]:
    """Of the ladder; the workers that are forked from one have its command line, too, but are not the server's."""
    return [pid for pid in children(server) if b"contest.zygote" in Path(f"/proc/{pid}/cmdline").read_bytes()]


class Blow:
    """Stops a worker as if it hung. One that has nothing left to do is buried unnoticed: then it is another's turn."""

    def __init__(self) -> None:
        self.worker: int | None = None

    def fall(self, server: int, lost: float) -> None:
        if lost or (self.worker and exists(self.worker)):
            return
        self.worker = next((worker for zygote in zygotes(server) for worker in children(zygote)), None)
        if self.worker:
            with suppress(ProcessLookupError):
                os.kill(self.worker, signal.SIGSTOP)


def slope(samples: list[dict[str, float]], name: str) -> float:
    """Growth in an hour, by the median of all pairs of samples, which a few odd ones do not move."""
    thin = samples[:: max(1, len(samples) // 100)]
    pairs = [(a, b) for number, a in enumerate(thin) for b in thin[number + 1 :]]
    return round(statistics.median((b[name] - a[name]) / (b["at"] - a["at"]) * 3600 for a, b in pairs), 2)


async def soak(minutes: float, ladder: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, Path(folder, "log").open("w+b") as log:
        async with tables.serving(folder, 1.0, ladder, complaints=log) as (pid, url):
            samples = await watched(url, pid, minutes * 60)
        quintain = str(Path(sys.executable).with_name("quintain"))
        books = subprocess.run([quintain, "accounts", "--database", f"{folder}/quintain.db"], check=False)
        complaints = Path(folder, "log").read_text()
    print(complaints, file=sys.stderr)
    return report(samples, books.returncode) | {"tracebacks": complaints.count("Traceback")}


async def watched(url: str, server: int, seconds: float) -> list[dict[str, float]]:
    """What was seen of it; from a quarter on a worker hangs, until that is noticed."""
    samples, blow, until = list[dict[str, float]](), Blow(), time.monotonic() + seconds
    async with httpx.AsyncClient(base_url=url, timeout=60, verify=False) as http:
        while time.monotonic() < until:
            samples.append(await sample(http, server))
            if len(samples) % TELL == 1:
                print(msgspec.json.encode(samples[-1]).decode(), file=sys.stderr, flush=True)
            if time.monotonic() > until - 0.75 * seconds:
                blow.fall(server, samples[-1]["lost"])
            await asyncio.sleep(EVERY)
    return samples


def report(samples: list[dict[str, float]], books: int) -> dict[str, Any]:
    minutes = (samples[-1]["at"] - samples[0]["at"]) / 60
    since = samples[0]["at"] + min(SETTLING, 30 * minutes)
    settled = [one for one in samples if one["at"] >= since]
    return {
        "minutes": round(minutes, 1),
        "matches": samples[-1]["matches"],
        "server_mb_an_hour": slope(settled, "server_mb"),
        "zygote_mb_an_hour": slope(settled, "zygote_mb"),
        "server_mb": [round(one["server_mb"], 1) for one in (samples[0], settled[0], samples[-1])],
        "handles": [samples[0]["handles"], samples[-1]["handles"], max(one["handles"] for one in samples)],
        "processes": [samples[0]["processes"], samples[-1]["processes"], max(one["processes"] for one in samples)],
        "longest_silence": round(max(one["idle"] for one in samples), 1),
        "heartbeat_ok": all(one["idle"] < HEARTBEAT for one in samples),
        "hung_worker_replaced": samples[-1]["lost"] >= 1,
        "unhandled": samples[-1]["errors"],
        "refused": samples[-1]["refused"],
        "accounts": "in order" if books == 0 else "wrong",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--ladder", type=float, default=0.4, help="cores of the ladder")
    wish = parser.parse_args()
    print(msgspec.json.format(msgspec.json.encode(asyncio.run(soak(wish.minutes, wish.ladder)))).decode())


if __name__ == "__main__":
    main()
