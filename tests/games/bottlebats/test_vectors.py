"""The published examples of the first contest, played turn by turn; where the house decided otherwise, it says so."""

import pytest

from quintain.core.errors import IllegalAction
from quintain.core.position import Position
from quintain.games.bottlebats import Options
from quintain.games.bottlebats.actions import March
from quintain.games.bottlebats.events import OrderCut
from quintain.games.bottlebats.maps.chart import BadMap
from tests.games.bottlebats.wars import DICE, GAME, map_text, march, ordered, told, turn, war


def duel(length: int, one: int = 10, other: int = 10) -> Position:
    return war(f"a 0 0 p {one}, b {length} 0 q {other}", "a b")


def test_1_a_march_arrives_after_as_many_turns_as_its_road_has_steps() -> None:
    position = turn(duel(3), "p: a b 4")
    assert told(position) == "a:p:7 b:q:11 | a>b:p:4:2"
    position = turn(position)
    assert told(position) == "a:p:8 b:q:12 | a>b:p:4:1"
    assert told(turn(position)) == "a:p:9 b:q:9 |"


def test_2_the_larger_march_goes_on_with_the_rest() -> None:
    position = turn(duel(3), "p: a b 7", "q: b a 4")
    assert told(position) == "a:p:4 b:q:7 | a>b:p:7:2 b>a:q:4:2"
    position = turn(position)
    assert told(position) == "a:p:5 b:q:8 | a>b:p:3:1"
    assert told(turn(position)) == "a:p:6 b:q:6 |"


def test_3_equal_marches_are_both_gone() -> None:
    position = turn(turn(duel(3), "p: a b 5", "q: b a 5"))
    assert told(position) == "a:p:7 b:q:7 |"


def test_4_on_a_short_road_they_meet_in_the_second_half_step() -> None:
    position = turn(duel(2), "p: a b 7", "q: b a 4")
    assert told(position) == "a:p:4 b:q:7 | a>b:p:3:1"
    assert told(turn(position)) == "a:p:5 b:q:5 |"


def test_5_on_a_road_of_one_step_in_the_first() -> None:
    assert told(turn(duel(1), "p: a b 7", "q: b a 4")) == "a:p:4 b:q:4 |"


def test_6_after_a_tie_the_owner_keeps_the_fort() -> None:
    assert told(turn(duel(1), "p: a b 10")) == "a:p:1 b:q:1 |"


def test_7_one_more_takes_it_and_the_other_is_out() -> None:
    position = turn(duel(1, 10, 9), "p: a b 10")
    assert told(position) == "a:p:1 b:p:2 |"
    assert position.acting == ()
    assert position.view(0).winner == 0


STAR = ("c 0 0 r 3, a 1 0 p 8, b 0 1 q 8, d -1 0 s 8", "a c, b c, d c")


def test_8_of_many_the_largest_wins_with_what_it_has_more_than_the_second() -> None:
    position = turn(war(*STAR), "p: a c 8", "q: b c 5", "s: d c 5")
    assert told(position).startswith("c:p:4 ")
    assert not position.view(0).players[0].alive


def test_9_if_two_are_largest_the_weakest_may_keep_it() -> None:
    assert told(turn(war(*STAR), "p: a c 8", "q: b c 8", "s: d c 5")).startswith("c:r:1 ")


def test_10_friends_who_arrive_defend() -> None:
    position = turn(war("c 0 0 p 3, a 1 0 p 8, b 0 1 q 10", "a c, b c"), "p: a c 8", "q: b c 10")
    assert told(position).startswith("c:p:2 ")


def test_11_a_neutral_garrison_defends_itself_and_does_not_grow() -> None:
    position = turn(war("c 0 0 neutral 5, a 1 0 p 20, b 9 9 q 1", "a c"), "p: a c 5")
    assert told(position).startswith("c:-:0 ")
    assert told(turn(position, "p: a c 6")).startswith("c:p:7 ")


def test_12_orders_over_the_same_road_make_one_march_and_are_cut_with_a_warning() -> None:
    position = ordered(duel(3), "p: a b 6")
    seat, action = march(position, "p: a b 6")
    warnings = [t for t in GAME.events(position, position.play(seat, action, DICE), seat, action)
                if isinstance(t.event, OrderCut)]  # fmt: skip
    assert [(t.event.wanted, t.event.soldiers, t.audience) for t in warnings] == [(6, 4, 1)]
    assert told(turn(duel(3), "p: a b 6", "p: a b 6")) == "a:p:1 b:q:11 | a>b:p:10:2"


@pytest.mark.parametrize("order", [March(0, 1, -1), March(1, 0, 1), March(0, 7, 1), March(0, 0, 1)])
def test_13_orders_that_make_no_sense_are_refused(order: March) -> None:
    """The text protocol turns these into warnings: see test_protocol."""
    with pytest.raises(IllegalAction):
        duel(3).check(0, order)


def test_13_an_order_for_nobody_is_ignored() -> None:
    assert told(turn(duel(3), "p: a b 0")) == "a:p:11 b:q:11 |"


def test_14_a_march_may_fight_twice_in_a_turn() -> None:
    position = turn(duel(4), "q: b a 3")
    position = turn(position, "q: b a 3", "p: a b 9")
    assert told(position) == "a:p:3 b:q:6 | a>b:p:9:3 b>a:q:3:2 b>a:q:3:3"
    position = turn(position)
    assert told(position) == "a:p:4 b:q:7 | a>b:p:3:2"
    position = turn(turn(position))
    assert told(position) == "a:p:6 b:q:6 |"


def test_15_own_marches_pass_each_other() -> None:
    position = war("a 0 0 p 10, b 2 0 p 10, x 9 9 q 1", "a b")
    position = turn(turn(position, "p: a b 3", "p: b a 4"))
    assert told(position) == "a:p:13 b:p:11 x:q:3 |"


SQUARE = ("a 0 0 p 10, b 3 0 neutral 2, c 3 3 q 10, d 0 3 neutral 0", "a b, b c, c d, d a")


def test_16_in_the_fog_both_ends_of_own_roads_are_seen() -> None:
    position = turn(war(*SQUARE, fog="original"), "q: c b 3", "q: c d 2")
    assert told(position, 0) == "a:p:11 b:-:2 d:-:0 |"
    assert [(road.one, road.other) for road in position.view(0).roads] == [(0, 1), (3, 0)]


def test_17_who_has_no_fort_sees_nothing_and_lives_on() -> None:
    position = war("a 0 0 neutral 5, b 9 0 q 10", "a b", "a b p 3 4", fog="original", names="p,q")
    view = position.view(0)
    assert (view.forts, view.roads, view.marches) == ((), (), ())
    assert position.acting == (0, 1)
    assert turn(turn(turn(turn(position)))).view(1).winner == 1


def test_19_marches_of_a_map_are_taken_as_they_stand() -> None:
    """The first arbiter takes the soldiers of a march out of the garrison once more."""
    position = war("c 0 0 q 7, b 3 0 p 5", "c b", "c b q 2 1")
    assert told(position) == "c:q:7 b:p:5 | c>b:q:2:1"
    assert told(turn(position)) == "c:q:8 b:p:4 |"


def test_20_a_road_without_length_is_refused() -> None:
    with pytest.raises(BadMap, match=r"line 5.*no length"):
        Options(file=map_text("a 1 1 p 5, b 1 1 q 5", "a b"))
