"""RULES.md 7: what a seat may not know, and what it may imagine instead."""

import numpy as np

from quintain.core.dice import random_below
from quintain.core.kernel import HIDDEN, Cells, compiled
from quintain.games.bottlebats.rules.state import (
    FORTS,
    NONE,
    OFF,
    PLAYERS,
    SIGHT,
    STRANGER,
    State,
    add_road,
    end_of,
    has_held,
    length_of,
    site,
    x_of,
    y_of,
)
from quintain.games.bottlebats.rules.turn import road_steps

UNKNOWN, ON_MAP, IN_SIGHT = range(3)  # what a seat knows of a fort


@compiled
def conceal(state: State, seat: int) -> None:
    """Others' orders are hidden, and who has ended the turn; in the fog most of the map is, too."""
    known = 0 <= seat < state.seats
    player = seat + 1 if known else STRANGER
    conceal_orders(state, player)
    if state.fog != OFF:
        conceal_map(state, seat, player)
    own = 1 << seat if known else 0
    state.leaving &= own
    if state.winner == NONE:
        state.waiting = state.waiting & own | state.living & ~own


@compiled
def conceal_orders(state: State, player: int) -> None:
    for lane in range(2 * state.roads):
        if state.orders[lane] > 0 and state.owners[end_of(state.ways[lane >> 1], lane + 1)] != player:
            state.orders[lane] = 0


# --- fog


@compiled
def conceal_map(state: State, seat: int, player: int) -> None:
    known = np.zeros(FORTS, np.int64)
    look(state, seat, player, known)
    keep_roads(state, seat, player, known)
    if state.fog == SIGHT and player != STRANGER:
        see_from_home(state, state.sites[state.homes[seat]])
    for fort in range(state.forts):
        if known[fort] != IN_SIGHT:
            state.owners[fort] = HIDDEN
            state.soldiers[fort] = HIDDEN
        if known[fort] == UNKNOWN:
            state.sites[fort] = HIDDEN
    for other in range(state.seats):
        if other != seat:
            state.homes[other] = HIDDEN
            state.held[other, 0] = 0
            state.held[other, 1] = 0


@compiled
def look(state: State, seat: int, player: int, known: Cells) -> None:
    """Both ends of each road with an own end are in sight, and in the fog by sight own forts without a road, too."""
    for fort in range(state.forts):
        if state.fog == SIGHT and state.owners[fort] == player:
            known[fort] = IN_SIGHT
    for road in range(state.roads):
        one, other = end_of(state.ways[road], 1), end_of(state.ways[road], 0)
        if state.owners[one] == player or state.owners[other] == player:
            known[one] = IN_SIGHT
            known[other] = IN_SIGHT
        elif familiar(state, seat, player, one) or familiar(state, seat, player, other):
            known[one] = max(known[one], ON_MAP)
            known[other] = max(known[other], ON_MAP)
    if state.fog == SIGHT and player != STRANGER:
        known[state.homes[seat]] = max(known[state.homes[seat]], ON_MAP)


@compiled
def familiar(state: State, seat: int, player: int, fort: int) -> bool:
    """Has the seat been told of the roads of this fort, when it took it?"""
    return state.fog == SIGHT and player != STRANGER and has_held(state, seat, fort)


@compiled
def keep_roads(state: State, seat: int, player: int, known: Cells) -> None:
    """Close the gaps that hidden roads leave, for their numbers and lengths would tell of them."""
    kept, free, first, before = 0, 0, 0, road_steps(state)
    for road in range(state.roads):
        way = state.ways[road]
        one, other = end_of(way, 1), end_of(way, 0)
        own = state.owners[one] == player or state.owners[other] == player
        seen = own or (state.fog == SIGHT and known[one] == IN_SIGHT and known[other] == IN_SIGHT)
        if seen or familiar(state, seat, player, one) or familiar(state, seat, player, other):
            move_road(state, road, kept, first, free, int(seen))
            kept += 1
            free += length_of(way)
        first += length_of(way)
    for road in range(kept, state.roads):
        state.ways[road] = 0
        state.orders[2 * road] = 0
        state.orders[2 * road + 1] = 0
    for cell in range(free, before):
        state.steps[cell] = 0
    state.roads = kept


