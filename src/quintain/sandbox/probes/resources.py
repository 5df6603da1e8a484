"""Attempts to take more of the machine than is allowed."""

import os
import signal
import sys
import time
from pathlib import Path

from quintain.sandbox.probes.attempt import Attempt, Refused, World

MIB = 1 << 20


def memory(world: World) -> str:
    wanted = world["limits"]["memory"] * 5 // 4
    held = [b"\1" * (16 * MIB) for _ in range(wanted // (16 * MIB) + 1)]
    return f"{len(held) * 16} MiB"


def processes(world: World) -> str:
    wanted = world["limits"]["processes"] + 40
    made: list[int] = []
    try:
        for _ in range(wanted):
            child = os.fork()
            if child == 0:
                signal.pause()
            made.append(child)
    except OSError as error:
        raise Refused(f"{len(made)}, then EAGAIN") from error
    finally:
        for child in made:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    return f"{len(made)} processes"


def disk(world: World) -> str:
    """Everything that can be written, wherever it can be written."""
    bound = world["limits"]["disk"] + 8 * MIB
    written = 0
    for place in writable():
        written += filled(Path(place, f"bomb-{world['token']}"), bound + MIB - written)
        if written > bound:
            return f"{written // MIB} MiB"
    raise Refused(f"{written // MIB} MiB, then ENOSPC")


def writable() -> list[str]:
    roots = [os.environ.get("TMPDIR", "/tmp"), "/tmp", "/dev/shm", "/", "/dev", "/etc", "/bot", "/proc", "/run", "/var"]
    return [place for place in dict.fromkeys(roots) if os.access(place, os.W_OK)]


def filled(path: Path, wanted: int) -> int:
    """Write until it is enough or refused; returns how much was taken."""
    written = 0
    try:
        with path.open("wb", buffering=0) as opened:
            while written < wanted:
                written += opened.write(b"\1" * MIB)
        path.unlink()
    except OSError:
        pass  # it stays, so that the next place is added to it
    return written


def descriptors(world: World) -> str:
    wanted = world["limits"]["files"] + 40
    made = [os.dup(1) for _ in range(wanted)]
    return f"{len(made)} descriptors"


def cpu(world: World) -> str:
    wanted = world["limits"]["cpu"] * 3
    while time.process_time() < wanted:
        pass
    return f"{wanted:.1f} s"


def output(_: World) -> str:
    """Write what nobody reads, into a pipe made as large as it may be."""
    import fcntl

    mouth, ear = os.pipe()
    try:
        fcntl.fcntl(ear, fcntl.F_SETPIPE_SZ, 64 * MIB)
    except OSError:
        fcntl.fcntl(ear, fcntl.F_SETPIPE_SZ, MIB)
    os.set_blocking(ear, False)
    written = 0
    try:
        while written < 8 * MIB:
            written += os.write(ear, b"x" * 65536)
    except BlockingIOError:
        raise Refused(f"{written // 1024} KiB, then it waits") from None
    os.close(mouth)
    return f"{written // MIB} MiB"


def limits(_: World) -> str:
    import resource

    try:
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    except ValueError as error:
        raise Refused(str(error)) from None
    os.setpriority(os.PRIO_PROCESS, 0, -5)
    return "raised its own"


def daemon(world: World) -> str:
    """Leave the session twice over; whoever runs the attempt looks for it afterwards, when it runs for certain."""
    mouth, ear = os.pipe()
    os.set_inheritable(ear, True)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            code = f"import os, time; os.write({ear}, b'1'); time.sleep(600)"
            os.execv(sys.executable, [sys.executable, "-I", "-S", "-c", code, "straggler-" + world["token"]])
        os._exit(0)
    os.wait()
    os.close(ear)
    os.read(mouth, 1)
    return "left one"


ATTEMPTS: dict[str, Attempt] = {
    "more memory": memory,
    "more processes": processes,
    "more disk": disk,
    "more descriptors": descriptors,
    "more CPU time": cpu,
    "output that nobody reads": output,
    "raise its limits": limits,
    "leave a daemon behind": daemon,
}
