"""Control groups of both versions, found where they may be made."""

from pathlib import Path

import pytest

from quintain.sandbox import Limits, groups
from quintain.sandbox.groups import Tree


class Machine:
    """A machine's trees of control groups, as folders and files."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.top = folder
        self.kinds: list[tuple[str, Path, frozenset[str]]] = []
        self.own: dict[str, str] = {}
        monkeypatch.setattr(groups, "mounts", lambda: self.kinds)
        monkeypatch.setattr(groups, "own_groups", lambda: self.own)

    def group(self, *path: str, processes: str = "", offered: str = "", given: str = "") -> Path:
        folder = self.top.joinpath(*path)
        folder.mkdir(parents=True)
        (folder / "cgroup.procs").write_text(processes)
        (folder / "cgroup.controllers").write_text(offered)
        (folder / "cgroup.subtree_control").write_text(given)
        return folder


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.delenv(groups.SETTING, raising=False)
    return Machine(tmp_path, monkeypatch)


def test_version_2_beside_the_arena_in_a_delegated_group(machine: Machine) -> None:
    """As systemd does it with Delegate=yes and DelegateSubgroup=arena."""
    machine.kinds = [("cgroup2", machine.top, frozenset())]
    machine.own = {"": "quintain.service/arena"}
    service = machine.group("quintain.service", offered="cpu memory pids", given="cpu memory pids")
    machine.group("quintain.service", "arena", processes="123\n")
    (found,) = groups.unified()
    assert found.folder == service
    assert found.version == 2
    assert found.controllers >= {"cpuacct", "freezer"}


def test_version_2_where_the_operator_says(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    machine.kinds = [("cgroup2", machine.top, frozenset())]
    machine.own = {"": "user.slice"}
    machine.group("user.slice", processes="1\n")
    named = machine.group("bots", offered="memory pids")
    monkeypatch.setenv(groups.SETTING, str(named))
    assert [tree.folder for tree in groups.unified()] == [named]


def test_version_2_without_room(machine: Machine) -> None:
    """A group with processes of its own can give no controllers to others."""
    machine.kinds = [("cgroup2", machine.top, frozenset())]
    machine.own = {"": "user.slice/session"}
    machine.group("user.slice", processes="1\n")
    machine.group("user.slice", "session", processes="2\n")
    assert groups.unified() == []


def test_version_1_below_the_groups_of_the_arena(machine: Machine) -> None:
    machine.kinds = [
        ("cgroup", machine.top / "memory", frozenset({"rw", "memory"})),
        ("cgroup", machine.top / "cpu,cpuacct", frozenset({"rw", "cpu", "cpuacct"})),
        ("cgroup", machine.top / "systemd", frozenset({"rw", "name=systemd"})),
    ]
    machine.own = {"memory": "box/1", "cpu": "", "cpuacct": "", "name=systemd": ""}
    assert groups.separate() == [
        Tree(machine.top / "memory" / "box/1", 1, frozenset({"memory"})),
        Tree(machine.top / "cpu,cpuacct", 1, frozenset({"cpu", "cpuacct"})),
    ]


def test_what_groups_are_told() -> None:
    limits = Limits(memory=1000, processes=5)
    everything = frozenset({"memory", "pids", "cpu"})
    assert groups.settings(Tree(Path("/x"), 1, everything), limits) == {
        "pids.max": "7",
        "memory.limit_in_bytes": "1000",
        "memory.swappiness": "0",
    }
    assert groups.settings(Tree(Path("/x"), 2, everything), limits) == {
        "pids.max": "7",
        "memory.max": "1000",
        "memory.swap.max": "0",
        "memory.oom.group": "1",
    }
    assert groups.settings(Tree(Path("/x"), 2, frozenset({"freezer"})), limits) == {}


def test_groups_of_arenas_that_died_are_swept(tmp_path: Path) -> None:
    for name in ("quintain-999999999-3", "quintain-1-3", "quintain-of-others", "other"):
        (tmp_path / name).mkdir()
    groups.sweep(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "quintain-1-3", "quintain-of-others"]
