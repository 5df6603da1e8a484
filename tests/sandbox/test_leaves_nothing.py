"""Many programs later the machine is as it was."""

import os
import select
from pathlib import Path

from quintain.sandbox import groups
from quintain.sandbox.keeping import KEEPER
from tests.processes import PATIENCE
from tests.sandbox.conftest import Start, line_of, until

STARTS = 60


def here() -> dict[str, int]:
    """What a program could leave behind, counted."""
    below = [group for tree in groups.trees() for group in tree.folder.glob(f"quintain-{os.getpid()}-*")]
    return {
        "descriptors": len(list(Path("/proc/self/fd").iterdir())),
        "mounts": len(Path("/proc/self/mounts").read_text().splitlines()),
        "groups": len(below),
        "children": sum(len(Path(task, "children").read_text().split()) for task in Path("/proc/self/task").iterdir()),
    }


def test_what_is_meant_for_others_is_not_held_open(started: Start, tmp_path: Path) -> None:
    """A pipe for another child, whose end somebody waits for, while a keeper is begun."""
    ear, mouth = os.pipe()
    os.set_inheritable(mouth, True)
    KEEPER.close()
    running = started("/bin/sh", "-c", "echo ready; sleep 3000", folder=tmp_path)
    os.close(mouth)
    assert line_of(running) == "ready"
    heard, _, _ = select.select([ear], [], [], PATIENCE)
    assert heard, "somebody holds it open"
    assert os.read(ear, 1) == b""
    os.close(ear)


def test_nothing_is_left_behind(started: Start, tmp_path: Path) -> None:
    started("/bin/true", folder=tmp_path).end()
    before, files = here(), sorted(tmp_path.iterdir())
    users = set()
    for number in range(STARTS):
        running = started(
            "/bin/sh", "-c", "setsid sleep 3000 & echo x > /tmp/x; echo ready; sleep 3000", folder=tmp_path
        )
        assert line_of(running) == "ready"
        users.add(Path(f"/proc/{running.pid}/status").read_text().partition("Uid:")[2].split()[0])
        assert running.end(), number
    until(lambda: here() == before)
    assert sorted(tmp_path.iterdir()) == files
    if os.geteuid() == 0:
        assert "0" not in users
