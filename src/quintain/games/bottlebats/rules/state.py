"""The state of a war for forts, and the numbers that stand for its roads, lanes and marches."""

import math

from quintain.core.kernel import Cells, Record, cell, cells, compiled

FORTS = 64  # the most that fit
ROADS = 192
LANES = 2 * ROADS  # a road has one in each direction
STEPS = 1024  # of all roads together
PLAYERS = 8

NOBODY = 0  # as an owner; seat s owns as s + 1
STRANGER = -2  # as an owner: somebody who is not in the match
NONE = -1  # as a winner: not yet; as a lane: there is no such road
DRAW = PLAYERS  # as a winner

GIVEN, FAIR, ORIGINAL = range(3)  # where the map comes from
AS_PLAYED, SIGHT, OFF = range(3)  # kinds of fog

MARCH, DONE, LEAVE = range(3)  # kinds of action; a march has origin, destination and soldiers

FARTHEST = 100_000  # from the origin, along each axis
MOST_SOLDIERS = 100_000  # in a fort of a map; together they stay below what a march can hold
MOST_TURNS = 10_000


class State(Record):
    """One match. Forts and roads are numbered from 0; lane 2r leads along road r, and lane 2r + 1 back.

    `steps` has as many cells for each road as it has steps, road after road. Who sets out in turn t stays in cell t
    modulo the length until the end, so that nothing has to be moved (see `marched`). A cell holds one march a lane.
    """

    fog: int = cell()  # options
    ghosts: int = cell()  # do the forts of one who left become neutral?
    max_steps: int = cell()
    seats: int = cell()
    source: int = cell()  # of the map: GIVEN, FAIR or ORIGINAL
    wanted: int = cell()  # forts of a map that is made by chance

    turn: int = cell()  # how many have been played
    winner: int = cell()  # a seat, DRAW, or NONE before the end
    living: int = cell()  # seats that still play, as a mask
    waiting: int = cell()  # seats that have not ended their turn, as a mask
    leaving: int = cell()  # seats that give up at the end of this turn, as a mask
    forts: int = cell()  # how many there are
    roads: int = cell()  # how many are known

    homes: Cells = cells(PLAYERS)  # the fort that each seat began with; HIDDEN where unknown
    held: Cells = cells(PLAYERS, 2)  # forts that each seat has ever had, as two masks of 32
    owners: Cells = cells(FORTS)  # seat + 1, or NOBODY; HIDDEN where unknown
    soldiers: Cells = cells(FORTS)  # in the garrison; HIDDEN where unknown
    sites: Cells = cells(FORTS)  # where the fort stands (see `site`); HIDDEN where unknown
    ways: Cells = cells(ROADS)  # the two ends and the length of each road (see `way`)
    orders: Cells = cells(LANES)  # soldiers that leave over each lane this turn
    steps: Cells = cells(STEPS)  # who walks where


# --- roads: 6 bits for each end, the rest for the length

END_BITS = 6
END_MASK = (1 << END_BITS) - 1


@compiled
def way(one: int, other: int, length: int) -> int:
    return one | other << END_BITS | length << (2 * END_BITS)


@compiled
def length_of(way: int) -> int:
    return way >> (2 * END_BITS)


@compiled
def end_of(way: int, lane: int) -> int:
    """Where an even or an odd lane of the road leads."""
    return way >> END_BITS & END_MASK if lane & 1 == 0 else way & END_MASK


# --- marches: 27 bits for the soldiers, 4 for the owner; the march of the even lane in the lower half of its cell

OWNER_BITS = 4
OWNER_MASK = (1 << OWNER_BITS) - 1
MARCH_BITS = 31
MARCH_MASK = (1 << MARCH_BITS) - 1


@compiled
def march_of(cell: int, lane: int) -> int:
    """The march of an even or an odd lane; 0 for none."""
    return cell >> MARCH_BITS if lane & 1 else cell & MARCH_MASK


@compiled
def with_march(cell: int, lane: int, march: int) -> int:
    """The cell with another march in this lane."""
    if lane & 1:
        return cell & MARCH_MASK | march << MARCH_BITS
    return cell & ~MARCH_MASK | march


@compiled
def march(owner: int, soldiers: int) -> int:
    return soldiers << OWNER_BITS | owner


@compiled
def owner_of(march: int) -> int:
    return march & OWNER_MASK


@compiled
def soldiers_of(march: int) -> int:
    return march >> OWNER_BITS


@compiled
def marched(turn: int, cell: int, length: int) -> int:
    """Steps that the march in this cell of a road has made when so many turns are played: 1 to length - 1."""
    return (turn - cell) % length


# --- sites: 21 bits for each coordinate, which is seen from elsewhere at most

MIDDLE = 1 << 20
COORDINATE_MASK = (1 << 21) - 1


@compiled
def site(x: int, y: int) -> int:
    return (x + MIDDLE) << 21 | (y + MIDDLE)


@compiled
def x_of(site: int) -> int:
    return (site >> 21) - MIDDLE


@compiled
def y_of(site: int) -> int:
    return (site & COORDINATE_MASK) - MIDDLE


@compiled
def distance(one: int, other: int) -> int:
    """The steps between two sites: in a straight line, rounded up."""
    x, y = x_of(one) - x_of(other), y_of(one) - y_of(other)
    square = x * x + y * y
    length = int(math.sqrt(square))
    while length * length < square:
        length += 1
    while (length - 1) * (length - 1) >= square and length > 0:
        length -= 1
    return length


@compiled
def add_road(state: State, one: int, other: int) -> None:
    """Build a road, if there are such forts and there is room for it."""
    if one < 0 or other < 0 or state.roads == ROADS:
        return
    # By chance two forts may lie on one spot: a road between them takes a step all the same.
    length, used = max(1, distance(state.sites[one], state.sites[other])), 0
    for road in range(state.roads):
        used += length_of(state.ways[road])
    if used + length <= STEPS:
        state.ways[state.roads] = way(one, other, length)
        state.roads += 1


# --- forts that a seat has ever had


@compiled
def has_held(state: State, seat: int, fort: int) -> bool:
    return bool(state.held[seat, fort >> 5] >> (fort & 31) & 1)


@compiled
def note_held(state: State) -> None:
    for fort in range(state.forts):
        if state.owners[fort] > NOBODY:
            state.held[state.owners[fort] - 1, fort >> 5] |= 1 << (fort & 31)
