"""What a program has used of its limits, from its control groups or else from its processes."""

import contextlib
import os
import resource
import signal
import sys
import time
from pathlib import Path
from typing import Any

from quintain.sandbox import processes

RESCUE = 1.0  # seconds for the groups of a program without a guard
AT_LEAST = 20  # milliseconds between looks at what a program has used
NOT_EVERYWHERE = {"memory.swappiness", "memory.swap.max", "memory.oom.group"}  # kernels without swap lack some


def make_groups(plan: dict[str, Any]) -> None:
    for group in plan["groups"]:
        Path(group["folder"]).mkdir()
        for name, value in group["settings"].items():
            with contextlib.suppress(OSError) if name in NOT_EVERYWHERE else contextlib.nullcontext():
                write(f"{group['folder']}/{name}", value)


def join_groups(plan: dict[str, Any], pid: int) -> None:
    for group in plan["groups"]:
        write(f"{group['folder']}/cgroup.procs", str(pid))


def write(path: str, value: str) -> None:
    """Write into a file of the kernel, without the price of a buffered one."""
    opened = os.open(path, os.O_WRONLY)
    try:
        os.write(opened, value.encode())
    finally:
        os.close(opened)


def remove_groups(plan: dict[str, Any], patience: float) -> None:
    deadline = time.monotonic() + patience
    for group in plan["groups"]:
        folder = Path(group["folder"])
        while folder.is_dir() and time.monotonic() < deadline:
            try:
                folder.rmdir()
            except OSError:  # the kernel is still burying the last process
                time.sleep(0.001)


def group_file(plan: dict[str, Any], name: str) -> str:
    """What this file says in the first group that has it."""
    for group in plan["groups"]:
        with contextlib.suppress(OSError):
            return Path(group["folder"], name).read_text()
    return ""


def write_group_file(plan: dict[str, Any], name: str, value: str) -> bool:
    """Whether a group has this file and took the value."""
    for group in plan["groups"]:
        with contextlib.suppress(OSError):
            write(f"{group['folder']}/{name}", value)
            return True
    return False


def peak_memory(plan: dict[str, Any]) -> int:
    text = group_file(plan, "memory.max_usage_in_bytes") or group_file(plan, "memory.peak")
    if text.strip().isdigit():
        return int(text)
    unit = 1024 if sys.platform == "linux" else 1
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit


def ran_out_of_memory(plan: dict[str, Any]) -> bool:
    told = (group_file(plan, "memory.oom_control") + "\n" + group_file(plan, "memory.events")).split("\n")
    return any(line.startswith("oom_kill ") and line != "oom_kill 0" for line in told)


def cpu_used(plan: dict[str, Any], guard: int) -> float:
    """Seconds of CPU time that all of it has used."""
    if text := group_file(plan, "cpuacct.usage"):
        return int(text) / 1e9
    if text := group_file(plan, "cpu.stat"):
        return int(text.split()[1]) / 1e6
    if guard == os.getpid() and not processes.has_children():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime
    return processes.tree_cpu(guard)


class Meter:
    """Reads the CPU time of one program again and again, at the price of a call."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.opened: int | None = None
        self.unit = 0.0

    def cpu(self, guard: int) -> float | None:
        """Seconds used so far; None if the program is gone and its guard is to be asked."""
        if not self.plan["groups"]:
            return processes.tree_cpu(guard) if processes.exists(guard) else None
        try:
            if self.opened is None:
                self.open()
            # One is a number alone, the other has it in the first line behind a word.
            return int(os.pread(self.opened or 0, 40, 0).split(b"\n")[0].split()[-1]) * self.unit
        except (OSError, IndexError):
            return None

    def open(self) -> None:
        """Find the file that tells; OSError if the group is not there any more."""
        for name, unit in (("cpuacct.usage", 1e-9), ("cpu.stat", 1e-6)):
            for group in self.plan["groups"]:
                with contextlib.suppress(FileNotFoundError):
                    self.opened = os.open(f"{group['folder']}/{name}", os.O_RDONLY | os.O_CLOEXEC)
                    self.unit = unit
                    return
        raise FileNotFoundError

    def close(self) -> None:
        if self.opened is not None:
            os.close(self.opened)
            self.opened = None


def exceeded(plan: dict[str, Any], guard: int) -> str:
    """Which limit the program has gone beyond, in words."""
    if ran_out_of_memory(plan):
        return str(plan["words"]["memory"])
    if cpu_used(plan, guard) > plan["cpu"]:
        return str(plan["words"]["cpu"])
    if plan["watch_memory"] and processes.resident(guard) > plan["memory"] < processes.apportioned(guard):
        return str(plan["words"]["memory"])
    return ""


def next_look(plan: dict[str, Any], guard: int) -> float:
    """Milliseconds in which the program cannot use up its CPU time, even on all processors; or less, for memory."""
    left: float = (plan["cpu"] - cpu_used(plan, guard)) / (os.cpu_count() or 1)
    longest: float = plan["look_every"]
    return min(max(left * 1000, AT_LEAST), longest)


def verdict(plan: dict[str, Any], why: str, status: int) -> str:
    """Why the program ended, if a limit ended it."""
    if why:
        return why
    if ran_out_of_memory(plan):
        return str(plan["words"]["memory"])
    words: dict[int, str] = {signal.SIGXCPU: "cpu", signal.SIGXFSZ: "file_size", signal.SIGSYS: "call"}
    word = words.get(status - 128)
    return str(plan["words"][word]) if word else ""


def kill_all(plan: dict[str, Any], first: int) -> None:
    write_group_file(plan, "freezer.state", "THAWED")  # the frozen of version 1 cannot die
    write_group_file(plan, "cgroup.kill", "1")
    for pid in processes.descendants(os.getpid()):
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    if sys.platform != "linux" and first:  # no /proc to find the others in
        with contextlib.suppress(OSError):
            os.killpg(first, signal.SIGKILL)


def rescue(plan: dict[str, Any]) -> None:
    """What can be done about a program whose guard has died: its first process died with it, others may not have."""
    write_group_file(plan, "freezer.state", "THAWED")
    write_group_file(plan, "cgroup.kill", "1")
    remove_groups(plan, RESCUE)


def pause(plan: dict[str, Any], guard: int, *, paused: bool) -> None:
    if write_group_file(plan, "cgroup.freeze", str(int(paused))):
        return
    if write_group_file(plan, "freezer.state", "FROZEN" if paused else "THAWED"):
        return
    for pid in processes.descendants(guard):
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGSTOP if paused else signal.SIGCONT)
