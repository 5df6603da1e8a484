"""The zygote: the process from which workers are forked. It runs no bot in a match, so nothing can hang or break it.

    python -m quintain.arbiter.workers.zygote FD PARENT FOLDER…

FD is the line to the server, PARENT its process id, and the folders are where it finds games.
"""

import contextlib
import ctypes
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from quintain import games
from quintain.arbiter.preparing import begin_interpreted, load
from quintain.arbiter.workers import worker
from quintain.arbiter.workers.line import MESSAGE, message

ROOM = 1 << 30  # bytes that a worker may use beyond what it is forked with
PR_SET_PDEATHSIG = 1
LINUX = sys.platform == "linux"

Become = Callable[[socket.socket, socket.socket, int, int], NoReturn]


def main() -> None:
    fd, parent, *folders = sys.argv[1:]
    die_with(int(parent))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    games.__path__[:] = folders
    begin_interpreted()
    Zygote(socket.socket(fileno=int(fd))).serve()
    os._exit(0)  # at once: there is nothing to tidy up


def die_with(parent: int) -> None:
    """End with the parent, whatever it dies of. Elsewhere than on Linux, its hanging up must do."""
    if LINUX:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


class Zygote:
    def __init__(self, line: socket.socket, become: Become | None = None) -> None:
        self.line = line
        self.become = become or become_worker
        self.workers: set[int] = set()

    def serve(self) -> None:
        """Do as the server says until it hangs up; then nobody stays behind."""
        verbs: dict[str, Callable[[str, list[int]], bytes | None]] = {
            "load": self.load,
            "fork": self.fork,
            "bury": self.bury,
        }
        while True:
            content, fds, *_ = socket.recv_fds(self.line, MESSAGE, 1)
            if len(content) < MESSAGE:
                break
            verb, _, argument = content.decode().strip().partition(" ")
            answer = verbs[verb](argument, fds)
            if answer and not self.said(answer):
                break
        for pid in list(self.workers):
            self.bury(str(pid), [])

    def said(self, answer: bytes) -> bool:
        """Answer, if anybody is still there."""
        try:
            self.line.sendall(answer)
        except OSError:
            return False
        return True

    def load(self, game: str, _: list[int]) -> bytes:
        """Have a game's kernels and bots in memory, so that all later workers have them, too."""
        try:
            load(games.load(game))
        except Exception as error:  # noqa: BLE001 (what fails here fails again in a match, and is dealt with there)
            return message("failed", type(error).__name__, error)
        gc.collect()
        gc.freeze()  # or the collector, by walking over it, would make every worker copy all of it
        return message("loaded")

    def fork(self, nice: str, fds: list[int]) -> bytes:
        own = os.getpid()
        pid = os.fork()
        if pid == 0:
            self.become(self.line, socket.socket(fileno=fds[0]), own, int(nice))
        os.close(fds[0])
        self.workers.add(pid)
        return message(pid)

    def bury(self, pid: str, _: list[int]) -> None:
        """End a worker. Until then its number is nobody else's, so the server can end it by its number, too."""
        if int(pid) not in self.workers:
            return  # it was another zygote's, and is gone
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)
        os.waitpid(int(pid), 0)
        self.workers.discard(int(pid))


def become_worker(zygotes_line: socket.socket, line: socket.socket, parent: int, nice: int) -> NoReturn:
    try:
        die_with(parent)
        zygotes_line.close()
        os.nice(nice)
        limit_memory()
        worker.serve(line)
    except BaseException:  # noqa: BLE001 (the server sees that it is gone; it must not go on as a second zygote)
        os._exit(1)
    os._exit(0)


def limit_memory() -> None:
    """A bot that takes all memory gets a MemoryError; if the machine runs out of it, workers go before the server."""
    if not LINUX:
        return
    import resource

    status = Path("/proc/self/status").read_text()
    used = int(status.partition("VmData:")[2].split()[0]) * 1024
    resource.setrlimit(resource.RLIMIT_DATA, (used + ROOM, used + ROOM))
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("500")


if __name__ == "__main__":
    main()
