"""T17: rules are the same from every seat: if all move up, what each is shown, may do and brings about moves with them.

Legal actions or a view that were made for another seat than the one that asks would break this.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from quintain import games
from quintain.core.dice import keyed
from quintain.core.kernel import Cells
from quintain.core.position import Position
from quintain.games.bottlebats.rules.state import MARCH_BITS, MARCH_MASK, OWNER_MASK
from quintain.games.rummy.rules.state import MELDS
from tests.random_play import examples, walks


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


def columns_by_seat(table: Table, cells: Cells) -> Cells:
    return by_seat(table, cells.T).T


def melds_by_seat(table: Table, cells: Cells) -> Cells:
    return by_seat(table, cells.reshape(-1, MELDS, cells.shape[1])).reshape(cells.shape)


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


def marches(table: Table, cells: Cells) -> Cells:
    """Two in each cell, whose lowest bits are owners."""

    def turned(march: int) -> int:
        return march & ~OWNER_MASK | int(owners(table, np.array(march & OWNER_MASK)))

    return mapped(cells, lambda cell: turned(cell & MARCH_MASK) | turned(cell >> MARCH_BITS) << MARCH_BITS)


# --- games


class Turning(NamedTuple):
    """How a game is turned: by how many of its seats, and by what each of its fields that names seats or teams."""

    by: Callable[[int], int]
    fields: dict[str, Turner]


def named(turner: Turner, names: str) -> dict[str, Turner]:
    return dict.fromkeys(names.split(), turner)


TURNINGS = {
    "admiral": Turning(
        lambda seats: seats // 2,
        named(teams, "turn run_team winner")
        | named(by_team, "subs trails mines hulls surfaced gauges boards broken placed")
        | named(by_team, "heard reports reports_ever since courses uses origin possible"),
    ),
    "bottlebats": Turning(
        lambda seats: 1,
        named(seats, "winner")
        | named(masks, "living waiting leaving")
        | named(by_seat, "homes held")
        | {"owners": owners, "steps": marches},
    ),
    "jaffre": Turning(
        lambda seats: 1,
        named(seats, "first_dealer dealer turn declarer leaders winners last_leader last_winner")
        | named(by_seat, "hands voids bets points last_cards")
        | {"scores": by_team, "winner": teams},
    ),
    "planets": Turning(
        lambda seats: seats // 2,
        named(by_seat, "ids outbox inbox") | named(masks, "waiting told") | {"winner": teams},
    ),
    "rummy": Turning(
        lambda seats: 1,
        named(seats, "turn winners")
        | named(masks, "down waiting requests")
        | named(by_seat, "hands held known fresh answers buys taken")
        | {"melds": melds_by_seat, "penalties": columns_by_seat},
    ),
}


class Turned:
    """A position, and the same one with everybody moved up."""

    def __init__(self, position: Position) -> None:
        self.game = position.game
        count = len(position.seats)
        self.table = Table(count, TURNINGS[self.game.name].by(count))
        self.position = position
        self.after = self.turned(position)

    def turned(self, position: Position) -> Position:
        record = position.record.copy()
        for name, shape, start, stop in self.game.state.fields:
            if turner := TURNINGS[self.game.name].fields.get(name):
                field = record[start:stop].reshape(tuple(shape))
                record[start:stop] = turner(self.table, field).ravel()
        acting = sum(1 << self.table.up(seat) for seat in position.acting)
        return Position(self.game, position.options, record, acting)

    def action(self, action: Any) -> Any:
        """In Rummy, melds are named by the seat that laid them down."""
        return replace(action, seat=self.table.up(action.seat)) if hasattr(action, "seat") else action


everywhere = pytest.mark.parametrize("name", games.names())


@everywhere
@examples
@given(data=st.data())
def test_each_seat_is_shown_and_may_do_what_the_one_below_it_could(name: str, data: st.DataObject) -> None:
    both = Turned(data.draw(walks(games.load(name))).position)
    for seat in range(both.table.seats):
        above = both.table.up(seat)
        assert both.after.seen_by(above) == both.turned(both.position.seen_by(seat))
        legal = [both.action(action) for action in both.position.legal(seat)]
        assert sorted(both.after.legal(above), key=str) == sorted(legal, key=str)
        assert both.after.scores()[above] == both.position.scores()[seat]


@everywhere
@examples
@given(data=st.data())
def test_each_seat_brings_about_what_the_one_below_it_would(name: str, data: st.DataObject) -> None:
    both = Turned(data.draw(walks(games.load(name))).position)
    for seat in both.position.acting:
        for action in both.position.legal(seat):
            played, again = (both.position.play(seat, action, keyed("match", seed)) for seed in (1, 2))
            if played == again:  # or else dice decide
                turned = both.after.play(both.table.up(seat), both.action(action), keyed("match", 1))
                assert turned == both.turned(played)
