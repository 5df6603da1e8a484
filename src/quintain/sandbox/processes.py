"""Processes, as /proc tells of them."""

import contextlib
import os
import resource
import time
from pathlib import Path


def descendants(pid: int) -> list[int]:
    """All processes below this one."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = children(waiting.pop())
        found += below
        waiting += below
    return found


def children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError, ValueError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (thread / "children").read_text().split())
    return found


def exists(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def tree_cpu(pid: int) -> float:
    """Seconds of CPU time of all processes below this one, living or buried."""
    return buried_cpu(pid) + sum(own_cpu(below) + buried_cpu(below) for below in descendants(pid))


def own_cpu(pid: int) -> float:
    try:
        return time.clock_gettime(~pid << 3 | 2)  # the kernel's number for the CPU clock of a process
    except OSError:
        return 0.0


def buried_cpu(pid: int) -> float:
    """What its children used that have died."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    """Bytes of memory of the processes below this one, without files; what they share is counted for each of them."""
    pages = 0
    for below in descendants(pid):
        with contextlib.suppress(OSError, ValueError):
            fields = Path(f"/proc/{below}/statm").read_text().split()
            pages += int(fields[1]) - int(fields[2])
    return pages * resource.getpagesize()


def apportioned(pid: int) -> int:
    """The same, with what is shared counted once; it takes the kernel much longer."""
    total = 0
    for below in descendants(pid):
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{below}/smaps_rollup").read_text().splitlines():
                if line.startswith(("Pss_Anon:", "Pss_Shmem:")):
                    total += int(line.split()[1]) * 1024
    return total
