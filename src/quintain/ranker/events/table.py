"""How far an event has come: places by its format, strengths by maximum likelihood, pairings and their matches."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from quintain.datastore import EventRow
from quintain.datastore.event_steps import EventMatch
from quintain.ranker.events.results import results_of
from quintain.ranker.events.settings import Settings, schedule_of
from quintain.ranker.formats import Pairing
from quintain.ranker.formats.knockout import Bracket, seeding, survivors
from quintain.ranker.likelihood import Standings, standings
from quintain.ranker.result import Result
from quintain.ranker.runner import expected
from quintain.ranker.tournament import Schedule, Scorer


@dataclass(frozen=True)
class Progress:
    """An event with the matches that it has had."""

    schedule: Schedule
    settings: Settings
    results: Mapping[str, Result]

    @classmethod
    def of(cls, event: EventRow, settings: Settings, matches: Iterable[EventMatch]) -> "Progress":
        schedule = schedule_of(event, settings)
        return cls(schedule, settings, results_of(schedule, settings, matches))

    @cached_property
    def pairings(self) -> list[Pairing]:
        return self.schedule.pairings(self.results)

    @cached_property
    def standings(self) -> Standings | None:
        """None before the first match."""
        return standings(self.results.values()) if self.results else None

    @cached_property
    def placing(self) -> dict[str, int]:
        return self.schedule.placing(self.results)

    @cached_property
    def points(self) -> dict[str, float]:
        return self.schedule.field(self.results).total(self.pairings)

    @property
    def expected(self) -> int:
        return expected(self.schedule, self.results)

    @property
    def rounds(self) -> int:
        return 1 + max((pairing.round for pairing in self.pairings), default=-1)

    def points_of(self, pairing: Pairing) -> Mapping[str, float] | None:
        return Scorer(self.schedule, self.results).points(pairing)

    def played_of(self, pairing: Pairing) -> int:
        return sum(id in self.results for id in self.schedule.ids(pairing))

    @cached_property
    def reached(self) -> dict[str, int]:
        """In a knockout: how many rounds each player has got through."""
        return Bracket(self.schedule.field(self.results)).reached

    @property
    def champions(self) -> list[str]:
        return [player for player, place in self.placing.items() if place == 1]


def bracket_sizes(players: int, places: int) -> tuple[int, ...]:
    """How many tables each round of a knockout has."""
    sizes = []
    while players > 1:
        sizes.append(seeding(players, places)[0])
        players = survivors(players, places)
    return tuple(sizes)
