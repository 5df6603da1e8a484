"""Prospector: one fleet at a time to where growth is cheapest."""

from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.kernel import Cells, compiled
from quintain.games.planets.bots.marching import LAYOUT, idlest, orders, own_fleets, prepare, richest, write
from quintain.games.planets.rules.sky import room_for


@compiled
def prospecting(cells: Cells, seat: int, friends: int, out: Cells) -> int:
    state: Any = cells.view(LAYOUT)[0]
    player = state.ids[seat]
    if own_fleets(state, player) > 0 or room_for(state, player) == 0:
        return 0
    source = idlest(state, player)
    return write(out, 0, source, richest(state, friends | 1 << player, False), state.ships[source] // 2)


class Prospector(Bot):
    """If none of its fleets is flying, sends half of its idlest planet to where growth costs least."""

    strength = 29
    documented = True
    listens = False

    def start(self, game: Game, seat: int) -> None:
        prepare(prospecting)

    def act(self, turn: Turn) -> Any:
        answer = orders(turn, prospecting)
        turn.explain("to the most growth for its ships, one fleet at a time", launches=len(answer) - 1)
        return answer
