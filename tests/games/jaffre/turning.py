"""How a table of Jaffre is turned: teams change with every seat."""

from tests.turning import Turning, by_seat, by_team, named, seats, teams

TURNING = Turning(
    lambda seats: 1,
    named(seats, "first_dealer dealer turn declarer leaders winners last_leader last_winner")
    | named(by_seat, "hands voids bets points last_cards")
    | {"scores": by_team, "winner": teams},
)
