"""The keeper: a small process that starts programs and guards them; run as a script, with the standard library alone.

The arena has threads, so nothing may happen between its fork and exec; and a death signal is tied to the thread that
forked. The keeper has one thread and little memory. For each program it forks a guard, which talks to the arena over a
socket of its own:

    arena   keeper: a plan and four descriptors        guard: end
    guard   started PID GUARD | failed WORDS    exited STATUS WHY    gone CPU PEAK LEFT
"""

import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_DUMPABLE = 1, 36, 4
PATIENCE = 10.0  # seconds until processes that cannot be killed are given up
FIRST_UID = 0x70000000  # a program's user is this and its process id: nobody else's as long as it lives


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


class Guard:
    """Owns one program: parent of its first process and of every orphan it leaves."""

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
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        try:
            make_groups(self.plan)
            failure = self.start()
            if failure:
                self.tell("failed", failure)
            else:
                self.tell("started", self.child, os.getpid())
                self.wait(woken)
        except OSError as error:
            self.tell("failed", f"{error.strerror}: {error.filename}" if error.filename else str(error))
        left = self.clear()
        peak = peak_memory(self.plan)
        remove_groups(self.plan)
        self.tell("gone", cpu_of_children(), peak, left)

    def start(self) -> str:
        """Fork and exec; returns what went wrong, if anything did."""
        mouth, ear = os.pipe()
        self.child = os.fork()
        if self.child == 0:
            try:
                become(self.plan, self.streams)
            except BaseException as error:  # the fork of a process has nowhere to raise to
                os.write(ear, f"{getattr(error, 'strerror', None) or error}".encode()[:4000])
            os._exit(127)
        for descriptor in (*self.streams, ear):
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
            ready = [descriptor for descriptor, _ in poll.poll(self.next_look())]
            if woken in ready:
                os.read(woken, 4096)
                if (status := self.reap()) is not None:
                    self.tell("exited", status, verdict(self.plan, self.why, status))
                    return
            if any(descriptor != woken for descriptor in ready):
                return
            if not self.why and (why := exceeded(self.plan)):
                self.why = why
                kill_all(self.plan, self.child)

    def next_look(self) -> float | None:
        """Milliseconds until a limit that nobody else enforces could be reached."""
        if self.why:
            return 100
        return soonest(self.plan)

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
            self.reap()
            kill_all(self.plan, self.child)
            if not descendants(os.getpid()) and not has_children():
                return 0
            time.sleep(0.001)
        return max(1, len(descendants(os.getpid())))

    def tell(self, *words: Any) -> None:
        with contextlib.suppress(OSError):  # the arena may be gone
            self.line.sendall(json.dumps(words).encode() + b"\n")


def become(plan: dict[str, Any], streams: list[int]) -> None:
    """Turn this fork into the program."""
    for group in plan["groups"]:
        Path(group["folder"], "cgroup.procs").write_text(str(os.getpid()))
    os.setsid()
    for name, limit in plan["rlimits"].items():
        number = getattr(resource, name, None)
        if number is not None:
            resource.setrlimit(number, lowered(number, limit))
    if plan["own_user"]:
        user = FIRST_UID + os.getpid()
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # after the change of user, which clears it
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        with contextlib.suppress(OSError):
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    arrange(streams, plan.get("data", {}))
    os.umask(0o022)
    if plan["folder"]:
        os.chdir(plan["folder"])
    os.execve(plan["file"], plan["command"], plan["environment"])


def arrange(streams: list[int], data: dict[str, str]) -> None:
    """Put the streams in their places; what the plan says is to be read from a descriptor waits in a pipe."""
    above = [os.dup(stream) for stream in streams]  # so that none of them is overwritten
    for place, stream in enumerate(above):
        while stream < 3:
            stream = os.dup(stream)
        os.dup2(stream, place)
    for place, text in data.items():
        mouth, ear = os.pipe()
        os.write(ear, bytes.fromhex(text))
        os.dup2(mouth, int(place))


def lowered(number: int, limit: int) -> tuple[int, int]:
    """The limit as both bounds, or what is allowed to us if that is less."""
    _, hard = resource.getrlimit(number)
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    return limit, limit


# Control groups: the arena chooses the folders and what is written into them.


def make_groups(plan: dict[str, Any]) -> None:
    for group in plan["groups"]:
        os.mkdir(group["folder"])
        for name, value in group["settings"].items():
            Path(group["folder"], name).write_text(value)


