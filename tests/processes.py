"""Processes that tests start: interruptible whoever started the tests, and gone when the test is over."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 300  # seconds, on a machine that has much else to do


def interruptible() -> None:
    """In the child: Ctrl-C works, though whoever started the tests may ignore it, as nohup does."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def running(command: list[str], **settings: Any) -> Iterator[subprocess.Popen[str]]:
    """A program with its output in pipes; if the test fails, it is killed."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, preexec_fn=interruptible, **pipes | settings) as process:
        try:
            yield process
        finally:
            process.kill()
