"""The documented beginner: its dice, in their order."""

from collections import Counter

import pytest

from quintain.core.dice import random_below, seeded
from quintain.games.jaffre.bots.beginner import Beginner
from tests.games.jaffre.seats import answer, turn_of
from tests.games.jaffre.tables import table

HAND = "G7 G6 G2 R5 R1 B4 B3 N1"
MANY = 4000


def answers(position_bets: tuple[str, ...], dealer: int = 0) -> Counter[str]:
    position = table({dealer: HAND}, dealer=dealer, bets=position_bets)
    rng = seeded("many")
    return Counter(answer(Beginner(), position, rng) for _ in range(MANY))


def about(share: float) -> object:
    """Four standard errors of a share of MANY."""
    return pytest.approx(share, abs=4 * (share * (1 - share) / MANY) ** 0.5)


def test_a_dealer_who_must_bet_says_seven_and_throws_no_dice() -> None:
    position = table({0: HAND}, bets=["skip", "skip", "skip"])
    rng = seeded("untouched")
    assert answer(Beginner(), position, rng) == "bet 7"
    assert rng[0] == seeded("untouched")[0]


def test_it_skips_thirty_percent_and_opens_from_seven_to_ten() -> None:
    said = answers(())
    assert said["skip"] / MANY == about(0.3)
    bets = {action: n for action, n in said.items() if action != "skip"}
    assert {int(action.split()[1]) for action in bets} == {7, 8, 9, 10}
    for amount in (7, 8, 9, 10):
        assert (bets[f"bet {amount}"] + bets[f"bet {amount} without trump"]) / MANY == about(0.7 / 4)
    assert sum(n for action, n in bets.items() if "without" in action) / MANY == about(0.7 * 0.15)


def test_it_raises_to_anything_above_up_to_twelve() -> None:
    said = answers(("bet 9",))
    assert said["skip"] / MANY == about(0.3)
    for amount in (10, 11, 12):
        assert (said[f"bet {amount}"] + said[f"bet {amount} without trump"]) / MANY == about(0.7 / 3)
    assert sum(n for action, n in said.items() if "without" in action) / MANY == about(0.7 * 0.2)


def test_it_never_answers_with_the_same_amount_without_trump() -> None:
    assert "bet 9 without trump" not in answers(("bet 9",))


def test_over_a_twelve_it_can_only_skip() -> None:
    assert answers(("bet 12",)) == {"skip": MANY}


def test_a_dealer_never_skips_over_a_plain_bet() -> None:
    said = answers(("bet 9", "skip", "skip"))
    assert "skip" not in said
    for amount in (9, 10, 11, 12):
        assert (said[f"bet {amount}"] + said[f"bet {amount} without trump"]) / MANY == about(1 / 4)


def test_a_dealer_over_a_twelve_bets_twelve_every_time() -> None:
    said = answers(("bet 12", "skip", "skip"))
    assert set(said) == {"bet 12", "bet 12 without trump"}
    assert said["bet 12 without trump"] / MANY == about(0.2)


def test_a_drawn_bet_that_is_too_low_becomes_a_skip() -> None:
    said = answers(("bet 9 without trump", "skip", "skip"))
    assert "bet 9" not in said
    assert said["skip"] / MANY == about(0.8 / 4)


@pytest.mark.parametrize("seed", range(30))
def test_the_dice_are_thrown_in_the_documented_order(seed: int) -> None:
    position = table({1: HAND})
    rng, same = seeded(seed), seeded(seed)
    said = answer(Beginner(), position, rng)
    if random_below(same, 100) < 30:
        expected = "skip"
    else:
        amount = 7 + random_below(same, 4)
        expected = f"bet {amount}" + (" without trump" if random_below(same, 100) < 15 else "")
    assert said == expected
    assert rng[0] == same[0]


@pytest.mark.parametrize("seed", range(10))
def test_a_dealers_raise_draws_the_amount_and_then_the_trump(seed: int) -> None:
    position = table({0: HAND}, bets=["bet 8", "skip", "skip"])
    rng, same = seeded(seed), seeded(seed)
    said = answer(Beginner(), position, rng)
    amount = 8 + random_below(same, 5)
    assert said == f"bet {amount}" + (" without trump" if random_below(same, 100) < 20 else "")
    assert rng[0] == same[0]


def test_it_plays_every_legal_card_equally_often() -> None:
    position = table({0: "R3 R7 B1", 1: "G1 G2 G3"}, bets=["bet 7", "skip", "skip", "skip"], trump="green", turn=0)
    rng = seeded("cards")
    played = Counter(answer(Beginner(), position, rng) for _ in range(MANY))
    assert set(played) == {"play R3", "play R7", "play B1"}
    assert all(n / MANY == about(1 / 3) for n in played.values())


def test_one_card_costs_one_throw() -> None:
    position = table({0: "R3", 1: "G1"}, bets=["bet 7", "skip", "skip", "skip"], trump="green", turn=0)
    rng, same = seeded("one"), seeded("one")
    assert Beginner().act(turn_of(position, rng)) in position.legal(0)
    random_below(same, 1)
    assert rng[0] == same[0]
