"""One player's plan for a turn: help in time, new forts, attacks that land together, and the rest to the front."""

import math
from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.bottlebats.bots.foresight import AHEAD, LAYOUT, Forecast, expected, foresee
from quintain.games.bottlebats.bots.routes import FAR, routes
from quintain.games.bottlebats.rules.state import (
    FORTS,
    NOBODY,
    NONE,
    State,
    end_of,
    length_of,
    march_of,
    owner_of,
    soldiers_of,
)

MOST_ATTACKS = 12


class Habits(NamedTuple):
    """What a player leans to."""

    caution: float  # the share of the strongest foe next door that is expected to come
    margin: float  # what an attack has more than it needs, as a share of that
    settlers: int  # soldiers that go to an empty fort beside the one that takes it
    relief: float  # the share of the soldiers next to a target that are expected to help it
    patience: float  # what a turn of the way counts, in soldiers
    surplus: float  # the share of the soldiers beyond those it needs that an attack takes along


class Means(NamedTuple):
    """What there is to plan with."""

    forecast: Forecast
    spare: Cells  # soldiers that each fort can do without
    left: Cells  # soldiers in each own fort who have no orders
    foes: Cells  # soldiers in the foes' forts next to each fort
    coming: Cells  # foes' soldiers on each lane
    near: Cells  # how many own forts are next to each fort


@compiled
def plan(cells: Cells, world: Cells, seat: int, habits: Habits) -> None:
    """Write the plan's orders into the state; the cells of `world` are used on the way."""
    order_all(cells.view(LAYOUT)[0], foresee(cells, world), seat, habits)


@compiled
def order_all(state: State, forecast: Forecast, seat: int, habits: Habits) -> None:
    """One player's plan. Nobody foresees orders that are only given, so all who plan a turn can share a forecast."""
    means = count_means(state, forecast, seat, habits)
    rescue(state, seat, means)
    settle(state, seat, habits, means)
    for _ in range(MOST_ATTACKS):
        if not strike(state, seat, habits, means):
            break
    flow(state, seat, means)


# --- what there is


@compiled
def count_means(state: State, forecast: Forecast, seat: int, habits: Habits) -> Means:
    spare, left, foes = np.zeros(FORTS, np.int64), np.zeros(FORTS, np.int64), np.zeros(FORTS, np.int64)
    means = Means(forecast, spare, left, foes, coming_marches(state, seat), np.zeros(FORTS, np.int64))
    threat = np.zeros(FORTS, np.int64)
    for lane in range(2 * state.roads):
        way = state.ways[lane >> 1]
        origin, goal = end_of(way, lane + 1), end_of(way, lane)
        if state.owners[origin] > NOBODY and state.owners[origin] != seat + 1:
            means.foes[goal] += state.soldiers[origin]
            threat[goal] = max(threat[goal], state.soldiers[origin] - length_of(way))
        means.near[goal] += state.owners[origin] == seat + 1
    for fort in range(state.forts):
        if state.owners[fort] == seat + 1:
            left[fort] = state.soldiers[fort]
            kept = int(habits.caution * threat[fort])
            means.spare[fort] = max(0, min(spare_at(forecast, fort, seat), state.soldiers[fort] - kept))
    return means


@compiled
def spare_at(forecast: Forecast, fort: int, seat: int) -> int:
    """Soldiers without whom a fort is not lost to those who are on their way."""
    least = forecast.soldiers[0, fort]
    for t in range(1, AHEAD + 1):
        if forecast.owners[t, fort] != seat + 1:
            return 0
        least = min(least, forecast.soldiers[t, fort])
    return least


@compiled
def coming_marches(state: State, seat: int) -> Cells:
    """How many soldiers of foes walk on each lane."""
    coming = np.zeros(2 * state.roads, np.int64)
    cell = 0
    for road in range(state.roads):
        for _ in range(length_of(state.ways[road])):
            for lane in range(2 * road, 2 * road + 2):
                there = march_of(state.steps[cell], lane)
                if there and owner_of(there) != seat + 1:
                    coming[lane] += soldiers_of(there)
            cell += 1
    return coming


