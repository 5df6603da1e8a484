"""The pool: who thinks in which worker.

Every person whose tables run has one worker for the bots of all of them, so nobody's bots ever think on more than one
processor at a time. While workers are few, each is one person's; beyond that, persons whose bots think little share
them, and whoever has used much of late is moved to a worker of less priority. Within a worker, the errand of the
person who has used least comes first, and of that person's tables the one that has used least.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from quintain.arbiter.preparing import is_compiled
from quintain.arbiter.workers.nursery import Nursery
from quintain.arbiter.workers.process import Client, WorkerProcess
from quintain.core.game import Game

HEAVY = 1.5  # seconds of a processor, used of late, from which on a person's bots count as heavy
MOST_LIGHT = 8  # workers
MOST_HEAVY = 4
LIGHT_NICE, HEAVY_NICE = 2, 10  # how far workers stand back behind the server
MOST_CLIENTS = 1000  # that are remembered though they have no bots

T = TypeVar("T")


class Pool:
    def __init__(self) -> None:
        self.workers: set[WorkerProcess] = set()
        self._nursery = Nursery()
        self._clients: dict[str, Client] = {}
        self._loads: dict[str, asyncio.Task[None]] = {}
        self.loaded: set[str] = set()  # games that workers have as machine code
        self._placing = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._over = False
        self._bots = 0

    def client(self, name: str) -> Client:
        if len(self._clients) >= MOST_CLIENTS and name not in self._clients:
            housed = set().union(*(worker.clients for worker in self.workers))
            self._clients = {name: client for name, client in self._clients.items() if client in housed}
        return self._clients.setdefault(name, Client())

    def number(self) -> int:
        """A number for a new bot."""
        self._bots += 1
        return self._bots

    # --- getting ready

    async def load(self, game: Game) -> None:
        """Let workers have the game's machine code from now on; it is in the compiler's cache."""
        if game.name not in self._loads:
            self._loads[game.name] = self._spawn(self._load(game.name))
        await asyncio.shield(self._loads[game.name])

    async def _load(self, game: str) -> None:
        await self._nursery.load(game)
        self.loaded.add(game)
        for worker in list(self.workers):
            worker.retire()  # those that are forked now have it

    # --- placing

    async def home(self, client: Client, game: Game) -> WorkerProcess:
        """The worker for this client's bots."""
        if self._over:
            raise asyncio.CancelledError
        if is_compiled(game.name):
            await self.load(game)
        return await asyncio.shield(self._spawn(self._place(client)))

    async def _place(self, client: Client) -> WorkerProcess:
        async with self._placing:
            if client.home is None or not client.home.hiring:
                heavy = client.use.now > HEAVY
                client.home = self._vacancy(heavy) or await self._fork(heavy)
            return client.home

    def _vacancy(self, heavy: bool) -> WorkerProcess | None:
        """A worker that can take one more client; None if there should be a new one."""
        alike = [worker for worker in self.workers if worker.hiring and worker.heavy == heavy]
        idlest = min(alike, key=lambda worker: worker.load, default=None)
        full = len(alike) >= (MOST_HEAVY if heavy else MOST_LIGHT)
        return idlest if idlest and (full or not idlest.bots) else None

    async def _fork(self, heavy: bool) -> WorkerProcess:
        pid, line = await self._nursery.fork(HEAVY_NICE if heavy else LIGHT_NICE)
        worker = WorkerProcess(pid, heavy, self._used, self._closed)
        await worker.connect(line)
        self.workers.add(worker)
        return worker

    def _used(self, worker: WorkerProcess, client: Client) -> None:
        """Whoever turns out to be heavy does not keep light ones waiting."""
        if worker.heavy or client.use.now <= HEAVY:
            return
        heavy = sum(worker.heavy for worker in self.workers)
        if heavy < MOST_HEAVY and worker.clients <= {client}:
            worker.stand_back(HEAVY_NICE)
        else:
            worker.send_away(client)

    # --- the end

    def _closed(self, worker: WorkerProcess) -> None:
        self.workers.discard(worker)
        if not self._over:
            self._spawn(self._nursery.bury(worker.pid))

    async def close(self) -> None:
        """Nobody thinks any more, and no process stays behind."""
        self._over = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in list(self.workers):
            worker.close()
        await self._nursery.close()

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """What the zygote is asked is waited for to the end, whoever stops waiting for what comes of it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
