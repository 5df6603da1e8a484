"""What Sage thinks that players may do: attacks on neighbours, alone or in any combination, and help for the front."""

import numpy as np

from quintain.core.kernel import Cells, Record, cell, cells, compiled
from quintain.games.planets.bots.neighbourhood import Neighbourhood
from quintain.games.planets.rules.state import (
    NEUTRAL,
    PLANETS,
    State,
    destination_of,
    growth_of,
    owner_of,
    packed,
    ships_of,
    source_of,
)

# Sage as it is described has these two.
ENOUGH = 50  # decisions, after which no more are looked for
RIPE = 10  # turns of growth that make a planet worth emptying

MOST = 400  # decisions that fit
MOST_ORDERS = 2000
NONE = -1


class Side(Record):
    """Whom a player knows how. Sets of players are masks of ids, 1 is nobody."""

    player: int = cell()
    team: int = cell()  # with the player
    enemies: int = cell()  # as far as the player can tell
    prey: int = cell()  # whose planets may be attacked
    sighted: int = cell()  # does the player know of others' fleets?


class Decisions(Record):
    """Each decision is another one with the orders of one more attack; the first one is to attack nothing."""

    count: int = cell()
    orders: int = cell()
    parents: Cells = cells(MOST)
    targets: Cells = cells(MOST)
    ends: Cells = cells(MOST)  # where the orders of the attack end; they begin where those of the one before end
    words: Cells = cells(MOST_ORDERS)
    shared: int = cell()  # orders that belong to every decision
    common: Cells = cells(PLANETS)


SIDE = Side.layout
DECISIONS = Decisions.layout


# --- the map as a side sees it


@compiled
def belongs(state: State, planet: int, players: int) -> bool:
    return bool(players >> state.owners[planet] & 1)


@compiled
def borders(state: State, planet: int, space: Neighbourhood, players: int) -> bool:
    """Has the planet a neighbour that belongs to one of these?"""
    found = False
    for other in range(state.planets):
        found |= bool(space.near[planet, other]) and belongs(state, other, players)
    return found


@compiled
def border_planets(state: State, owners: int, space: Neighbourhood, others: int) -> Cells:
    """The planets of these owners that border on what belongs to those others, in order."""
    found, n = np.empty(PLANETS, np.int64), 0
    for planet in range(state.planets):
        if belongs(state, planet, owners) and borders(state, planet, space, others):
            found[n] = planet
            n += 1
    return found[:n]


@compiled
def within_reach(state: State, sources: Cells, space: Neighbourhood, players: int, taken: Cells) -> Cells:
    """These players' planets beside the sources, each once; those that are taken are left out."""
    found, n = np.empty(PLANETS, np.int64), 0
    for source in sources:
        for planet in range(state.planets):
            if space.near[source, planet] and not taken[planet] and belongs(state, planet, players):
                taken[planet] = 1
                found[n] = planet
                n += 1
    return found[:n]


@compiled
def targeted(state: State, player: int, others: bool) -> Cells:
    """1 for each planet to which a fleet of the player is flying; or anybody's that is seen."""
    taken = np.zeros(PLANETS, np.int64)
    for i in range(state.fleets):
        if others or owner_of(state.words[i]) == player:
            taken[destination_of(state.words[i])] = 1
    return taken


@compiled
def ships_needed(state: State, target: int, way: int) -> int:
    growth = 0 if state.owners[target] == NEUTRAL else way * growth_of(state.sites[target])
    return state.ships[target] + growth + 1


@compiled
def ripe(state: State, planet: int, ships: int) -> bool:
    return ships > RIPE * growth_of(state.sites[planet])


# --- attacks


@compiled
def generate(state: State, sources: Cells, targets: Cells, space: Neighbourhood, out: Decisions) -> None:
    """All combinations of attacks, depth first, until there are enough."""
    out.count, out.orders = 1, 0
    out.parents[0] = out.targets[0] = NONE
    out.ends[0] = 0
    left, stack = np.empty(PLANETS, np.int64), np.empty(MOST, np.int64)
    stack[0] = 0
    height = 1
    while height > 0 and out.count < ENOUGH:
        height -= 1
        decision = stack[height]
        spend(state, decision, out, left)
        first = out.count
        for target in targets:
            if not attacks(out, decision, target):
                add_attacks(state, decision, sources, target, space, left, out)
        for added in range(first, out.count):
            stack[height] = added
            height += 1


@compiled
def spend(state: State, decision: int, out: Decisions, left: Cells) -> None:
    """The ships that the decision leaves on each planet."""
    for planet in range(state.planets):
        left[planet] = state.ships[planet]
    while decision > 0:
        for i in range(out.ends[decision - 1], out.ends[decision]):
            left[source_of(out.words[i])] -= ships_of(out.words[i])
        decision = out.parents[decision]


@compiled
def attacks(out: Decisions, decision: int, target: int) -> bool:
    while decision > 0:
        if out.targets[decision] == target:
            return True
        decision = out.parents[decision]
    return False


