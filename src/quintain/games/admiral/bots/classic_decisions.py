"""The classic crew's decisions: each of its four roles looks at the state once, and decides with one number."""

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled, count
from quintain.games.admiral.rules.engineering import CIRCUIT, NEEDS
from quintain.games.admiral.rules.grid import manhattan, next_cell
from quintain.games.admiral.rules.hearing import part
from quintain.games.admiral.rules.sea import courses, in_range, open_to, sector_of
from quintain.games.admiral.rules.state import (
    CAPTAIN,
    CELLS,
    CIRCUITS,
    COLUMN,
    COURSE,
    DIRECTIONS,
    DIVE,
    DRONE,
    DRONED,
    EAST,
    END,
    ENGINEER,
    FAR,
    FIRED,
    NODES,
    NONE,
    NORTH,
    NOWHERE,
    ORDER,
    PLACING,
    ROLES,
    SECTOR,
    SONAR,
    SONAR_ANSWER,
    SOUTH,
    STEALTH,
    STEP,
    STRIDE,
    SURFACED,
    SYSTEMS,
    TORPEDO,
    WEST,
    State,
)

LAYOUT = State.layout
BYTE = 8
OPENING_SECTORS = (1, 4)  # where each team begins
IN_ORDER = (NORTH, SOUTH, EAST, WEST)  # of two courses that are equally good, the first is taken
TRAPPED = 2  # courses: so few are a reason to vanish
RECENT = 6  # courses that are looked at together
EVERYTHING = -1  # as a set: every bit
LESS_THAN_ANY = -1  # before the first is counted

# The kind of a choice, in its lowest byte. The bytes above it hold what goes with it.
(
    PLACED,  # cell, sector
    DIVED,
    MOVED,  # direction, follow-up courses, courses to choose from
    VANISHED,  # direction, steps, follow-up courses, courses that were open
    TRAPPED_UP,  # surfaces
    MARKED,  # node, why (a reason below)
    CHARGED,  # system, value, capacity
    SHOT,  # cell, sector, distance
    SCANNED,  # sector, sectors
    ASKED,
    ANSWERED,  # kind, value, kind, value
    ENDED,
    REFUSED,  # system: the order is refused because it is broken, and the weapon step is over
    STUCK_UP,  # courses that were open: a stealth that is refused ends at the surface
) = range(14)
COMPLETES, NEXT_IN_CIRCUIT, SPARE, RADIATES = range(4)


@compiled
def choice(kind: int, a: int, b: int, c: int, d: int) -> int:
    return kind | a << BYTE | b << 2 * BYTE | c << 3 * BYTE | d << 4 * BYTE


@compiled
def decide(record: Cells, seat: int, rng: Cells) -> int:
    """What the seat does now."""
    state = record.view(LAYOUT)[0]
    team, role = seat // ROLES, seat % ROLES
    if role == ENGINEER:
        return mark(state, team)
    if role != CAPTAIN:
        return charge(state, team)
    if state.phase == PLACING:
        return place(state, team, rng)
    if state.step == SONAR_ANSWER:
        return answer(state, team, rng)
    if state.step == DIVE:
        return choice(DIVED, 0, 0, 0, 0)
    if state.step == ORDER:
        return order(state, team)
    if state.step == END or state.system_used:
        return choice(ENDED, 0, 0, 0, 0)
    return weapon(state, team, rng)


# --- captain ---------------------------------------------------------------------------------------------------------


@compiled
def place(state: State, team: int, rng: Cells) -> int:
    """A random cell of the team's corner of the map; if that is all land, of the whole map."""
    sector = OPENING_SECTORS[team]
    cell = random_water(state, sector, rng)
    if cell == NOWHERE:
        cell = random_water(state, 0, rng)
    return choice(PLACED, cell, sector_of(state, cell), 0, 0)


