"""The rules of Jaffre by paragraph of RULES.md, with the numbered examples J1 to J35 of its fact sheet."""

from typing import Any

import pytest

from quintain.core.dice import seeded
from quintain.core.errors import IllegalAction
from quintain.core.match import Match, outcome_of
from quintain.core.outcome import Ending
from quintain.core.position import Position
from quintain.games.jaffre import GAME, Options
from quintain.games.jaffre.actions import CARD, COLORS, Bet, Play, Skip
from quintain.games.jaffre.rules.state import CARDS, SEATS
from quintain.games.jaffre.view import Contract
from tests.games.jaffre.tables import cards, cell, hands_for, play_tricks, played, table

ALL_BETS = [Bet(amount, flag) for amount in range(7, 13) for flag in (False, True)]

SWEEP = """
0: R7 B0 G0 N0
0: R6 B1 G1 N1
0: R5 B2 G2 N2
0: R4 B3 G3 N3
0: R3 B4 G4 N4
0: R2 B5 G5 N5
0: R1 B6 G6 N6
0: R0 B7 G7 N7
"""

# Team 0 takes seven tricks and the red zero; the brown zero lies in the trick that it loses.
TWELVE = """
0: R7 B0 R0 B7
0: R6 B1 G1 N2
0: R5 B2 G2 N3
0: R4 B3 G3 N4
0: R3 B4 G4 N5
0: R2 B5 G5 G0
0: R1 B6 G6 G7
0: N1 N7 N6 N0
"""

# A round that was really played, at a table where the brown zero costs two.
LOGGED = """
0: R7 R1 R2 R3
0: N1 N7 N2 N0
1: G1 G7 G2 G3
2: G6 G4 G5 G0
2: R4 R6 R0 R5
3: B1 B7 B2 B3
0: B6 B0 B4 B5
0: N6 N3 N4 N5
"""


def trick(trump: str | None, names: str, **options: Any) -> tuple[int, int]:
    """Who takes a trick, counted from the leader on, and what it is worth."""
    lead, *others = laid = cards(names)
    # Each seat has a second card, of a color that does not matter.
    spare = [card for card in CARD if card not in laid and card.color != lead.color and card.value]
    hands = {seat: f"{card} {spare[seat]}" for seat, card in enumerate([lead, *others])}
    bet = "bet 7 without trump" if trump is None else "bet 7"
    before = table(hands, dealer=3, bets=[bet, "skip", "skip", "skip"], trump=trump, **options)
    after = played(before, names.split())
    return after.acting[0], sum(cell(after, "points"))


def choices(position: Position) -> list[object]:
    return position.legal(position.acting[0])


# --- 1 cards and deal


def test_32_cards_are_dealt_eight_to_each_seat() -> None:
    hands = Position.start(GAME, seed=5).view(-2).hands
    assert [len(hand) for hand in hands] == [8, 8, 8, 8]
    assert sorted(card for hand in hands for card in hand) == sorted(CARD)


def test_there_are_four_colors_of_eight_values() -> None:
    assert len(CARD) == CARDS == 32
    assert {(card.color, card.value) for card in CARD} == {(color, value) for color in COLORS for value in range(8)}


def test_hands_are_sorted_by_color_and_value() -> None:
    hand = Position.start(GAME, seed=5).view(2).hand
    assert list(hand) == sorted(hand, key=lambda card: (COLORS.index(card.color), card.value))


def test_cards_are_dealt_around_the_table() -> None:
    """1.6: card i of the shuffled pack goes to seat i mod 4, whoever deals."""
    for dealer in range(SEATS):
        hands = Position.start(GAME, Options(first_dealer=dealer), seed=5).view(-2).hands
        assert hands == Position.start(GAME, seed=5).view(-2).hands


def test_seat_0_deals_first_and_seat_1_speaks_first() -> None:
    """Edge case 18: the dealer does not move before the first round."""
    position = Position.start(GAME, seed=5)
    assert cell(position, "dealer") == 0
    assert position.acting == (1,)


def test_the_deal_moves_one_seat_each_round() -> None:
    match, dealers = Match(GAME, seed=2), [0]
    while len(dealers) < 6:
        seat = match.position.acting[0]
        match.act(seat, GAME.default(match.position, seat))
        if cell(match.position, "rounds") == len(dealers):
            dealers.append(cell(match.position, "dealer"))
    assert dealers == [0, 1, 2, 3, 0, 1]


