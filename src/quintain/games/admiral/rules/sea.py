"""RULES.md 1 and 3: the map, sectors, courses and the trail."""

import numpy as np

from quintain.core.kernel import Cells, compiled
from quintain.games.admiral.rules.grid import holds, put, shift
from quintain.games.admiral.rules.state import CELLS, DIRECTIONS, FAR, GRID, STEP, STRIDE, State


@compiled
def on_map(state: State, cell: int) -> bool:
    return 0 <= cell < CELLS and cell // STRIDE < state.rows and cell % STRIDE < state.columns


@compiled
def sector_of(state: State, cell: int) -> int:
    """Sectors are numbered from 1, row by row."""
    in_a_row = (state.columns + state.sector_columns - 1) // state.sector_columns
    return cell // STRIDE // state.sector_rows * in_a_row + cell % STRIDE // state.sector_columns + 1


@compiled
def open_to(state: State, team: int, cell: int) -> bool:
    """May this team's submarine enter the cell?"""
    if not 0 <= cell < CELLS:
        return False
    blocked = state.trails[team, cell // 64] | state.mines[team, cell // 64] | ~state.water[cell // 64]
    return not blocked >> (cell % 64) & 1


@compiled
def courses(state: State, team: int) -> int:
    """The directions that are open: a mask. None is blackout."""
    mask = 0
    for direction in range(DIRECTIONS):
        if open_to(state, team, state.subs[team] + STEP[direction]):
            mask |= 1 << direction
    return mask


@compiled
def open_cells(state: State, team: int, direction: int) -> int:
    """How many cells in a line a stealth could go, at most FAR."""
    n = 0
    while n < FAR and open_to(state, team, state.subs[team] + (n + 1) * STEP[direction]):
        n += 1
    return n


@compiled
def sail(state: State, team: int, direction: int, cells: int) -> None:
    for _ in range(cells):
        state.subs[team] += STEP[direction]
        put(state.trails[team], state.subs[team])


@compiled
def within_reach(state: State, cell: int) -> Cells:
    """The cells to which there are at most FAR steps over water, the cell itself among them."""
    reached = np.zeros(GRID, np.int64)
    put(reached, cell)
    for _ in range(FAR):
        widen(state, reached)
    return reached


@compiled
def widen(state: State, grid: Cells) -> None:
    """Add all the water beside the set."""
    grown = grid.copy()
    for direction in range(DIRECTIONS):
        moved = grid.copy()
        shift(moved, direction)
        for i in range(GRID):
            grown[i] |= moved[i] & state.water[i]
    for i in range(GRID):
        grid[i] = grown[i]


@compiled
def in_range(state: State, cell: int, target: int) -> bool:
    """Can a torpedo go from the cell to the target?"""
    apart = abs(cell // STRIDE - target // STRIDE) + abs(cell % STRIDE - target % STRIDE)
    if not 1 <= apart <= FAR:
        return False
    return not state.torpedo_path or holds(within_reach(state, cell), target)
