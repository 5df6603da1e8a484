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
MOST_SOURCES = 12  # planets that strike together
DISTANT = 1000
HOPELESS = 0.6  # a neutral planet that a foe can reach in this share of our time is left alone

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
    spare, spent = np.zeros((planets, FAR + 1), np.int64), np.zeros(planets, np.int64)
    count_spare(state, ways, habits, whose, many, until, spare)
    appeal = np.empty((planets, 2), np.int64)
    count_rivals(state, ways, whose, appeal)
    before, steps = state.orders, 0
    while steps < MOST_STEPS and room_for(state, side.player) > 0:
        if not take_best(
            state, side, ways, ranks, habits, worth, appeal, due, whose, many, until, spare, spent, rows[steps]
        ):
            break
        steps += 1
    found[0] = steps
    if habits[FLOW] > 0:
        flow(state, side, ways, habits, whose, until, spare, spent)
    return state.orders - before


@compiled
def count_spare(state: State, ways: Cells, habits: Reals, whose: Cells, many: Cells, until: int, spare: Cells) -> None:
    """What each own planet can send in so many turns: what it will not need, less some of what foes could send."""
    for planet in range(state.planets):
        if whose[planet, 0] != ME:
            continue
        if spare_ships(planet, whose, many, until) == 0:
            # What is lost in the next turn whatever stays had better go.
            spare[planet, 0] = many[planet, 0] if whose[planet, 1] != ME else 0
            if whose[planet, until] != ME:
                continue
        kept = int(habits[CAUTION] * threat_to(state, ways, planet, whose, many, until)) if habits[CAUTION] > 0 else 0
        least = many[planet, until]
        for t in range(until, -1, -1):
            least = min(least, many[planet, t])
            spare[planet, t] = max(0, least - kept)


@compiled
def count_rivals(state: State, ways: Cells, whose: Cells, appeal: Cells) -> None:
    """How far each planet is from the nearest foe, and from the nearest friend."""
    for planet in range(state.planets):
        appeal[planet, 0] = appeal[planet, 1] = DISTANT
        for other in range(state.planets):
            if whose[other, 0] == FOE:
                appeal[planet, 0] = min(appeal[planet, 0], ways[planet, other])
            elif whose[other, 0] == FRIEND:
                appeal[planet, 1] = min(appeal[planet, 1], ways[planet, other])


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
    appeal: Cells,
    due: Cells,
    whose: Cells,
    many: Cells,
    until: int,
    spare: Cells,
    spent: Cells,
    row: Cells,
) -> bool:
    """Find the target that pays best for its ships, and order what must fly now; nearer planets wait their turn."""
    best, best_ships, best_turns, best_score = NONE, 0, 0, 0.0
    for target in range(state.planets):
        if not worth_a_look(target, side, state, whose, until):
            continue
        turns, ships = cheapest(state, target, ways, ranks, habits, due, whose, many, until, spare, spent)
        if ships == 0:
            continue
        score = worth[target] * gain(state, target, turns, habits, whose, many, until)
        score *= prospects(target, turns, whose, appeal) / (ships + habits[HASTE] * turns + 1.0)
        if score > best_score:
            best, best_ships, best_turns, best_score = target, ships, turns, score
    if best == NONE:
        return False
    row[0], row[1], row[2] = best, best_ships, best_turns
    row[3] = send(state, side, best, best_ships, best_turns, ways, ranks, whose, spare, spent)
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
def prospects(target: int, turns: int, whose: Cells, appeal: Cells) -> float:
    """A neutral planet that others can reach before us is less worth the way."""
    if whose[target, 0] != NOBODY:
        return 1.0
    chance = min(1.0, appeal[target, 0] / turns)
    if chance < HOPELESS:
        return 0.0
    return chance * chance if appeal[target, 1] >= turns else 0.5 * chance * chance


@compiled
def available(source: int, delay: int, spare: Cells, spent: Cells) -> int:
    return max(0, spare[source, delay] - spent[source])


@compiled
def gathered(
    state: State, target: int, turns: int, ways: Cells, ranks: Cells, whose: Cells, spare: Cells, spent: Cells
) -> int:
    """The ships that can be on the target in so many turns."""
    total, sources = 0, 0
    for i in range(state.planets):
        source = ranks[target, i]
        if source == target or whose[source, 0] != ME:
            continue
        if ways[source, target] > turns or sources == MOST_SOURCES:
            break
        total += available(source, turns - ways[source, target], spare, spent)
        sources += 1
    return total


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
    spent: Cells,
) -> tuple[int, int]:
    """When and with how many ships the target can first be taken, or held; 0 ships if it cannot."""
    turns, tried, sources = lost_at(target, whose, until) if whose[target, 0] == ME else 0, 0, 0
    for i in range(state.planets):
        source = ranks[target, i]
        if source == target or whose[source, 0] != ME:
            continue
        turns = max(turns, ways[source, target])
        if turns >= until or sources == MOST_SOURCES:
            break
        sources += 1
        if turns == tried:
            continue
        tried = turns
        total = gathered(state, target, turns, ways, ranks, whose, spare, spent)
        if total == 0:
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
def send(
    state: State,
    side: Side,
    target: int,
    ships: int,
    turns: int,
    ways: Cells,
    ranks: Cells,
    whose: Cells,
    spare: Cells,
    spent: Cells,
) -> int:
    """The nearest planets give what they have; those who are as far as the time allows launch now. Answers how many."""
    launched = 0
    for i in range(state.planets):
        source = ranks[target, i]
        if ships == 0 or ways[source, target] > turns:
            break
        if source == target or whose[source, 0] != ME:
            continue
        delay = turns - ways[source, target]
        part = min(ships, available(source, delay, spare, spent))
        ships -= part
        spent[source] += max(0, part - (spare[source, delay] - spare[source, 0]))
        if delay == 0 and part > 0 and room_for(state, side.player) > 0:
            order(state, side.player, source, target, part)
            launched += part
    return launched


@compiled
def order(state: State, player: int, source: int, target: int, ships: int) -> None:
    state.words[state.fleets + state.orders] = packed(0, target, player, source, ships)
    state.orders += 1


# --- the rest


@compiled
def flow(
    state: State, side: Side, ways: Cells, habits: Reals, whose: Cells, until: int, spare: Cells, spent: Cells
) -> None:
    """Ships that nobody needs move towards the foes, from planet to planet."""
    depth = np.empty(PLANETS, np.int64)
    for planet in range(state.planets):
        depth[planet] = depth_of(state, ways, planet, side, whose)
    for planet in range(state.planets):
        ships = available(planet, 0, spare, spent)
        if ships < habits[FLOW] or room_for(state, side.player) <= 0:
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
            order(state, side.player, planet, best, ships)


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