def test_partners_sit_opposite() -> None:
    """Edge case 19."""
    assert [seat.team for seat in Position.start(GAME).seats] == [0, 1, 0, 1]


# --- 2 the auction


def test_j9_the_dealer_takes_the_contract_by_equalling_the_bet() -> None:
    """Edge case 2."""
    after = played(Position.start(GAME), ["bet 9", "skip", "skip", "bet 9"])
    assert after.view(0).contract == Contract(seat=0, amount=9, without_trump=False, forced=False)
    assert after.acting == (0,)


def test_j10_others_must_beat_the_highest_bet() -> None:
    position = played(Position.start(GAME), ["bet 9"])
    assert not position.allows(2, Bet(9))
    with pytest.raises(IllegalAction, match="may not bet 9 now"):
        position.play(2, Bet(9), seeded(1))
    after = played(position, ["bet 9 without trump"])
    assert after.view(0).contract == Contract(seat=2, amount=9, without_trump=True, forced=False)


def test_j11_a_plain_bet_does_not_equal_one_without_trump() -> None:
    position = played(Position.start(GAME), ["bet 9 without trump", "skip", "skip"])
    assert not position.allows(0, Bet(9))
    assert position.allows(0, Bet(9, without_trump=True))
    assert position.allows(0, Bet(10))
    assert played(position, ["bet 9 without trump"]).view(0).contract.seat == 0


@pytest.mark.parametrize(
    ("highest", "others", "dealer"), [("bet 11", 4, 5), ("bet 12 without trump", 1, 2), ("bet 9 without trump", 7, 8)]
)
def test_j12_number_of_choices_after_a_bet(highest: str, others: int, dealer: int) -> None:
    position = played(Position.start(GAME), [highest])
    assert len(choices(position)) == others
    assert len(choices(played(position, ["skip", "skip"]))) == dealer


def test_j12_an_open_auction_has_thirteen_choices() -> None:
    assert choices(Position.start(GAME)) == [Skip(), *ALL_BETS]


def test_j13_the_dealer_may_not_skip_after_three_skips() -> None:
    position = played(Position.start(GAME), ["skip", "skip", "skip"])
    assert choices(position) == ALL_BETS
    assert not position.allows(0, Skip())
    assert GAME.default(position.seen_by(0), 0) == Bet(7)


def test_j13_a_plain_7_after_three_skips_is_forced() -> None:
    after = played(Position.start(GAME), ["skip", "skip", "skip", "bet 7"])
    assert after.view(2).contract == Contract(seat=0, amount=7, without_trump=False, forced=True)


@pytest.mark.parametrize("bet", ["bet 7 without trump", "bet 8"])
def test_a_higher_bet_after_three_skips_is_not_forced(bet: str) -> None:
    """2.6."""
    assert not played(Position.start(GAME), ["skip", "skip", "skip", bet]).view(2).contract.forced


def test_a_dealer_who_equals_a_7_is_not_forced() -> None:
    assert not played(Position.start(GAME), ["bet 7", "skip", "skip", "bet 7"]).view(2).contract.forced


def test_j14_a_contract_without_trump_has_no_trump_after_the_first_lead() -> None:
    """Edge case 3."""
    after = played(Position.start(GAME), ["bet 7", "bet 8", "skip", "bet 8 without trump"])
    assert after.view(0).contract == Contract(seat=0, amount=8, without_trump=True, forced=False)
    led = played(after, [str(after.legal(0)[0])])
    assert led.view(0).trump is None


def test_with_a_bet_on_the_table_the_dealer_may_skip() -> None:
    after = played(Position.start(GAME), ["skip", "bet 7", "skip", "skip"])
    assert after.view(0).contract.seat == 2
    assert after.acting == (2,)


def test_the_auction_goes_on_after_12_without_trump() -> None:
    """2.7."""
    position = played(Position.start(GAME), ["bet 12 without trump", "skip", "skip"])
    assert position.acting == (0,)
    assert played(position, ["bet 12 without trump"]).view(0).contract.seat == 0


