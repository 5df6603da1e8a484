"""The documented advanced: partner, memory, the red zero and the brown one."""

import pytest

from quintain.core.position import Position
from quintain.games.jaffre.bots.advanced import Advanced
from quintain.games.jaffre.bots.reading import Reading
from quintain.games.jaffre.view import cards_of
from tests.games.jaffre.seats import answer, turn_of
from tests.games.jaffre.tables import cards, played, table

BETS = ["bet 7", "skip", "skip", "skip"]  # seat 1 declares


def trick(hands: dict[int, str], laid: str, leader: int, trump: str = "blue") -> Position:
    """A trick of these cards, led by this seat; the next seat is to act."""
    return played(table(hands, bets=BETS, trump=trump, turn=leader), laid.split())


# --- what it knows


def test_it_remembers_the_cards_played() -> None:
    position = table({0: "R3 R7 B1"}, bets=BETS, trump="blue", turn=0)
    others = [card for seat in (1, 2, 3) for card in cards_of(position.state.hands[seat])]
    assert set(cards_of(Reading(turn_of(position)).unseen)) == set(others)


def test_it_remembers_who_lacks_what() -> None:
    position = table({0: "R3 R7 B1"}, bets=BETS, trump="blue", turn=0, voids={1: "red", 3: "red blue"})
    table_read = Reading(turn_of(position))
    assert all(card.color != "red" for card in cards_of(table_read.holdings[1]))
    assert all(card.color not in ("red", "blue") for card in cards_of(table_read.holdings[3]))
    assert table_read.holdings[2] == table_read.unseen


def test_a_seat_without_the_color_and_with_trumps_is_a_threat() -> None:
    hands = {0: "G7 G6 N2", 1: "B2 R1 R2", 2: "G1 G2 N1", 3: "G4 N4 N5"}
    safe = table(hands, bets=BETS, trump="blue", turn=0, voids={1: "blue"})
    ruffed = table(hands, bets=BETS, trump="blue", turn=0, voids={1: "green"})
    green_seven = cards("G7")[0].code
    led = 0xFF << 16
    assert not Reading(turn_of(safe)).threatened(green_seven, led)
    assert Reading(turn_of(ruffed)).threatened(green_seven, led)


# --- following


def test_it_lets_a_winning_partner_win_with_its_lowest_card() -> None:
    position = trick({0: "G3 G7 N2", 1: "G1 R1 R2", 2: "G6 N4 N5", 3: "G2 R4 R5"}, "G6 G2", leader=2)
    assert answer(Advanced(), position) == "play G3"


def test_it_gives_the_red_zero_to_a_partner_who_wins_for_sure() -> None:
    hands = {0: "R0 N3 B7", 1: "G1 R1 R2", 2: "G7 N4 N5", 3: "G2 R4 R5"}
    last = trick(hands, "G1 G7 G2", leader=1)
    assert answer(Advanced(), last) == "play R0"


def test_it_keeps_the_red_zero_while_the_partner_may_be_beaten() -> None:
    hands = {0: "R0 N3 B7", 1: "G7 R1 R2", 2: "G6 N4 N5", 3: "G2 R4 R5"}
    assert answer(Advanced(), trick(hands, "G6 G2", leader=2)) == "play N3"


def test_it_keeps_the_brown_zero_from_its_partner() -> None:
    hands = {0: "N0 N3 B7", 1: "G1 R1 R2", 2: "G7 N4 N5", 3: "G2 R4 R5"}
    assert answer(Advanced(), trick(hands, "G1 G7 G2", leader=1)) == "play N3"


def test_it_gives_the_brown_zero_to_the_opponents() -> None:
    hands = {0: "N0 N3 R7", 1: "G1 R1 R2", 2: "G5 N4 N5", 3: "G7 R4 R5"}
    assert answer(Advanced(), trick(hands, "G1 G5 G7", leader=1)) == "play N0"


