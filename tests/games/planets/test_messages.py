"""Messages along the ring of living teammates, RULES.md 5."""

import pytest

from quintain.core.position import Position
from quintain.games.planets.actions import Done, Send
from tests.games.planets.wars import DICE, turn, war

SIX = ", ".join(f"P {i} {10 * i} 0 0 {i} 5" for i in range(1, 7))


def sent(position: Position, *messages: int | None) -> Position:
    """The next turn, after each seat in turn has sent its message."""
    for seat, message in enumerate(messages):
        if message is not None:
            position = position.play(seat, Send(message), DICE)
    for seat in position.acting:
        position = position.play(seat, Done(), DICE)
    return position


def heard(position: Position) -> list[int]:
    return [position.view(seat).message for seat in range(len(position.seats))]


def test_everybody_hears_the_teammate_before_it_and_the_first_hears_the_last() -> None:
    assert heard(sent(war(SIX), 11, 12, 13, 21, 22, 23)) == [13, 11, 12, 23, 21, 22]


def test_a_message_is_heard_once() -> None:
    position = sent(war(SIX), 11, 12, 13, 21, 22, 23)
    assert heard(sent(position, None, 5)) == [0, 0, 5, 0, 0, 0]


def test_nothing_is_heard_before_the_turn_is_over() -> None:
    position = war(SIX).play(0, Send(7), DICE)
    assert heard(position) == [0] * 6
    assert position.view(0).sent == 7
    assert position.view(1).sent is None


def test_the_last_message_of_a_turn_counts() -> None:
    position = war(SIX).play(0, Send(7), DICE)
    assert heard(sent(position, 8)) == [0, 8, 0, 0, 0, 0]


def test_the_dead_are_skipped() -> None:
    position = turn(war(SIX.replace("P 2 20 0 0 2 5", "P 2 11 0 0 2 1")), "1: 1>2 4")
    assert position.acting == (0, 2, 3, 4, 5)
    for seat, message in ((0, 11), (2, 13), (3, 21)):
        position = position.play(seat, Send(message), DICE)
    for seat in position.acting:
        position = position.play(seat, Done(), DICE)
    assert heard(position) == [13, 0, 11, 0, 21, 0]


def test_who_dies_in_the_turn_is_not_heard_any_more() -> None:
    position = war(SIX.replace("P 2 20 0 0 2 5", "P 2 11 0 0 2 1"))
    position = position.play(1, Send(12), DICE)
    assert heard(turn(position, "1: 1>2 4"))[2] == 0


def test_a_lone_one_hears_itself() -> None:
    assert heard(sent(war("P 1 0 0 1 1 5, P 2 9 0 1 2 5"), 7, 9)) == [7, 9]


@pytest.mark.parametrize("message", [0, 1, (1 << 32) - 1])
def test_a_message_has_32_bits(message: int) -> None:
    assert heard(sent(war("P 1 0 0 1 1 5, P 2 9 0 1 2 5"), message)) == [message, 0]


def test_the_ring_goes_by_ids_and_not_by_seats() -> None:
    position = war(SIX, id_order="shuffled")
    ids = position.state.ids[:6]
    after = sent(position, *(100 + player for player in ids))
    for team in (ids[:3], ids[3:]):
        ring = sorted(team)
        for player in team:
            before = ring[ring.index(player) - 1]
            assert after.view(ids.index(player)).message == 100 + before
