"""All that is told about a tournament: the standings, who thought how long, how it went, and what went wrong."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from quintain.ranker.jobs import Pace
from quintain.ranker.ledger import Entry
from quintain.ranker.likelihood import Standings, standings
from quintain.ranker.result import Result
from quintain.ranker.tournament import Schedule, Tournament

STEPS = 24  # points of a line that shows how it went
SHOWN = 5  # different faults of a player that are told


class Step(msgspec.Struct, frozen=True):
    """What the standings were after so many matches."""

    matches: int
    elo: dict[str, float]


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    tournament: Tournament
    finished: bool
    placing: dict[str, int]  # by the rules of the format; level players share a place
    standings: Standings  # by maximum likelihood
    paces: dict[str, Pace]
    endings: dict[str, int]  # of matches, how often each
    faults: dict[str, dict[str, int]]  # of each player, in words, how often each
    seconds: float  # of play
    steps: tuple[Step, ...] = ()

    def as_json(self) -> bytes:
        """Without how it went, for that is in the matches."""
        data: dict[str, Any] = msgspec.to_builtins(msgspec.structs.replace(self, steps=()))
        del data["steps"]
        return msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n"


def summarised(schedule: Schedule, entries: Sequence[Entry], steps: int = STEPS) -> Summary:
    # In the order of the schedule: nothing told may depend on who finished first.
    ordered = sorted(entries, key=lambda entry: order_of(entry.result))
    results = {entry.result.id: entry.result for entry in ordered}
    return Summary(
        id=schedule.id,
        tournament=schedule.tournament,
        finished=not schedule.jobs(results),
        placing=schedule.placing(results),
        standings=standings(results.values()),
        paces=paces(ordered),
        endings=dict(Counter(result.ending for result in results.values()).most_common()),
        faults=faults(schedule.tournament, ordered),
        seconds=max((entry.at for entry in entries), default=0.0),
        steps=progress(entries, steps),
    )


def order_of(result: Result) -> tuple[int, ...]:
    return tuple(map(int, result.id.split(".")[1:]))


def paces(entries: Sequence[Entry]) -> dict[str, Pace]:
    out: dict[str, Pace] = {}
    for entry in entries:
        for player, pace in zip(entry.result.players, entry.paces, strict=True):
            before = out.get(player, Pace())
            out[player] = Pace(
                before.decisions + pace.decisions,
                before.seconds + pace.seconds,
                max(before.longest, pace.longest),
            )
    return out


def faults(tournament: Tournament, entries: Sequence[Entry]) -> dict[str, dict[str, int]]:
    counts = {player: Counter[str]() for player in tournament.players}
    for entry in entries:
        for words in entry.faults:
            # The longest name that fits: one may be the beginning of another.
            names = [player for player in tournament.players if words.startswith(f"{player} ")]
            if names:
                counts[max(names, key=len)][words] += 1
    return {player: dict(count.most_common(SHOWN)) for player, count in counts.items() if count}


def progress(entries: Sequence[Entry], steps: int) -> tuple[Step, ...]:
    """The standings at so many moments, in the order in which matches were finished."""
    ordered = sorted(entries, key=lambda entry: entry.at)
    count = min(steps, len(ordered))
    out = []
    for step in range(1, count + 1):
        number = len(ordered) * step // count
        lines = standings(entry.result for entry in ordered[:number]).lines
        out.append(Step(number, {line.player: line.elo for line in lines}))
    return tuple(out)
