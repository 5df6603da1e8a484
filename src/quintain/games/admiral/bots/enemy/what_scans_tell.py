"""What a belief is good for: where a submarine will be, and what a drone, a sonar or a lie would tell."""

from typing import Any, NamedTuple

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.bots.enemy.hypothesis_rows import CELL, Mask, Reals, exits, free
from quintain.games.admiral.bots.enemy.waters import COLUMNS, ROWS, Waters
from quintain.games.admiral.rules.grid import holds, size_of
from quintain.games.admiral.rules.state import CELLS, COLUMN, DIRECTIONS, ROW, SECTOR, STEP, STRIDE

KINDS = (ROW, COLUMN, SECTOR)


class Left(NamedTuple):
    """What an answer would leave."""

    cells: int
    bits: float


def summed(keys: Cells, shares: Reals, size: int) -> Reals:
    """The shares of each key together; keys beyond the size are left out."""
    found: Any = np.bincount(keys, shares, size)
    return found[:size]


def entropy(belief: Reals) -> float:
    """Bits of uncertainty in shares, which need not add up to one."""
    likely = belief[belief > 0]
    total = likely.sum()
    return 0.0 if len(likely) < 2 else max(0.0, float(np.log2(total) - (likely * np.log2(likely)).sum() / total))


def binary_entropy(share: float) -> float:
    return entropy(np.array([share, 1 - share]))


def left(belief: Reals, where: Mask) -> Left:
    rest = belief[where]
    return Left(int(np.count_nonzero(rest)), entropy(rest))


def expected_damage(belief: Reals) -> Reals:
    """What an explosion at each cell would do on average."""
    sea = np.pad(belief.reshape(STRIDE, STRIDE), 1)
    near = sum(sea[row : row + STRIDE, column : column + STRIDE] for row in range(3) for column in range(3))
    return np.asarray(near).ravel() + belief


def sonar_gain(belief: Reals, waters: Waters) -> float:
    """Bits that an answer takes off the number of cells on average, if the liar leaves as many as it can."""
    cells = np.flatnonzero(belief)
    most = np.max(
        [_most_left(cells, true, false, waters) for true in KINDS for false in KINDS if true != false], axis=0
    )
    return float(np.log2(len(cells)) - np.average(np.log2(most), weights=belief[cells]))


def _most_left(cells: Cells, true: int, false: int, waters: Waters) -> Cells:
    """For each cell: how many the best lie leaves there, when the true and the false fact are of these kinds."""
    truths, lies = _values(true, waters)[cells], _values(false, waters)[cells]
    both = np.zeros((CELLS, CELLS), np.int64)
    np.add.at(both, (truths, lies), 1)
    remaining = both.sum(axis=1)[:, None] + both.sum(axis=0)[None, :] - 2 * both
    choices = remaining[truths]
    first, count = (1, waters.sectors) if false == SECTOR else (0, waters.rows if false == ROW else waters.columns)
    choices = choices[:, first : first + count]
    choices[np.arange(len(cells)), lies - first] = 0
    return np.max(choices, axis=1)


def _values(kind: int, waters: Waters) -> Cells:
    return {ROW: ROWS, COLUMN: COLUMNS, SECTOR: waters.sector_of}[kind]


# --- where it will be ------------------------------------------------------------------------------------------------


@compiled
def set_out(rows: Cells, weights: Reals, n: int, beside: Cells, flow: Reals) -> None:
    """One course: each hypothesis takes any that it can, and stays where it is if there is none."""
    for i in range(n):
        cell = rows[i, CELL]
        ways = exits(rows, i, beside, cell)
        if ways == 0:
            flow[0, cell] += weights[i]
        for direction in range(DIRECTIONS):
            if free(rows, i, beside[cell], cell + STEP[direction]):
                flow[direction, cell + STEP[direction]] += weights[i] / ways


@compiled
def drift(flow: Reals, beside: Cells, out: Reals) -> None:
    """One course more, any but back, for a share that came to each cell in each direction."""
    for direction in range(DIRECTIONS):
        for cell in range(CELLS):
            if flow[direction, cell] > 0:
                scatter(flow[direction, cell], cell, direction, beside, out)


@compiled
def scatter(share: float, cell: int, direction: int, beside: Cells, out: Reals) -> None:
    back = (direction + 2) % DIRECTIONS
    ways = size_of(beside[cell]) - holds(beside[cell], cell + STEP[back])
    if ways == 0:
        out[direction, cell] += share
    for other in range(DIRECTIONS):
        if other != back and holds(beside[cell], cell + STEP[other]):
            out[other, cell + STEP[other]] += share / ways


def ahead(rows: Cells, weights: Reals, waters: Waters, turns: int) -> Reals:
    """The shares of all cells after one course, after two, and so on."""
    flow = np.zeros((DIRECTIONS, CELLS))
    set_out(rows, weights, len(rows), waters.beside, flow)
    shares = [flow.sum(axis=0)]
    for _ in range(turns - 1):
        after = np.zeros((DIRECTIONS, CELLS))
        drift(flow, waters.beside, after)
        flow = after
        shares.append(flow.sum(axis=0))
    return np.array(shares)
