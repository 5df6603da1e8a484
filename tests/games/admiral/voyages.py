"""A submarine that sails at random by the rules, as the world hears it: for trackers to follow."""

from random import Random
from typing import Any

import numpy as np

from quintain.core.kernel import Cells
from quintain.games.admiral.bots.enemy.hypothesis_rows import CELL, DROP, TRAIL
from quintain.games.admiral.bots.enemy.tracker import Tracker
from quintain.games.admiral.bots.enemy.waters import unpacked
from quintain.games.admiral.rules.state import (
    BLASTED,
    COLUMN,
    COURSE,
    DRONED,
    DROPPED,
    FACTS,
    FIRED,
    ROW,
    SECTOR,
    STEALTHY,
    STEP,
    STRIDE,
    SURFACED,
    TRIGGERED,
    WIPED,
    State,
)
from tests.games.admiral.boats import FULL, grid_of, news, unplaced, water

WIRINGS = (("YRYRG*", "YRGYR*", "GYRGY*", "RGYYR*"), ("RGYGR*", "GYRYG*", "YRGRY*", "YGRGR*"))


def cells_of(name: str) -> set[int]:
    """The water of a map, cell by cell."""
    return set(np.flatnonzero(unpacked(water(name))).tolist())


def holds(tracker: Tracker, cell: int, trail: Cells) -> bool:
    """Does the tracker think it possible that the submarine is here, with no trail but this one?"""
    rows = tracker.hypotheses.rows
    sure = rows[:, TRAIL:DROP]
    return bool(np.any((rows[:, CELL] == cell) & np.all(sure & trail == sure, axis=1)))