@compiled
def add_attacks(
    state: State, decision: int, sources: Cells, target: int, space: Neighbourhood, left: Cells, out: Decisions
) -> None:
    """Each neighbour that can take the target alone is an option; if none can, all that are ripe go and die."""
    found = False
    for source in sources:
        needed = ships_needed(state, target, space.ways[source, target])
        if space.near[source, target] and left[source] >= needed:
            found = True
            add_order(state, source, target, needed, out)
            close(decision, target, out)
    if found:
        return
    for source in sources:
        if space.near[source, target] and ripe(state, source, left[source]):
            add_order(state, source, target, left[source], out)
    close(decision, target, out)


@compiled
def add_order(state: State, source: int, target: int, ships: int, out: Decisions) -> None:
    if out.count < MOST and out.orders < MOST_ORDERS:
        out.words[out.orders] = packed(0, target, state.owners[source], source, ships)
        out.orders += 1


@compiled
def close(decision: int, target: int, out: Decisions) -> None:
    """The orders since the last decision are one more; none are nothing."""
    if out.orders > out.ends[out.count - 1] and out.count < MOST:
        out.parents[out.count] = decision
        out.targets[out.count] = target
        out.ends[out.count] = out.orders
        out.count += 1


# --- what every decision has in common


@compiled
def share(state: State, source: int, target: int, ships: int, out: Decisions) -> None:
    if target != NONE and target != source and ships > 0:
        out.common[out.shared] = packed(0, target, state.owners[source], source, ships)
        out.shared += 1


@compiled
def weakest(state: State, planets: Cells, owner: int) -> int:
    """The owner's planet with the fewest ships among these; NONE without one."""
    best = NONE
    for planet in planets:
        if state.owners[planet] == owner and (best == NONE or state.ships[planet] < state.ships[best]):
            best = planet
    return best


@compiled
def nearest_prey(state: State, source: int, players: int, space: Neighbourhood) -> int:
    """The nearest neighbour of these players that the planet can take alone; NONE without one."""
    best = NONE
    for planet in range(state.planets):
        if space.near[source, planet] and belongs(state, planet, players):
            able = state.ships[source] >= ships_needed(state, planet, space.ways[source, planet])
            if able and (best == NONE or space.ways[source, planet] < space.ways[source, best]):
                best = planet
    return best


@compiled
def follow_habits(state: State, planet: int, foes: int, front: Cells, space: Neighbourhood, out: Decisions) -> None:
    """What others do: take the nearest foe, else the nearest neutral planet, else strengthen their front."""
    target = nearest_prey(state, planet, foes, space)
    if target == NONE:
        target = nearest_prey(state, planet, 1 << NEUTRAL, space)
    if target != NONE:
        share(state, planet, target, ships_needed(state, target, space.ways[planet, target]), out)
    elif state.ships[planet] >= RIPE * growth_of(state.sites[planet]):
        share(state, planet, weakest(state, front, state.owners[planet]), state.ships[planet], out)


# --- three models


@compiled
def decide(state: State, side: Side, space: Neighbourhood, out: Decisions) -> None:
    """The player's own decisions, and all that is ripe behind the front goes to its weakest planet."""
    front = border_planets(state, 1 << side.player, space, ~side.team)
    targets = within_reach(state, front, space, side.prey, targeted(state, side.player, False))
    generate(state, front, targets, space, out)
    out.shared = 0
    aim = weakest(state, front, side.player)
    for planet in range(state.planets):
        behind = state.owners[planet] == side.player and not borders(state, planet, space, ~side.team)
        if behind and ripe(state, planet, state.ships[planet]):
            share(state, planet, aim, state.ships[planet], out)


@compiled
def decide_for_enemies(state: State, side: Side, space: Neighbourhood, out: Decisions) -> None:
    """They attack the player's front from beside it; farther away they do as they use to. Strangers do nothing."""
    foes, own = side.enemies & side.prey, 1 << side.player
    sources = border_planets(state, foes, space, own)
    targets = within_reach(state, sources, space, own, np.zeros(PLANETS, np.int64))
    generate(state, sources, targets, space, out)
    out.shared = 0
    for planet in range(state.planets):
        if belongs(state, planet, foes) and not borders(state, planet, space, own):
            follow_habits(state, planet, side.team, sources, space, out)


@compiled
def decide_for_allies(state: State, side: Side, space: Neighbourhood, out: Decisions) -> None:
    """Teammates do as they use to; there is only one decision."""
    out.count, out.orders, out.shared = 1, 0, 0
    out.ends[0] = 0
    allies = side.team & ~(1 << side.player)
    if allies == 0:
        return
    front = border_planets(state, allies, space, ~side.team)
    for planet in range(state.planets):
        if belongs(state, planet, allies):
            follow_habits(state, planet, side.enemies & side.prey, front, space, out)
