"""A small C program, matches of it, a machine that is busy, and what is left behind: for bench/programs.py."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from quintain import games
from quintain.arbiter.programs.player import Handling, NamedProgram, SeatedProgram, protocols
from quintain.core.clock import TimeControl
from quintain.core.match import FaultRule, Match
from quintain.core.record import Struck
from quintain.sandbox.groups import PREFIX, trees
from quintain.sandbox.processes import descendants

GAME = games.load("planets")
TURNS = 40
LIMIT, RIVALS = 0.1, 8  # seconds a turn, and processes that keep the machine busy

Row = Callable[..., None]

# Answers every line that is `go` with `go`, after so many seconds of processor time, or of sleep; forgets other lines.
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
    int sleeps = count > 2;
    struct timespec nap = {(time_t)think, (long)((think - (time_t)think) * 1e9)};
    while (fgets(line, sizeof line, stdin))
        if (!strcmp(line, "go\n")) {
            if (sleeps) nanosleep(&nap, NULL);
            else for (double begin = used(); used() < begin + think;);
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


def new_match(seed: int, turns: int = TURNS, limit: float = 1.0) -> Match:
    options = GAME.options_from({"profile": "google", "planets": 15, "turn_limit": turns})
    return Match(GAME, options, seed, time_control=TimeControl(limit=limit), faults=FaultRule(strikes=1000))


def echo(file: Path, *words: str) -> SeatedProgram:
    protocol = protocols(GAME)["planetwars"]
    command, handling = ("./echo", *words), Handling(trusted=False)
    return NamedProgram("echo", command, protocol, file.parent, handling=handling).actor()


def late(match: Match) -> int:
    """Turns that were not answered in time, or not at all."""
    return sum(isinstance(entry, Struck) for entry in match.record) + len(match.outcome.faults if match.outcome else ())


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


# --- a busy machine


def count(name: str, usual: int) -> int:
    """A number that whoever measures may set in the environment."""
    return int(os.environ.get(name, usual))


@contextmanager
def busy(file: Path) -> Iterator[None]:
    """Meanwhile so many processes want a processor all the time."""
    command, pipes = [file, "1e9"], {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL}
    rivals = [subprocess.Popen(command, **pipes) for _ in range(count("RIVALS", RIVALS))]  # type: ignore[call-overload]
    try:
        for rival in rivals:
            assert rival.stdin
            rival.stdin.write(b"go\n")
            rival.stdin.flush()
        yield
    finally:
        for rival in rivals:
            rival.kill()
            rival.communicate()


def left_by(folder: Path, play: Callable[[], object]) -> str:
    """What there is more, or less, than before, in words."""
    before = things(folder)
    play()
    after = things(folder)
    return (
        ", ".join(f"{after[name] - before[name]:+} {name}" for name in after if after[name] != before[name])
        or "nothing"
    )
