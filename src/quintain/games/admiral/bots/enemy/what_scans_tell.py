"""How uncertain a belief is, and how much a drone, a sonar or a shot would change that."""

from typing import Any

import numpy as np

from quintain.core.kernel import Cells
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.enemy.waters import COLUMNS, ROWS, Waters
from quintain.games.admiral.rules.state import CELLS, COLUMN, ROW, SECTOR, STRIDE

KINDS = (ROW, COLUMN, SECTOR)


def summed(keys: Cells, shares: Reals, size: int) -> Reals:
    """The sum of the shares of each key; keys beyond the size are left out."""
    found: Any = np.bincount(keys, shares, size)
    return found[:size]


def entropy(belief: Reals) -> float:
    """Bits of uncertainty in shares, which need not add up to one."""
    likely = belief[belief > 0]
    total = likely.sum()
    return 0.0 if len(likely) < 2 else max(0.0, float(np.log2(total) - (likely * np.log2(likely)).sum() / total))


def binary_entropy(share: float) -> float:
    """Bits that a yes or no brings which is yes with this chance."""
    return entropy(np.array([share, 1 - share]))


def expected_damage(belief: Reals) -> Reals:
    """What an explosion at each cell would do on average."""
    sea = np.pad(belief.reshape(STRIDE, STRIDE), 1)
    near = sum(sea[row : row + STRIDE, column : column + STRIDE] for row in range(3) for column in range(3))
    return np.asarray(near).ravel() + belief


def sonar_gain(belief: Reals, waters: Waters) -> float:
    """Bits by which a sonar's answer narrows the cells on average, if the liar leaves as many as it can."""
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
