"""Work that is done in this process and at once, for tests in which processes do not matter."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any


class Here:
    deaths: tuple[type[BaseException], ...] = ()
    span = 0.5
    workers = 1

    def submit(self, task: Callable[..., bytes], *arguments: Any) -> "Future[bytes]":
        future: Future[bytes] = Future()
        future.set_result(task(*arguments))
        return future

    def check(self) -> None: ...

    def stop(self) -> None: ...
