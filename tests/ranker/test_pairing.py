"""Who sits where, and for whom each seat counts."""

import pytest

from quintain.core.errors import WrongSeats
from quintain.core.game import Seat
from quintain.ranker.pairing import entrants_of, rotated, rotations, seated

TEAMS = tuple(Seat(team=seat % 2) for seat in range(4))
ALONE = tuple(Seat(team=seat) for seat in range(6))
UNEQUAL = tuple(Seat(team=team) for team in (0, 1, 1))


def names(count: int, seats: tuple[Seat, ...]) -> str:
    return " ".join(seated("abcdef"[:count], seats))


@pytest.mark.parametrize(("count", "seating"), [(1, "a a a a"), (2, "a b a b"), (4, "a b c d")])
def test_names_fill_teams(count: int, seating: str) -> None:
    assert names(count, TEAMS) == seating


@pytest.mark.parametrize(
    ("count", "seating"), [(1, "a a a a a a"), (2, "a b a b a b"), (3, "a b c a b c"), (6, "a b c d e f")]
)
def test_names_go_around_a_table_without_teams(count: int, seating: str) -> None:
    assert names(count, ALONE) == seating


@pytest.mark.parametrize(("count", "seats"), [(0, TEAMS), (3, TEAMS), (5, TEAMS), (0, ALONE), (4, ALONE), (5, ALONE)])
def test_a_wrong_number_of_players_is_refused(count: int, seats: tuple[Seat, ...]) -> None:
    with pytest.raises(WrongSeats, match=f"{count} players? for {len(seats)} seats"):
        names(count, seats)


def test_a_seat_counts_for_its_team_or_else_for_its_name() -> None:
    assert entrants_of(4, TEAMS) == [0, 1, 0, 1]
    assert entrants_of(2, ALONE) == [0, 1, 0, 1, 0, 1]
    assert entrants_of(1, ALONE) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("seats", [TEAMS, ALONE, UNEQUAL])
def test_every_team_sits_everywhere_once(seats: tuple[Seat, ...]) -> None:
    orders = [rotated(seats, turns) for turns in range(rotations(seats))]
    assert orders[0] == [*range(len(seats))]
    for place in range(len(seats)):
        assert {seats[order[place]].team for order in orders} == {seat.team for seat in seats}


def test_teams_move_member_for_member() -> None:
    assert rotated(TEAMS, 1) == [1, 0, 3, 2]
    assert rotated(UNEQUAL, 1) == [1, 0, 0]
