"""What becomes of every fort if nobody gives another order."""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import HIDDEN, Cells, compiled
from quintain.games.bottlebats.rules.state import FORTS, NOBODY, State, length_of
from quintain.games.bottlebats.rules.turn import pass_turn

LAYOUT = State.layout
AHEAD = 20  # turns


class Forecast(NamedTuple):
    owners: Cells  # by turn and fort
    soldiers: Cells


@compiled
def foresee(cells: Cells, world: Cells) -> Forecast:
    """Play on in the cells of `world`: they are the caller's, because a record does not keep its cells alive."""
    state = world.view(LAYOUT)[0]
    walking = copy_war(cells.view(LAYOUT)[0], state)
    forecast = Forecast(np.empty((AHEAD + 1, FORTS), np.int64), np.empty((AHEAD + 1, FORTS), np.int64))
    for t in range(AHEAD + 1):
        for fort in range(state.forts):
            forecast.owners[t, fort] = state.owners[fort]
            forecast.soldiers[t, fort] = state.soldiers[fort]
        if t < walking:
            pass_turn(state)
        else:
            grow(state)
    return forecast


@compiled
def copy_war(source: State, target: State) -> int:
    """What soldiers and forts do next depends on this alone; return the turns until the last march has arrived.

    Nobody knows of orders before they are carried out, so roads on which nobody walks are left out.
    """
    target.turn, target.forts, target.roads = source.turn, source.forts, 0
    for fort in range(source.forts):
        target.owners[fort] = source.owners[fort]
        target.soldiers[fort] = source.soldiers[fort]
    first, free, longest = 0, 0, 0
    for road in range(source.roads):
        length, walking = length_of(source.ways[road]), 0
        for cell in range(length):
            walking |= source.steps[first + cell]
        if walking:
            add_steps(source, target, road, first, free)
            free += length
            longest = max(longest, length)
        first += length
    return longest


@compiled
def add_steps(source: State, target: State, road: int, first: int, free: int) -> None:
    """Copy a road and who walks on it, from the first of its cells to the first free one."""
    target.ways[target.roads] = source.ways[road]
    target.orders[2 * target.roads] = 0
    target.orders[2 * target.roads + 1] = 0
    target.roads += 1
    for cell in range(length_of(source.ways[road])):
        target.steps[free + cell] = source.steps[first + cell]


@compiled
def grow(state: State) -> None:
    """A turn in which nobody walks."""
    for fort in range(state.forts):
        state.soldiers[fort] += state.owners[fort] > NOBODY


@compiled
def expected(forecast: Forecast, fort: int, turns: int) -> int:
    """Soldiers that must arrive in so many turns to take a fort."""
    t = min(turns, AHEAD)
    if forecast.owners[t, fort] <= NOBODY:
        return max(0, forecast.soldiers[t, fort]) + 1
    return forecast.soldiers[t, fort] + turns - t


@compiled
def settle_unknown(cells: Cells) -> None:
    """Forts of which nothing is known are taken for empty ones."""
    state = cells.view(LAYOUT)[0]
    for fort in range(state.forts):
        if state.owners[fort] == HIDDEN:
            state.owners[fort] = NOBODY
            state.soldiers[fort] = 0
