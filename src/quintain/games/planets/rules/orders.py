"""RULES.md 3: what a seat may order, and a useful choice of it."""

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.planets.rules.sky import add_order, ordered, room_for, same_way
from quintain.games.planets.rules.space import distance
from quintain.games.planets.rules.state import (
    DONE,
    LARGEST_MESSAGE,
    LAUNCH,
    NEUTRAL,
    NONE,
    PLANETS,
    SEND,
    SHIP_MASK,
    WORDS,
    State,
    growth_of,
    packed,
)

TARGETS = 2  # the nearest planets of others that are offered to each planet
AMOUNTS = 3  # just enough, half and all
MOST_ACTIONS = PLANETS * (TARGETS * AMOUNTS + 1) + 2


@compiled
def acting(state: State) -> int:
    return state.waiting


# --- giving orders


@compiled
def allows(state: State, seat: int, action: Cells) -> bool:
    if action[0] == LAUNCH:
        return allows_launch(state, state.ids[seat], action[1], action[2], action[3])
    if action[0] == SEND:
        return bool(state.radio) and 0 <= action[1] <= LARGEST_MESSAGE
    return action[0] == DONE


@compiled
def allows_launch(state: State, player: int, source: int, destination: int, ships: int) -> bool:
    if not (0 <= source < state.planets and 0 <= destination < state.planets) or source == destination:
        return False
    if state.owners[source] != player or not 0 <= ships <= state.ships[source] - ordered(state, source):
        return False
    return ships == 0 or has_room(state, packed(0, destination, player, source, ships), player)


@compiled
def has_room(state: State, word: int, player: int) -> bool:
    # A list that is short enough for everybody to have its share needs no counting.
    if (state.fleets + state.orders + 1) * state.seats <= WORDS:
        return True
    return room_for(state, player) > 0 or (bool(state.merging) and same_way(state, word) != NONE)


@compiled
def obey(state: State, seat: int, action: Cells) -> None:
    """Note what the seat has ordered; nobody else knows of it before the turn is played."""
    if action[0] == LAUNCH:
        launch(state, state.ids[seat], action[1], action[2], action[3])
    elif action[0] == SEND:
        state.outbox[seat] = action[1]
        state.told |= 1 << seat
    else:
        state.waiting &= ~(1 << seat)


@compiled
def launch(state: State, player: int, source: int, destination: int, ships: int) -> None:
    """Order a fleet; an empty one is forgotten."""
    if ships > 0:
        add_order(state, packed(0, destination, player, source, ships & SHIP_MASK))


# --- a useful choice


@compiled
def legal(state: State, seat: int, out: Cells) -> int:
    """From each planet to the nearest ones of others with just enough, half or all, all to the nearest own one; the
    own id as a message; and the end of the turn."""
    player = state.ids[seat]
    if player < 1:
        return 0
    n = 0
    if room_for(state, player) > 0:
        for planet in range(state.planets):
            spare = state.ships[planet] - ordered(state, planet) if state.owners[planet] == player else 0
            if spare > 0:
                n = offer_launches(state, player, planet, spare, out, n)
    if state.radio and not state.told >> seat & 1:
        n = write(out, n, SEND, player, 0, 0)
    return write(out, n, DONE, 0, 0, 0)


@compiled
def write(out: Cells, n: int, kind: int, first: int, second: int, third: int) -> int:
    out[n, 0] = kind
    out[n, 1] = first
    out[n, 2] = second
    out[n, 3] = third
    return n + 1


@compiled
def offer_launches(state: State, player: int, planet: int, spare: int, out: Cells, n: int) -> int:
    targets = np.empty(TARGETS, np.int64)
    found = nearest_of_others(state, player, planet, targets)
    for i in range(found):
        target = targets[i]
        needed = ships_needed(state, planet, target)
        n = write(out, n, LAUNCH, planet, target, spare)
        if spare // 2 > 0:
            n = write(out, n, LAUNCH, planet, target, spare // 2)
        if needed < spare and needed != spare // 2:
            n = write(out, n, LAUNCH, planet, target, needed)
    home = nearest_own(state, player, planet)
    return n if home == NONE else write(out, n, LAUNCH, planet, home, spare)


@compiled
def ships_needed(state: State, source: int, target: int) -> int:
    """Just enough to take a planet if nobody else does anything."""
    growth = 0
    if state.owners[target] != NEUTRAL:
        growth = growth_of(state.sites[target]) * (distance(state, source, target) - 1 + state.growth_first)
    return state.ships[target] + growth + 1


@compiled
def nearest_of_others(state: State, player: int, planet: int, targets: Cells) -> int:
    """The nearest planets that are not the player's, the nearest first and of equals the first; returns how many."""
    ways = np.empty(TARGETS, np.int64)
    found = 0
    for other in range(state.planets):
        if state.owners[other] == player:
            continue
        way = distance(state, planet, other)
        place = found
        while place > 0 and ways[place - 1] > way:
            place -= 1
        if place < TARGETS:
            found = min(found + 1, TARGETS)
            for i in range(found - 1, place, -1):
                ways[i], targets[i] = ways[i - 1], targets[i - 1]
            ways[place], targets[place] = way, other
    return found


@compiled
def nearest_own(state: State, player: int, planet: int) -> int:
    """The player's nearest other planet; NONE without one."""
    best, nearest = 0, NONE
    for other in range(state.planets):
        if other != planet and state.owners[other] == player:
            way = distance(state, planet, other)
            if nearest == NONE or way < best:
                best, nearest = way, other
    return nearest
