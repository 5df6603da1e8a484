"""Runs every attempt to escape twice, with nothing around it and confined, and tells what it reached."""

import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from quintain.sandbox.launch import start
from quintain.sandbox.probes.attempt import attempts
from quintain.sandbox.probes.exchange import FINDING, LEAVE
from quintain.sandbox.program import MIB, Limits, Program
from quintain.sandbox.python import PACKAGE, bare_python, python_places
from quintain.sandbox.running import Running

PATIENCE = 120.0  # seconds for one attempt, on the busiest machine
LIMITS = Limits(memory=128 * MIB)
LITTLE_CPU = Limits(memory=128 * MIB, cpu=0.5)
SECRET = "QUINTAIN_PROBE_SECRET"
STRAGGLER = "leave a daemon behind"


class Reached(msgspec.Struct, frozen=True):
    """What became of an attempt."""

    open: bool
    words: str


class Trial(msgspec.Struct, frozen=True):
    """The same attempt with nothing around it and in the sandbox."""

    attempt: str
    without: Reached
    confined: Reached


def trials(only: tuple[str, ...] = ()) -> Iterator[Trial]:
    """Every attempt, one after the other, or those of these names."""
    with outside() as world:
        for name in attempts():
            if name != LEAVE and name not in FINDING and (not only or name in only):
                yield Trial(name, tried_without(name, world), tried_confined(name, world))
        finding = [name for name in FINDING if not only or name in only]
        if finding:
            yield from exchanges(finding, world)


def exchanges(names: list[str], world: dict[str, Any]) -> Iterator[Trial]:
    """Attempts that need another program, which leaves signs as long as they last."""
    open_signs = subprocess.Popen(command(LEAVE, world), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert open_signs.stdout is not None
        open_signs.stdout.readline()
        without = [tried_without(name, world) for name in names]
    finally:
        open_signs.kill()
        open_signs.communicate()
        forget_signs(world)
    confined_signs = start(confined(LEAVE, world), LIMITS, trusted=False)
    try:
        os.read(confined_signs.stdout, 100)
        inside = [tried_confined(name, world) for name in names]
    finally:
        confined_signs.end()
    yield from map(Trial, names, without, inside)


def command(name: str, world: dict[str, Any], limits: Limits = LIMITS) -> tuple[str, ...]:
    told = world | {"limits": msgspec.to_builtins(limits)}
    return bare_python("quintain.sandbox.probes.attempt", name, json.dumps(told))


def confined(name: str, world: dict[str, Any], limits: Limits = LIMITS) -> Program:
    return Program(command=command(name, world, limits), readable=python_places())


def limits_for(name: str) -> Limits:
    return LITTLE_CPU if name == "more CPU time" else LIMITS


def tried_without(name: str, world: dict[str, Any]) -> Reached:
    """The attempt as any program could make it."""
    words = command(name, world, limits_for(name))
    # Into a file: a pipe that somebody holds open is never read to its end.
    with Path(world["secret"]).open() as left_open, tempfile.TemporaryFile() as told:
        done = subprocess.run(
            words,
            stdin=subprocess.PIPE,
            stdout=told,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            pass_fds=[left_open.fileno()],
            check=False,
        )
        told.seek(0)
        text = told.read().decode(errors="replace")
    status = done.returncode if done.returncode >= 0 else 128 - done.returncode
    return judged(name, world, text, status, "")


def tried_confined(name: str, world: dict[str, Any]) -> Reached:
    limits = limits_for(name)
    running = start(confined(name, world, limits), limits, trusted=False)
    try:
        status = running.wait(PATIENCE)
        told = available(running)
    finally:
        running.end()
    return judged(name, world, told, 127 if status is None else status, running.why())


def available(running: Running) -> str:
    """What it has written so far; its pipe may be held open by others for ever."""
    os.set_blocking(running.stdout, False)
    with contextlib.suppress(BlockingIOError):
        return os.read(running.stdout, 1 << 16).decode(errors="replace")
    return ""


def judged(name: str, world: dict[str, Any], told: str, status: int, why: str) -> Reached:
    verdict, _, words = told.strip().partition(" ")
    if name == STRAGGLER:
        left = stragglers(world)
        return Reached(bool(left), f"{len(left)} still running")
    if verdict in ("open", "blocked"):
        return Reached(verdict == "open", words)
    if why or status > 128:
        return Reached(False, f"ended: {why or signal.Signals(status - 128).name}")
    raise AssertionError(f"the attempt {name!r} could not be made: status {status}")


def stragglers(world: dict[str, Any]) -> list[int]:
    """Processes that outlived their program; they are ended now."""
    mark = f"straggler-{world['token']}".encode()
    found = []
    for page in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if mark in page.read_bytes():
                found.append(int(page.parent.name))
    for pid in found:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    return found


@contextlib.contextmanager
def outside() -> Iterator[dict[str, Any]]:
    """Something to steal, somebody to reach and somebody to kill."""
    token = secrets.token_hex(8)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="quintain-")))
        folder.chmod(0o755)
        secret = folder / "secret"
        secret.write_text(token)
        words = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(3600)", token]
        victim = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        stack.callback(victim.wait)
        stack.callback(victim.kill)
        stack.callback(os.environ.pop, SECRET, None)
        os.environ[SECRET] = token
        yield {
            "token": token,
            "secret": str(secret),
            "folder": str(folder),
            "victim": victim.pid,
            "own_file": str(PACKAGE / "sandbox" / "probes" / "__init__.py"),
            "patience": PATIENCE,
            **servers(stack, folder, token),
        }


def servers(stack: contextlib.ExitStack, folder: Path, token: str) -> dict[str, Any]:
    """Sockets that listen on this machine, of every kind that a program could reach."""
    unix = str(folder / "socket")
    tcp = listening(stack, socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0))
    udp = listening(stack, socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0))
    listening(stack, socket.AF_UNIX, socket.SOCK_STREAM, unix)
    listening(stack, socket.AF_UNIX, socket.SOCK_STREAM, "\0" + token)
    tcp6 = 0
    with contextlib.suppress(OSError):  # not every machine has IPv6
        tcp6 = listening(stack, socket.AF_INET6, socket.SOCK_STREAM, ("::1", 0)).getsockname()[1]
    return {"tcp": tcp.getsockname()[1], "udp": udp.getsockname()[1], "tcp6": tcp6, "unix": unix}


def listening(stack: contextlib.ExitStack, family: int, kind: int, address: Any) -> socket.socket:
    line = stack.enter_context(socket.socket(family, kind))
    line.bind(address)
    if kind == socket.SOCK_STREAM:
        line.listen(64)
    return line


def forget_signs(world: dict[str, Any]) -> None:
    from quintain.sandbox.probes.exchange import PLACES

    for place in PLACES:
        Path(place, world["token"]).unlink(missing_ok=True)
