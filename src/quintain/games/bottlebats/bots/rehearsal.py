"""What a turn's orders lead to: everybody goes on by a plan, and then strength is counted."""

from quintain.core.kernel import Cells, compiled, copy_cells
from quintain.games.bottlebats.bots.foresight import LAYOUT, foresee
from quintain.games.bottlebats.bots.planner import Habits, order_all
from quintain.games.bottlebats.rules.state import NOBODY, State, march_of, owner_of, soldiers_of
from quintain.games.bottlebats.rules.turn import pass_turn, road_steps

FORT = 20  # soldiers that a fort is worth


@compiled
def rehearse(
    cells: Cells, world: Cells, scratch: Cells, seat: int, orders: Cells, ours: Habits, theirs: Habits, turns: int
) -> float:
    """The seat's share of all strength after so many turns, if it begins with these orders."""
    copy_cells(cells, world)
    state = world.view(LAYOUT)[0]
    for turn in range(turns):
        forecast = foresee(world, scratch)
        for other in range(state.seats):
            if other != seat and state.living >> other & 1:
                order_all(state, forecast, other, theirs)
        if turn > 0:
            order_all(state, forecast, seat, ours)
        else:
            for lane in range(2 * state.roads):
                state.orders[lane] += orders[lane]
        pass_turn(state)
    return share_of(state, seat)


@compiled
def share_of(state: State, seat: int) -> float:
    """A seat's soldiers and forts among those of all players."""
    own, all_strength = 0, 1
    for fort in range(state.forts):
        if state.owners[fort] > NOBODY:
            strength = state.soldiers[fort] + FORT
            all_strength += strength
            own += strength * (state.owners[fort] == seat + 1)
    for cell in range(road_steps(state)):
        for lane in range(2):
            there = march_of(state.steps[cell], lane)
            if there:
                all_strength += soldiers_of(there)
                own += soldiers_of(there) * (owner_of(there) == seat + 1)
    return own / all_strength
