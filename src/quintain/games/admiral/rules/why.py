"""RULES.md 4.9: why a seat may not take an action, as a number; 0 if it may."""

from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.rules.engineering import works
from quintain.games.admiral.rules.grid import holds, manhattan
from quintain.games.admiral.rules.hearing import holds_true
from quintain.games.admiral.rules.sea import courses, in_range, on_map
from quintain.games.admiral.rules.state import (
    ANSWER,
    ASK_SONAR,
    CAPTAIN,
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
    ORDER,
    OVER,
    PLACE,
    PLAYING,
    RED_NODE,
    ROLES,
    ROW,
    SEATS,
    SECTOR,
    SEND_DRONE,
    SONAR,
    SONAR_ANSWER,
    STEALTH,
    STEP,
    SURFACE,
    SYSTEMS,
    TORPEDO,
    TRIGGER,
    State,
)

CODES = (
    "FINE",
    "NOT_PLAYING",
    "NOT_YOUR_TURN",
    "WRONG_ROLE",
    "PENDING_RESPONSE",
    "ALREADY_MOVED",
    "NOT_MOVED",
    "SURFACED",
    "NOT_SURFACED",
    "OUT_OF_BOUNDS",
    "ISLAND",
    "TRAIL",
    "OWN_MINE",
    "BLACKOUT",
    "CREW_PENDING",
    "WRONG_SECTION",
    "NODE_MARKED",
    "ALREADY_DONE",
    "GAUGE_FULL",
    "NOT_CHARGED",
    "BROKEN",
    "RANGE",
    "SYSTEM_USED",
    "NO_SUCH_MINE",
    "BAD_FACTS",
    "BAD_SECTOR",
)
(
    FINE,
    NOT_PLAYING,
    NOT_YOUR_TURN,
    WRONG_ROLE,
    PENDING_RESPONSE,
    ALREADY_MOVED,
    NOT_MOVED,
    IS_SURFACED,
    NOT_SURFACED,
    OUT_OF_BOUNDS,
    ISLAND,
    TRAIL,
    OWN_MINE,
    BLACKOUT,
    CREW_PENDING,
    WRONG_SECTION,
    NODE_MARKED,
    ALREADY_DONE,
    GAUGE_FULL,
    NOT_CHARGED,
    BROKEN,
    RANGE,
    SYSTEM_USED,
    NO_SUCH_MINE,
    BAD_FACTS,
    BAD_SECTOR,
) = range(26)


@compiled
def why(state: State, seat: int, action: Cells) -> int:
    """First whether the seat is asked at all, then what it would do: nothing hidden from it is looked at before."""
    if not 0 <= seat < SEATS:
        return NOT_YOUR_TURN
    kind, team, role = action[0], seat // ROLES, seat % ROLES
    if kind == PLACE:
        return why_not_place(state, team, role, action[1])
    if state.phase != PLAYING:
        return NOT_PLAYING
    if kind == ANSWER:
        return why_not_answer(state, team, role, action)
    if team != state.turn:
        return NOT_YOUR_TURN
    if not may_order(role, kind):
        return WRONG_ROLE
    return PENDING_RESPONSE if state.step == SONAR_ANSWER else why_not_now(state, team, action)


@compiled
def why_not_now(state: State, team: int, action: Cells) -> int:
    """Why the crew cannot do this at this step of its turn."""
    kind = action[0]
    if kind in (MARK, CHARGE):
        return why_not_work(state, team, action)
    if kind <= SURFACE:
        return why_not_sail(state, team, action)
    if kind == TRIGGER:
        return why_not_trigger(state, team, action[1])
    return why_not_end(state) if kind == END_TURN else why_not_use(state, team, action)


@compiled
def may_order(role: int, kind: int) -> bool:
    if kind == MARK:
        return role == ENGINEER
    if kind == CHARGE:
        return role == FIRST_MATE
    return role == CAPTAIN or (role == FIRST_MATE and (kind in (SEND_DRONE, ASK_SONAR)))


@compiled
def why_not_place(state: State, team: int, role: int, cell: int) -> int:
    if state.phase == OVER:
        return NOT_PLAYING
    if role != CAPTAIN:
        return WRONG_ROLE
    return ALREADY_DONE if state.placed[team] else dry(state, cell)


@compiled
def dry(state: State, cell: int) -> int:
    if not on_map(state, cell):
        return OUT_OF_BOUNDS
    return FINE if holds(state.water, cell) else ISLAND


@compiled
def obstacle(state: State, team: int, cell: int) -> int:
    """What keeps a submarine from entering the cell."""
    land = dry(state, cell)
    if land != FINE:
        return land
    if holds(state.trails[team], cell):
        return TRAIL
    return OWN_MINE if holds(state.mines[team], cell) else FINE


# --- sailing ---------------------------------------------------------------------------------------------------------


