"""What becomes of every planet if nobody gives another order: its owner and its ships, turn by turn."""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.planets.bots.decisions import Side
from quintain.games.planets.rules.state import (
    NEUTRAL,
    State,
    arrival_of,
    destination_of,
    growth_of,
    owner_of,
    ships_of,
    source_of,
)

FAR = 32  # turns that are foreseen
NOBODY, ME, FOE, FRIEND = range(4)  # as a player sees the others; all foes count as one
CAMPS = 4
ATTEMPTS = 8  # to find how many ships a planet needs: one for each later wave


class Chart(NamedTuple):
    """What never changes in a match."""

    ways: Cells  # turns from planet to planet
    ranks: Cells  # for each planet all planets, the nearest first


class Outlook(NamedTuple):
    """The futures of all planets. A time is a number of turns from now."""

    due: Cells  # ships that land, by camp, planet and time
    whose: Cells  # camp, by planet and time
    many: Cells  # ships, by planet and time
    until: int  # the last time that matters


@compiled
def outlook_of(state: State, side: Side, chart: Chart) -> Outlook:
    planets = state.planets
    due = np.zeros((CAMPS, planets, FAR + 1), np.int64)
    whose, many = np.empty((planets, FAR + 1), np.int64), np.empty((planets, FAR + 1), np.int64)
    outlook = Outlook(due, whose, many, max(1, min(FAR, state.turn_limit - state.turn)))
    expect(state, side, chart, due)
    for planet in range(planets):
        foresee(state, side, planet, outlook)
    return outlook


@compiled
def camp_of(owner: int, side: Side) -> int:
    if owner == NEUTRAL:
        return NOBODY
    if owner == side.player:
        return ME
    return FOE if side.enemies >> owner & 1 else FRIEND


@compiled
def expect(state: State, side: Side, chart: Chart, due: Cells) -> None:
    """Count the ships that land, those that our own side sends now as well."""
    for i in range(state.fleets + state.orders):
        word = state.words[i]
        left, known = arrival_of(word) - state.turn, bool(side.sighted)
        if i >= state.fleets:
            left = chart.ways[source_of(word), destination_of(word)]
            known = bool(side.team >> owner_of(word) & 1)
        if 0 < left <= FAR and (known or owner_of(word) == side.player):
            due[camp_of(owner_of(word), side), destination_of(word), left] += ships_of(word)


@compiled
def foresee(state: State, side: Side, planet: int, outlook: Outlook) -> None:
    """The future of one planet."""
    due, owner, ships = outlook.due, camp_of(state.owners[planet], side), state.ships[planet]
    for i in range(state.fleets, state.fleets + state.orders):
        ships -= ships_of(state.words[i]) * (source_of(state.words[i]) == planet)
    outlook.whose[planet, 0], outlook.many[planet, 0] = owner, ships
    for t in range(1, FAR + 1):
        owner, ships = step(
            state, planet, owner, ships, due[ME, planet, t], due[FOE, planet, t], due[FRIEND, planet, t]
        )
        outlook.whose[planet, t], outlook.many[planet, t] = owner, ships


# --- one planet, one turn


@compiled
def step(state: State, planet: int, owner: int, ships: int, mine: int, foes: int, friends: int) -> tuple[int, int]:
    """Who has the planet after a turn in which these land, and with how many ships."""
    growth = growth_of(state.sites[planet])
    if state.growth_first and owner != NOBODY:
        ships += growth
    if mine + foes + friends > 0:
        if state.reinforcing and owner == ME:
            mine, friends = mine + friends, 0
        elif state.reinforcing and owner == FRIEND:
            mine, friends = 0, mine + friends
        owner, ships = battle(owner, ships, mine, foes, friends)
    if not state.growth_first and owner != NOBODY:
        ships += growth
    return owner, ships


@compiled
def battle(owner: int, ships: int, mine: int, foes: int, friends: int) -> tuple[int, int]:
    """The largest force wins with what it has more than the second; of two equal ones nothing is left."""
    landing = (0, mine, foes, friends)
    first, second, winner = 0, 0, owner
    for camp in range(CAMPS):
        force = landing[camp] + (ships if camp == owner else 0)
        if force > first:
            first, second, winner = force, first, camp
        elif force > second:
            second = force
    return (winner if first > second else owner), first - second


# --- asking


@compiled
def ships_to_hold(state: State, planet: int, t: int, outlook: Outlook) -> int:
    """How many must land at that time for the planet to be ours from then on."""
    ships = 0
    for _ in range(ATTEMPTS):
        more = lacking(state, planet, t, ships, outlook)
        ships += more
        if more == 0:
            break
    return ships


@compiled
def lacking(state: State, planet: int, t: int, ships: int, outlook: Outlook) -> int:
    """How many more must land beside these; 0 if they are enough."""
    due, owner, there = outlook.due, outlook.whose[planet, t - 1], outlook.many[planet, t - 1]
    for later in range(t, outlook.until + 1):
        mine, foes, friends = due[ME, planet, later], due[FOE, planet, later], due[FRIEND, planet, later]
        if later == t:
            mine += ships
        garrison = there + (growth_of(state.sites[planet]) if state.growth_first and owner != NOBODY else 0)
        before = owner
        owner, there = step(state, planet, owner, there, mine, foes, friends)
        if owner != ME:
            own = mine + (garrison if before == ME else 0)
            others = max(foes + (garrison if before == FOE else 0), friends + (garrison if before == FRIEND else 0))
            others = max(others, garrison if before == NOBODY else 0)
            return max(1, others - own + (before != ME))
    return 0


@compiled
def lost_at(planet: int, outlook: Outlook) -> int:
    """When a planet of ours falls; the last time of all if it does not."""
    for t in range(outlook.until + 1):
        if outlook.whose[planet, t] != ME:
            return t
    return outlook.until
