"""How a table of Admiral Radar is turned: the crews change boats."""

from tests.turning import Turning, by_team, named, teams

TURNING = Turning(
    lambda seats: seats // 2,
    named(teams, "turn run_team winner")
    | named(by_team, "subs trails mines hulls surfaced gauges boards broken placed")
    | named(by_team, "heard reports reports_ever since courses uses origin possible"),
)
