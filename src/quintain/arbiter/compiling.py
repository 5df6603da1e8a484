"""Compile games in processes of their own, several at a time, those that somebody waits for first."""

import asyncio
import os
import subprocess
import sys
from asyncio.subprocess import Process
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from subprocess import DEVNULL
from typing import NamedTuple

from quintain.arbiter.preparing import is_compiled
from quintain.core.errors import QuintainError

COMPILER = (sys.executable, "-m", "quintain.arbiter.preparing")
LATER, HELPING, ATTENDED = "later", "helping", "attended"  # see `preparing`
LAST = 19  # how nice a compiler is while somebody waits for another game
LAST_WORDS = 20  # lines of a compiler's complaints that are kept


Done = Callable[[str, str], None]


class Progress(NamedTuple):
    """How far a game has come."""

    done: int
    total: int  # 0 = nobody has begun


class Compilers:
    """A queue of games, and as many processes as there are cores; what somebody waits for need not queue."""

    def __init__(self, names: Iterable[str], jobs: int | None = None, how: str = "") -> None:
        self._waiting = list(names)
        self._jobs = jobs or os.cpu_count() or 1
        self._how = [how] if how else []
        self._wishes: list[str] = []  # what somebody wanted before anything was begun
        self._wanted: dict[str, asyncio.Task[None]] = {}
        self._running: dict[str, Process] = {}
        self._group: asyncio.TaskGroup | None = None
        self._done: Done = lambda name, trouble: None
        self.progress = dict.fromkeys(self._waiting, Progress(0, 0))
        self.seconds: dict[str, float] = {}

    def want(self, name: str) -> None:
        """Somebody waits for this one: it is compiled at once and before all others, by two processes."""
        if name not in self.progress or name in self.seconds or name in self._wanted:
            return
        if not self._group:
            self._wishes.append(name)
            return
        self._make_room_for(name)
        if name in self._waiting:
            self._waiting.remove(name)
            self._group.create_task(self._compile(name))
        self._wanted[name] = self._group.create_task(self._help(name))

    def _make_room_for(self, name: str) -> None:
        """Those that compile something else leave the machine to those that compile this."""
        for other, process in self._running.items():
            if other != name and other not in self._wanted:
                with suppress(OSError):  # it has just ended, or the system knows no niceness
                    os.setpriority(os.PRIO_PROCESS, process.pid, LAST)

    async def run(self, done: Done) -> None:
        """Compile them all; `done` is told the name of each, and what went wrong with it, if anything did."""
        self._done = done
        async with asyncio.TaskGroup() as self._group:
            for name in self._wishes:
                self.want(name)
            for _ in range(min(self._jobs, len(self._waiting))):
                self._group.create_task(self._work())

    async def _work(self) -> None:
        while self._waiting:
            await self._compile(self._waiting.pop(0), *self._how)

    async def _compile(self, name: str, *how: str) -> None:
        began, trouble = asyncio.get_running_loop().time(), ""
        try:
            async with self._process(name, *how) as self._running[name]:
                pass
        except QuintainError as error:
            trouble = str(error)
        finally:
            self._running.pop(name, None)
        self.seconds[name] = asyncio.get_running_loop().time() - began
        if name in self._wanted:
            self._wanted[name].cancel()
        self._done(name, trouble)

    async def _help(self, name: str) -> None:
        # What it cannot do, the other process will complain about.
        with suppress(QuintainError, asyncio.CancelledError):
            async with self._process(name, HELPING):
                pass

    @asynccontextmanager
    async def _process(self, name: str, *how: str) -> AsyncIterator[Process]:
        """At the end of it, wait until it has done its work."""
        compiler = await asyncio.create_subprocess_exec(
            *(*COMPILER, name, ATTENDED, *how),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            yield compiler
            complaints, _ = await asyncio.gather(last_lines(compiler.stderr), self._follow(name, compiler.stdout))
            if await compiler.wait():
                reason = complaints[-1] if complaints else "its compiler was stopped"
                raise QuintainError(f"{name} cannot be compiled: {reason}")
        finally:
            if compiler.returncode is None:
                compiler.kill()
                await compiler.wait()

    async def _follow(self, name: str, lines: asyncio.StreamReader | None) -> None:
        assert lines
        async for line in lines:
            number, total, *_ = line.split()
            self.progress[name] = Progress(int(number), int(total))


@contextmanager
def compiled_meanwhile(name: str) -> Iterator[None]:
    """While somebody plays it, another process compiles the game, if none has before."""
    if is_compiled(name):
        yield
        return
    command = [*COMPILER, name, ATTENDED]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=DEVNULL, stderr=DEVNULL) as compiler:
        try:
            yield
        finally:
            compiler.kill()


async def last_lines(stream: asyncio.StreamReader | None) -> list[str]:
    assert stream
    kept: deque[str] = deque(maxlen=LAST_WORDS)
    async for line in stream:
        kept.append(line.decode(errors="replace").rstrip())
    return list(filter(None, kept))
