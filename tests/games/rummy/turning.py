"""How a table of Rummy is turned."""

from quintain.core.kernel import Cells
from quintain.games.rummy.rules.state import MELDS
from tests.turning import Table, Turning, by_seat, masks, named, seats


def melds_by_seat(table: Table, cells: Cells) -> Cells:
    return by_seat(table, cells.reshape(-1, MELDS, cells.shape[1])).reshape(cells.shape)


def columns_by_seat(table: Table, cells: Cells) -> Cells:
    return by_seat(table, cells.T).T


TURNING = Turning(
    lambda seats: 1,
    named(seats, "turn winners")
    | named(masks, "down waiting requests")
    | named(by_seat, "hands held known fresh answers buys taken")
    | {"melds": melds_by_seat, "penalties": columns_by_seat},
)
