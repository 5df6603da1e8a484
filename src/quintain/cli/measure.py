"""Speed: what `quintain bench` measures, and how."""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from quintain import games
from quintain.arbiter.players import NamedBot, house_bots
from quintain.bots.playouts import random_decisions
from quintain.cli.console import busy, out, plain, table
from quintain.cli.interrupts import notice
from quintain.core.dice import keyed
from quintain.core.errors import QuintainError
from quintain.core.game import Game
from quintain.core.position import Position
from quintain.ranker.series import Series

ENOUGH = 0.4  # seconds that a try lasts
TRIES = 3
MOST_DECISIONS = 400  # of a random match through Position; some games never end at random

Figures = dict[str, float]


def measured(game: Game) -> Figures:
    """The four figures of a game."""
    measures: dict[str, Callable[[Game], float]] = {
        "kernel_decisions_per_second": kernel_decisions,
        "python_decisions_per_second": python_decisions,
        "matches_per_second": matches,
        "compile_seconds": compile_seconds,
    }
    figures = {}
    for name, measure in measures.items():
        with busy(f"{game.title}: {name.replace('_', ' ')}"):
            figures[name] = float(f"{measure(game):.4g}")
    return figures


def best(rate: Callable[[], float]) -> float:
    """The best of some tries: what else the machine does can only slow it down."""
    return max(rate() for _ in range(TRIES))


def kernel_decisions(game: Game) -> float:
    """Random decisions a second, inside one kernel."""
    random_decisions(game, 1000)
    decisions, seconds = 250, 0.0
    while seconds < ENOUGH:
        decisions *= 4
        seconds = seconds_for(game, decisions)
    return best(lambda: decisions / seconds_for(game, decisions))


def python_decisions(game: Game) -> float:
    """Random decisions a second with typed actions, from Python."""
    random_match(game, 0)

    def rate() -> float:
        made, seed, began = 0, 1, time.perf_counter()
        while time.perf_counter() - began < ENOUGH:
            made += random_match(game, seed)
            seed += 1
        return made / (time.perf_counter() - began)

    return best(rate)


def seconds_for(game: Game, decisions: int) -> float:
    began = time.perf_counter()
    random_decisions(game, decisions)
    return time.perf_counter() - began


def random_match(game: Game, seed: int) -> int:
    """Play at random; returns how many decisions were made."""
    rng, dice = keyed("match", seed), random.Random(seed)
    position = Position.start(game, rng=rng)
    for made in range(MOST_DECISIONS):
        if not position.acting:
            return made
        seat = position.acting[0]
        position = position.play(seat, dice.choice(position.legal(seat)), rng)
    return MOST_DECISIONS


def bots_to_measure(game: Game) -> tuple[str, str]:
    """The two strongest bots that follow a published description; chance where there are none."""
    bots = [name for name, kind in house_bots(game).items() if kind.documented]
    best = sorted(bots, key=lambda name: house_bots(game)[name].strength)[-2:]
    return (best[-1], best[0]) if best else ("chance", "chance")


def matches(game: Game) -> float:
    """Matches a second between two bots, with all that a match records."""
    bots = house_bots(game)
    named = tuple(NamedBot(name, bots[name]) for name in bots_to_measure(game))
    series = Series(game=game, options=game.options(), named=named, wanted=100_000)
    fixtures = series.fixtures()
    series.play(next(fixtures), notice)
    played, seconds = 0, 0.0
    while seconds < TRIES * ENOUGH or played < TRIES:
        seconds += series.play(next(fixtures), notice).seconds
        played += 1
    return played / seconds


def compile_seconds(game: Game) -> float:
    """Seconds to compile the game from nothing, in a process of its own with an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        began = time.perf_counter()
        run = subprocess.run(
            [sys.executable, "-m", "quintain.arbiter.preparing", game.name],
            env={**os.environ, "XDG_CACHE_HOME": cache},
            capture_output=True,
            text=True,
            check=False,
        )
    if run.returncode:
        raise QuintainError(f"{game.name} cannot be compiled alone: {run.stderr.strip().splitlines()[-1]}")
    return time.perf_counter() - began


def show(figures: dict[str, Figures]) -> None:
    numbers = ("kernel decisions/s", "Position decisions/s", "matches/s", "cold compile")
    grid = table("game", *numbers, right=numbers)
    for name, row in figures.items():
        kernel, python, played, seconds = row.values()
        grid.add_row(name, in_words(kernel), in_words(python), f"{played:.3g}", f"{seconds:.1f} s")
    out.print(grid)
    for name in figures:
        first, second = bots_to_measure(games.load(name))
        plain(f"{name}: matches of {first} against {second}", "dim")


def in_words(number: float) -> str:
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g} {letter}"
    return f"{number:.3g}"
