"""What the turns ahead promise and threaten on every cell of the map."""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.enemy.chances import drift, expected, mean_distance, near_field, shot_field
from quintain.games.admiral.rules.grid import blast, holds, next_cell
from quintain.games.admiral.rules.state import CELLS, FAR

REACH = FAR + 1  # an enemy that is no farther away can shoot at us in its next turn


class Enemy(NamedTuple):
    belief: Reals  # how likely it is on each cell
    hull: int
    still: int  # turns for which it stays where it is


@compiled
def look_ahead(enemy: Enemy, water: Cells, mines: Cells, loaded: int, attack: Reals, danger: Reals) -> None:
    """For each turn ahead: the damage of the best shot from every cell, and the chance that the enemy is in range.
    We are loaded from turn `loaded` on."""
    now, later, damage = enemy.belief.copy(), np.empty(CELLS), np.empty(CELLS)
    for t in range(len(attack)):
        expected(now, enemy.hull, damage)
        if t >= loaded:
            shot_field(damage, water, attack[t])
        near_field(now, REACH, danger[t])
        beware_of_mines(mines, damage, danger[t])
        if t + 1 >= enemy.still:
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
