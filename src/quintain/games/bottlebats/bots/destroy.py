"""Destroy: every fort keeps five soldiers and spreads the others over all its roads."""

from typing import Any

import numpy as np

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.kernel import Cells, compiled
from quintain.games.bottlebats.bots.planning import answer, prepare
from quintain.games.bottlebats.rules.state import FORTS, State, end_of

LAYOUT = State.layout
KEPT = 5


@compiled
def destroying(cells: Cells, seat: int, out: Cells) -> int:
    state = cells.view(LAYOUT)[0]
    roads = np.zeros(FORTS, np.int64)
    for lane in range(2 * state.roads):
        roads[end_of(state.ways[lane >> 1], lane)] += 1
    n = 0
    for lane in range(2 * state.roads):
        origin = end_of(state.ways[lane >> 1], lane + 1)
        share = (state.soldiers[origin] - KEPT) // roads[origin] if state.owners[origin] == seat + 1 else 0
        if share > 0:
            out[n, 0], out[n, 1], out[n, 2] = origin, end_of(state.ways[lane >> 1], lane), share
            n += 1
    return n


class Destroy(Bot):
    """Keeps five in each fort and splits the rest evenly over all neighbours, friends included."""

    strength = 30
    documented = True
    listens = False

    def start(self, game: Game, seat: int) -> None:
        prepare(destroying)

    def act(self, turn: Turn) -> Any:
        actions = answer(turn, destroying)
        turn.explain("five stay, the others go everywhere", marches=len(actions) - 1)
        return actions
