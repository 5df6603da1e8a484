"""What an absent seat of Jaffre does, RULES.md 9."""

from quintain.core.position import Position
from quintain.games.jaffre.actions import Play, Skip
from tests.games.jaffre.tables import GAME, cards, played, table


def test_an_absent_seat_skips() -> None:
    assert GAME.default(Position.start(GAME).seen_by(1), 1) == Skip()


def test_an_absent_dealer_skips_over_a_bet() -> None:
    position = played(Position.start(GAME), ["bet 7", "skip", "skip"])
    assert GAME.default(position.seen_by(0), 0) == Skip()


def test_an_absent_seat_plays_its_lowest_card() -> None:
    position = table({0: "R3 N1 G1 B2"}, bets=["skip", "skip", "skip", "bet 7"], trump="red")
    assert GAME.default(position.seen_by(0), 0) == Play(cards("N1")[0])


def test_an_absent_seat_follows_the_color_led() -> None:
    position = table({3: "R4 N5", 0: "R7 N1"}, bets=["skip", "skip", "skip", "bet 7"], trump="blue", turn=3)
    assert GAME.default(played(position, ["R4"]).seen_by(0), 0) == Play(cards("R7")[0])
