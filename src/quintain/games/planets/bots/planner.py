"""One player's plan for a turn: attacks that arrive together, help that comes in time, and the rest to the front."""

from typing import Any

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.planets.bots.decisions import Side
from quintain.games.planets.bots.outlook import (
    CAMPS,
    FAR,
    FOE,
    FRIEND,
    ME,
    NOBODY,
    expect,
    foresee,
    ships_to_hold,
    spare_ships,
)
from quintain.games.planets.rules.sky import room_for
from quintain.games.planets.rules.state import PLANETS, State, growth_of, packed

Reals = np.ndarray[Any, np.dtype[np.float64]]

NONE = -1
MOST_STEPS = 40  # attacks and helps in a plan

# What a player leans to, as a row of numbers.
CAUTION = 0  # the share of the foes' ships nearby that are expected to come
HASTE = 1  # what a turn of flight counts, in ships
SURPLUS = 2  # the share of the foes' ships near a target that are expected to defend it
HOSTILITY = 3  # what a planet taken from a foe counts, if a neutral one counts 1
FLOW = 4  # the fewest ships that are sent to the front; 0 for never
HABITS = 5


@compiled
def plan(
    state: State, side: Side, ways: Cells, ranks: Cells, habits: Reals, worth: Reals, rows: Cells, found: Cells
) -> int:
    """Add the plan's orders to the state; answers how many. `rows` lists each step: target, ships, turns, launched."""
    planets = state.planets
    due = np.zeros((CAMPS, planets, FAR + 1), np.int64)
    whose, many = np.empty((planets, FAR + 1), np.int64), np.empty((planets, FAR + 1), np.int64)
    until = max(1, min(FAR, state.turn_limit - state.turn))
    expect(state, side, ways, due)
    for planet in range(planets):
        foresee(state, side, planet, due, whose, many)
    spare = np.zeros(PLANETS, np.int64)
    count_spare(state, side, ways, habits, whose, many, until, spare)
    before, steps = state.orders, 0
    while steps < MOST_STEPS and room_for(state, side.player) > 0:
        if not take_best(state, side, ways, ranks, habits, worth, due, whose, many, until, spare, rows[steps]):
            break
        steps += 1
    found[0] = steps
    if habits[FLOW] > 0:
        flow(state, side, ways, habits, whose, until, spare)
    return state.orders - before


@compiled
def count_spare(
    state: State, side: Side, ways: Cells, habits: Reals, whose: Cells, many: Cells, until: int, spare: Cells
) -> None:
    """What each own planet can send: less what it will need, and some of what foes nearby could send at it."""
    for planet in range(state.planets):
        if whose[planet, 0] != ME:
            continue
        spare[planet] = spare_ships(planet, whose, many, until)
        if spare[planet] == 0 and whose[planet, until] != ME and many[planet, 1] == 0:
            spare[planet] = many[planet, 0]  # lost in the next turn whatever stays: what can go, goes
        if spare[planet] > 0 and habits[CAUTION] > 0:
            threat = threat_to(state, ways, planet, whose, many, until)
            spare[planet] = max(0, spare[planet] - int(habits[CAUTION] * threat))


@compiled
def threat_to(state: State, ways: Cells, planet: int, whose: Cells, many: Cells, until: int) -> int:
    """The ships that would be missing here if the most dangerous foe sent all it has, and neighbours helped."""
    worst = 0
    for other in range(state.planets):
        way = ways[planet, other]
        if whose[other, 0] != FOE or way > until:
            continue
        grown = many[planet, way] - many[planet, 0]
        worst = max(worst, many[other, 0] - max(0, grown) - helped(state, ways, planet, way, whose, many))
    return worst


@compiled
def helped(state: State, ways: Cells, planet: int, within: int, whose: Cells, many: Cells) -> int:
    total = 0
    for other in range(state.planets):
        if other != planet and whose[other, 0] == ME and ways[planet, other] < within:
            total += many[other, 0]
    return total


# --- steps


@compiled
def take_best(
    state: State,
    side: Side,
    ways: Cells,
    ranks: Cells,
    habits: Reals,
    worth: Reals,
    due: Cells,
    whose: Cells,
    many: Cells,
    until: int,
    spare: Cells,
    row: Cells,
) -> bool:
    """Find the target that pays best for its ships, and order what must fly now; nearer planets wait their turn."""
    best, best_ships, best_turns, best_score = NONE, 0, 0, 0.0
    for target in range(state.planets):
        if not worth_a_look(target, side, state, whose, until):
            continue
        turns, ships = cheapest(state, target, ways, ranks, habits, due, whose, many, until, spare)
        if ships == 0:
            continue
        score = worth[target] * gain(state, target, turns, habits, whose, many, until)
        score /= ships + habits[HASTE] * turns + 1.0
        if score > best_score:
            best, best_ships, best_turns, best_score = target, ships, turns, score
    if best == NONE:
        return False
    row[0], row[1], row[2] = best, best_ships, best_turns
    row[3] = send(state, side, best, best_ships, best_turns, ways, ranks, spare)
    due[ME, best, best_turns] += best_ships
    foresee(state, side, best, due, whose, many)
    return True


