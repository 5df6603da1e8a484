"""A program that takes too much loses it, hears why, and disturbs nobody."""

import os
import subprocess
import tempfile
import time
from pathlib import Path

from quintain.sandbox import Limits, Program, Running, start
from quintain.sandbox.confined import counts_memory
from quintain.sandbox.program import MIB
from tests.sandbox.conftest import PATIENCE, Start, line_of, until

ECHO = "while read -r word; do echo $word; done"
BOMB = "bomb() { bomb | bomb & }; echo ready; while :; do bomb 2>/dev/null; done"


def memory_of_this_process() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def plays(running: Running) -> bool:
    os.write(running.stdin, b"turn\n")
    return line_of(running) == "turn"


def test_a_memory_hog_is_ended_and_told_why(started: Start) -> None:
    before = memory_of_this_process()
    other = started("/bin/sh", "-c", ECHO)
    hog = started(
        "/bin/sh", "-c", "head -c 4000000000 /dev/zero | tail -c 3999999999 | wc -c", limits=Limits(memory=64 * MIB)
    )
    assert hog.wait(PATIENCE) is not None
    # Without a group it is refused more memory, and may say so itself.
    assert hog.why() == ("it used more memory than it may" if counts_memory() else "")
    assert plays(other)
    assert memory_of_this_process() - before < 20 * MIB


def test_a_fork_bomb_stays_small_and_others_play_on(started: Start) -> None:
    other = started("/bin/sh", "-c", ECHO)
    assert plays(other)
    bomb = started("/bin/bash", "-c", BOMB, limits=Limits(processes=32))
    assert line_of(bomb) == "ready"
    used = other.cpu()
    for _ in range(100):
        assert plays(other)
    assert bomb.exited() is None or bomb.exited() != 0
    assert other.cpu() - used < PATIENCE
    assert bomb.end()


def test_cpu_time_of_all_its_processes_counts(started: Start) -> None:
    spinning = "while :; do :; done & while :; do :; done & while :; do :; done & wait"
    running = started("/bin/sh", "-c", spinning, limits=Limits(cpu=0.5))
    assert running.wait(PATIENCE) == 137
    assert running.why() == "it used more CPU time than it may"
    assert running.end()
    assert running.cpu() >= 0.5


def test_a_file_has_a_longest_size(started: Start) -> None:
    running = started("/bin/sh", "-c", "exec head -c 3000000 /dev/zero > /tmp/large", limits=Limits(file_size=MIB))
    assert running.wait(PATIENCE) == 128 + 25
    assert running.why() == "it wrote a file that is longer than allowed"


def test_what_nobody_reads_stops_the_writer_and_not_us(started: Start) -> None:
    before = memory_of_this_process()
    flood = started("/bin/sh", "-c", "yes >&2 & yes")
    other = started("/bin/sh", "-c", ECHO)
    assert plays(other)
    until(lambda: settled(flood))
    assert memory_of_this_process() - before < 8 * MIB
    assert flood.end()


def settled(running: Running) -> bool:
    first = running.cpu()
    time.sleep(0.2)
    return running.cpu() == first


def test_it_is_measured(started: Start) -> None:
    running = started("/bin/sh", "-c", "x=$(head -c 30000000 /dev/zero | tr '\\0' x); echo ready; read -r word")
    assert line_of(running) == "ready"
    assert running.cpu() > 0
    assert running.memory() > 30_000_000
    assert running.end()
    assert running.memory() > 30_000_000
    assert running.cpu() > 0


def test_its_tmp_is_bounded_and_the_rest_is_read_only(started: Start, tmp_path: Path) -> None:
    script = "head -c 3000000 /dev/zero > /tmp/x; touch /bot/x /x /usr/x; ls -A /bot; du -k /tmp/x | cut -f 1; echo end"
    (tmp_path / "mine").write_text("x")
    (tmp_path / "mine").chmod(0o600)
    running = started("/bin/sh", "-c", script, folder=tmp_path, limits=Limits(disk=MIB))
    assert [line_of(running) for _ in range(3)] == ["mine", "1024", "end"]
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_closed_folder_is_open_to_its_own_program(started: Start, tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    script = tmp_path / "bot"
    script.write_text("#!/bin/sh\ncat secret\n")
    script.chmod(0o700)
    (tmp_path / "secret").write_text("only mine\n")
    (tmp_path / "secret").chmod(0o600)
    for command in ("./bot", str(script)):
        assert line_of(started(command, folder=tmp_path)) == "only mine"


if os.geteuid() == 0:  # nobody else can make such a program

    def test_a_set_user_id_program_of_root_gives_nothing(confinement: None) -> None:
        """A real one, in a place that is shown under its own name and with its own owner."""
        with tempfile.TemporaryDirectory() as folder:
            Path(folder).chmod(0o755)
            made = Path(folder, "who")
            made.write_bytes(Path("/usr/bin/id").read_bytes())
            made.chmod(0o4755)
            outside = subprocess.run([made, "-u"], capture_output=True, check=True, user=12345, extra_groups=[])
            assert outside.stdout == b"0\n" or os.statvfs(folder).f_flag & os.ST_NOSUID
            running = start(Program(command=(str(made), "-u"), readable=(Path(folder),)), Limits(), trusted=False)
            assert line_of(running) == "1000"
            assert running.end()
