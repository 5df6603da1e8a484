"""Play a tournament: whatever can be played goes to the workers, and whatever comes back is kept at once."""

import time
from collections.abc import Callable, Generator, Mapping, Sequence

from quintain.ranker.dispatch import Dispatcher
from quintain.ranker.executors import Workforce
from quintain.ranker.formats import Field, Pairing
from quintain.ranker.jobs import Job, Played, result_of
from quintain.ranker.ledger import Entry, Ledger
from quintain.ranker.result import Result
from quintain.ranker.tournament import Schedule, Scorer

GRACE = 2.0  # seconds that matches have to come to their end when somebody stops the tournament


class Runner:
    """A tournament being played. `save` is given every replay before its result is kept."""

    def __init__(self, ledger: Ledger, workforce: Workforce, save: Callable[[str, bytes], None] | None = None) -> None:
        self.ledger, self.save = ledger, save
        self.schedule = Schedule(ledger.tournament)
        self.results: dict[str, Result] = {id: entry.result for id, entry in ledger.entries.items()}
        self.dispatcher = Dispatcher(workforce, ledger.tournament.terms, replays=save is not None)
        self._before = max((entry.at for entry in ledger.entries.values()), default=0.0)
        self._began = time.monotonic()
        self._jobs: dict[str, Job] = {}  # of this round

    def play(self) -> Generator[int, None, None]:
        """Play what is left, and say after each batch how many matches are finished. Ctrl-C loses none of them."""
        try:
            while jobs := self.schedule.jobs(self.results):
                self._jobs = {job.id: job for job in jobs}
                for batch in self.dispatcher.play(jobs):
                    self.keep(batch)
                    yield len(self.results)
        except KeyboardInterrupt:
            for batch in self.dispatcher.landed(GRACE):
                self.keep(batch)
            raise

    def keep(self, batch: Sequence[Played]) -> None:
        for played in batch:
            if self.save:
                self.save(played.id, played.replay)
        self.ledger.append(self.entry(self._jobs[played.id], played) for played in batch)
        for played in batch:
            self.results[played.id] = self.ledger.entries[played.id].result

    def entry(self, job: Job, played: Played) -> Entry:
        return Entry(
            result=result_of(self.schedule.game.name, self.schedule.teams, job, played),
            actions=played.actions,
            paces=played.paces,
            at=round(self._before + time.monotonic() - self._began, 3),
            faults=tuple(map(str, played.outcome.faults)),
        )

    def expected(self) -> int:
        """How many matches there will be in all, if those named first go on winning."""
        return expected(self.schedule, self.results)


def expected(schedule: Schedule, results: Mapping[str, Result]) -> int:
    field = schedule.field(results)
    known = Scorer(schedule, results).points

    def guess(pairing: Pairing) -> Mapping[str, float]:
        return known(pairing) or {player: -float(field.order[player]) for player in pairing.players}

    guessed = Field(field.players, field.places, field.rounds, guess)
    return sum(schedule.matches(pairing) for pairing in schedule.format.pairings(guessed))
