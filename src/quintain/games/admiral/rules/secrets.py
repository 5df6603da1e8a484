"""RULES.md 9: what a seat may not know."""

from quintain.core.kernel import HIDDEN, compiled, fill
from quintain.games.admiral.rules.hearing import UNKNOWN, part
from quintain.games.admiral.rules.state import (
    CAPTAIN,
    DRONED,
    ENGINEER,
    FIRST_MATE,
    NONE,
    NOWHERE,
    RADIO_OPERATOR,
    ROLES,
    SEATS,
    TEAMS,
    State,
)


@compiled
def conceal(state: State, seat: int) -> None:
    """A seat knows of its own boat what its role is there to see, and of the other what everybody hears."""
    crew, role = NONE, NONE
    if 0 <= seat < SEATS:
        crew, role = seat // ROLES, seat % ROLES
    for team in range(TEAMS):
        conceal_boat(state, team, role if team == crew else NONE)
        conceal_hearing(state, team, role if team == 1 - crew else NONE)
    conceal_turn(state, crew, role)


@compiled
def conceal_boat(state: State, team: int, role: int) -> None:
    """What the role does not see of its own boat; NONE sees nothing."""
    if role != CAPTAIN:
        state.subs[team] = HIDDEN
        fill(state.trails[team], HIDDEN)
        fill(state.mines[team], HIDDEN)
    if role != CAPTAIN and role != FIRST_MATE:
        fill(state.gauges[team], HIDDEN)
    if role != ENGINEER:
        state.boards[team] = HIDDEN
    if role in (NONE, RADIO_OPERATOR):
        state.broken[team] = HIDDEN


@compiled
def conceal_hearing(state: State, team: int, role: int) -> None:
    """What a role of the other crew does not know of this boat; NONE is not of that crew."""
    if role == NONE:
        fill(state.origin[team], HIDDEN)
        for i in range(state.reports[team]):
            if part(state.heard[team, i], 0) == DRONED:
                state.heard[team, i] |= UNKNOWN << 16
    if role != RADIO_OPERATOR or not state.radio_help:
        fill(state.possible[team], HIDDEN)


@compiled
def conceal_turn(state: State, crew: int, role: int) -> None:
    """The way of a stealth is for captain and engineer, a dropped mine for the crew alone."""
    if state.course == NONE and not (crew == state.turn and (role in (CAPTAIN, ENGINEER))):
        state.heading = HIDDEN
        state.steps = HIDDEN
    if crew != state.turn and state.dropped != NOWHERE:
        state.dropped = NOWHERE
        state.system_used = state.announce_mine_drop
