"""What becomes of every fort if nobody gives another order."""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import HIDDEN, Cells, compiled
from quintain.games.bottlebats.rules.state import FORTS, NOBODY, State
from quintain.games.bottlebats.rules.turn import pass_turn, road_steps

LAYOUT = State.layout
AHEAD = 20  # turns


class Forecast(NamedTuple):
    owners: Cells  # by turn and fort
    soldiers: Cells


@compiled
def foresee(cells: Cells, world: Cells) -> Forecast:
    """Play on in the cells of `world`: they are the caller's, because a record does not keep its cells alive."""
    state = world.view(LAYOUT)[0]
    copy_war(cells.view(LAYOUT)[0], state)
    forecast = Forecast(np.empty((AHEAD + 1, FORTS), np.int64), np.empty((AHEAD + 1, FORTS), np.int64))
    for t in range(AHEAD + 1):
        for fort in range(state.forts):
            forecast.owners[t, fort] = state.owners[fort]
            forecast.soldiers[t, fort] = state.soldiers[fort]
        if t < AHEAD:
            pass_turn(state)
    return forecast


@compiled
def copy_war(source: State, target: State) -> None:
    """What soldiers and forts do next depends on this alone. Nobody knows of orders before they are carried out."""
    target.turn, target.forts, target.roads = source.turn, source.forts, source.roads
    for fort in range(source.forts):
        target.owners[fort] = source.owners[fort]
        target.soldiers[fort] = source.soldiers[fort]
    for road in range(source.roads):
        target.ways[road] = source.ways[road]
        target.orders[2 * road] = 0
        target.orders[2 * road + 1] = 0
    for cell in range(road_steps(source)):
        target.steps[cell] = source.steps[cell]


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
