"""The keeper: a small process that forks a guard for each program.

The arena has threads, so nothing may happen between its fork and exec; and a death signal is tied to the thread that
forked. The keeper has one thread and little memory: it, and all that it imports, knows the standard library alone.
"""

import gc
import json
import os
import resource
import signal
import socket
import sys
from typing import Any

from quintain.sandbox.guard import Guard


def keep(requests: socket.socket, arena: int) -> None:
    """Fork a guard for each plan that comes in, until the arena closes the line."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks what became of a guard
    while received := receive(requests):
        plan, descriptors = received
        if os.fork() == 0:
            requests.close()
            Guard(plan, descriptors, arena).watch()
            os._exit(0)
        for descriptor in descriptors:
            os.close(descriptor)


def receive(requests: socket.socket) -> tuple[dict[str, Any], list[int]] | None:
    """The next plan with the program's three streams and its guard's line."""
    head, descriptors, _, _ = socket.recv_fds(requests, 4, 4)
    if len(head) < 4:
        return None
    left = int.from_bytes(head, "big")
    parts = []
    while left:
        parts.append(requests.recv(left))
        if not parts[-1]:
            return None
        left -= len(parts[-1])
    return json.loads(b"".join(parts)), descriptors


def main() -> None:
    line, arena = map(int, sys.argv[1:])
    # What another thread was about to give a child of its own is open here, too, and would never end while we hold it.
    os.closerange(line + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    os.chdir("/")
    gc.disable()  # it would touch, and so copy, what guards share with the keeper
    keep(socket.socket(fileno=line), arena)
