"""Dual: bold when behind, careful when ahead."""

from typing import Any

from quintain.core.bot import Bot, Turn
from quintain.core.game import Game
from quintain.core.kernel import Cells, compiled
from quintain.games.planets.bots.marching import (
    LAYOUT,
    growth_of_side,
    idlest,
    orders,
    own_fleets,
    prepare,
    richest,
    ships_of_side,
    strongest,
    weakest,
    write,
)
from quintain.games.planets.rules.sky import room_for

AHEAD, STRONGER, RICHER, BEHIND = 1, 3, 1, 5  # fleets in flight that it thinks right


@compiled
def dueling(cells: Cells, seat: int, friends: int, out: Cells) -> int:
    """In the open contest fleets count as ships, and ships for growth decide from where to where."""
    state: Any = cells.view(LAYOUT)[0]
    player = state.ids[seat]
    friends |= 1 << player
    others = ((1 << (state.seats + 1)) - 2) & ~friends
    stronger = ships_of_side(state, friends, state.open_sky != 0) > ships_of_side(state, others, state.open_sky != 0)
    richer = growth_of_side(state, friends) > growth_of_side(state, others)
    most = (AHEAD if richer else STRONGER) if stronger else (RICHER if richer else BEHIND)
    if own_fleets(state, player) >= most + 1 - state.open_sky or room_for(state, player) == 0:
        return 0
    if state.open_sky:
        source, target = idlest(state, player), richest(state, friends, stronger and richer)
    else:
        source, target = strongest(state, player), weakest(state, friends, stronger and richer)
    return write(out, 0, source, target, state.ships[source] // 2)


class Dual(Bot):
    """Ahead in ships and growth it attacks enemies with one fleet at a time; otherwise it sends up to five anywhere."""

    strength = 32
    documented = True
    listens = False

    def start(self, game: Game, seat: int) -> None:
        prepare(dueling)

    def act(self, turn: Turn) -> Any:
        answer = orders(turn, dueling)
        turn.explain("as many fleets as its lead allows", launches=len(answer) - 1)
        return answer
