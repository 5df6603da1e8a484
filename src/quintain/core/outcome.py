"""How a match ended: why it stopped, the scores, the ranks, and whose fault it was if it was anybody's."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec


class Ending(StrEnum):
    """Why a match stopped."""

    NORMAL = "normal"  # played to the end
    ILLEGAL = "illegal"  # a seat tried what the rules forbid
    OUT_OF_TIME = "out of time"
    CRASHED = "crashed"  # a bot raised an error or died
    RESIGNED = "resigned"
    ABANDONED = "abandoned"  # the players left
    STALLED = "stalled"  # it went on for too long


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    ending: Ending
    scores: tuple[int, ...]  # one per seat
    ranks: tuple[int, ...]  # one per seat; 1 is best, ties share
    fault: int | None = None  # the seat that ended the match early
    why: str = ""  # the fault in words


def ranked(placings: Sequence[int], teams: Sequence[int], fault: int | None = None) -> tuple[int, ...]:
    """Ranks from what each seat reached (more is better); teammates share a rank, and the team at fault comes last."""
    best = {team: max(p for p, t in zip(placings, teams, strict=True) if t == team) for team in set(teams)}
    guilty = None if fault is None else teams[fault]
    keys = {team: (team != guilty, placing) for team, placing in best.items()}
    order = sorted(set(keys.values()), reverse=True)
    # A tie shares its place, and the next team takes the place after all of them: 1, 1, 3.
    rank = {key: 1 + sum(other > key for other in keys.values()) for key in order}
    return tuple(rank[keys[team]] for team in teams)
