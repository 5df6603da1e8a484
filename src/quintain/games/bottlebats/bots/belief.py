"""What a bot believes of the country in the fog: a war that goes on there as a marshal would wage it.

Everybody knows how maps come about: a given one is an option of the match, the homes of others have the first numbers,
and of a fair map one part shows all its copies. Each turn the believed war goes on by a turn, and then what is seen
takes the place of what was believed.
"""

import numpy as np

from quintain.core.kernel import HIDDEN, Cells, compiled
from quintain.core.position import Position
from quintain.games.bottlebats.bots.foresight import LAYOUT
from quintain.games.bottlebats.bots.planner import Habits, plan
from quintain.games.bottlebats.rules.generator import GARRISON, turned
from quintain.games.bottlebats.rules.state import (
    FAIR,
    GIVEN,
    NOBODY,
    NONE,
    PLAYERS,
    ROADS,
    STEPS,
    State,
    end_of,
    length_of,
    march_of,
    owner_of,
    soldiers_of,
    way,
)
from quintain.games.bottlebats.rules.turn import pass_turn, road_steps

LOST = 5  # soldiers that are supposed in a fort which somebody has taken out of sight


class Belief:
    def __init__(self, habits: Habits) -> None:
        self.habits = habits  # of everybody else
        self.record: Cells = np.zeros(0, np.int64)
        self.scratch = State.blank()
        self.given = False  # have this turn's own orders been noted?

    def updated(self, seen: Position, seat: int) -> Cells:
        """The war as it is seen, and as it is believed to be elsewhere."""
        if not len(self.record):
            self.record = seen.game.blank(seen.options)
            suppose_start(self.record, seen.record)
        self.follow(seen.state.turn, seat)
        look(self.record, seen.record, seat)
        return self.record

    def follow(self, turn: int, seat: int) -> None:
        """Let the believed war go on to this turn. Own orders are known of the latest one alone."""
        # Kernels are called one by one here: inside another one the planner would have to be compiled once more.
        state = self.record.view(LAYOUT)[0]
        while state.turn < turn:
            for other in range(state.seats):
                if state.living >> other & 1 and (other != seat or not self.given):
                    plan(self.record, self.scratch, other, self.habits)
            self.given = False
            go_on(self.record)

    def note_orders(self, orders: Cells) -> None:
        """What was ordered this turn, by lane of the believed war."""
        state = self.record.view(LAYOUT)[0]
        state.orders[:] = orders
        self.given = True


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
    state.living = seen.living
    balance(state, seen, seat, supposed)


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
                learn_road(state, way(first, second, length_of(seen.ways[road])))


@compiled
def learn_road(state: State, new: int) -> None:
    if state.roads < ROADS and road_steps(state) + length_of(new) <= STEPS:
        state.ways[state.roads] = new
        state.roads += 1


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
            state.owners[fort] = neighbour_of(state, seat, fort)
            state.soldiers[fort] = LOST if state.owners[fort] > NOBODY else 0


@compiled
def neighbour_of(state: State, seat: int, fort: int) -> int:
    """The strongest other player beside a fort; NOBODY without one."""
    best, most = NOBODY, -1
    for lane in range(2 * state.roads):
        origin = end_of(state.ways[lane >> 1], lane + 1)
        stranger = state.owners[origin] > NOBODY and state.owners[origin] != seat + 1
        if end_of(state.ways[lane >> 1], lane) == fort and stranger and state.soldiers[origin] > most:
            best, most = state.owners[origin], state.soldiers[origin]
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
    spared = found[seat + 1] - supposed[seat + 1] if state.seats == 2 else 0
    for other in range(state.seats):
        if other != seat and state.living >> other & 1:
            spread(state, seen, other + 1, max(0, supposed[other + 1] + spared) - found[other + 1])


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
