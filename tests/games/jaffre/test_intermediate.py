"""The documented intermediate, and the smart betting that it shares with the advanced one."""

from collections import Counter

import pytest

from quintain.core.bot import Bot
from quintain.core.dice import random_below, seeded
from quintain.games.jaffre.bots.advanced import Advanced
from quintain.games.jaffre.bots.intermediate import Intermediate
from quintain.games.jaffre.bots.smart import estimate, predicted_trump
from tests.games.jaffre.seats import answer
from tests.games.jaffre.tables import cards, played, table

STRONG = "G7 G6 G5 G4 G3 G2 R7 B6"
GOOD = "G7 G6 G5 G4 R7 R5 B6 N1"
WEAK = "G7 G6 G2 R5 R1 B4 B3 N1"
MANY = 3000

smart = pytest.mark.parametrize("kind", [Intermediate, Advanced])


@pytest.mark.parametrize(("hand", "tricks"), [(STRONG, 8), (GOOD, 7), (WEAK, 4)])
def test_the_estimate_counts_trumps_and_half_the_high_cards(hand: str, tricks: int) -> None:
    assert estimate(cards(hand)).tricks == tricks


@pytest.mark.parametrize(
    ("hand", "trump"),
    [
        ("R1 R2 R3 N7 N6 G7 G6 B7", "red"),  # the longest
        ("R1 R2 R3 N7 N6 N5 G7 B7", "brown"),  # among equals the higher
        ("R1 R2 N1 N2 G1 G2 B1 B2", "red"),  # then the first
        ("R1 R2 R3 N0 N1 N5 G7 B7", "red"),  # 6 is no more than 6
    ],
)
def test_the_predicted_trump(hand: str, trump: str) -> None:
    assert predicted_trump(cards(hand)) == trump


@smart
@pytest.mark.parametrize(("hand", "bet"), [(STRONG, "bet 10"), (GOOD, "bet 8")])
def test_good_hands_bet_without_dice(kind: type[Bot], hand: str, bet: str) -> None:
    rng = seeded("untouched")
    assert answer(kind(), table({1: hand}), rng) == bet
    assert rng[0] == seeded("untouched")[0]


@smart
def test_a_weak_hand_skips_seventy_percent(kind: type[Bot]) -> None:
    position, rng = table({1: WEAK}), seeded("weak")
    said = Counter(answer(kind(), position, rng) for _ in range(MANY))
    assert set(said) == {"skip", "bet 7"}
    assert said["skip"] / MANY == pytest.approx(0.7, abs=4 * (0.21 / MANY) ** 0.5)


@smart
@pytest.mark.parametrize("seed", range(10))
def test_a_weak_hand_throws_the_dice_once(kind: type[Bot], seed: int) -> None:
    rng, same = seeded(seed), seeded(seed)
    said = answer(kind(), table({1: WEAK}), rng)
    assert said == ("skip" if random_below(same, 100) < 70 else "bet 7")
    assert rng[0] == same[0]


@smart
def test_a_bet_that_is_too_low_becomes_a_skip(kind: type[Bot]) -> None:
    assert answer(kind(), table({2: GOOD}, bets=["bet 8"])) == "skip"
    assert answer(kind(), table({2: STRONG}, bets=["bet 10"])) == "skip"


@smart
def test_a_dealer_may_equal_the_highest_bet(kind: type[Bot]) -> None:
    assert answer(kind(), table({0: GOOD}, bets=["bet 8", "skip", "skip"])) == "bet 8"


@smart
def test_a_skip_that_is_not_allowed_becomes_a_seven(kind: type[Bot]) -> None:
    position, rng = table({0: WEAK}, bets=["skip", "skip", "skip"]), seeded("forced")
    assert {answer(kind(), position, rng) for _ in range(50)} == {"bet 7"}
    assert answer(kind(), table({0: GOOD}, bets=["skip", "skip", "skip"])) == "bet 8"


def test_it_leads_its_lowest_card_even_the_red_zero() -> None:
    position = table({0: "G5 R0 B7"}, bets=["bet 7", "skip", "skip", "skip"], trump="green", turn=0)
    assert answer(Intermediate(), position) == "play R0"


@pytest.mark.parametrize(("hand", "card"), [("G2 G6 G7", "G6"), ("B1 B5 R2", "B1"), ("G1 G3 N7", "G1")])
def test_it_wins_as_cheaply_as_it_can(hand: str, card: str) -> None:
    position = table({0: hand, 3: "G4 N6 N5"}, bets=["bet 7", "skip", "skip", "skip"], trump="blue", turn=3)
    assert answer(Intermediate(), played(position, ["G4"])) == f"play {card}"


def test_it_beats_its_own_partner() -> None:
    position = table(
        {0: "G2 G6 N7", 2: "G4 N6 N5", 3: "G0 G1 N2"}, bets=["bet 7", "skip", "skip", "skip"], trump="blue", turn=2
    )
    assert answer(Intermediate(), played(position, ["G4", "G1"])) == "play G6"