@compiled
def worth_a_look(target: int, side: Side, state: State, whose: Cells, until: int) -> bool:
    """A planet that will not be ours, and that nobody who may be a friend has."""
    if whose[target, 0] == ME:
        return whose[target, until] != ME
    return whose[target, until] != ME and bool(side.prey >> state.owners[target] & 1)


@compiled
def cheapest(
    state: State,
    target: int,
    ways: Cells,
    ranks: Cells,
    habits: Reals,
    due: Cells,
    whose: Cells,
    many: Cells,
    until: int,
    spare: Cells,
) -> tuple[int, int]:
    """When and with how many ships the target can first be taken; 0 ships if it cannot."""
    total, latest = 0, lost_at(target, whose, until)
    for i in range(state.planets):
        source = ranks[target, i]
        way = ways[source, target]
        if spare[source] <= 0 or source == target:
            continue
        if way >= until:
            break
        total += spare[source]
        turns = max(way, latest) if whose[target, 0] == ME else way
        last = i + 1 == state.planets or ways[ranks[target, i + 1], target] > way
        if not last and total < many[target, 0]:
            continue
        ships = ships_to_hold(state, target, turns, due, whose, many, until)
        if ships == 0:
            return 0, 0
        if whose[target, turns] == FOE and whose[target, 0] != ME:
            ships += int(habits[SURPLUS] * reinforcements(state, target, turns, ways, whose, many))
        if total >= ships:
            return turns, ships
    return 0, 0


@compiled
def lost_at(target: int, whose: Cells, until: int) -> int:
    """In how many turns a planet of ours falls."""
    for t in range(until + 1):
        if whose[target, t] != ME:
            return t
    return until


@compiled
def reinforcements(state: State, target: int, turns: int, ways: Cells, whose: Cells, many: Cells) -> int:
    """What foes beside the target could send there before we land."""
    total = 0
    for other in range(state.planets):
        if other != target and whose[other, 0] == FOE and ways[other, target] < turns:
            total += many[other, 0]
    return total


@compiled
def gain(state: State, target: int, turns: int, habits: Reals, whose: Cells, many: Cells, until: int) -> float:
    """What grows for us rather than for others until the horizon, less the ships that neutrals cost."""
    total, growth = 0.0, growth_of(state.sites[target])
    for t in range(turns, until + 1):
        if whose[target, t] == FOE:
            total += habits[HOSTILITY] * growth
        elif whose[target, t] != ME:
            total += growth
    if whose[target, turns - 1] == NOBODY:
        total -= many[target, turns - 1]
    elif whose[target, turns - 1] == FOE:
        total += 0.5 * many[target, turns - 1]
    return total


@compiled
def send(state: State, side: Side, target: int, ships: int, turns: int, ways: Cells, ranks: Cells, spare: Cells) -> int:
    """The nearest planets give what they have; those who are as far as the time allows launch now. Answers how many."""
    launched = 0
    for i in range(state.planets):
        source = ranks[target, i]
        if source == target or spare[source] <= 0:
            continue
        part = min(ships, spare[source])
        ships -= part
        spare[source] -= part
        if ways[source, target] >= turns and room_for(state, side.player) > 0:
            order(state, side.player, source, target, part)
            launched += part
        if ships == 0:
            break
    return launched


@compiled
def order(state: State, player: int, source: int, target: int, ships: int) -> None:
    state.words[state.fleets + state.orders] = packed(0, target, player, source, ships)
    state.orders += 1


# --- the rest


@compiled
def flow(state: State, side: Side, ways: Cells, habits: Reals, whose: Cells, until: int, spare: Cells) -> None:
    """Ships that nobody needs move towards the foes, from planet to planet."""
    depth = np.empty(PLANETS, np.int64)
    for planet in range(state.planets):
        depth[planet] = depth_of(state, ways, planet, side, whose)
    for planet in range(state.planets):
        if spare[planet] < habits[FLOW] or room_for(state, side.player) <= 0:
            continue
        best = NONE
        for other in range(state.planets):
            way = ways[planet, other]
            if other == planet or whose[other, 0] != ME or whose[other, min(way, until)] != ME:
                continue
            on_the_way = depth[other] < depth[planet] and way + depth[other] <= depth[planet] + 1 + depth[planet] // 4
            if on_the_way and (best == NONE or way < ways[planet, best]):
                best = other
        if best != NONE:
            order(state, side.player, planet, best, spare[planet])
            spare[planet] = 0


@compiled
def depth_of(state: State, ways: Cells, planet: int, side: Side, whose: Cells) -> int:
    """Turns to the nearest foe, or, if there is none, to the nearest planet that may be attacked."""
    nearest, prey = 1000, 1000
    for other in range(state.planets):
        if whose[other, 0] == FOE:
            nearest = min(nearest, ways[planet, other])
        elif whose[other, 0] != ME and whose[other, 0] != FRIEND:
            prey = min(prey, ways[planet, other])
    return nearest if nearest < 1000 else prey
