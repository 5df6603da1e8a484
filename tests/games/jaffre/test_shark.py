"""The shark: what it thinks of hands, of scores, of cards and of the others' betting."""

import numpy as np
import pytest

from quintain.core.match import Match
from quintain.core.position import Position
from quintain.core.record import Acted, Candidates
from quintain.games.jaffre.bots import measured
from quintain.games.jaffre.bots.bidding import contract_worth, making_chance, match_chance
from quintain.games.jaffre.bots.cardsense import beaten, holds_none, reach, spread
from quintain.games.jaffre.bots.habits import Habits
from quintain.games.jaffre.bots.reading import LAYOUT, unseen_by
from quintain.games.jaffre.bots.shark import Shark
from quintain.games.jaffre.bots.valuation import WITHOUT, as_defender, as_partner, best_trump, values
from quintain.games.jaffre.events import BetMade, ContractMade, RoundScored, Skipped
from quintain.games.jaffre.view import Contract
from tests.games.jaffre.seats import answer, match_of, turn_of
from tests.games.jaffre.tables import GAME, cards, played, table

BETS = ["bet 7", "skip", "skip", "skip"]  # seat 1 declares
SUPERB = "G7 G6 G5 G4 G3 R7 B7 N7"
POOR = "G1 G2 R1 R3 B1 B2 N1 N2"


def mask(text: str) -> int:
    return sum(1 << card.code for card in cards(text))


def hopes(text: str) -> list[float]:
    out = np.empty(5)
    values(mask(text), out)
    return [float(value) for value in out]


def trick(hands: dict[int, str], laid: str, leader: int, trump: str = "blue", **more: object) -> Position:
    return played(table(hands, bets=BETS, trump=trump, turn=leader, **more), laid.split())  # type: ignore[arg-type]


# --- what a hand is worth


def test_a_better_hand_is_worth_more() -> None:
    assert max(hopes(SUPERB)) > max(hopes("G7 G6 G2 R5 R1 B4 B3 N1")) > max(hopes(POOR))


def test_it_finds_its_trump() -> None:
    assert best_trump(mask("G7 G6 G5 G4 R1 R2 B1 N1")) == 2
    assert best_trump(mask("G1 G2 R7 R6 R5 R4 B1 N1")) == 0


def test_high_cards_everywhere_are_good_without_trump() -> None:
    assert hopes("R7 R1 G7 G1 B7 B1 N7 N1")[WITHOUT] > hopes("R7 R6 R5 R4 R3 R2 B1 N1")[WITHOUT]


def test_sevens_help_a_partner_and_hinder_an_opponent() -> None:
    assert as_partner(mask("R7 R1 G7 G1 B7 B1 N7 N1")) > as_partner(mask(POOR))
    assert as_defender(mask("R7 R1 G7 G1 B7 B1 N7 N1")) < as_defender(mask(POOR))


def test_a_higher_bet_is_harder_to_make() -> None:
    for bet in (1, 2):
        chances = [making_chance(higher, 7.0) for higher in range(bet, 13, 2)]
        assert chances == sorted(chances, reverse=True)
        assert making_chance(bet, 9.0) > making_chance(bet, 5.0)


# --- betting


def test_the_dealers_partner_bets_with_a_superb_hand_and_skips_with_a_poor_one() -> None:
    assert answer(Shark(), table({2: SUPERB}, bets=["skip"])).startswith("bet")
    assert answer(Shark(), table({2: POOR}, bets=["skip"])) == "skip"


def test_with_a_superb_hand_it_lets_an_opponent_be_forced() -> None:
    """The dealer must bet 7 and will fail: that is worth more than any contract of our own."""
    assert answer(Shark(), table({3: SUPERB}, bets=["skip", "skip"])) == "skip"


def test_a_dealer_who_must_bet_and_has_nothing_says_seven() -> None:
    assert answer(Shark(), table({0: POOR}, bets=["skip", "skip", "skip"])) == "bet 7"


def test_a_dealer_takes_a_contract_over_when_the_others_would_win_with_it() -> None:
    bets = ["bet 7", "skip", "skip"]
    assert answer(Shark(), table({0: SUPERB}, bets=bets, scores=(34, 35))).startswith("bet 7")
    assert answer(Shark(), table({0: POOR}, bets=bets)) == "skip"


def test_it_leaves_its_partners_contract_alone_with_nothing() -> None:
    assert answer(Shark(), table({3: POOR}, bets=["bet 9", "skip"])) == "skip"


