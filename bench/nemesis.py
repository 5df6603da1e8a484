"""A tournament on the command line, and one who kills and stops its processes until it is over all the same.

On a cluster the connection between the tournament and the scheduler is cut, too.
"""

import contextlib
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.ranker.dask_processes import Dask

QUINTAIN = str(Path(sys.executable).with_name("quintain"))
MARK = "QUINTAIN_NEMESIS"  # in the environment of all that belongs to a run
LOOK = 0.05
CUT = 0.3  # of the strikes at a cluster: the connection to its scheduler
CLOSE = 1e-9  # by which two figures may differ


class Nemesis:
    where: tuple[str, ...] = ()  # words of the command that say who plays

    def __init__(self, folder: Path, command: list[str], period: float, pause: float, seed: int) -> None:
        self.folder, self.command, self.period, self.pause = folder, command, period, pause
        self.file = folder / "matches.jsonl"
        self.dice = random.Random(seed)
        self.strikes: Counter[str] = Counter()
        self.mark = secrets.token_hex(8)
        self.stopped: dict[int, float] = {}  # until when
        self.struck: tuple[float, int] | None = None  # when, and how much was kept by then
        self.recoveries: list[float] = []  # seconds from a blow to the next result that is kept, pauses left out
        self.runner = self.started()

    def __str__(self) -> str:
        told = ", ".join(f"{count} × {what}" for what, count in sorted(self.strikes.items()))
        slowest = f"; results again after {max(self.recoveries):.1f} s at most" if self.recoveries else ""
        return f"{sum(self.strikes.values())} strikes: {told}{slowest}"

    def started(self) -> "subprocess.Popen[bytes]":
        again = ["--resume", str(self.folder), *self.where]
        words = again if self.file.exists() else [*self.command, *self.where, "--out", str(self.folder)]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([QUINTAIN, "tournament", *words], env={**os.environ, MARK: self.mark}, **quiet)  # type: ignore[call-overload, no-any-return]

    def fight(self) -> None:
        """Until the tournament has come to its end by itself."""
        try:
            seen = self.size()
            while True:
                self.wait(self.period * self.dice.uniform(0.5, 1.5))
                if self.runner.poll() == 0:
                    break
                if self.runner.poll() is not None:
                    self.runner = self.started()
                # On a slow machine nobody is struck who has not got anywhere since.
                if self.size() > seen:
                    seen = self.size()
                    self.strike()
            self.strikes["process left over"] += self.left_over()
        finally:
            self.resume(everybody=True)
            self.runner.kill()
            self.runner.wait()

    def size(self) -> int:
        return self.file.stat().st_size if self.file.exists() else 0

    def wait(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.runner.poll() is None:
            self.resume()
            self.watch()
            time.sleep(LOOK)

    def watch(self) -> None:
        """How long a blow is felt: a process that is stopped gets its pause on top."""
        if self.struck and self.size() > self.struck[1]:
            self.recoveries.append(max(0.0, time.monotonic() - self.struck[0]))
            self.struck = None

    def strike(self) -> None:
        workers = self.workers()
        who, pid = "runner", self.runner.pid
        if workers and self.dice.random() < 0.6:
            who, pid = "worker", self.dice.choice(workers)
        stops = self.dice.random() < 0.3
        self.strikes[f"{who} {'stopped' if stops else 'killed'}"] += 1
        self.struck = time.monotonic() + self.pause * stops, self.size()
        if stops:
            self.stopped[pid] = time.monotonic() + self.pause
        send(pid, signal.SIGSTOP if stops else signal.SIGKILL)

    def workers(self) -> list[int]:
        return [pid for pid in marked(self.mark) if pid != self.runner.pid]

    def resume(self, *, everybody: bool = False) -> None:
        for pid, until in list(self.stopped.items()):
            if everybody or time.monotonic() > until:
                del self.stopped[pid]
                send(pid, signal.SIGCONT)

    def left_over(self) -> int:
        """Processes that outlive the tournament; those of a killed runner need a moment to notice."""
        self.resume(everybody=True)
        deadline = time.monotonic() + 60
        while (left := marked(self.mark)) and time.monotonic() < deadline:
            time.sleep(LOOK)
        for pid in left:
            send(pid, signal.SIGKILL)
        return len(left)


class ClusterNemesis(Nemesis):
    """Of a tournament that is played by a Dask cluster; dead workers are replaced."""

    def __init__(self, cluster: Dask, *arguments: Any) -> None:
        self.cluster, self.relay = cluster, Relay(cluster.address)
        self.where = ("--cluster", self.relay.address)
        super().__init__(*arguments)

    def workers(self) -> list[int]:
        for dead in [worker for worker in self.cluster.workers if worker.poll() is not None]:
            self.cluster.workers.remove(dead)
            self.cluster.add_worker()
        return [worker.pid for worker in self.cluster.workers]

    def strike(self) -> None:
        if self.dice.random() < CUT:
            self.strikes["connection cut"] += 1
            self.struck = time.monotonic(), self.size()
            self.relay.cut()
        else:
            super().strike()

    def fight(self) -> None:
        try:
            super().fight()
        finally:
            self.relay.close()


class Relay:
    """A way to a server: what goes through it can be cut, and whoever tries again gets through."""

    def __init__(self, target: str) -> None:
        host, _, port = target.removeprefix("tcp://").rpartition(":")
        self.target = host, int(port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"tcp://127.0.0.1:{self.listener.getsockname()[1]}"
        self.ends: list[socket.socket] = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                ours, _ = self.listener.accept()
                theirs = socket.create_connection(self.target)
                self.ends += [ours, theirs]
                for pair in ((ours, theirs), (theirs, ours)):
                    threading.Thread(target=pumped, args=pair, daemon=True).start()

    def cut(self) -> None:
        ends, self.ends = self.ends, []
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.cut()
        self.listener.close()


def pumped(source: socket.socket, sink: socket.socket) -> None:
    """Pass on what comes, until one of the two ends."""
    with contextlib.suppress(OSError), source, sink:
        while data := source.recv(1 << 16):
            sink.sendall(data)


def send(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def marked(mark: str) -> list[int]:
    """Living processes with this mark in their environment."""
    found = []
    for page in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in page.read_bytes():
                found.append(int(page.parent.name))
        except OSError:
            continue
    return found


def clean(folder: Path, command: list[str]) -> Path:
    """The same tournament, undisturbed."""
    subprocess.run([QUINTAIN, "tournament", *command, "--out", str(folder)], check=True, capture_output=True)
    return folder


def checked(folder: Path, truth: Path) -> str:
    """What an undisturbed tournament says must be here, every match once, and with the same figures."""
    lines, wanted = results(folder), results(truth)
    ids = [line["id"] for line in lines]
    assert len(ids) == len(set(ids)), f"{len(ids) - len(set(ids))} matches were counted twice"
    assert {line["id"]: line for line in lines} == {line["id"]: line for line in wanted}, "results differ"
    ours, theirs = (json.loads((place / "standings.json").read_text()) for place in (folder, truth))
    assert alike(ours["standings"], theirs["standings"]), "standings differ"
    return f"{len(ids)} matches, each once, and the same standings"


def results(folder: Path) -> list[dict[str, object]]:
    """Of every line, but for how long its match took."""
    found = [json.loads(line)["result"] for line in (folder / "matches.jsonl").read_text().splitlines()[1:]]
    return [{name: value for name, value in each.items() if name != "seconds"} for each in found]


def alike(one: object, other: object) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float) and isinstance(other, int | float):
        return abs(one - other) <= CLOSE
    return one == other