def blast(cell: int, impact: int) -> int:
    return max(0, 2 - max(abs(cell // STRIDE - impact // STRIDE), abs(cell % STRIDE - impact % STRIDE)))


class Voyage:
    """Its `turn` returns the reports of one turn, and of what the enemy does to it then."""

    def __init__(self, name: str, seed: int, **options: Any) -> None:
        self.random = Random(seed)
        self.record = unplaced(map=name, **options).record.copy()
        self.state = State.read(self.record)
        self.water = cells_of(name)
        self.cell = self.random.choice(sorted(self.water))
        self.trail, self.mines = {self.cell}, set[int]()
        self.board: set[tuple[int, int]] = set()  # section and index
        self.gauges = dict.fromkeys(FULL, 0)
        self.net = (0, 0)
        self.surfacing = 0.05  # how likely, each turn
        self.stealthy = False  # does it charge nothing else?

    def is_held_by(self, tracker: Tracker) -> bool:
        """Has the tracker kept the truth?"""
        return holds(tracker, self.cell, grid_of(self.trail))

    # --- the rules, once more ---

    def free(self, cell: int) -> bool:
        return cell in self.water and cell not in self.trail and cell not in self.mines

    @property
    def courses(self) -> list[int]:
        return [d for d in range(4) if self.free(self.cell + STEP[d])]

    @property
    def stealths(self) -> list[tuple[int, int]]:
        ways = [(d, 0) for d in range(4)] if not self.state.least_stealth else []
        for d in range(4):
            for steps in range(1, 5):
                if not self.free(self.cell + STEP[d] * steps):
                    break
                ways.append((d, steps))
        return ways

    def clear(self, color: str) -> bool:
        return all(WIRINGS[self.state.wiring][section][node] != color for section, node in self.board)

    def charged(self, system: str, color: str) -> bool:
        return self.gauges[system] == FULL[system] and self.clear(color)

    def sector(self, cell: int) -> int:
        across = -(-self.state.columns // self.state.sector_columns)
        row, column = divmod(cell, STRIDE)
        return row // self.state.sector_rows * across + column // self.state.sector_columns + 1

    def targets(self) -> list[int]:
        if not self.state.torpedo_path:
            return [c for c in sorted(self.water) if 1 <= self.distance(c) <= 4]
        reached = {self.cell}
        for _ in range(4):
            reached |= {c + step for c in reached for step in STEP} & self.water
        return sorted(reached - {self.cell})

    def distance(self, cell: int) -> int:
        return abs(cell // STRIDE - self.cell // STRIDE) + abs(cell % STRIDE - self.cell % STRIDE)

    # --- a turn ---

    def turn(self) -> list[int]:
        heard = self.trigger(0.1)
        if not self.courses or self.random.random() < self.surfacing:
            heard += self.surface()
        elif self.charged("stealth", "Y") and self.random.random() < 0.7:
            heard += self.stealth()
        else:
            heard += self.course()
        return heard + self.suffer()

    def surface(self) -> list[int]:
        self.trail, self.net = {self.cell}, (0, 0)
        self.board.clear()
        return [news(SURFACED, self.sector(self.cell))]

    def course(self) -> list[int]:
        direction = self.random.choice(self.courses)
        self.sail(direction, 1)
        triggered = self.trigger(0.1)
        wiped = self.crew(direction)
        return [news(COURSE, direction), *triggered, *wiped, *self.act()]

    def stealth(self) -> list[int]:
        direction, steps = self.random.choice(self.stealths)
        self.gauges["stealth"] = 0
        self.sail(direction, steps)
        triggered = self.trigger(0.1)
        return [news(STEALTHY), *triggered, *self.crew(direction)]

    def sail(self, direction: int, steps: int) -> None:
        for _ in range(steps):
            self.cell += STEP[direction]
            self.trail.add(self.cell)
        north, east = self.net
        self.net = north + (1, 0, -1, 0)[direction], east + (0, 1, 0, -1)[direction]

    def crew(self, section: int) -> list[int]:
        if open_gauges := [system for system in FULL if self.gauges[system] < FULL[system]]:
            likes_it = self.stealthy and "stealth" in open_gauges
            self.gauges["stealth" if likes_it else self.random.choice(open_gauges)] += 1
        node = self.random.choice([i for i in range(6) if (section, i) not in self.board])
        self.board.add((section, node))
        circuit = {(d, node) for d in range(4)}
        if node < 3 and circuit <= self.board:
            self.board -= circuit
        full = all((section, i) in self.board for i in range(6)) or all((d, 5) in self.board for d in range(4))
        if full:
            self.board.clear()
            self.net = 0, 0
        return [news(WIPED)] if full else []

    def act(self) -> list[int]:
        if self.charged("torpedo", "R") and self.random.random() < 0.5:
            self.gauges["torpedo"] = 0
            target = self.random.choice(self.targets())
            return [news(FIRED, target, blast(self.cell, target))]
        beside = [self.cell + step for step in STEP if self.free(self.cell + step)]
        if self.charged("mine", "R") and beside and self.random.random() < 0.5:
            self.gauges["mine"] = 0
            self.mines.add(self.random.choice(beside))
            return [news(DROPPED)] if self.state.announce_mine_drop else []
        return []

    def trigger(self, chance: float) -> list[int]:
        if not self.mines or self.random.random() > chance:
            return []
        mine = self.random.choice(sorted(self.mines))
        self.mines.remove(mine)
        return [news(TRIGGERED, mine, blast(self.cell, mine))]

    # --- what the enemy does ---

    def suffer(self) -> list[int]:
        kind = self.random.choice([BLASTED, DRONED, FACTS, *[None] * 9])
        if kind == BLASTED:
            impact = self.random.choice(sorted(self.water))
            return [news(BLASTED, impact, blast(self.cell, impact))]
        if kind == DRONED:
            sector = self.random.randint(1, self.state.sectors)
            return [news(DRONED, sector, int(sector == self.sector(self.cell)))]
        return [news(FACTS, *self.answer())] if kind == FACTS else []

    def answer(self) -> tuple[int, ...]:
        true, false = self.random.sample([ROW, COLUMN, SECTOR], 2)
        values = {ROW: self.cell // STRIDE, COLUMN: self.cell % STRIDE, SECTOR: self.sector(self.cell)}
        ranges = {ROW: range(self.state.rows), COLUMN: range(self.state.columns)}
        lies = [v for v in ranges.get(false, range(1, self.state.sectors + 1)) if v != values[false]]
        facts = [(true, values[true]), (false, self.random.choice(lies))]
        self.random.shuffle(facts)
        return (*facts[0], *facts[1])