@compiled
def order(state: State, means: Means, lane: int, soldiers: int) -> None:
    origin = end_of(state.ways[lane >> 1], lane + 1)
    soldiers = min(soldiers, means.left[origin])
    if soldiers > 0:
        state.orders[lane] += soldiers
        means.left[origin] -= soldiers
        means.spare[origin] = max(0, means.spare[origin] - soldiers)


# --- help


@compiled
def rescue(state: State, seat: int, means: Means) -> None:
    """Send neighbours to forts that would be lost, the nearest in time first, if they can save them."""
    for fort in range(state.forts):
        lost = lost_at(means.forecast, fort, seat) if state.owners[fort] == seat + 1 else NONE
        if lost == NONE:
            continue
        missing = means.forecast.soldiers[lost, fort] - 1
        if helpers(state, seat, means, fort, lost) < missing:
            means.spare[fort] = 0
            continue
        for lane in range(2 * state.roads):
            way = state.ways[lane >> 1]
            origin = end_of(way, lane + 1)
            if (
                missing > 0
                and end_of(way, lane) == fort
                and state.owners[origin] == seat + 1
                and length_of(way) <= lost
            ):
                sent = min(missing, means.spare[origin])
                order(state, means, lane, sent)
                missing -= sent


@compiled
def lost_at(forecast: Forecast, fort: int, seat: int) -> int:
    """The turn in which a fort falls; NONE if it does not."""
    for t in range(1, AHEAD + 1):
        if forecast.owners[t, fort] != seat + 1:
            return t
    return NONE


@compiled
def helpers(state: State, seat: int, means: Means, fort: int, turns: int) -> int:
    """What own neighbours can bring to a fort in time."""
    total = 0
    for lane in range(2 * state.roads):
        way = state.ways[lane >> 1]
        origin = end_of(way, lane + 1)
        if end_of(way, lane) == fort and state.owners[origin] == seat + 1 and length_of(way) <= turns:
            total += means.spare[origin]
    return total


# --- new forts


