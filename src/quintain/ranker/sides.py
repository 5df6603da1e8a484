"""The sides of a finished match: who is compared with whom, and what each side reached."""

from collections import Counter
from typing import NamedTuple

from quintain.ranker.result import Result


class Side(NamedTuple):
    """A team, or a player who failed and stands alone. It is as strong as its seats are on average."""

    rank: int  # 1 is best; ties share a rank
    parts: dict[str, float]  # each player's part of the seats; together 1


class Sides(NamedTuple):
    finished: list[Side]  # teams, without those of their players who failed
    charged: list[Side]  # a player each, who comes after everybody else


def sides_of(result: Result) -> Sides:
    """Stand-ins are nobody here: a team is those of its players who finished, and keeps what it reached.

    Who failed in one of several seats has failed.
    """
    failed = {result.players[seat] for seat in result.charged}
    teams: dict[int, list[int]] = {}
    for seat, team in enumerate(result.teams):
        if result.players[seat] not in failed:
            teams.setdefault(team, []).append(seat)
    finished = [side(result, seats) for _, seats in sorted(teams.items())]
    last = 1 + max((one.rank for one in finished), default=0)
    return Sides(finished, [Side(last, {player: 1.0}) for player in sorted(failed)])


def side(result: Result, seats: list[int]) -> Side:
    players = [result.players[seat] for seat in seats]
    if len(players) == 1:
        return Side(result.ranks[seats[0]], {players[0]: 1.0})
    # Sorted, so that the order in which teammates sit changes nothing, not even by rounding.
    counts = sorted(Counter(players).items())
    return Side(min(result.ranks[seat] for seat in seats), {name: n / len(seats) for name, n in counts})
