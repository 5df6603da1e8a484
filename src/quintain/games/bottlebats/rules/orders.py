"""RULES.md 3: what a seat may order, and a useful choice of it."""

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.bottlebats.rules.state import (
    DONE,
    FORTS,
    LANES,
    LEAVE,
    MARCH,
    NONE,
    State,
    end_of,
)

AMOUNTS = 2  # half and all
MOST_ACTIONS = LANES * AMOUNTS + 1


@compiled
def acting(state: State) -> int:
    return state.waiting


# --- giving orders


@compiled
def allows(state: State, seat: int, action: Cells) -> bool:
    if action[0] == MARCH:
        return allows_march(state, seat, action[1], action[2], action[3])
    return action[0] == DONE or action[0] == LEAVE


@compiled
def allows_march(state: State, seat: int, origin: int, destination: int, soldiers: int) -> bool:
    """Too many soldiers are no fault: the order is cut to those who are there."""
    if not (0 <= origin < state.forts and 0 <= destination < state.forts):
        return False
    return state.owners[origin] == seat + 1 and soldiers >= 0 and lane_between(state, origin, destination) != NONE


@compiled
def lane_between(state: State, origin: int, destination: int) -> int:
    for lane in range(2 * state.roads):
        way = state.ways[lane >> 1]
        if end_of(way, lane) == destination and end_of(way, lane + 1) == origin:
            return lane
    return NONE


@compiled
def obey(state: State, seat: int, action: Cells) -> None:
    """Note what the seat has ordered; nobody else knows of it before the turn is played."""
    if action[0] == MARCH:
        send(state, lane_between(state, action[1], action[2]), action[1], action[3])
        return
    if action[0] == LEAVE:
        state.leaving |= 1 << seat
    state.waiting &= ~(1 << seat)


@compiled
def send(state: State, lane: int, origin: int, soldiers: int) -> None:
    """Order as many as are left over a lane."""
    state.orders[lane] += min(soldiers, state.soldiers[origin] - ordered(state, origin))


@compiled
def ordered(state: State, fort: int) -> int:
    """How many soldiers leave the fort this turn."""
    total = 0
    for lane in range(2 * state.roads):
        if state.orders[lane] > 0 and end_of(state.ways[lane >> 1], lane + 1) == fort:
            total += state.orders[lane]
    return total


# --- a useful choice


@compiled
def legal(state: State, seat: int, out: Cells) -> int:
    """Half and all of those who are left in each fort, over each of its roads; and the end of the turn."""
    left = np.empty(FORTS, np.int64)
    for fort in range(state.forts):
        left[fort] = state.soldiers[fort] if state.owners[fort] == seat + 1 else 0
    for lane in range(2 * state.roads):
        left[end_of(state.ways[lane >> 1], lane + 1)] -= state.orders[lane]
    n = 0
    for lane in range(2 * state.roads):
        origin, goal = end_of(state.ways[lane >> 1], lane + 1), end_of(state.ways[lane >> 1], lane)
        if left[origin] > 0:
            n = write(out, n, MARCH, origin, goal, left[origin])
        if left[origin] > 1:
            n = write(out, n, MARCH, origin, goal, left[origin] // 2)
    return write(out, n, DONE, 0, 0, 0)


@compiled
def write(out: Cells, n: int, kind: int, origin: int, destination: int, soldiers: int) -> int:
    out[n, 0] = kind
    out[n, 1] = origin
    out[n, 2] = destination
    out[n, 3] = soldiers
    return n + 1
