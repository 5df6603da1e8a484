"""Who sits where: players onto seats, the seatings of a pair, and which seats count for whom."""

from collections.abc import Sequence
from typing import TypeVar

from quintain.core.errors import WrongSeats
from quintain.core.game import Seat

Who = TypeVar("Who")


def seated(players: Sequence[Who], seats: Sequence[Seat]) -> list[Who]:
    """One player a seat: a full list names every seat; fewer fill a team each, or go around the table."""
    teams = teams_of(seats)
    if len(players) == len(seats):
        return list(players)
    if len(teams) < len(seats) and len(players) in (1, len(teams)):
        return [players[teams.index(seat.team) % len(players)] for seat in seats]
    if len(teams) == len(seats) and players and len(seats) % len(players) == 0:
        return [players[i % len(players)] for i in range(len(seats))]
    allowed = sorted({1, len(teams), len(seats)})
    raise WrongSeats(
        f"{len(players)} players for {len(seats)} seats; name {' or '.join(map(str, allowed))} "
        "(one for each team, or one for each seat)"
    )


def entrants_of(names: int, seats: Sequence[Seat]) -> list[int]:
    """For each seat, its line of the results: a team's, or without teams that of the name that sits there."""
    teams = teams_of(seats)
    if len(teams) < len(seats) or names == 1:
        return [teams.index(seat.team) for seat in seats]
    return [i % names for i in range(len(seats))]


def rotations(seats: Sequence[Seat]) -> int:
    """How many seatings it takes until every team, or without teams every seat, has sat everywhere."""
    return len(teams_of(seats))


def rotated(seats: Sequence[Seat], turns: int) -> list[int]:
    """For each seat, whose place in the lineup plays there after so many turns.

    Each team moves to the seats of the next one, member for member; a smaller team sends its members around again.
    """
    teams = [[i for i, seat in enumerate(seats) if seat.team == team] for team in teams_of(seats)]
    out = list(range(len(seats)))
    for team, places in enumerate(teams):
        origin = teams[(team - turns) % len(teams)]
        for member, place in enumerate(places):
            out[place] = origin[member % len(origin)]
    return out


def teams_of(seats: Sequence[Seat]) -> list[int]:
    return sorted({seat.team for seat in seats})
