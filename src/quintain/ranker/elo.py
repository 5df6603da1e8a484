"""Elo, for those who expect it: shares as differences in points, and plain ratings without uncertainty."""

from collections.abc import Mapping
from math import inf, log10

from quintain.ranker.result import Result
from quintain.ranker.sides import Side, sides_of

START = 1500.0
STEP = 20.0  # a win against an equal is worth half of it; the K of the formula


def share_of(difference: float) -> float:
    """The part of the points that a player wins who is so many Elo points stronger."""
    if difference < 0:
        return 1 - share_of(-difference)
    return 1 / (1 + 10 ** (-difference / 400))


def difference_of(share: float) -> float:
    """How many Elo points stronger somebody is who wins this part of the points; all of them: infinitely."""
    if share <= 0:
        return -inf
    return inf if share >= 1 else 400 * log10(share / (1 - share))


def elo_rated(before: Mapping[str, float], result: Result, step: float = STEP) -> dict[str, float]:
    """Plain Elo ratings after this match; each side plays every other, for a step in all.

    Who failed loses to all who did not; for those it changes nothing, as long as there are others to compare with.
    """
    finished, charged = sides_of(result)
    known = {player: before.get(player, START) for player in sorted(set(result.players))}
    after = dict(known)
    everybody = [*finished, *charged]
    for side in everybody:
        rivals = finished if len(finished) > 1 and side in finished else everybody
        won = surplus(known, side, [rival for rival in rivals if rival is not side])
        for player, part in side.parts.items():
            after[player] += step * part * won
    return after


def surplus(known: Mapping[str, float], side: Side, rivals: list[Side]) -> float:
    """What the side won of its rivals on average, less what was to be expected."""
    if not rivals:
        return 0.0
    own = strength(known, side)
    wins = sum((rival.rank > side.rank) + (rival.rank == side.rank) / 2 for rival in rivals)
    return (wins - sum(share_of(own - strength(known, rival)) for rival in rivals)) / len(rivals)


def strength(known: Mapping[str, float], side: Side) -> float:
    return sum(part * known[player] for player, part in side.parts.items())
