"""The report of an event, as the command line writes it for its tournaments."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from quintain.core.errors import BadReplay
from quintain.core.outcome import Outcome
from quintain.core.record import Acted, Struck
from quintain.core.replay import Replay
from quintain.datastore import EventRow
from quintain.datastore.event_steps import EventMatch
from quintain.ranker.events.settings import Settings, schedule_of
from quintain.ranker.events.table import Progress
from quintain.ranker.jobs import Pace
from quintain.ranker.ledger import Entry
from quintain.ranker.report import page
from quintain.ranker.result import Result
from quintain.ranker.summary import Summary, summarised


def report(
    event: EventRow,
    settings: Settings,
    matches: Sequence[EventMatch],
    replays: Mapping[str, bytes],
    names: Mapping[str, str],
) -> bytes:
    """A page that needs nothing else. Where replays are gone, nobody knows any more who thought how long."""
    return page(summary(event, settings, matches, replays, names))


def summary(
    event: EventRow,
    settings: Settings,
    matches: Sequence[EventMatch],
    replays: Mapping[str, bytes],
    names: Mapping[str, str],
) -> Summary:
    progress = Progress.of(event, settings, matches)
    labels = labelled(settings.players, names)
    called = replace(settings, players=tuple(labels[player] for player in settings.players))
    played = {match.id: match for match in matches}
    began = event.began or event.created
    entries = []
    for id, result in progress.results.items():
        match = played.get(id)
        paces, faults = told(match, replays.get(id), result, labels)
        at = (match.ended - began).total_seconds() if match else 0.0
        own = replace(result, players=tuple(labels[player] for player in result.players))
        entries.append(Entry(result=own, actions=0, paces=paces, at=at, faults=faults))
    return summarised(schedule_of(event, called), entries)


def labelled(players: Sequence[str], names: Mapping[str, str]) -> dict[str, str]:
    """What each player is called; those who share a name are told apart by their seeds."""
    counts = Counter(names.get(player, player) for player in players)
    return {
        player: name if counts[name] == 1 else f"{name} (seed {seed})"
        for seed, player in enumerate(players, 1)
        for name in [names.get(player, player)]
    }


def told(
    match: EventMatch | None, replay: bytes | None, result: Result, labels: Mapping[str, str]
) -> tuple[tuple[Pace, ...], tuple[str, ...]]:
    """How long each seat has thought, and what went wrong, in words."""
    nothing = (Pace(),) * len(result.players)
    if match is None:
        out = dict.fromkeys(labels[result.players[seat]] for seat in sorted(result.charged))
        return nothing, tuple(f"{name} was out" for name in out)
    outcome = msgspec.json.decode(match.outcome, type=Outcome)
    faults = tuple(
        f"{labels[result.players[fault.seat]]} {fault.ending}" for fault in outcome.faults if not fault.mended
    )
    return (paces(replay, len(result.players)) if replay else nothing), faults


def paces(replay: bytes, seats: int) -> tuple[Pace, ...]:
    spent: list[list[float]] = [[] for _ in range(seats)]
    try:
        for entry in Replay.from_bytes(replay).entries:
            if isinstance(entry, Acted | Struck):
                spent[entry.seat].append(entry.spent)
    except BadReplay:
        return (Pace(),) * seats
    return tuple(Pace(len(each), round(sum(each), 6), round(max(each, default=0.0), 6)) for each in spent)
