"""What a bot believes of the country in the fog: a war that goes on there as a marshal would wage it.

Everybody knows how maps come about: a given one is an option of the match, the homes of others have the first numbers,
and of a fair map one part shows all its copies. Each turn the believed war goes on by a turn, and then what is seen
takes the place of what was believed.
"""

from statistics import median_low
from typing import Any, NamedTuple

import numpy as np

from quintain.core.kernel import HIDDEN, Cells, compiled
from quintain.core.position import Position
from quintain.games.bottlebats.bots.foresight import LAYOUT
from quintain.games.bottlebats.bots.marshal import Staff
from quintain.games.bottlebats.bots.planner import Habits, plan
from quintain.games.bottlebats.rules.generator import GARRISON, turned
from quintain.games.bottlebats.rules.state import (
    FAIR,
    GIVEN,
    NOBODY,
    NONE,
    PLAYERS,
    ROADS,
    SIGHT,
    STEPS,
    State,
    end_of,
    length_of,
    march_of,
    note_held,
    owner_of,
    soldiers_of,
    way,
    with_march,
)
from quintain.games.bottlebats.rules.turn import pass_turn, road_steps

EARLY = 40  # turns after which what is learned of the map does not change what is believed of the past
LATELY = 10  # turns for which surprises count
LOST = 5  # soldiers that are supposed in a fort which somebody has taken out of sight


class Past(NamedTuple):
    """A turn as it was seen, and the own orders of it."""

    seen: Position
    orders: list[list[int]]


class Belief:
    def __init__(self, habits: Habits) -> None:
        self.habits = habits  # of everybody
        self.record: Cells = np.zeros(0, np.int64)
        self.scratch = State.blank()
        self.rivals: dict[int, Staff] = {}  # everybody else plans from what they have seen of the believed war
        self.orders: list[list[int]] | None = None  # own ones of this turn, once they are noted
        self.past: list[Past] = []
        self.surprises: dict[
            int, float
        ] = {}  # of rivals seen so far: the share of forts that was not as expected lately
        self.owners: list[int] = []  # of all forts in sight
        self.still = 0  # turns for which none of them has changed

    def updated(self, seen: Position, seat: int) -> Cells:
        """The war as it is seen, and as it is believed to be elsewhere."""
        if not len(self.record):
            self.begin(seen, seat)
        roads = self.state.roads
        self.still = self.still + 1 if self.owners == seen.state.owners else 0
        self.owners = seen.state.owners
        self.follow(seen, seat)
        wrong = np.zeros((PLAYERS, 2), np.int64)
        count_wrong(self.record, seen.record, wrong)
        look(self.record, seen.record, seat)
        if roads == self.state.roads:
            self.note_surprises(wrong)
        elif self.past:
            self.think_again(seen, seat)
        return self.record

    def note_surprises(self, wrong: Cells) -> None:
        for other in self.living_rivals():
            count, forts = wrong[other].tolist()
            if forts:
                before = self.surprises.get(other, 0.0)
                self.surprises[other] = before + (count / forts - before) / LATELY

    @property
    def surprise(self) -> float:
        """Half of the rivals who were seen have surprised at least as much."""
        found = [share for other, share in self.surprises.items() if self.state.living >> other & 1]
        return median_low(found) if found else 0.0

    @property
    def state(self) -> Any:
        return self.record.view(LAYOUT)[0]

    def begin(self, seen: Position, seat: int) -> None:
        self.record = seen.game.blank(seen.options)
        suppose_start(self.record, seen.record)
        self.rivals = {other: Staff(self.habits) for other in range(self.state.seats) if other != seat}
        self.orders = None

    def see(self, seen: Position, seat: int) -> None:
        self.follow(seen, seat)
        look(self.record, seen.record, seat)

    def think_again(self, seen: Position, seat: int) -> None:
        """Had these roads been known from the beginning, the war would have been believed to go on otherwise."""
        roads, ways = self.state.roads, self.state.ways.copy()
        self.begin(seen, seat)
        self.state.roads = roads
        self.state.ways[:] = ways
        for past in self.past:
            self.see(past.seen, seat)
            self.orders = past.orders
        self.see(seen, seat)

    def follow(self, seen: Position, seat: int) -> None:
        """Let the believed war go on to this turn. Own orders are known of the latest one alone."""
        # Kernels are called one by one here: inside another one the planner would have to be compiled once more.
        while self.state.turn < seen.state.turn:
            now = Position(seen.game, seen.options, self.record, 0)
            given = [self.rivals[other].orders(now.seen_by(other), other) for other in self.living_rivals()]
            if self.orders is None:
                plan(self.record, self.scratch, seat, self.habits)
            self.give([order for orders in [*given, self.orders or []] for order in orders])
            self.orders = None
            go_on(self.record)

    def living_rivals(self) -> list[int]:
        return [other for other in self.rivals if self.state.living >> other & 1]

    def give(self, orders: list[list[int]]) -> None:
        state = self.state
        lanes = {}
        for lane in range(2 * state.roads):
            way = int(state.ways[lane >> 1])
            lanes[end_of(way, lane + 1), end_of(way, lane)] = lane
        for origin, goal, soldiers in orders:
            state.orders[lanes[origin, goal]] += soldiers

    def note_orders(self, seen: Position, orders: list[list[int]]) -> None:
        """What was ordered this turn: origins, destinations and soldiers."""
        self.orders = orders
        self.past = [*self.past, Past(seen, orders)] if len(self.past) == seen.state.turn < EARLY else []


