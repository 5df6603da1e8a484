"""What outside programs cost: `python bench/programs.py [--matches N]`, with a C compiler and bubblewrap installed.

The round trip of an empty turn through a confined program beside a bare pipe to the same program, in turns; the start
of a confined program; a hundred matches of confined programs at once, and how many turns were lost or late; a program
that uses most of its time while others keep the processors busy; and what many matches leave behind: processes, open
files, mounts, control groups, files.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from quintain import games
from quintain.arbiter.actors import Actor, Failure, Terms
from quintain.arbiter.loop import Loop
from quintain.arbiter.programs.player import Handling, NamedProgram, protocols
from quintain.core.bot import Turn
from quintain.core.clock import UNLIMITED, TimeControl
from quintain.core.match import FaultRule, Match
from quintain.core.protocol import Orders, Reading, TextProtocol
from quintain.core.record import Struck
from quintain.sandbox import Limits, Program, start
from quintain.sandbox.groups import PREFIX, trees
from quintain.sandbox.processes import descendants

ROUNDS, STARTS, TABLES, TURNS = 3000, 40, 100, 40
WARMING = 200
GAME = games.load("planets")

LIMIT, USED, RIVALS, THOUGHTS = 0.1, 0.08, 8, 60  # seconds a turn, those that are used, and among how many

# Answers every line that is `go` with `go`, after so many seconds of processor time; forgets all other lines.
SOURCE = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static double used(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}
int main(int count, char **words) {
    char line[100000];
    double think = count > 1 ? atof(words[1]) : 0;
    while (fgets(line, sizeof line, stdin))
        if (!strcmp(line, "go\n")) {
            for (double begin = used(); used() < begin + think;);
            fputs("go\n", stdout);
            fflush(stdout);
        }
    return 0;
}
"""


def compiled(folder: Path) -> Path:
    (folder / "echo.c").write_text(SOURCE)
    subprocess.run(["cc", "-O2", "-o", folder / "echo", folder / "echo.c"], check=True)
    return folder / "echo"


# --- the round trip of an empty turn


def one_line() -> Reading:
    line = yield
    return line


EMPTY = TextProtocol(
    seconds=10.0,
    question=lambda seen, seat: "go\n",
    reading=one_line,
    orders=lambda text, seen, seat: Orders(()),
)


