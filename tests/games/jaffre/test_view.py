"""What a seat of Jaffre sees, in words and drawn with letters."""

from quintain.core.game import EVERYTHING
from quintain.core.kernel import PUBLIC
from quintain.core.position import Position
from quintain.games.jaffre import GAME
from quintain.games.jaffre.actions import Bet, Skip
from quintain.games.jaffre.view import Contract, Trick
from tests.games.jaffre.tables import cards, hands_for, play_tricks, played, table
from tests.games.jaffre.test_rules import LOGGED

BETS = ["bet 9", "skip", "skip", "bet 12"]


def after(n: int) -> Position:
    """The logged round after so many tricks."""
    return play_tricks(table(hands_for(LOGGED), bets=BETS), "\n".join(LOGGED.strip().splitlines()[:n]))


def test_a_seat_sees_its_own_hand_only() -> None:
    view = after(0).view(1)
    assert view.seat == 1
    assert list(view.hand) == cards("R1 R5 N3 N7 G0 G1 B0 B2")
    assert view.hands is None


def test_onlookers_see_no_hand() -> None:
    view = after(0).view(PUBLIC)
    assert (view.seat, view.hand, view.hands) == (None, (), None)
    assert view.hand_counts == (8, 8, 8, 8)


def test_who_may_see_everything_sees_all_hands() -> None:
    hands = after(0).view(EVERYTHING).hands
    assert list(hands[3]) == cards("R3 R6 N0 N5 G2 G4 B1 B5")


def test_bets_and_contract_are_seen() -> None:
    view = after(0).view(3)
    assert view.bets == (Bet(12), Bet(9), Skip(), Skip())
    assert view.contract == Contract(seat=0, amount=12, without_trump=False, forced=False)


def test_the_contract_so_far_is_seen_in_the_auction() -> None:
    assert played(Position.start(GAME), ["bet 9"]).view(2).contract == Contract(1, 9, False, False)


def test_the_open_trick_tells_who_is_winning_and_what_it_is_worth() -> None:
    view = played(after(1), ["N1", "N7"]).view(2)
    assert view.trick == Trick(0, tuple(cards("N1 N7")), winner=1, points=1)
    assert view.trick.by(1) == cards("N7")[0]
    assert view.trick.by(3) is None


def test_taken_tricks_and_points_are_seen() -> None:
    view = after(2).view(0)
    assert view.taken == (1, 1, 0, 0)
    assert view.points == (1, -2)
    assert view.tricks == (Trick(0, tuple(cards("R7 R1 R2 R3")), 0, 1), Trick(0, tuple(cards("N1 N7 N2 N0")), 1, -2))
    assert view.last_trick == view.tricks[-1]


def test_hand_counts_go_down_as_cards_are_played() -> None:
    assert played(after(1), ["N1", "N7"]).view(2).hand_counts == (6, 6, 7, 7)


def test_the_last_trick_is_seen_across_a_new_deal() -> None:
    view = after(8).view(2)
    assert (view.round, view.phase, view.tricks) == (2, "betting", ())
    assert view.last_trick == Trick(0, tuple(cards("N6 N3 N4 N5")), 0, 1)


def test_who_does_not_follow_has_shown_a_void() -> None:
    position = table({0: "R4 N5", 1: "N1 N2"}, bets=["skip"] * 3 + ["bet 7"], trump="red")
    assert played(position, ["R4", "N1"]).view(3).voids == ((), ("red",), (), ())


def test_voids_are_forgotten_with_the_next_deal() -> None:
    position = table({0: "R4", 1: "N1"}, bets=["skip"] * 3 + ["bet 7"], trump="red")
    end = played(position, ["R4", "N1"])
    end = played(end, [str(end.legal(2)[0])])
    end = played(end, [str(end.legal(3)[0])])
    assert end.view(3).voids == ((), (), (), ())


def test_text_in_the_auction() -> None:
    position = played(table(hands_for(LOGGED), scores=(12, -7)), ["bet 9 without trump", "skip"])
    assert position.text(3) == (
        "Round 1, seat 0 deals. 12 to -7, 41 wins.\n"
        "Bets: 1 bet 9 without trump, 2 skip.\n"
        "Your hand: R3 R6 N0 N5 G2 G4 B1 B5\n"
        "Seat 3 to act."
    )


def test_text_in_play() -> None:
    assert played(after(1), ["N1", "N7"]).text(2) == (
        "Round 1, seat 0 deals. 0 to 0, 41 wins.\n"
        "Bets: 1 bet 9, 2 skip, 3 skip, 0 bet 12.\n"
        "Seat 0 plays 12; trump red. Points: team 0 has 1, team 1 has 0.\n"
        "Last trick: 0:R7  1:R1  2:R2  3:R3; seat 0 took it.\n"
        "Trick 2: 0:N1  1:N7.\n"
        "Your hand: R4 N2 N4 G6 G7 B3 B4\n"
        "Seat 2 to act."
    )


def test_text_for_onlookers() -> None:
    assert after(1).text(PUBLIC).splitlines()[-2:] == [
        "Cards left: seat 0 7, seat 1 7, seat 2 7, seat 3 7",
        "Seat 0 to act.",
    ]


def test_text_for_who_may_see_everything() -> None:
    lines = after(7).text(EVERYTHING).splitlines()
    assert lines[-5:] == ["Seat 0: N6", "Seat 1: N3", "Seat 2: N4", "Seat 3: N5", "Seat 0 to act."]


def test_text_tells_of_a_forced_contract() -> None:
    position = played(Position.start(GAME), ["skip", "skip", "skip", "bet 7"])
    assert "Seat 0 plays 7 (forced); trump is the color of the first card." in position.text(1)


def test_text_tells_who_has_won() -> None:
    position = table({0: "B7", 1: "B1", 2: "B2", 3: "B3"}, bets=["skip"] * 3 + ["bet 7"], points=(8, 0, 0, 0), target=5)
    end = played(position, ["B7", "B1", "B2", "B3"])
    assert end.text(1).splitlines()[-2:] == ["Your hand: empty", "Team 0 has won."]
