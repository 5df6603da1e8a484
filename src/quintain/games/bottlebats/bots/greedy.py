"""Greedy: the nearest weak fort, with a margin; soldiers far from any stranger go where one is near.

Those who face somebody they cannot take join their neighbours now and then, by chance: or two of them would stand
before each other until the end, for on a fair map they do the same.
"""

from functools import cache
from typing import Any

import numpy as np

from quintain.core.bot import Bot, Turn
from quintain.core.dice import random_below, seeded
from quintain.core.game import Game
from quintain.core.kernel import Cells, compiled
from quintain.games.bottlebats.bots.planning import whole_turn
from quintain.games.bottlebats.bots.routes import FAR, routes
from quintain.games.bottlebats.rules.state import FORTS, LANES, NOBODY, NONE, State, end_of, length_of

LAYOUT = State.layout
MARGIN = 2
SELDOM = 8  # turns from one joining of forces to the next


@compiled
def needed(state: State, lane: int, seat: int) -> int:
    """Soldiers that take the fort at the end of this lane if nobody else does anything; none for an own one."""
    way = state.ways[lane >> 1]
    goal = end_of(way, lane)
    if state.owners[goal] == seat + 1:
        return 0
    grown = length_of(way) if state.owners[goal] > NOBODY else 0
    return max(0, state.soldiers[goal]) + grown + MARGIN


@compiled
def weakest_near(state: State, seat: int, fort: int, left: int, taken: Cells) -> int:
    """The lane to the nearest stranger that so many soldiers can take; NONE without one."""
    best = NONE
    for lane in range(2 * state.roads):
        way = state.ways[lane >> 1]
        if end_of(way, lane + 1) != fort or taken[end_of(way, lane)]:
            continue
        if 0 < needed(state, lane, seat) <= left and (
            best == NONE or length_of(way) < length_of(state.ways[best >> 1])
        ):
            best = lane
    return best


@compiled
def greed(cells: Cells, seat: int, rng: Cells, out: Cells) -> int:
    state = cells.view(LAYOUT)[0]
    taken, ways, hops = np.zeros(FORTS, np.int64), np.empty(FORTS, np.int64), np.empty(FORTS, np.int64)
    for fort in range(state.forts):
        ways[fort] = FAR if state.owners[fort] == seat + 1 else 0
    routes(state, seat, ways, hops)
    n = 0
    for fort in range(state.forts):
        left = state.soldiers[fort] if state.owners[fort] == seat + 1 else 0
        lane = weakest_near(state, seat, fort, left, taken)
        while left > 0 and lane != NONE:
            n = write(state, lane, needed(state, lane, seat), out, n)
            left -= needed(state, lane, seat)
            taken[end_of(state.ways[lane >> 1], lane)] = 1
            lane = weakest_near(state, seat, fort, left, taken)
        if left > 0 and hops[fort] != NONE:
            lane = hops[fort] if leads_home(state, seat, hops[fort]) else comrade(state, seat, fort, hops, rng)
            if lane != NONE:
                n = write(state, lane, left, out, n)
    return n


@compiled
def leads_home(state: State, seat: int, lane: int) -> bool:
    """Does a lane lead to an own fort?"""
    return bool(state.owners[end_of(state.ways[lane >> 1], lane)] == seat + 1)


@compiled
def comrade(state: State, seat: int, fort: int, hops: Cells, rng: Cells) -> int:
    """Now and then, a lane to an own fort that has strangers beside it, too; NONE otherwise."""
    best, found = NONE, 0
    if random_below(rng, SELDOM) > 0:
        return NONE
    for lane in range(2 * state.roads):
        way = state.ways[lane >> 1]
        if end_of(way, lane + 1) != fort or not leads_home(state, seat, lane):
            continue
        if not leads_home(state, seat, hops[end_of(way, lane)]):
            found += 1
            best = lane if random_below(rng, found) == 0 else best
    return best


@compiled
def write(state: State, lane: int, soldiers: int, out: Cells, n: int) -> int:
    out[n, 0], out[n, 1] = end_of(state.ways[lane >> 1], lane + 1), end_of(state.ways[lane >> 1], lane)
    out[n, 2] = soldiers
    return n + 1


class Greedy(Bot):
    """Takes the nearest fort that it can take with two soldiers to spare; the rest moves towards strangers."""

    strength = 40
    listens = False

    def start(self, game: Game, seat: int) -> None:
        prepare()

    def act(self, turn: Turn) -> Any:
        rows = np.empty((LANES, 3), np.int64)
        count = greed(turn.seen.record, turn.seat, turn.rng, rows)
        turn.explain("the nearest weak fort, with a margin", marches=count)
        return whole_turn(turn.seen.game, rows[:count].tolist())


@cache
def prepare() -> None:
    """Compile before anybody's clock runs."""
    greed(State.blank(), 0, seeded("warm up"), np.empty((LANES, 3), np.int64))
