"""What happens between fork and exec: the fork of a guard turns into the program."""

import contextlib
import ctypes
import fcntl
import os
import resource
import signal
import sys
from pathlib import Path
from typing import Any

from quintain.sandbox import stage

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
libc = ctypes.CDLL(None)
FIRST_UID = 0x70000000  # a program's user is this and its process id: nobody else's as long as it lives


def become(plan: dict[str, Any], streams: list[int], gate: int) -> None:
    """Turn this process into the program of the plan, as soon as something can be read from the gate."""
    os.setsid()
    user = FIRST_UID + os.getpid()
    if plan["stage"]:
        stage.build(plan["stage"], plan["places"], user)
    for name, limit in plan["rlimits"].items():
        if (number := getattr(resource, name, None)) is not None:
            resource.setrlimit(number, lowered(number, limit))
    if not os.read(gate, 1):
        raise OSError(3, "its guard died")
    if plan["own_user"]:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # after the change of user, which clears it
    default_signals()
    arrange(streams, plan["data"])
    os.umask(0o022)
    os.chdir(plan["folder"])
    os.execve(plan["file"], plan["command"], plan["environment"])


def default_signals() -> None:
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        with contextlib.suppress(OSError):
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def arrange(streams: list[int], data: dict[str, str]) -> None:
    """Put the streams in their places, and what is to be read from other descriptors into pipes."""
    pipes = {int(place): pipe_with(bytes.fromhex(text)) for place, text in data.items()}
    first_free = 3 + len(pipes)
    moves = {**dict(enumerate(streams)), **pipes}
    # First out of the way, so that none is overwritten before it is moved.
    high = {place: above(descriptor, first_free) for place, descriptor in moves.items()}
    for link in list(Path("/dev/fd").iterdir()):
        with contextlib.suppress(OSError):  # that of this very list is closed by now
            os.set_inheritable(int(link.name), False)
    for place, descriptor in high.items():
        os.dup2(descriptor, place)


def above(descriptor: int, lowest: int) -> int:
    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, lowest)


def pipe_with(content: bytes) -> int:
    """The reading end of a pipe that has all of the content in it."""
    mouth, ear = os.pipe()
    os.set_blocking(ear, False)
    if os.write(ear, content) < len(content):
        raise OSError(7, "the list of what the program may see is too long")
    os.close(ear)
    return mouth


def lowered(number: int, limit: int) -> tuple[int, int]:
    """The limit as both bounds, or what is allowed to us if that is less."""
    _, hard = resource.getrlimit(number)
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    return limit, limit


def prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0)
