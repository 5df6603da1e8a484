"""RULES.md 5: torpedo, mines, drone, sonar and stealth; explosions, and how a match ends."""

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.rules.grid import blast, holds, next_cell, put, take
from quintain.games.admiral.rules.hearing import hear, report
from quintain.games.admiral.rules.sea import sail, sector_of
from quintain.games.admiral.rules.state import (
    BLASTED,
    BLUE,
    CELLS,
    DRONE,
    DRONED,
    DROPPED,
    FACTS,
    FIRED,
    GRID,
    MINE,
    NONE,
    NOWHERE,
    OVER,
    RED,
    SONAR,
    SONAR_ANSWER,
    STEALTH,
    STEALTHY,
    TEAMS,
    TORPEDO,
    TRIGGERED,
    State,
)


@compiled
def use(state: State, team: int, system: int) -> None:
    state.gauges[team, system] = 0
    state.system_used = 1


@compiled
def stealth(state: State, team: int, direction: int, cells: int) -> None:
    use(state, team, STEALTH)
    state.uses[team, STEALTH] += 1
    state.heading = direction
    state.steps = cells
    sail(state, team, direction, cells)
    hear(state, team, report(STEALTHY, 0, 0))


@compiled
def fire(state: State, team: int, cell: int) -> None:
    use(state, team, TORPEDO)
    state.uses[team, TORPEDO] += 1
    explode(state, cell, team, FIRED)


@compiled
def drop(state: State, team: int, cell: int) -> None:
    use(state, team, MINE)
    put(state.mines[team], cell)
    state.dropped = cell
    if state.announce_mine_drop:
        state.uses[team, MINE] += 1
        hear(state, team, report(DROPPED, 0, 0))


@compiled
def trigger(state: State, team: int, cell: int) -> None:
    state.mine_triggered = 1
    if not state.announce_mine_drop:
        state.uses[team, MINE] += 1
    explode(state, cell, team, TRIGGERED)


@compiled
def send_drone(state: State, team: int, sector: int) -> None:
    use(state, team, DRONE)
    state.uses[team, DRONE] += 1
    enemy = 1 - team
    hear(state, enemy, report(DRONED, sector, int(sector_of(state, state.subs[enemy]) == sector)))


@compiled
def ask_sonar(state: State, team: int) -> None:
    use(state, team, SONAR)
    state.uses[team, SONAR] += 1
    state.step = SONAR_ANSWER


@compiled
def answer(state: State, team: int, action: Cells) -> None:
    code = FACTS
    for i in range(1, 5):
        code |= action[i] << 8 * i
    hear(state, team, code)


@compiled
def explode(state: State, cell: int, active: int, kind: int) -> None:
    """An explosion that a team has caused, and with mine_chain those that follow from it."""
    blow_up(state, cell, active, kind)
    if not state.mine_chain:
        return
    burnt = np.zeros(GRID, np.int64)
    while state.phase != OVER and cell != NOWHERE:
        put(burnt, cell)
        cell = mine_beside(state, burnt)
        if cell != NOWHERE:
            blow_up(state, cell, NONE, BLASTED)


@compiled
def blow_up(state: State, cell: int, active: int, kind: int) -> None:
    """One explosion: both hulls suffer before anybody has lost; mines that lie there are gone."""
    for team in range(TEAMS):
        damage = blast(state.subs[team], cell)
        hurt(state, team, damage)
        take(state.mines[team], cell)
        hear(state, team, report(kind if team == active else BLASTED, cell, damage))
    check_sunk(state)


@compiled
def mine_beside(state: State, burnt: Cells) -> int:
    """The first mine, of whichever team, that lies beside an explosion; or NOWHERE."""
    for cell in range(CELLS):
        if holds(state.mines[BLUE], cell) or holds(state.mines[RED], cell):
            other = next_cell(burnt, 0)
            while other < CELLS:
                if blast(cell, other) > 0:
                    return cell
                other = next_cell(burnt, other + 1)
    return NOWHERE


@compiled
def hurt(state: State, team: int, damage: int) -> None:
    state.hulls[team] = max(0, state.hulls[team] - damage)


@compiled
def check_sunk(state: State) -> None:
    if state.hulls[BLUE] > 0 and state.hulls[RED] > 0:
        return
    if state.hulls[BLUE] == state.hulls[RED]:
        finish(state, 1 - state.turn if state.active_loses else NONE)
    else:
        finish(state, BLUE if state.hulls[BLUE] > 0 else RED)


@compiled
def finish(state: State, winner: int) -> None:
    state.phase = OVER
    state.winner = winner
