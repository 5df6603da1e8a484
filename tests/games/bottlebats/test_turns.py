"""RULES.md 3 to 6, where the published examples are silent."""

import pytest

from quintain.core.game import EVERYBODY, only
from quintain.core.match import Match
from quintain.games.bottlebats import Options
from quintain.games.bottlebats.actions import Done, Leave, March
from quintain.games.bottlebats.events import Defeated, FortHeld, FortTaken, WarWon
from tests.games.bottlebats.wars import DICE, GAME, map_text, ordered, told, turn, war

THREE = ("a 0 0 p 10, b 3 0 q 10, c 0 4 r 10", "a b, b c, c a")


def test_1_2_lengths_are_rounded_up() -> None:
    view = war("a 0 0 p 1, b 1 1 q 1, c 3 4 neutral 0", "a b, a c").view(0)
    assert [road.length for road in view.roads] == [2, 5]


def test_3_1_all_act_at_once_and_one_entry_is_a_turn() -> None:
    match = Match(GAME, Options(file=map_text(*THREE), players=3))
    match.act(0, [March(0, 1, 4), March(0, 2, 3), Done()])
    assert match.position.acting == (1, 2)
    match.act(1, Done())
    match.act(2, Done())
    assert match.position.state.turn == 1
    assert len(match.record) == 3


def test_3_5_an_empty_fort_is_still_owned() -> None:
    assert told(turn(war(*THREE), "p: a b 10")).startswith("a:p:1 ")


def test_3_2_orders_use_the_garrison_before_growth() -> None:
    position = ordered(war(*THREE), "p: a b 99")
    assert position.view(0).orders[0].soldiers == 10


def test_4_4_who_leaves_meets_who_is_one_step_away() -> None:
    position = turn(turn(war(*THREE), "p: a b 9"))
    assert told(position).endswith("a>b:p:9:1")
    position = turn(position, "q: b a 12")
    assert told(position) == "a:p:4 b:q:1 c:r:13 | b>a:q:3:2"


def test_6_1_who_has_only_marches_lives_on() -> None:
    position = turn(war("a 0 0 p 5, b 9 0 q 10, c 1 0 q 9", "a b, a c"), "p: a b 5", "q: c a 9")
    assert told(position).startswith("a:q:10 ")
    assert position.acting == (0, 1)


def test_6_2_ghosts_stay_and_grow() -> None:
    position = ordered(war(*THREE), "r: c a 4").play(2, Leave(), DICE)
    position = turn(position)
    assert told(position) == "a:p:11 b:q:11 c:r:7 | c>a:r:4:3"
    assert position.acting == (0, 1)


def test_6_2_or_become_neutral() -> None:
    position = ordered(war(*THREE, ghosts="neutral"), "r: c a 4").play(2, Leave(), DICE)
    assert told(turn(position)) == "a:p:11 b:q:11 c:-:7 |"


def test_6_2_of_two_the_other_wins() -> None:
    position = turn(war("a 0 0 p 5, b 9 0 q 10", "a b").play(1, Leave(), DICE))
    assert position.view(0).winner == 0


@pytest.mark.parametrize("leaving", [(0, 1, 2), ()])
def test_6_3_nobody_wins_if_nobody_is_left_or_time_is_up(leaving: tuple[int, ...]) -> None:
    position = war(*THREE, max_steps=1)
    for seat in leaving:
        position = position.play(seat, Leave(), DICE)
    if not leaving:
        position = turn(position)
    assert position.acting == ()
    assert position.view(0).winner is None
    assert position.placings() == (0, 0, 0)


def test_8_1_what_happens_is_told() -> None:
    before = ordered(war("a 0 0 p 20, b 1 0 q 9, c 0 1 r 5, d 9 9 q 1", "a b, a c"), "p: a b 12", "r: c a 3")
    for seat in (0, 1):
        before = before.play(seat, Done(), DICE)
    news = GAME.events(before, before.play(2, Done(), DICE), 2, Done())
    assert [t.audience for t in news] == [only(2), *[EVERYBODY] * (len(news) - 1)]
    assert FortTaken(1, 0, 1, 4) in [t.event for t in news]
    assert FortHeld(0, 0, 6) in [t.event for t in news]


def test_6_4_it_is_told_to_all_who_is_out() -> None:
    before = ordered(war("a 0 0 p 20, b 1 0 q 9", "a b", fog="original"), "p: a b 12").play(0, Done(), DICE)
    news = GAME.events(before, before.play(1, Done(), DICE), 1, Done())
    assert [t.event for t in news if t.audience == EVERYBODY] == [Defeated(1), WarWon(0)]


def test_the_view_tells_what_a_march_would_meet() -> None:
    position = turn(war("a 0 0 p 10, b 4 0 q 10", "a b"), "q: b a 3")
    (exit,) = position.view(0).exits
    assert (exit.turns, exit.garrison) == (4, 11)
    assert [(meeting.soldiers, meeting.after) for meeting in exit.meets] == [(3, 1.5)]
