"""A guard owns one program: it is the parent of its first process and of every orphan, and ends them all for certain.

It talks to the arena over a line of its own; when that closes, the program ends:

    arena   end
    guard   started PID GUARD | failed WORDS    exited STATUS WHY    gone CPU PEAK LEFT
"""

import contextlib
import json
import os
import select
import signal
import socket
import time
from collections.abc import Callable
from typing import Any

from quintain.sandbox import become, processes, usage

PATIENCE = 10.0  # seconds until processes that cannot be killed are given up


class Guard:
    def __init__(self, plan: dict[str, Any], descriptors: list[int], arena: int) -> None:
        self.plan = plan
        self.streams = descriptors[:3]
        self.line = socket.socket(fileno=descriptors[3])
        self.arena = arena
        self.child = 0
        self.why = ""

    def watch(self) -> None:
        """Start the program, wait for its end or ours, and leave nothing of it."""
        woken = woken_by(signal.SIGCHLD)
        become.prctl(become.PR_SET_CHILD_SUBREAPER, 1)
        try:
            usage.make_groups(self.plan)
            if failure := self.start():
                self.tell("failed", failure)
            else:
                self.tell("started", self.child, os.getpid())
                self.wait(woken)
        except OSError as error:
            self.tell("failed", f"{error.strerror}: {error.filename}" if error.filename else str(error))
        left = self.clear()
        cpu, peak = usage.cpu_used(self.plan, os.getpid()), usage.peak_memory(self.plan)
        usage.remove_groups(self.plan, PATIENCE)
        self.tell("gone", cpu, peak, left)

    def start(self) -> str:
        """Fork and exec; returns what went wrong, if anything did."""
        mouth, ear = os.pipe()
        gate, key = os.pipe()
        self.child = os.fork()
        if self.child == 0:
            try:
                os.close(key)
                become.become(self.plan, self.streams, gate)
            except BaseException as error:  # noqa: BLE001 a fork has nowhere to raise to
                os.write(ear, f"{getattr(error, 'strerror', None) or error}".encode()[:4000])
            os._exit(127)
        # The kernel takes its time to put a process into groups; the child gets ready meanwhile.
        usage.join_groups(self.plan, self.child)
        os.write(key, b"1")
        for descriptor in (*self.streams, ear, gate, key):
            os.close(descriptor)
        words = b""
        while part := os.read(mouth, 4096):
            words += part
        os.close(mouth)
        return words.decode(errors="replace")

    def wait(self, woken: int) -> None:
        """Until the program exits, a limit is reached, or the arena says so or is no more."""
        poll = select.poll()
        for descriptor in (woken, self.line.fileno(), *pidfd(self.arena)):
            poll.register(descriptor, select.POLLIN)
        while True:
            ready = [descriptor for descriptor, _ in poll.poll(usage.next_look(self.plan, os.getpid()))]
            if woken in ready:
                os.read(woken, 4096)
                if (status := self.reap()) is not None:
                    self.tell("exited", status, usage.verdict(self.plan, self.why, status))
                    return
            if any(descriptor != woken for descriptor in ready):
                return
            if not self.why and (why := usage.exceeded(self.plan, os.getpid())):
                self.why = why
                usage.kill_all(self.plan, self.child)

    def reap(self) -> int | None:
        """Bury whoever has died; the status if the first process is among them."""
        found = None
        with contextlib.suppress(ChildProcessError):
            while (dead := os.waitpid(-1, os.WNOHANG))[0]:
                if dead[0] == self.child:
                    code = os.waitstatus_to_exitcode(dead[1])
                    found = code if code >= 0 else 128 - code
        return found

    def clear(self) -> int:
        """End every process of the program for certain; returns how many would not die in time."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            usage.kill_all(self.plan, self.child)
            self.reap()
            if not processes.has_children():
                return 0
            time.sleep(0.001)
        return max(1, len(processes.descendants(os.getpid())))

    def tell(self, *words: Any) -> None:
        with contextlib.suppress(OSError):  # the arena may be gone
            self.line.sendall(json.dumps(words).encode() + b"\n")


def pidfd(pid: int) -> list[int]:
    """A descriptor that is readable when this process has ended, where the system has such."""
    opened: Callable[[int], int] | None = getattr(os, "pidfd_open", None)
    if opened is None:
        return []
    with contextlib.suppress(OSError):
        return [opened(pid)]
    return []


def woken_by(number: int) -> int:
    """A descriptor that is readable after this signal."""
    mouth, ear = os.pipe()
    os.set_blocking(ear, False)
    signal.signal(number, lambda *_: None)
    signal.set_wakeup_fd(ear, warn_on_full_buffer=False)
    return mouth
