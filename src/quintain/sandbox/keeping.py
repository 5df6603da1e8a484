"""The arena's side of the keeper: has a guard forked for each program."""

import atexit
import contextlib
import json
import os
import signal
import socket
import sys
import threading
from typing import Any

from quintain.core.errors import BadProgram
from quintain.sandbox.program import Limits, Program
from quintain.sandbox.python import bare_python
from quintain.sandbox.running import Running

WORDS = {
    "memory": "it used more memory than it may",
    "cpu": "it used more CPU time than it may",
    "file_size": "it wrote a file that is longer than allowed",
    "call": "it asked the system for something that no player needs",
}
LINE_AT = 3


def guarded(program: Program, limits: Limits, plan: dict[str, Any]) -> Running:
    """Hand the plan to a guard. The program may not have begun when this returns."""
    plan = plan | {"memory": limits.memory, "cpu": limits.cpu, "words": WORDS}
    with contextlib.ExitStack() as theirs, contextlib.ExitStack() as ours:
        try:
            streams = [piped(ours, theirs, inward=place == 0) for place in range(3)]
            line, guards = socket.socketpair()
            ours.callback(line.close)
            theirs.callback(guards.close)
            KEEPER.ask(plan, [*(their_end for _, their_end in streams), guards.fileno()])
        except OSError as error:
            raise BadProgram(f"cannot start {program.command[0]}: {error.strerror}") from None
        ours.pop_all()
    return Running(program, plan, line, (streams[0][0], streams[1][0], streams[2][0]))


def piped(ours: contextlib.ExitStack, theirs: contextlib.ExitStack, *, inward: bool) -> tuple[int, int]:
    """Our end and the program's end of a pipe, each closed by its stack."""
    mouth, ear = os.pipe()
    ends = (ear, mouth) if inward else (mouth, ear)
    ours.callback(os.close, ends[0])
    theirs.callback(os.close, ends[1])
    return ends


class Keeper:
    """Our side of the keeper: starts it, and another one if it dies or if this process is a fork."""

    def __init__(self) -> None:
        self._line: socket.socket | None = None
        self._pid = 0
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

    def close(self) -> None:
        with self._asking:
            self._close()

    def _send(self, content: bytes, descriptors: list[int]) -> None:
        line = self._line or self._started()
        socket.send_fds(line, [len(content).to_bytes(4, "big")], descriptors)
        line.sendall(content)

    def _started(self) -> socket.socket:
        self._line, theirs = socket.socketpair()
        with theirs:
            self._pid = os.posix_spawn(
                sys.executable,
                bare_python("quintain.sandbox.keeper", str(LINE_AT), str(os.getpid())),
                {},
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, theirs.fileno(), LINE_AT),
                    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                    (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                ],
                setsid=True,  # a Ctrl-C at the terminal is for us
                setsigmask=[],
                setsigdef=signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP},
            )
        return self._line

    def _forget(self) -> None:
        """A fork of the arena has no keeper yet, and its lock is nobody's."""
        if self._line:
            self._line.close()
        self._line, self._asking = None, threading.Lock()

    def _close(self) -> None:
        if self._line:
            self._line.close()
            self._line = None
            with contextlib.suppress(OSError):
                os.waitpid(self._pid, 0)


KEEPER = Keeper()
atexit.register(KEEPER.close)
