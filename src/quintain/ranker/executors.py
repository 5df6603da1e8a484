"""Where matches are played: processes of this machine, or the workers of a Dask cluster."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, Protocol

START = "spawn"  # a fork would copy the threads' locks of whoever calls us


class Workforce(Protocol):
    """Workers behind a `concurrent.futures.Executor`, and what is done when they die."""

    deaths: tuple[type[BaseException], ...]  # errors of a future whose worker has died
    span: float  # seconds that a batch should take: long beside handing it out, and short beside waiting for the last

    @property
    def workers(self) -> int:
        """How many matches are played at the same time."""
        ...

    def submit(self, task: Callable[..., bytes], *arguments: Any) -> "Future[bytes]": ...

    def check(self) -> None:
        """Raise WorkersFailed if nobody is left who could ever play."""
        ...

    def stop(self) -> None:
        """End at once, whatever is being played."""
        ...


class Pool:
    """Processes of this machine. They end with this process, whatever it dies of."""

    deaths: tuple[type[BaseException], ...] = (BrokenProcessPool, CancelledError)
    span = 0.5

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._executor: Executor | None = None
        self._lifeline: Connection | None = None

    def submit(self, task: Callable[..., bytes], *arguments: Any) -> "Future[bytes]":
        with uninterrupted():
            try:
                return self._running().submit(task, *arguments)
            except BrokenProcessPool:
                self.stop()
                return self._running().submit(task, *arguments)

    def check(self) -> None:
        """Who dies is replaced."""

    def stop(self) -> None:
        if self._lifeline:
            self._lifeline.close()
        if self._executor:
            self._executor.shutdown(cancel_futures=True)
        self._executor = self._lifeline = None

    def _running(self) -> Executor:
        if self._executor is None:
            context = multiprocessing.get_context(START)
            end, self._lifeline = context.Pipe(duplex=False)
            self._executor = ProcessPoolExecutor(self.workers, context, begin_work, (end,))
        return self._executor


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Put Ctrl-C off for a moment; a process that is started meanwhile is never reached by it, not even before it
    could ignore it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin_work(lifeline: Connection) -> None:
    """In a new worker: Ctrl-C is for the one who started us, and whoever has lost that one ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    threading.Thread(target=follow_into_death, args=(lifeline,), daemon=True).start()


def follow_into_death(lifeline: Connection) -> None:
    try:
        lifeline.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)
