"""What holds a program that nobody trusts on this machine, line by line."""

import os
import subprocess

import msgspec

from quintain.sandbox import groups
from quintain.sandbox.become import FIRST_UID
from quintain.sandbox.confined import bubblewrap, counts_memory, is_root
from quintain.sandbox.program import MIB, Limits
from quintain.sandbox.seccomp import LAST_KNOWN, REFUSED


class Line(msgspec.Struct, frozen=True):
    """One kind of bound: what enforces it, and whether nothing better could."""

    what: str
    how: str
    best: bool = True


def in_force() -> list[Line]:
    """The bounds; call it where `isolated` has passed."""
    limits = Limits()
    return [
        Line("isolation", version()),
        Line("namespaces", "user, mount, process, network, IPC, host name, control group: its own"),
        Line("files", "the system read-only, its folder read-only as /bot, no home, a few devices"),
        Line("privileges", "no capabilities, no new privileges, no set-user-id, no core dump"),
        Line(
            "system calls", f"filtered: {len(REFUSED)} refused, none after number {LAST_KNOWN}, no 32-bit or x32 entry"
        ),
        user(),
        memory(limits),
        process_count(limits),
        Line(
            "disk",
            f"/tmp of {limits.disk // MIB} MiB in memory, gone with the program; files of {limits.files} at a time",
        ),
        Line(
            "CPU time",
            f"{limits.cpu:.0f} s {'counted by a control group' if grouped('cpuacct') else 'of its processes'}",
        ),
        shares(),
        pausing(),
    ]


def version() -> str:
    told = subprocess.run([bubblewrap(), "--version"], capture_output=True, text=True, check=False).stdout.strip()
    return f"{told} ({bubblewrap()})"


def grouped(controller: str) -> str:
    """The version of control groups that has this controller for us; empty if none has."""
    return next((f"control group v{tree.version}" for tree in groups.trees() if controller in tree.controllers), "")


def user() -> Line:
    if is_root():
        return Line("host user", f"one of its own for each program (from {FIRST_UID}), not root")
    return Line(
        "host user", f"yours ({os.geteuid()}), behind a namespace; root would give each program its own", best=False
    )


def memory(limits: Limits) -> Line:
    size = f"{limits.memory // MIB} MiB"
    if counts_memory():
        return Line("memory", f"{size} for all its processes ({grouped('memory')})")
    return Line("memory", f"{size} for each process, all together watched ten times a second", best=False)


def process_count(limits: Limits) -> Line:
    size = f"{limits.processes} with threads"
    if by := grouped("pids"):
        return Line("processes", f"{size} ({by})")
    return Line("processes", f"{size} ({'its user' if is_root() else 'its user namespace'})", best=False)


def shares() -> Line:
    if by := grouped("cpu"):
        return Line("share of the CPU", f"that of one program, however many processes it has ({by})")
    return Line("share of the CPU", "as many as it has processes", best=False)


def pausing() -> Line:
    by = grouped("freezer")
    return Line("pause between turns", f"frozen ({by})" if by else "SIGSTOP to every process", best=bool(by))
