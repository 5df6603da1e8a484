"""RULES.md 4: what happens in a turn once everybody has given orders: departure, growth, battles, elimination."""

import numpy as np

from quintain.core.kernel import Cells, compiled, fill
from quintain.games.planets.rules.losses import note_losses
from quintain.games.planets.rules.sky import add_fleet, drop_fleets, merge_fleets, most_fleets, words_of
from quintain.games.planets.rules.space import distance
from quintain.games.planets.rules.state import (
    ARRIVAL_AT,
    NEUTRAL,
    PLAYERS,
    State,
    allied,
    arrival_of,
    destination_of,
    growth_of,
    owner_of,
    ships_of,
    source_of,
)


@compiled
def pass_turn(state: State) -> None:
    """All that ships and planets do in a turn. Who plays with whom matters only where allies may reinforce."""
    compared = 0 if state.open_sky else state.planets
    before, held = state.ships[:compared].copy(), state.owners[:compared].copy()
    depart(state)
    if state.growth_first:
        grow(state)
    state.turn += 1
    land(state)
    if not state.growth_first:
        grow(state)
    note_losses(state, before, held)
    bury(state)


@compiled
def depart(state: State) -> None:
    """Ships leave their planets at once."""
    if state.orders == 0:
        return
    leaving = state.words[state.fleets : state.fleets + state.orders].copy()
    for i in range(len(leaving)):
        state.words[state.fleets + i] = 0
    state.orders = 0
    for i in range(len(leaving)):
        word = leaving[i]
        source = source_of(word)
        state.ships[source] -= ships_of(word)
        arrival = state.turn + distance(state, source, destination_of(word))
        add_fleet(state, arrival << ARRIVAL_AT | word)
    make_room(state)


@compiled
def make_room(state: State) -> None:
    """Whoever has used up half of its share flies fleets that land together as one."""
    share = most_fleets(state)
    if 2 * state.fleets <= share:
        return
    for player in range(1, state.seats + 1):
        if 2 * words_of(state, player) > share:
            merge_fleets(state, player)


@compiled
def grow(state: State) -> None:
    for planet in range(state.planets):
        if state.owners[planet] != NEUTRAL:
            state.ships[planet] += growth_of(state.sites[planet])


@compiled
def landing(state: State) -> bool:
    """Does the next fleet land in this turn?"""
    return state.fleets > 0 and arrival_of(state.words[state.fleets - 1]) == state.turn


@compiled
def land(state: State) -> None:
    if not landing(state):
        return
    forces = np.empty(PLAYERS + 1, np.int64)
    while landing(state):
        fight(state, destination_of(state.words[state.fleets - 1]), forces)


@compiled
def fight(state: State, planet: int, forces: Cells) -> None:
    """The largest force wins with what it has more than the second; of two equal ones nothing is left."""
    muster(state, planet, forces)
    first, second, winner = 0, 0, state.owners[planet]
    for player in range(state.seats + 1):
        if forces[player] > first:
            first, second, winner = forces[player], first, player
        elif forces[player] > second:
            second = forces[player]
    state.ships[planet] = first - second
    if first > second:
        state.owners[planet] = winner


@compiled
def muster(state: State, planet: int, forces: Cells) -> None:
    """The garrison and everybody who lands there, by owner; the fleets are gone from the sky."""
    fill(forces, 0)
    owner = state.owners[planet]
    forces[owner] = state.ships[planet]
    while landing(state) and destination_of(state.words[state.fleets - 1]) == planet:
        state.fleets -= 1
        word = state.words[state.fleets]
        state.words[state.fleets] = 0
        player = owner_of(word)
        if state.reinforcing and owner != NEUTRAL and allied(state, player, owner):
            player = owner
        forces[player] += ships_of(word)


@compiled
def bury(state: State) -> None:
    """Whoever has no planet left is out, and its fleets vanish; where fleets keep alive, whoever has neither."""
    living = 0
    for planet in range(state.planets):
        living |= 1 << state.owners[planet]
    if state.fleets_live:
        for i in range(state.fleets):
            living |= 1 << owner_of(state.words[i])
    living &= state.living
    if living != state.living:
        for player in range(1, state.seats + 1):
            if state.living >> player & 1 and not living >> player & 1:
                drop_fleets(state, player)
        state.living = living