@compiled
def random_water(state: State, sector: int, rng: Cells) -> int:
    """A random cell of water of the sector (0 is any), or NOWHERE."""
    found, n = NOWHERE, 0
    cell = next_cell(state.water, 0)
    while cell < CELLS:
        if sector in (0, sector_of(state, cell)):
            n += 1
            if random_below(rng, n) == 0:
                found = cell
        cell = next_cell(state.water, cell + 1)
    return found


@compiled
def ways_on(state: State, team: int, cell: int, without: int, behind: int) -> int:
    """How many courses could follow from a cell, if the cells behind it have become trail."""
    n = 0
    for direction in range(DIRECTIONS):
        if open_to(state, team, cell + STEP[direction]) and not (behind and direction == without):
            n += 1
    return n


@compiled
def order(state: State, team: int) -> int:
    """Where to go: by stealth if few courses are left, and up if that is refused; else where most can follow."""
    ways = count(courses(state, team))
    if ways == 0:  # no stealth leads out of a blackout either
        return choice(TRAPPED_UP, 0, 0, 0, 0)
    charged = state.gauges[team, STEALTH] == state.capacity[STEALTH]
    if charged and ways <= TRAPPED:
        if state.broken[team] >> NEEDS[STEALTH] & 1:
            return choice(STUCK_UP, ways, 0, 0, 0)
        return vanish(state, team, ways)
    best, most = NONE, LESS_THAN_ANY
    for direction in IN_ORDER:
        to = state.subs[team] + STEP[direction]
        if open_to(state, team, to) and ways_on(state, team, to, 0, 0) > most:
            best, most = direction, ways_on(state, team, to, 0, 0)
    return choice(MOVED, best, most, ways, 0)


@compiled
def vanish(state: State, team: int, ways: int) -> int:
    """The stealth of up to FAR cells from whose end most courses can follow; the longer the better."""
    best, direction, steps, most = LESS_THAN_ANY, NORTH, 1, 0
    for way in IN_ORDER:
        to = state.subs[team]
        for step in range(1, FAR + 1):
            to += STEP[way]
            if not open_to(state, team, to):
                break
            follow = ways_on(state, team, to, (way + 2) % DIRECTIONS, step > 1)
            if 10 * follow + step > best:
                best, direction, steps, most = 10 * follow + step, way, step, follow
    return choice(VANISHED, direction, steps, most, ways)


@compiled
def known_sector(state: State, team: int) -> int:
    """Where the enemy was last known to be, however long ago; or 0."""
    enemy = 1 - team
    for i in range(state.reports[enemy] - 1, -1, -1):
        code = state.heard[enemy, i]
        if part(code, 0) == SURFACED or (part(code, 0) == DRONED and part(code, 2) == 1):
            return part(code, 1)
    return 0


@compiled
def weapon(state: State, team: int, rng: Cells) -> int:
    """Torpedo, drone or sonar. Nobody checks whether it works: an order that is refused ends the weapon step."""
    sector = known_sector(state, team)
    if state.gauges[team, TORPEDO] == state.capacity[TORPEDO] and sector:
        target = closest(state, team, sector)
        if target != NOWHERE:
            far = manhattan(state.subs[team], target)
            return unless_broken(state, team, TORPEDO, choice(SHOT, target, sector, far, 0))
    if state.gauges[team, DRONE] == state.capacity[DRONE] and not sector:
        asked = 1 + random_below(rng, state.sectors)
        return unless_broken(state, team, DRONE, choice(SCANNED, asked, state.sectors, 0, 0))
    if state.gauges[team, SONAR] == state.capacity[SONAR]:
        return unless_broken(state, team, SONAR, choice(ASKED, 0, 0, 0, 0))
    return choice(ENDED, 0, 0, 0, 0)


@compiled
def unless_broken(state: State, team: int, system: int, wanted: int) -> int:
    return choice(REFUSED, system, 0, 0, 0) if state.broken[team] >> NEEDS[system] & 1 else wanted


