"""Bully: one fleet at a time, from its strongest planet to the weakest of the others."""

from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.kernel import Cells, compiled
from quintain.games.planets.bots.marching import LAYOUT, orders, own_fleets, prepare, strongest, weakest, write
from quintain.games.planets.rules.sky import room_for


@compiled
def bullying(cells: Cells, seat: int, friends: int, out: Cells) -> int:
    state: Any = cells.view(LAYOUT)[0]
    player = state.ids[seat]
    if own_fleets(state, player) > 0 or room_for(state, player) == 0:
        return 0
    source = strongest(state, player)
    return write(out, 0, source, weakest(state, friends | 1 << player, False), state.ships[source] // 2)


class Bully(Bot):
    """If none of its fleets is flying, sends half of its strongest planet to the weakest planet of others."""

    strength = 30
    documented = True
    listens = False

    def start(self, game: Game, seat: int) -> None:
        prepare(bullying)

    def act(self, turn: Turn) -> Any:
        answer = orders(turn, bullying)
        turn.explain("half of the strongest to the weakest, one fleet at a time", launches=len(answer) - 1)
        return answer
