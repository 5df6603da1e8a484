"""A program that nobody trusts: the plan that confines it, and whether this machine can hold it to that."""

import os
import platform
import shutil
import sys
from functools import cache
from pathlib import Path
from typing import Any

from quintain.core.errors import NotIsolated
from quintain.sandbox import groups
from quintain.sandbox.program import Limits, Program
from quintain.sandbox.seccomp import filter_program
from quintain.sandbox.what_it_sees import BOT, command, environment, extra_places, file_system

STAGES = ("/mnt", "/media", "/srv", "/opt")  # one of them is covered, for the program's own processes alone
INSTALL = "install bubblewrap (apt install bubblewrap · dnf install bubblewrap · pacman -S bubblewrap)"
RARELY, OFTEN = 5000, 100  # milliseconds between looks at its memory, where the kernel bounds it or does not
PRLIMIT = "/usr/bin/prlimit"
ARGUMENTS_AT, FILTER_AT = 3, 4  # descriptors from which bubblewrap reads

WALLS = (
    *("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--uid", "1000", "--gid", "1000", "--hostname", "bot", "--cap-drop", "ALL"),
    *("--die-with-parent", "--new-session", "--clearenv", "--seccomp", str(FILTER_AT)),
)


def confined_plan(program: Program, limits: Limits) -> dict[str, Any]:
    """What a guard needs to run the program in bubblewrap."""
    stage = stage_folder()
    places = extra_places(program)
    sources = [f"{stage}/{number}" if stage else str(place) for number, place in enumerate(places.values())]
    shown = file_system(dict(zip(places, sources, strict=True)), limits)
    arguments = [*WALLS, *shown, *environment(program)]
    return {
        "file": bubblewrap(),
        # The arguments come from a descriptor, because a command line can be read inside.
        "command": ["bwrap", "--args", str(ARGUMENTS_AT), *command(program, counting(limits))],
        "environment": {},
        "folder": "/",
        "rlimits": rlimits(limits),
        "own_user": is_root(),
        "stage": stage,
        "places": [(str(source), place == BOT) for place, source in places.items()],
        "groups": groups.plan(limits),
        "watch_memory": not counts_memory(),
        "look_every": RARELY if counts_memory() else OFTEN,
        "data": {
            ARGUMENTS_AT: b"".join(os.fsencode(word) + b"\0" for word in arguments).hex(),
            FILTER_AT: filter_program(memory_files=counts_memory()).hex(),
        },
    }


def counting(limits: Limits) -> tuple[str, ...]:
    """Where neither a group nor a user of its own bounds its processes, the namespace does, from inside."""
    if is_root() or "pids" in groups.controlled():
        return ()
    if not Path(PRLIMIT).exists():
        raise NotIsolated(f"the number of a program's processes cannot be bounded: install util-linux, for {PRLIMIT}")
    return PRLIMIT, f"--nproc={limits.processes}:{limits.processes}", "--"


def rlimits(limits: Limits) -> dict[str, int]:
    """What the kernel enforces for each process."""
    bounds = {
        "RLIMIT_CORE": 0,
        "RLIMIT_NOFILE": limits.files,
        "RLIMIT_FSIZE": limits.file_size,
        "RLIMIT_AS": limits.address_space,
        "RLIMIT_CPU": int(limits.cpu) + 2,  # the guard says it in words, sooner
        "RLIMIT_MSGQUEUE": 0,
        "RLIMIT_MEMLOCK": 1 << 20,
        "RLIMIT_RTPRIO": 0,
        "RLIMIT_NICE": 0,
    }
    if is_root():
        # Counted for each user on the machine, and the program's user has no other processes.
        bounds["RLIMIT_NPROC"] = limits.processes + groups.OF_THE_SANDBOX
    if not counts_memory():
        bounds["RLIMIT_DATA"] = limits.memory
    return bounds


def counts_memory() -> bool:
    return "memory" in groups.controlled()


def is_root() -> bool:
    return os.geteuid() == 0


def stage_folder() -> str | None:
    return next((place for place in STAGES if Path(place).is_dir()), None) if is_root() else None


@cache
def bubblewrap() -> str:
    """Where it is; NotIsolated says what is missing."""
    if sys.platform != "linux":
        raise NotIsolated("programs that nobody trusts can only be confined on Linux; --trusted runs your own")
    if platform.machine() != "x86_64":
        raise NotIsolated(f"programs that nobody trusts are only confined on x86-64, and this is {platform.machine()}")
    found = shutil.which("bwrap")
    if found is None:
        raise NotIsolated(f"programs that nobody trusts cannot be confined here: {INSTALL}")
    return found
