"""The processes that play: how many, how they are asked, and what happens when one dies or hangs.

Each set of matches has a process of its own, forked from a zygote that has the games in memory; another one looks into
its results. So nothing that a match leaves behind outlives its set.
"""

import asyncio
import contextlib
import logging
import math
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec

from quintain.arbiter.preparing import is_compiled
from quintain.arbiter.workers.line import HEAD, LARGEST_REPLY, framed
from quintain.arbiter.workers.nursery import Nursery
from quintain.arbiter.workers.process import waits
from quintain.ranker.contest.budget import Budget
from quintain.ranker.contest.errands import Beat, Errand, Reply, encode, read_reply
from quintain.ranker.contest.zygote import niceness, stand_back
from quintain.sandbox.processes import own_cpu, tree_cpu

ZYGOTE = "quintain.ranker.contest.zygote"
PATIENCE = 60.0  # seconds without a sign of life after which a worker counts as hung, when it had a processor
LOOK = 1.0  # seconds between two looks at a silent one
BIRTH = 60.0  # seconds for a new worker

log = logging.getLogger(__name__)


class Lost(Exception):
    """The worker is gone, and what it was asked is not done."""


class Crew:
    """All that plays for one ranker, within its budget."""

    def __init__(self, cores: float, patience: float = PATIENCE) -> None:
        self.workers = max(1, math.ceil(cores))
        self.share = cores / self.workers
        self.patience = patience
        self._nice = niceness()
        self._nursery = Nursery(ZYGOTE)
        self.budget = Budget(cores, self.cpu)
        self._back: int | None = None  # the zygote that stands back

    @property
    def pid(self) -> int | None:
        return self._nursery.pid

    def cpu(self) -> float:
        """Seconds of processors that all of it has used so far."""
        pid = self._nursery.pid
        return own_cpu(pid) + tree_cpu(pid) if pid else 0.0

    def light_only(self, game: str) -> bool:
        """Is this game still interpreted, so that only quick matches are to be played?"""
        return game not in self._nursery.games

    def stand_back(self) -> None:
        """From now on take only what others leave."""
        if self.pid and self._back != self.pid:
            self._back = self.pid
            stand_back(self.pid, self._nice)

    async def load(self, game: str) -> None:
        """Have this game as machine code, if it has been compiled meanwhile."""
        if self.light_only(game) and is_compiled(game):
            await self._nursery.load(game)

    @asynccontextmanager
    async def worker(self) -> AsyncIterator["Worker"]:
        pid, line = await self._born()
        zygote, worker = self.pid, Worker(pid, self.patience)
        try:
            await worker.connect(line)
            yield worker
        finally:
            worker.hang_up()
            if zygote == self.pid:  # or its workers have died with it
                await self._nursery.bury(pid)

    async def _born(self) -> tuple[int, socket.socket]:
        birth = asyncio.ensure_future(self._nursery.fork(self._nice))
        began, first = time.monotonic(), self.pid
        before = waits(first) if first else 0.0
        try:
            while not (await asyncio.wait([birth], timeout=LOOK))[0]:
                # That others have the processors is no reason to lose patience.
                waited = waits(self.pid) - (before if self.pid == first else 0.0) if self.pid else 0.0
                if time.monotonic() - began - waited > BIRTH:
                    log.error("the process that starts the ladder's workers does not answer; it is replaced")
                    self._nursery.give_up()
                    raise Lost("no worker could be started")
            return birth.result()
        except BaseException:
            birth.cancel()
            birth.add_done_callback(self._nursery.unwanted)
            raise

    async def close(self) -> None:
        await self._nursery.close()


class Worker:
    """One process, as the ranker sees it."""

    def __init__(self, pid: int, patience: float) -> None:
        self.pid, self._patience = pid, patience

    async def connect(self, line: socket.socket) -> None:
        self._reader, self._writer = await asyncio.open_unix_connection(sock=line, limit=LARGEST_REPLY)

    async def ask(self, errand: Errand, beat: Callable[[int], None] = lambda actions: None) -> Reply:
        """What comes of the errand; raises Lost if it never will."""
        try:
            self._writer.write(framed(encode(errand)))
            while isinstance(reply := await self._reply(), Beat):
                beat(reply.actions)
        except (OSError, EOFError, msgspec.MsgspecError) as error:
            raise Lost(f"a worker is gone ({type(error).__name__})") from None
        return reply

    async def _reply(self) -> Reply:
        frame = asyncio.ensure_future(self._frame())
        began, waited = time.monotonic(), waits(self.pid)
        try:
            while not (await asyncio.wait([frame], timeout=LOOK))[0]:
                # That others have the processors is no reason to lose patience.
                silent = time.monotonic() - began - (waits(self.pid) - waited)
                if silent > self._patience:
                    raise Lost(f"a worker has been silent for {silent:.0f} seconds")
            reply: Reply = read_reply(frame.result())
            return reply
        finally:
            frame.cancel()

    async def _frame(self) -> bytes:
        (size,) = HEAD.unpack(await self._reader.readexactly(HEAD.size))
        if size > LARGEST_REPLY:
            raise EOFError("a frame without end")
        return await self._reader.readexactly(size)

    def hang_up(self) -> None:
        with contextlib.suppress(AttributeError):
            self._writer.transport.abort()
