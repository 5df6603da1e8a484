"""A real Dask scheduler and real workers on this machine, for tests: bounded, and gone when the test is over."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import Popen
from time import monotonic, sleep

from tests.processes import PATIENCE

LOCAL = ("--host", "127.0.0.1", "--no-dashboard")


class Dask:
    """A scheduler at `address`, and as many workers as are started."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self._stack = folder, stack
        self.workers: list[Popen[bytes]] = []
        told = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", *LOCAL, "--port", "0", "--scheduler-file", str(told))
        self.address = self._address(told)

    def add_worker(self) -> "Popen[bytes]":
        words = (self.address, *LOCAL, "--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
        self.workers.append(self._start("worker", *words))
        return self.workers[-1]

    def _start(self, kind: str, *words: str) -> "Popen[bytes]":
        log = self._stack.enter_context((self.folder / f"{kind}-{len(self.workers)}.log").open("wb"))
        # Each of them plays one match at a time; more threads would only take processors from other tests.
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words]
        process = Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
        self._stack.callback(ended, process)
        return process

    def _address(self, told: Path) -> str:
        import msgspec

        deadline = monotonic() + PATIENCE
        while monotonic() < deadline and self.scheduler.poll() is None:
            if told.exists():
                try:
                    return str(msgspec.json.decode(told.read_bytes())["address"])
                except msgspec.DecodeError:
                    pass  # it is being written
            sleep(0.1)
        raise RuntimeError(f"no scheduler: {(self.folder / 'scheduler-0.log').read_text()}")


def ended(process: "Popen[bytes]") -> None:
    process.kill()
    process.wait()


@contextmanager
def dask(folder: Path, workers: int) -> Iterator[Dask]:
    with ExitStack() as stack:
        cluster = Dask(folder, stack)
        for _ in range(workers):
            cluster.add_worker()
        yield cluster
