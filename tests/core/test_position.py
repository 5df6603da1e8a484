"""Positions: asking, playing, and who may see what."""

import copy

import pytest

from quintain.core.dice import seeded
from quintain.core.errors import BadNotation, IllegalAction, MatchOver, OutOfTurn
from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.core.position import Position
from quintain.games.jaffre import GAME as JAFFRE
from quintain.games.jaffre import Options
from quintain.games.jaffre.actions import Bet, Play, Skip
from quintain.games.jaffre.rules.state import State
from tests.game_of_fingers import FINGERS, Show
from tests.games.jaffre.tables import cards, played, table


def over() -> Position:
    position = table({0: "B7", 1: "B1", 2: "B2", 3: "B3"}, bets=["skip"] * 3 + ["bet 7"], target=1, points=(8, 0, 0, 0))
    return played(position, ["B7", "B1", "B2", "B3"])


def test_the_same_seed_gives_the_same_position() -> None:
    assert Position.start(JAFFRE, seed=4) == Position.start(JAFFRE, seed=4)
    assert hash(Position.start(JAFFRE, seed=4)) == hash(Position.start(JAFFRE, seed=4))
    assert Position.start(JAFFRE, seed=4) != Position.start(JAFFRE, seed=5)


def test_options_are_part_of_a_position() -> None:
    assert Position.start(JAFFRE, Options(target=9), seed=4) != Position.start(JAFFRE, seed=4)


def test_a_position_is_nothing_else() -> None:
    assert Position.start(JAFFRE) != "a position"
    assert Position.start(FINGERS) != Position.start(JAFFRE)


def test_a_position_is_a_short_text() -> None:
    position = Position.start(JAFFRE, Options(target=11), seed=3)
    text = repr(position)
    assert text.startswith('jaffre {"target":11} ')
    assert len(text) < 300
    assert Position.parse(JAFFRE, text) == position
    assert Position.parse(JAFFRE, repr(over())).acting == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a position"),
        ("jaffre", "not a position"),
        ("jaffre {", "not a position"),
        ("jaffre {} hands", "not a position"),
        ("jaffre {} hands=x", "not a position"),
        ("jaffre {} hands=1x2x3", "not a position"),
        ("jaffre {} hands=1x99", "hands has 99 numbers where 4 fit"),
        ("jaffre {} feet=1", "there is no field feet"),
        ("fingers {}", "a position of fingers, not of jaffre"),
    ],
)
def test_what_is_no_position_is_refused_in_words(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why):
        Position.parse(JAFFRE, text)


def test_all_seats_may_be_acting() -> None:
    assert Position.start(FINGERS).acting == (0, 1, 2, 3)


@pytest.mark.parametrize("seat", [0, 2, 3, 4, 64, 65, 1000, PUBLIC, EVERYTHING, -63])
def test_who_is_not_acting_has_no_legal_actions(seat: int) -> None:
    position = Position.start(JAFFRE)
    assert position.legal(seat) == []
    assert not position.allows(seat, Skip())
    with pytest.raises(OutOfTurn, match=f"seat {seat} cannot skip now: it is the turn of seat 1"):
        position.play(seat, Skip(), seeded(1))


def test_out_of_turn_names_all_whose_turn_it_is() -> None:
    position = Position.start(FINGERS).play(2, Show(1), seeded(1))
    with pytest.raises(OutOfTurn, match="it is the turn of seat 0 or 1 or 3"):
        position.play(2, Show(1), seeded(1))


def test_a_refusal_says_what_would_be_right() -> None:
    position = table({0: "R1 R2 R3"}, bets=["skip"] * 3 + ["bet 7"], trump="red")
    with pytest.raises(IllegalAction, match="seat 0 may not play B7 now; it may play R1, play R2, play R3"):
        position.play(0, Play(cards("B7")[0]), seeded(1))


def test_a_long_list_of_choices_is_cut() -> None:
    position = Position.start(JAFFRE)
    with pytest.raises(IllegalAction, match=r"bet 10, \.\.\.$"):
        position.play(1, Play(cards("B7")[0]), seeded(1))


def test_after_the_end_that_is_said() -> None:
    with pytest.raises(MatchOver, match="seat 0 cannot skip: the match is over"):
        over().play(0, Skip(), seeded(1))


def test_playing_makes_a_new_position() -> None:
    position = Position.start(JAFFRE)
    before = copy.copy(position.record)
    after = position.play(1, Bet(8), seeded(1))
    assert after != position
    assert (position.record == before).all()
    assert position.legal(1) == Position.start(JAFFRE).legal(1)


def test_every_acting_seat_has_its_own_legal_actions() -> None:
    position = Position.start(FINGERS)
    assert all(position.legal(seat) == [Show(fingers) for fingers in range(6)] for seat in range(4))


def test_what_is_seen_does_not_hang_on_the_truth() -> None:
    position = Position.start(JAFFRE)
    position.seen_by(2).record[:] = 7
    assert position == Position.start(JAFFRE)


def test_who_may_see_everything_sees_the_position_itself() -> None:
    position = Position.start(JAFFRE)
    assert position.seen_by(EVERYTHING) == position


def test_a_position_can_be_made_from_cells() -> None:
    record = JAFFRE.blank(Options())
    state = record.view(State.layout)[0]
    state.phase, state.turn, state.hands[2] = 1, 2, 0b1010
    position = Position(JAFFRE, Options(), record, 1 << 2)
    assert position.legal(2) == [Play(card) for card in cards("R1 R3")]


def test_scores_are_one_per_seat() -> None:
    assert over().scores() == (7, 0, 7, 0)
    assert Position.start(FINGERS).scores() == (0, 0, 0, 0)
