"""The sea, to look things up in: which cells are in a sector, in a blast, in range."""

from functools import cache

import numpy as np

from quintain.core.kernel import Cells
from quintain.games.admiral.bots.arrays import Mask
from quintain.games.admiral.rules.state import CELLS, COLUMN, FAR, GRID, ROW, SECTOR, STEP, STRIDE, State

ROWS, COLUMNS = np.divmod(np.arange(CELLS), STRIDE)


class Waters:
    """The map and the options that matter for where a submarine can be."""

    def __init__(self, record: Cells) -> None:
        state = State.read(record)
        self.grid = np.array(state.water, np.int64)
        self.mask = unpacked(self.grid)
        self.beside = np.array([packed(self.mask & (distances(cell) == 1)) for cell in range(CELLS)])  # grids
        self.rows, self.columns, self.sectors = state.rows, state.columns, state.sectors
        across = -(-state.columns // state.sector_columns)
        self.sector_of = ROWS // state.sector_rows * across + COLUMNS // state.sector_columns + 1
        self.around_islands = bool(state.torpedo_path)
        self.least_stealth = state.least_stealth
        self.mines_are_announced = bool(state.announce_mine_drop)
        self.wiring = state.wiring
        self.capacity = tuple(state.capacity)
        self._reach: dict[int, Mask] = {}

    def sector(self, number: int) -> Mask:
        return self.sector_of == number

    def in_range(self, target: int) -> Mask:
        """The cells from which a torpedo reaches the target."""
        if target not in self._reach:
            self._reach[target] = self._paths(target) if self.around_islands else distances(target) <= FAR
            self._reach[target][target] = False
        return self._reach[target]

    def _paths(self, target: int) -> Mask:
        reached = {target}
        for _ in range(FAR):
            reached |= {cell + step for cell in reached for step in STEP if 0 <= cell + step < CELLS}
            reached = {cell for cell in reached if self.mask[cell]}
        return np.isin(np.arange(CELLS), list(reached))

    def fact(self, kind: int, value: int) -> Mask:
        """Where a sonar's fact is true."""
        return {ROW: ROWS, COLUMN: COLUMNS, SECTOR: self.sector_of}[kind] == value


@cache
def distances(cell: int) -> Cells:
    """Steps to every cell, islands or not."""
    return np.abs(ROWS - cell // STRIDE) + np.abs(COLUMNS - cell % STRIDE)


@cache
def damages(impact: int) -> Cells:
    """The damage of an explosion at every cell."""
    apart = np.maximum(np.abs(ROWS - impact // STRIDE), np.abs(COLUMNS - impact % STRIDE))
    return np.maximum(0, 2 - apart)


def unpacked(grid: Cells) -> Mask:
    """A set of cells, kept in four numbers, as a truth for each cell."""
    return np.unpackbits(grid.view(np.uint8), bitorder="little").astype(bool)


def packed(mask: Mask) -> Cells:
    return np.packbits(mask, bitorder="little").view(np.int64)[:GRID]
