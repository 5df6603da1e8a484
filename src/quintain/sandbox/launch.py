"""Starting a program: the plan for its guard, and the keeper that forks the guard."""

import atexit
import contextlib
import json
import os
import signal
import socket
import sys
import threading
from pathlib import Path
from typing import Any

from quintain.core.errors import BadProgram, NotIsolated
from quintain.sandbox.checked import checked, found
from quintain.sandbox.program import Limits, Program
from quintain.sandbox.running import Running

KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR")  # of our own environment, for trusted programs
WORDS = {
    "memory": "it used more memory than it may",
    "cpu": "it used more CPU time than it may",
    "file_size": "it wrote a file that is longer than allowed",
    "call": "it asked the system for something that no player needs",
}


def start(program: Program, limits: Limits, *, trusted: bool) -> Running:
    """Start a program: confined, or as one of our own if it is trusted."""
    if not trusted:
        raise NotIsolated("this machine cannot confine programs yet")
    checked(program)
    plan = trusted_plan(program, limits)
    ends: list[int] = []
    try:
        streams = [os.pipe() for _ in range(3)]
        ends = [end for pair in streams for end in pair]
        (theirs_in, ours_in), (ours_out, theirs_out), (ours_err, theirs_err) = streams
        line, guards = socket.socketpair()
        with guards:
            KEEPER.ask(plan, [theirs_in, theirs_out, theirs_err, guards.fileno()])
    except OSError as error:
        for end in ends:
            os.close(end)
        raise BadProgram(f"cannot start {program.command[0]}: {error.strerror}") from None
    for end in (theirs_in, theirs_out, theirs_err):
        os.close(end)
    return Running(program, line, (ours_in, ours_out, ours_err))


def trusted_plan(program: Program, limits: Limits) -> dict[str, Any]:
    """The plan for a program of our own: it may do what we may, but is ended for certain."""
    environment = {name: os.environ[name] for name in KEPT if name in os.environ} | program.environment
    return common_plan(limits) | {
        "file": str(found(program)),
        "command": program.command,
        "environment": environment,
        "folder": str(program.folder or Path.cwd()),
        "rlimits": {"RLIMIT_CORE": 0},
        "own_user": False,
        "groups": [],
        "watch_memory": sys.platform == "linux",
    }


def common_plan(limits: Limits) -> dict[str, Any]:
    return {"memory": limits.memory, "cpu": limits.cpu, "words": WORDS}


class Keeper:
    """Our side of the keeper: starts it, and another one if it dies or if this process is a fork."""

    def __init__(self) -> None:
        self._line: socket.socket | None = None
        self._pid = 0
        self._owner = 0
        self._asking = threading.Lock()
        os.register_at_fork(after_in_child=self._forget)

    def ask(self, plan: dict[str, Any], descriptors: list[int]) -> None:
        """Have a guard forked; what becomes of the program is told on the guard's own line."""
        content = json.dumps(plan).encode()
        with self._asking:
            try:
                self._send(content, descriptors)
            except (BrokenPipeError, ConnectionResetError):
                self._close()
                self._send(content, descriptors)

    def _send(self, content: bytes, descriptors: list[int]) -> None:
        line = self._line or self._started()
        socket.send_fds(line, [len(content).to_bytes(4, "big")], descriptors)
        line.sendall(content)

    def _started(self) -> socket.socket:
        self._line, theirs = socket.socketpair()
        with theirs:
            script = str(Path(__file__).with_name("keeper.py"))
            self._pid = os.posix_spawn(
                sys.executable,
                [sys.executable, "-I", "-S", script, "3", str(os.getpid())],
                {},
                file_actions=[(os.POSIX_SPAWN_DUP2, theirs.fileno(), 3)],
                setsid=True,  # a Ctrl-C at the terminal is for us
                setsigmask=[],
                setsigdef=signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP},
            )
        self._owner = os.getpid()
        return self._line

    def _forget(self) -> None:
        """A fork of the arena has no keeper yet, and its lock is nobody's."""
        if self._line:
            self._line.close()
        self._line, self._asking = None, threading.Lock()

    def _close(self) -> None:
        if self._line and self._owner == os.getpid():
            self._line.close()
            with contextlib.suppress(OSError):
                os.waitpid(self._pid, 0)
        self._line = None

    def close(self) -> None:
        with self._asking:
            self._close()


KEEPER = Keeper()
atexit.register(KEEPER.close)
