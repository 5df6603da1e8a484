"""One by one: a soldier over every road, every turn."""

from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.kernel import Cells, compiled
from quintain.games.bottlebats.bots.planning import answer, prepare
from quintain.games.bottlebats.rules.state import State, end_of

LAYOUT = State.layout


@compiled
def one_by_one(cells: Cells, seat: int, out: Cells) -> int:
    """One soldier over each road that leaves an own fort, as long as there is one."""
    state = cells.view(LAYOUT)[0]
    left = state.soldiers.copy()
    n = 0
    for lane in range(2 * state.roads):
        origin = end_of(state.ways[lane >> 1], lane + 1)
        if state.owners[origin] == seat + 1 and left[origin] > 0:
            left[origin] -= 1
            out[n, 0], out[n, 1], out[n, 2] = origin, end_of(state.ways[lane >> 1], lane), 1
            n += 1
    return n


class OneByOne(Bot):
    """Sends one soldier over every road that it sees, in every direction it can."""

    strength = 10
    documented = True
    listens = False

    def start(self, game: Game, seat: int) -> None:
        prepare(one_by_one)

    def act(self, turn: Turn) -> Any:
        actions = answer(turn, one_by_one)
        turn.explain("one soldier over every road", marches=len(actions) - 1)
        return actions
