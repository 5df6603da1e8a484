"""RULES.md 4 to 6: what happens once everybody has given orders: marches, fights on roads, sieges, growth, defeat."""

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.bottlebats.rules.state import (
    DRAW,
    FORTS,
    MARCH_BITS,
    MARCH_MASK,
    NOBODY,
    NONE,
    PLAYERS,
    SIGHT,
    State,
    end_of,
    length_of,
    march,
    march_of,
    note_held,
    owner_of,
    soldiers_of,
    with_march,
)

CAME = PLAYERS + 1  # a column of the forces: has anybody arrived?


@compiled
def play_turn(state: State) -> None:
    """Everybody has ended the turn."""
    pass_turn(state)
    if state.leaving and state.ghosts:
        disband(state)
    state.living &= ~state.leaving
    state.leaving = 0
    bury(state)
    if state.fog == SIGHT:
        note_held(state)
    state.winner = winning_seat(state)
    state.waiting = state.living if state.winner == NONE else 0


@compiled
def pass_turn(state: State) -> None:
    """All that soldiers and forts do in a turn."""
    forces = np.zeros((FORTS, PLAYERS + 2), np.int64)
    first = 0
    for road in range(state.roads):
        way = state.ways[road]
        length = length_of(way)
        start = state.turn % length
        depart(state, way, 2 * road, first + start)
        if meeting(state, first, length):
            fight_on_road(state, first, length)
        arrive(state, way, first + (start + 1 if start + 1 < length else 0), forces)
        first += length
    for fort in range(state.forts):
        if forces[fort, CAME]:
            besiege(state, fort, forces[fort])
        if state.owners[fort] > NOBODY:
            state.soldiers[fort] += 1
    state.turn += 1


# --- on the road


@compiled
def depart(state: State, way: int, lane: int, cell: int) -> None:
    """Those who were ordered onto the two lanes of a road leave their forts."""
    for each in range(lane, lane + 2):
        soldiers = state.orders[each]
        if soldiers > 0:
            origin = end_of(way, each + 1)
            state.soldiers[origin] -= soldiers
            state.steps[cell] = with_march(state.steps[cell], each, march(state.owners[origin], soldiers))
            state.orders[each] = 0


@compiled
def meeting(state: State, first: int, length: int) -> bool:
    """Does anybody walk in both directions?"""
    both = 0
    for cell in range(first, first + length):
        both |= state.steps[cell]
    return both & MARCH_MASK != 0 and both >> MARCH_BITS != 0


@compiled
def fight_on_road(state: State, first: int, length: int) -> None:
    """After each half of a step those fight who are at the same point: the turns in which they set out tell it."""
    goal = (state.turn + 1) % length
    for half in range(1, 3):
        together = (2 * state.turn + half) % length
        for cell in range(length):
            # Two marches that have just reached the two ends of the road have not met.
            if march_of(state.steps[first + cell], 0) and (half == 1 or cell != goal):
                other = together - cell if together >= cell else together - cell + length
                fight(state, first + cell, first + other)


@compiled
def fight(state: State, one: int, other: int) -> None:
    """The march of the even lane in the one cell meets that of the odd lane in the other."""
    there, back = march_of(state.steps[one], 0), march_of(state.steps[other], 1)
    if back == 0 or owner_of(there) == owner_of(back):
        return
    lost = min(soldiers_of(there), soldiers_of(back))
    state.steps[one] = with_march(state.steps[one], 0, left_of(there, lost))
    state.steps[other] = with_march(state.steps[other], 1, left_of(back, lost))


@compiled
def left_of(walking: int, lost: int) -> int:
    """A march after its losses; without soldiers there is none."""
    soldiers = soldiers_of(walking) - lost
    return march(owner_of(walking), soldiers) if soldiers > 0 else 0


@compiled
def arrive(state: State, way: int, cell: int, forces: Cells) -> None:
    walking = state.steps[cell]
    if walking == 0:
        return
    for lane in range(2):
        there = march_of(walking, lane)
        if there:
            fort = end_of(way, lane)
            forces[fort, owner_of(there)] += soldiers_of(there)
            forces[fort, CAME] = 1
    state.steps[cell] = 0


# --- at the forts


@compiled
def besiege(state: State, fort: int, forces: Cells) -> None:
    """The largest force wins with what it has more than the second; of two equal ones nothing is left."""
    forces[state.owners[fort]] += state.soldiers[fort]
    first, second, winner = 0, 0, state.owners[fort]
    for player in range(PLAYERS + 1):
        if forces[player] > first:
            first, second, winner = forces[player], first, player
        elif forces[player] > second:
            second = forces[player]
    state.soldiers[fort] = first - second
    if first > second:
        state.owners[fort] = winner


# --- who is out


@compiled
def bury(state: State) -> None:
    """Whoever has neither fort nor march is out."""
    living = 0
    for fort in range(state.forts):
        if state.owners[fort] > NOBODY:
            living |= 1 << (state.owners[fort] - 1)
    if state.living & ~living:
        living |= walking_seats(state)
    state.living &= living


@compiled
def walking_seats(state: State) -> int:
    seats = 0
    for cell in range(road_steps(state)):
        for lane in range(2):
            there = march_of(state.steps[cell], lane)
            if there:
                seats |= 1 << (owner_of(there) - 1)
    return seats


@compiled
def road_steps(state: State) -> int:
    """The length of all roads together."""
    total = 0
    for road in range(state.roads):
        total += length_of(state.ways[road])
    return total


@compiled
def disband(state: State) -> None:
    """The forts of those who leave become neutral, and their marches vanish."""
    for fort in range(state.forts):
        if state.owners[fort] > NOBODY and state.leaving >> (state.owners[fort] - 1) & 1:
            state.owners[fort] = NOBODY
    for cell in range(road_steps(state)):
        for lane in range(2):
            there = march_of(state.steps[cell], lane)
            if there and state.leaving >> (owner_of(there) - 1) & 1:
                state.steps[cell] = with_march(state.steps[cell], lane, 0)


@compiled
def winning_seat(state: State) -> int:
    if state.living & (state.living - 1) == 0:
        for seat in range(state.seats):
            if state.living >> seat & 1:
                return seat
        return DRAW
    return DRAW if state.turn >= state.max_steps else NONE


@compiled
def score(state: State, seat: int) -> int:
    """The seat's soldiers, in forts and on roads, as far as they are known."""
    total = 0
    for fort in range(state.forts):
        if state.owners[fort] == seat + 1:
            total += state.soldiers[fort]
    for cell in range(road_steps(state)):
        for lane in range(2):
            there = march_of(state.steps[cell], lane)
            if owner_of(there) == seat + 1:
                total += soldiers_of(there)
    return total


@compiled
def placing(state: State, seat: int) -> int:
    """One wins, and all others are equal, whatever they have."""
    return 1 if state.winner == seat else 0