def test_it_fights_for_the_red_zero() -> None:
    hands = {0: "B2 B6 N3", 1: "R7 R1 R2", 2: "G5 N4 N5", 3: "R0 R4 R5"}
    last = trick({**hands, 2: "R3 N4 N5"}, "R7 R3 R0", leader=1)
    assert answer(Advanced(), last) == "play B2"


def test_it_wins_the_red_zero_with_a_card_that_cannot_be_beaten() -> None:
    hands = {0: "R5 R6 R7", 1: "R4 G1 G2", 2: "R2 N4 N5", 3: "R0 R1 N6"}
    position = trick(hands, "R0", leader=3)
    assert answer(Advanced(), position) == "play R5"


def test_it_does_not_fight_when_the_brown_zero_lies_there_too() -> None:
    """Special points are 5 - 3 = 2: below the 5 that are worth a fight, but still worth a cheap win."""
    hands = {0: "B2 G6 G3", 1: "R7 R1 R2", 2: "N0 N4 N5", 3: "R0 R4 R5"}
    position = trick(hands, "R7 N0 R0", leader=1)
    assert "points in the zeros" not in explained(position)


def test_it_leaves_a_trick_with_the_brown_zero_alone() -> None:
    hands = {0: "B2 G6 G3", 1: "N7 R1 R2", 2: "N2 N4 N5", 3: "N0 R4 R5"}
    assert answer(Advanced(), trick(hands, "N7 N2 N0", leader=1)) == "play G3"


def test_last_to_play_it_wins_as_cheaply_as_it_can() -> None:
    hands = {0: "G5 G6 G0", 1: "G4 R1 R2", 2: "G2 N4 N5", 3: "G3 R4 R5"}
    assert answer(Advanced(), trick(hands, "G4 G2 G3", leader=1)) == "play G5"


# --- leading


def test_it_makes_its_longest_color_trump_with_its_highest_card() -> None:
    position = table({1: "G7 G5 G4 G3 R1 R2 B7 N7"}, bets=BETS)
    assert answer(Advanced(), position) == "play G7"


def test_a_declarer_draws_trumps_while_they_may_be_out() -> None:
    hands = {1: "B7 G7 G1", 0: "B2 R1 R2", 2: "B3 N4 N5", 3: "G3 R4 R5"}
    position = table(hands, bets=BETS, trump="blue", turn=1)
    assert answer(Advanced(), position) == "play B7"
    drawn = table(hands, bets=BETS, trump="blue", turn=1, voids={0: "blue", 2: "blue"})
    assert answer(Advanced(), drawn) == "play G7"


def test_it_does_not_lead_a_high_brown_card_into_the_brown_zero() -> None:
    hands = {1: "N7 G3 G1", 0: "N0 R1 R2", 2: "B3 N4 N5", 3: "G4 R4 R5"}
    assert answer(Advanced(), table(hands, bets=BETS, trump="blue", turn=1)) == "play G1"


def test_it_leads_no_zero_that_counts_if_it_has_another_card() -> None:
    hands = {1: "R0 N0 G1", 0: "N1 R1 R2", 2: "B3 N4 N5", 3: "G4 R4 R5"}
    assert answer(Advanced(), table(hands, bets=BETS, trump="blue", turn=1)) == "play G1"


def explained(position: Position) -> str:
    turn = turn_of(position)
    Advanced().act(turn)
    return str(turn.reason)


@pytest.mark.parametrize("hand", ["R0 N0", "N0 B0", "R0 B0"])
def test_two_zeros_are_no_riddle(hand: str) -> None:
    for leader, laid in ((0, ""), (2, "G5 G4"), (3, "G5")):
        hands = {0: hand, 1: "R4 R5", 2: "G5 N5", 3: "G4 N6"} if leader == 2 else {0: hand, 3: "G5 N5"}
        answer(Advanced(), trick(hands, laid, leader))
