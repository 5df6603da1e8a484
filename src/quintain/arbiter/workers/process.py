"""A worker as the server sees it: its process, the line to it, and the errands that wait for it."""

import asyncio
import contextlib
import math
import os
import signal
import socket
import time
from collections.abc import Callable

import msgspec

from quintain.arbiter.workers.line import HEAD, LARGEST_REPLY, Reply, decode_reply, errand

FADING = 10.0  # seconds after which what somebody has used weighs a third
IDLE = 600.0  # seconds without an errand after which a worker is let go; its bots are made anew when they are asked


class Gone(Exception):
    """The bot is not in a worker any more, through no fault of its own: it can be made anew elsewhere."""


class Died(Exception):
    """The worker died over this bot's errand."""


class Hung(Exception):
    """The bot did not answer, and its worker was ended."""


class Use:
    """Seconds of a processor, used of late: what was used long ago weighs less and less."""

    def __init__(self) -> None:
        self._seconds, self._at = 0.0, time.monotonic()

    def add(self, seconds: float) -> None:
        self._seconds, self._at = self.now + seconds, time.monotonic()

    @property
    def now(self) -> float:
        return self._seconds * math.exp((self._at - time.monotonic()) / FADING)


class Client:
    """A person, or whoever else has tables: all their bots think in one worker."""

    def __init__(self) -> None:
        self.use = Use()
        self.tables: dict[str, Use] = {}
        self.home: WorkerProcess | None = None

    def used(self, table: str, seconds: float) -> None:
        self.use.add(seconds)
        self.tables.setdefault(table, Use()).add(seconds)

    def rank(self, table: str) -> tuple[float, float]:
        """The person who has used least comes first, and of a person's tables the one that has."""
        return self.use.now, self.tables[table].now if table in self.tables else 0.0


class Errand:
    """Something that a bot is asked, and what comes of it."""

    def __init__(self, client: Client, table: str, frame: bytes, patience: float) -> None:
        self.client, self.table, self.frame, self.patience = client, table, frame, patience
        self.reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

    def fail(self, error: Exception) -> None:
        if not self.reply.done():
            self.reply.set_exception(error)


class WorkerProcess(asyncio.Protocol):
    """Runs errands one after the other. When it dies or is ended, `closed` is called."""

    def __init__(
        self,
        pid: int,
        heavy: bool,
        used: "Callable[[WorkerProcess, Client], None]",
        closed: "Callable[[WorkerProcess], None]",
    ) -> None:
        self.pid, self.heavy = pid, heavy
        self.bots: dict[int, Client] = {}  # whose they are
        self.open = True
        self._used, self._closed = used, closed
        self._line: asyncio.Transport | None = None
        self._unread = bytearray()
        self._waiting: list[Errand] = []
        self._current: Errand | None = None
        self._retired = False
        self._alarm: asyncio.TimerHandle | None = None

    async def connect(self, line: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        self._line, _ = await loop.create_unix_connection(lambda: self, sock=line)
        self._rest()

    # --- who is here

    @property
    def hiring(self) -> bool:
        """Does it take bots and errands?"""
        return self.open and not self._retired

    def hosts(self, bot: int) -> bool:
        return self.hiring and bot in self.bots

    @property
    def clients(self) -> set[Client]:
        return set(self.bots.values())

    @property
    def load(self) -> tuple[float, int]:
        return sum(client.use.now for client in self.clients), len(self.bots)

    def forget(self, bot: int) -> None:
        """The bot is not needed here any more."""
        if self.bots.pop(bot, None) and self._line and self.open:
            self._line.write(errand("drop", bot))

    def send_away(self, client: Client) -> None:
        """This client's bots have to be made anew elsewhere."""
        client.home = None
        for bot in [bot for bot, whose in self.bots.items() if whose is client]:
            self.forget(bot)
        for task in self._waiting:
            if task.client is client:
                task.fail(Gone())

    # --- errands

    def add(self, task: Errand) -> None:
        if not self.hiring:
            task.fail(Gone())
        else:
            self._waiting.append(task)
            self._next()

    def _next(self) -> None:
        if self._current or not self._line:
            return
        self._waiting = [task for task in self._waiting if not task.reply.done()]
        if self._retired:
            self.close()
        elif self._waiting:
            task = min(self._waiting, key=lambda task: task.client.rank(task.table))
            self._waiting.remove(task)
            self._current = task
            self._line.write(task.frame)
            self._watch(task, time.monotonic(), waits(self.pid), task.patience)
        else:
            self._rest()

    def _watch(self, task: Errand, began: float, waited: float, left: float) -> None:
        """Wait for the reply. That others have the processors is no reason to lose patience."""

        def look() -> None:
            left = task.patience - (time.monotonic() - began) + waits(self.pid) - waited
            if left > 0:
                self._watch(task, began, waited, left)
            else:
                task.fail(Hung())
                task.client.used(task.table, task.patience)
                self.close()

        self._set_alarm(left + 0.001, look)

    def _rest(self) -> None:
        self._set_alarm(IDLE, self.close)

    def _set_alarm(self, seconds: float, ring: Callable[[], None]) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(seconds, ring)

    def _replied(self, reply: Reply) -> None:
        task, self._current = self._current, None
        if task is None:
            self.close()  # nobody has asked
            return
        task.client.used(task.table, reply.seconds)
        if not task.reply.done():
            task.reply.set_result(reply)
        self._used(self, task.client)
        self._next()

    # --- the line

    def data_received(self, data: bytes) -> None:
        self._unread += data
        while len(self._unread) >= HEAD.size and self.open:
            end = HEAD.size + HEAD.unpack_from(self._unread)[0]
            if end > LARGEST_REPLY:
                self.close()
            if len(self._unread) < end:
                return
            frame = bytes(self._unread[HEAD.size : end])
            del self._unread[:end]
            try:
                self._replied(decode_reply(frame))
            except msgspec.DecodeError:
                self.close()

    def connection_lost(self, error: Exception | None) -> None:
        self.close()

    # --- the end

    def retire(self) -> None:
        """End when the present errand is done."""
        self._retired = True
        self._abandon()
        self._next()

    def close(self) -> None:
        if not self.open:
            return
        self.open = False
        if self._alarm:
            self._alarm.cancel()
        if self._line:
            self._line.abort()
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        if self._current:
            self._current.fail(Died())
        self._abandon()
        self._closed(self)

    def _abandon(self) -> None:
        for task in self._waiting:
            task.fail(Gone())
        for client in self.clients:
            client.home = None
        self.bots.clear()

    def stand_back(self, nice: int) -> None:
        """Have less priority from now on."""
        self.heavy = True
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, self.pid, nice)


def waits(pid: int) -> float:
    """Seconds that a process has been waiting for a processor, where the system counts them."""
    try:
        with open(f"/proc/{pid}/schedstat", "rb") as file:  # noqa: PTH123 (once for every errand)
            return int(file.read().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0
