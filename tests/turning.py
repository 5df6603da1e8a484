"""How a match looks when everybody moves up by some seats: what becomes of fields that name seats or teams.

A game says in `tests/games/<name>/turning.py` by how many seats its table is turned, and which of its fields those are.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from quintain.core.kernel import Cells


class Table(NamedTuple):
    """Of a match at which everybody moves up by so many seats."""

    seats: int
    by: int

    def up(self, seat: int) -> int:
        return (seat + self.by) % self.seats


Turner = Callable[[Table, Cells], Cells]


def mapped(cells: Cells, function: Callable[[int], int]) -> Cells:
    return np.array([function(int(cell)) for cell in cells.ravel()], np.int64).reshape(cells.shape)


# --- fields that name seats or teams


def by_seat(table: Table, cells: Cells) -> Cells:
    """One cell or row for each; there may be room for more seats than this match has."""
    turned = cells.copy()
    for seat in range(table.seats):
        turned[table.up(seat)] = cells[seat]
    return turned


def by_team(table: Table, cells: Cells) -> Cells:
    return cells[::-1]


def seats(table: Table, cells: Cells) -> Cells:
    """Numbers of seats; whatever is none of them stays."""
    return mapped(cells, lambda seat: table.up(seat) if 0 <= seat < table.seats else seat)


def teams(table: Table, cells: Cells) -> Cells:
    """Numbers of teams; whatever is none of them stays."""
    return mapped(cells, lambda team: 1 - team if team in (0, 1) else team)


def masks(table: Table, cells: Cells) -> Cells:
    """Sets of seats; a hidden one stays."""
    return mapped(cells, lambda mask: mask if mask < 0 else sum(1 << table.up(seat) for seat in members(mask)))


def members(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def owners(table: Table, cells: Cells) -> Cells:
    """Seats counted from 1; whoever is none of them stays."""
    return seats(table, cells - 1) + 1


# --- games


class Turning(NamedTuple):
    """How a game is turned: by how many of its seats, and by what each of its fields that names seats or teams."""

    by: Callable[[int], int]
    fields: dict[str, Turner]


def named(turner: Turner, names: str) -> dict[str, Turner]:
    return dict.fromkeys(names.split(), turner)
