"""A match as it is sent to whoever plays it, and what comes back: plain data, for it may go to another machine."""

from collections.abc import Sequence

import msgspec

from quintain.core.clock import UNLIMITED, TimeControl
from quintain.core.match import STOP, FaultRule
from quintain.core.outcome import Outcome
from quintain.ranker.result import Result


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """Under which many matches are played."""

    game: str
    rules_version: int
    options: bytes = b"{}"  # as JSON
    control: TimeControl = UNLIMITED
    faults: FaultRule = STOP
    trusted: bool = False  # may programs do whatever the worker may do that starts them?


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One match to be played."""

    id: str
    seed: str  # matches of a set share it
    bot_seed: str
    players: tuple[str, ...]  # by name, one per seat


class Pace(msgspec.Struct, frozen=True, array_like=True):
    """How long a seat has thought."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a job. Lists have an item for each seat."""

    id: str
    outcome: Outcome
    actions: int
    seconds: float
    paces: tuple[Pace, ...]
    struck: tuple[int, ...] = ()  # seats that were forgiven a fault, each time
    replay: bytes = b""


def fits(job: Job, played: Played) -> bool:
    """May this be what came of the job? (Whoever plays may be broken, or of another version.)"""
    outcome, seats = played.outcome, len(job.players)
    return (
        played.id == job.id
        and len(outcome.scores) == len(outcome.ranks) == len(played.paces) == seats
        and min(outcome.ranks) == 1
        and max(outcome.ranks) <= seats
        and all(0 <= fault.seat < seats for fault in outcome.faults)
    )


def result_of(game: str, teams: Sequence[int], job: Job, played: Played) -> Result:
    """What ratings and standings need to know of it."""
    return Result(
        id=job.id,
        game=game,
        seed=job.seed,
        players=job.players,
        teams=tuple(teams),
        ranks=played.outcome.ranks,
        scores=tuple(map(float, played.outcome.scores)),
        charged=played.outcome.charged,
        ending=str(played.outcome.ending),
        seconds=played.seconds,
    )
