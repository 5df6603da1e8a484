"""How far a submarine can still sail that may not cross its own trail."""

import numpy as np

from quintain.core.kernel import Cells, compiled, count
from quintain.games.admiral.rules.grid import holds, put, size_of, take
from quintain.games.admiral.rules.state import CELLS, DIRECTIONS, GRID, STEP, STRIDE

CLOSED = -1  # instead of the courses left: this way is no way
WHITE = -0x5555AAAA5555AAAB  # the cells of one color of a checkerboard, four rows in each number
WHOLE = 64 - STRIDE  # bits of a number that stay in it when it moves by a row
ROW_MASK = (1 << STRIDE) - 1
SMALL = 25  # cells of a pool that is searched to the end
DEEP = 8  # courses that such a search looks ahead
NEAR = 2  # cells around a strait that show it to be one


@compiled
def widen(grid: Cells, free: Cells, out: Cells) -> None:
    """The set and its neighbours in free water. The last column is never water, so that no step leads around it."""
    for i in range(GRID):
        wider = grid[i] | grid[i] << 1 | (grid[i] >> 1 & 0x7FFFFFFFFFFFFFFF)
        wider |= grid[i] << STRIDE | (grid[i] >> STRIDE & (1 << WHOLE) - 1)
        if i > 0:
            wider |= grid[i - 1] >> WHOLE & ROW_MASK
        if i < GRID - 1:
            wider |= (grid[i + 1] & ROW_MASK) << WHOLE
        out[i] = wider & free[i]


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
    """The longest series of courses, looked for up to DEEP; the water is as it was afterwards."""
    way, turned = np.zeros(DEEP + 1, np.int64), np.zeros(DEEP + 1, np.int64)
    way[0] = cell
    best = at = 0
    while at >= 0:  # a loop, because compiled functions that call themselves cannot be cached
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
def courses_left(free: Cells, cell: int) -> int:
    """About how many courses can follow from a cell before the boat must surface."""
    water = np.empty(GRID, np.int64)
    pool(free, cell, water)
    most = most_courses(water, cell)
    if most <= DEEP or size_of(water) <= SMALL:
        found = longest(water, cell)
        return found if found < DEEP else most
    return most


@compiled
def open_courses(free: Cells, cell: int) -> int:
    """The courses that can be taken: a mask of directions."""
    mask = 0
    for d in range(DIRECTIONS):
        if holds(free, cell + STEP[d]):
            mask |= 1 << d
    return mask


@compiled
def courses_left_after(free: Cells, cell: int, out: Cells) -> None:
    """How many courses can follow each course; CLOSED where it cannot be taken."""
    for d in range(DIRECTIONS):
        to = cell + STEP[d]
        out[d] = CLOSED
        if holds(free, to):
            take(free, to)
            out[d] = courses_left(free, to)
            put(free, to)


@compiled
def is_strait(water: Cells, cell: int) -> bool:
    """Would an island here part its neighbours, as far as the cells around it show?"""
    around = np.zeros(GRID, np.int64)
    reached = np.empty(GRID, np.int64)
    row, column = cell // STRIDE, cell % STRIDE
    for other in range(CELLS):
        close = abs(other // STRIDE - row) <= NEAR and abs(other % STRIDE - column) <= NEAR
        if close and other != cell and holds(water, other):
            put(around, other)
    first = True
    for d in range(DIRECTIONS):
        if holds(water, cell + STEP[d]):
            if first:
                first = False
                pool(around, cell + STEP[d], reached)
                put(reached, cell + STEP[d])
            elif not holds(reached, cell + STEP[d]):
                return True
    return False
