"""T41 in small: a server with its ladder for half an hour, and whether anything grows, breaks or stands still.

    PYTHONPATH=. python bench/soak.py --minutes 30

Once every few seconds: memory, file handles and processes of the server and all below it, the ladder's heartbeat (the
seconds since a match was stored) and its mistakes. In the middle a worker of the ladder is stopped (SIGSTOP) as if it
hung; that has to be noticed, and the ladder has to go on. At the end the accounting check runs over the database.
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
from quintain.sandbox.processes import descendants, exists

EVERY = 5.0  # seconds
TELL = 12  # samples from one that is shown to the next
SETTLING = 0.2  # of the time, in which caches fill
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
    names = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in descendants(server) if exists(pid)}
    zygotes = [pid for pid, line in names.items() if b"contest.zygote" in line]
    return {
        "at": time.monotonic(),
        "server_mb": resident(server),
        "zygote_mb": max(map(resident, zygotes), default=0.0),
        "handles": handles(server),
        "processes": len(names),
        "idle": found["quintain_ladder_idle_seconds"],
        "errors": found["quintain_ladder_errors_total"],
        "lost": found["quintain_ladder_workers_lost_total"],
        "refused": found["quintain_ladder_refused_total"],
        "matches": tables.ladder_matches(found),
    }


def hang_a_worker(server: int) -> bool:
    """Stop one that plays, if there is one."""
    for zygote in descendants(server):
        with suppress(OSError):
            if b"contest.zygote" in Path(f"/proc/{zygote}/cmdline").read_bytes() and (workers := descendants(zygote)):
                os.kill(workers[0], signal.SIGSTOP)
                return True
    return False


def slope(samples: list[dict[str, float]], name: str) -> float:
    """Growth in an hour, by the median of all pairs of samples, which a few odd ones do not move."""
    thin = samples[:: max(1, len(samples) // 100)]
    pairs = [(a, b) for number, a in enumerate(thin) for b in thin[number + 1 :]]
    return round(statistics.median((b[name] - a[name]) / (b["at"] - a["at"]) * 3600 for a, b in pairs), 2)


async def soak(minutes: float, ladder: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, Path(folder, "log").open("w+b") as log:
        async with tables.serving(folder, 1.0, ladder, complaints=log) as (pid, url):
            samples, hung = await watched(url, pid, minutes * 60)
        quintain = str(Path(sys.executable).with_name("quintain"))
        books = subprocess.run([quintain, "accounts", "--database", f"{folder}/quintain.db"], check=False)
        complaints = Path(folder, "log").read_text()
    print(complaints, file=sys.stderr)
    return report(samples, hung, books.returncode) | {"tracebacks": complaints.count("Traceback")}


async def watched(url: str, server: int, seconds: float) -> tuple[list[dict[str, float]], bool]:
    """What was seen of it, and whether a worker could be hung in the middle."""
    samples, hung, until = list[dict[str, float]](), False, time.monotonic() + seconds
    async with httpx.AsyncClient(base_url=url, timeout=60, verify=False) as http:
        while time.monotonic() < until:
            samples.append(await sample(http, server))
            if len(samples) % TELL == 1:
                print(msgspec.json.encode(samples[-1]).decode(), file=sys.stderr, flush=True)
            if not hung and time.monotonic() > until - seconds / 2:
                hung = hang_a_worker(server)
            await asyncio.sleep(EVERY)
    return samples, hung


def report(samples: list[dict[str, float]], hung: bool, books: int) -> dict[str, Any]:
    settled = samples[int(len(samples) * SETTLING) :]
    return {
        "minutes": round((samples[-1]["at"] - samples[0]["at"]) / 60, 1),
        "matches": samples[-1]["matches"],
        "server_mb_an_hour": slope(settled, "server_mb"),
        "zygote_mb_an_hour": slope(settled, "zygote_mb"),
        "server_mb": [round(settled[0]["server_mb"]), round(settled[-1]["server_mb"])],
        "handles": [settled[0]["handles"], settled[-1]["handles"], max(one["handles"] for one in settled)],
        "processes": [settled[0]["processes"], settled[-1]["processes"], max(one["processes"] for one in settled)],
        "longest_silence": round(max(one["idle"] for one in settled), 1),
        "heartbeat_ok": all(one["idle"] < HEARTBEAT for one in settled),
        "hung_worker_replaced": hung and samples[-1]["lost"] >= 1,
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
