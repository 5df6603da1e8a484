"""Sets of cells, as grids of four words."""

from quintain.core.kernel import Cells, compiled, count, lowest
from quintain.games.admiral.rules.state import CELLS, EAST, GRID, NORTH, SOUTH, STRIDE

WORD = 64
ONE_ROW = (1 << STRIDE) - 1
LOWER = (1 << (WORD - STRIDE)) - 1  # a word without its last row
POSITIVE = (1 << (WORD - 1)) - 1


@compiled
def holds(grid: Cells, cell: int) -> bool:
    """Is the cell in the set? Beyond the edge is in no set."""
    return 0 <= cell < CELLS and bool(grid[cell // WORD] >> (cell % WORD) & 1)


@compiled
def put(grid: Cells, cell: int) -> None:
    grid[cell // WORD] |= 1 << (cell % WORD)


@compiled
def take(grid: Cells, cell: int) -> None:
    grid[cell // WORD] &= ~(1 << (cell % WORD))


@compiled
def size_of(grid: Cells) -> int:
    n = 0
    for i in range(GRID):
        n += count(grid[i])
    return n


@compiled
def next_cell(grid: Cells, cell: int) -> int:
    """The first member from this cell on, or CELLS."""
    for i in range(cell // WORD, GRID):
        word = grid[i]
        if i == cell // WORD:
            word = word >> (cell % WORD) << (cell % WORD)
        if word != 0:
            return i * WORD + lowest(word)
    return CELLS


@compiled
def manhattan(a: int, b: int) -> int:
    return abs(a // STRIDE - b // STRIDE) + abs(a % STRIDE - b % STRIDE)


@compiled
def blast(cell: int, impact: int) -> int:
    """Damage at a cell: 2 where it explodes, 1 beside it, islands or not."""
    apart = max(abs(cell // STRIDE - impact // STRIDE), abs(cell % STRIDE - impact % STRIDE))
    return max(0, 2 - apart)


@compiled
def shift(grid: Cells, direction: int) -> None:
    """Move every member one cell. The last column and row hold no water, so what wraps around falls on none."""
    if direction == NORTH:
        for i in range(GRID):
            grid[i] = (grid[i] >> STRIDE & LOWER) | (grid[i + 1] << (WORD - STRIDE) if i + 1 < GRID else 0)
    elif direction == SOUTH:
        for i in range(GRID - 1, -1, -1):
            grid[i] = grid[i] << STRIDE | (grid[i - 1] >> (WORD - STRIDE) & ONE_ROW if i > 0 else 0)
    else:
        for i in range(GRID):
            grid[i] = grid[i] << 1 if direction == EAST else grid[i] >> 1 & POSITIVE