class Bare:
    """The same program at the other end of a pipe, and nothing else."""

    def __init__(self, file: Path) -> None:
        self.process = subprocess.Popen([file], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin
        assert self.process.stdout
        self.mouth, self.ear = self.process.stdin.fileno(), self.process.stdout.fileno()

    def ask(self) -> None:
        os.write(self.mouth, b"go\n")
        os.read(self.ear, 100)

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


async def round_trips(file: Path) -> tuple[list[float], list[float]]:
    """Seconds of each, alternately, so that whatever else goes on concerns both."""
    match = Match(GAME, seed=1)
    program = NamedProgram("echo", ("./echo",), EMPTY, file.parent, handling=Handling(trusted=False))
    actor, bare = program.actor(), Bare(file)
    turn = Turn(0, match.position.seen_by(0), actor.rng)
    ours, theirs = [], []
    try:
        await actor.start(Terms(GAME, match.options, 0, "echo", UNLIMITED))
        for _ in range(ROUNDS + WARMING):
            began = time.perf_counter()
            bare.ask()
            between = time.perf_counter()
            await actor.answer(turn)
            theirs.append(between - began)
            ours.append(time.perf_counter() - between)
    finally:
        actor.leave()
        bare.close()
    return ours[WARMING:], theirs[WARMING:]


# --- the start


def starting(file: Path) -> float:
    """Seconds from asking for a confined program to its first answer."""
    began = time.perf_counter()
    running = start(Program(command=("./echo",), folder=file.parent), Limits(), trusted=False)
    try:
        os.write(running.stdin, b"go\n")
        os.read(running.stdout, 100)
        return time.perf_counter() - began
    finally:
        running.end()


# --- a busy host


async def thinking(file: Path) -> tuple[int, float, float]:
    """How many turns were late of a program that uses most of its time; the slowest by its charge, and by the wall."""
    program = NamedProgram("echo", ("./echo", str(USED)), EMPTY, file.parent, handling=Handling(trusted=False))
    actor, match = program.actor(), Match(GAME, seed=1)
    turn = Turn(0, match.position.seen_by(0), actor.rng, clock=LIMIT)
    late, slowest = 0, 0.0
    try:
        await actor.start(Terms(GAME, match.options, 0, "echo", UNLIMITED))
        for _ in range(THOUGHTS):
            began = time.perf_counter()
            try:
                answer = await actor.answer(turn)
                late += (answer.spent or 0.0) > LIMIT
            except Failure:
                late += 1
            slowest = max(slowest, time.perf_counter() - began)
    finally:
        actor.leave()
    return late, actor.account.slowest, slowest


def among_rivals(file: Path) -> tuple[int, float, float]:
    rivals = [subprocess.Popen([file, "1e9"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) for _ in range(RIVALS)]
    try:
        for rival in rivals:
            assert rival.stdin
            rival.stdin.write(b"go\n")
            rival.stdin.flush()
        return asyncio.run(thinking(file))
    finally:
        for rival in rivals:
            rival.kill()
            rival.communicate()


# --- many matches


def new_match(seed: int) -> Match:
    options = GAME.options_from({"profile": "google", "planets": 15, "turn_limit": TURNS})
    return Match(GAME, options, seed, time_control=TimeControl(limit=1.0), faults=FaultRule(strikes=1000))


def actors(file: Path) -> list[Actor]:
    program = NamedProgram(
        "echo", ("./echo",), protocols(GAME)["planetwars"], file.parent, handling=Handling(trusted=False)
    )
    return [program.actor(), program.actor()]


async def at_once(file: Path, tables: int) -> tuple[int, int, float]:
    """Turns, those of them that were lost or late, and the slowest answer."""
    matches, seats = [new_match(seed) for seed in range(tables)], [actors(file) for _ in range(tables)]
    await asyncio.gather(*(Loop(match, seats).play() for match, seats in zip(matches, seats, strict=True)))
    late = sum(isinstance(entry, Struck) for match in matches for entry in match.record)
    faults = sum(len(match.outcome.faults) for match in matches if match.outcome)
    slowest = max(actor.account.slowest for pair in seats for actor in pair)  # type: ignore[attr-defined]
    return sum(len(match.record) for match in matches), late + faults, slowest


def things(folder: Path) -> dict[str, int]:
    """What a match could leave behind, of this process alone: others may be at work here."""
    own = f"{PREFIX}{os.getpid()}-"
    return {
        "processes": len(descendants(os.getpid())),
        "open files": len(list(Path("/proc/self/fd").iterdir())),
        "mounts": len(Path("/proc/self/mountinfo").read_text().splitlines()),
        "control groups": sum(group.name.startswith(own) for tree in trees() for group in tree.folder.iterdir()),
        "files": len(list(folder.iterdir())),
    }


def median(seconds: list[float], unit: float) -> str:
    ordered = sorted(seconds)
    return f"{statistics.median(ordered) / unit:.1f} (p95 {ordered[int(0.95 * len(ordered))] / unit:.1f})"


def measured(file: Path, matches: int, row: Callable[..., None]) -> None:
    through, bare = asyncio.run(round_trips(file))
    row("bare pipe to the same program, µs", median(bare, 1e-6), "")
    row("empty turn through a confined program, µs", median(through, 1e-6), "")
    row("overhead of the median, µs", f"{(statistics.median(through) - statistics.median(bare)) * 1e6:.1f}", "≤ 150")
    row("start of a confined C program, ms", median([starting(file) for _ in range(STARTS)], 1e-3), "≤ 40")
    turns, lost, slowest = asyncio.run(at_once(file, TABLES))
    row(f"{TABLES} matches at once: turns lost or late", f"{lost} of {turns} (slowest {slowest * 1e3:.0f} ms)", "0")
    late, charged, wall = among_rivals(file)
    among = f"{late} of {THOUGHTS} (charged {charged * 1e3:.0f} ms at the most, {wall * 1e3:.0f} by the wall clock)"
    row(f"late with {USED * 1e3:.0f} of {LIMIT * 1e3:.0f} ms used, among {RIVALS} busy processes", among, "0")
    before = things(file.parent)
    for _ in range(max(1, matches // 10)):
        asyncio.run(at_once(file, 10))
    left = {name: count - before[name] for name, count in things(file.parent).items() if count != before[name]}
    row(f"left by {matches} matches", ", ".join(f"{count:+} {name}" for name, count in left.items()) or "nothing", "0")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000, help="after which one looks what is left")
    wanted = parser.parse_args()
    table = Table("what", "measured", "bar", box=None)
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = os.environ["TMPDIR"] = folder  # whatever is left behind is found here
        Path(folder).chmod(0o755)
        measured(compiled(Path(folder)), wanted.matches, table.add_row)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