def test_the_score_decides_what_a_contract_is_worth() -> None:
    ahead = table({1: SUPERB}, scores=(0, 34)).record.view(LAYOUT)[0]
    behind = table({1: SUPERB}, scores=(34, 0)).record.view(LAYOUT)[0]
    assert contract_worth(ahead, 1, 1, 8.0) > contract_worth(behind, 1, 1, 8.0)
    # Who needs 7 gains nothing by doubling the stake; who needs 14 does.
    assert contract_worth(ahead, 1, 1, 8.0) > contract_worth(ahead, 1, 2, 8.0)


def test_it_bets_more_boldly_when_the_others_are_about_to_win() -> None:
    hand = "G7 G6 G5 R5 R7 B4 B3 N1"
    assert answer(Shark(), table({2: hand}, bets=["bet 8"], scores=(30, 38))).startswith("bet")
    assert answer(Shark(), table({2: hand}, bets=["bet 8"], scores=(38, 30))) == "skip"


def test_the_chance_to_win_the_match_ends_at_the_target() -> None:
    assert match_chance(41.0, 30.0, 41) == 1.0
    assert match_chance(42.0, 44.0, 41) == 0.0
    assert match_chance(20.0, 20.0, 41) == pytest.approx(0.5)
    assert match_chance(35.0, 25.0, 41) > match_chance(10.0, 0.0, 41) > 0.5


def test_twelve_without_trump_may_decide_everything() -> None:
    state = table({1: SUPERB}, twelve_wins=True).record.view(LAYOUT)[0]
    assert contract_worth(state, 1, 12, 9.0) == pytest.approx(making_chance(12, 9.0))


# --- what it remembers of bets


def contract(seat: int, amount: int = 9, forced: bool = False) -> Contract:
    return Contract(seat, amount, False, forced)


def scored(seat: int, amount: int, taken: int, forced: bool = False) -> RoundScored:
    points = (taken, 10 - taken) if seat % 2 == 0 else (10 - taken, taken)
    return RoundScored(contract(seat, amount, forced), taken >= amount, points, (0, 0), (0, 0))


def test_a_seat_that_fails_its_bets_is_believed_less() -> None:
    habits = Habits()
    habits.hear([BetMade(1, 9, False), Skipped(2), Skipped(3), Skipped(0), scored(1, 9, 3)])
    assert habits.shift(1) < 0
    habits.hear([scored(3, 7, 10)])
    assert habits.shift(3) > 0


def test_a_seat_that_bets_always_is_believed_less_than_one_that_never_does() -> None:
    habits = Habits()
    habits.hear([BetMade(1, 7, False), Skipped(3)] * 6)
    assert habits.shift(1) < 0 < habits.shift(3)


def test_a_forced_seven_says_nothing() -> None:
    habits = Habits()
    habits.hear([BetMade(0, 7, False), ContractMade(contract(0, 7, True)), scored(0, 7, 0, True)])
    assert habits.words[0] == habits.bets[0] == habits.contracts[0] == 0
    assert habits.shift(0) == 0


def test_it_leaves_an_overbidder_to_fail() -> None:
    """With the same cards it fights for the contract against an honest bidder, and lets a wild one have it."""
    hand = "G7 G6 G5 G4 R7 R3 B6 N1"
    position = table({2: hand}, bets=["bet 7 without trump"])
    honest, warned = Shark(), Shark()
    honest.habits.hear([scored(1, 7, 10)] * 4)
    warned.habits.hear([scored(1, 9, 1)] * 8)
    assert chance_of_skipping(warned, position) > chance_of_skipping(honest, position)
    assert answer(warned, position) == "skip"


def chance_of_skipping(shark: Shark, position: Position) -> float:
    turn = turn_of(position)
    shark.act(turn)
    assert turn.reason
    return turn.reason.numbers.get("chance_if_skipped", turn.reason.numbers["chance"])


def test_a_shark_that_takes_over_learns_the_same_as_one_that_was_there() -> None:
    match = match_of([Shark] * 4, seed=3, longest=100)
    rebuilt = Match(GAME, seed=3)
    present = Habits()
    for entry in match.record:
        if isinstance(entry, Acted):
            known = rebuilt.event_count
            rebuilt.act(entry.seat, entry.actions)
            present.hear(rebuilt.events(0, known))
    late = Shark()
    late.act(turn_of(rebuilt.position, events=rebuilt.events(0)))
    assert late.habits.shifts().tolist() == present.shifts().tolist()
    assert sum(late.habits.words) > 0


# --- cards


