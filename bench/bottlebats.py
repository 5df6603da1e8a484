"""How fast Bottle Bats is: turns in kernels on small and crowded maps, whole matches, and how much a general can try.

With `--draws N` it also counts how many of the matches between the three best end by the limit of turns.
"""

import os
import platform
from collections.abc import Callable, Iterator
from datetime import date
from itertools import combinations
from statistics import fmean, median
from time import process_time
from typing import Annotated

import msgspec
import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from quintain import games
from quintain.arbiter.players import named_bot
from quintain.core.bot import Turn
from quintain.core.dice import seeded
from quintain.core.kernel import Cells, compiled, copy_cells
from quintain.core.position import Position
from quintain.games.bottlebats.bots.general import General, War
from quintain.games.bottlebats.options import FOGS as KNOWN_FOGS
from quintain.games.bottlebats.options import Options
from quintain.games.bottlebats.rules.state import State, length_of, march, march_of, with_march
from quintain.games.bottlebats.rules.turn import pass_turn, road_steps
from quintain.ranker.series import Series

ROUNDS = 5
LENGTH = 8  # turns before a war begins anew: later on, marches have arrived and there is less to do
CALL = 20_000  # turns asked of a kernel at a time
MATCHES = 10
MIDDLE = 40  # turns after which a war is in full swing
FOGS = [*KNOWN_FOGS]
BEST = ("greedy", "marshal", "general:budget=60,rehearsals=60")
GAME = games.load("bottlebats")
LAYOUT = State.layout

Play = Callable[[], int]  # play something, and return how many turns or matches that was


class Row(msgspec.Struct, frozen=True):
    what: str
    per_second: float  # the median of the rounds
    bar: int
    rounds: list[float]


# --- turns


@compiled
def turns_kernel(start: Cells, record: Cells, turns: int) -> int:
    for turn in range(turns):
        if turn % LENGTH == 0:
            copy_cells(start, record)
        state = record.view(LAYOUT)[0]
        pass_turn(state)
    return turns


@compiled
def marches_in(cells: Cells) -> int:
    state = cells.view(LAYOUT)[0]
    found = 0
    for cell in range(road_steps(state)):
        found += (march_of(state.steps[cell], 0) > 0) + (march_of(state.steps[cell], 1) > 0)
    return found


def crowded(forts: int, players: int, marches: int) -> Cells:
    """A war in which every fort has an owner and so many marches are on the roads, spread over all of them."""
    position = Position.start(GAME, Options(players=players, forts=forts, generator="original"), 1)
    record = position.record.copy()
    state = record.view(LAYOUT)[0]
    for fort in range(state.forts):
        state.owners[fort], state.soldiers[fort] = 1 + fort % players, 50
    places = [(cell, lane) for cell, free in enumerate(free_cells(state)) if free for lane in range(2)]
    for i in range(min(marches, len(places))):
        cell, lane = places[i * len(places) // marches]
        state.steps[cell] = with_march(state.steps[cell], lane, march(1 + i % players, 5 + i % 7))
    return record


def free_cells(state: State) -> Iterator[bool]:
    """Where a march may be before the first turn: not where those stand who set out in it."""
    for road in range(state.roads):
        for cell in range(length_of(state.ways[road])):
            yield cell > 0


def in_kernels(forts: int, players: int, marches: int) -> tuple[str, Play]:
    start = crowded(forts, players, marches)
    record = np.empty_like(start)
    what = f"turns in kernels, {start.view(LAYOUT)['forts'][0]} forts, {marches_in(start)} marches"
    return what, lambda: int(turns_kernel(start, record, CALL))


# --- matches


def through_the_arbiter(*players: str) -> Play:
    named = tuple(named_bot(GAME, player) for player in players)

    def matches() -> int:
        series = Series(game=GAME, options=Options(), named=named, seed=1, wanted=MATCHES, paired=True)
        for fixture in series.fixtures():
            series.play(fixture)
        return series.matches

    return matches


# --- the general


def rehearsals(players: int) -> Play:
    """Rehearsals of a plan, in the middle of a war."""
    position = Position.start(GAME, Options(players=players), 1)
    generals = [General(budget=60, rehearsals=1) for _ in range(players)]
    for _ in range(MIDDLE):
        asked = position
        for seat in asked.acting:
            turn = Turn(seat, asked.seen_by(seat), seeded(seat))
            for action in generals[seat].act(turn):
                position = position.play(seat, action, seeded(0))
    war = War(generals[0].belief.updated(position.seen_by(0), 0), 0)

    def some() -> int:
        for _ in range(MATCHES):
            war.rehearsed("", war.choices[0].habits, war.choices[0].orders)
        return MATCHES

    return some


def drawn(one: str, other: str, players: int, seeds: int) -> list[bool]:
    """Which matches nobody has won, in every fog in turn, each seed in every seating; of four, two are the other."""
    found: list[bool] = []
    named = tuple(named_bot(GAME, name) for name in (one, other))
    for seed in range(seeds):
        options = GAME.options_from({"fog": FOGS[seed % len(FOGS)], "players": players})
        series = Series(game=GAME, options=options, named=named, seed=seed, bot_seed=4 * seed, paired=True)
        found += [not any(series.play(fixture).match.position.placings()) for fixture in series.fixtures()]
    return found


def print_draws(seeds: int) -> None:
    for players in (2, 4):
        for one, other in combinations(BEST, 2):
            draws = drawn(one, other, players, seeds)
            print(f"{players} players, {one} and {other}: {100 * fmean(draws):.1f} % draws of {len(draws)} matches")


# --- measuring


def measured(what: str, play: Play, bar: int, seconds: float) -> Row:
    play()  # compiles
    rounds = [per_second(play, seconds) for _ in range(ROUNDS)]
    return Row(what, median(rounds), bar, rounds)


def per_second(play: Play, seconds: float) -> float:
    """Of the processor's time, which others on the machine do not lengthen."""
    start, done = process_time(), 0
    while process_time() - start < seconds:
        done += play()
    return done / (process_time() - start)


def rows(seconds: float) -> Iterator[Row]:
    yield measured(*in_kernels(14, 2, 30), 1_000_000, seconds)
    yield measured(*in_kernels(26, 4, 380), 50_000, seconds)
    yield measured(
        "matches of destroy against greedy through the arbiter", through_the_arbiter("destroy", "greedy"), 30, seconds
    )
    for players in (2, 4):
        yield measured(f"rehearsals of a general, {players} players", rehearsals(players), 0, seconds)


def main(
    seconds: Annotated[float, typer.Option(help="for each of five rounds of each measurement")] = 1.0,
    draws: Annotated[int, typer.Option(help="seeds for each two of the three best, in every seating", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="print one object")] = False,
) -> None:
    found = list(rows(seconds))
    if as_json:
        print(
            msgspec.json.encode({"day": str(date.today()), "python": platform.python_version(), "rows": found}).decode()
        )
        return
    table = Table(title=f"Bottle Bats, {date.today()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for heading in ("what", "per second", "at least"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for row in found:
        table.add_row(row.what, f"{row.per_second:,.0f}", f"{row.bar:,}")
    Console().print(table)
    if draws:
        print_draws(draws)


if __name__ == "__main__":
    typer.run(main)
