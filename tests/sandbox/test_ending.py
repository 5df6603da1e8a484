"""Whatever a program does, its end is certain, at once, and all of it."""

import contextlib
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from quintain.core.errors import BadProgram
from quintain.sandbox import Limits, Program, groups, start
from tests.sandbox.conftest import PATIENCE, Start, alive, line_of, long_time, marked, until

BOTH = pytest.mark.parametrize("trusted", [True, False])


@BOTH
def test_a_program_reads_and_writes(started: Start, trusted: bool) -> None:
    running = started("/bin/sh", "-c", "read word; echo got $word; echo aside >&2; exit 7", trusted=trusted)
    os.write(running.stdin, b"this\n")
    assert line_of(running) == "got this"
    assert os.read(running.stderr, 100) == b"aside\n"
    assert running.wait(PATIENCE) == 7
    assert running.why() == ""
    assert running.end()
    assert running.end()


@BOTH
def test_the_end_of_its_input_is_the_programs_to_read(started: Start, trusted: bool) -> None:
    running = started("/bin/cat", trusted=trusted)
    running.close_stdin()
    assert running.wait(PATIENCE) == 0


@BOTH
def test_its_input_may_end_while_somebody_waits_for_it(started: Start, trusted: bool) -> None:
    running = started("/bin/cat", trusted=trusted)
    threading.Timer(0.5, running.close_stdin).start()
    assert running.wait(PATIENCE) == 0


@BOTH
@pytest.mark.parametrize(
    "script",
    [
        "echo ready; sleep 3000",
        "trap '' TERM INT HUP; echo ready; sleep 3000",
        "echo ready; kill -STOP $$",
        "echo ready; exec >&- 2>&-; sleep 3000",
        "echo ready; exec <&-; while :; do :; done",
        "setsid sleep 3000 & setsid sh -c 'setsid sleep 3000 & sleep 3000' & echo ready; exit 0",
        "sh -c 'echo ready; kill -STOP $$' & wait",
    ],
)
def test_nothing_is_left_of_it(started: Start, trusted: bool, script: str) -> None:
    mark = long_time()
    running = started("/bin/sh", "-c", script.replace("3000", mark), trusted=trusted)
    assert line_of(running) == "ready"
    assert running.end()
    assert marked(mark) == []


@BOTH
def test_a_daemon_ends_with_the_program_that_left_it(started: Start, trusted: bool) -> None:
    mark = long_time()
    running = started("/bin/sh", "-c", f"setsid sleep {mark} & exit 3", trusted=trusted)
    assert running.wait(PATIENCE) == 3
    until(lambda: not marked(mark))


@BOTH
@pytest.mark.parametrize(("script", "status"), [("exit 137", 137), ("kill -KILL $$", 137), ("kill -SEGV $$", 139)])
def test_how_it_exited(started: Start, trusted: bool, script: str, status: int) -> None:
    assert started("/bin/sh", "-c", script, trusted=trusted).wait(PATIENCE) == status


def test_a_program_gets_no_descriptor_and_no_variable_of_ours(started: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "1")
    mouth, ear = os.pipe()
    os.set_inheritable(ear, True)
    for trusted in (True, False):
        running = started("/bin/sh", "-c", "for f in /proc/$$/fd/*; do readlink $f; done; env; echo", trusted=trusted)
        told = []
        while words := line_of(running):
            told.append(words)
        assert len([words for words in told if words.startswith("pipe:")]) == 3
        assert not [words for words in told if words.startswith("SECRET_TOKEN")]
    os.close(mouth)
    os.close(ear)


ARENA = """
import sys
from quintain.sandbox import Limits, Program, start
command = ("/bin/sh", "-c", "setsid sleep 3000 & sleep 3000".replace("3000", sys.argv[1]))
programs = [start(Program(command=command), Limits(), trusted=trusted) for trusted in (True, False)]
print(*(running.pid for running in programs), flush=True)
sys.stdin.read()
"""


