"""Changing a plan a little, by chance."""

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled
from quintain.games.bottlebats.bots.foresight import LAYOUT
from quintain.games.bottlebats.rules.state import NONE, State, end_of

HOLD, ALL, HALF, STORM = range(4)  # kinds of change


@compiled
def vary(cells: Cells, orders: Cells, seat: int, rng: Cells) -> int:
    """Give one own fort another order, or let all around a fort storm it; return the kind of change, or NONE."""
    state = cells.view(LAYOUT)[0]
    lane = any_lane(state, seat, rng)
    if lane == NONE:
        return NONE
    origin, goal, kind = end_of(state.ways[lane >> 1], lane + 1), end_of(state.ways[lane >> 1], lane), 0
    kind = random_below(rng, 4)
    if kind == STORM:
        for other in range(2 * state.roads):
            beside = end_of(state.ways[other >> 1], other + 1)
            if end_of(state.ways[other >> 1], other) == goal and state.owners[beside] == seat + 1:
                redirect(state, orders, beside, other, state.soldiers[beside])
    else:
        sent = (0, state.soldiers[origin], state.soldiers[origin] // 2)[kind]
        redirect(state, orders, origin, lane, sent)
    return kind


@compiled
def any_lane(state: State, seat: int, rng: Cells) -> int:
    """One of the lanes over which own soldiers can leave."""
    found, best = 0, NONE
    for lane in range(2 * state.roads):
        origin = end_of(state.ways[lane >> 1], lane + 1)
        if state.owners[origin] == seat + 1 and state.soldiers[origin] > 0:
            found += 1
            if random_below(rng, found) == 0:
                best = lane
    return best


@compiled
def redirect(state: State, orders: Cells, origin: int, lane: int, soldiers: int) -> None:
    """All orders of a fort are taken back, and so many go over this lane."""
    for other in range(2 * state.roads):
        if end_of(state.ways[other >> 1], other + 1) == origin:
            orders[other] = 0
    orders[lane] = soldiers