def remove_groups(plan: dict[str, Any]) -> None:
    deadline = time.monotonic() + PATIENCE
    for group in plan["groups"]:
        while os.path.isdir(group["folder"]) and time.monotonic() < deadline:
            try:
                os.rmdir(group["folder"])
            except OSError:  # the kernel is still burying the last process
                time.sleep(0.001)


def group_file(plan: dict[str, Any], name: str) -> str:
    """What this file says in the first group that has it."""
    for group in plan["groups"]:
        with contextlib.suppress(OSError):
            return Path(group["folder"], name).read_text()
    return ""


def peak_memory(plan: dict[str, Any]) -> int:
    text = group_file(plan, "memory.max_usage_in_bytes") or group_file(plan, "memory.peak")
    if text.strip().isdigit():
        return int(text)
    unit = 1024 if LINUX else 1
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit


def ran_out_of_memory(plan: dict[str, Any]) -> bool:
    told = (group_file(plan, "memory.oom_control") + "\n" + group_file(plan, "memory.events")).split("\n")
    return any(line.startswith("oom_kill ") and line != "oom_kill 0" for line in told)


# Limits that the kernel does not enforce for several processes together.


def exceeded(plan: dict[str, Any]) -> str:
    """Which limit the program has gone beyond, in words."""
    if ran_out_of_memory(plan):
        return plan["words"]["memory"]
    if cpu_used(plan) > plan["cpu"]:
        return plan["words"]["cpu"]
    if plan["watch_memory"] and resident(os.getpid()) > plan["memory"]:
        return plan["words"]["memory"]
    return ""


def soonest(plan: dict[str, Any]) -> float:
    """Milliseconds in which the program cannot use up its CPU time, even on all processors."""
    left = (plan["cpu"] - cpu_used(plan)) / (os.cpu_count() or 1)
    longest = 100 if plan["watch_memory"] else 1000 if plan["groups"] else 60_000
    return min(max(left * 1000, 20), longest)


def cpu_used(plan: dict[str, Any]) -> float:
    text = group_file(plan, "cpuacct.usage")
    if text:
        return int(text) / 1e9
    if text := group_file(plan, "cpu.stat"):
        return int(text.split()[1]) / 1e6
    return tree_cpu(os.getpid())


def verdict(plan: dict[str, Any], why: str, status: int) -> str:
    """Why the program ended, if a limit ended it."""
    if why or ran_out_of_memory(plan):
        return why or plan["words"]["memory"]
    number = status - 128
    return plan["words"].get({24: "cpu", 25: "file_size", 31: "call"}.get(number, ""), "") if number > 0 else ""


# Processes, as /proc tells of them.


def descendants(pid: int) -> list[int]:
    """All living processes below this one."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = children(waiting.pop())
        found += below
        waiting += below
    return found


def children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return found
    for thread in threads:
        with contextlib.suppress(OSError, ValueError):
            found += map(int, Path(f"/proc/{pid}/task/{thread}/children").read_text().split())
    return found


def has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def kill_all(plan: dict[str, Any], first: int) -> None:
    for group in plan["groups"]:
        for name, value in (("freezer.state", "THAWED"), ("cgroup.kill", "1")):
            with contextlib.suppress(OSError):
                if os.path.exists(path := f"{group['folder']}/{name}"):
                    Path(path).write_text(value)
    for pid in descendants(os.getpid()):
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    if not LINUX and first:  # no /proc to find others in
        with contextlib.suppress(OSError):
            os.killpg(first, signal.SIGKILL)


def tree_cpu(pid: int) -> float:
    """Seconds of CPU time of all processes below this one, living or buried."""
    return _buried_cpu(pid) + sum(_own_cpu(below) + _buried_cpu(below) for below in descendants(pid))


def _own_cpu(pid: int) -> float:
    try:
        return time.clock_gettime(~pid << 3 | 2)  # the kernel's number for the CPU clock of a process
    except OSError:
        return 0.0


def _buried_cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    """Bytes of memory that the processes below this one have for themselves."""
    pages = 0
    for below in descendants(pid):
        with contextlib.suppress(OSError, ValueError):
            fields = Path(f"/proc/{below}/statm").read_text().split()
            pages += int(fields[1]) - int(fields[2])
    return pages * resource.getpagesize()


def cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def prctl(option: int, value: int) -> None:
    if LINUX:
        ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value), 0, 0, 0)


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


if __name__ == "__main__":
    keep(socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]))
