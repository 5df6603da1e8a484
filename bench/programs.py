"""What outside programs cost: `PYTHONPATH=. python bench/programs.py [PART…]`, with a C compiler and bubblewrap.

    trips        an empty turn through a confined program beside a bare pipe to the same program, in turns
    starts       the start of a confined program
    crowd        a hundred matches of confined programs at once, and how many turns were lost or late
    rivals       a program that uses most of its time while others keep the processors busy
    left         what many matches leave behind: processes, open files, mounts, control groups, files
    clocks       how far the measured time of a decision is from the truth
    busy-clocks  the same while others keep the processors busy
    forfeits     matches lost by programs that use 80 % of their time, on a busy machine
    thrift       matches lost by programs that use 50 % of their time
    bad          programs that misbehave: how soon each has its verdict, and what a thousand of them leave behind
    floods       programs that write without end: by how much the arbiter's memory grows

Without a part, all of them. RIVALS=0 in the environment adds no work of its own to a machine that is busy anyway, and
GAMES=200 plays fewer matches.
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

from bench.bad_programs import bad, floods
from bench.program_clocks import clocks, clocks_among_rivals, forfeits, thrift
from bench.program_matches import GAME, LIMIT, RIVALS, Row, busy, compiled, echo, late, left_by, new_match
from quintain.arbiter.actors import Failure, Terms
from quintain.arbiter.loop import Loop
from quintain.arbiter.programs.player import Handling, NamedProgram
from quintain.core.bot import Turn
from quintain.core.clock import UNLIMITED
from quintain.core.match import Match
from quintain.core.protocol import Orders, Reading, TextProtocol
from quintain.sandbox import Limits, Program, start

ROUNDS, STARTS, TABLES, TURNS, MATCHES = 3000, 40, 100, 40, 1000
WARMING = 200

Part = Callable[[Path, Row], None]

USED, THOUGHTS = 0.08, 60  # seconds of a turn that are used, and turns

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
    lost, slowest = 0, 0.0
    try:
        await actor.start(Terms(GAME, match.options, 0, "echo", UNLIMITED))
        for _ in range(THOUGHTS):
            began = time.perf_counter()
            try:
                answer = await actor.answer(turn)
                lost += (answer.spent or 0.0) > LIMIT
            except Failure:
                lost += 1
            slowest = max(slowest, time.perf_counter() - began)
    finally:
        actor.leave()
    return lost, actor.account.slowest, slowest


# --- many matches


async def at_once(file: Path, tables: int) -> tuple[int, int, float]:
    """Turns, those of them that were lost or late, and the slowest answer."""
    matches, seats = [new_match(seed) for seed in range(tables)], [(echo(file), echo(file)) for _ in range(tables)]
    await asyncio.gather(*(Loop(match, pair).play() for match, pair in zip(matches, seats, strict=True)))
    slowest = max(actor.account.slowest for pair in seats for actor in pair)
    return sum(len(match.record) for match in matches), sum(map(late, matches)), slowest


def median(seconds: list[float], unit: float) -> str:
    ordered = sorted(seconds)
    return f"{statistics.median(ordered) / unit:.1f} (p95 {ordered[int(0.95 * len(ordered))] / unit:.1f})"


# --- the parts


def trips(file: Path, row: Row) -> None:
    through, bare = asyncio.run(round_trips(file))
    row("bare pipe to the same program, µs", median(bare, 1e-6), "")
    row("empty turn through a confined program, µs", median(through, 1e-6), "")
    row("overhead of the median, µs", f"{(statistics.median(through) - statistics.median(bare)) * 1e6:.1f}", "≤ 150")


def starts(file: Path, row: Row) -> None:
    row("start of a confined C program, ms", median([starting(file) for _ in range(STARTS)], 1e-3), "≤ 40")


def crowd(file: Path, row: Row) -> None:
    turns, lost, slowest = asyncio.run(at_once(file, TABLES))
    row(f"{TABLES} matches at once: turns lost or late", f"{lost} of {turns} (slowest {slowest * 1e3:.0f} ms)", "0")


def rivals(file: Path, row: Row) -> None:
    with busy(file):
        lost, charged, wall = asyncio.run(thinking(file))
    among = f"{lost} of {THOUGHTS} (charged {charged * 1e3:.0f} ms at the most, {wall * 1e3:.0f} by the wall clock)"
    row(f"late with {USED * 1e3:.0f} of {LIMIT * 1e3:.0f} ms used, among {RIVALS} busy processes", among, "0")


def left(file: Path, row: Row) -> None:
    def play() -> None:
        for _ in range(MATCHES // 10):
            asyncio.run(at_once(file, 10))

    row(f"left by {MATCHES} matches", left_by(file.parent, play), "nothing")


PARTS: dict[str, Part] = {
    "trips": trips,
    "starts": starts,
    "crowd": crowd,
    "rivals": rivals,
    "left": left,
    "clocks": clocks,
    "busy-clocks": clocks_among_rivals,
    "forfeits": forfeits,
    "thrift": thrift,
    "bad": bad,
    "floods": floods,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="what to measure")
    wanted = parser.parse_args().parts or list(PARTS)
    table = Table("what", "measured", "bar", box=None)
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = os.environ["TMPDIR"] = folder  # whatever is left behind is found here
        Path(folder).chmod(0o755)
        file = compiled(Path(folder))
        for name in wanted:
            PARTS[name](file, table.add_row)
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
