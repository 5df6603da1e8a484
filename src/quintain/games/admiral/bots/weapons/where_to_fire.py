"""Where a torpedo does most for us: expected damage, and what the shot tells the enemy."""

from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.enemy.chances import bits_of, expected
from quintain.games.admiral.bots.traits import ShotTraits
from quintain.games.admiral.rules.grid import blast, holds, manhattan, next_cell, put
from quintain.games.admiral.rules.state import CELLS, DIRECTIONS, FAR, NOWHERE, STEP

ALMOST = 1e-9

# What is found out about an explosion, by place.
SCORE, DAMAGE, SELF, KILLS, BITS = range(5)
FOUND = 5


class Aim(NamedTuple):
    """What an explosion is judged by."""

    belief: Reals  # where the enemy is
    seen: Reals  # where it must think that we are
    cell: int  # ours
    hull: int
    enemy_hull: int
    secrecy: float  # points of hull that a bit of knowledge about us is worth
    traits: ShotTraits


@compiled
def revealed(seen: Reals, target: int, own: int) -> float:
    """The bits that the enemy gains about us from a shot: it came from within range, and did this damage to us."""
    left = np.zeros(CELLS)
    for cell in range(CELLS):
        if seen[cell] > 0 and 1 <= manhattan(cell, target) <= FAR and blast(cell, target) == own:
            left[cell] = seen[cell]
    return max(0.0, bits_of(seen) - bits_of(left))


@compiled
def kill_chance(belief: Reals, target: int, hull: int) -> float:
    chance = 0.0
    for cell in range(CELLS):
        if belief[cell] > 0 and blast(cell, target) >= hull:
            chance += belief[cell]
    return chance


@compiled
def weigh(aim: Aim, damage: Reals, target: int, out: Reals) -> None:
    """Everything that counts about an explosion."""
    traits = aim.traits
    out[DAMAGE], out[SELF] = damage[target], blast(aim.cell, target)
    out[KILLS] = kill_chance(aim.belief, target, aim.enemy_hull)
    out[BITS] = revealed(aim.seen, target, blast(aim.cell, target)) if aim.secrecy > 0 else 0.0
    out[SCORE] = out[DAMAGE] - traits.own_hull * out[SELF] + traits.kill * out[KILLS] - aim.secrecy * out[BITS]
    if out[SELF] >= aim.hull:  # only a sure kill is worth a draw
        sure = out[KILLS] >= 1.0 - ALMOST
        out[SCORE] = -traits.own_hull if sure else out[SCORE] - traits.kill * (1.0 + aim.hull)


@compiled
def best_shot(targets: Cells, aim: Aim, found: Reals) -> int:
    """The best of these cells for an explosion, or NOWHERE; `found` says how good it is."""
    damage, each = np.empty(CELLS), np.empty(FOUND)
    expected(aim.belief, aim.enemy_hull, damage)
    best = NOWHERE
    found[SCORE] = -np.inf
    target = next_cell(targets, 0)
    while target < CELLS:
        if damage[target] > 0:
            weigh(aim, damage, target, each)
            if each[SCORE] > found[SCORE] + ALMOST:
                best = target
                for i in range(FOUND):
                    found[i] = each[i]
        target = next_cell(targets, target + 1)
    return best


@compiled
def reach_of(water: Cells, cell: int, by_water: int, out: Cells) -> None:
    """The cells that a torpedo can hit."""
    steps = np.full(CELLS, FAR + 1)
    steps[cell] = 0
    for far in range(FAR if by_water else 0):
        for other in range(CELLS):
            if steps[other] == far:
                for d in range(DIRECTIONS):
                    if holds(water, other + STEP[d]):
                        steps[other + STEP[d]] = min(steps[other + STEP[d]], far + 1)
    for i in range(len(out)):
        out[i] = 0
    for other in range(CELLS):
        near = steps[other] <= FAR if by_water else manhattan(cell, other) <= FAR
        if near and other != cell and holds(water, other):
            put(out, other)
