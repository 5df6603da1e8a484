"""The table, the bracket and the rounds of a tournament, over the wire."""

from collections.abc import Iterable, Iterator

from quintain.datastore import EventRow
from quintain.ranker.cross import Meeting
from quintain.ranker.events.table import Progress, bracket_sizes
from quintain.ranker.formats import Pairing
from quintain.website.wire.events import EventCell, EventLine, EventMatch, EventPairing, EventRound, EventTable

NOTHING = Meeting()


def table_of(progress: Progress, event: EventRow) -> EventTable:
    knockout = event.format == "knockout"
    players = progress.settings.players
    return EventTable(
        played=len(progress.results),
        expected=len(progress.results) if event.state == "over" else max(progress.expected, len(progress.results)),
        rounds=progress.rounds,
        lines=tuple(lines(progress)),
        cross=tuple(cells(progress)),
        bracket=tuple(pairing(progress, one) for one in progress.pairings) if knockout else (),
        bracket_sizes=bracket_sizes(len(players), progress.schedule.places) if knockout else (),
        notes=progress.standings.notes if progress.standings else (),
    )


def numbers(progress: Progress) -> dict[str, int]:
    return {player: number for number, player in enumerate(progress.settings.players)}


def lines(progress: Progress) -> Iterator[EventLine]:
    """By place; among the level, who is seeded first."""
    number = numbers(progress)
    known = {line.player: line for line in progress.standings.lines} if progress.standings else {}
    for player in sorted(number, key=lambda player: (progress.placing[player], number[player])):
        line = known.get(player)
        met = line.meeting if line else NOTHING
        yield EventLine(
            entrant=number[player],
            place=progress.placing[player],
            points=round(progress.points[player], 4),
            elo=line.elo if line else None,
            margin=line.margin if line else None,
            superiority=line.superiority if line else None,
            share=met.share if met.matches else None,
            won=met.wins,
            drawn=met.draws,
            lost=met.losses,
            matches=line.matches if line else 0,
            faults=line.faults if line else 0,
        )


def cells(progress: Progress) -> Iterator[EventCell]:
    number = numbers(progress)
    for one, row in (progress.standings.cross if progress.standings else {}).items():
        for other, met in row.items():
            yield EventCell(entrant=number[one], other=number[other], won=met.wins, drawn=met.draws, lost=met.losses)


def pairing(progress: Progress, one: Pairing) -> EventPairing:
    number, points = numbers(progress), progress.points_of(one)
    return EventPairing(
        round=one.round,
        table=one.table,
        entrants=tuple(number[player] for player in one.players),
        extra=one.extra,
        points=tuple(points[player] for player in one.players) if points is not None else None,
        through=tuple(number[player] for player in through(progress, one)),
        played=progress.played_of(one),
        matches=progress.schedule.matches(one),
    )


def through(progress: Progress, one: Pairing) -> Iterable[str]:
    if progress.schedule.tournament.format != "knockout":
        return ()
    return (player for player in one.players if progress.reached[player] > one.round)


def round_of(progress: Progress, number: int) -> EventRound:
    own = [one for one in progress.pairings if one.round == number]
    playing = {player for one in own for player in one.players}
    sitting = [player for player in numbers(progress) if player not in playing]
    if progress.schedule.tournament.format == "knockout":
        sitting = [player for player in sitting if progress.reached[player] > number]
    return EventRound(
        round=number,
        pairings=tuple(pairing(progress, one) for one in own),
        matches=tuple(tuple(matches(progress, one)) for one in own),
        sitting_out=tuple(numbers(progress)[player] for player in sitting),
    )


def matches(progress: Progress, one: Pairing) -> Iterator[EventMatch]:
    number = numbers(progress)
    for job in progress.schedule.jobs_of(one):
        result = progress.results.get(job.id)
        gone = job.id in progress.settings.forfeits
        yield EventMatch(
            id=job.id,
            state="forfeited" if gone else "over" if result else "waiting",
            entrants=tuple(number[player] for player in job.players),
            ranks=result.ranks if result else (),
            scores=result.scores if result else (),
            charged=tuple(sorted(result.charged)) if result else (),
            ending=result.ending if result else None,
        )
