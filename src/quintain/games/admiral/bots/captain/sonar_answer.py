"""What to answer when the enemy's sonar asks: one truth and one lie, so that it learns as little as can be."""

import numpy as np

from quintain.core.kernel import Cells, compiled, random_below
from quintain.games.admiral.bots.enemy.chances import best_expected, bits_of
from quintain.games.admiral.bots.helm.water_left import Reals
from quintain.games.admiral.rules.state import CELLS, COLUMN, LONGEST_SIDE, ROW, SECTOR, STRIDE

KINDS = 3
MOST_ANSWERS = 2 * (2 * LONGEST_SIDE + LONGEST_SIDE * LONGEST_SIDE)
ALMOST = 1e-9

RANDOM, COUNT, BITS, HITS = range(4)  # how a crew lies: anyhow, leaving most cells, most bits, or fewest hits


@compiled
def fact(cell: int, kind: int, sector_rows: int, sector_columns: int, columns: int) -> int:
    """The value of a fact that is true on a cell."""
    row, column = cell // STRIDE, cell % STRIDE
    if kind == ROW:
        return row
    if kind == COLUMN:
        return column
    across = (columns + sector_columns - 1) // sector_columns
    return row // sector_rows * across + column // sector_columns + 1


@compiled
def facts_of(cell: int, shape: Cells, out: Cells) -> None:
    """The three facts of a cell; a shape is rows, columns, rows and columns of a sector, sectors."""
    for kind in range(KINDS):
        out[kind] = fact(cell, kind, shape[2], shape[3], shape[1])


@compiled
def left_by(belief: Reals, shape: Cells, answer: Cells, out: Reals) -> int:
    """The belief of somebody who got this answer; answers how many cells are left."""
    left = 0
    for cell in range(CELLS):
        out[cell] = 0.0
        if belief[cell] > 0:
            first = fact(cell, answer[0], shape[2], shape[3], shape[1]) == answer[1]
            second = fact(cell, answer[2], shape[2], shape[3], shape[1]) == answer[3]
            if first != second:
                out[cell] = belief[cell]
                left += 1
    return left


@compiled
def values_of(kind: int, shape: Cells) -> int:
    """How many values a fact of this kind can have."""
    return shape[0] if kind == ROW else shape[1] if kind == COLUMN else shape[4]


@compiled
def judged(belief: Reals, water: Cells, shape: Cells, answer: Cells, way: int, left: Reals) -> float:
    """How good an answer is: the larger, the less the asker knows."""
    cells = left_by(belief, shape, answer, left)
    if way == COUNT:
        return float(cells)
    bits = bits_of(left)
    if way == BITS:
        return bits + cells * 1e-6
    total = 0.0
    for share in left:
        total += share
    for cell in range(CELLS):
        left[cell] /= max(total, ALMOST)
    return bits - best_expected(left, water, 2)


@compiled
def answers_of(cell: int, shape: Cells, out: Cells) -> int:
    """Every answer that a boat on this cell may give, the truth first; answers how many."""
    true = np.empty(KINDS, np.int64)
    facts_of(cell, shape, true)
    n = 0
    for honest in range(KINDS):
        for liar in range(KINDS):
            low = 1 if liar == SECTOR else 0
            for value in range(low, low + values_of(liar, shape)):
                if liar != honest and value != true[liar]:
                    out[n, 0], out[n, 1], out[n, 2], out[n, 3] = honest, true[honest], liar, value
                    n += 1
    return n


@compiled
def best_lie(cell: int, belief: Reals, water: Cells, shape: Cells, way: int, rng: Cells, out: Cells) -> float:
    """The best answer of a boat on this cell if the asker believes so; answers how good it is. Equals are drawn."""
    answers = np.empty((MOST_ANSWERS, 4), np.int64)
    left = np.empty(CELLS)
    best, equals, chosen = -np.inf, 0, 0
    for i in range(answers_of(cell, shape, answers)):
        worth = 0.0 if way == RANDOM else judged(belief, water, shape, answers[i], way, left)
        if worth > best + ALMOST:
            best, equals = worth, 0
        if worth >= best - ALMOST:
            equals += 1
            if random_below(rng, equals) == 0:
                chosen = i
    turned = 2 * random_below(rng, 2)  # the order must not tell which is true
    for i in range(4):
        out[i] = answers[chosen, (i + turned) % 4]
    return best
