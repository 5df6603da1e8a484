"""How a table of Planets is turned: the teams change places."""

from tests.turning import Turning, by_seat, masks, named, teams

TURNING = Turning(
    lambda seats: seats // 2,
    named(by_seat, "ids outbox inbox") | named(masks, "waiting told") | {"winner": teams},
)
