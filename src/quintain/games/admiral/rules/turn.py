"""RULES.md 2 and 4: the start of a match, the steps of a turn, and whose turn is next."""

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled, copy_cells, fill
from quintain.games.admiral.rules.charting import chart_at_random
from quintain.games.admiral.rules.engineering import mark
from quintain.games.admiral.rules.grid import put
from quintain.games.admiral.rules.hearing import hear, report
from quintain.games.admiral.rules.sea import sail, sector_of
from quintain.games.admiral.rules.state import (
    ACTION,
    BLUE,
    CAPTAIN,
    COURSE,
    CREW,
    DIVE,
    END,
    ENGINEER,
    FIRST_MATE,
    HULL,
    NONE,
    NOWHERE,
    ORDER,
    OVER,
    PLACING,
    PLAYING,
    RADIO_OPERATOR,
    RED,
    ROLES,
    RUN,
    SONAR_ANSWER,
    SURFACED,
    SYSTEMS,
    TEAMS,
    WIPED,
    State,
)
from quintain.games.admiral.rules.systems import check_sunk, finish, hurt, stealth

BY_CHANCE = 2  # first_team


@compiled
def setup(state: State, rng: Cells) -> None:
    if state.random_map:
        chart_at_random(state, rng)
    state.turn = state.first_team if state.first_team != BY_CHANCE else random_below(rng, TEAMS)
    state.phase = PLACING
    state.winner = NONE
    state.run_team = NONE
    clear_turn(state)
    for team in range(TEAMS):
        state.subs[team] = NOWHERE
        state.hulls[team] = HULL
        copy_cells(state.water, state.origin[team])
        copy_cells(state.water, state.possible[team])


@compiled
def clear_turn(state: State) -> None:
    state.course = NONE
    state.heading = NONE
    state.steps = NONE
    state.engineer_done = 0
    state.mate_done = 0
    state.system_used = 0
    state.mine_triggered = 0
    state.dropped = NOWHERE


@compiled
def place(state: State, team: int, cell: int) -> None:
    state.subs[team] = cell
    put(state.trails[team], cell)
    state.placed[team] = 1
    if state.placed[BLUE] and state.placed[RED]:
        state.phase = PLAYING
        begin_turn(state)


@compiled
def begin_turn(state: State) -> None:
    clear_turn(state)
    state.turns += 1
    state.fresh = 1
    state.step = DIVE if state.surfaced[state.turn] else ORDER


@compiled
def dive(state: State, team: int) -> None:
    state.surfaced[team] = 0
    state.step = ORDER


@compiled
def move(state: State, team: int, direction: int) -> None:
    state.course = direction
    state.heading = direction
    sail(state, team, direction, 1)
    hear(state, team, report(COURSE, direction, 0))
    call_crew(state, team)


@compiled
def slip_away(state: State, team: int, direction: int, cells: int) -> None:
    stealth(state, team, direction, cells)
    call_crew(state, team)


@compiled
def call_crew(state: State, team: int) -> None:
    """Engineer and first mate have work; but with all gauges full there is nothing to charge."""
    state.courses[team] += 1
    state.step = CREW
    state.mate_done = int(all_full(state, team))


@compiled
def all_full(state: State, team: int) -> bool:
    room = 0
    for system in range(SYSTEMS):
        room += state.capacity[system] - state.gauges[team, system]
    return room == 0


@compiled
def break_down(state: State, team: int, node: int) -> None:
    """The engineer marks a node."""
    state.engineer_done = 1
    if mark(state, team, node):
        hurt(state, team, 1)
        hear(state, team, report(WIPED, 0, 0))
        check_sunk(state)
    go_on(state)


@compiled
def charge(state: State, team: int, system: int) -> None:
    state.gauges[team, system] += 1
    state.mate_done = 1
    go_on(state)


@compiled
def go_on(state: State) -> None:
    if state.engineer_done and state.mate_done:
        state.step = ACTION


@compiled
def surface(state: State, team: int) -> None:
    state.surfaced[team] = 1
    fill(state.trails[team], 0)
    put(state.trails[team], state.subs[team])
    state.boards[team] = 0
    state.broken[team] = 0
    state.run_team = 1 - team
    state.run_left = RUN
    state.step = END
    hear(state, team, report(SURFACED, sector_of(state, state.subs[team]), 0))
    hurt(state, team, state.surface_damage)
    check_sunk(state)


@compiled
def end_turn(state: State) -> None:
    if state.turns >= state.turn_cap:
        stop_at_cap(state)
        return
    if state.run_team == state.turn:
        state.run_left -= 1
    if state.run_team != state.turn or state.run_left == 0:
        state.run_team = NONE if state.run_team == state.turn else state.run_team
        state.turn = 1 - state.turn
    begin_turn(state)


@compiled
def stop_at_cap(state: State) -> None:
    """More hull wins."""
    if state.hulls[BLUE] == state.hulls[RED]:
        finish(state, NONE)
    else:
        finish(state, BLUE if state.hulls[BLUE] > state.hulls[RED] else RED)


# --- who acts --------------------------------------------------------------------------------------------------------


@compiled
def acting(state: State) -> int:
    if state.phase == OVER:
        return 0
    if state.phase == PLACING:
        return int(not state.placed[BLUE]) << CAPTAIN | int(not state.placed[RED]) << (ROLES + CAPTAIN)
    crew = state.turn * ROLES
    if state.step == CREW:
        return (int(not state.engineer_done) << ENGINEER | int(not state.mate_done) << FIRST_MATE) << crew
    if state.step == SONAR_ANSWER:
        crew = ROLES - crew
    return 1 << CAPTAIN << crew


@compiled
def free(state: State) -> int:
    """A captain may trigger a mine while the crew works, a first mate use drone and sonar while the captain thinks."""
    if state.phase != PLAYING:
        return 0
    if state.step == CREW:
        return 1 << CAPTAIN << state.turn * ROLES
    return 1 << FIRST_MATE << state.turn * ROLES if state.step == ACTION else 0


@compiled
def speaking(state: State) -> int:
    """The crew reports to its captain when a turn begins."""
    if state.phase != PLAYING or not state.fresh:
        return 0
    return (1 << FIRST_MATE | 1 << ENGINEER | 1 << RADIO_OPERATOR) << state.turn * ROLES


@compiled
def score(state: State, seat: int) -> int:
    """The hull that is left."""
    return state.hulls[seat // ROLES]


@compiled
def placing(state: State, seat: int) -> int:
    """The winner comes first; before the end and in a draw, the hull counts."""
    if state.winner == NONE:
        return state.hulls[seat // ROLES]
    return 1 if state.winner == seat // ROLES else 0
