"""Turns of the profile `team`, RULES.md 1 to 4: the vectors of the fact sheet, and what is commonly got wrong."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintain.games.planets.rules.space import distance, rounded_way, square_root
from quintain.games.planets.rules.state import State
from tests.games.planets.wars import FAR, told, turn, turns, war

ALONE = "P 1 0 0 1 1 10, P 2 {x} {y} 1 0 3, P 3 900 900 0 2 1"


@pytest.mark.parametrize(
    ("one", "other", "down", "up"),
    [((0, 0), (3, 4), 5, 5), ((0, 0), (2, 2), 2, 3), ((0, 0), (1, 1), 1, 2), ((0, 8), (10, 9), 10, 11)],
)
def test_distances_are_rounded_as_the_profile_has_it(
    one: tuple[int, int], other: tuple[int, int], down: int, up: int
) -> None:
    planets = f"P 1 {one[0]} {one[1]} 1 1 1, P 2 {other[0]} {other[1]} 1 2 1"
    for profile, expected in (("team", down), ("google", up)):
        record = war(planets, profile=profile).record
        assert distance(record.view(State.layout)[0], 0, 1) == expected


@given(st.integers(0, 8 * 10**12))
def test_square_roots_are_exact(number: int) -> None:
    assert square_root(number) == math.isqrt(number)


@given(st.integers(0, 2000), st.integers(-2, 2))
def test_whole_distances_are_exact(turns: int, off: int) -> None:
    """A millionth more or less than a whole distance is rounded to the right side."""
    square = (1000 * turns) ** 2 + off
    if square >= 0:
        assert rounded_way(square, 0) == max(1, turns - (off < 0))
        assert rounded_way(square, 1) == max(1, turns + (off > 0))


def test_nothing_is_nearer_than_one_turn() -> None:
    state = war("P 1 0 0 1 1 1, P 2 0.1 0 1 2 1").record.view(State.layout)[0]
    assert distance(state, 0, 1) == 1


def test_vector_2_a_fleet_over_five_turns_meets_its_equal() -> None:
    position = turn(war("P 1 0 0 1 1 10, P 2 3 4 1 2 4"), "1: 1>2 8")
    seen = [told(position)]
    for _ in range(4):
        position = turn(position)
        seen.append(told(position))
    assert seen == [
        "1:1:3 2:2:5 | 1:1>2:8:4",
        "1:1:4 2:2:6 | 1:1>2:8:3",
        "1:1:5 2:2:7 | 1:1>2:8:2",
        "1:1:6 2:2:8 | 1:1>2:8:1",
        "1:1:7 2:2:1 |",
    ]


def test_vector_3_a_conquest_grows_in_its_first_turn() -> None:
    position = turn(war(ALONE.format(x=2, y=2)), "1: 1>2 4")
    assert told(position, 2) == "1:1:7 2:0:3 | 1:1>2:4:1"
    assert told(turn(position), 2) == "1:1:8 2:1:2 |"


def test_vector_4_a_tie_leaves_a_neutral_planet_neutral_and_it_does_not_grow() -> None:
    assert told(turn(war(ALONE.format(x=1, y=0)), "1: 1>2 3"), 2) == "1:1:8 2:0:0 |"


def test_vector_5_a_tie_leaves_the_owner_what_grows() -> None:
    assert told(turn(war("P 1 0 0 1 1 10, P 2 1 0 2 2 3"), "1: 1>2 3")) == "1:1:8 2:2:2 |"


@pytest.mark.parametrize("orders", [("1: 1>3 5", "2: 2>3 4"), ("2: 2>3 4", "1: 1>3 5")])
def test_vector_6_the_largest_force_loses_as_many_as_the_second_has(orders: tuple[str, str]) -> None:
    position = turn(war("P 1 0 0 0 1 10, P 2 2 0 0 2 9, P 3 1 0 0 0 3"), *orders)
    assert told(position).split()[2] == "3:1:1"


@pytest.mark.parametrize("orders", [("1: 1>3 3", "2: 2>3 7"), ("2: 2>3 7", "1: 1>3 3")])
def test_vector_7_an_owner_loses_the_second_largest_and_not_the_sum(orders: tuple[str, str]) -> None:
    planets = "P 1 0 0 0 1 10, P 2 2 0 0 2 10, P 3 1 0 0 3 10, " + FAR.format(id=4, owner=4)
    assert told(turn(war(planets), *orders)).split()[2] == "3:3:3"


def test_vector_8_two_attackers_that_tie_leave_the_old_owner() -> None:
    position = turn(war("P 1 0 0 0 1 10, P 2 2 0 0 2 9, P 3 1 0 0 0 3"), "1: 1>3 5", "2: 2>3 5")
    assert told(position).split()[2] == "3:0:0"


def test_two_attackers_that_tie_above_the_owner_leave_it_the_planet() -> None:
    planets = "P 1 0 0 0 1 10, P 2 2 0 0 2 10, P 3 1 0 2 3 3, " + FAR.format(id=4, owner=4)
    assert told(turn(war(planets), "1: 1>3 6", "2: 2>3 6")).split()[2] == "3:3:2"


TEAMMATES = "P 1 0 0 1 1 10, P 2 1 0 1 2 9, P 3 800 800 0 3 1, " + FAR.format(id=4, owner=4)


def test_vector_9_landing_on_a_teammates_planet_is_an_attack() -> None:
    assert told(turn(war(TEAMMATES), "1: 1>2 4")).split()[1] == "2:2:6"
    assert told(turn(war(TEAMMATES), "1: 1>2 10")).split()[1] == "2:1:2"


def test_or_a_reinforcement_where_the_house_says_so() -> None:
    assert told(turn(war(TEAMMATES, ally_landing="reinforce"), "1: 1>2 4")).split()[1] == "2:2:14"


def test_reinforcements_and_enemies_that_land_together_fight_with_the_garrison() -> None:
    planets = "P 1 0 0 0 1 10, P 2 1 0 0 2 2, P 3 2 0 0 3 10, " + FAR.format(id=4, owner=4)
    position = turn(war(planets, ally_landing="reinforce"), "1: 1>2 3", "3: 3>2 4")
    assert told(position).split()[1] == "2:2:1"


def test_vector_10_fleets_do_not_meet_in_space() -> None:
    position = turn(war("P 1 0 0 1 1 10, P 2 3 0 1 2 10"), "1: 1>2 10", "2: 2>1 10")
    assert told(turns(position, 2)) == "1:2:9 2:1:9 |"


def test_several_fleets_of_a_turn_stay_apart() -> None:
    position = turn(war("P 1 0 0 1 1 10, P 2 5 0 1 2 4"), "1: 1>2 2", "1: 1>2 3")
    assert sorted(told(position).partition("|")[2].split()) == ["1:1>2:2:4", "1:1>2:3:4"]


def test_this_turns_growth_is_not_there_for_orders() -> None:
    position = war("P 1 0 0 5 1 10, P 2 5 0 1 2 4")
    with pytest.raises(Exception, match="planet 0 has 10 ships"):
        turn(position, "1: 1>2 11")


def test_an_empty_fleet_is_accepted_and_forgotten() -> None:
    position = war("P 1 0 0 1 1 10, P 2 5 0 1 2 4")
    assert told(turn(position, "1: 1>2 0")) == told(turn(position))


def test_whoever_loses_its_last_planet_is_out_and_its_fleets_vanish() -> None:
    planets = "P 1 0 0 0 1 10, P 2 1 0 0 3 5, P 3 300 0 0 2 1, " + FAR.format(id=4, owner=4)
    position = turn(war(planets), "1: 1>2 9", "3: 2>3 5")
    assert told(position, 2) == "1:1:1 2:1:9 |"
    assert position.acting == (0, 1, 3)
    assert not position.view(0).players[2].alive


def test_a_planet_without_ships_keeps_its_player_alive() -> None:
    position = turn(war("P 1 0 0 0 1 5, P 2 1 0 0 2 5"), "1: 1>2 5")
    assert told(position) == "1:1:0 2:2:0 |"
    assert position.acting == (0, 1)


def test_the_last_team_with_planets_has_won() -> None:
    position = turn(war("P 1 0 0 1 1 10, P 2 1 0 1 2 4"), "1: 1>2 8")
    assert position.acting == ()
    assert position.view(0).winner == 0


def test_two_who_take_each_others_planets_play_on() -> None:
    position = turn(war("P 1 0 0 0 1 3, P 2 1 0 0 2 3"), "1: 1>2 3", "2: 2>1 3")
    assert told(position) == "1:2:3 2:1:3 |"
    assert position.acting == (0, 1)


@pytest.mark.parametrize(("ships", "winner"), [(9, 0), (3, 1), (4, None)])
def test_after_the_last_turn_ships_are_counted_with_those_in_flight(ships: int, winner: int | None) -> None:
    planets = f"P 1 0 0 0 1 {ships}, P 2 50 0 0 2 4"
    position = turns(turn(war(planets, turn_limit=3), f"1: 1>2 {ships}"), 2)
    assert position.acting == ()
    assert position.state.turn == 3
    assert position.scores() == (ships, 4)
    assert position.view(0).over
    assert position.view(0).winner == winner


def test_the_limit_counts_turns_played() -> None:
    position = turns(war("P 1 0 0 0 1 1, P 2 50 0 0 2 4"), 199)
    assert position.acting == (0, 1)
    assert position.view(0).turn == 200
    assert turn(position).acting == ()
