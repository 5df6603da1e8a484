"""RULES.md 4: all that a seat may do, listed; `why` says the same of a single action."""

from quintain.core.kernel import HIDDEN, Cells, compiled
from quintain.games.admiral.rules.engineering import works
from quintain.games.admiral.rules.grid import holds, next_cell
from quintain.games.admiral.rules.sea import courses, in_range, open_cells, open_to, sector_of
from quintain.games.admiral.rules.state import (
    ACTION,
    ANSWER,
    ASK_SONAR,
    CAPTAIN,
    CELLS,
    CHARGE,
    COLUMN,
    CREW,
    DIRECTIONS,
    DIVE,
    DIVE_,
    DRONE,
    DROP,
    END,
    END_TURN,
    ENGINEER,
    FAR,
    FIRE,
    FIRST_MATE,
    MARK,
    MINE,
    MOVE,
    NODES,
    NOWHERE,
    ORDER,
    PLACE,
    PLACING,
    PLAYING,
    RED_NODE,
    ROLES,
    ROW,
    SECTOR,
    SEND_DRONE,
    SONAR,
    SONAR_ANSWER,
    STEALTH,
    STEALTH_,
    STEP,
    STRIDE,
    SURFACE,
    SYSTEMS,
    TORPEDO,
    TRIGGER,
    State,
)


@compiled
def legal(state: State, seat: int, out: Cells) -> int:
    team, role = seat // ROLES, seat % ROLES
    if state.phase == PLACING:
        return placements(state, team, out) if role == CAPTAIN else 0
    if state.phase != PLAYING:
        return 0
    if state.step == SONAR_ANSWER:
        return answers(state, team, out) if role == CAPTAIN and team != state.turn else 0
    if team != state.turn:
        return 0
    if role == CAPTAIN:
        return orders(state, team, out)
    if role == FIRST_MATE:
        return charges(state, team, out) if state.step == CREW else scans(state, team, out, 0)
    return marks(state, team, out) if role == ENGINEER and state.step == CREW else 0


@compiled
def write(out: Cells, n: int, kind: int, first: int, second: int) -> int:
    """Write row n; returns how many there are then."""
    out[n, 0] = kind
    out[n, 1] = first
    out[n, 2] = second
    out[n, 3] = 0
    out[n, 4] = 0
    return n + 1


@compiled
def placements(state: State, team: int, out: Cells) -> int:
    n = 0
    cell = CELLS if state.placed[team] else next_cell(state.water, 0)
    while cell < CELLS:
        n = write(out, n, PLACE, cell, 0)
        cell = next_cell(state.water, cell + 1)
    return n


@compiled
def orders(state: State, team: int, out: Cells) -> int:
    """What the captain may do, by the step of the turn."""
    if state.step == DIVE:
        return write(out, 0, DIVE_, 0, 0)
    if state.step == END:
        return write(out, 0, END_TURN, 0, 0)
    if state.subs[team] == NOWHERE:
        return 0
    n = 0
    if state.step == ORDER:
        n = sailings(state, team, out)
    elif state.step == ACTION:
        n = weapons(state, team, out, scans(state, team, out, write(out, n, END_TURN, 0, 0)))
    return triggers(state, team, out, n)


@compiled
def sailings(state: State, team: int, out: Cells) -> int:
    n = write(out, 0, SURFACE, 0, 0)
    ways = courses(state, team)
    if ways == 0:
        return n
    hidden = state.gauges[team, STEALTH] == state.capacity[STEALTH] and works(state, team, STEALTH)
    for direction in range(DIRECTIONS):
        if ways >> direction & 1:
            n = write(out, n, MOVE, direction, 0)
        if hidden:
            for cells in range(state.least_stealth, open_cells(state, team, direction) + 1):
                n = write(out, n, STEALTH_, direction, cells)
    return n


@compiled
def usable(state: State, team: int, system: int) -> bool:
    ready = not state.system_used and state.gauges[team, system] == state.capacity[system]
    return ready and works(state, team, system)


@compiled
def scans(state: State, team: int, out: Cells, n: int) -> int:
    """Drone and sonar, which the first mate may use as well."""
    if state.step != ACTION:
        return n
    if usable(state, team, DRONE):
        for sector in range(1, state.sectors + 1):
            n = write(out, n, SEND_DRONE, sector, 0)
    if usable(state, team, SONAR):
        n = write(out, n, ASK_SONAR, 0, 0)
    return n


@compiled
def weapons(state: State, team: int, out: Cells, n: int) -> int:
    if usable(state, team, TORPEDO):
        n = targets(state, team, out, n)
    if usable(state, team, MINE):
        for direction in range(DIRECTIONS):
            cell = state.subs[team] + STEP[direction]
            if open_to(state, team, cell):
                n = write(out, n, DROP, cell, 0)
    return n


@compiled
def targets(state: State, team: int, out: Cells, n: int) -> int:
    for row in range(-FAR, FAR + 1):
        for column in range(abs(row) - FAR, FAR - abs(row) + 1):
            cell = state.subs[team] + row * STRIDE + column
            if holds(state.water, cell) and in_range(state, state.subs[team], cell):
                n = write(out, n, FIRE, cell, 0)
    return n


@compiled
def triggers(state: State, team: int, out: Cells, n: int) -> int:
    if state.mine_triggered or (state.triggers_need_red and state.broken[team] >> RED_NODE & 1):
        return n
    cell = next_cell(state.mines[team], 0)
    while cell < CELLS:
        if cell != state.dropped:
            n = write(out, n, TRIGGER, cell, 0)
        cell = next_cell(state.mines[team], cell + 1)
    return n


@compiled
def marks(state: State, team: int, out: Cells) -> int:
    if state.engineer_done or state.heading == HIDDEN:
        return 0
    n = 0
    section = state.boards[team] >> (state.heading * NODES)
    for index in range(NODES):
        if not section >> index & 1:
            n = write(out, n, MARK, state.heading, index)
    return n


@compiled
def charges(state: State, team: int, out: Cells) -> int:
    if state.mate_done or state.gauges[team, 0] == HIDDEN:
        return 0
    n = 0
    for system in range(SYSTEMS):
        if state.gauges[team, system] < state.capacity[system]:
            n = write(out, n, CHARGE, system, 0)
    return n


@compiled
def answers(state: State, team: int, out: Cells) -> int:
    """Every pair of a true and a false fact, in either order."""
    if state.subs[team] == NOWHERE:
        return 0
    n = 0
    for kind in range(SECTOR + 1):
        for value in range(kind == SECTOR, fact_end(state, kind)):
            lie = value != fact_of(state, team, kind)
            for other in range(SECTOR + 1):
                if lie and other != kind:
                    n = facts(out, n, kind, value, other, fact_of(state, team, other))
                    n = facts(out, n, other, fact_of(state, team, other), kind, value)
    return n


@compiled
def facts(out: Cells, n: int, kind: int, value: int, other: int, second: int) -> int:
    write(out, n, ANSWER, kind, value)
    out[n, 3] = other
    out[n, 4] = second
    return n + 1


@compiled
def fact_of(state: State, team: int, kind: int) -> int:
    """The true row, column or sector of a submarine."""
    cell = state.subs[team]
    if kind == ROW:
        return cell // STRIDE
    return cell % STRIDE if kind == COLUMN else sector_of(state, cell)


@compiled
def fact_end(state: State, kind: int) -> int:
    """The values of a fact are below this."""
    if kind == ROW:
        return state.rows
    return state.columns if kind == COLUMN else state.sectors + 1
