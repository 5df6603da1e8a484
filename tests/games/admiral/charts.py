"""Maps, cells and beliefs as tests write them."""

from collections.abc import Iterable, Mapping

import numpy as np

from quintain.core.kernel import Cells
from quintain.games.admiral.bots.helm.water_left import Reals
from quintain.games.admiral.maps import MAPS
from quintain.games.admiral.rules.grid import put
from quintain.games.admiral.rules.state import CELLS, GRID, STRIDE

Place = tuple[int, int]  # row, column


def cell(row: int, column: int) -> int:
    return row * STRIDE + column


def grid(places: Iterable[Place]) -> Cells:
    """A set of cells."""
    out = np.zeros(GRID, np.int64)
    for row, column in places:
        put(out, cell(row, column))
    return out


def water(name: str, without: Iterable[Place] = ()) -> Cells:
    """The water of a map, without some cells of it."""
    lines, missing = MAPS[name].lines, set(without)
    every = ((r, c) for r, line in enumerate(lines) for c, letter in enumerate(line) if letter == ".")
    return grid(place for place in every if place not in missing)


def shape(name: str) -> Cells:
    """Rows, columns, rows and columns of a sector, sectors."""
    chart = MAPS[name]
    rows, columns = len(chart.lines), len(chart.lines[0])
    sectors = -(-rows // chart.sector_rows) * -(-columns // chart.sector_columns)
    return np.array([rows, columns, chart.sector_rows, chart.sector_columns, sectors])


def belief(shares: Mapping[Place, float]) -> Reals:
    out = np.zeros(CELLS)
    for (row, column), share in shares.items():
        out[cell(row, column)] = share
    return out
