"""How fast Admiral Radar's tracker follows a submarine that vanishes every fifth turn, and how much it finds out."""

from statistics import median, quantiles
from time import thread_time
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from quintain.games.admiral.bots.enemy.tracker import Tracker
from quintain.games.admiral.bots.enemy.what_reports_tell import TrackerLevel
from quintain.games.admiral.maps import MAPS
from quintain.games.admiral.rules.state import COURSE, STEALTHY
from tests.games.admiral.boats import news
from tests.games.admiral.voyages import Voyage

TURNS = 40
EVERY = 5  # turns from one stealth to the next
MARKS = (5, 10, 15, 20, 25, 30)  # courses


class Roamer(Voyage):
    """Keeps open water around it, and never needs to surface or to fire."""

    def roam(self) -> list[int]:
        best = max(self.open_water(direction) for direction in self.courses)
        direction = self.random.choice([d for d in self.courses if self.open_water(d) == best])
        self.sail(direction, 1)
        return [news(COURSE, direction), *self.crew(direction)]

    def open_water(self, direction: int) -> int:
        cell = self.cell + (-16, 1, 16, -1)[direction]
        reached = edge = {cell}
        for _ in range(6):
            edge = {c + step for c in edge for step in (-16, 1, 16, -1) if self.free(c + step)} - reached
            reached = reached | edge
        return len(reached)

    def vanish(self) -> list[int]:
        direction, steps = self.random.choice(self.stealths)
        self.sail(direction, steps)
        return [news(STEALTHY), *self.crew(direction)]


def timed(name: str, level: TrackerLevel, voyages: int, every: int) -> list[tuple[float, int, int]]:
    """Microseconds of work, hypotheses and cells after every report."""
    found = []
    for seed in range(voyages):
        voyage = Roamer(name, seed)
        tracker = Tracker.of(voyage.record, 0, level, wiring=None)
        for turn in range(1, TURNS + 1):
            if not voyage.courses:
                break
            for report in voyage.roam() if turn % every else voyage.vanish():
                began = thread_time()
                tracker.hear(report)
                taken = (thread_time() - began) * 1e6
                found.append((taken, tracker.hypotheses.n, tracker.count))
    return found


def speeds(level: TrackerLevel, voyages: int) -> Table:
    table = Table("map", "median µs", "99 % µs", "worst µs", "states median", "states most", "cells median")
    table.title = f"{level}, a stealth every {EVERY}th turn"
    for name in track(MAPS, "sailing", transient=True):
        timed(name, level, 1, EVERY)
        taken, states, cells = zip(*timed(name, level, voyages, EVERY), strict=True)
        slowest = quantiles(taken, n=100)[-1]
        figures = [median(taken), slowest, max(taken), median(states), max(states), median(cells)]
        table.add_row(name, *(f"{figure:,.0f}" for figure in figures))
    return table


def narrowing(voyages: int) -> Table:
    table = Table("map", *map(str, MARKS), title="cells left after so many announced courses, median")
    for name in MAPS:
        counts = [[] for _ in MARKS]  # type: list[list[int]]
        for seed in range(voyages):
            cells = [count for _, _, count in _courses_only(name, seed)]
            for column, mark in zip(counts, MARKS, strict=True):
                column += cells[mark - 1 : mark]
        table.add_row(name, *(f"{np.median(column):.0f}" if column else "–" for column in counts))
    return table


def _courses_only(name: str, seed: int) -> list[tuple[float, int, int]]:
    voyage = Roamer(name, 1000 + seed)
    tracker = Tracker.of(voyage.record, 0)
    found: list[tuple[float, int, int]] = []
    while voyage.courses and len(found) < max(MARKS):
        tracker.hear(voyage.roam()[0])
        found.append((0.0, tracker.hypotheses.n, tracker.count))
    return found


def main(voyages: Annotated[int, typer.Option(help="of each map")] = 60) -> None:
    console = Console()
    levels: tuple[TrackerLevel, ...] = ("cells", "exact", "weighted", "full")
    for level in levels:
        console.print(speeds(level, voyages))
    console.print(narrowing(voyages))


if __name__ == "__main__":
    typer.run(main)
