"""What the sandbox costs, beside the same program without it: starting, a round trip, and what a thousand leave behind.

Run it with `.venv/bin/python bench/sandbox.py [starts] [trips] [left]`; figures that are compared are taken alternately
in one run, so that all see the same machine.
"""

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from quintain.sandbox import Limits, Program, Running, groups, start

ECHO = """
#include <unistd.h>
int main(void) {
    char line[4096];
    long length;
    write(1, "ready\\n", 6);
    while ((length = read(0, line, sizeof line)) > 0) write(1, line, length);
}
"""
BOMB = ("/bin/bash", "-c", "bomb() { bomb | bomb & }; while :; do bomb 2>/dev/null; done")
AT_ONCE = 20


def main() -> None:
    starts, trips, left = (int(word) for word in (sys.argv[1:] + ["100", "5000", "1000"][len(sys.argv) - 1 :]))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "echo.c").write_text(ECHO)
        subprocess.run(["gcc", "-O2", "-o", folder / "echo", folder / "echo.c"], check=True)
        print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
        measure_starts(folder, starts)
        measure_trips(folder, trips)
        measure_beside_a_bomb(folder, trips // 5)
        measure_leavings(folder, left)


class Bare:
    """The same program as a child of ours, with pipes and nothing else."""

    def __init__(self, folder: Path) -> None:
        self.child = subprocess.Popen([folder / "echo"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self.child.stdin
        assert self.child.stdout
        self.stdin, self.stdout = self.child.stdin.fileno(), self.child.stdout.fileno()

    def end(self) -> bool:
        self.child.kill()
        self.child.communicate()
        return True


def confined(folder: Path) -> Running:
    return start(Program(command=("./echo",), folder=folder), Limits(), trusted=False)


def trusted(folder: Path) -> Running:
    return start(Program(command=("./echo",), folder=folder), Limits(), trusted=True)


Kind = Callable[[Path], Bare | Running]
KINDS: dict[str, Kind] = {"bare": Bare, "trusted": trusted, "confined": confined}


def measure_starts(folder: Path, times: int) -> None:
    taken: dict[str, list[float]] = {name: [] for name in KINDS}
    ended: dict[str, list[float]] = {name: [] for name in KINDS}
    for number in range(times + 2):
        for name, kind in KINDS.items():
            began = time.perf_counter()
            program = kind(folder)
            os.read(program.stdout, 6)
            there = time.perf_counter()
            program.end()
            if number >= 2:  # the first ones pay for the keeper and the trial
                taken[name].append(there - began)
                ended[name].append(time.perf_counter() - there)
    for name in KINDS:
        median, quick = statistics.median(taken[name]) * 1e3, min(taken[name]) * 1e3
        print(f"start, {name:8}: median {median:7.2f} ms, quickest {quick:6.2f} ms; "
              f"end: median {statistics.median(ended[name]) * 1e3:6.2f} ms")  # fmt: skip


def trip(program: Bare | Running) -> float:
    began = time.perf_counter()
    os.write(program.stdin, b"turn 1\n")
    os.read(program.stdout, 100)
    return time.perf_counter() - began


def measure_trips(folder: Path, times: int) -> None:
    with contextlib.ExitStack() as stack:
        programs = {name: kind(folder) for name, kind in KINDS.items()}
        for program in programs.values():
            stack.callback(program.end)
            os.read(program.stdout, 6)
        taken: dict[str, list[float]] = {name: [] for name in KINDS}
        for _ in range(times):
            for name, program in programs.items():
                taken[name].append(trip(program))
        metered = sorted(cpu_and_trip(programs["confined"]) for _ in range(times // 5))
    bare = statistics.median(taken["bare"]) * 1e6
    for name, trips in taken.items():
        median = statistics.median(trips) * 1e6
        print(f"round trip, {name:8}: median {median:6.1f} µs, {median - bare:+6.1f} µs over bare, "
              f"99 of 100 within {sorted(trips)[len(trips) * 99 // 100] * 1e6:8.1f} µs")  # fmt: skip
    print(f"round trip, confined, and its CPU time read twice: median {metered[len(metered) // 2] * 1e6:.1f} µs")


def cpu_and_trip(program: Bare | Running) -> float:
    assert isinstance(program, Running)
    began = time.perf_counter()
    program.cpu()
    trip(program)
    program.cpu()
    return time.perf_counter() - began


def measure_beside_a_bomb(folder: Path, times: int) -> None:
    with contextlib.ExitStack() as stack:
        echo = confined(folder)
        stack.callback(echo.end)
        os.read(echo.stdout, 6)
        alone = sorted(trip(echo) for _ in range(times))
        bomb = start(Program(command=BOMB), Limits(), trusted=False)
        stack.callback(bomb.end)
        _ = bomb.pid
        time.sleep(1.0)  # until it has gone off
        beside = sorted(trip(echo) for _ in range(times))
        began = time.perf_counter()
        gone, seconds = bomb.end(), time.perf_counter() - began
        print(f"beside a fork bomb: 95 of 100 trips within {beside[times * 95 // 100] * 1e3:.2f} ms "
              f"(alone {alone[times * 95 // 100] * 1e3:.2f} ms); ended in {seconds * 1e3:.0f} ms: "
              f"{'all gone' if gone else 'NOT GONE'}")  # fmt: skip


def here() -> dict[str, int]:
    """What programs could leave behind, counted."""
    return {
        "processes of ours": sum(
            len(Path(task, "children").read_text().split()) for task in Path("/proc/self/task").iterdir()
        ),
        "descriptors": len(list(Path("/proc/self/fd").iterdir())),
        "mounts": len(Path("/proc/self/mounts").read_text().splitlines()),
        "groups": sum(len(list(tree.folder.glob(f"quintain-{os.getpid()}-*"))) for tree in groups.trees()),
        "files": len(list(Path(tempfile.gettempdir()).iterdir())),
    }


def measure_leavings(folder: Path, times: int) -> None:
    confined(folder).end()
    before, began = here(), time.perf_counter()
    for _ in range(times // AT_ONCE):
        programs = [confined(folder) for _ in range(AT_ONCE)]
        for program in programs:
            os.read(program.stdout, 6)
            trip(program)
        for program in programs:
            program.end()
    seconds = time.perf_counter() - began
    print(f"{times} programs, {AT_ONCE} at a time, in {seconds:.0f} s; before {before}, after {here()}")


if __name__ == "__main__":
    main()