def test_skips_are_not_bets() -> None:
    """Edge case 10: the highest bet is among those who bet."""
    after = played(Position.start(GAME), ["bet 7", "skip", "skip", "skip"])
    assert after.view(0).contract == Contract(seat=1, amount=7, without_trump=False, forced=False)
    assert after.view(0).bets == (Skip(), Bet(7), Skip(), Skip())


# --- 3 trump


def test_j15_the_first_lead_sets_trump_and_the_others_must_follow() -> None:
    before = table({2: "G3 R1 R2 R3 R4 R5 R6 R7", 3: "G0 G1 B0 B1 B2 B3 B4 B5"}, bets=["skip", "bet 8", "skip", "skip"])
    assert before.acting == (2,)
    assert before.view(0).trump is None
    after = played(before, ["G3"])
    assert after.view(0).trump == "green"
    assert after.legal(3) == [Play(card) for card in cards("G0 G1")]


def test_trump_stays_what_the_first_card_made_it() -> None:
    """Edge cases 3 and 4: later leads do not change it."""
    after = played(table(hands_for(LOGGED), bets=["skip", "skip", "skip", "bet 12"]), LOGGED.split()[1:5])
    assert played(after, ["N1"]).view(0).trump == "red"


# --- 4 tricks


def test_j1_trump_takes_the_trick() -> None:
    assert trick("blue", "R7 B4 R3 G2") == (1, 1)


def test_j2_without_trump_the_color_led_takes_it() -> None:
    """Edge case 12."""
    assert trick(None, "R7 B4 R3 G2") == (0, 1)


def test_j3_a_trump_zero_beats_a_plain_seven() -> None:
    """Edge case 11."""
    assert trick("blue", "R7 B0 R6 R5") == (1, 1)


def test_j4_the_highest_trump_takes_it() -> None:
    assert trick("blue", "G2 B1 B4 G7") == (2, 1)


@pytest.mark.parametrize("trump", [None, "green"])
def test_j5_other_colors_never_win(trump: str | None) -> None:
    assert trick(trump, "R3 R6 B7 R5") == (1, 1)


@pytest.mark.parametrize(
    ("names", "usual", "lenient"),
    [("R0 R2 B3 G4", 6, 6), ("N0 R2 B3 G4", -2, -1), ("R0 N0 B3 G4", 3, 4), ("R1 R2 B3 G4", 1, 1)],
)
def test_j6_what_tricks_are_worth(names: str, usual: int, lenient: int) -> None:
    """Edge case 1."""
    assert trick(None, names)[1] == usual
    assert trick(None, names, brown_zero_points=-2)[1] == lenient


@pytest.mark.parametrize(("led", "playable"), [("R4", "R3 R7"), ("G4", "R3 R7 B1"), (None, "R3 R7 B1")])
def test_j7_follow_the_color_led_if_you_can(led: str | None, playable: str) -> None:
    hands = {0: "R3 R7 B1", 3: f"{led or 'G4'} N1 N2"}
    position = table(hands, bets=["skip", "skip", "skip", "bet 7"], trump="brown", turn=3 if led else 0)
    after = played(position, [led] if led else [])
    assert after.legal(0) == [Play(card) for card in cards(playable)]


def test_j8_a_trump_does_not_free_from_following() -> None:
    position = table({3: "R4 N1", 0: "R1 B7"}, bets=["skip", "skip", "skip", "bet 7"], trump="blue", turn=3)
    assert played(position, ["R4"]).legal(0) == [Play(card) for card in cards("R1")]


def test_the_winner_leads_and_nobody_plays_twice() -> None:
    """Edge case 15."""
    position = table(hands_for(LOGGED), bets=["skip", "skip", "skip", "bet 12"])
    turns = []
    for name in LOGGED.replace(":", "").split()[:5]:
        if not name.isdigit():
            turns.append(position.acting[0])
            position = played(position, [name])
    assert turns == [0, 1, 2, 3]
    assert position.acting == (0,)


# --- 5 scoring


def last_trick(bet: str, declarers: int, **options: Any) -> tuple[int, int]:
    """The scores after a round whose last trick, worth 1, the declaring seat 0 takes, for so many points in all."""
    defenders = 10 - declarers
    hands = {0: "B7", 1: "B1", 2: "B2", 3: "B3"}
    position = table(hands, bets=["skip", "skip", "skip", bet], points=(declarers - 1, defenders, 0, 0), **options)
    after = played(position, ["B7", "B1", "B2", "B3"])
    return after.scores()[0], after.scores()[1]


