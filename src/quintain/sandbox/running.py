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
from quintain.sandbox import guard, processes, usage
from quintain.sandbox.program import Program

PATIENCE = guard.PATIENCE + 5.0  # seconds for the guard to end the program; it gives up earlier and says so
START = 60.0  # seconds until a program must have been started, on the busiest machine


class Running:
    """One program with all its processes. Whoever started it ends it; if the arena dies, its guard does."""

    def __init__(
        self, program: Program, plan: dict[str, Any], line: socket.socket, streams: tuple[int, int, int]
    ) -> None:
        self.program = program
        self.stdin, self.stdout, self.stderr = streams
        self._plan = plan
        self._meter = usage.Meter(plan)
        self._line = line
        self._line.setblocking(False)
        self._listening = threading.RLock()
        # Its own: whoever waits for the program to exit must not keep others from ending the program's input.
        self._closing = threading.Lock()
        self._heard = b""
        self._told: dict[str, list[Any]] = {}
        self._over = False

    @property
    def pid(self) -> int:
        """The first process; waits until it is started. BadProgram says why it could not be."""
        return int(self._begun()[0])

    def fileno(self) -> int:
        """A descriptor that is readable when `exited` may have something to say; not for the caller to read."""
        return self._line.fileno()

    def exited(self) -> int | None:
        """The exit status (128 and its number for a signal, as shells count) or None while it runs; never waits."""
        self._listen()
        if "exited" in self._told:
            return int(self._told["exited"][0])
        return 127 if self._told.keys() & {"failed", "gone"} or self._over else None

    def wait(self, seconds: float) -> int | None:
        """Wait for the first process to exit, at most so long."""
        self._until("exited", seconds)
        return self.exited()

    def why(self) -> str:
        """Which limit ended it, or why it could not be started, in words; empty if neither."""
        self._listen()
        if "exited" in self._told:
            return str(self._told["exited"][1])
        return str(self._told.get("failed", [""])[0])

    def cpu(self) -> float:
        """Seconds of CPU time that all of it has used so far."""
        if "gone" not in self._told:
            owner = self._begun()[1]
            used = self._meter.cpu(owner)
            if used is not None:
                return used
            self._until("gone", PATIENCE)
        return float(self._told["gone"][0]) if "gone" in self._told else 0.0

    def memory(self) -> int:
        """The most bytes it has had, if control groups count them; else what it has now."""
        self._listen()
        if "gone" in self._told:
            return int(self._told["gone"][1])
        owner = self._begun()[1]
        return usage.peak_memory(self._plan) if self._plan["groups"] else processes.resident(owner)

    def pause(self) -> None:
        """Stop all of it where it stands, so that it does not think on others' time."""
        usage.pause(self._plan, self._begun()[1], paused=True)

    def resume(self) -> None:
        usage.pause(self._plan, self._begun()[1], paused=False)

    def close_stdin(self) -> None:
        """Let the program read the end of its input."""
        with self._closing:
            if self.stdin >= 0:
                os.close(self.stdin)
                self.stdin = -1

    def end(self) -> bool:
        """End every process of it at once and close its streams; says whether all are known to be gone."""
        with self._listening:
            if not self._over:
                with contextlib.suppress(OSError):
                    self._line.send(b"end\n")
                self.close_stdin()
                os.close(self.stdout)
                os.close(self.stderr)
                self._until("gone", PATIENCE)
                self._over = True
                self._meter.close()
                self._line.close()
                if not self._all_gone():
                    usage.rescue(self._plan)
            return self._all_gone()

    def _all_gone(self) -> bool:
        return "gone" in self._told and self._told["gone"][2] == 0

    def _begun(self) -> tuple[int, int]:
        """The first process and the guard."""
        if "started" not in self._told:
            self._until("started", START)
        if "started" in self._told:
            first, owner = self._told["started"]
            return int(first), int(owner)
        words = self._told.get("failed", ["its guard is silent"])[0]
        raise BadProgram(f"{self.program.command[0]} cannot be started: {words}")

    def _until(self, word: str, seconds: float) -> None:
        """Listen to the guard until it has said this word, or it can say nothing more."""
        deadline = time.monotonic() + seconds
        poll = select.poll()
        with self._listening:
            if not self._listen():
                return
            poll.register(self._line, select.POLLIN)
            while not self._told.keys() & {word, "gone"} and (left := deadline - time.monotonic()) > 0:
                poll.poll(left * 1000)
                if not self._listen():
                    return

    def _listen(self) -> bool:
        """Take in what the guard has said; False when there is no more to come."""
        with self._listening:
            while self._line.fileno() >= 0:
                try:
                    part = self._line.recv(4096)
                except BlockingIOError:
                    return True
                except OSError:
                    part = b""
                if not part:
                    if "gone" not in self._told:
                        self._told |= {"failed": ["its guard died"], "gone": [0.0, 0, 1]}
                    return False
                self._heard += part
                *lines, self._heard = self._heard.split(b"\n")
                for line in lines:
                    word, *rest = json.loads(line)
                    self._told[word] = rest
            return False
