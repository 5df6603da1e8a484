"""The server's side of the zygote: starts it, asks it for workers, and starts another one if it dies."""

import asyncio
import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Coroutine
from typing import Any, TypeVar

from quintain import games
from quintain.arbiter.workers.line import MESSAGE, message

RETRY = 1.0  # seconds after which a zygote that could not be started is tried again
FAREWELL = 1.0  # seconds for the zygote to end by itself
ZYGOTE = "quintain.arbiter.workers.zygote"

log = logging.getLogger(__name__)

Born = tuple[int, socket.socket]
Result = TypeVar("Result")


class ZygoteDied(Exception):
    pass


class Nursery:
    def __init__(self, zygote: str = ZYGOTE) -> None:
        self.games: list[str] = []  # whose kernels the zygote has
        self._module = zygote
        self._zygote: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._asking = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._open = True

    @property
    def pid(self) -> int | None:
        """Of the zygote, if there is one."""
        return self._zygote.pid if self._zygote else None

    async def load(self, game: str) -> None:
        """Have the zygote load a game, if it can, so that no worker need do it."""
        async with self._asking:
            try:
                answer = await self._asked(message("load", game))
                if answer != "loaded":
                    log.error("the bots of %s could not be got ready: %s", game, answer)
            except ZygoteDied:
                log.error("the bots of %s could not be got ready: the process that loads them died", game)
            else:
                self.games.append(game)

    async def fork(self, nice: int) -> Born:
        """A new worker: its process id, and our end of the line to it.

        The zygote is heard to the end, though nobody waits any more: its answer is to no other question.
        """
        birth = self._aside(self._forked(nice))
        try:
            return await asyncio.shield(birth)
        except asyncio.CancelledError:
            birth.add_done_callback(self.unwanted)
            raise

    async def _forked(self, nice: int) -> Born:
        async with self._asking:
            while True:
                ours, theirs = socket.socketpair()
                try:
                    with theirs:
                        return int(await self._asked(message("fork", nice), theirs)), ours
                except (ZygoteDied, OSError) as error:
                    ours.close()
                    if not self._open:
                        raise
                    log.error("no process for bots could be started: %r; trying again", error)
                    await asyncio.sleep(RETRY)
                except BaseException:
                    ours.close()
                    raise

    def unwanted(self, birth: asyncio.Future[Born]) -> None:
        """Nobody waits for this worker any more."""
        if not birth.cancelled() and not birth.exception():
            pid, line = birth.result()
            line.close()
            self._aside(self.bury(pid))

    def _aside(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def bury(self, pid: int) -> None:
        """A worker has ended, or is to end."""
        async with self._asking:
            if self._line:
                with contextlib.suppress(OSError):
                    self._line.send(message("bury", pid))

    async def _asked(self, content: bytes, enclosed: socket.socket | None = None) -> str:
        line = self._line or await self._started()
        try:
            if enclosed:
                socket.send_fds(line, [content], [enclosed.fileno()])
            else:
                line.send(content)
            return await self._answer(line)
        except OSError:
            self._end()
            raise ZygoteDied from None

    async def _answer(self, line: socket.socket) -> str:
        content = b""
        while len(content) < MESSAGE:
            part = await asyncio.get_running_loop().sock_recv(line, MESSAGE - len(content))
            if not part:
                raise ConnectionResetError
            content += part
        return content.decode().strip()

    async def _started(self) -> socket.socket:
        """A new zygote, which knows the games that the last one knew."""
        if not self._open:
            raise ZygoteDied
        self._line, theirs = socket.socketpair()
        self._line.setblocking(False)
        arguments = (str(theirs.fileno()), str(os.getpid()), *games.__path__)
        with theirs:
            self._zygote = subprocess.Popen(
                [sys.executable, "-P", "-m", self._module, *arguments],
                env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OPENBLAS_NUM_THREADS": "1"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C in a terminal reaches all programs of its session
            )
        known, self.games = self.games, []
        for game in known:
            await self._asked(message("load", game))
            self.games.append(game)
        return self._line

    def _end(self) -> None:
        """No process of ours stays behind."""
        if self._line:
            self._line.close()
        if self._zygote:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._zygote.pid, signal.SIGKILL)
            self._zygote.wait()
        self._line = self._zygote = None

    def give_up(self) -> None:
        """End a zygote that does not answer; whoever asks next gets another one."""
        self._end()

    async def close(self) -> None:
        """Hang up: the zygote ends its workers and itself. If it cannot at once, it is ended."""
        self._open = False
        if self._line:
            self._line.close()
        for task in self._tasks:
            task.cancel()
        until = asyncio.get_running_loop().time() + FAREWELL
        while self._zygote and self._zygote.poll() is None and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(0.01)
        self._end()
