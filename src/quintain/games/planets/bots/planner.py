"""One player's plan for a turn: attacks that arrive together, help that comes in time, and the rest to the front."""

from typing import Any, NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.planets.bots.decisions import Side
from quintain.games.planets.bots.outlook import (
    FAR,
    FOE,
    FRIEND,
    ME,
    NOBODY,
    Chart,
    Outlook,
    foresee,
    lost_at,
    outlook_of,
    ships_to_hold,
)
from quintain.games.planets.rules.sky import room_for
from quintain.games.planets.rules.state import State, growth_of, packed

Reals = np.ndarray[Any, np.dtype[np.float64]]

NONE = -1
MOST_STEPS = 40  # attacks and helps in a plan
MOST_SOURCES = 12  # planets that strike together
DISTANT = 1000  # turns
DETOUR = 4  # the way over another planet to the front may be longer by one in so many turns


class Habits(NamedTuple):
    """What a player leans to. Chosen by hand, against Sage and against itself; bench/tune_planets.py measures anew."""

    caution: float  # the share of the foes' ships nearby that are expected to come
    haste: float  # what a turn of flight counts, in ships
    surplus: float  # the share of the foes' ships near a target that are expected to defend it
    hostility: float  # what a planet taken from a foe counts, if a neutral one counts 1
    flow: float  # the fewest ships that are sent to the front
    hopeless: float = 0.6  # a neutral planet that a foe can reach in this share of our time is left alone
    broken: float = 0.5  # what a ship of a foe counts that falls with its planet
    courtesy: float = 0.5  # what a neutral planet counts that a friend can reach before us, if others count 1


class Means(NamedTuple):
    """What there is to plan with."""

    spare: Cells  # ships that each planet could send at each time
    spent: Cells  # ships of each planet that are taken already
    foes: Cells  # turns to each planet from the nearest foe
    friends: Cells  # and from the nearest friend
    worth: Reals  # how much each planet is wanted, 1 for as usual


@compiled
def plan(state: State, side: Side, chart: Chart, habits: Habits, worth: Reals, rows: Cells) -> int:
    """Add the plan's orders to the state, and list its steps: target, ships, time, launched now. Returns how many."""
    outlook = outlook_of(state, side, chart)
    means = count_means(state, chart, habits, outlook, worth)
    steps = 0
    while steps < MOST_STEPS and room_for(state, side.player) > 0:
        if not take_best(state, side, chart, habits, outlook, means, rows[steps]):
            break
        steps += 1
    flow(state, side, chart, habits, outlook, means)
    return steps


# --- what there is


@compiled
def count_means(state: State, chart: Chart, habits: Habits, outlook: Outlook, worth: Reals) -> Means:
    planets = state.planets
    spare, spent = np.zeros((planets, FAR + 1), np.int64), np.zeros(planets, np.int64)
    foes, friends = np.full(planets, DISTANT), np.full(planets, DISTANT)
    for planet in range(planets):
        if outlook.whose[planet, 0] == ME:
            count_spare(state, chart, habits, outlook, planet, spare[planet])
        for other in range(planets):
            if outlook.whose[other, 0] == FOE:
                foes[planet] = min(foes[planet], chart.ways[planet, other])
            elif outlook.whose[other, 0] == FRIEND:
                friends[planet] = min(friends[planet], chart.ways[planet, other])
    return Means(spare, spent, foes, friends, worth)


@compiled
def count_spare(state: State, chart: Chart, habits: Habits, outlook: Outlook, planet: int, spare: Cells) -> None:
    """What a planet can send at each time without being lost, less some of what foes could send at it."""
    many, until = outlook.many[planet], outlook.until
    if outlook.whose[planet, until] != ME or lost_at(planet, outlook) < until:
        if outlook.whose[planet, 1] != ME:
            spare[0] = many[0]  # it is lost whatever stays
        return
    kept = int(habits.caution * threat_to(state, chart, outlook, planet)) if habits.caution > 0 else 0
    least = many[until]
    for t in range(until, -1, -1):
        least = min(least, many[t])
        spare[t] = max(0, least - kept)


@compiled
def threat_to(state: State, chart: Chart, outlook: Outlook, planet: int) -> int:
    """The ships that would be missing here if the most dangerous foe sent all it has, and neighbours helped."""
    worst = 0
    for other in range(state.planets):
        way = chart.ways[planet, other]
        if outlook.whose[other, 0] == FOE and way <= outlook.until:
            grown = max(0, outlook.many[planet, way] - outlook.many[planet, 0])
            worst = max(worst, outlook.many[other, 0] - grown - nearer(state, chart, outlook, planet, way, ME))
    return worst


@compiled
def nearer(state: State, chart: Chart, outlook: Outlook, planet: int, turns: int, camp: int) -> int:
    """The ships that a camp has on other planets, nearer to this one than that."""
    total = 0
    for other in range(state.planets):
        if other != planet and outlook.whose[other, 0] == camp and chart.ways[planet, other] < turns:
            total += outlook.many[other, 0]
    return total


@compiled
def available(source: int, delay: int, means: Means) -> int:
    return max(0, means.spare[source, delay] - means.spent[source])


# --- steps