@compiled
def settle(state: State, seat: int, habits: Habits, means: Means) -> None:
    """Take neutral neighbours, each from the nearest own fort, with some more soldiers to go on from there."""
    strangers = np.zeros(FORTS, np.int64)
    for lane in range(2 * state.roads):
        way = state.ways[lane >> 1]
        strangers[end_of(way, lane + 1)] += state.owners[end_of(way, lane)] == NOBODY
    for fort in range(state.forts):
        if state.owners[fort] != NOBODY or means.near[fort] == 0 or means.forecast.owners[AHEAD, fort] == seat + 1:
            continue
        lane = nearest_lane(state, seat, means, fort)
        if lane != NONE:
            origin = end_of(state.ways[lane >> 1], lane + 1)
            need = expected(means.forecast, fort, length_of(state.ways[lane >> 1])) + means.coming[lane ^ 1]
            more = min(habits.settlers, means.spare[origin] // max(1, strangers[origin]) - need)
            if need <= means.spare[origin]:
                order(state, means, lane, need + max(0, more))


@compiled
def nearest_lane(state: State, seat: int, means: Means, fort: int) -> int:
    """The shortest lane to a fort from an own one that has soldiers to spare; NONE without one."""
    best = NONE
    for lane in range(2 * state.roads):
        way = state.ways[lane >> 1]
        origin = end_of(way, lane + 1)
        if end_of(way, lane) != fort or state.owners[origin] != seat + 1 or means.spare[origin] <= 0:
            continue
        if best == NONE or length_of(way) < length_of(state.ways[best >> 1]):
            best = lane
    return best


# --- attacks


@compiled
def strike(state: State, seat: int, habits: Habits, means: Means) -> bool:
    """Attack the foe's fort that costs least. Who is near waits, so that all arrive together."""
    best, when, cost = NONE, 0, 0.0
    for fort in range(state.forts):
        if state.owners[fort] <= NOBODY or state.owners[fort] == seat + 1 or means.near[fort] == 0:
            continue
        turns = time_to_take(state, seat, habits, means, fort)
        if turns != NONE:
            price = price_of(state, habits, means, fort, turns) + habits.patience * turns
            if best == NONE or price < cost:
                best, when, cost = fort, turns, price
    if best == NONE:
        return False
    attack(state, seat, habits, means, best, when)
    return True


@compiled
def price_of(state: State, habits: Habits, means: Means, fort: int, turns: int) -> float:
    """Soldiers that an attack needs, with those who may come to help the fort."""
    relief = habits.relief * max(0, means.foes[fort])
    return (1.0 + habits.margin) * expected(means.forecast, fort, turns) + relief


@compiled
def time_to_take(state: State, seat: int, habits: Habits, means: Means, fort: int) -> int:
    """The first turn in which enough own soldiers can be there; NONE if there are not enough, or more than needed."""
    best = NONE
    for lane in range(2 * state.roads):
        way = state.ways[lane >> 1]
        turns = length_of(way)
        if end_of(way, lane) != fort or state.owners[end_of(way, lane + 1)] != seat + 1 or turns > AHEAD:
            continue
        if means.forecast.owners[turns, fort] == seat + 1 or (best != NONE and turns >= best):
            continue
        if force_at(state, seat, means, fort, turns) >= price_of(state, habits, means, fort, turns):
            best = turns
    return best


@compiled
def force_at(state: State, seat: int, means: Means, fort: int, turns: int) -> int:
    """What own neighbours can bring against a fort so that it arrives in just so many turns."""
    total = 0
    for lane in range(2 * state.roads):
        way = state.ways[lane >> 1]
        origin = end_of(way, lane + 1)
        if end_of(way, lane) == fort and state.owners[origin] == seat + 1 and length_of(way) <= turns:
            total += max(0, strength_over(state, means, lane) - means.coming[lane ^ 1])
    return total


@compiled
def strength_over(state: State, means: Means, lane: int) -> int:
    """Soldiers who can leave over a lane: those who would meet foes there need not wait for them in the fort."""
    origin = end_of(state.ways[lane >> 1], lane + 1)
    if means.coming[lane ^ 1] == 0 or means.spare[origin] == 0:
        return means.spare[origin]
    return min(means.left[origin], means.spare[origin] + means.coming[lane ^ 1])


@compiled
def attack(state: State, seat: int, habits: Habits, means: Means, fort: int, turns: int) -> None:
    """The farthest march at once, with all they can spare; the soldiers of nearer forts are kept for it."""
    force, price = force_at(state, seat, means, fort, turns), price_of(state, habits, means, fort, turns)
    wanted = (price + habits.surplus * (force - price)) / max(1, force)
    for lane in range(2 * state.roads):
        way = state.ways[lane >> 1]
        origin = end_of(way, lane + 1)
        if end_of(way, lane) != fort or state.owners[origin] != seat + 1 or length_of(way) > turns:
            continue
        if length_of(way) == turns:
            order(state, means, lane, math.ceil(wanted * strength_over(state, means, lane)))
        means.spare[origin] = 0


# --- supply


@compiled
def flow(state: State, seat: int, means: Means) -> None:
    """Who is spare moves to the nearest own fort beside a foe, or without foes beside a neutral one."""
    ways, hops = np.empty(FORTS, np.int64), np.empty(FORTS, np.int64)
    if not mark_front(state, seat, ways, 1) and not mark_front(state, seat, ways, 0):
        return
    routes(state, seat, ways, hops)
    for fort in range(state.forts):
        if state.owners[fort] == seat + 1 and hops[fort] != NONE and ways[fort] > 0:
            order(state, means, hops[fort], means.spare[fort])


@compiled
def mark_front(state: State, seat: int, ways: Cells, foes: int) -> bool:
    """Set the way of each own fort beside a foe, or beside a neutral fort, to 0, and all others to FAR."""
    for fort in range(state.forts):
        ways[fort] = FAR
    found = False
    for lane in range(2 * state.roads):
        way = state.ways[lane >> 1]
        owner = state.owners[end_of(way, lane)]
        if state.owners[end_of(way, lane + 1)] == seat + 1 and owner != seat + 1 and (owner > NOBODY or not foes):
            ways[end_of(way, lane + 1)] = 0
            found = True
    return found
