"""Rage: whatever is strong enough attacks what is nearest."""

from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.kernel import Cells, compiled
from quintain.games.planets.bots.marching import LAYOUT, nearest, orders, prepare, write
from quintain.games.planets.rules.sky import room_for
from quintain.games.planets.rules.state import growth_of

PATIENCE = 10  # turns of growth that a planet saves up


@compiled
def raging(cells: Cells, seat: int, friends: int, out: Cells) -> int:
    """In the open contest only enemies are attacked, and a little earlier."""
    state: Any = cells.view(LAYOUT)[0]
    player = state.ids[seat]
    friends |= 1 << player
    most, n = room_for(state, player), 0
    for planet in range(state.planets):
        saved = state.ships[planet] - PATIENCE * growth_of(state.sites[planet]) + state.open_sky
        if state.owners[planet] == player and saved > 0 and n < most:
            n = write(out, n, planet, nearest(state, planet, friends, bool(state.open_sky)), state.ships[planet])
    return n


class Rage(Bot):
    """Every planet with more than ten turns' growth sends all its ships to the nearest planet of others."""

    strength = 34
    documented = True
    listens = False

    def start(self, game: Game, seat: int) -> None:
        prepare(raging)

    def act(self, turn: Turn) -> Any:
        answer = orders(turn, raging)
        turn.explain("all ships of every strong planet to the nearest target", launches=len(answer) - 1)
        return answer
