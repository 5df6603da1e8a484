"""RULES.md 4: what happens in a turn once everybody has given orders: departure, growth, battles, elimination."""

from quintain.core.kernel import compiled
from quintain.games.planets.rules.losses import note_losses
from quintain.games.planets.rules.sky import drop_fleets, merge_fleets, most_fleets, words_of
from quintain.games.planets.rules.space import distance
from quintain.games.planets.rules.state import (
    ARRIVAL_AT,
    NEUTRAL,
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
    if state.open_sky:
        move(state)
    else:
        before, held = state.ships[: state.planets].copy(), state.owners[: state.planets].copy()
        move(state)
        note_losses(state, before, held)
    bury(state)


@compiled
def move(state: State) -> None:
    depart(state)
    if state.growth_first:
        grow(state)
    state.turn += 1
    while landing(state):
        fight(state, destination_of(state.words[state.fleets - 1]))
    if not state.growth_first:
        grow(state)


@compiled
def depart(state: State) -> None:
    """Ships leave their planets at once: the first order after the fleets becomes one of them, and so on."""
    if state.orders == 0:
        return
    while state.orders > 0:
        word = state.words[state.fleets]
        source = source_of(word)
        state.ships[source] -= ships_of(word)
        word |= (state.turn + distance(state, source, destination_of(word))) << ARRIVAL_AT
        place = state.fleets
        while place > 0 and state.words[place - 1] < word:
            state.words[place] = state.words[place - 1]
            place -= 1
        state.words[place] = word
        state.fleets += 1
        state.orders -= 1
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
def fight(state: State, planet: int) -> None:
    """The largest force wins with what it has more than the second; of two equal ones nothing is left."""
    owner, garrison = state.owners[planet], state.ships[planet]
    first, second, winner = 0, 0, owner
    player, force = NEUTRAL, 0  # who is landing, and with how many: the fleets of a player lie together
    while landing(state) and destination_of(state.words[state.fleets - 1]) == planet:
        state.fleets -= 1
        word = state.words[state.fleets]
        state.words[state.fleets] = 0
        if joins(state, owner_of(word), owner):
            garrison += ships_of(word)
        elif owner_of(word) == player:
            force += ships_of(word)
        else:
            first, second, winner = ranked(first, second, winner, force, player)
            player, force = owner_of(word), ships_of(word)
    first, second, winner = ranked(first, second, winner, force, player)
    first, second, winner = ranked(first, second, winner, garrison, owner)
    state.ships[planet] = first - second
    if first > second:
        state.owners[planet] = winner


@compiled
def ranked(first: int, second: int, winner: int, force: int, player: int) -> tuple[int, int, int]:
    """The two largest forces and whose the largest is, with one more force."""
    if force > first:
        return force, first, player
    return first, max(second, force), winner


@compiled
def joins(state: State, player: int, owner: int) -> bool:
    """Does a player that lands belong to the garrison?"""
    return player == owner or (bool(state.reinforcing) and owner != NEUTRAL and allied(state, player, owner))


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
