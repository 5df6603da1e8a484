"""What the turns ahead promise and threaten on every cell of the map."""

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.bots.enemy.chances import drift, expected, mean_distance, near_field, shot_field
from quintain.games.admiral.bots.helm.water_left import Reals
from quintain.games.admiral.rules.grid import blast, holds, next_cell
from quintain.games.admiral.rules.hearing import part
from quintain.games.admiral.rules.state import CELLS, COURSE, FAR, FIRED, STEALTHY, TORPEDO, State

LAYOUT = State.layout
REACH = FAR + 1  # from so near the enemy can shoot in its next turn
LIKELY, UNLIKELY = 0.85, 0.1  # that a torpedo is loaded which could be, and which should not


@compiled
def look_ahead(
    belief: Reals, water: Cells, mines: Cells, hull: int, loaded: int, still: int, attack: Reals, danger: Reals
) -> None:
    """For each turn ahead: the damage of the best shot from every cell, and the chance that the enemy is in its range.
    We are loaded from turn `loaded` on; the enemy stays where it is for `still` turns."""
    now, later, damage = belief.copy(), np.empty(CELLS), np.empty(CELLS)
    for t in range(len(attack)):
        expected(now, hull, damage)
        if t >= loaded:
            shot_field(damage, water, attack[t])
        near_field(now, water, REACH, danger[t])
        beware_of_mines(mines, damage, danger[t])
        if t + 1 >= still:
            drift(now, water, later)
            for cell in range(CELLS):
                now[cell] = later[cell]


@compiled
def beware_of_mines(mines: Cells, damage: Reals, danger: Reals) -> None:
    """Beside a mine of ours that we will want to trigger is no place to be."""
    mine = next_cell(mines, 0)
    while mine < CELLS:
        if damage[mine] > 0:
            for cell in range(CELLS):
                if blast(cell, mine) > 0:
                    danger[cell] += damage[mine] / 2
        mine = next_cell(mines, mine + 1)


@compiled
def distance_field(belief: Reals, water: Cells, out: Reals) -> None:
    """How far each cell of water is from the enemy on average, beyond the range of a torpedo."""
    for cell in range(CELLS):
        out[cell] = max(0.0, mean_distance(belief, cell) - FAR) if holds(water, cell) else 0.0


@compiled
def courses_since_shot(record: Cells, team: int) -> int:
    """The courses of a boat since its last torpedo, as the world heard them; all of them if it has fired none."""
    state = record.view(LAYOUT)[0]
    n = 0
    for i in range(state.reports[team] - 1, -1, -1):
        kind = part(state.heard[team, i], 0)
        if kind == FIRED:
            return n
        if kind in (COURSE, STEALTHY):
            n += 1
    return max(n, state.courses[team])


@compiled
def readiness(record: Cells, team: int, out: Reals) -> None:
    """The chance that a boat can fire after one course more, after two, and so on."""
    state = record.view(LAYOUT)[0]
    charged = courses_since_shot(record, team)
    for t in range(len(out)):
        out[t] = LIKELY if charged + t + 1 >= state.capacity[TORPEDO] else UNLIKELY
