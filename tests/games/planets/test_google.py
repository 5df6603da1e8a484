"""Turns of the profile `google`: the vectors of the fact sheet."""

from typing import Any

import pytest

from quintain.core.position import Position
from quintain.games.planets.rules.ending import winning_team
from quintain.games.planets.rules.state import DRAW, NONE, State
from tests.games.planets.wars import changed, told, turn, turns, war


def contest(planets: str, **options: Any) -> Position:
    return war(planets, profile="google", **options)


def test_vector_11_both_attack_a_neutral_planet() -> None:
    position = turn(contest("P 0 0 1 5 0, P 2 0 2 4 0, P 1 0 0 3 2"), "1: 0>2 5", "2: 1>2 4")
    assert told(position).split()[2] == "2:1:1"


def test_vector_12_equal_attackers_leave_it_neutral() -> None:
    position = turn(contest("P 0 0 1 5 0, P 2 0 2 5 0, P 1 0 0 3 2"), "1: 0>2 5", "2: 1>2 5")
    assert told(position).split()[2] == "2:0:0"


def test_vector_13_growth_comes_before_the_battle_and_a_conquest_does_not_grow() -> None:
    planets = "P 0 0 1 9 0, P 1 0 2 3 2, P 900 900 2 1 0"
    assert told(turn(contest(planets), "1: 0>1 5")).split()[1] == "1:2:0"
    taken = turn(contest(planets), "1: 0>1 6")
    assert told(taken).split()[1] == "1:1:1"
    assert told(turn(taken)).split()[1] == "1:1:3"


def test_vector_14_a_fleet_to_its_own_planet_is_refused_here() -> None:
    """The original engines let it come back in the same turn, and the contest's own text forbids it."""
    with pytest.raises(Exception, match="a fleet cannot fly to where it is"):
        turn(contest("P 0 0 1 6 1, P 5 0 2 6 1"), "1: 0>0 6")


def test_vector_16_launches_of_a_turn_with_the_same_way_are_one_fleet() -> None:
    position = turn(contest("P 0 0 1 9 1, P 3 4 2 1 1"), "1: 0>1 2", "1: 0>1 3", "1: 0>1 0")
    assert told(position) == "0:1:5 1:2:2 | 1:0>1:5:4"
    fleet = position.view(0).fleets[0]
    assert (fleet.turns, fleet.remaining) == (5, 4)


def test_vector_17_four_forces() -> None:
    planets = "P 0 0 1 10 0, P 2 0 2 7 0, P 1 0 3 6 0, P 1 2 4 2 0"
    position = turn(contest(planets), "1: 0>2 10", "2: 1>2 7", "4: 3>2 2")
    assert told(position).split()[2] == "2:1:3"
    assert told(turn(position)).split()[2] == "2:1:1"


def test_a_player_lives_on_its_fleets() -> None:
    position = turn(contest("P 0 0 1 9 0, P 1 0 2 1 0, P 9 0 0 1 1"), "2: 1>2 1", "1: 0>1 5")
    assert told(position) == "0:1:4 1:1:5 2:0:1 | 2:1>2:1:7"
    assert position.acting == (0, 1)
    assert position.view(1).players[1].alive
    end = turns(position, 7)
    assert told(end) == "0:1:4 1:1:5 2:0:0 |"
    assert end.view(0).winner == 0


@pytest.mark.parametrize(("living", "winner"), [(0b000, DRAW), (0b010, 0), (0b100, 1), (0b110, NONE)])
def test_who_has_won_when_some_are_dead(living: int, winner: int) -> None:
    record = changed(contest("P 0 0 1 3 0, P 2 0 2 3 0"), living=living).record
    assert winning_team(record.view(State.layout)[0]) == winner


def test_everybody_sees_every_fleet_and_who_is_who() -> None:
    position = turn(contest("P 0 0 1 9 1, P 9 0 2 9 1"), "1: 0>1 3", "2: 1>0 4")
    assert position.view(0).fleets == position.view(1).fleets == position.view(-1).fleets
    assert [player.team for player in position.view(0).players] == [0, 1]


def test_there_are_no_messages() -> None:
    position = contest("P 0 0 1 9 1, P 9 0 2 9 1")
    with pytest.raises(Exception, match="no messages in this profile"):
        position.check(0, position.game.parse("send 1"))