@compiled
def suppose_start(cells: Cells, seen_cells: Cells) -> None:
    """How the war began, as far as everybody can know."""
    state, seen = cells.view(LAYOUT)[0], seen_cells.view(LAYOUT)[0]
    state.forts, state.living = seen.forts, (1 << state.seats) - 1
    if state.source != GIVEN:
        for seat in range(state.seats):
            state.owners[seat] = seat + 1
            state.soldiers[seat] = GARRISON


@compiled
def go_on(cells: Cells) -> None:
    """The believed war goes on by a turn."""
    pass_turn(cells.view(LAYOUT)[0])


@compiled
def look(cells: Cells, seen_cells: Cells, seat: int) -> None:
    """Believe what is seen."""
    state, seen = cells.view(LAYOUT)[0], seen_cells.view(LAYOUT)[0]
    supposed = strengths(state)
    learn_roads(state, seen)
    see_forts(state, seen, seat)
    see_roads(state, seen)
    for other in range(state.seats):
        if not seen.living >> other & 1:
            divide(state, seen, seat, other)
    state.living = seen.living
    balance(state, seen, seat, supposed)
    if state.fog == SIGHT:
        note_held(state)


@compiled
def count_wrong(cells: Cells, seen_cells: Cells, wrong: Cells) -> None:
    """For each seat, how many of its forts in sight are not as they were believed to be, and how many there are."""
    state, seen = cells.view(LAYOUT)[0], seen_cells.view(LAYOUT)[0]
    for fort in range(seen.forts):
        owner = seen.owners[fort]
        if owner > NOBODY:
            wrong[owner - 1, 0] += state.owners[fort] != owner or state.soldiers[fort] != seen.soldiers[fort]
            wrong[owner - 1, 1] += 1


# --- roads


