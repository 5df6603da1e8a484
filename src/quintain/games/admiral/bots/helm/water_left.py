"""How much water is left to a submarine that may not cross its own trail."""

from typing import Any

import numpy as np

from quintain.core.kernel import Cells, compiled, count
from quintain.games.admiral.rules.grid import holds, put, size_of, take
from quintain.games.admiral.rules.state import CELLS, DIRECTIONS, GRID, STEP, STRIDE

Reals = np.ndarray[Any, np.dtype[np.float64]]

WHITE = -0x5555AAAA5555AAAB  # the cells of one color of a checkerboard, four rows a word
WHOLE = 64 - STRIDE  # bits of a word that stay in it when it moves by a row
ROW_MASK = (1 << STRIDE) - 1
SMALL = 25  # cells of a pool that is searched to the end
DEEP = 8  # courses that such a search looks ahead


@compiled
def widen(grid: Cells, free: Cells, out: Cells) -> None:
    """The set and its neighbours in free water. The last column is never water, so that no step leads around it."""
    for i in range(GRID):
        word = grid[i] | grid[i] << 1 | (grid[i] >> 1 & 0x7FFFFFFFFFFFFFFF)
        word |= grid[i] << STRIDE | (grid[i] >> STRIDE & (1 << WHOLE) - 1)
        if i > 0:
            word |= grid[i - 1] >> WHOLE & ROW_MASK
        if i < GRID - 1:
            word |= (grid[i + 1] & ROW_MASK) << WHOLE
        out[i] = word & free[i]


@compiled
def pool(free: Cells, cell: int, out: Cells) -> None:
    """The free water that can be reached from a cell."""
    front = np.zeros(GRID, np.int64)
    for i in range(GRID):
        out[i] = 0
    for d in range(DIRECTIONS):
        if holds(free, cell + STEP[d]):
            put(out, cell + STEP[d])
    while True:
        widen(out, free, front)
        same = True
        for i in range(GRID):
            same = same and front[i] == out[i]
            out[i] = front[i]
        if same:
            return


@compiled
def pool_size(free: Cells, cell: int) -> int:
    water = np.empty(GRID, np.int64)
    pool(free, cell, water)
    return size_of(water)


@compiled
def most_courses(water: Cells, cell: int) -> int:
    """No more courses than this fit into a pool: they change color on the checkerboard with every step."""
    white = 0
    for i in range(GRID):
        white += count(water[i] & WHITE)
    black = size_of(water) - white
    on_white = (cell // STRIDE + cell) % 2 == 0
    same, other = (white, black) if on_white else (black, white)
    return min(2 * other, 2 * same + 1)


@compiled
def longest(free: Cells, cell: int) -> int:
    """The longest series of courses, looked for up to DEEP. It is written without recursion, which caches do not bear;
    the water is as it was afterwards."""
    way, turned = np.zeros(DEEP + 1, np.int64), np.zeros(DEEP + 1, np.int64)
    way[0] = cell
    best = at = 0
    while at >= 0:
        best = max(best, at)
        if best == DEEP or turned[at] == DIRECTIONS:
            if at > 0:
                put(free, way[at])
            at -= 1
            continue
        to = way[at] + STEP[turned[at]]
        turned[at] += 1
        if holds(free, to):
            take(free, to)
            at += 1
            way[at], turned[at] = to, 0
    return best


@compiled
def room(free: Cells, cell: int) -> int:
    """About how many courses can follow from a cell before the boat must surface."""
    water = np.empty(GRID, np.int64)
    pool(free, cell, water)
    most = most_courses(water, cell)
    if most <= DEEP or size_of(water) <= SMALL:
        found = longest(water, cell)
        return found if found < DEEP else most
    return most


@compiled
def courses_from(free: Cells, cell: int) -> int:
    """The courses that can be taken: a mask of directions."""
    mask = 0
    for d in range(DIRECTIONS):
        if holds(free, cell + STEP[d]):
            mask |= 1 << d
    return mask


@compiled
def rooms(free: Cells, cell: int, out: Cells) -> None:
    """How much room each course leaves; -1 where it cannot be taken."""
    for d in range(DIRECTIONS):
        to = cell + STEP[d]
        out[d] = -1
        if holds(free, to):
            take(free, to)
            out[d] = room(free, to)
            put(free, to)


@compiled
def choke(water: Cells, cell: int) -> bool:
    """Is this a strait: would an island here part its neighbours, as far as two cells around it show?"""
    without = np.empty(GRID, np.int64)
    near = np.empty(GRID, np.int64)
    for i in range(GRID):
        without[i] = 0
    row, column = cell // STRIDE, cell % STRIDE
    for other in range(CELLS):
        close = abs(other // STRIDE - row) <= 2 and abs(other % STRIDE - column) <= 2
        if close and other != cell and holds(water, other):
            put(without, other)
    first = -1
    for d in range(DIRECTIONS):
        if holds(water, cell + STEP[d]):
            if first < 0:
                first = cell + STEP[d]
                pool(without, first, near)
                put(near, first)
            elif not holds(near, cell + STEP[d]):
                return True
    return False
