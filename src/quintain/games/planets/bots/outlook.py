"""What becomes of every planet if nobody gives another order: its owner and its ships, turn by turn."""

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
NEVER = FAR + 1


@compiled
def camp_of(owner: int, side: Side) -> int:
    if owner == NEUTRAL:
        return NOBODY
    if owner == side.player:
        return ME
    return FOE if side.enemies >> owner & 1 else FRIEND


@compiled
def expect(state: State, side: Side, ways: Cells, due: Cells) -> None:
    """Count the ships that land: due[camp, planet, turns from now]; those that our own side sends now as well."""
    for i in range(state.fleets + state.orders):
        word = state.words[i]
        left, known = arrival_of(word) - state.turn, bool(side.sighted)
        if i >= state.fleets:
            left = ways[source_of(word), destination_of(word)]
            known = bool(side.team >> owner_of(word) & 1)
        if 0 < left <= FAR and (known or owner_of(word) == side.player):
            due[camp_of(owner_of(word), side), destination_of(word), left] += ships_of(word)


@compiled
def battle(owner: int, ships: int, mine: int, foes: int, friends: int) -> tuple[int, int]:
    """Who has the planet then, and with how many ships: the largest force less the second."""
    forces = (ships * (owner == NOBODY), mine, foes, friends)
    first, second, winner = 0, 0, owner
    for camp in range(CAMPS):
        force = forces[camp]
        if camp == owner and owner != NOBODY:
            force += ships
        if force > first:
            first, second, winner = force, first, camp
        elif force > second:
            second = force
    return (winner if first > second else owner), first - second


@compiled
def step(state: State, planet: int, owner: int, ships: int, mine: int, foes: int, friends: int) -> tuple[int, int]:
    """One turn of a planet on which these land."""
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
def foresee(state: State, side: Side, planet: int, due: Cells, whose: Cells, many: Cells) -> None:
    """Fill in whose[planet, turns from now] and many[planet, turns from now]."""
    owner, ships = camp_of(state.owners[planet], side), state.ships[planet]
    for i in range(state.orders):
        word = state.words[state.fleets + i]
        ships -= ships_of(word) * (source_of(word) == planet)
    whose[planet, 0], many[planet, 0] = owner, ships
    for t in range(1, FAR + 1):
        owner, ships = step(
            state, planet, owner, ships, due[ME, planet, t], due[FOE, planet, t], due[FRIEND, planet, t]
        )
        whose[planet, t], many[planet, t] = owner, ships


@compiled
def lacking(state: State, planet: int, t: int, ships: int, due: Cells, whose: Cells, many: Cells, until: int) -> int:
    """How many more must land in t turns, beside these, for the planet to be ours from then on; 0 if it will be."""
    owner, there = whose[planet, t - 1], many[planet, t - 1]
    for later in range(t, until + 1):
        mine, foes, friends = due[ME, planet, later], due[FOE, planet, later], due[FRIEND, planet, later]
        if later == t:
            mine += ships
        before = there + (growth_of(state.sites[planet]) if state.growth_first and owner != NOBODY else 0)
        held = owner
        owner, there = step(state, planet, owner, there, mine, foes, friends)
        if owner != ME:
            own = mine + (before if held == ME else 0)
            others = max(foes + (before if held == FOE else 0), friends + (before if held == FRIEND else 0))
            others = max(others, before if held == NOBODY else 0)
            return max(1, others - own + (held != ME))
    return 0


@compiled
def ships_to_hold(state: State, planet: int, t: int, due: Cells, whose: Cells, many: Cells, until: int) -> int:
    """How many must land in t turns for the planet to be ours from then on."""
    ships = 0
    for _ in range(8):
        more = lacking(state, planet, t, ships, due, whose, many, until)
        ships += more
        if more == 0:
            break
    return ships


@compiled
def spare_ships(planet: int, whose: Cells, many: Cells, until: int) -> int:
    """What may leave a planet of ours now without its loss; 0 if it will be lost anyway."""
    least = many[planet, 0]
    for t in range(until + 1):
        if whose[planet, t] != ME:
            return 0
        least = min(least, many[planet, t])
    return least
