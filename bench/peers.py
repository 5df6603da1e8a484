"""How fast random matches are played, side by side with OpenSpiel and RLCard: `make bench`."""

import os
import platform
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from datetime import date
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from quintain import games
from quintain.bots.playouts import random_decisions
from quintain.core.dice import seeded
from quintain.core.position import Position

try:
    import pyspiel
    import rlcard
except ModuleNotFoundError as error:
    sys.exit(f"The peers are not installed ({error.name} is missing): make bench installs it.")

ROUNDS = 7
MATCH = 400  # decisions in a Jaffre match between real players; random ones never reach the target and would not end
KERNEL_CALL = 100_000  # decisions asked of a kernel at a time

JAFFRE = games.load("jaffre")
FIRST_MATCH = "quintain match jaffre beginner --seed 1"

Play = Callable[[], int]  # play one match, or a piece of one, and answer how many decisions that took


class Speed(msgspec.Struct, frozen=True):
    what: str
    decisions_per_second: float  # the median of the rounds
    ratio: float  # to the first contestant
    rounds: list[float]


class Report(msgspec.Struct, frozen=True):
    day: date
    python: str
    cores: int
    speeds: list[Speed]
    seconds: dict[str, float | str]  # how long it takes to start; or why that was not measured


# --- the contestants -------------------------------------------------------------------------------------------------


def open_spiel(name: str, deal: Callable[[Any, random.Random], int]) -> Play:
    game: Any = pyspiel.load_game(name)
    dice = random.Random(1)

    def play() -> int:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(deal(state, dice))
            else:
                state.apply_action(dice.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def by_the_odds(state: Any, dice: random.Random) -> int:
    """The way that works for every game: draw among the outcomes by their probabilities."""
    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
    return int(dice.choices(outcomes, odds)[0])


def all_alike(state: Any, dice: random.Random) -> int:
    """The cheapest way, for who knows that in these games chance only deals, all cards alike."""
    return int(dice.choice(state.legal_actions()))


def rlcard_bridge() -> Play:
    env: Any = rlcard.make("bridge", config={"seed": 1})
    choice = random.Random(1).choice

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(choice(state["raw_legal_actions"]))
            decisions += 1
        return decisions

    return play


def jaffre_position() -> Play:
    choice = random.Random(1).choice
    seeds = count(1)

    def play() -> int:
        decisions = 0
        rng = seeded("bench", next(seeds))
        position = Position.start(JAFFRE, rng=rng)
        while position.acting and decisions < MATCH:
            seat = position.acting[0]
            position = position.play(seat, choice(position.legal(seat)), rng)
            decisions += 1
        return decisions

    return play


def jaffre_kernel() -> Play:
    seeds = count(1)
    return lambda: random_decisions(JAFFRE, KERNEL_CALL, next(seeds))


def contestants() -> dict[str, Play]:
    """The first one is what the others are compared with."""
    return {
        "OpenSpiel spades, from Python": open_spiel("spades", by_the_odds),
        "OpenSpiel euchre, from Python": open_spiel("euchre", by_the_odds),
        "OpenSpiel spades, dealt without odds": open_spiel("spades", all_alike),
        "OpenSpiel euchre, dealt without odds": open_spiel("euchre", all_alike),
        "RLCard bridge, from Python": rlcard_bridge(),
        "Jaffre, positions from Python": jaffre_position(),
        "Jaffre, inside kernels": jaffre_kernel(),
    }


# --- measuring -------------------------------------------------------------------------------------------------------


def rate(play: Play, seconds: float) -> float:
    """Decisions per second."""
    decisions = 0
    start = perf_counter()
    while (elapsed := perf_counter() - start) < seconds:
        decisions += play()
    return decisions / elapsed


def speeds(seconds: float, progress: Progress) -> list[Speed]:
    """All contestants in turn, and again, so that a busy minute of the machine hits them alike."""
    plays = contestants()
    rates: dict[str, list[float]] = {what: [] for what in plays}
    bar = progress.add_task("warming up", total=len(plays) * ROUNDS)
    for play in plays.values():
        play()
    for _ in range(ROUNDS):
        for what, play in plays.items():
            progress.update(bar, description=what)
            rates[what].append(rate(play, seconds))
            progress.advance(bar)
    medians = {what: median(rounds) for what, rounds in rates.items()}
    peer = next(iter(medians.values()))
    return [Speed(what, medians[what], medians[what] / peer, rounds) for what, rounds in rates.items()]


def starts(progress: Progress) -> dict[str, float | str]:
    """How long a user waits: for the compiler the first time, and for a match to be played ever after."""
    bar = progress.add_task("compiling Jaffre", total=4)
    compiling = [sys.executable, "-m", "quintain.arbiter.preparing", JAFFRE.name]
    match = [str(Path(sys.executable).with_name("quintain")), *FIRST_MATCH.split()[1:]]
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for command, settings in (compiling, {"XDG_CACHE_HOME": folder}), (match, {}):
            for _ in range(2):
                times.append(wait(command, settings))
                progress.advance(bar)
            progress.update(bar, description=FIRST_MATCH)
    cold, warm, _, again = times
    return {"all Jaffre kernels, compiling": cold, "all Jaffre kernels, from the cache": warm, FIRST_MATCH: again}


def wait(command: list[str], settings: dict[str, str]) -> float | str:
    """Seconds until the command is done; or why there is nothing to tell."""
    if not Path(command[0]).exists():
        return "skipped: no such command"
    start = perf_counter()
    done = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, check=False)
    elapsed = perf_counter() - start
    if done.returncode:
        return "failed: " + done.stderr.strip().rpartition("\n")[2]
    return elapsed if done.stdout.strip() else "skipped: it does nothing yet"


# --- telling ---------------------------------------------------------------------------------------------------------


def tables(report: Report) -> list[Table]:
    machine = f"{report.day}, Python {report.python}, {report.cores} cores"
    fast = Table("what", caption=f"random play on one core\n{machine}")
    fast.add_column("decisions/s", justify="right")
    fast.add_column("ratio", justify="right")
    for speed in report.speeds:
        fast.add_row(speed.what, f"{speed.decisions_per_second:,.0f}", f"{speed.ratio:.2f}")
    start = Table("start")
    start.add_column("seconds", justify="right")
    for what, seconds in report.seconds.items():
        start.add_row(what, seconds if isinstance(seconds, str) else f"{seconds:.1f}")
    return [fast, start]


def main(
    seconds: Annotated[float, typer.Option(min=0.01, help="How long each contestant plays in a round.")] = 0.5,
    json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Play random matches of OpenSpiel, RLCard and Quintain in turns, and compare their speed."""
    columns = BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        fast, start = speeds(seconds, progress), starts(progress)
    report = Report(date.today(), platform.python_version(), os.cpu_count() or 1, fast, start)
    if json:
        print(msgspec.json.encode(report).decode())
    else:
        Console().print(*tables(report), sep="\n")


if __name__ == "__main__":
    typer.run(main)
