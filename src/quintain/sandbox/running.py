"""A program that runs: its streams, what it uses, and its certain end."""

import contextlib
import json
import os
import select
import socket
import threading
import time
from typing import Any

from quintain.core.errors import BadProgram
from quintain.sandbox import keeper
from quintain.sandbox.program import Program

PATIENCE = keeper.PATIENCE + 5.0  # seconds for the guard to end the program; it gives up earlier and says so
START = 60.0  # seconds until a program must have been started, on the busiest machine


class Running:
    """One program with all its processes. Whoever started it ends it; if the arena dies, its guard does."""

    def __init__(self, program: Program, line: socket.socket, streams: tuple[int, int, int]) -> None:
        self.program = program
        self.stdin, self.stdout, self.stderr = streams
        self._line = line
        self._line.setblocking(False)
        self._reading = threading.RLock()
        self._heard = b""
        self._told: dict[str, list[Any]] = {}
        self._over = False

    @property
    def pid(self) -> int:
        """The first process; waits until it is started. BadProgram says why it could not be."""
        self._until("started", START)
        if "failed" in self._told:
            raise BadProgram(f"{self.program.command[0]} cannot be started: {self._told['failed'][0]}")
        if "started" not in self._told:
            raise BadProgram(f"{self.program.command[0]} cannot be started: its guard died")
        return int(self._told["started"][0])

    def fileno(self) -> int:
        """A descriptor that is readable when `exited` may have something to say; ours to read, not the caller's."""
        return self._line.fileno()

    def exited(self) -> int | None:
        """The exit status (128 and its number for a signal, as shells count) or None while it runs; never waits."""
        self._listen()
        if "exited" in self._told:
            return int(self._told["exited"][0])
        return 127 if "failed" in self._told or "gone" in self._told else None

    def wait(self, seconds: float) -> int | None:
        """Wait for the first process to exit, at most so long."""
        self._until("exited", seconds)
        return self.exited()

    def why(self) -> str:
        """Which limit ended it, in words; empty if none did."""
        self._listen()
        return str(self._told["exited"][1]) if "exited" in self._told else ""

    def cpu(self) -> float:
        """Seconds of CPU time that all of it has used so far."""
        if "gone" in self._told:
            return float(self._told["gone"][0])
        return keeper.tree_cpu(self._guard())

    def memory(self) -> int:
        """The most bytes it has had, if that is known."""
        return int(self._told["gone"][1]) if "gone" in self._told else keeper.resident(self._guard())

    def pause(self) -> None:
        """Stop all of it where it stands; it does not think on others' time."""
        self._signal(stop=True)

    def resume(self) -> None:
        self._signal(stop=False)

    def end(self) -> bool:
        """End every process of it at once and close its streams; says whether all are known to be gone."""
        with self._reading:
            if not self._over:
                self._over = True
                with contextlib.suppress(OSError):
                    self._line.send(b"end\n")
                for stream in (self.stdin, self.stdout, self.stderr):
                    os.close(stream)
                self._until("gone", PATIENCE)
                self._line.close()
            return self._told.get("gone", [0, 0, 1])[2] == 0

    def _guard(self) -> int:
        return int(self._told["started"][1]) if self.pid else 0

    def _signal(self, stop: bool) -> None:
        import signal

        for pid in keeper.descendants(self._guard()):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGSTOP if stop else signal.SIGCONT)

    def _until(self, word: str, seconds: float) -> None:
        """Listen to the guard until it has said this word, or it can say nothing more."""
        deadline = time.monotonic() + seconds
        poll = select.poll()
        with self._reading:
            if not self._listen():
                return
            poll.register(self._line, select.POLLIN)
            while not self._told.keys() & {word, "gone"} and (left := deadline - time.monotonic()) > 0:
                poll.poll(left * 1000)
                if not self._listen():
                    return

    def _listen(self) -> bool:
        """Take in what the guard has said; False when there is no more to come."""
        with self._reading:
            while self._line.fileno() >= 0:
                try:
                    part = self._line.recv(4096)
                except BlockingIOError:
                    return True
                except OSError:
                    return False
                if not part:
                    return False
                self._heard += part
                *lines, self._heard = self._heard.split(b"\n")
                for line in lines:
                    word, *rest = json.loads(line)
                    self._told[word] = rest
            return False
