"""What to answer when the enemy's sonar asks: one truth and one lie, so that it learns as little as possible."""

from typing import NamedTuple

import numpy as np

from quintain.core.dice import random_below
from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.bots.arrays import Reals
from quintain.games.admiral.bots.enemy.chances import best_expected, bits_of
from quintain.games.admiral.rules.state import CELLS, COLUMN, LONGEST_SIDE, ROW, SECTOR, STRIDE

KINDS = 3
ANSWER = 4  # numbers: two kinds of fact, each with its value
MOST_ANSWERS = 2 * (2 * LONGEST_SIDE + LONGEST_SIDE * LONGEST_SIDE)
ALMOST = 1e-9

RANDOM, COUNT, BITS, HITS = range(4)  # how a crew lies: anyhow, leaving most cells, most bits, or fewest hits


class Shape(NamedTuple):
    """Of a map and its sectors."""

    rows: int
    columns: int
    sector_rows: int
    sector_columns: int
    sectors: int


class Asker(NamedTuple):
    """Who asks, and what a good lie is."""

    belief: Reals  # where it must think that we are
    water: Cells
    shape: Shape
    way: int  # RANDOM, COUNT, BITS or HITS
    hull: int  # of ours that a single shot can take


@compiled
def fact(cell: int, kind: int, shape: Shape) -> int:
    """The value of a fact that is true on a cell."""
    row, column = cell // STRIDE, cell % STRIDE
    if kind == ROW:
        return row
    if kind == COLUMN:
        return column
    across = (shape.columns + shape.sector_columns - 1) // shape.sector_columns
    return row // shape.sector_rows * across + column // shape.sector_columns + 1


@compiled
def left_by(belief: Reals, shape: Shape, answer: Cells, out: Reals) -> int:
    """The belief of somebody who got this answer; returns how many cells are left."""
    left = 0
    for cell in range(CELLS):
        out[cell] = 0.0
        if belief[cell] > 0:
            first = fact(cell, answer[0], shape) == answer[1]
            second = fact(cell, answer[2], shape) == answer[3]
            if first != second:
                out[cell] = belief[cell]
                left += 1
    return left


@compiled
def values_of(kind: int, shape: Shape) -> int:
    """How many values a fact of this kind can have."""
    return shape.rows if kind == ROW else shape.columns if kind == COLUMN else shape.sectors


@compiled
def judged(asker: Asker, answer: Cells, left: Reals) -> float:
    """How good an answer is: the larger, the less the asker knows."""
    cells = left_by(asker.belief, asker.shape, answer, left)
    if asker.way == COUNT:
        return float(cells)
    bits = bits_of(left)
    if asker.way == BITS:
        return bits + cells * 1e-6
    total = 0.0
    for share in left:
        total += share
    for cell in range(CELLS):
        left[cell] /= max(total, ALMOST)
    return bits - best_expected(left, asker.water, asker.hull)


@compiled
def answers_of(cell: int, shape: Shape, out: Cells) -> int:
    """Every answer that a boat on this cell may give, the true fact first; returns how many there are."""
    n = 0
    for honest in range(KINDS):
        for liar in range(KINDS):
            low = 1 if liar == SECTOR else 0
            for value in range(low, low + values_of(liar, shape)):
                if liar != honest and value != fact(cell, liar, shape):
                    out[n, 0], out[n, 1], out[n, 2], out[n, 3] = honest, fact(cell, honest, shape), liar, value
                    n += 1
    return n


@compiled
def best_lie(cell: int, asker: Asker, rng: Cells, out: Cells) -> float:
    """The best answer of a boat on this cell; returns how good it is. Of equally good ones, any."""
    answers = np.empty((MOST_ANSWERS, ANSWER), np.int64)
    left = np.empty(CELLS)
    best, equals, chosen = -np.inf, 0, 0
    for i in range(answers_of(cell, asker.shape, answers)):
        worth = 0.0 if asker.way == RANDOM else judged(asker, answers[i], left)
        if worth > best + ALMOST:
            best, equals = worth, 0
        if worth >= best - ALMOST:
            equals += 1
            if random_below(rng, equals) == 0:
                chosen = i
    turned = 2 * random_below(rng, 2)  # the order must not show which is true
    for i in range(ANSWER):
        out[i] = answers[chosen, (i + turned) % ANSWER]
    return best
