"""What follows from a belief: the chance that a submarine is on each cell."""

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.rules.grid import blast, holds, manhattan, next_cell
from quintain.games.admiral.rules.state import CELLS, DIRECTIONS, FAR, LONGEST_SIDE, STEP, STRIDE

BESIDE = 1  # cells that an explosion reaches


@compiled
def bits_of(belief: Reals) -> float:
    """The uncertainty of a belief, in bits; its shares need not add up to one."""
    total, bits = 0.0, 0.0
    for share in belief:
        total += share
    if total <= 0:
        return 0.0
    for share in belief:
        if share > 0:
            bits -= share / total * np.log2(share / total)
    return bits


@compiled
def settle(belief: Reals) -> float:
    """Make the shares add up to one; returns what they added up to before."""
    total = 0.0
    for share in belief:
        total += share
    if total > 0:
        for cell in range(CELLS):
            belief[cell] /= total
    return total


@compiled
def drift(belief: Reals, water: Cells, out: Reals) -> None:
    """Where the boat is after one more course that nobody heard."""
    for cell in range(CELLS):
        out[cell] = 0.0
    for cell in range(CELLS):
        if belief[cell] > 0:
            ways = 0
            for d in range(DIRECTIONS):
                ways += holds(water, cell + STEP[d])
            for d in range(DIRECTIONS):
                if holds(water, cell + STEP[d]):
                    out[cell + STEP[d]] += belief[cell] / ways


@compiled
def vanish(belief: Reals, water: Cells, out: Reals) -> None:
    """Where the boat is after a stealth: up to FAR cells straight on, each end equally likely."""
    for cell in range(CELLS):
        out[cell] = 0.0
    for cell in range(CELLS):
        if belief[cell] > 0:
            for d in range(DIRECTIONS):
                to = cell
                for _ in range(FAR + 1):
                    if not holds(water, to):
                        break
                    out[to] += belief[cell]
                    to += STEP[d]
    settle(out)


@compiled
def expected(belief: Reals, hull: int, out: Reals) -> None:
    """The damage that an explosion on each cell would do on average, to a boat with this much hull."""
    for cell in range(CELLS):
        out[cell] = 0.0
    for cell in range(CELLS):
        if belief[cell] > 0:
            for row in range(max(0, cell // STRIDE - BESIDE), min(LONGEST_SIDE, cell // STRIDE + BESIDE + 1)):
                for column in range(max(0, cell % STRIDE - BESIDE), min(LONGEST_SIDE, cell % STRIDE + BESIDE + 1)):
                    impact = row * STRIDE + column
                    out[impact] += belief[cell] * min(blast(cell, impact), hull)


@compiled
def best_expected(belief: Reals, water: Cells, hull: int) -> float:
    """The damage of the best explosion anywhere: how well the boat is known."""
    damage = np.empty(CELLS)
    expected(belief, hull, damage)
    best = 0.0
    cell = next_cell(water, 0)
    while cell < CELLS:
        best = max(best, damage[cell])
        cell = next_cell(water, cell + 1)
    return best


@compiled
def within(belief: Reals, cell: int, reach: int) -> float:
    """The chance that the boat is no farther from a cell than this."""
    near = 0.0
    for other in range(CELLS):
        if belief[other] > 0 and manhattan(cell, other) <= reach:
            near += belief[other]
    return near


@compiled
def near_field(belief: Reals, reach: int, out: Reals) -> None:
    """`within` for every cell."""
    for cell in range(CELLS):
        out[cell] = 0.0
    for cell in range(CELLS):
        if belief[cell] <= 0:
            continue
        for down in range(-reach, reach + 1):
            row = cell // STRIDE + down
            if 0 <= row < LONGEST_SIDE:
                wide = reach - abs(down)
                first = max(0, cell % STRIDE - wide)
                last = min(LONGEST_SIDE - 1, cell % STRIDE + wide)
                for column in range(first, last + 1):
                    out[row * STRIDE + column] += belief[cell]


@compiled
def shot_field(damage: Reals, water: Cells, out: Reals) -> None:
    """The best damage of a torpedo from every cell of water, without hitting ourselves."""
    for cell in range(CELLS):
        out[cell] = 0.0
        if not holds(water, cell):
            continue
        for down in range(-FAR, FAR + 1):
            row = cell // STRIDE + down
            if not 0 <= row < LONGEST_SIDE:
                continue
            wide = FAR - abs(down)
            for column in range(max(0, cell % STRIDE - wide), min(LONGEST_SIDE, cell % STRIDE + wide + 1)):
                target = row * STRIDE + column
                if damage[target] > out[cell] and blast(cell, target) == 0 and holds(water, target):
                    out[cell] = damage[target]


@compiled
def mean_distance(belief: Reals, cell: int) -> float:
    """How far away the boat is on average."""
    total, weighted = 0.0, 0.0
    for other in range(CELLS):
        if belief[other] > 0:
            total += belief[other]
            weighted += belief[other] * manhattan(cell, other)
    return weighted / total if total > 0 else 0.0
