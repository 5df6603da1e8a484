"""What tests of the sandbox share."""

import os
import secrets
import select
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quintain.sandbox import Limits, Program, Running, start

PATIENCE = 120.0  # seconds until something must have happened, on the busiest machine

Start = Callable[..., Running]


@pytest.fixture
def started(confinement: None) -> Iterator[Start]:
    """Starts programs, confined unless they are trusted, and ends them after the test."""
    programs: list[Running] = []

    def start_one(
        *command: str, folder: Path | None = None, limits: Limits | None = None, trusted: bool = False
    ) -> Running:
        running = start(Program(command=command, folder=folder), limits or Limits(), trusted=trusted)
        programs.append(running)
        return running

    yield start_one
    for running in programs:
        assert running.end()


def line_of(running: Running) -> str:
    """The next line that the program prints."""
    words = b""
    while not words.endswith(b"\n"):
        assert select.select([running.stdout], [], [], PATIENCE)[0], "the program says nothing"
        part = os.read(running.stdout, 1)
        assert part, "the program has closed its output"
        words += part
    return words.decode().strip()


def until(happens: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def long_time() -> str:
    """Seconds to sleep, as no other process does: a mark by which it is found."""
    return f"3000.{secrets.randbelow(10**12):012}"


def marked(mark: str) -> list[int]:
    """Processes of this machine that have this word in their command."""
    found = []
    for page in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark.encode() in page.read_bytes():
                found.append(int(page.parent.name))
        except OSError:
            continue
    return [pid for pid in found if pid != os.getpid() and alive(pid)]