@compiled
def closest(state: State, team: int, sector: int) -> int:
    """The closest cell of a sector that a torpedo can hit, even if it hurts ourselves; or NOWHERE."""
    best, near, own = NOWHERE, FAR + 1, state.subs[team]
    cell = next_cell(state.water, 0)
    while cell < CELLS:
        far = manhattan(own, cell)
        if far < near and sector_of(state, cell) == sector and in_range(state, own, cell):
            best, near = cell, far
        cell = next_cell(state.water, cell + 1)
    return best


@compiled
def answer(state: State, team: int, rng: Cells) -> int:
    """Two random kinds of fact, a coin for which of them is true, and anything else for the lie."""
    first = random_below(rng, 3)
    second = (first + 1 + random_below(rng, 2)) % 3
    honest = random_below(rng, 2)
    a = stated(state, team, first, honest == 0, rng)
    b = stated(state, team, second, honest == 1, rng)
    return choice(ANSWERED, first, a, second, b)


@compiled
def stated(state: State, team: int, kind: int, honest: bool, rng: Cells) -> int:
    """The true value of a fact about our own cell, or another one."""
    cell = state.subs[team]
    low, n, true = 0, state.rows, cell // STRIDE
    if kind == COLUMN:
        n, true = state.columns, cell % STRIDE
    elif kind == SECTOR:
        low, n, true = 1, state.sectors, sector_of(state, cell)
    if honest or n == 1:
        return true
    return low + (true - low + 1 + random_below(rng, n - 1)) % n


# --- engineer and first mate -----------------------------------------------------------------------------------------


@compiled
def mark(state: State, team: int) -> int:
    """What completes a circuit, else the first free node: circuits, then the others, then radiation."""
    section, board = state.heading, state.boards[team]
    for index in range(CIRCUITS):
        node = section * NODES + index
        if not board >> node & 1 and board | 1 << node | ~CIRCUIT[index] == EVERYTHING:
            return choice(MARKED, node, COMPLETES, 0, 0)
    for index in range(NODES):
        node = section * NODES + index
        if not board >> node & 1:
            why = NEXT_IN_CIRCUIT if index < CIRCUITS else RADIATES if index == NODES - 1 else SPARE
            return choice(MARKED, node, why, count(board), 0)
    return NONE


@compiled
def charge(state: State, team: int) -> int:
    """The first gauge that is not full, come what may."""
    for system in range(SYSTEMS):
        if state.gauges[team, system] < state.capacity[system]:
            return choice(CHARGED, system, state.gauges[team, system] + 1, state.capacity[system], 0)
    return NONE


# --- radio operator --------------------------------------------------------------------------------------------------


@compiled
def overheard(record: Cells, seat: int) -> int:
    """What the radio operator has noted: last sector of a surfacing, the direction of most of the last courses (plus
    one; 0 if there is none), how many of how many, and torpedoes."""
    state = record.view(LAYOUT)[0]
    enemy = 1 - seat // ROLES
    sector, fired, n, since = 0, 0, 0, 0
    for i in range(state.reports[enemy]):
        kind = part(state.heard[enemy, i], 0)
        if kind == SURFACED:
            sector, since, n = part(state.heard[enemy, i], 1), i, 0
        n += kind == COURSE
        fired += kind == FIRED
    direction, most, looked = main_direction(state, enemy, since)
    return choice(direction, sector, fired, most, looked) if 2 * most >= looked > 0 else choice(0, sector, fired, 0, n)


@compiled
def main_direction(state: State, enemy: int, since: int) -> tuple[int, int, int]:
    """The direction of most of the last courses plus one, how many it has, and of how many."""
    looked, tally = 0, 0  # the tally has a byte for each direction
    for i in range(state.reports[enemy] - 1, since - 1, -1):
        if part(state.heard[enemy, i], 0) == COURSE and looked < RECENT:
            looked += 1
            tally += 1 << BYTE * part(state.heard[enemy, i], 1)
    best = 0
    for direction in range(1, DIRECTIONS):
        if part(tally, direction) > part(tally, best):
            best = direction
    return best + 1, part(tally, best), looked
