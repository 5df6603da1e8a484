"""How a table of Bottle Bats is turned."""

import numpy as np

from quintain.core.kernel import Cells
from quintain.games.bottlebats.rules.state import MARCH_BITS, MARCH_MASK, OWNER_MASK
from tests.turning import Table, Turning, by_seat, mapped, masks, named, owners, seats


def marches(table: Table, cells: Cells) -> Cells:
    """Two in each cell, whose lowest bits are owners."""

    def turned(march: int) -> int:
        return march & ~OWNER_MASK | int(owners(table, np.array(march & OWNER_MASK)))

    return mapped(cells, lambda cell: turned(cell & MARCH_MASK) | turned(cell >> MARCH_BITS) << MARCH_BITS)


TURNING = Turning(
    lambda seats: 1,
    named(seats, "winner")
    | named(masks, "living waiting leaving")
    | named(by_seat, "homes held")
    | {"owners": owners, "steps": marches},
)