@pytest.mark.usefixtures("confinement")
def test_programs_die_with_the_arena() -> None:
    mark = long_time()
    arena = subprocess.Popen([sys.executable, "-c", ARENA, mark], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert arena.stdout
    first = [int(word) for word in arena.stdout.readline().split()]
    assert all(map(alive, first))
    arena.send_signal(signal.SIGKILL)
    arena.communicate()
    until(lambda: not marked(mark) and not any(map(alive, first)))
    until(lambda: not [group for tree in groups.trees() for group in tree.folder.glob(f"quintain-{arena.pid}-*")])


def test_a_fork_of_the_arena_has_a_keeper_of_its_own(started: Start) -> None:
    started("/bin/true", trusted=True)
    child = os.fork()
    if child == 0:
        code = 99
        try:
            running = start(Program(command=("/bin/sh", "-c", "exit 5")), Limits(), trusted=True)
            code = running.wait(PATIENCE) or 98
            running.end()
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5
    assert started("/bin/sh", "-c", "exit 6", trusted=True).wait(PATIENCE) == 6


def test_another_keeper_takes_over_if_one_dies(started: Start) -> None:
    from quintain.sandbox.keeping import KEEPER

    playing = started("/bin/cat", trusted=True)
    assert playing.pid
    os.kill(KEEPER._pid, signal.SIGKILL)
    until(lambda: not alive(KEEPER._pid))
    os.write(playing.stdin, b"still here\n")
    assert line_of(playing) == "still here"
    assert started("/bin/sh", "-c", "exit 6", trusted=True).wait(PATIENCE) == 6


@BOTH
def test_a_guard_that_is_killed_takes_its_program_along(trusted: bool, confinement: None) -> None:
    command = ("/bin/sh", "-c", "echo ready; while :; do sleep 1; done")
    running = start(Program(command=command), Limits(), trusted=trusted)
    assert line_of(running) == "ready"
    first, guard = running._begun()
    os.kill(guard, signal.SIGKILL)
    until(lambda: running.exited() is not None)
    assert running.why() == "its guard died"
    until(lambda: not alive(first))
    assert not running.end()
    assert not [folder for group in running._plan["groups"] if (folder := Path(group["folder"])).exists()]


@BOTH
def test_a_paused_program_does_not_think(started: Start, trusted: bool) -> None:
    running = started("/bin/sh", "-c", "echo ready; while :; do :; done", trusted=trusted)
    assert line_of(running) == "ready"
    before = running.cpu()
    until(lambda: running.cpu() > before + 0.1)
    running.pause()
    until(lambda: unchanged(running.cpu))
    paused = running.cpu()
    time.sleep(0.5)
    assert running.cpu() - paused < 0.05 * 0.5
    running.resume()
    until(lambda: running.cpu() > paused + 0.1)
    running.pause()
    assert running.end()


def unchanged(meter: Callable[[], float]) -> bool:
    first = meter()
    time.sleep(0.05)
    return meter() == first


@pytest.mark.parametrize("spare", range(8))  # six for the pipes, two for the guard's line
def test_an_arena_without_descriptors_left_says_so(started: Start, spare: int) -> None:
    assert started("/bin/true", trusted=True).wait(PATIENCE) == 0
    bounds = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(path.name) for path in Path("/proc/self/fd").iterdir())
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 20, bounds[1]))
    taken: list[int] = []
    try:
        with contextlib.suppress(OSError):
            while True:
                taken.append(os.dup(0))
        for _ in range(spare):
            os.close(taken.pop())
        with pytest.raises(BadProgram, match="cannot start /bin/true: Too many open files"):
            start(Program(command=("/bin/true",)), Limits(), trusted=True)
        taken += [os.dup(0) for _ in range(spare)]  # it has kept none of them
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, bounds)
        for descriptor in taken:
            os.close(descriptor)


def test_a_program_that_cannot_be_executed_says_so(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF rubbish")
    broken.chmod(0o755)
    running = start(Program(command=("./broken",), folder=tmp_path), Limits(), trusted=True)
    with pytest.raises(BadProgram, match=r"\./broken cannot be started: Exec format error"):
        _ = running.pid
    assert running.exited() == 127
    assert running.end()
