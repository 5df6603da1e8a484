"""Control groups, of either version: where this process may make some, and what they are told.

A group of version 1 has one folder in each controller's tree; one of version 2 has one folder for all. Where the
controllers are still with version 1, a bare tree of version 2 often stands beside it: that one can freeze, kill and
count CPU time.
"""

import contextlib
import itertools
import os
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from quintain.sandbox.program import Limits

SETTING = "QUINTAIN_CGROUP"
PREFIX = "quintain-"
WANTED = ("memory", "pids", "cpu", "cpuacct", "freezer")
OF_THE_SANDBOX = 2  # processes that are in a program's groups and are not the program's
numbers = itertools.count()


class Tree(msgspec.Struct, frozen=True):
    """A folder in which groups can be made, and what they control."""

    folder: Path
    version: int
    controllers: frozenset[str]


@cache
def trees() -> tuple[Tree, ...]:
    """The trees in which this process may make groups; old groups of arenas that have died are removed."""
    found: list[Tree] = []
    for tree in (*unified(), *separate()):
        new = tree.controllers - frozenset().union(*(other.controllers for other in found))
        if new and may_make(tree):
            sweep(tree.folder)
            found.append(Tree(tree.folder, tree.version, new))
    return tuple(found)


def controlled() -> frozenset[str]:
    """What groups can control for this process."""
    return frozenset().union(*(tree.controllers for tree in trees()))


def plan(limits: Limits) -> list[dict[str, Any]]:
    """The folders that a program's guard makes, and what it writes into them."""
    name = f"{PREFIX}{os.getpid()}-{next(numbers)}"
    return [{"folder": str(tree.folder / name), "settings": settings(tree, limits)} for tree in trees()]


def settings(tree: Tree, limits: Limits) -> dict[str, str]:
    said = {"pids.max": str(limits.processes + OF_THE_SANDBOX)} if "pids" in tree.controllers else {}
    if "memory" not in tree.controllers:
        return said
    if tree.version == 1:
        return said | {"memory.limit_in_bytes": str(limits.memory), "memory.swappiness": "0"}
    return said | {"memory.max": str(limits.memory), "memory.swap.max": "0", "memory.oom.group": "1"}


def mounts() -> list[tuple[str, Path, frozenset[str]]]:
    """Kind, folder and options of every mounted tree of control groups."""
    try:
        lines = Path("/proc/self/mounts").read_text().splitlines()
    except OSError:
        return []
    fields = [line.split() for line in lines]
    return [(row[2], Path(row[1]), frozenset(row[3].split(","))) for row in fields if row[2] in ("cgroup", "cgroup2")]


def own_groups() -> dict[str, str]:
    """The group that this process is in, by controller; version 2 has none in its name."""
    try:
        lines = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return {}
    rows = [line.split(":", 2) for line in lines]
    return {controller: row[2].lstrip("/") for row in rows for controller in row[1].split(",")}


def separate() -> list[Tree]:
    """Version 1: one tree for each of the controllers that we want."""
    own = own_groups()
    found = []
    for kind, folder, options in mounts():
        wanted = options & set(WANTED)
        if kind == "cgroup" and wanted:
            found.append(Tree(folder / own.get(min(wanted), ""), 1, wanted))
    return found


def unified() -> list[Tree]:
    """Version 2: the group that the operator names, else our own if it may have others below it, else its parent."""
    for kind, top, _ in mounts():
        if kind != "cgroup2":
            continue
        own = top / own_groups().get("", "")
        named = os.environ.get(SETTING)
        for folder in [Path(named)] if named else [own, own.parent] if own != top else [own]:
            if has_room(folder, top):
                return [Tree(folder, 2, enabled(folder))]
    return []


def has_room(folder: Path, top: Path) -> bool:
    """A group that has both processes and controllers for those below it is not allowed, but for the topmost."""
    with contextlib.suppress(OSError):
        return folder == top or not (folder / "cgroup.procs").read_text().strip()
    return False


def enabled(folder: Path) -> frozenset[str]:
    """The controllers that groups below this one have, after asking for those we want."""
    with contextlib.suppress(OSError):
        offered = set((folder / "cgroup.controllers").read_text().split())
        for name in sorted(offered & set(WANTED)):
            with contextlib.suppress(OSError):
                (folder / "cgroup.subtree_control").write_text(f"+{name}")
        has = set((folder / "cgroup.subtree_control").read_text().split())
        return frozenset(has & set(WANTED)) | {"cpuacct", "freezer"}
    return frozenset()


def may_make(tree: Tree) -> bool:
    """Whether a group can be made here, and a process of ours put into it."""
    folder = tree.folder / f"{PREFIX}{os.getpid()}-trial"
    try:
        folder.mkdir()
    except OSError:
        return False
    try:
        return os.access(folder / "cgroup.procs", os.W_OK) and os.access(tree.folder / "cgroup.procs", os.W_OK)
    finally:
        folder.rmdir()


def sweep(folder: Path) -> None:
    """Remove the groups of arenas that were killed together with their guards."""
    for group in folder.glob(f"{PREFIX}*"):
        owner = group.name.removeprefix(PREFIX).partition("-")[0]
        if owner.isdigit() and not Path("/proc", owner).exists():
            with contextlib.suppress(OSError):  # one that has processes stays
                group.rmdir()
