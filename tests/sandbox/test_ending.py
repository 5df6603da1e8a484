"""Whatever a program leaves behind, its end is certain."""

import os
from pathlib import Path

import pytest

from quintain.core.errors import BadProgram
from quintain.sandbox import Limits, Program, Running, start

PATIENCE = 60.0


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def shell(script: str) -> Running:
    return start(Program(command=("/bin/sh", "-c", script)), Limits(), trusted=True)


def test_a_program_reads_and_writes() -> None:
    running = shell("read word; echo got $word; echo aside >&2; exit 7")
    os.write(running.stdin, b"this\n")
    assert os.read(running.stdout, 100) == b"got this\n"
    assert os.read(running.stderr, 100) == b"aside\n"
    assert running.wait(PATIENCE) == 7
    assert running.end()
    assert running.end()


def test_a_daemon_that_left_its_session_is_ended() -> None:
    running = shell("(setsid sleep 3000 & echo $!) & wait; setsid sh -c 'sleep 3001 & echo $!' & wait; exit 3")
    words = b""
    while words.count(b"\n") < 2:
        words += os.read(running.stdout, 100)
    daemons = [int(word) for word in words.split()]
    assert all(map(alive, daemons)) or running.wait(PATIENCE) == 3
    assert running.end()
    assert not any(map(alive, daemons))


def test_a_command_that_does_not_exist() -> None:
    with pytest.raises(BadProgram, match="does not exist"):
        start(Program(command=("./nothing",), folder=Path("/")), Limits(), trusted=True)
