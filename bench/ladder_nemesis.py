"""T18 in small: rankers on one PostgreSQL, a nemesis that kills and stops what it can, and then a look at the books.

    python bench/ladder_nemesis.py --runs 20 --matches 60

Each run has three `quintain rank` with a fresh database. Every other second something happens to one of their processes
(a ranker, the process that starts its workers, or a worker) or to their connections: kill -9, a stop of some seconds, a
connection that is cut off. Dead rankers are started again. When enough matches are stored, all are ended, and an
independent look at the database (`quintain accounts`) has to find each match once and every rating right; and no
process may be left.
"""

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import psycopg

sys.path.insert(0, str(Path(__file__).parents[1]))

from quintain.sandbox.processes import descendants
from tests.datastore.postgresql import Postgresql, temporary

QUINTAIN = str(Path(sys.executable).with_name("quintain"))
RANKERS = 3
STOP = 5.0  # seconds that somebody is stopped
PAUSE = 2.0  # seconds between two blows


class Run:
    def __init__(self, server: Postgresql, game: str, matches: int, rng: random.Random) -> None:
        self.server, self.game, self.matches, self.rng = server, game, matches, rng
        self.url = server.empty()
        self.rankers: list[subprocess.Popen[bytes]] = []
        self.seen: set[int] = set()
        self.blows: Counter[str] = Counter()
        self.stopped: list[tuple[float, int]] = []

    def start(self) -> None:
        command = [QUINTAIN, "rank", self.game, "--cores", "1", "--database", self.url]
        self.rankers.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def stored(self) -> int:
        with suppress(psycopg.Error), psycopg.connect(self.server.url, autocommit=True) as connection:
            row = connection.execute("SELECT count(*) FROM matches WHERE set_id IS NOT NULL").fetchone()
            return int(row[0]) if row else 0
        return 0

    def strike(self) -> None:
        """Something bad happens to somebody."""
        household = [pid for one in self.rankers if one.poll() is None for pid in [one.pid, *descendants(one.pid)]]
        self.seen |= set(household)
        if not household:
            return
        victim, deed = self.rng.choice(household), self.rng.choice(("kill", "kill", "stop", "cut"))
        self.blows[deed] += 1
        with suppress(ProcessLookupError):
            if deed == "kill":
                os.kill(victim, signal.SIGKILL)
            elif deed == "stop":
                os.kill(victim, signal.SIGSTOP)
                self.stopped.append((time.monotonic() + STOP, victim))
            else:
                self.cut()

    def cut(self) -> None:
        """Whoever is connected to the database is so no more."""
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        with suppress(psycopg.Error):
            self.server.execute(f"{others} AND datname = current_database()")

    def wake(self, everybody: bool = False) -> None:
        now = time.monotonic()
        for until, pid in list(self.stopped):
            if everybody or until < now:
                self.stopped.remove((until, pid))
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    async def work(self, longest: float) -> dict[str, Any]:
        began = time.monotonic()
        for _ in range(RANKERS):
            self.start()
        while self.stored() < self.matches and time.monotonic() < began + longest:
            await asyncio.sleep(PAUSE)
            self.wake()
            self.strike()
            for dead in [one for one in self.rankers if one.poll() is not None]:
                self.rankers.remove(dead)
                self.start()
        self.end()
        return self.report(time.monotonic() - began)

    def end(self) -> None:
        self.wake(everybody=True)
        for one in self.rankers:
            self.seen |= {one.pid, *descendants(one.pid)}
            one.send_signal(signal.SIGINT)
        for one in self.rankers:
            try:
                one.wait(60)
            except subprocess.TimeoutExpired:
                one.kill()
                one.wait()

    def report(self, seconds: float) -> dict[str, Any]:
        books = subprocess.run(
            [QUINTAIN, "accounts", "--json", "--database", self.url], capture_output=True, check=False
        )
        accounts = [msgspec.json.decode(line) for line in books.stdout.splitlines()]
        return {
            "stored": sum(one["matches"] for one in accounts),
            "waiting": sum(one["waiting"] for one in accounts),
            "dropped": sum(one["dropped"] for one in accounts),
            "wrong": [line for one in accounts for line in one["wrong"]],
            "violations": books.returncode,
            "orphans": len([pid for pid in self.seen if alive(pid)]),
            "blows": dict(self.blows),
            "seconds": round(seconds, 1),
        }


def alive(pid: int) -> bool:
    with suppress(OSError):
        return "quintain" in Path(f"/proc/{pid}/cmdline").read_text()
    return False


async def measure(wish: argparse.Namespace) -> dict[str, Any]:
    runs = []
    with temporary() as server:
        for number in range(wish.runs):
            run = Run(server, wish.game, wish.matches, random.Random(wish.seed + number))
            runs.append(await run.work(wish.longest))
            print(msgspec.json.encode(runs[-1]).decode(), file=sys.stderr, flush=True)
    return {
        "runs": len(runs),
        "stored": sum(one["stored"] for one in runs),
        "blows": sum(sum(one["blows"].values()) for one in runs),
        "dropped": sum(one["dropped"] for one in runs),
        "violations": sum(one["violations"] for one in runs),
        "orphans": sum(one["orphans"] for one in runs),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--matches", type=int, default=60, help="that a run has to store")
    parser.add_argument("--game", default="planets")
    parser.add_argument("--longest", type=float, default=600.0, help="seconds of a run, at most")
    parser.add_argument("--seed", type=int, default=1)
    print(msgspec.json.format(msgspec.json.encode(asyncio.run(measure(parser.parse_args())))).decode())


if __name__ == "__main__":
    main()
