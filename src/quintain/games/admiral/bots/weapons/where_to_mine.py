"""Where mines do most for us: the best one to trigger, and the best place for a new one."""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.enemy.chances import drift, expected
from quintain.games.admiral.bots.helm.water_left import courses_left, is_strait
from quintain.games.admiral.bots.weapons.where_to_fire import ALMOST, KILLS, SELF, Aim, best_shot
from quintain.games.admiral.rules.grid import blast, holds, next_cell, put, take
from quintain.games.admiral.rules.state import CELLS, DIRECTIONS, NOWHERE, STEP

AHEAD = 6  # turns for which mines are laid


class Minelayer(NamedTuple):
    """Our boat, as it lays a mine."""

    cell: int
    free: Cells  # the water that its courses may still use
    water: Cells
    mines: Cells  # that it has laid
    straits: float  # how much more a mine is worth in a strait
    overlap: float  # what a mine counts that lies beside another
    cramped: int  # courses that a mine may cost us


@compiled
def best_trigger(mines: Cells, aim: Aim, found: Reals) -> int:
    """The best of our mines to trigger, or NOWHERE: one that hurts us only if it surely kills."""
    best = best_shot(mines, aim, found)
    if best != NOWHERE and found[SELF] > 0 and (found[KILLS] < 1.0 - ALMOST or found[SELF] >= aim.hull):
        return NOWHERE
    return best


@compiled
def mine_field(belief: Reals, water: Cells, hull: int, out: Reals) -> None:
    """What a mine on each cell would do on average in the turns ahead."""
    now, later, damage = belief.copy(), np.empty(CELLS), np.empty(CELLS)
    for cell in range(CELLS):
        out[cell] = 0.0
    for _ in range(AHEAD):
        drift(now, water, later)
        expected(later, hull, damage)
        for cell in range(CELLS):
            now[cell] = later[cell]
            out[cell] += damage[cell] / AHEAD


@compiled
def best_drop(layer: Minelayer, belief: Reals, hull: int) -> tuple[int, float]:
    """The best neighbour for a mine that does not cost us much water, or NOWHERE, and the damage it should do."""
    worth = np.empty(CELLS)
    mine_field(belief, layer.water, hull, worth)
    best, most, before = NOWHERE, 0.0, courses_left(layer.free, layer.cell)
    for d in range(DIRECTIONS):
        to = layer.cell + STEP[d]
        if holds(layer.free, to):
            take(layer.free, to)
            after = courses_left(layer.free, layer.cell)
            put(layer.free, to)
            value = worth[to] * among_mines(layer, to)
            if after >= before - layer.cramped and value > most:
                best, most = to, value
    return best, most


@compiled
def among_mines(layer: Minelayer, to: int) -> float:
    """How much more or less a mine is worth here than anywhere."""
    factor = layer.straits if is_strait(layer.water, to) else 1.0
    mine = next_cell(layer.mines, 0)
    while mine < CELLS:
        factor *= layer.overlap if blast(mine, to) > 0 else 1.0
        mine = next_cell(layer.mines, mine + 1)
    return factor
