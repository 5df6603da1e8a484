"""What has been reached in an event so far: its stored matches, and those that somebody forfeits."""

from collections.abc import Iterable, Mapping

import msgspec

from quintain.core.errors import StoreDamaged
from quintain.datastore.event_steps import EventMatch
from quintain.ranker.events.settings import Forfeit, Settings
from quintain.ranker.jobs import Job
from quintain.ranker.result import Result
from quintain.ranker.tournament import Schedule

TRIES = 3  # of a match that those who play give back without a result


class End(msgspec.Struct):
    """What of an outcome tells how a match ended."""

    ending: str = "normal"


def results_of(schedule: Schedule, settings: Settings, matches: Iterable[EventMatch]) -> dict[str, Result]:
    """By id. What was forfeited stays forfeited, though a worker may bring its result later."""
    out = {match.id: result_of(schedule, match) for match in matches}
    return out | {id: forfeited(schedule, settings, id, each) for id, each in settings.forfeits.items()}


def result_of(schedule: Schedule, match: EventMatch) -> Result:
    ranks = [seat.rank for seat in match.seats if seat.rank is not None]
    if len(ranks) != len(schedule.seats):
        raise StoreDamaged(f"match {match.id!r} has not the seats of its game")
    return Result(
        id=match.id,
        game=schedule.game.name,
        seed=set_of(match.id),
        players=tuple(seat.player_id for seat in match.seats),
        teams=tuple(schedule.teams),
        ranks=tuple(ranks),
        scores=tuple(float(seat.score or 0) for seat in match.seats),
        charged=frozenset(place for place, seat in enumerate(match.seats) if seat.fault),
        ending=msgspec.json.decode(match.outcome, type=End).ending,
        seconds=(match.ended - match.began).total_seconds(),
    )


def forfeited(schedule: Schedule, settings: Settings, id: str, forfeit: Forfeit) -> Result:
    """Who is out comes last; the others are level."""
    seats = range(len(forfeit.players))
    return Result(
        id=id,
        game=schedule.game.name,
        seed=set_of(id),
        players=tuple(settings.players[number] for number in forfeit.players),
        teams=tuple(schedule.teams),
        ranks=tuple(len(seats) if seat in forfeit.charged else 1 for seat in seats),
        scores=(0.0,) * len(seats),
        charged=frozenset(forfeit.charged),
        ending="forfeited",
    )


def forfeit_of(job: Job, settings: Settings) -> Forfeit | None:
    """None if everybody in it can play, as far as anybody knows."""
    charged = tuple(seat for seat, player in enumerate(job.players) if player in settings.out)
    if not charged and settings.asked.get(job.id, 0) < TRIES:
        return None
    return Forfeit(tuple(settings.players.index(player) for player in job.players), charged)


def due(schedule: Schedule, results: Mapping[str, Result]) -> list[Job]:
    """What is left of the first round that is not finished; nothing when the event is over."""
    jobs = schedule.jobs(results)
    first = min((round_of(job.id) for job in jobs), default=0)
    return [job for job in jobs if round_of(job.id) == first]


def set_of(id: str) -> str:
    """Matches of a set share their seed."""
    return id.rpartition(".")[0]


def round_of(id: str) -> int:
    return int(id.split(".")[1])