@compiled
def learn_roads(state: State, seen: State) -> None:
    """Put roads that are new on the map; on a fair map their copies, too."""
    copies = state.seats if state.source == FAIR else 1
    for road in range(seen.roads):
        one, other = end_of(seen.ways[road], 1), end_of(seen.ways[road], 0)
        for k in range(copies):
            first = turned(one, k, copies, state.forts // copies)
            second = turned(other, k, copies, state.forts // copies)
            if road_between(state, first, second) == NONE:
                learn_road(state, first, second, length_of(seen.ways[road]))


@compiled
def learn_road(state: State, one: int, other: int, length: int) -> None:
    """Put a road where it stands on maps that are made by chance: sorted by its ends, the lower one first."""
    used = road_steps(state)
    if state.roads == ROADS or used + length > STEPS:
        return
    new, place, first = way(min(one, other), max(one, other), length), state.roads, used
    while place > 0 and comes_before(new, state.ways[place - 1]):
        state.ways[place] = state.ways[place - 1]
        first -= length_of(state.ways[place])
        place -= 1
    for cell in range(used - 1, first - 1, -1):
        state.steps[cell + length] = state.steps[cell]
    for cell in range(first, first + length):
        state.steps[cell] = 0
    state.ways[place] = new
    state.roads += 1


@compiled
def comes_before(one: int, other: int) -> bool:
    first, second = end_of(one, 1), end_of(other, 1)
    return first < second or (first == second and end_of(one, 0) < end_of(other, 0))


@compiled
def road_between(state: State, one: int, other: int) -> int:
    for road in range(state.roads):
        a, b = end_of(state.ways[road], 1), end_of(state.ways[road], 0)
        if (a == one and b == other) or (a == other and b == one):
            return road
    return NONE


@compiled
def see_roads(state: State, seen: State) -> None:
    """Take over who walks where it can be seen: between two forts in sight."""
    first = 0
    for road in range(seen.roads):
        one, other = end_of(seen.ways[road], 1), end_of(seen.ways[road], 0)
        place = road_between(state, one, other)
        if place != NONE and seen.owners[one] != HIDDEN and seen.owners[other] != HIDDEN:
            start = 0
            for before in range(place):
                start += length_of(state.ways[before])
            state.ways[place] = seen.ways[road]
            for cell in range(length_of(seen.ways[road])):
                state.steps[start + cell] = seen.steps[first + cell]
        first += length_of(seen.ways[road])


# --- forts


@compiled
def see_forts(state: State, seen: State, seat: int) -> None:
    for fort in range(seen.forts):
        if seen.owners[fort] != HIDDEN:
            state.owners[fort] = seen.owners[fort]
            state.soldiers[fort] = seen.soldiers[fort]
        elif state.owners[fort] == seat + 1:  # it has fallen, or it would be seen
            state.owners[fort] = heir_of(state, seen.living, seat, fort)
            state.soldiers[fort] = LOST if state.owners[fort] > NOBODY else 0


@compiled
def divide(state: State, seen: State, seat: int, dead: int) -> None:
    """Whoever is out has no forts left, unless one is seen: then they have gone, and their forts fight on."""
    for fort in range(seen.forts):
        if seen.owners[fort] == dead + 1:
            return
    for fort in range(state.forts):
        if state.owners[fort] == dead + 1:
            state.owners[fort] = heir_of(state, seen.living, seat, fort)
            state.soldiers[fort] = LOST if state.owners[fort] > NOBODY else 0
    for cell in range(road_steps(state)):
        for lane in range(2):
            if owner_of(march_of(state.steps[cell], lane)) == dead + 1:
                state.steps[cell] = with_march(state.steps[cell], lane, 0)


@compiled
def heir_of(state: State, living: int, seat: int, fort: int) -> int:
    """The strongest of the others who live beside a fort; NOBODY without one."""
    best, most = NOBODY, -1
    for lane in range(2 * state.roads):
        origin = end_of(state.ways[lane >> 1], lane + 1)
        owner = state.owners[origin]
        rival = owner > NOBODY and owner != seat + 1 and living >> (owner - 1) & 1
        if end_of(state.ways[lane >> 1], lane) == fort and rival and state.soldiers[origin] > most:
            best, most = owner, state.soldiers[origin]
    return best


# --- strength


@compiled
def strengths(state: State) -> Cells:
    """The soldiers of each owner, in forts and on roads."""
    total = np.zeros(PLAYERS + 1, np.int64)
    for fort in range(state.forts):
        total[max(0, state.owners[fort])] += state.soldiers[fort]
    for cell in range(road_steps(state)):
        for lane in range(2):
            there = march_of(state.steps[cell], lane)
            total[owner_of(there)] += soldiers_of(there)
    return total


@compiled
def balance(state: State, seen: State, seat: int, supposed: Cells) -> None:
    """Who is not where they were believed to be is somewhere else: in forts out of sight."""
    found = strengths(state)
    # Of two, each loses as many as the other: whoever we did not lose, they did not lose.
    spared = found[seat + 1] - supposed[seat + 1] if alone(state, seat) else 0
    for other in range(state.seats):
        if other != seat and state.living >> other & 1:
            spread(state, seen, other + 1, max(0, supposed[other + 1] + spared) - found[other + 1])


@compiled
def alone(state: State, seat: int) -> bool:
    """Is there only one rival left?"""
    rivals = state.living & ~(1 << seat)
    return rivals & (rivals - 1) == 0


@compiled
def spread(state: State, seen: State, owner: int, soldiers: int) -> None:
    """Add soldiers to an owner's forts out of sight, or take them away."""
    hidden = 0
    for fort in range(state.forts):
        hidden += seen.owners[fort] == HIDDEN and state.owners[fort] == owner
    for fort in range(state.forts):
        if seen.owners[fort] == HIDDEN and state.owners[fort] == owner:
            share = max(-state.soldiers[fort], soldiers // hidden)
            state.soldiers[fort] += share
            soldiers -= share
            hidden -= 1