@compiled
def move_road(state: State, road: int, place: int, first: int, free: int, seen: int) -> None:
    """Give a road another number and other cells, which lie before its own; who walks there only if that is seen."""
    state.ways[place] = state.ways[road]
    state.orders[2 * place] = state.orders[2 * road]
    state.orders[2 * place + 1] = state.orders[2 * road + 1]
    for cell in range(length_of(state.ways[road])):
        state.steps[free + cell] = state.steps[first + cell] * seen


@compiled
def see_from_home(state: State, home: int) -> None:
    """Coordinates are counted from the seat's first fort."""
    for fort in range(state.forts):
        if state.sites[fort] != HIDDEN:
            there = state.sites[fort]
            state.sites[fort] = site(x_of(there) - x_of(home), y_of(there) - y_of(home))


# --- imagining


@compiled
def imagine(state: State, seat: int, rng: Cells) -> None:
    """Nobody else has decided yet; behind the fog forts lie somewhere near, belong to somebody and have a road."""
    known = 0 <= seat < state.seats
    own = 1 << seat if known else 0
    if state.fog != OFF:
        place_forts(state, rng)
        link_forts(state, seat, seat + 1 if known else STRANGER)
        settle_forts(state, own, rng)
        for other in range(state.seats):
            state.homes[other] = max(state.homes[other], 0)
    if state.winner == NONE:
        state.waiting = state.waiting & own | state.living & ~own


@compiled
def place_forts(state: State, rng: Cells) -> None:
    """Put forts whose site is unknown around those that are seen."""
    left, right, low, high = extent(state)
    for fort in range(state.forts):
        for _ in range(8):
            if state.sites[fort] == HIDDEN:
                place = site(left + random_below(rng, right - left), low + random_below(rng, high - low))
                if vacant(state, place):
                    state.sites[fort] = place
        if state.sites[fort] == HIDDEN:
            state.sites[fort] = site(right + 1 + fort, high + 1)


@compiled
def extent(state: State) -> tuple[int, int, int, int]:
    """A field that holds all that is seen, with a margin for the rest."""
    left, right, low, high = 0, 0, 0, 0
    for fort in range(state.forts):
        if state.sites[fort] != HIDDEN:
            x, y = x_of(state.sites[fort]), y_of(state.sites[fort])
            left, right, low, high = min(left, x), max(right, x), min(low, y), max(high, y)
    return left - 12, right + 12, low - 12, high + 12


@compiled
def vacant(state: State, place: int) -> bool:
    found = 0
    for fort in range(state.forts):
        found += state.sites[fort] == place
    return found == 0


@compiled
def link_forts(state: State, seat: int, player: int) -> None:
    """Lead a road from each fort out of sight to the nearest that may have an unseen road, of those before it."""
    known, done = np.zeros(FORTS, np.int64), np.zeros(FORTS, np.int64)
    look(state, seat, player, known)
    for fort in range(state.forts):
        done[fort] = known[fort] == IN_SIGHT and state.owners[fort] != player
        if familiar(state, seat, player, fort):
            done[fort] = 0
    for fort in range(state.forts):
        own = known[fort] == IN_SIGHT or familiar(state, seat, player, fort)
        if not own:
            add_road(state, fort, nearest(state, fort, done))
            done[fort] = 1


@compiled
def nearest(state: State, fort: int, among: Cells) -> int:
    best, way = NONE, 0
    for other in range(state.forts):
        if among[other] and other != fort:
            x = x_of(state.sites[fort]) - x_of(state.sites[other])
            y = y_of(state.sites[fort]) - y_of(state.sites[other])
            if best == NONE or x * x + y * y < way:
                best, way = other, x * x + y * y
    return best


@compiled
def settle_forts(state: State, own: int, rng: Cells) -> None:
    """Everybody else who lives has a fort somewhere; of the other hidden forts every second one is neutral."""
    homeless = state.living & ~own
    for fort in range(state.forts):
        if state.owners[fort] > 0:
            homeless &= ~(1 << (state.owners[fort] - 1))
    rivals, many = np.zeros(PLAYERS, np.int64), 0
    for seat in range(state.seats):
        if state.living & ~own & 1 << seat:
            rivals[many] = seat + 1
            many += 1
    for fort in range(state.forts):
        if state.owners[fort] == HIDDEN:
            owner = 0
            for seat in range(state.seats):
                if owner == 0 and homeless >> seat & 1:
                    owner = seat + 1
            homeless &= homeless - 1
            if owner == 0 and many > 0 and random_below(rng, 2):
                owner = rivals[random_below(rng, many)]
            state.owners[fort] = owner
            state.soldiers[fort] = random_below(rng, 20) if owner else 0
