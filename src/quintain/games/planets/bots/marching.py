"""What the simple bots have in common: questions about planets, and orders from a kernel."""

from collections.abc import Callable
from typing import Any

import numpy as np

from quintain.core.bot import Turn
from quintain.core.kernel import Cells, compiled
from quintain.games.planets.actions import Action, Done, Launch
from quintain.games.planets.rules.space import distance
from quintain.games.planets.rules.state import NEUTRAL, NONE, PLANETS, State, growth_of, owner_of, ships_of

# (cells of the state, seat, ids of known friends as a mask, rows for the orders) -> how many orders
Marching = Callable[[Cells, int, int, Cells], int]

LAYOUT = State.layout


def orders(turn: Turn, marching: Marching, friends: int = 0) -> list[Action]:
    """The launches that a kernel wants, and the end of the turn."""
    out = np.empty((PLANETS, 3), np.int64)
    count = marching(turn.seen.record, turn.seat, friends, out)
    return [*(Launch(*row) for row in out[:count].tolist()), Done()]


def prepare(marching: Marching) -> None:
    """Use the kernel once, so that no compiling happens on the clock."""
    record = State.blank()
    state: Any = record.view(LAYOUT)[0]
    state.seats, state.ids[0], state.living = 2, 1, 6
    marching(record, 0, 0, np.empty((PLANETS, 3), np.int64))


@compiled
def write(out: Cells, n: int, source: int, destination: int, ships: int) -> int:
    """One more order, unless there is nothing to send or nowhere to send it."""
    if source == NONE or destination == NONE or ships <= 0:
        return n
    out[n, 0] = source
    out[n, 1] = destination
    out[n, 2] = ships
    return n + 1


@compiled
def own_fleets(state: State, player: int) -> int:
    own = 0
    for i in range(state.fleets):
        own += owner_of(state.words[i]) == player
    return own


@compiled
def is_target(state: State, planet: int, friends: int, enemies_only: bool) -> bool:
    """Friends are the player itself and those whom it knows to be."""
    owner = state.owners[planet]
    return not friends >> owner & 1 and not (enemies_only and owner == NEUTRAL)


@compiled
def strongest(state: State, player: int) -> int:
    """The player's planet with most ships, of equals the first; NONE without any."""
    best = NONE
    for planet in range(state.planets):
        if state.owners[planet] == player and (best == NONE or state.ships[planet] > state.ships[best]):
            best = planet
    return best


@compiled
def weakest(state: State, friends: int, enemies_only: bool) -> int:
    """The target with the fewest ships."""
    best = NONE
    for planet in range(state.planets):
        weaker = best == NONE or state.ships[planet] < state.ships[best]
        if weaker and is_target(state, planet, friends, enemies_only):
            best = planet
    return best


@compiled
def nearest(state: State, source: int, friends: int, enemies_only: bool) -> int:
    best, way = NONE, 0
    for planet in range(state.planets):
        if is_target(state, planet, friends, enemies_only):
            far = distance(state, source, planet)
            if best == NONE or far < way:
                best, way = planet, far
    return best


@compiled
def idlest(state: State, player: int) -> int:
    """The player's planet with most ships for its growth; one without ships never."""
    best, most, least = NONE, 0, 1
    for planet in range(state.planets):
        ships, growth = state.ships[planet], 1 + growth_of(state.sites[planet])
        if state.owners[planet] == player and ships * least > most * growth:
            best, most, least = planet, ships, growth
    return best


@compiled
def richest(state: State, friends: int, enemies_only: bool) -> int:
    """The target with most growth for its ships; one without ships is beyond comparison."""
    best, most, least = NONE, 0, 1
    for planet in range(state.planets):
        growth, ships = 1 + growth_of(state.sites[planet]), state.ships[planet]
        if is_target(state, planet, friends, enemies_only) and growth * least > most * ships:
            best, most, least = planet, growth, ships
    return best


@compiled
def ships_of_side(state: State, members: int, flying: bool) -> int:
    """The ships of some players."""
    total = 0
    for planet in range(state.planets):
        if members >> state.owners[planet] & 1:
            total += state.ships[planet]
    for i in range(state.fleets if flying else 0):
        if members >> owner_of(state.words[i]) & 1:
            total += ships_of(state.words[i])
    return total


@compiled
def growth_of_side(state: State, members: int) -> int:
    total = 0
    for planet in range(state.planets):
        if members >> state.owners[planet] & 1:
            total += growth_of(state.sites[planet])
    return total
