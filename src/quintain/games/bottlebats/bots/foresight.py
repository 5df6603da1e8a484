"""What becomes of every fort if nobody gives another order."""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import HIDDEN, Cells, compiled, copy_cells
from quintain.games.bottlebats.rules.state import FORTS, NOBODY, State
from quintain.games.bottlebats.rules.turn import pass_turn

LAYOUT = State.layout
AHEAD = 20  # turns


class Forecast(NamedTuple):
    owners: Cells  # by turn and fort
    soldiers: Cells


@compiled
def foresee(cells: Cells, world: Cells) -> Forecast:
    """Play on in the cells of `world`: they are the caller's, because a record does not keep its cells alive."""
    copy_cells(cells, world)
    state = world.view(LAYOUT)[0]
    forecast = Forecast(np.empty((AHEAD + 1, FORTS), np.int64), np.empty((AHEAD + 1, FORTS), np.int64))
    for t in range(AHEAD + 1):
        for fort in range(state.forts):
            forecast.owners[t, fort] = state.owners[fort]
            forecast.soldiers[t, fort] = state.soldiers[fort]
        if t < AHEAD:
            pass_turn(state)
    return forecast


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