@pytest.mark.parametrize(
    ("bet", "taken", "scores"),
    [
        pytest.param("bet 8", 9, (8, 1), id="J16 made"),
        pytest.param("bet 8", 7, (-8, 3), id="J16 failed"),
        pytest.param("bet 8 without trump", 8, (16, 2), id="J17"),
        pytest.param("bet 9 without trump", 8, (-18, 2), id="J18"),
        pytest.param("bet 7", 12, (7, -2), id="J21"),
        pytest.param("bet 12 without trump", 12, (24, -2), id="5.5 never doubled"),
        pytest.param("bet 10", 10, (10, 0), id="5.1 exactly"),
    ],
)
def test_what_a_round_pays(bet: str, taken: int, scores: tuple[int, int]) -> None:
    """Edge cases 5 and 6."""
    assert last_trick(bet, taken) == scores


def test_j19_twelve_points_can_be_taken() -> None:
    """Edge case 8."""
    after = play_tricks(table(hands_for(TWELVE), bets=["skip", "skip", "skip", "bet 12"]), TWELVE)
    assert after.scores() == (12, -2, 12, -2)


def test_j20_eight_tricks_do_not_make_eleven() -> None:
    """Edge case 7."""
    after = play_tricks(table(hands_for(SWEEP), bets=["skip", "skip", "skip", "bet 11"]), SWEEP)
    assert after.scores() == (-11, 0, -11, 0)


def test_j35_a_round_from_a_real_table() -> None:
    bets = ["bet 9", "skip", "skip", "bet 12"]
    after = play_tricks(table(hands_for(LOGGED), bets=bets, brown_zero_points=-2), LOGGED)
    assert after.scores() == (-12, 5, -12, 5)


def test_scores_have_no_floor() -> None:
    assert last_trick("bet 12 without trump", 1, scores=(-500, 0)) == (-524, 9)


# --- 6 the end


@pytest.mark.parametrize(
    ("scores", "after", "winner"),
    [
        pytest.param((34, 35), (42, 44), 1, id="J22 the higher score wins against the declarers"),
        pytest.param((36, 34), (44, 43), 0, id="J22 the higher score wins"),
        pytest.param((35, 34), (43, 43), 0, id="J22 a tie goes to the declarers"),
        pytest.param((33, 1), (41, 10), 0, id="J22 one team is there"),
        pytest.param((32, 31), (40, 40), None, id="J22 the game goes on"),
    ],
)
def test_j22_who_has_won(scores: tuple[int, int], after: tuple[int, int], winner: int | None) -> None:
    """Edge case 9. Team 0 declares 8 and makes it; the defenders take nine, in a deal that only a test can make."""
    hands = {0: "B7", 1: "B1", 2: "B2", 3: "B3"}
    points = (8 - 1, 9, 0, 0)
    position = table(hands, bets=["skip", "skip", "skip", "bet 8"], points=points, scores=scores)
    end = played(position, ["B7", "B1", "B2", "B3"])
    assert end.scores()[:2] == after
    assert end.view(0).winner == winner
    assert bool(end.acting) == (winner is None)


def test_a_tie_goes_to_the_declarers_of_either_team() -> None:
    hands = {1: "B7", 2: "B1", 3: "B2", 0: "B3"}
    bets = ["bet 8", "skip", "skip", "skip"]
    end = played(table(hands, bets=bets, points=(2, 7, 0, 0), scores=(41, 35), turn=1), ["B7", "B1", "B2", "B3"])
    assert end.scores()[:2] == (43, 43)
    assert end.view(0).winner == 1
    assert outcome_of(end, Ending.NORMAL).ranks == (2, 1, 2, 1)


def test_the_target_is_looked_at_only_after_a_round() -> None:
    """Edge case 9: points in the middle of a round end nothing."""
    hands = {0: "B7 R1", 1: "B1 R2", 2: "B2 R3", 3: "B3 R4"}
    bets = ["skip", "skip", "skip", "bet 7"]
    position = played(table(hands, bets=bets, points=(8, 0, 0, 0), scores=(40, 40)), ["B7", "B1", "B2", "B3"])
    assert position.acting == (0,)
    assert position.scores()[:2] == (40, 40)
