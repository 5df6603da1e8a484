"""Who beat whom: the cross table, and rings of players who beat each other."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

import msgspec

from quintain.ranker.intervals import interval
from quintain.ranker.result import Result
from quintain.ranker.sides import sides_of

RING = 3  # players that it takes


class Meeting(msgspec.Struct, frozen=True):
    """What one player reached against another: matches in which it came before, beside or after the other."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def matches(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        return (self.wins + self.draws / 2) / self.matches if self.matches else 0.5


Cross = dict[str, dict[str, Meeting]]


def places_of(result: Result) -> dict[str, float]:
    """How each player came in: the rank of its side, or on several sides their mean."""
    places: dict[str, list[int]] = {}
    for side in (side for group in sides_of(result) for side in group):
        for player in side.parts:
            places.setdefault(player, []).append(side.rank)
    return {player: fmean(ranks) for player, ranks in places.items()}


def comparisons(result: Result) -> Iterator[tuple[str, str, float]]:
    """Each pair of players in both orders, and what the first won: 1, 0 or half. Teammates do not play each other."""
    places = places_of(result)
    teams = {player: {t for t, p in zip(result.teams, result.players, strict=True) if p == player} for player in places}
    for one, place in places.items():
        for other, theirs in places.items():
            if one != other and not teams[one] & teams[other]:
                yield one, other, (place < theirs) + (place == theirs) / 2


def cross_table(results: Sequence[Result]) -> Cross:
    counts: dict[str, dict[str, list[int]]] = {}
    for result in results:
        for one, other, won in comparisons(result):
            line = counts.setdefault(one, {}).setdefault(other, [0, 0, 0])
            line[0 if won == 1 else 1 if won else 2] += 1
    return {one: {other: Meeting(*line) for other, line in row.items()} for one, row in counts.items()}


def beaten(results: Sequence[Result]) -> dict[str, set[str]]:
    """Whom each player beats for sure: the lower end of the 95 % interval, by seeds, is more than half."""
    samples: dict[tuple[str, str], dict[str, list[float]]] = {}
    for result in results:
        for one, other, won in comparisons(result):
            samples.setdefault((one, other), {}).setdefault(result.seed, []).append(won)
    found: dict[str, set[str]] = {}
    for (one, other), seeds in samples.items():
        if interval([fmean(won) for won in seeds.values()]).low > 0.5:
            found.setdefault(one, set()).add(other)
    return found


def rings(beats: Mapping[str, set[str]]) -> list[tuple[str, ...]]:
    """The shortest ring through each player who is in one, once each: a beats b, b beats c, c beats a."""
    found: dict[frozenset[str], tuple[str, ...]] = {}
    for start in sorted(beats):
        ring = shortest_ring(beats, start)
        if len(ring) >= RING:
            first = ring.index(min(ring))
            found.setdefault(frozenset(ring), ring[first:] + ring[:first])
    return sorted(found.values())


def shortest_ring(beats: Mapping[str, set[str]], start: str) -> tuple[str, ...]:
    """Nobody, if no way leads from the player back to itself."""
    seen = {start}
    paths: list[tuple[str, ...]] = [(start,)]
    while paths:
        longer = []
        for path in paths:
            for other in sorted(beats.get(path[-1], ())):
                if other == start:
                    return path
                if other not in seen:
                    seen.add(other)
                    longer.append((*path, other))
        paths = longer
    return ()