@compiled
def take_best(
    state: State, side: Side, chart: Chart, habits: Habits, outlook: Outlook, means: Means, row: Cells
) -> bool:
    """Find the target that pays best for its ships, and order what must fly now; nearer planets wait their turn."""
    best, best_ships, best_turns, best_score = NONE, 0, 0, 0.0
    for target in range(state.planets):
        if not attractive(state, side, outlook, means, target):
            continue
        turns, ships = first_chance(state, chart, habits, outlook, means, target)
        if ships == 0:
            continue
        gained = means.worth[target] * gain(state, habits, outlook, target, turns)
        score = gained * prospects(habits, outlook, means, target, turns) / (ships + habits.haste * turns + 1.0)
        if score > best_score:
            best, best_ships, best_turns, best_score = target, ships, turns, score
    if best == NONE:
        return False
    row[0], row[1], row[2] = best, best_ships, best_turns
    row[3] = send(state, side, chart, outlook, means, best, best_ships, best_turns)
    outlook.due[ME, best, best_turns] += best_ships
    foresee(state, side, best, outlook)
    return True


@compiled
def attractive(state: State, side: Side, outlook: Outlook, means: Means, target: int) -> bool:
    """A planet that will not be ours, and that nobody has who may be a friend."""
    if outlook.whose[target, outlook.until] == ME or means.worth[target] == 0:
        return False
    return outlook.whose[target, 0] == ME or bool(side.prey >> state.owners[target] & 1)


@compiled
def first_chance(
    state: State, chart: Chart, habits: Habits, outlook: Outlook, means: Means, target: int
) -> tuple[int, int]:
    """When and with how many ships the target can first be taken, or held; 0 ships if it cannot."""
    own = outlook.whose[target, 0] == ME
    turns, tried, sources = lost_at(target, outlook) if own else 0, 0, 0
    for i in range(state.planets):
        source = chart.ranks[target, i]
        if source == target or outlook.whose[source, 0] != ME:
            continue
        turns = max(turns, chart.ways[source, target])
        if turns >= outlook.until or sources == MOST_SOURCES:
            break
        sources += 1
        if turns == tried:
            continue
        tried = turns
        total = gathered(state, chart, outlook, means, target, turns)
        ships = ships_to_hold(state, target, turns, outlook) if total > 0 else 0
        if total > 0 and ships == 0:
            break
        if outlook.whose[target, turns] == FOE and not own:
            ships += int(habits.surplus * nearer(state, chart, outlook, target, turns, FOE))
        if 0 < ships <= total:
            return turns, ships
    return 0, 0


@compiled
def gathered(state: State, chart: Chart, outlook: Outlook, means: Means, target: int, turns: int) -> int:
    """The ships that can be on the target at that time."""
    total, sources = 0, 0
    for i in range(state.planets):
        source = chart.ranks[target, i]
        if source == target or outlook.whose[source, 0] != ME:
            continue
        if chart.ways[source, target] > turns or sources == MOST_SOURCES:
            break
        total += available(source, turns - chart.ways[source, target], means)
        sources += 1
    return total


@compiled
def gain(state: State, habits: Habits, outlook: Outlook, target: int, turns: int) -> float:
    """What grows for us rather than for others, less the ships that neutrals cost."""
    total, growth = 0.0, growth_of(state.sites[target])
    for t in range(turns, outlook.until + 1):
        if outlook.whose[target, t] == FOE:
            total += habits.hostility * growth
        elif outlook.whose[target, t] != ME:
            total += growth
    if outlook.whose[target, turns - 1] == NOBODY:
        total -= outlook.many[target, turns - 1]
    elif outlook.whose[target, turns - 1] == FOE:
        total += habits.broken * outlook.many[target, turns - 1]
    return total


@compiled
def prospects(habits: Habits, outlook: Outlook, means: Means, target: int, turns: int) -> float:
    """A neutral planet that others can reach before us is less worth the way."""
    if outlook.whose[target, 0] != NOBODY:
        return 1.0
    chance = min(1.0, means.foes[target] / turns)
    if chance < habits.hopeless:
        return 0.0
    return chance * chance if means.friends[target] >= turns else habits.courtesy * chance * chance


@compiled
def send(
    state: State, side: Side, chart: Chart, outlook: Outlook, means: Means, target: int, ships: int, turns: int
) -> int:
    """The nearest planets give what they have; those who are as far as the time allows launch now. Returns how many."""
    launched = 0
    for i in range(state.planets):
        source = chart.ranks[target, i]
        if ships == 0 or chart.ways[source, target] > turns:
            break
        if source == target or outlook.whose[source, 0] != ME:
            continue
        delay = turns - chart.ways[source, target]
        part = min(ships, available(source, delay, means))
        ships -= part
        # What will have grown by then need not be kept back now.
        means.spent[source] += max(0, part - (means.spare[source, delay] - means.spare[source, 0]))
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
def flow(state: State, side: Side, chart: Chart, habits: Habits, outlook: Outlook, means: Means) -> None:
    """Ships that nobody needs move towards the foes, from planet to planet."""
    for planet in range(state.planets):
        ships = available(planet, 0, means)
        if ships < habits.flow or room_for(state, side.player) <= 0:
            continue
        best = NONE
        for other in range(state.planets):
            on_the_way = other != planet and is_on_the_way(chart, outlook, means, planet, other)
            if on_the_way and (best == NONE or chart.ways[planet, other] < chart.ways[planet, best]):
                best = other
        if best != NONE:
            order(state, side.player, planet, best, ships)


@compiled
def is_on_the_way(chart: Chart, outlook: Outlook, means: Means, planet: int, other: int) -> bool:
    """Is the other planet ours, nearer to a foe, and not much of a detour?"""
    way, depth = chart.ways[planet, other], means.foes[planet]
    if outlook.whose[other, 0] != ME or outlook.whose[other, min(way, outlook.until)] != ME or depth == DISTANT:
        return False
    return means.foes[other] < depth and way + means.foes[other] <= depth + 1 + depth // DETOUR
