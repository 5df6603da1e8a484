"""The options of Jaffre, RULES.md 8."""

import pytest

from quintain.core.errors import UnknownOption
from quintain.core.match import outcome_of
from quintain.core.outcome import Ending
from quintain.core.position import Position
from quintain.games.jaffre import Options
from tests.games.jaffre.tables import GAME, cell, hands_for, play_tricks, played, table
from tests.games.jaffre.test_rules import SWEEP, TWELVE, last_trick


@pytest.mark.parametrize("target", [1, 8, 41])
def test_target_decides_when_the_match_is_over(target: int) -> None:
    hands = {0: "B7", 1: "B1", 2: "B2", 3: "B3"}
    bets = ["skip", "skip", "skip", "bet 8"]
    end = played(table(hands, bets=bets, points=(8, 1, 0, 0), target=target), ["B7", "B1", "B2", "B3"])
    assert end.view(0).winner == (0 if target <= 8 else None)


@pytest.mark.parametrize("dealer", range(4))
def test_first_dealer_deals_the_first_round(dealer: int) -> None:
    position = Position.start(GAME, Options(first_dealer=dealer))
    assert cell(position, "dealer") == dealer
    assert position.acting == ((dealer + 1) % 4,)


def test_brown_zero_points_change_what_a_round_is_worth() -> None:
    after = play_tricks(table(hands_for(SWEEP), bets=["skip"] * 3 + ["bet 11"], brown_zero_points=-2), SWEEP)
    assert after.scores() == (11, 0, 11, 0)


def test_a_brown_zero_may_be_worth_nothing() -> None:
    after = play_tricks(table(hands_for(TWELVE), bets=["skip"] * 3 + ["bet 12"], brown_zero_points=0), TWELVE)
    assert after.scores() == (12, 1, 12, 1)


@pytest.mark.parametrize(
    ("bet", "taken", "scores"),
    [
        pytest.param("bet 7", 9, (9, 1), id="the points taken"),
        pytest.param("bet 7 without trump", 9, (18, 1), id="twice the points without trump"),
        pytest.param("bet 9", 8, (-9, 2), id="a failed contract costs the bet"),
        pytest.param("bet 9 without trump", 8, (-18, 2), id="or twice the bet"),
    ],
)
def test_made_pays_points(bet: str, taken: int, scores: tuple[int, int]) -> None:
    assert last_trick(bet, taken, made_pays="points") == scores


@pytest.mark.parametrize(("taken", "winner"), [(12, 0), (11, 1)])
def test_twelve_wins_lets_a_12_without_trump_decide(taken: int, winner: int) -> None:
    hands = {0: "B7", 1: "B1", 2: "B2", 3: "B3"}
    bets = ["skip", "skip", "skip", "bet 12 without trump"]
    position = table(hands, bets=bets, points=(taken - 1, 10 - taken, 0, 0), scores=(0, 30), twelve_wins=True)
    end = played(position, ["B7", "B1", "B2", "B3"])
    assert end.view(0).winner == winner
    assert not end.acting
    assert [rank == 1 for rank in outcome_of(end, Ending.NORMAL).ranks] == [seat % 2 == winner for seat in range(4)]


def test_twelve_wins_even_against_a_higher_score() -> None:
    """The round is scored like any other, and the scores do not matter."""
    hands = {0: "B7", 1: "B1", 2: "B2", 3: "B3"}
    bets = ["skip", "skip", "skip", "bet 12 without trump"]
    position = table(hands, bets=bets, points=(11, -2, 0, 0), scores=(-90, 43), twelve_wins=True)
    end = played(position, ["B7", "B1", "B2", "B3"])
    assert end.scores() == (-66, 41, -66, 41)
    assert outcome_of(end, Ending.NORMAL).ranks == (1, 2, 1, 2)


@pytest.mark.parametrize(("bet", "twelve_wins"), [("bet 12", True), ("bet 12 without trump", False)])
def test_otherwise_a_12_decides_nothing(bet: str, twelve_wins: bool) -> None:
    hands = {0: "B7", 1: "B1", 2: "B2", 3: "B3"}
    position = table(hands, bets=["skip"] * 3 + [bet], points=(11, -2, 0, 0), twelve_wins=twelve_wins)
    assert played(position, ["B7", "B1", "B2", "B3"]).acting == (2,)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"traget": 41}, "jaffre has no option 'traget'; did you mean 'target'?"),
        ({"target": "many"}, "target"),
        ({"target": 0}, "target"),
        ({"first_dealer": 4}, "first_dealer"),
        ({"brown_zero_points": 1}, "brown_zero_points"),
        ({"made_pays": "gold"}, "made_pays"),
        ({"twelve_wins": "perhaps"}, "twelve_wins"),
    ],
)
def test_a_wrong_option_is_named(settings: dict[str, object], words: str) -> None:
    with pytest.raises(UnknownOption, match=words.replace("?", r"\?")):
        GAME.options_from(settings)


def test_options_are_read_from_text() -> None:
    settings = {"target": "21", "brown_zero_points": "-2", "made_pays": "points", "twelve_wins": "true"}
    expected = Options(target=21, brown_zero_points=-2, made_pays="points", twelve_wins=True)
    assert GAME.options_from(settings) == expected