def test_unseen_cards_are_spread_by_room_and_shown_voids() -> None:
    hands = {0: "G7 G6 N2", 1: "B2 R1 R2", 2: "G1 G2 N1", 3: "G4 N4 N5"}
    state = table(hands, bets=BETS, trump="blue", turn=0, voids={1: "green", 3: "red green"}).record.view(LAYOUT)[0]
    chances = spread(state, 0, unseen_by(state, 0))
    for name in hands[1].split() + hands[2].split() + hands[3].split():
        assert sum(chances[seat][cards(name)[0].code] for seat in (1, 2, 3)) == pytest.approx(1)
    green, red = cards("G4")[0].code, cards("R1")[0].code
    assert [chances[seat][green] for seat in (1, 2, 3)] == [0, 1, 0]
    assert [chances[seat][red] for seat in (1, 2, 3)] == [0.5, 0.5, 0]
    assert holds_none(chances[1], mask("G1 G2 G4")) == 1
    assert beaten(chances[2], cards("G0")[0].code, 2, 3) == 1


def test_it_knows_how_much_the_declarers_can_still_take() -> None:
    assert reach(table({1: SUPERB}, bets=BETS).record.view(LAYOUT)[0]) == 12
    late = {0: "G7 R1", 1: "B2 R2", 2: "G1 N1", 3: "G4 N4"}  # both zeros are gone
    assert reach(table(late, bets=BETS, trump="blue", turn=0).record.view(LAYOUT)[0]) == 2


def test_it_gives_the_red_zero_to_a_partner_who_wins_for_sure() -> None:
    hands = {0: "R0 N3 R4", 1: "G1 R1 R2", 2: "G7 N4 N5", 3: "G2 R3 R5"}
    assert answer(Shark(), trick(hands, "G1 G7 G2", leader=1)) == "play R0"


def test_it_gives_the_brown_zero_to_the_opponents_and_not_to_its_partner() -> None:
    hands = {0: "N0 N3 R4", 1: "G1 R1 R2", 2: "G5 N4 N5", 3: "G7 R3 R5"}
    assert answer(Shark(), trick(hands, "G1 G5 G7", leader=1)) == "play N0"
    partner_wins = {**hands, 2: "G7 N4 N5", 3: "G5 R3 R5"}
    assert answer(Shark(), trick(partner_wins, "G1 G7 G5", leader=1)) != "play N0"


def test_it_takes_the_red_zero_when_it_can() -> None:
    hands = {0: "B2 N6 N3", 1: "R7 R1 R2", 2: "R3 N4 N5", 3: "R0 R4 R5"}
    assert answer(Shark(), trick(hands, "R7 R3 R0", leader=1)) == "play B2"


def test_it_lets_the_brown_zero_go_by() -> None:
    hands = {0: "B2 G6 G3", 1: "N7 R1 R2", 2: "N2 N4 N5", 3: "N0 R4 R5"}
    assert answer(Shark(), trick(hands, "N7 N2 N0", leader=1)) != "play B2"


def test_it_does_not_overtake_its_partner_for_nothing() -> None:
    hands = {0: "G3 G7 N2", 1: "G1 G5 R2", 2: "G6 N4 N5", 3: "G2 G4 R5"}
    assert answer(Shark(), trick(hands, "G1 G6 G2", leader=1)) == "play G3"


def test_its_first_lead_is_of_the_trump_that_it_wants() -> None:
    assert answer(Shark(), table({1: "G7 G6 G5 G4 R1 R2 B1 N1"}, bets=BETS))[5] == "G"


def test_it_breaks_a_contract_with_the_last_trick_that_can() -> None:
    """The declarers need all that is left, so even a high trump is well spent on this trick."""
    hands = {0: "B7 G1", 1: "R7 R2", 2: "R3 N4", 3: "R4 R5"}
    position = trick(hands, "R7 R3 R4", leader=1, points=(2, 3, 0, 2))
    assert answer(Shark(), position) == "play B7"


def test_the_measured_numbers_have_the_right_shape() -> None:
    assert len(measured.MAKES) == len(measured.MAKES_WITHOUT) == 6
    assert len(measured.BEHIND_A_BET) == 13


def test_it_shows_what_its_cards_are_worth() -> None:
    position = trick({1: "R2 G3 G4", 2: "R3 G5 G6", 3: "R7 R1 G2"}, "R2 R3", leader=1, trump="red")
    turn = turn_of(position)
    chosen = Shark().act(turn)
    assert turn.reason
    (candidates,) = turn.reason.notes
    assert isinstance(candidates, Candidates)
    actions, values = zip(*candidates.choices, strict=True)
    assert actions[0] == str(chosen)
    assert values[0] == turn.reason.numbers["worth"]
    assert list(values) == sorted(values, reverse=True)
    assert set(actions) <= set(map(str, position.legal(position.acting[0])))
