"""The workers of a Dask cluster: machines that somebody has started, behind one scheduler."""

import gc
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from importlib import import_module
from typing import Any

from quintain.core.errors import NotInstalled, WorkersFailed

CONNECT = 10.0  # seconds in which a scheduler must answer, at first and after it was away
PATIENCE = 60.0  # seconds without any worker after which nobody waits any longer
LOOK = 1.0  # seconds between looks at the workers
CLOSE = 2.0  # seconds that parting may take


class Cluster:
    """Worker processes play one match at a time each; new ones join in, and what dead ones had is played by others."""

    deaths: tuple[type[BaseException], ...] = (CancelledError,)
    span = 2.0  # a task costs milliseconds of the scheduler, the worker and us, and the network between them

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise NotInstalled("a cluster needs Dask; install it with: pip install 'quintain[cluster]'") from None
        # It reports on standard error whatever it tries again; what matters is told by `check`.
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self.address, self.patience = address, patience
        self.deaths = (distributed.KilledWorker, distributed.client.FutureCancelledError, CancelledError)
        self._client: Any = None
        with suppress(OSError, ValueError, ImportError, TypeError):
            self._client = distributed.Client(address, timeout=CONNECT, set_as_default=False)
        if self._client is None:
            gc.collect()  # ends the client that came to nothing; later, it might end inside another's start and hang it
            raise WorkersFailed(
                f"no Dask scheduler answers at {address}; start one with `dask scheduler` and name it like "
                "tcp://host:8786"
            )
        self._executor = self._client.get_executor(pure=False)
        self._count, self._seen, self._looked = 0, time.monotonic(), 0.0
        self._concentrated: Any = import_module("quintain.ranker.cluster_worker").Concentrated()
        aside(self._client.register_plugin, self._concentrated)
        self.check()

    @property
    def workers(self) -> int:
        return max(self._count, 1)

    def submit(self, task: Callable[..., bytes], *arguments: Any) -> "Future[bytes]":
        try:
            future: Future[bytes] = self._executor.submit(task, *arguments)
        except (OSError, RuntimeError):
            self.check()
            raise self._gone() from None
        return future

    def check(self) -> None:
        while self._client.status == "connecting":  # it gives up by itself
            time.sleep(LOOK / 10)
        if self._client.status != "running":
            raise self._gone()
        if time.monotonic() - self._looked < LOOK:
            return
        try:
            self._count = len(self._client.nthreads())
        except (OSError, RuntimeError, TimeoutError):
            return  # the connection is being mended or given up; the next look will tell
        self._looked = time.monotonic()
        if self._count:
            self._seen = self._looked
        elif self._looked - self._seen > self.patience:
            raise WorkersFailed(
                f"the scheduler at {self.address} has had no worker for {self.patience:.0f} s; start some with "
                f"`dask worker {self.address} --nthreads 1`"
            )

    def stop(self) -> None:
        if self._client.status == "running":
            self._executor.shutdown(wait=False)
            aside(self._client.unregister_worker_plugin, self._concentrated.name).join(CLOSE)
        self._client.close(CLOSE)

    def _gone(self) -> WorkersFailed:
        return WorkersFailed(f"the Dask scheduler at {self.address} has gone")


def aside(ask: Callable[..., object], *arguments: object) -> threading.Thread:
    """Ask something of all workers that is not worth waiting for: one of them may hang, or be of another kind."""

    def attempt() -> None:
        with suppress(Exception):
            ask(*arguments)

    thread = threading.Thread(target=attempt, daemon=True)
    thread.start()
    return thread