@compiled
def why_not_sail(state: State, team: int, action: Cells) -> int:
    """Dive, move, stealth, surface."""
    if action[0] == DIVE_:
        if state.step == DIVE:
            return FINE
        return ALREADY_MOVED if state.step == END else NOT_SURFACED
    if state.step == DIVE or state.step == END:
        return IS_SURFACED
    if state.step != ORDER:
        return ALREADY_MOVED
    if action[0] == SURFACE:
        return FINE
    if not 0 <= action[1] < DIRECTIONS:
        return OUT_OF_BOUNDS
    if action[0] == MOVE:
        return obstacle(state, team, state.subs[team] + STEP[action[1]])
    return why_not_stealth(state, team, action[1], action[2])


@compiled
def why_not_stealth(state: State, team: int, direction: int, cells: int) -> int:
    ready = unready(state, team, STEALTH)
    if ready != FINE:
        return ready
    if not state.least_stealth <= cells <= FAR:
        return RANGE
    if courses(state, team) == 0:
        return BLACKOUT
    for i in range(1, cells + 1):
        blocked = obstacle(state, team, state.subs[team] + i * STEP[direction])
        if blocked != FINE:
            return blocked
    return FINE


@compiled
def unready(state: State, team: int, system: int) -> int:
    if state.gauges[team, system] < state.capacity[system]:
        return NOT_CHARGED
    return FINE if works(state, team, system) else BROKEN


# --- the crew --------------------------------------------------------------------------------------------------------


@compiled
def why_not_work(state: State, team: int, action: Cells) -> int:
    """Mark a node, charge a gauge."""
    before = why_not_yet(state)
    if before == FINE:
        return ALREADY_DONE
    if before != CREW_PENDING:
        return before
    if action[0] == CHARGE:
        return why_not_charge(state, team, action[1])
    if state.engineer_done:
        return ALREADY_DONE
    if action[1] != state.heading or not 0 <= action[2] < NODES:
        return WRONG_SECTION
    return NODE_MARKED if state.boards[team] >> (action[1] * NODES + action[2]) & 1 else FINE


@compiled
def why_not_charge(state: State, team: int, system: int) -> int:
    if state.mate_done:
        return ALREADY_DONE
    full = not 0 <= system < SYSTEMS or state.gauges[team, system] >= state.capacity[system]
    return GAUGE_FULL if full else FINE


@compiled
def why_not_yet(state: State) -> int:
    """Why it is not time for systems: they need a course and a crew that has done its work."""
    if state.step == DIVE or state.step == END:
        return IS_SURFACED
    if state.step == ORDER:
        return NOT_MOVED
    return CREW_PENDING if state.step == CREW else FINE


@compiled
def why_not_end(state: State) -> int:
    if state.step == DIVE or state.step == ORDER:
        return NOT_MOVED
    return CREW_PENDING if state.step == CREW else FINE


# --- systems ---------------------------------------------------------------------------------------------------------


@compiled
def why_not_use(state: State, team: int, action: Cells) -> int:
    """Torpedo, mine, drone, sonar."""
    before = why_not_yet(state)
    if before != FINE:
        return before
    if state.system_used:
        return SYSTEM_USED
    kind = action[0]
    system = TORPEDO if kind == FIRE else MINE if kind == DROP else DRONE if kind == SEND_DRONE else SONAR
    ready = unready(state, team, system)
    if ready != FINE or system == SONAR:
        return ready
    if system == DRONE:
        return FINE if 1 <= action[1] <= state.sectors else BAD_SECTOR
    return why_not_there(state, team, system, action[1])


@compiled
def why_not_there(state: State, team: int, system: int, cell: int) -> int:
    """The target of a torpedo, the place for a mine."""
    land = dry(state, cell)
    if land != FINE:
        return land
    if system == TORPEDO:
        return FINE if in_range(state, state.subs[team], cell) else RANGE
    if manhattan(state.subs[team], cell) != 1:
        return RANGE
    return obstacle(state, team, cell)


@compiled
def why_not_trigger(state: State, team: int, cell: int) -> int:
    if state.step == DIVE or state.step == END:
        return IS_SURFACED
    if state.mine_triggered:
        return ALREADY_DONE
    if state.triggers_need_red and state.broken[team] >> RED_NODE & 1:
        return BROKEN
    if not holds(state.mines[team], cell):
        return NO_SUCH_MINE
    return SYSTEM_USED if cell == state.dropped else FINE


@compiled
def why_not_answer(state: State, team: int, role: int, action: Cells) -> int:
    if team == state.turn or state.step != SONAR_ANSWER:
        return NOT_YOUR_TURN
    if role != CAPTAIN:
        return WRONG_ROLE
    one, value, other, second = action[1], action[2], action[3], action[4]
    if one == other or not proper(state, one, value) or not proper(state, other, second):
        return BAD_FACTS
    cell = state.subs[team]
    return FINE if holds_true(state, cell, one, value) != holds_true(state, cell, other, second) else BAD_FACTS


@compiled
def proper(state: State, kind: int, value: int) -> bool:
    """Is it a row, column or sector of this map?"""
    if kind == ROW:
        return 0 <= value < state.rows
    if kind == COLUMN:
        return 0 <= value < state.columns
    return kind == SECTOR and 1 <= value <= state.sectors


@compiled
def allows(state: State, seat: int, action: Cells) -> bool:
    return why(state, seat, action) == FINE
